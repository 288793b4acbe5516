import { expect, test } from '../support/fixtures.js';
import { BLACK, WHITE, follow, pushName } from '../support/kuba.js';
import { ELSEWHERE, HERE, Table, goTo, invitation, startGame, takeSeat } from '../support/table.js';

/**
 * A game of Kuba between two browsers, after two pushes.
 *
 * @param {() => Promise<import('@playwright/test').Page>} newcomer
 */
async function begun(newcomer) {
  const ann = await newcomer();
  await startGame(ann, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
  const white = new Table(ann);
  // Held still, the page cannot load itself again while its link is read.
  await white.look();
  const link = await invitation(ann);
  const bob = await newcomer();
  await takeSeat(bob, link, 'Bob');
  const tables = { ann: white, bob: new Table(bob), link };
  await tables.ann.look();
  await tables.ann.act(follow(['65F']));
  await tables.bob.look();
  await tables.bob.act(follow(['05B']));
  await tables.ann.look();
  return tables;
}

test('seat and position outlive a reload and a new start of the server', async ({
  newcomer,
  server,
}) => {
  const { ann, bob } = await begun(newcomer);
  const words = async () => ann.page.getByRole('region', { name: 'About' }).allTextContents();
  const before = await words();

  await ann.page.reload();
  expect(await words()).toEqual(before);
  await server.stop();
  await server.start();
  await ann.look();
  expect(await words()).toEqual(before);

  await ann.act(follow(['66F']));
  await bob.look();
  await bob.act(follow(['06B']));
  await goTo(bob.page, '/');
  const running = bob.page.getByRole('region', { name: 'Your games' });
  await expect(running.getByRole('link', { name: 'Kuba: you and Player W' })).toBeVisible();
});

test('who waits sees the next move without doing anything', async ({ newcomer }) => {
  const { ann, bob } = await begun(newcomer);
  await goTo(bob.page, ann.page.url().replace('?still', ''));
  await expect(bob.page.getByRole('link', { name: 'Stop refreshing' })).toBeVisible();
  await ann.act(follow(['66F']));
  await expect(bob.status).toContainText('Your move', { timeout: 10_000 });
  await expect(bob.page.locator('.moves')).toContainText('66F');
});

test('a button of an old page does nothing and says so', async ({ newcomer }) => {
  const { ann } = await begun(newcomer);
  const old = await ann.page.context().newPage();
  await old.goto(ann.page.url());
  await ann.act(follow(['66F']));
  await old.getByRole('region', { name: 'What you can do' }).getByRole('button').first().click();
  await expect(old.getByRole('alert')).toContainText('The game has moved on');
});

test('who watches has nothing to press and learns no secret', async ({ newcomer }) => {
  const { ann, bob, link } = await begun(newcomer);
  const watcher = await newcomer();
  await watcher.goto(`${new URL(ann.page.url()).pathname}?still`);
  const main = watcher.getByRole('main');
  await expect(main).toContainText('You are watching this game');
  await expect(main.getByRole('button')).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Choose the marble' })).toHaveCount(0);

  const cookies = await Promise.all(
    [ann, bob].map((table) => table.page.context().cookies(ann.page.url())),
  );
  // What a browser has chosen for its boards is none, nor is the name by which it is known.
  const isSecret = (/** @type {{ name: string }} */ { name }) =>
    !['parlor-turns', 'parlor-name'].includes(name);
  const secrets = [link.split('/').at(-1) ?? '', ...cookies.flat().filter(isSecret).map((cookie) => cookie.value)];
  expect(secrets.length).toBeGreaterThan(2);
  const told = await watcher.content();
  for (const secret of secrets) {
    expect(secret.length, 'a secret cannot be guessed').toBeGreaterThan(12);
    expect(told).not.toContain(secret);
  }

  // Not even the page of who acts can be pressed by somebody else.
  const refused = await watcher.request.post(`${new URL(ann.page.url()).pathname}/act`, {
    form: { version: '1', action_id: '0123456789abcdef', action: '66F' },
    headers: { origin: new URL(ann.page.url()).origin },
  });
  expect(refused.status()).toBeGreaterThanOrEqual(400);
  expect(refused.status()).toBeLessThan(500);
  await ann.look();
  await expect(ann.page.getByRole('button', { name: pushName('66F') }).first()).toBeVisible();
});
