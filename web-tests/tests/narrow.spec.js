import { expect, test } from '../support/fixtures.js';
import { unfold } from '../support/fold.js';
import { pushName } from '../support/kuba.js';
import { expectRoom } from '../support/picture.js';
import { ELSEWHERE, HERE, invitation, openForm, pressForGame } from '../support/table.js';

/**
 * As long as a name may be, and nowhere to break it; each player's is another.
 *
 * @param {number} place
 */
const long = (place) => 'W'.repeat(39) + 'WMQG'.charAt(place);

test.use({ javaScriptEnabled: true, viewport: { width: 320, height: 640 } });

/**
 * Starts a game of persons here with long names.
 *
 * @param {import('@playwright/test').Page} page
 * @param {'Ludo' | 'Kuba'} game
 * @param {Record<string, string>} players
 */
async function start(page, game, players) {
  await openForm(page, game);
  for (const [place, [seat, player]] of Object.entries(players).entries()) {
    await page.getByRole('combobox', { name: `Who plays ${seat}`, exact: true }).selectOption(player);
    await page.getByRole('textbox', { name: `Name of ${seat}` }).fill(long(place));
  }
  await expectRoom(page, `the form of ${game}`);
  await pressForGame(page, 'Start the game');
}

test('games of long names have room on the narrowest screen', async ({ newcomer }) => {
  const page = await newcomer();
  await start(page, 'Ludo', {
    'A, the circle': HERE,
    'B, the square': HERE,
    'C, the triangle': HERE,
    'D, the diamond': HERE,
  });
  await expectRoom(page, 'Ludo');
  await page.getByRole('button', { name: 'Roll the die' }).first().click();
  await expect(page.getByRole('region', { name: 'Now' })).toContainText('rolled');
  await unfold(page, 'More');
  for (const title of ['The board in words', 'For experts', 'The dice, and how to check them', 'Settings']) {
    await page.getByText(title).click();
  }
  await expectRoom(page, 'Ludo after a roll');

  await start(page, 'Kuba', { White: HERE, Black: HERE });
  await page.getByRole('link', { name: 'Choose the marble at 65' }).click();
  await expectRoom(page, 'Kuba with a marble chosen');
  await page.getByRole('button', { name: pushName('65F') }).first().click();
  await expect(page.locator('.moves li').first()).toContainText('65F');
  await unfold(page, 'More');
  await unfold(page, 'For experts');
  await page.getByRole('textbox', { name: 'Your move' }).fill('99Z');
  await page.getByRole('button', { name: 'Play it' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectRoom(page, 'Kuba with an alert');
  await page.goto('/');
  await expectRoom(page, 'home');
});

test('who waits for somebody has room on the narrowest screen', async ({ newcomer }) => {
  const page = await newcomer();
  await start(page, 'Kuba', { White: HERE, Black: ELSEWHERE });
  await expectRoom(page, 'waiting');
  // What is to be done is there, and no board that nobody can play on yet.
  await expect(page.getByRole('region', { name: 'Invite a friend' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Board' })).toBeHidden();
  const other = await newcomer();
  await other.goto(await invitation(page));
  await expectRoom(other, 'the seat');
  await other.goto('/no/such/page');
  await expectRoom(other, 'an error');
});
