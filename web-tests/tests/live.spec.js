import { expect, test } from '../support/fixtures.js';
import { pushInWords, unfold } from '../support/fold.js';
import { BLACK, SHORT_GAME, WHITE } from '../support/kuba.js';
import { ELSEWHERE, HERE, invitation, openForm, startGame, takeSeat } from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

test.use({ javaScriptEnabled: true });

/**
 * A game of Kuba between two live browsers.
 *
 * @param {() => Promise<Page>} newcomer
 */
async function begun(newcomer) {
  const ann = await newcomer();
  await startGame(ann, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
  const bob = await newcomer();
  await takeSeat(bob, await invitation(ann), 'Bob');
  return { ann, bob };
}

/**
 * Marks the page, which a new load would forget.
 *
 * @param {Page} page
 */
async function mark(page) {
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'kept'));
}

/** @param {Page} page that must not have been loaded again */
async function expectNeverReloaded(page) {
  await expect(page.locator('html')).toHaveAttribute('data-mark', 'kept');
}

test('two live browsers play a whole game of Kuba without a reload', async ({ newcomer }) => {
  const { ann, bob } = await begun(newcomer);
  await Promise.all([mark(ann), mark(bob)]);
  for (const [index, push] of SHORT_GAME.entries()) {
    const [mover, other] = index % 2 === 0 ? [ann, bob] : [bob, ann];
    await expect(mover).toHaveTitle(/^Your move/);
    await pushInWords(mover, push);
    for (const page of [mover, other]) {
      await expect(page.locator('.moves li').first()).toContainText(push);
    }
  }
  for (const page of [ann, bob]) {
    await expect(page).toHaveTitle(/^Game over/);
    await expect(page.getByRole('region', { name: 'Now' })).toContainText(
      page === ann ? 'You won: you captured seven reds' : /You lost: .* captured seven reds/u,
    );
    await expectNeverReloaded(page);
  }
  await ann.getByRole('button', { name: 'Rematch' }).click();
  await expect(ann).not.toHaveTitle(/^Game over/);
  await bob.getByRole('link', { name: 'Go to the next game' }).click();
  await expect(bob).not.toHaveTitle(/^Game over/);
});

test('whose turn it is shows in the title and in the icon', async ({ newcomer }) => {
  const { ann, bob } = await begun(newcomer);
  const icon = (/** @type {Page} */ page) => page.locator('#icon');
  await expect(ann).toHaveTitle(/^Your move/);
  const turn = (await icon(ann).getAttribute('href')) ?? '';
  const other = (await icon(bob).getAttribute('href')) ?? '';
  expect(turn).not.toBe(other);
  await pushInWords(ann, '65F');
  await expect(bob).toHaveTitle(/^Your move/);
  await expect(icon(bob)).toHaveAttribute('href', turn);
  await expect(icon(ann)).toHaveAttribute('href', other);
});

test('a game goes on after the network and the server were away', async ({ newcomer, server }) => {
  const { ann, bob } = await begun(newcomer);
  await mark(bob);
  const line = bob.locator('#line');
  await bob.context().setOffline(true);
  await expect(line).toHaveText('The connection is lost. Trying again…');
  await pushInWords(ann, '65F');
  await bob.context().setOffline(false);
  await expect(bob).toHaveTitle(/^Your move/);
  await expect(line).toHaveText('');

  // A button that is pressed while there is no server is not lost.
  await server.stop();
  await expect(line).toHaveText('The connection is lost. Trying again…');
  await pushInWords(bob, '05B');
  await expect(line).toHaveText('Not sent yet: the server does not answer. Trying again…');
  await server.start();
  for (const page of [ann, bob]) {
    await expect(page.locator('.moves li').first()).toContainText('05B', { timeout: 30_000 });
    await expect(page.locator('#line')).toHaveText('', { timeout: 30_000 });
  }
  await expectNeverReloaded(bob);
});

test('a page whose game is deleted says so at once', async ({ newcomer, server }) => {
  const { ann, bob } = await begun(newcomer);
  await pushInWords(ann, '65F');
  await expect(bob).toHaveTitle(/^Your move/);
  server.delete(new URL(ann.url()).pathname.split('/').at(-1) ?? '');
  for (const page of [ann, bob]) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such game');
  }
});

test('a page that was cut off while its game was deleted says so', async ({ newcomer, server }) => {
  const { ann } = await begun(newcomer);
  await ann.context().setOffline(true);
  await expect(ann.locator('#line')).not.toHaveText('');
  server.delete(new URL(ann.url()).pathname.split('/').at(-1) ?? '');
  await ann.context().setOffline(false);
  await expect(ann.getByRole('heading', { level: 1 })).toHaveText('There is no such game');
});

test('who is here is said of the others', async ({ newcomer }) => {
  const { ann, bob } = await begun(newcomer);
  const players = ann.getByRole('region', { name: 'Players' });
  await expect(players.getByRole('listitem').filter({ hasText: 'Bob' })).toContainText('here now');
  await bob.goto('/');
  await expect(players.getByRole('listitem').filter({ hasText: 'Bob' })).toContainText(
    'has left the page',
  );
});

test('news leave alone what is being written and what is open', async ({ newcomer }) => {
  const ann = await newcomer();
  await openForm(ann, 'Ludo');
  await ann.getByRole('combobox', { name: 'Who plays C, the triangle' }).selectOption(ELSEWHERE);
  await ann.getByRole('checkbox', { name: 'words of my own' }).check();
  await ann.getByRole('button', { name: 'Start the game' }).click();
  const link = await invitation(ann);
  const words = ann.getByRole('textbox', { name: 'Any words' });
  await unfold(ann, 'More');
  await ann.getByText('The board in words').click();
  await words.fill('half a sent');
  const salt = ann.getByText('These 16 bytes follow your words');
  const shown = await salt.innerText();
  const bob = await newcomer();
  await bob.goto(link);
  await bob.getByRole('textbox', { name: 'Your name' }).fill('Bob');
  await bob.getByRole('button', { name: 'Take seat' }).click();
  await expect(ann.getByRole('region', { name: 'Players' })).toContainText('Bob');
  await expect(words).toBeFocused();
  await words.pressSequentially('ence');
  await expect(words).toHaveValue('half a sentence');
  await expect(salt).toHaveText(shown);
  await expect(ann.locator('details:not(.fold)').filter({ hasText: 'The board in words' })).toHaveAttribute(
    'open',
  );
});
