import { expect, test } from '../support/fixtures.js';
import { unfold } from '../support/fold.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { ELSEWHERE, HERE, invitation, startGame, takeSeat } from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

test.use({ javaScriptEnabled: true });

/**
 * What can be pressed of the choices and is covered by something else.
 *
 * @param {Page} page
 */
const covered = (page) =>
  page.locator('.choices button:visible,.choices [open] > summary:visible').evaluateAll((all) =>
    all.flatMap((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const corners = [top + 8, (top + bottom) / 2, bottom - 8].map((y) =>
        document.elementFromPoint((left + right) / 2, y),
      );
      return corners.every((at) => at && one.contains(at)) ? [] : [one.textContent];
    }),
  );

test('what is told lies over nothing that can be pressed, at any size, and moves no choice on a telephone', async ({
  newcomer,
}) => {
  const ann = await newcomer();
  await ann.emulateMedia({ reducedMotion: 'reduce' });
  await startGame(ann, 'Ludo', { 'A, the circle': HERE, 'C, the triangle': ELSEWHERE });
  const bob = await newcomer();
  await takeSeat(bob, await invitation(ann), 'Bob');
  await ann.setViewportSize({ width: 360, height: 740 });
  const roll = ann.getByRole('button', { name: 'Roll the die' }).last();
  await expect(roll).toBeVisible();
  const before = await roll.boundingBox();
  await unfold(bob, 'Talk');
  await bob.getByRole('button', { name: 'Good luck!' }).click();
  await bob.getByRole('button', { name: 'Thanks!' }).click();
  await expect(ann.getByText('Bob: Thanks!')).toBeInViewport({ ratio: 1 });
  expect(await roll.boundingBox()).toEqual(before);
  for (const [width, height] of [[360, 740], [740, 360], [820, 1180], [1366, 768]]) {
    await ann.setViewportSize({ width: width ?? 0, height: height ?? 0 });
    expect(await covered(ann), `${width} x ${height}`).toEqual([]);
  }
});

test('neither does a hint', async ({ newcomer }) => {
  const page = await newcomer();
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Ask for a hint' }).click();
  await expect(page.locator('#hint-words')).toHaveText(/^Hint for/u);
  for (const [width, height] of [[360, 740], [740, 360], [820, 1180], [1366, 768]]) {
    await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
    await expect(page.locator('#hint-words')).toBeInViewport({ ratio: 1 });
    expect(await covered(page), `${width} x ${height}`).toEqual([]);
  }
});

test('a reason leads to its rule, in sight and marked, and back to the game', async ({ newcomer }) => {
  const page = await newcomer();
  await page.setViewportSize({ width: 360, height: 740 });
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const game = page.url();
  await unfold(page, 'More');
  await page.getByRole('textbox', { name: 'Your move' }).fill('33F');
  await page.getByRole('button', { name: 'Play it' }).click();
  // What was refused is read over the sheet.
  await page.getByRole('link', { name: 'Why?' }).click();
  const rule = page.locator('.rules p', { has: page.locator('#K-3') });
  await expect(rule).toBeInViewport({ ratio: 1 });
  await expect(rule).toHaveCSS('outline-style', 'solid');
  const back = page.getByRole('link', { name: 'Back to the game' });
  await expect(back).toBeInViewport({ ratio: 1 });
  await back.click();
  await expect(page).toHaveURL(game);
});

test('on a telephone no text is tiny, and whatever can be pressed beside the board is large enough', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await page.setViewportSize({ width: 360, height: 740 });
  const tiny = () =>
    page.evaluate(() => {
      const seen = [...document.querySelectorAll('body *:not(script,noscript,svg *)')].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      );
      const isWritten = (/** @type {Element} */ one) =>
        [...one.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.nodeValue?.trim());
      const small = seen.filter(
        (one) => isWritten(one) && !one.closest('.unseen') && parseFloat(getComputedStyle(one).fontSize) < 13,
      );
      const low = seen.filter(
        (one) => one.matches('a:not(.skip),button,summary') && !one.closest('#board') && one.clientWidth !== 1,
      );
      return [...small, ...low.filter((one) => one.getBoundingClientRect().height < 44)].map(
        (one) => one.textContent,
      );
    });
  await page.goto('/');
  expect(await tiny()).toEqual([]);
  await page.goto('/new/ludo');
  await page.getByRole('button', { name: '4 at one screen' }).click();
  await expect(page).toHaveURL(/games/u);
  await expect(page.getByRole('region', { name: 'Players' }).getByRole('listitem')).toHaveCount(4);
  expect(await tiny()).toEqual([]);
});

test('who plays one seat is "You" with the name beside it', async ({ newcomer }) => {
  const ann = await newcomer();
  await startGame(ann, 'Ludo', { 'A, the circle': HERE, 'C, the triangle': ELSEWHERE });
  const bob = await newcomer();
  await takeSeat(bob, await invitation(ann), 'Bartholomew the Second of Bath');
  const own = bob.locator('.players.own');
  await expect(own).toContainText('You');
  await expect(own).toContainText('Bartholomew the Second of Bath');
  // Whatever is cut can be read whole.
  const other = ann.getByTitle('Bartholomew the Second of Bath').first();
  await expect(other).toHaveText('Bartholomew the Second of Bath');
});
