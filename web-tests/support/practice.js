import { expect } from '@playwright/test';

import { KEYS, board } from './grid.js';
import { reach } from './keys.js';

/** @typedef {import('@playwright/test').Page} Page */

/** The cells beside a marble, by the letter of a direction. Rules: K-2. @type {Record<string, [number, number]>} */
const WAYS = { L: [0, -1], R: [0, 1], F: [-1, 0], B: [1, 0] };

/** What is said of a move. @param {Page} page */
export const outcome = (page) => page.locator('#outcome');

/** @param {Page} page @param {string} key */
const cell = (page, key) => page.locator(`.targets .rows .spot[data-key="${key}"]`);

/** @param {string} move of Kuba @returns {string} the key of the cell beside its marble */
function beside(move) {
  const [row = 0, column = 0] = WAYS[move.slice(2)] ?? [];
  return `${Number(move[0]) + row}${Number(move[1]) + column}`;
}

/**
 * Where a move of Ludo is pressed: the die, or the token that it moves; of a pair, the one that lies above.
 *
 * @param {string} move
 */
const spot = (move) => (move === 'roll' ? 'A-die' : `${move[0]}${move.at(-1)}`);

/** Makes a move. @callback Hand @param {Page} page @param {string} move @returns {Promise<void>} */

/** @type {Hand} a marble is pressed and then the cell that it goes to */
export async function press(page, move) {
  if (move === 'end') {
    await page.locator('.targets').getByRole('link', { name: 'End turn' }).click();
  } else if (/^\d\d[LRFB]$/u.test(move)) {
    await cell(page, move.slice(0, 2)).getByRole('link').click();
    await cell(page, beside(move)).getByRole('link', { name: /^Push/u }).click();
  } else {
    await cell(page, spot(move)).getByRole('link').click();
  }
}

/** @type {Hand} a marble is drawn, by a finger or by the mouse */
export async function drag(page, move) {
  const box = /^\d\d[LRFB]$/u.test(move) ? await cell(page, move.slice(0, 2)).boundingBox() : null;
  const [down = 0, right = 0] = WAYS[move.slice(2)] ?? [];
  if (!box) {
    await press(page, move);
    return;
  }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right * box.width * 0.4, y + down * box.width * 0.4, { steps: 4 });
  await page.mouse.move(x + right * box.width * 0.9, y + down * box.width * 0.9, { steps: 4 });
  await page.mouse.up();
}

/** @type {Hand} */
export async function tap(page, move) {
  if (/^\d\d[LRFB]$/u.test(move)) {
    await cell(page, move.slice(0, 2)).getByRole('link').tap();
    await cell(page, beside(move)).getByRole('link', { name: /^Push/u }).tap();
  } else if (move === 'end') {
    await page.locator('.targets').getByRole('link', { name: 'End turn' }).tap();
  } else {
    await cell(page, spot(move)).getByRole('link').tap();
  }
}

/** @type {Hand} by keys alone: the Tab key comes to the board once, and arrows lead over it */
export async function type(page, move) {
  if (/^\d\d[LRFB]$/u.test(move)) {
    const { enter, lead } = board(page);
    await enter();
    await lead(Number(move[0]), Number(move[1]));
    await page.keyboard.press('Enter');
    await expect(outcome(page)).toContainText('chosen');
    await page.keyboard.press(KEYS[/** @type {keyof typeof KEYS} */ (move[2])]);
    return;
  }
  const control = page.locator(`[data-action="${move}"]`);
  if (!(await control.isVisible())) {
    await reach(page, page.locator('summary').filter({ hasText: 'All moves' }), 'the fold of all moves');
    await page.keyboard.press('Enter');
  }
  await reach(page, control, move);
  await page.keyboard.press('Enter');
}

/**
 * Makes moves one after the other, each once the address has the one before.
 *
 * @param {Page} page
 * @param {readonly string[]} moves
 * @param {Hand} act
 * @param {string} name of what is played
 */
export async function play(page, moves, act, name) {
  for (const [index, move] of moves.entries()) {
    await act(page, move);
    const made = () => new URL(page.url()).searchParams.get('line')?.split('.').length;
    await expect.poll(made, `${name}, ${move}`).toBe(index + 1);
  }
}
