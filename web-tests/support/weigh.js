import { HERE } from './table.js';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ requests: number, bytes: number }} Weight
 */

/** The seats of the games that are weighed, as the form calls them. */
export const TABLES = /** @type {const} */ ([
  { name: 'Ludo, one bot', game: 'Ludo', bots: ['C, the triangle'], bot: 'priority' },
  { name: 'Ludo, three bots', game: 'Ludo', bots: ['B, the square', 'C, the triangle', 'D, the diamond'], bot: 'priority' },
  { name: 'Kuba', game: 'Kuba', bots: ['Black'], bot: 'random' },
]);

/** @typedef {(typeof TABLES)[number]} WeighedTable */

/**
 * Who plays, by the seats' names in the form: the first seat is played here.
 *
 * @param {WeighedTable} table
 * @returns {Record<string, string | { value: string }>}
 */
export function players({ game, bots, bot }) {
  const others = bots.map((seat) => [seat, { value: `bot:${bot}` }]);
  return { [game === 'Ludo' ? 'A, the circle' : 'White']: HERE, ...Object.fromEntries(others) };
}

/**
 * Counts what comes over the wire: whole responses, as they were compressed.
 *
 * @param {Page} page
 * @returns {Promise<() => Weight>} what came since it was called last
 */
export async function weigh(page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  let seen = { requests: 0, bytes: 0 };
  browser.on('Network.loadingFinished', ({ encodedDataLength }) => {
    seen.requests += 1;
    seen.bytes += encodedDataLength;
  });
  return () => {
    const weight = seen;
    seen = { requests: 0, bytes: 0 };
    return weight;
  };
}

/**
 * Sums the shifts of the layout that no press has caused half a second before, on this page and on
 * those that follow it.
 *
 * @param {Page} page
 */
export async function watchShifts(page) {
  await page.addInitScript(() => {
    const shifts = /** @type {{ value: number, what: string }[]} */ ([]);
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries())) {
        if (!entry.hadRecentInput) {
          const names = entry.sources.map((/** @type {any} */ { node, previousRect: p, currentRect: c }) => {
            const { id = '', className = '', nodeName = 'gone' } = node ?? {};
            const at = (/** @type {DOMRect} */ r) => `${r.x},${r.y} ${r.width}x${r.height}`;
            return `${nodeName}#${id}.${className} ${at(p)} -> ${at(c)}`;
          });
          shifts.push({ value: entry.value, what: names.join('; ') });
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * The shifts so far, the largest first.
 *
 * @param {Page} page
 * @returns {Promise<{ value: number, what: string }[]>}
 */
export async function shifts(page) {
  const all = await page.evaluate(() => Reflect.get(window, 'shifts') ?? []);
  return all.sort((/** @type {any} */ one, /** @type {any} */ other) => other.value - one.value);
}

/** @param {Page} page that can be pressed on, or where the game is over */
export async function ready(page) {
  await page.waitForFunction(() => {
    const isOver = document.title.startsWith('Game over');
    const main = document.querySelector('main:not([aria-busy],[data-plays])');
    return isOver || (main && document.title.startsWith('Your move'));
  });
}

/**
 * Presses one of the choices, and waits until the next can be pressed.
 *
 * @param {Page} page
 * @param {<T>(among: readonly T[]) => T} choose
 * @returns {Promise<boolean>} whether the game goes on
 */
export async function press(page, choose) {
  if ((await page.title()).startsWith('Game over')) {
    return false;
  }
  const version = await page.getByRole('main').getAttribute('data-version');
  const actions = await page.evaluate(() =>
    [...document.querySelectorAll('.choices button')].map((button) => /** @type {HTMLButtonElement} */ (button).value),
  );
  const action = choose(actions);
  await page.evaluate((value) => {
    const button = document.querySelector(`.choices button[value="${value}"]`);
    /** @type {HTMLButtonElement} */ (button).click();
  }, action);
  await page.waitForFunction(
    (before) => document.querySelector('main')?.dataset['version'] !== before,
    version,
  );
  await ready(page);
  return true;
}
