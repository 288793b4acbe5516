import { holdFilms, letGo, moving } from '../support/film.js';
import { expect, test } from '../support/fixtures.js';
import { pushInWords } from '../support/fold.js';
import { BLACK, SHORT_GAME, WHITE } from '../support/kuba.js';
import { act, alternate } from '../support/quick.js';
import { ELSEWHERE, HERE, invitation, startGame, takeSeat } from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

const PHONE = { width: 360, height: 740 };
const LAST = SHORT_GAME.at(-1) ?? '';

/**
 * A game of Kuba between two, before its last push.
 *
 * @param {() => Promise<Page>} newcomer
 */
async function nearlyOver(newcomer) {
  const ann = await newcomer();
  await startGame(ann, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
  const bob = await newcomer();
  await takeSeat(bob, await invitation(ann), 'Bob');
  await alternate([ann, bob], SHORT_GAME.slice(0, -1));
  await catchUp(ann, bob);
  return { ann, bob };
}

/** Shows what has happened, without a film of it: that may take longer than a test waits. @param {Page[]} pages */
async function catchUp(...pages) {
  for (const page of pages) {
    await page.reload();
  }
}

/** @param {Page} page @param {string} name */
const end = (page, name) => page.getByRole('region', { name, exact: true });

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('who wins is celebrated once, who loses is shown the result, and both can go on', async ({
    newcomer,
  }) => {
    const { ann, bob } = await nearlyOver(newcomer);
    await bob.setViewportSize(PHONE);
    await expect(ann).toHaveTitle(/^Your move/u);
    await pushInWords(ann, LAST);
    const [won, lost] = [end(ann, 'You won'), end(bob, 'Player W won')];
    await expect(won).toBeFocused();
    await expect(ann.locator('html')).toHaveAttribute('data-glad');
    await expect(won).toContainText('7 reds');
    await expect(won).toContainText('You captured seven reds.');
    await expect(won.getByRole('listitem')).toHaveText([/You/u, /Bob/u]);
    // A press ends the celebration, and does what it does.
    await ann.keyboard.press('Escape');
    await expect(won).toBeHidden();
    await expect(ann.locator('html')).not.toHaveAttribute('data-glad');
    const open = ann.getByRole('button', { name: 'Show the result' });
    await expect(open).toBeFocused();
    await open.press('Enter');
    await expect(won).toBeFocused();

    // On a phone it is all that is seen, and all of it is.
    await expect(lost).toContainText('Player W captured seven reds.');
    await expect(bob.locator('html')).not.toHaveAttribute('data-glad');
    await expect(lost.getByRole('button', { name: 'Rematch' })).toBeInViewport({ ratio: 1 });
    await expect(lost.getByRole('button', { name: 'What decided it?' })).toBeInViewport({ ratio: 1 });
    await expect(lost.getByRole('link', { name: 'Share' })).toBeInViewport({ ratio: 1 });
    await expect(bob.locator('.board')).toBeHidden();
    await lost.getByRole('button', { name: 'Close' }).click();
    await expect(bob.locator('.board')).toBeVisible();

    // Later it is there again, and nothing falls.
    await ann.reload();
    await expect(won).toBeVisible();
    await expect(ann.locator('html')).not.toHaveAttribute('data-glad');
    await won.getByRole('button', { name: 'Rematch' }).click();
    await expect(ann).toHaveTitle(/^(?!Game over)/u);
    await bob.getByRole('link', { name: 'Go to the next game' }).click();
    await expect(bob).toHaveTitle(/^(?!Game over)/u);
  });

  test('who watches is told names and sees it celebrated, unless nothing is to move', async ({
    newcomer,
  }) => {
    const both = await newcomer();
    await startGame(both, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
    await act(both, ...SHORT_GAME.slice(0, -1));
    await catchUp(both);
    const [watcher, still] = [await newcomer(), await newcomer()];
    await still.emulateMedia({ reducedMotion: 'reduce' });
    for (const page of [watcher, still]) {
      await page.goto(both.url());
      await expect(page.locator('main')).toHaveAttribute('data-version', '21');
    }
    await act(both, LAST);
    for (const page of [both, watcher, still]) {
      await expect(end(page, 'Player W won')).toContainText('They captured seven reds.');
    }
    await expect(both.locator('html')).toHaveAttribute('data-glad');
    await expect(watcher.locator('html')).toHaveAttribute('data-glad');
    await expect(still.locator('html')).not.toHaveAttribute('data-glad');
    await expect(watcher.getByRole('button', { name: 'Rematch' })).toHaveCount(0);
  });

  test('a game is shared by what the device has, or its link is copied', async ({ newcomer }) => {
    const page = await newcomer();
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
    });
    await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
    const address = page.url();
    await act(page, 'abandon');
    await expect(end(page, 'No result')).toContainText('The game was ended: nobody won.');
    const share = page.getByRole('link', { name: 'Share' });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Close' }).click();
    // What one does next is in reach, too, where the board is shown.
    for (const next of [page.getByRole('button', { name: 'Show the result' }), page.getByRole('button', { name: 'Rematch' }), share]) {
      await expect(next).toBeInViewport({ ratio: 1 });
    }
    await share.click();
    await expect(page.locator('.over .shared')).toHaveText('The link is copied.');
    await page.getByRole('button', { name: 'Show the result' }).click();
    await share.click();
    await expect(page.locator('.verdict .shared')).toHaveText('The link is copied.');
    await expect(share).toBeFocused();
    await page.evaluate(() => {
      const value = async (/** @type {ShareData} */ data) => Object.assign(window, { data });
      Object.defineProperty(navigator, 'share', { value });
    });
    await share.click();
    await page.waitForFunction(() => 'data' in window);
    expect(await page.evaluate(() => Reflect.get(window, 'data').url)).toBe(address);
  });

  test('that a move was taken back is said on every page', async ({ newcomer }) => {
    const ann = await newcomer();
    await startGame(ann, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
    const bob = await newcomer();
    await takeSeat(bob, await invitation(ann), 'Bob');
    await act(ann, '65F', 'ask-undo');
    await bob.getByRole('button', { name: 'Let them take it back' }).click();
    await expect(bob.locator('#step')).toHaveText('Player W took back a move.');
    await expect(ann.locator('#step')).toHaveText('Your move was taken back.');
    const late = await newcomer();
    await late.goto(ann.url());
    await expect(late.locator('#step')).toHaveText('Player W took back a move.');
  });

  test('while a step is shown, no card says who is to move', async ({ newcomer }) => {
    const page = await newcomer();
    await holdFilms(page);
    await startGame(page, 'Ludo', { 'A, the circle': HERE, 'C, the triangle': HERE });
    const due = page.getByRole('region', { name: 'Players' }).getByText('to move');
    await expect(due).toBeVisible();
    await page.locator('.choices').getByRole('button', { name: 'Roll' }).click();
    await moving(page);
    await expect(due).toBeHidden();
    await expect(async () => {
      await letGo(page);
      await expect(due).toBeVisible({ timeout: 50 });
    }).toPass();
  });
});

test('without scripts the end is a part of the page, and covers nothing', async ({ newcomer }) => {
  const { ann, bob } = await nearlyOver(newcomer);
  await bob.setViewportSize(PHONE);
  await act(ann, LAST);
  for (const [page, name] of /** @type {const} */ ([[ann, 'You won'], [bob, 'Player W won']])) {
    await page.goto(`${new URL(page.url()).pathname}?still`);
    await expect(end(page, name)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0);
    const [board, result] = [await page.locator('.stage').boundingBox(), await end(page, name).boundingBox()];
    if (!board || !result) throw new Error('both are shown');
    expect(result.y >= board.y + board.height || result.x >= board.x + board.width).toBe(true);
  }
  const picture = await ann.getByRole('link', { name: 'Share' }).getAttribute('href');
  expect((await ann.request.get(picture ?? '')).headers()['content-type']).toBe('image/png');
  await bob.getByRole('button', { name: 'Rematch' }).click();
  await expect(bob).toHaveTitle(/^(?!Game over)/u);
  await ann.goto(`${new URL(ann.url()).pathname}?still`);
  await expect(end(ann, 'You won').getByRole('link', { name: 'Go to the next game' })).toBeVisible();
});
