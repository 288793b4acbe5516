import { COLORS, expectAccessible } from '../support/audit.js';
import { expect, test } from '../support/fixtures.js';
import { ELSEWHERE, Table, goTo, invitation, openForm, pressForGame } from '../support/table.js';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('../support/server.js').Server} Server
 */

/** How long a page may take to find a server that was started again. */
const AGAIN = { timeout: 30_000 };

/**
 * A game of Ludo between Ann and Bob, in which Ann has typed words and rolled; then the server is
 * restored from a backup of before that.
 *
 * @param {() => Promise<Page>} newcomer
 * @param {Server} server
 * @param {string} file for the backup
 */
async function restored(newcomer, server, file) {
  const [ann, bob] = [await newcomer(), await newcomer()];
  await openForm(ann, 'Ludo');
  await ann.getByRole('combobox', { name: 'Who plays C, the triangle' }).selectOption(ELSEWHERE);
  await ann.getByRole('checkbox', { name: 'words of my own' }).check();
  await ann.getByRole('button', { name: 'Start the game' }).click();
  const link = await invitation(ann);
  await ann.getByRole('textbox', { name: 'Any words' }).fill('three blind mice');
  await ann.getByRole('button', { name: 'Join the game' }).click();
  await bob.goto(link);
  await bob.getByText('More', { exact: true }).click();
  await bob.getByRole('textbox', { name: 'Any words' }).fill('cat');
  await bob.getByRole('textbox', { name: 'Your name' }).fill('Bob');
  await pressForGame(bob, 'Take seat');
  server.backUp(file);
  await goTo(ann, ann.url().replace(/[?#].*$/u, ''));
  await ann.getByRole('button', { name: 'Roll' }).first().click();
  const state = `/api${new URL(ann.url()).pathname}`;
  const version = async () => (await (await ann.request.get(state)).json()).version;
  // It was created, joined by both, and rolled in.
  await expect.poll(version).toBeGreaterThan(3);
  const tables = [new Table(ann), new Table(bob)];
  await server.stop();
  server.restore(file);
  await server.start();
  return { ann, bob, table: /** @type {Table} */ (tables[0]), tables };
}

/** @param {Page} page @param {string} player with the seat */
const form = (page, player) => page.getByRole('region', { name: `New words for the dice from ${player}` });

test('players give words once more after a backup was restored, without a script', async ({
  newcomer,
  server,
  laboratory,
}, { workerIndex }) => {
  const { ann, bob, table, tables } = await restored(newcomer, server, `plain-${workerIndex}.sqlite`);
  for (const one of tables) {
    await one.look();
    await expect(one.status).toHaveText('Give to the dice once more.');
    await expect(one.page.getByRole('button', { name: 'Roll' })).toHaveCount(0);
  }
  await expectAccessible(ann, laboratory, COLORS);
  await form(ann, 'Player A (A)').getByRole('textbox', { name: 'Any words' }).fill('three blind mice');
  await form(ann, 'Player A (A)').getByRole('button', { name: 'Go on as A' }).click();
  await table.look();
  await expect(table.status).toHaveText('Waiting for Bob to give to the dice once more.');
  await form(bob, 'Bob (C)').getByRole('button', { name: 'Go on as C' }).click();
  await table.look();
  await expect(ann).toHaveTitle(/^Your move/u);
  await expect(ann.getByRole('button', { name: 'Roll' }).first()).toBeVisible();
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('open pages ask for words when the server is back, and go on by themselves', async ({
    newcomer,
    server,
  }, { workerIndex }) => {
    const { ann, bob } = await restored(newcomer, server, `live-${workerIndex}.sqlite`);
    const [own, others] = [form(ann, 'Player A (A)'), form(bob, 'Bob (C)')];
    await expect(own).toBeVisible(AGAIN);
    await expect(others).toBeVisible(AGAIN);
    await others.getByRole('textbox', { name: 'Any words' }).fill('half a sent');
    await own.getByRole('button', { name: 'Go on as A' }).click();
    await expect(own).toHaveCount(0);
    await expect(ann).toHaveTitle(/^Waiting for players/u);
    await others.getByRole('textbox', { name: 'Any words' }).pressSequentially('ence');
    await expect(others.getByRole('textbox', { name: 'Any words' })).toHaveValue('half a sentence');
    await others.getByRole('button', { name: 'Go on as C' }).click();
    await expect(ann).toHaveTitle(/^Your move/u);
    await expect(bob).toHaveTitle(/^Player A to move/u);
    await expect(others).toHaveCount(0);
  });
});
