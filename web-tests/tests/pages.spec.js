import { COLORS, expectAccessible } from '../support/audit.js';
import { seeded } from '../support/chance.js';
import { expect, test } from '../support/fixtures.js';
import { BLACK, SHORT_GAME, WHITE, follow, pushName } from '../support/kuba.js';
import { expectFits, expectRoom } from '../support/picture.js';
import {
  ELSEWHERE,
  HERE,
  Table,
  any,
  goTo,
  invitation,
  openForm,
  playOut,
  startGame,
  takeSeat,
} from '../support/table.js';

/** The colors of who has chosen none. */
const USUAL = COLORS.slice(0, 1);

/**
 * Holds pages against the guidelines, sees that they fit, and keeps what they look like.
 *
 * One page of each kind is judged in all colors; another has nothing to show that would have
 * others.
 *
 * @param {import('@playwright/test').BrowserContext} laboratory
 */
function inspector(laboratory) {
  /**
   * @param {import('@playwright/test').Page} page
   * @param {string} name
   * @param {readonly import('../support/audit.js').Colors[]} colors
   */
  return async (page, name, colors = USUAL) => {
    await expect(page.getByRole('heading', { level: 1 }), name).toHaveCount(1);
    await expectAccessible(page, laboratory, colors);
    await expectFits(page, name);
  };
}

test('home, new games and what goes wrong', async ({ newcomer, laboratory }) => {
  const look = inspector(laboratory);
  const page = await newcomer();
  await page.goto('/');
  await look(page, 'home-empty');
  await openForm(page, 'Ludo');
  await look(page, 'new-ludo');
  await page.getByRole('combobox', { name: 'Who begins' }).selectOption('D, the diamond');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.getByRole('alert')).toContainText('The game was not made');
  await look(page, 'new-ludo-refused', COLORS);
  await openForm(page, 'Kuba');
  await look(page, 'new-kuba');

  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await look(page, 'not-found', COLORS);
  await page.goto('/games/AAAAAAAAAAAA');
  await look(page, 'no-such-game');
});

test('the rules for players, and all of them', async ({ newcomer, laboratory }) => {
  const look = inspector(laboratory);
  const page = await newcomer();
  for (const game of ['Ludo', 'Kuba']) {
    await page.goto('/');
    await page.getByRole('link', { name: `Rules of ${game}` }).click();
    await expect(page).toHaveTitle(`The rules of ${game} – Parlor`);
    await look(page, `rules-${game}`, COLORS);
    await page.getByRole('link', { name: `All rules of ${game}` }).click();
    await expect(page).toHaveTitle(`All rules of ${game} – Parlor`);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectRoom(page, `all rules of ${game}`);
    await expectAccessible(page, laboratory, USUAL);
  }
});

test('the lessons', async ({ newcomer, laboratory }) => {
  const look = inspector(laboratory);
  const page = await newcomer();
  for (const [name, address] of [
    ['learn', '/learn'],
    ['learn-kuba', '/learn/kuba/1'],
    ['learn-kuba-ko', '/learn/kuba/6'],
    ['learn-kuba-right', '/learn/kuba/4?line=35R'],
    ['learn-kuba-missed', '/learn/kuba/4?line=35F'],
    ['learn-kuba-end', '/learn/kuba/8?step=2&line=35R.end'],
    ['learn-ludo', '/learn/ludo/4?line=roll'],
    ['learn-none', '/learn/kuba/99'],
  ]) {
    await page.goto(address ?? '');
    await look(page, name ?? '', COLORS);
  }
});

test('words for the dice, and a push that is refused', async ({ newcomer, laboratory }) => {
  const look = inspector(laboratory);
  const page = await newcomer();
  await openForm(page, 'Ludo');
  await page.getByRole('checkbox', { name: 'words of my own' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await look(page, 'ludo-words');
  await page.getByRole('textbox', { name: 'Any words' }).fill('grün & <blue>');
  await page.getByRole('button', { name: 'Join the game' }).click();
  await expect(page.getByRole('button', { name: 'Roll' }).first()).toBeVisible();

  // No page has a button for it: what is pressed here is not what arrives.
  await page.goto('/');
  await page.getByRole('button', { name: 'Play Kuba against a bot' }).click();
  await page.route('**/act', (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    form.set('action', '66R');
    return route.continue({ postData: form.toString() });
  });
  await page.getByRole('button', { name: pushName('66F') }).click();
  await expect(page.getByRole('alert')).toContainText('That was not done');
  await expect(page.getByRole('alert')).toContainText(/Why[?]/);
  await look(page, 'kuba-refused', COLORS);
});

test('two people play a whole game of Kuba, from its links to its end', async ({ newcomer, laboratory }) => {
  const look = inspector(laboratory);
  const ann = await newcomer();
  await startGame(ann, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
  const table = new Table(ann);
  await table.look();
  await look(ann, 'kuba-waiting');
  const link = await invitation(ann);
  const bob = await newcomer();
  await bob.goto(link);
  await look(bob, 'kuba-seat', COLORS);
  await bob.goto(`${link}x`);
  await look(bob, 'seat-wrong');
  await takeSeat(bob, link, 'Bob <b>& Co.</b>');
  const other = new Table(bob);
  await table.look();
  await look(ann, 'kuba-yours');
  await ann.getByRole('link', { name: 'Choose the marble at 65' }).click();
  await look(ann, 'kuba-chosen', COLORS);
  const old = await ann.context().newPage();
  await old.goto(ann.url());
  await table.look();
  const pushes = SHORT_GAME.slice(0, 8);
  for (const [index, push] of pushes.entries()) {
    const mover = index % 2 === 0 ? table : other;
    await mover.look();
    await mover.act(follow([push]));
  }
  await other.look();
  await look(bob, 'kuba-theirs');
  const watcher = await newcomer();
  await watcher.goto(link);
  await look(watcher, 'invite-used');
  await watcher.goto(`${new URL(ann.url()).pathname}?still`);
  await look(watcher, 'kuba-watched');
  await old.getByRole('region', { name: 'What you can do' }).getByRole('button').first().click();
  await look(old, 'kuba-moved-on');
  await playOut([table, other], follow(SHORT_GAME.slice(8)));
  for (const [page, words] of /** @type {const} */ ([
    [ann, 'You won: you captured seven reds'],
    [bob, /You lost: .* captured seven reds/u],
  ])) {
    await page.reload();
    await expect(page).toHaveTitle(/^Game over/);
    await expect(page.getByRole('region', { name: 'Now' })).toContainText(words);
  }
  await look(ann, 'kuba-over', COLORS);
  const game = new URL(ann.url()).pathname;
  await ann.getByRole('button', { name: 'What decided it?' }).click();
  await expect(ann.getByRole('heading', { name: 'Figures' })).toBeVisible({ timeout: 60_000 });
  await look(ann, 'kuba-analysis', COLORS);
  await goTo(ann, `${game}/replay?ply=0`);
  await look(ann, 'kuba-replay', COLORS);
  await goTo(ann, '/');
  const finished = ann.getByRole('region', { name: 'Finished' });
  await expect(finished.getByRole('link', { name: 'Bob <b>& Co.</b>' })).toBeVisible();
  await look(ann, 'home-finished');
});

test('a game of Ludo from its links to its end', async ({ newcomer, laboratory }) => {
  const look = inspector(laboratory);
  const ann = await newcomer();
  await startGame(ann, 'Ludo', {
    'A, the circle': HERE,
    'B, the square': HERE,
    'C, the triangle': ELSEWHERE,
    'D, the diamond': 'The bot Ledger, priority',
  });
  const table = new Table(ann);
  await table.look();
  await look(ann, 'ludo-waiting');
  const link = await invitation(ann);
  const bob = await newcomer();
  await bob.goto(link);
  await look(bob, 'ludo-seat');
  await takeSeat(bob, link, 'Bob');
  const other = new Table(bob);
  await table.look();
  await look(ann, 'ludo-roll');

  // Until there is something to choose.
  const choose = any(seeded(7));
  for (let rounds = 0; rounds < 500 && (await table.actions.count()) < 2; rounds += 1) {
    await other.look();
    await other.act(choose);
    await table.look();
    if ((await table.actions.count()) === 1) {
      await table.press(table.actions);
    }
  }
  await expect(table.actions, 'a roll gives a choice').not.toHaveCount(1);
  await look(ann, 'ludo-choose', COLORS);
  await goTo(ann, '/');
  await look(ann, 'home-running', COLORS);
});
