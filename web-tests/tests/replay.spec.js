import { expect, test } from '../support/fixtures.js';
import { pushInWords, unfold } from '../support/fold.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { HERE, startGame } from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * The replay of a game of two pushes, at its start.
 *
 * @param {Page} page
 */
async function replay(page) {
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  for (const push of ['65F', '05B']) {
    await pushInWords(page, push);
    await expect(page.locator('.moves li').first()).toHaveText(push);
  }
  await unfold(page, 'More');
  await page.getByText('Give up').click();
  await page.getByRole('button', { name: 'Resign for Player W' }).click();
  await expect(page.getByRole('button', { name: 'Rematch' })).toBeInViewport();
  await page.getByRole('link', { name: 'What decided it?' }).click();
  await expect(page.getByRole('heading', { name: 'The start, before 2 moves' })).toBeVisible();
}

test('without scripts the list of moves of a replay is one stop, and open for who uses it', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await replay(page);
  const steps = page.getByRole('navigation', { name: 'Through the game' });
  await steps.getByRole('link', { name: 'Next' }).click();
  await expect(steps.getByRole('link', { name: 'Next' })).toBeFocused();
  const list = page.getByText('Go to a move');
  await list.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByText('The board in words')).toBeFocused();
  await list.click();
  await page.getByRole('link', { name: '05B' }).click();
  await expect(page.getByRole('heading', { name: 'Move 2 of 2' })).toBeVisible();
  await expect(page.getByRole('link', { name: '05B' })).toBeFocused();
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('a replay is stepped through by the arrow keys, Home and End', async ({ newcomer }) => {
    const page = await newcomer();
    await replay(page);
    const steps = page.getByRole('navigation', { name: 'Through the game' });
    for (const [key, place, step] of /** @type {const} */ ([
      ['ArrowRight', 'Move 1 of 2', 'Next'],
      ['ArrowRight', 'Move 2 of 2', 'Next'],
      ['ArrowRight', 'Move 2 of 2', 'Next'],
      ['ArrowLeft', 'Move 1 of 2', 'Back'],
      ['End', 'Move 2 of 2', 'Last'],
      ['Home', 'The start, before 2 moves', 'First'],
    ])) {
      await page.waitForLoadState();
      await page.keyboard.press(key);
      await expect(page.getByRole('heading', { name: place })).toBeVisible();
      await expect(steps.getByRole('link', { name: step })).toBeFocused();
    }
  });
});
