import { COLORS, expectAccessible } from '../support/audit.js';
import { expect, test } from '../support/fixtures.js';
import { expectFits } from '../support/picture.js';

/** The colors of who has chosen none. */
const USUAL = COLORS.slice(0, 1);

const PHONE = { width: 360, height: 640 };

const LUDO = `players = ['A', 'B']
turns = [('A', 6), ('A', 4), ('A', 5), ('A', 4), ('B', 6), ('B', 4), ('B', 1), ('B', 2),
         ('A', 6), ('A', 4), ('A', 6), ('A', 3), ('A', 5), ('A', 1), ('A', 5), ('A', 4)]
game = LudoGame()
current_tokens_space = game.play_game(players, turns)
`;

const KUBA = `game = KubaGame(('PlayerA', 'W'), ('PlayerB', 'B'))
game.get_winner() #returns None
game.make_move('PlayerA', (6,5), 'F')
game.make_move('PlayerA', (6,5), 'L') #Cannot make this move
`;

/** @param {import('@playwright/test').Page} page */
const field = (page) => page.getByRole('textbox', { name: 'Turns or moves' });

/** @param {import('@playwright/test').Page} page @param {string} text */
async function play(page, text) {
  await field(page).fill(text);
  await page.getByRole('button', { name: 'Play it' }).click();
}

/** @param {import('@playwright/test').Page} page @param {string} name of where the replay is */
const place = (page, name) => page.getByRole('heading', { name, exact: true });

/** @param {import('@playwright/test').Page} page @param {string} name of a link that steps */
const step = (page, name) =>
  page.getByRole('navigation', { name: 'Through the game' }).getByRole('link', { name });

/** @param {import('@playwright/test').Page} page */
const turns = (page) => page.getByRole('region', { name: /^Every (turn|call) and its rule$/u });

test('turns are pasted, mended, stepped through and passed on without scripts', async ({
  newcomer,
  laboratory,
}) => {
  const page = await newcomer();
  await page.goto('/import');
  await page.getByRole('link', { name: 'Watch a scripted game' }).click();
  await expectAccessible(page, laboratory, COLORS);
  await expectFits(page, 'script');
  await play(page, LUDO.replace("('B', 1)", "('B', 7)"));
  await expect(page.getByRole('alert')).toContainText('Line 2, column 76: entry 6 of the turns has roll 7');
  await expect(page.getByLabel('The line of the error').locator('mark')).toHaveText('7');
  await expectAccessible(page, laboratory, COLORS);
  await expectFits(page, 'script-refused');
  await play(page, (await field(page).inputValue()).replace("('B', 7)", "('B', 1)"));

  await expect(place(page, 'The start, before 16 moves')).toBeVisible();
  await step(page, 'Next').click();
  await expect(place(page, 'Move 1 of 16')).toBeVisible();
  await expect(step(page, 'Next')).toBeFocused();
  await expect(page.getByRole('region', { name: 'Move 1 of 16' })).toContainText('p leaves the yard for R (L-15)');
  await page.getByRole('spinbutton', { name: 'Move' }).fill('9');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await expect(place(page, 'Move 9 of 16')).toBeVisible();
  await turns(page).getByRole('button', { name: 'Show 12' }).click();
  await expect(place(page, 'Move 12 of 16')).toBeVisible();
  await step(page, 'Last').click();
  await expect(page.getByRole('region', { name: 'At the end' })).toContainText("['28', '28', '21', 'H']");
  await expectAccessible(page, laboratory, COLORS);
  await expectFits(page, 'script-ludo');
  await page.setViewportSize(PHONE);
  await expectFits(page, 'script-ludo-phone');

  await page.getByText('Save or share').click();
  const link = await page.getByRole('textbox', { name: 'Link to this turn' }).inputValue();
  const friend = await newcomer();
  await friend.goto(link);
  await expect(place(friend, 'Move 16 of 16')).toBeVisible();
  await friend.getByRole('region', { name: 'Move 16 of 16' }).getByRole('link', { name: 'L-10' }).click();
  await expect(friend).toHaveTitle(/All rules of Ludo/u);

  await page.getByText('Change the game').click();
  const program = page.getByRole('textbox', { name: 'The game as a program' });
  await program.fill((await program.inputValue()).replace("['A', 'B']", "['A', 'B', 'C']"));
  await page.getByRole('button', { name: 'Play it' }).click();
  await expect(page.getByRole('region', { name: 'At the end' })).toContainText("['28', '28', '21', 'H', 'H', 'H']");
});

test('calls of Kuba show what each returns and why', async ({ newcomer, laboratory }) => {
  const page = await newcomer();
  await page.goto('/script');
  await play(page, KUBA);
  await expect(place(page, 'The start, before 2 moves')).toBeVisible();
  await expect(page.getByRole('note')).toContainText('1 other call was passed over');
  await step(page, 'Last').click();
  await expect(page.getByRole('region', { name: 'Move 2 of 2' })).toContainText('False PlayerA tries 65L: refused');
  await expect(turns(page).getByRole('listitem').first()).toContainText('True PlayerA pushes 65F');
  await expectAccessible(page, laboratory, COLORS);
  await expectFits(page, 'script-kuba');
  await page.setViewportSize(PHONE);
  await expectFits(page, 'script-kuba-phone');
});

test('a script that is too long for an address is kept', async ({ newcomer, laboratory }) => {
  const page = await newcomer();
  await page.goto('/script');
  await play(page, 'A6 A4 B1 '.repeat(700));
  await page.waitForURL(/\/imports\/[0-9a-f]{32}\/replay/u);
  await expect(place(page, 'The start, before 2100 moves')).toBeVisible();
  await turns(page).getByRole('button', { name: '2001 to 2100' }).click();
  await expect(place(page, 'Move 2001 of 2100')).toBeVisible();
  await expectAccessible(page, laboratory, USUAL);
  await page.getByRole('link', { name: 'To the imported game' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ludo: Player A and Player B');
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('a script is stepped through in place, by keys, the slider, the list and the film', async ({ newcomer }) => {
    const page = await newcomer();
    await page.goto('/script');
    await play(page, LUDO);
    await expect(place(page, 'The start, before 16 moves')).toBeVisible();
    // Keys are heard once the script has run.
    await page.waitForLoadState();
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    await page.keyboard.press('ArrowRight');
    await expect(place(page, 'Move 1 of 16')).toBeVisible();
    await page.keyboard.press('End');
    await expect(place(page, 'Move 16 of 16')).toBeVisible();
    await page.getByRole('slider').fill('4');
    await expect(place(page, 'Move 4 of 16')).toBeVisible();
    await turns(page).getByRole('button', { name: 'Show 9' }).click();
    await expect(place(page, 'Move 9 of 16')).toBeVisible();
    await expect(turns(page).getByRole('button', { name: 'Show 9' })).toHaveAttribute('aria-current', 'true');
    await step(page, 'Back').click();
    await expect(place(page, 'Move 8 of 16')).toBeVisible();
    await page.getByRole('slider').fill('14');
    await expect(place(page, 'Move 14 of 16')).toBeVisible();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(place(page, 'Move 16 of 16')).toBeVisible();
    await expect(page.locator('body')).toHaveAttribute('data-same', '');
    await expect(page).toHaveURL(/[?]players=AB&turns=A6[.]A4.*&ply=16$/u);
    await page.reload();
    await expect(place(page, 'Move 16 of 16')).toBeVisible();
  });
});
