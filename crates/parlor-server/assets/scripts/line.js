/** How long to wait for a new attempt, in milliseconds. */
const SOON = 500;
const LATE = 5_000;

/** How often to look whether the device has slept, and which gap says so. */
const LOOK = 10_000;
const SLEPT = 3 * LOOK;

/**
 * @typedef {object} Listener
 * @property {() => string} address where to listen: what was missed is asked for too
 * @property {(message: Record<string, unknown>) => void} hear takes what is said
 * @property {(isOpen: boolean) => void} turn takes whether the line is open
 */

/**
 * A socket that comes back by itself after server, network or device was away.
 */
export class Line {
  #listener;
  /** @type {WebSocket | undefined} */
  #socket;
  #attempts = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #looked = Date.now();

  /** @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
    this.#open();
    setInterval(() => this.#look(), LOOK);
    addEventListener('online', () => this.#again());
    addEventListener('offline', () => this.#close());
    document.addEventListener('visibilitychange', () => document.hidden || this.wake());
    // A page kept for the way back is as if it slept.
    addEventListener('pageshow', ({ persisted }) => persisted && this.#again());
  }

  /** Tries again now if it waits: the server is there. */
  wake() {
    this.#socket ?? this.#again();
  }

  #look() {
    const now = Date.now();
    if (now - this.#looked > SLEPT) {
      this.#again();
    }
    this.#looked = now;
  }

  #open() {
    const socket = new WebSocket(this.#listener.address().replace(/^http/, 'ws'));
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#attempts = 0;
      this.#listener.turn(true);
    });
    socket.addEventListener('message', ({ data }) => this.#listener.hear(JSON.parse(data)));
    socket.addEventListener('close', () => {
      if (socket === this.#socket) {
        this.#close();
      }
    });
  }

  /** Gives up the socket, which may not know yet that it is cut, and tries again later. */
  #close() {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    clearTimeout(this.#timer);
    this.#listener.turn(false);
    const wait = Math.min(LATE, SOON * 2 ** this.#attempts) * (0.5 + Math.random() / 2);
    this.#attempts += 1;
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  /** Tries again now. */
  #again() {
    this.#attempts = 0;
    this.#close();
    clearTimeout(this.#timer);
    this.#open();
  }
}
