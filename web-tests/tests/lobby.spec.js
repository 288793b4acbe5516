import { COLORS, expectAccessible } from '../support/audit.js';
import { expect, test } from '../support/fixtures.js';
import { expectFits } from '../support/picture.js';
import { act } from '../support/quick.js';

/**
 * Waits for somebody with a wish that no other test has.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} game
 * @param {string} time
 * @param {string} name
 */
async function wish(page, game, time, name) {
  await page.goto('/lobby');
  await page.getByRole('combobox', { name: 'Game' }).selectOption(game);
  await page.getByRole('combobox', { name: 'Time' }).selectOption(time);
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Wait for somebody' }).click();
}

test('two who want the same meet without scripts, and can be watched', async ({
  newcomer,
  laboratory,
}) => {
  const [ann, bob, eve] = [await newcomer(), await newcomer(), await newcomer()];
  await ann.goto('/');
  await ann.getByRole('link', { name: 'With anybody who wants to play Kuba' }).click();
  await expect(ann.getByRole('heading', { level: 1 })).toHaveText('Play with somebody');
  await expectAccessible(ann, laboratory, COLORS);
  await wish(ann, 'Kuba, Tournament', '30 minutes each, 10 s more each turn', 'Ann');
  await expect(ann.getByRole('heading', { level: 1 })).toHaveText('You wait for somebody');

  await bob.goto('/lobby');
  await expect(bob.getByRole('listitem').filter({ hasText: 'Ann' })).toContainText(
    'Kuba, tournament rules, 30 minutes each',
  );
  await expectAccessible(bob, laboratory, COLORS.slice(0, 1));
  await expectFits(bob, 'lobby');
  await wish(bob, 'Kuba, Tournament', '30 minutes each, 10 s more each turn', 'Bob');
  for (const [player, other] of [
    [ann, 'Bob'],
    [bob, 'Ann'],
  ]) {
    const players = /** @type {import('@playwright/test').Page} */ (player).getByRole('region', {
      name: 'Players',
    });
    await expect(players).toContainText(/** @type {string} */ (other), { timeout: 15_000 });
  }
  // Games in which nobody has moved are not listed.
  await eve.goto('/lobby');
  const listed = eve.getByRole('link', { name: /Kuba: (Ann and Bob|Bob and Ann)/u });
  await expect(listed).toHaveCount(0);
  const isFirst = async (/** @type {import('@playwright/test').Page} */ player) =>
    (await player.title()).startsWith('Your move');
  await act((await isFirst(ann)) ? ann : bob, '65F');
  await eve.reload();
  await listed.click();
  await expect(eve.getByRole('main')).toContainText('You are watching this game');
});

test('a challenge is accepted by keys alone, and a place is given up', async ({ newcomer }) => {
  const [ann, bob] = [await newcomer(), await newcomer()];
  await wish(ann, 'Ludo', 'no clock, three days to stay away', 'Ann');
  await ann.getByRole('button', { name: 'Stop waiting' }).press('Enter');
  await expect(ann.getByRole('heading', { level: 1 })).toHaveText('Play with somebody');
  await bob.goto('/lobby');
  await expect(bob.getByRole('button', { name: 'Play Ludo with Ann' })).toHaveCount(0);
  await wish(ann, 'Ludo', 'no clock, three days to stay away', 'Ann');
  await bob.reload();
  await bob.getByRole('button', { name: 'Play Ludo with Ann' }).press('Enter');
  await expect(bob.getByRole('region', { name: 'Players' })).toContainText('Ann');
  await expect(ann).toHaveURL(bob.url(), { timeout: 15_000 });
});

test('a name is reported by keys alone, and who plays with a program sees that', async ({
  newcomer,
  laboratory,
}) => {
  const [zoe, bob] = [await newcomer(), await newcomer()];
  await wish(zoe, 'Kuba, Classroom', '30 minutes each, 10 s more each turn', 'Zoe');
  await bob.goto('/lobby');
  await bob.getByRole('button', { name: 'Report name Zoe' }).press('Enter');
  await expect(bob.getByRole('heading', { level: 1 })).toHaveText('Thank you');
  await expectAccessible(bob, laboratory, COLORS.slice(0, 1));
  await expectFits(bob, 'reported');

  // A program has no page, and waits as the documentation tells it to.
  const { origin } = new URL(bob.url());
  const program = await bob.context().browser()?.newContext();
  const requests = /** @type {import('@playwright/test').BrowserContext} */ (program).request;
  const given = await requests.post(`${origin}/api/programs`, { data: {} });
  const { token } = await given.json();
  const headers = { Authorization: `Bearer ${token}` };
  const wanted = { game: 'kuba', name: 'Rook' };
  await requests.post(`${origin}/api/lobby/challenges`, { data: wanted, headers });
  await bob.goto('/lobby');
  const rook = bob.getByRole('listitem').filter({ hasText: 'Rook' });
  await expect(rook).toContainText('somebody’s bot');
  await rook.getByRole('button', { name: 'Play Kuba with Rook' }).press('Enter');
  await expect(bob.getByRole('region', { name: 'Players' })).toContainText('somebody’s bot');
  await program?.close();
  await zoe.getByRole('button', { name: 'Stop waiting' }).click();
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('the page of who waits becomes the game by itself', async ({ newcomer, laboratory }) => {
    const [ann, bob] = [await newcomer(), await newcomer()];
    await wish(ann, 'Kuba, Classroom', '5 minutes each, 3 s more each turn', 'Ann');
    await expect(ann.getByText('You have waited for')).toBeVisible();
    await expect(ann.getByRole('status')).toHaveText('');
    await expectAccessible(ann, laboratory, COLORS);
    await wish(bob, 'Kuba, Classroom', '5 minutes each, 3 s more each turn', 'Bob');
    await expect(bob.getByRole('region', { name: 'Players' })).toContainText('Ann');
    await expect(ann.getByRole('region', { name: 'Players' })).toContainText('Bob');
    expect(ann.url()).toBe(bob.url());
  });

  test('who comes is announced in other windows, and who closes the page has left', async ({
    newcomer,
  }) => {
    const [ann, bob] = [await newcomer(), await newcomer()];
    await bob.goto('/lobby');
    await bob.getByRole('textbox', { name: 'Your name' }).fill('Bob');
    await wish(ann, 'Ludo', '30 minutes each, 10 s more each turn', 'Ann');
    const other = await ann.context().newPage();
    await other.goto('/');
    const button = bob.getByRole('button', { name: 'Play Ludo with Ann' });
    await expect(button).toBeVisible({ timeout: 15_000 });
    await expect(bob.getByRole('textbox', { name: 'Your name' })).toBeFocused();
    await expect(bob.getByRole('textbox', { name: 'Your name' })).toHaveValue('Bob');
    // Loaded anew it is the same place.
    await ann.reload();
    await button.click();
    await expect(bob.getByRole('region', { name: 'Players' })).toContainText('Ann');
    await other.getByRole('link', { name: 'Somebody has come: play' }).click();
    await expect(other).toHaveURL(bob.url());

    await wish(ann, 'Ludo', '5 minutes each, 3 s more each turn', 'Ann');
    await bob.goto('/lobby');
    await expect(button).toBeVisible();
    await ann.close({ runBeforeUnload: false });
    await expect(button).toHaveCount(0, { timeout: 12_000 });
  });
});
