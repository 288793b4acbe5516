import { BLACK, WHITE } from './kuba.js';
import { HERE, startGame } from './table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** How many moves of a game are enough, and how many games. */
const MOVES = 60;
const GAMES = 10;

/**
 * Sends an action by a request alone.
 *
 * @param {Page} page of a game, of whose seats its browser holds all
 * @param {Record<string, string>} fields of the form, beside those of the first choice that there is
 * @returns {Promise<string[]>} the moves of the game in notation
 */
async function send(page, fields) {
  const { origin, pathname } = new URL(page.url());
  const shown = await (await page.request.get(`${pathname}?still`)).text();
  const [, version = ''] = /data-version="(\d+)"/u.exec(shown) ?? [];
  const [, action = ''] = /id="choices"[^]*? name="action" value="([^"]+)"/u.exec(shown) ?? [];
  const form = { version, action_id: version.padStart(32, '0'), action, ...fields };
  await page.request.post(`${pathname}/act`, { form, headers: { origin } });
  const record = await (await page.request.get(`${pathname}/record.txt`)).text();
  const [, moves = ''] = record.split('\n\n');
  return moves.split(/\s+/u).filter((move) => /^\w/u.test(move) && !move.endsWith('.'));
}

/**
 * Plays a game of Kuba of two pushes, which White then gives up.
 *
 * @param {Page} page
 */
export async function endKuba(page) {
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  await send(page, { action: '65F' });
  await send(page, { action: '05B' });
  await send(page, { action: 'resign', seat: 'W' });
}

/**
 * Plays a game of Ludo until two rolls one after the other moved nothing, and then something moved;
 * then one gives up.
 *
 * @param {Page} page
 * @returns {Promise<string[]>} its moves in notation
 */
export async function endLudo(page) {
  for (let game = 0; game < GAMES; game += 1) {
    await startGame(page, 'Ludo', { 'A, the circle': HERE, 'C, the triangle': HERE });
    for (let move = 0; move < MOVES; move += 1) {
      const moves = await send(page, {});
      if (/- \w+- .*[pq]$/u.test(moves.join(' '))) {
        await send(page, { action: 'resign', seat: 'A' });
        return moves;
      }
    }
  }
  throw new Error('no two rolls were lost');
}
