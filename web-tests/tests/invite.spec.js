import { COLORS, expectAccessible } from '../support/audit.js';
import { expect, test } from '../support/fixtures.js';
import { invitation, pressForGame, takeSeat } from '../support/table.js';

test('a friend comes by the short link, and one who comes later may watch', async ({ newcomer }) => {
  const [ann, bob, eve] = [await newcomer(), await newcomer(), await newcomer()];
  await ann.goto('/');
  await pressForGame(ann, 'Play Kuba With a friend');
  const lobby = ann.getByRole('region', { name: 'Invite a friend' });
  const link = await invitation(ann);
  expect(new URL(link).pathname).toMatch(/^\/j\/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}$/u);
  await expect(lobby.getByRole('img', { name: `QR code of ${link}` })).toBeVisible();
  // The page loads itself again, so a name is given on one that stands still.
  await lobby.getByRole('link', { name: 'Give your name' }).click();
  await ann.getByRole('textbox', { name: 'Your name' }).fill('Ann');
  await pressForGame(ann, 'Save your name');

  // As somebody writes it who was told it.
  const { origin, pathname } = new URL(link);
  const told = `${origin}/j/${pathname.slice(3).replaceAll('-', ' ').toLowerCase()}`;
  await bob.goto(told);
  await expect(bob.getByRole('heading', { level: 1 })).toHaveText('Ann invites you to Kuba');
  await takeSeat(bob, told, 'Bob');
  await expect(ann).toHaveTitle(/^Your move/u, { timeout: 10_000 });
  await expect(ann.getByRole('region', { name: 'Players' })).toContainText('Bob');

  await eve.goto(link);
  await expect(eve.getByRole('heading', { level: 1 })).toHaveText('Everybody is here already');
  await eve.getByRole('link', { name: 'Watch the game' }).click();
  await expect(eve.getByRole('main')).toContainText('You are watching this game');
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true, viewport: { width: 360, height: 740 } });

  test('the lobby shares its link, and becomes the game by itself', async ({
    newcomer,
    laboratory,
  }) => {
    const [ann, bob] = [await newcomer(), await newcomer()];
    await ann.context().grantPermissions(['clipboard-read']);
    await ann.addInitScript(() => {
      navigator.share = async (shared) => {
        document.title = JSON.stringify(shared);
      };
    });
    await ann.goto('/');
    await pressForGame(ann, 'Play Ludo With a friend');
    const link = await invitation(ann);
    await ann.getByRole('textbox', { name: 'Your name' }).fill('Ann');
    await ann.getByRole('button', { name: 'Save your name' }).click();
    await expect(ann.getByText('Ann invites you to Ludo')).toBeVisible();
    await expectAccessible(ann, laboratory, COLORS);
    await ann.getByRole('button', { name: 'Copy the link', exact: true }).click();
    expect(await ann.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await ann.getByRole('button', { name: 'Send the link' }).click();
    await expect(ann).toHaveTitle(JSON.stringify({ title: 'Ann invites you to Ludo', url: link }));

    await bob.goto(link);
    await expect(bob.getByRole('button', { name: 'Play' })).toBeInViewport({ ratio: 1 });
    await takeSeat(bob, link, 'Bob');
    await expect(ann.getByRole('button', { name: 'Roll the die' }).first()).toBeVisible();
    await expect(ann.getByRole('textbox', { name: 'Link to send' })).toHaveCount(0);
    // Who was invited once is known from then on.
    await ann.goto('/');
    await pressForGame(ann, 'Play Kuba With a friend');
    await bob.goto(await invitation(ann));
    await expect(bob.getByRole('heading', { level: 1 })).toHaveText('Ann invites you to Kuba');
    await expect(bob.getByRole('textbox', { name: 'Your name' })).toHaveValue('Bob');
  });

  test('a game against three bots takes one press, in sight at once', async ({ newcomer }) => {
    const page = await newcomer();
    await page.goto('/new/ludo');
    await page.getByRole('radio', { name: 'Hard' }).check();
    await expect(page.getByRole('button', { name: 'Against one bot' })).toBeInViewport({ ratio: 1 });
    await pressForGame(page, 'Against three bots');
    const players = page.getByRole('region', { name: 'Players' }).getByRole('listitem');
    // Three of one kind have three names.
    for (const name of ['Juno', 'Otto', 'Pip']) {
      await expect(players.filter({ hasText: name })).toHaveCount(1);
    }
  });
});
