import { expect, test } from '../support/fixtures.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { ELSEWHERE, HERE, Table, invitation, openForm, pressForGame, takeSeat } from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** A telephone. */
test.use({ viewport: { width: 360, height: 740 } });

/** @param {Page} page */
const answer = (page) => page.getByRole('link', { name: /Answer$/u });

/** @param {Page} page */
const asks = (page) => page.getByRole('button', { name: 'Ask for a hint' });

/** @param {Page} page where its board begins, in the page */
function topOfBoard(page) {
  return page.locator('.stage').evaluate((board) => board.getBoundingClientRect().top + scrollY);
}

/**
 * A game of which Ann plays White, and Bob plays Black.
 *
 * @param {() => Promise<Page>} newcomer
 * @param {string} clocks
 */
async function twoPlayers(newcomer, clocks = 'none') {
  const ann = await newcomer();
  await openForm(ann, 'Kuba');
  for (const [seat, player] of [
    [WHITE, HERE],
    [BLACK, ELSEWHERE],
  ]) {
    const list = ann.getByRole('combobox', { name: `Who plays ${seat}`, exact: true });
    await list.selectOption(player ?? '');
  }
  // By these rules there are draws.
  await ann.getByRole('radio', { name: 'Tournament' }).check();
  await ann.getByRole('combobox', { name: 'Clocks' }).selectOption(clocks);
  await pressForGame(ann, 'Start the game');
  // Held still, the page cannot load itself again while its link is read.
  await new Table(ann).look();
  const bob = await newcomer();
  await takeSeat(bob, await invitation(ann), 'Bob');
  return { ann, bob };
}

test('nobody is told to answer who was not asked', async ({ newcomer }) => {
  const { ann, bob } = await twoPlayers(newcomer);
  const [white, black] = [new Table(ann), new Table(bob)];
  await white.look();
  await expect(asks(ann)).toBeVisible();
  await expect(answer(ann)).toHaveCount(0);
  await white.press(asks(ann));
  // Who asked may withdraw that, and has nothing to answer.
  await expect(ann.getByRole('button', { name: 'Withdraw the request' })).toBeVisible();
  await expect(answer(ann)).toHaveCount(0);
  await black.look();
  await expect(answer(bob)).toHaveAccessibleName('Player W asks for a hint. Answer');
});

for (const clocks of ['none', '300+5']) {
  test(`at the board a request covers none of it, clocks ${clocks}`, async ({ newcomer }) => {
    const { ann, bob } = await twoPlayers(newcomer, clocks);
    const [white, black] = [new Table(ann), new Table(bob)];
    await white.look();
    await white.press(ann.getByRole('button', { name: 'Offer a draw' }));
    await black.look();
    await bob.goto(`${bob.url()}#board`);
    await expect(answer(bob)).toBeInViewport({ ratio: 1 });
    const { y = 0, height = 0 } = (await answer(bob).boundingBox()) ?? {};
    const board = await bob.locator('.stage').boundingBox();
    expect(y + height).toBeLessThanOrEqual(board?.y ?? 0);
  });
}

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('the board stays where it is when a request comes and goes', async ({ newcomer }) => {
    const { ann, bob } = await twoPlayers(newcomer);
    await expect(asks(ann)).toBeVisible();
    const before = await topOfBoard(bob);
    await asks(ann).press('Enter');
    await expect(answer(bob)).toBeInViewport();
    expect(await topOfBoard(bob)).toBe(before);
    // Who asks has their board where it was, too.
    expect(await topOfBoard(ann)).toBe(before);
    await ann.getByRole('button', { name: 'Withdraw the request' }).press('Enter');
    await expect(answer(bob)).toHaveCount(0);
    expect(await topOfBoard(bob)).toBe(before);
    expect(await topOfBoard(ann)).toBe(before);
  });
});
