/** How long to wait for a new attempt, in milliseconds. */
const SOON = 500;
const LATE = 5_000;

/** Says that the game was deleted. */
const DELETED = 4404;

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
 * Opens a socket that comes back by itself after server, network or device was away.
 *
 * @param {Listener} listener
 * @returns {() => void} tries again now if it waits: the server is there
 */
export function connect({ address, hear, turn }) {
  /** @type {WebSocket | undefined} */
  let socket;
  let attempts = 0;
  let timer = 0;
  let looked = Date.now();

  function open() {
    const own = new WebSocket(address().replace(/^http/, 'ws'));
    socket = own;
    own.onopen = () => {
      attempts = 0;
      turn(true);
    };
    own.onmessage = ({ data }) => hear(JSON.parse(data));
    own.onclose = ({ code }) => {
      if (own !== socket) return;
      if (code === DELETED) return location.assign(location.pathname);
      void compare();
      close();
    };
  }

  /** Loads the page anew if the server knows less than it shows: then a backup was restored. */
  async function compare() {
    const { pathname, searchParams } = new URL(address());
    try {
      const answer = await fetch(pathname.replace(/[/]socket$/u, ''));
      const { version } = await answer.json();
      version < Number(searchParams.get('after')) && location.reload();
    } catch {
      // It does not answer: the line is tried again.
    }
  }

  /** Gives up the socket, which may not know yet that it is cut, and tries again later. */
  function close() {
    const given = socket;
    socket = undefined;
    given?.close();
    clearTimeout(timer);
    turn(false);
    const wait = Math.min(LATE, SOON * 2 ** attempts) * (0.5 + Math.random() / 2);
    attempts += 1;
    timer = window.setTimeout(open, wait);
  }

  /** Tries again now. */
  function again() {
    attempts = 0;
    close();
    clearTimeout(timer);
    open();
  }

  const wake = () => socket ?? again();

  open();
  setInterval(() => {
    const now = Date.now();
    if (now - looked > SLEPT) {
      again();
    }
    looked = now;
  }, LOOK);
  addEventListener('online', again);
  addEventListener('offline', close);
  addEventListener('visibilitychange', () => document.hidden || wake());
  // A page kept for the way back is as if it slept.
  addEventListener('pageshow', ({ persisted }) => persisted && again());
  return wake;
}
