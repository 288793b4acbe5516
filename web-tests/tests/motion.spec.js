import { expect, test } from '../support/fixtures.js';
import { BLACK, SHORT_GAME, WHITE } from '../support/kuba.js';
import { HERE, startGame } from '../support/table.js';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('@playwright/test').Locator} Locator
 */

test.use({ javaScriptEnabled: true });

/**
 * @param {Page} page
 * @param {string} cell
 */
const marble = (page, cell) => page.getByRole('link', { name: `Choose the marble at ${cell}` });

/** @param {Page} page */
const lastMove = (page) => page.locator('.moves li').first();

/**
 * Drags a thing by so much of its own width, in a few steps as a hand does.
 *
 * @param {Locator} thing
 * @param {number} right
 * @param {number} down
 */
async function drag(thing, right, down) {
  const box = await thing.boundingBox();
  if (box === null) {
    throw new Error('it cannot be seen');
  }
  const { mouse } = thing.page();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x + right * box.width, y + down * box.height, { steps: 5 });
  await mouse.up();
}

/**
 * Drags a marble as a push in notation says.
 *
 * @param {Page} page
 * @param {string} push
 */
async function pushByHand(page, push) {
  const ways = { L: [-0.8, 0.1], R: [0.8, 0.1], F: [0.1, -0.8], B: [0.1, 0.8] };
  const [right = 0, down = 0] = ways[/** @type {keyof typeof ways} */ (push.slice(2))];
  await drag(marble(page, push.slice(0, 2)), right, down);
}

/** @param {Page} page */
async function kuba(page) {
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
}

/**
 * What moves in the next step, as it is asked to.
 *
 * @param {Page} page
 */
async function watchMotions(page) {
  await page.evaluate(() => {
    const seen = /** @type {string[]} */ ([]);
    Object.assign(window, { seen });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      const timing = typeof options === 'object' ? options : { duration: options };
      seen.push(`${this.id} ${timing?.duration}`);
      return animate.call(this, frames, options);
    };
  });
  return () => page.evaluate(() => /** @type {string[]} */ (Reflect.get(window, 'seen')));
}

test('a whole game of Kuba is played by dragging marbles', async ({ newcomer }) => {
  const page = await newcomer();
  await kuba(page);
  const seen = await watchMotions(page);
  for (const push of SHORT_GAME) {
    await pushByHand(page, push);
    await expect(lastMove(page)).toContainText(push);
  }
  await expect(page).toHaveTitle(/^Game over/);
  const motions = await seen();
  // The first push moves a run of two, the last one takes the seventh red.
  expect(motions.slice(0, 3)).toEqual(['marble-11 180', 'marble-21 180', 'marble-15 180']);
  expect(motions).toContain('gone 600');
  // It comes into its place in the tray, and that is seen before the end is told.
  expect(motions.slice(-2)).toEqual([' 200', ' 400']);
});

test('a marble is pushed by the arrow keys, and a refused push says why', async ({ newcomer }) => {
  const page = await newcomer();
  await kuba(page);
  const cell = (/** @type {string} */ key) =>
    page.getByRole('gridcell').filter({ hasText: new RegExp(`^${key} `, 'u') });
  await cell('66').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(cell('65')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cell('65')).toHaveAccessibleName(/Leave the marble at 65/u);
  await page.keyboard.press('Escape');
  await expect(cell('65')).toHaveAccessibleName(/Choose the marble at 65/u);
  await page.keyboard.press('Enter');
  await expect(cell('65')).toHaveAccessibleName(/Leave the marble at 65/u);
  await page.keyboard.press('ArrowUp');
  await expect(lastMove(page)).toContainText('65F');

  // Behind it there is another marble.
  await cell('05').focus();
  await page.keyboard.press('Enter');
  await expect(cell('05')).toHaveAccessibleName(/Leave the marble at 05/u);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('alert')).toContainText('That was not done');
  await expect(page.getByRole('alert')).toContainText(/Why[?]/);
});

test('dice tumble for less than a second', async ({ newcomer }) => {
  const page = await newcomer();
  await startGame(page, 'Ludo', { 'A, the circle': HERE, 'C, the triangle': HERE });
  const seen = await watchMotions(page);
  await page.getByRole('button', { name: 'Roll the die' }).first().click();
  await expect(page.getByRole('region', { name: 'Now' })).toContainText('rolled');
  const [first] = await seen();
  expect(first).toBe('die 600');
});

test('with reduced motion nothing moves, and the words say it', async ({ newcomer }) => {
  const page = await newcomer();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await kuba(page);
  const seen = await watchMotions(page);
  await drag(marble(page, '65'), 0, -0.8);
  await expect(lastMove(page)).toContainText('65F');
  await expect(page.locator('#step')).toContainText('65');
  expect(await seen()).toEqual([]);
});
