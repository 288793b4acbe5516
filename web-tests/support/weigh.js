import { HERE } from './table.js';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ requests: number, bytes: number, largest: number }} Weight
 */

/** A telephone and a laptop. */
export const SCREENS = [
  { width: 360, height: 740 },
  { width: 1366, height: 768 },
];

/**
 * The most that a game may shift, the bytes that a press, home and the scripts may take, and the
 * milliseconds from a press to what can be pressed next on a slow telephone.
 */
export const BOUNDS = { shift: 0.1, press: 12_000, home: 30_000, scripts: 45_000, answer: 1_300 };

/** The seats of the games that are weighed, as the form calls them. */
export const TABLES = /** @type {const} */ ([
  { name: 'Ludo, one bot', game: 'Ludo', bots: ['C, the triangle'], bot: 'priority' },
  { name: 'Ludo, three bots', game: 'Ludo', bots: ['B, the square', 'C, the triangle', 'D, the diamond'], bot: 'priority' },
  { name: 'Kuba', game: 'Kuba', bots: ['Black'], bot: 'level-1' },
  { name: 'Kuba, the strongest bot', game: 'Kuba', bots: ['Black'], bot: 'level-8' },
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
  let seen = { requests: 0, bytes: 0, largest: 0 };
  browser.on('Network.loadingFinished', ({ encodedDataLength }) => {
    seen.requests += 1;
    seen.bytes += encodedDataLength;
    seen.largest = Math.max(seen.largest, encodedDataLength);
  });
  return () => {
    const weight = seen;
    seen = { requests: 0, bytes: 0, largest: 0 };
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
          const names = entry.sources.map(
            (/** @type {any} */ { node, previousRect: from, currentRect: to }) =>
              `${node?.nodeName}#${node?.id}.${node?.className} ${from.x},${from.y} to ${to.x},${to.y}`,
          );
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
  const all = /** @type {{ value: number, what: string }[]} */ (
    await page.evaluate(() => Reflect.get(window, 'shifts'))
  );
  return all.sort((one, other) => other.value - one.value);
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
 * Presses one of the choices, and waits until the next can be pressed. What it does to the layout
 * counts: it is no input of a person.
 *
 * @param {Page} page
 * @param {<T>(among: readonly T[]) => T} choose
 * @returns {Promise<boolean>} false once the game is over, and nothing was pressed
 */
export async function press(page, choose) {
  if ((await page.title()).startsWith('Game over')) {
    return false;
  }
  const version = await page.getByRole('main').getAttribute('data-version');
  const actions = await page.evaluate(() =>
    [...document.querySelectorAll('.choices button')].map((button) => /** @type {HTMLButtonElement} */ (button).value),
  );
  await page.evaluate((action) => {
    const button = document.querySelector(`.choices button[value="${action}"]`);
    /** @type {HTMLButtonElement} */ (button).click();
  }, choose(actions));
  await page.waitForFunction(
    (before) => document.querySelector('main')?.dataset['version'] !== before,
    version,
  );
  await ready(page);
  return true;
}

/**
 * Shows at once whatever would move from now on.
 *
 * @param {Page} page
 */
export async function finish(page) {
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const film = animate.call(this, frames, options);
      film.finish();
      return film;
    };
  });
}
