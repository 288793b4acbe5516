import { expect, test } from '../support/fixtures.js';
import { fold, unfold } from '../support/fold.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { HERE, startGame } from '../support/table.js';

test.use({ javaScriptEnabled: true });

test('a board that is turned to its player has true numbers, and keys that go where they point', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const cells = page.getByRole('gridcell');
  await expect(cells.first()).toHaveAttribute('data-key', '00');
  await unfold(page, 'More');
  await page.getByRole('button', { name: 'Turn boards to my side' }).click();
  // White sits at the upper side.
  await expect(cells.first()).toHaveAttribute('data-key', '66');
  await expect(cells.last()).toHaveAttribute('data-key', '00');
  await fold(page, 'More');
  const cell = (/** @type {string} */ key) => page.locator(`[role=gridcell][data-key="${key}"]`);
  await cell('01').focus();
  await page.keyboard.press('Enter');
  await expect(cell('01')).toHaveAccessibleName(/Leave the marble at 01/u);
  // What is seen above lies in the next row.
  const [marble, ahead] = await Promise.all([cell('01').boundingBox(), cell('11').boundingBox()]);
  expect(ahead?.y).toBeLessThan(marble?.y ?? 0);
  await page.locator('.stage').screenshot({ path: 'screenshots/kuba-turned.png' });
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('.moves li').first()).toContainText('01B');
  // Black sits below, and sees the board as it is drawn.
  await expect(cells.first()).toHaveAttribute('data-key', '00');

  await startGame(page, 'Ludo', { 'A, the circle': HERE, 'C, the triangle': 'Nobody', 'B, the square': HERE });
  const die = await page.getByRole('gridcell', { name: 'A is to roll' }).boundingBox();
  const board = await page.locator('.stage').boundingBox();
  expect(die?.y).toBeGreaterThan((board?.y ?? 0) + (board?.height ?? 0) / 2);
  await page.locator('.stage').screenshot({ path: 'screenshots/ludo-turned.png' });
});
