import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';

/** How long a server may take to listen, and to end once it is asked to. */
const PATIENCE_MS = 20_000;

/**
 * A `parlor serve` of our own, on a free port and with a folder of its own.
 * Its output goes to a log next to that folder.
 */
export class Server {
  /** @type {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable> | undefined} */
  #process;
  #url = '';
  #folder;
  #log;

  /** @param {string} name names its folder and its log, below `servers` */
  constructor(name) {
    this.#folder = resolve('servers', name);
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true });
    this.#log = createWriteStream(`${this.#folder}.log`);
  }

  /** Where it listens, as it said itself: `http://127.0.0.1:PORT`. */
  get url() {
    return this.#url;
  }

  /** Starts it, again on the address it had if it ran before. */
  async start() {
    const listen = this.#url === '' ? '127.0.0.1:0' : new URL(this.#url).host;
    const started = spawn(binary(), ['serve', '--listen', listen, '--data', this.#folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = started;
    started.stderr.pipe(this.#log, { end: false });
    this.#url = await Promise.race([
      address(started.stdout),
      once(started, 'exit').then(([code]) => fail(`it ended with ${code}`)),
      after(PATIENCE_MS, '', { ref: false }).then(() => fail('it did not say its address')),
    ]);
  }

  /**
   * Deletes a game, as the keeper of the server does.
   *
   * @param {string} game its name
   */
  delete(game) {
    execFileSync(binary(), ['games', 'delete', game, '--yes', '--data', this.#folder]);
  }

  /**
   * Copies its games into a file.
   *
   * @param {string} file its name, next to the folder
   */
  backUp(file) {
    execFileSync(binary(), ['backup', resolve('servers', file), '--force', '--data', this.#folder]);
  }

  /**
   * Brings the games of a file back, while it is stopped.
   *
   * @param {string} file
   */
  restore(file) {
    execFileSync(binary(), ['restore', resolve('servers', file), '--yes', '--data', this.#folder]);
  }

  /** Asks it to end, which it does by itself and without complaint. */
  async stop() {
    const ending = this.#process;
    if (ending === undefined) {
      return;
    }
    this.#process = undefined;
    const exit = once(ending, 'exit');
    ending.kill('SIGTERM');
    const [code] = await Promise.race([
      exit,
      after(PATIENCE_MS, [], { ref: false }).then(() => {
        ending.kill('SIGKILL');
        return fail('it did not end when it was asked to');
      }),
    ]);
    if (code !== 0) {
      fail(`it ended with ${code} when it was asked to end`);
    }
  }
}

/** The program under test. */
function binary() {
  return process.env['PARLOR'] ?? fail('PARLOR must be the path of the binary');
}

/**
 * The address in what a server prints.
 *
 * @param {import('node:stream').Readable} output
 * @returns {Promise<string>}
 */
async function address(output) {
  for await (const line of createInterface({ input: output })) {
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line);
    if (found !== null) {
      output.resume();
      return found[0];
    }
  }
  return fail('it printed no address');
}

/**
 * @param {string} why
 * @returns {never}
 */
function fail(why) {
  throw new Error(`parlor serve: ${why}`);
}
