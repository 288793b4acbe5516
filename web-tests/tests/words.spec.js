import { expect, test } from '../support/fixtures.js';
import { unfold } from '../support/fold.js';
import { BLACK, SHORT_GAME, WHITE, follow } from '../support/kuba.js';
import {
  ELSEWHERE,
  HERE,
  Table,
  invitation,
  openForm,
  playOut,
  startGame,
  takeSeat,
} from '../support/table.js';

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('links are told apart and copied one by one, and nobody is there to talk to', async ({
    newcomer,
  }) => {
    const page = await newcomer();
    await page.context().grantPermissions(['clipboard-read']);
    await startGame(page, 'Ludo', {
      'A, the circle': HERE,
      'B, the square': ELSEWHERE,
      'C, the triangle': ELSEWHERE,
    });
    await page.getByText('A link for each seat').click();
    const links = page.getByRole('main');
    const said = page.getByRole('region', { name: 'Invite friends' }).getByRole('status');
    for (const seat of ['B, the square', 'C, the triangle']) {
      const [letter] = seat;
      const field = links.getByRole('textbox', { name: `who plays ${seat}` });
      const copy = links.getByRole('button', { name: `Copy the link for Player ${letter}, ${seat}` });
      await copy.press('Enter');
      await expect(said).toHaveText(`Copied: the link for Player ${letter}, ${seat}.`);
      await expect(copy).toBeFocused();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await field.inputValue());
    }
    await expect(page.getByRole('heading', { name: 'Chat' })).toHaveCount(0);
  });

  test('a request that awaits an answer shows in the title', async ({ newcomer }) => {
    const [page, other] = [await newcomer(), await newcomer()];
    await openForm(page, 'Kuba');
    await page.getByRole('radio', { name: 'Tournament' }).check();
    const black = page.getByRole('combobox', { name: `Who plays ${BLACK}`, exact: true });
    await black.selectOption(ELSEWHERE);
    await page.getByRole('button', { name: 'Start the game' }).click();
    await takeSeat(other, await invitation(page), 'Bo');
    await expect(other).toHaveTitle(/^Player W to move/u);
    await expect(page.getByRole('heading', { name: 'Chat' })).toBeVisible();
    await unfold(page, 'More');
    const offer = page.locator('summary', { hasText: 'Offer a draw' });
    if (await offer.count()) await offer.click();
    await page.getByRole('button', { name: 'Offer a draw' }).click();
    await expect(other).toHaveTitle(/^You are asked/u);
    await expect(page).toHaveTitle(/^Your move/u);
    await other.getByRole('button', { name: 'Agree to the draw' }).click();
    await expect(page).toHaveTitle(/^Game over/u);
    await page.getByRole('button', { name: 'Rematch' }).click();
    await expect(other).toHaveTitle(/^The next game waits for you/u);
  });
});

test('a player who chooses a bot reads how it plays, without a script', async ({ newcomer }) => {
  const page = await newcomer();
  await openForm(page, 'Ludo');
  const list = page.getByRole('combobox', { name: 'Who plays C, the triangle', exact: true });
  const titles = await list.getByRole('option', { name: /^The bot/u }).allInnerTexts();
  expect(titles.map((title) => title.split(',')[0])).toEqual([
    'The bot Tumble',
    'The bot Ledger',
    'The bot Sage',
    'The bot Oracle',
  ]);
  const styles = page.getByRole('group', { name: 'Seat C, the triangle' }).locator('.styles li:visible');
  await list.selectOption('The bot Ledger, priority');
  await expect(list).toHaveAccessibleDescription(/^Leaves the yard/u);
  await expect(styles).toHaveText([/^Leaves the yard/u]);
  await list.selectOption('The bot Oracle, optimal');
  await expect(styles).toHaveText([/^Plays two-player Ludo/u]);
  await expect(list).toHaveAccessibleDescription(/^Plays two-player Ludo/u);

  await openForm(page, 'Kuba');
  const seat = page.getByRole('combobox', { name: `Who plays ${BLACK}`, exact: true });
  await seat.selectOption('The bot Onyx, level 8');
  await expect(seat).toHaveAccessibleDescription(/^Looks at 100,000 positions/u);
  await seat.selectOption(HERE);
  await expect(seat).toHaveAccessibleDescription('');
});

test('the end is announced once, to the players as theirs', async ({ newcomer }) => {
  const [page, other] = [await newcomer(), await newcomer()];
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
  await takeSeat(other, await invitation(page), 'Bo');
  const tables = [new Table(page), new Table(other)];
  await playOut(tables, follow(SHORT_GAME));
  for (const table of tables) await table.look();
  const now = (/** @type {import('@playwright/test').Page} */ one) =>
    one.getByRole('region', { name: 'Now' });
  await expect(now(page).getByRole('status')).toHaveText(/^You won: you captured seven reds/u);
  await expect(now(other).getByRole('status')).toHaveText(/^You lost: Player W captured/u);
  for (const one of [page, other]) {
    await expect(now(one)).not.toContainText('Places');
    expect((await now(one).innerText()).match(/seven reds/gu)).toHaveLength(1);
  }
});
