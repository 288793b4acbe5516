import { COLORS, expectAccessible } from '../support/audit.js';
import { expect, test } from '../support/fixtures.js';
import { endKuba, endLudo } from '../support/over.js';

/** @typedef {import('@playwright/test').Page} Page */

/** An analysis takes its turns behind all else. */
const PATIENCE = { timeout: 90_000 };

/**
 * Asks what decided the game that is over.
 *
 * @param {Page} page of it
 */
async function ask(page) {
  await page.goto(new URL(page.url()).pathname);
  await page.getByRole('button', { name: 'What decided it?' }).click();
  await expect(board(page)).toBeVisible(PATIENCE);
}

/** @param {Page} page */
const board = (page) => page.getByRole('region', { name: 'Board' });

/** @param {Page} page */
const now = (page) => page.locator('.now');

test('without scripts one press leads from the end of a game to what decided it', async ({ newcomer, laboratory }) => {
  const page = await newcomer();
  await page.setViewportSize({ width: 360, height: 740 });
  await endLudo(page);
  await ask(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('It ended by a resignation.');
  await expect(page.locator('.parts')).toContainText('Dice');
  const step = (/** @type {string} */ name) => page.getByRole('link', { name, exact: true });
  await step('First').click();
  await expect(now(page)).toContainText('The start');
  await step('Next').click();
  await expect(now(page)).toContainText(/rolled [1-6]/u);
  await expect(step('Next')).toBeFocused();
  await page.getByText('From start to end').click();
  await expect(page.getByRole('row', { name: /^At the start/u })).toBeVisible();
  await page.getByText('The dice', { exact: true }).click();
  await expectAccessible(page, laboratory, COLORS);
  const sideways = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(sideways).toBe(0);
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true, viewport: { width: 1366, height: 768 } });

  test('an analysis is stepped in place by keys, moments and the course itself', async ({ newcomer, laboratory }) => {
    const page = await newcomer();
    await endKuba(page);
    await ask(page);
    const entries = await page.evaluate('history.length');
    await page.keyboard.press('Home');
    await expect(now(page)).toContainText('The start');
    await page.keyboard.press('ArrowRight');
    await expect(now(page)).toContainText('1 of 2');
    await expect(page).toHaveURL(/\/analysis\?ply=1$/u);
    await expect(board(page).locator('#played')).toBeVisible();
    // The right edge of the course is the end of the game.
    const course = await page.locator('.plot.wide').boundingBox();
    if (!course) throw new Error('no course');
    await page.mouse.click(course.x + course.width * 0.97, course.y + course.height / 2);
    await expect(now(page)).toContainText('2 of 2');
    await page.getByText('All moves').click();
    await page.getByRole('link', { name: /^65F/u }).click();
    await expect(now(page)).toContainText('1 of 2');
    expect(await page.evaluate('history.length')).toBe(entries);
    await expectAccessible(page, laboratory, COLORS);
    // On a telephone the board is far above the list of moves, and comes back into sight.
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByRole('link', { name: /^05B/u }).click();
    await expect(now(page)).toContainText('2 of 2');
    await expect(page.locator('.stage')).toBeInViewport({ ratio: 0.9 });
  });
});
