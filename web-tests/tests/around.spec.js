import { seeded } from '../support/chance.js';
import { expect, test } from '../support/fixtures.js';
import { BLACK, SHORT_GAME, WHITE, follow } from '../support/kuba.js';
import { openColors } from '../support/menu.js';
import { HERE, Table, any, openForm, playOut, startGame } from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** What a list needs besides its words: padding, borders, and the arrow with its gap. */
const ARROW = 24;

/**
 * The lists of a page that cannot show their longest choice.
 *
 * @param {Page} page
 */
function cutLists(page) {
  return page.evaluate((arrow) => {
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) throw new Error('no canvas');
    return [...document.querySelectorAll('select')].flatMap((list) => {
      const style = getComputedStyle(list);
      pen.font = style.font;
      const widths = [...list.options].map((option) => pen.measureText(option.text).width);
      const room = list.clientWidth - 2 * parseFloat(style.paddingLeft) - arrow;
      return Math.max(...widths) > room ? [`${list.id}: ${Math.max(...widths)} > ${room}`] : [];
    });
  }, ARROW);
}

test('one button begins against a bot as hard as is wished', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await page.goto('/');
  for (const [game, before, title, bot] of /** @type {const} */ ([
    ['Ludo', 'Medium', 'Easy', 'Tumble'],
    ['Ludo', 'Easy', 'Medium', 'Ledger'],
    ['Kuba', 'Medium', 'Hard', 'Garnet'],
  ])) {
    await page.goto('/');
    const card = page.getByRole('region', { name: game });
    const levels = card.getByRole('group', { name: 'How hard?' });
    // What was chosen last is offered again.
    await expect(levels.getByRole('radio', { name: before })).toBeChecked();
    await levels.getByRole('radio', { name: title }).check();
    await card.getByRole('button', { name: `Play ${game} against a bot` }).click();
    await expect(page.getByRole('region', { name: 'Players' })).toContainText(bot);
  }
});

test('no list cuts its words', async ({ browser, baseURL }) => {
  // What is measured is measured by a script.
  const context = await browser.newContext({ baseURL, javaScriptEnabled: true, bypassCSP: true });
  const page = await context.newPage();
  for (const address of ['/', '/new/ludo', '/new/kuba']) {
    await page.goto(address);
    for (const width of [320, 360, 640, 768, 960, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await cutLists(page), `${address} at ${width} px`).toEqual([]);
    }
  }
  await context.close();
});

test('a refused form says all that is wrong, where, and keeps what was typed', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await openForm(page, 'Ludo');
  const player = page.getByRole('combobox', { name: 'Who plays C, the triangle' });
  await page.getByRole('combobox', { name: 'Who plays B, the square' }).selectOption(HERE);
  for (const list of [page.getByRole('combobox', { name: 'Who plays A, the circle' }), player]) {
    await list.selectOption('The bot Oracle, optimal');
  }
  await page.getByRole('textbox', { name: 'Name of B, the square' }).fill('Bea');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page).toHaveTitle(/^Error: /);
  const summary = page.locator('#refused');
  await expect(summary).toBeFocused();
  await expect(player).toHaveAttribute('aria-invalid', 'true');
  await expect(player).toHaveAccessibleDescription(/^! Oracle plays only with two players/);
  await expect(page.getByRole('textbox', { name: 'Name of B, the square' })).toHaveValue('Bea');
  const links = page.getByRole('alert').getByRole('link');
  await expect(links).toHaveText([/another bot for A\.$/u, /another bot for C\.$/u]);
  await links.last().click();
  await expect(page).toHaveURL(/#seat-C$/);
  await expect(player).toBeFocused();
});

test('a finished game of Kuba is stepped through without a script', async ({ newcomer }) => {
  const page = await newcomer();
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  await playOut([new Table(page)], follow(SHORT_GAME));
  await page.goto(`${new URL(page.url()).pathname}/replay?ply=0`);
  const way = (/** @type {string} */ name) => page.getByRole('link', { name, exact: true });
  const verdict = page.getByRole('region', { name: 'How it ended' });
  await expect(page).toHaveTitle(/^The start/);
  await expect(way('Back')).toHaveAttribute('aria-disabled', 'true');
  for (const [index, push] of SHORT_GAME.entries()) {
    // Held down, the same key leads through the whole game.
    await (index === 0 ? way('Next').click() : page.keyboard.press('Enter'));
    const place = page.getByRole('region', { name: `Move ${index + 1} of ${SHORT_GAME.length}` });
    await expect(place).toContainText(push);
    await expect(way('Next')).toBeFocused();
    await expect(verdict).toContainText('Player W won');
  }
  await way('First').click();
  await expect(page).toHaveTitle(/^The start/);
  await way('Last').click();
  await way('Back').click();
  const moves = page.getByRole('region', { name: 'Moves' });
  await expect(moves.locator('[aria-current]')).toHaveText(SHORT_GAME.at(-2) ?? '');
  await moves.getByRole('link').first().click();
  await expect(page).toHaveTitle(/^Move 1 of /);
  await page.getByText('Save or share').click();
  const record = page.waitForEvent('download');
  await page.getByRole('link', { name: 'as text' }).click();
  expect((await record).suggestedFilename()).toMatch(/\.txt$/);
});

test('a finished game of Ludo is stepped through, roll by roll', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play Ludo against a bot' }).click();
  await playOut([new Table(page)], any(seeded(5)));
  await page.goto(`${new URL(page.url()).pathname}/replay?ply=0`);
  const place = page.getByRole('region', { name: /^Move \d+ of / });
  let number = 0;
  for (let steps = 0; steps < 3; steps += 1) {
    await page.getByRole('link', { name: 'Next', exact: true }).click();
    const before = number;
    await expect.poll(async () => (number = Number(/\d+/u.exec(await place.innerText())?.[0]))).toBeGreaterThan(before);
    await expect(place).toContainText(/rolled [1-6]/);
    await expect(page.getByRole('region', { name: 'How it ended' })).toContainText(/You (won|lost): /u);
  }
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('a theme is put on without a reload, pictures of the rules too', async ({ newcomer }) => {
    const page = await newcomer();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/rules/kuba');
    await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'kept'));
    const colors = await openColors(page);
    const grounds = () =>
      page.evaluate(() => {
        const field = document.querySelector('.pl-board .pb-fill-field');
        return [
          getComputedStyle(document.body).backgroundColor,
          field === null ? '' : getComputedStyle(field).fill,
        ];
      });
    for (const [name, color, field] of [
      ['Night', 'rgb(22, 20, 42)', 'rgb(31, 75, 74)'],
      ['High contrast', 'rgb(255, 255, 255)', 'rgb(232, 232, 232)'],
      ['As the system', 'rgb(247, 232, 200)', 'rgb(244, 185, 70)'],
      ['Night', 'rgb(22, 20, 42)', 'rgb(31, 75, 74)'],
    ]) {
      const kept = page.waitForResponse('**/theme');
      await colors.getByRole('button', { name }).click();
      await expect(colors.getByRole('button', { name, pressed: true })).toBeVisible();
      expect(await grounds()).toEqual([color, field]);
      await kept;
    }
    await expect(page.locator('html')).toHaveAttribute('data-mark', 'kept');
    await page.goto('/');
    expect((await grounds())[0]).toBe('rgb(22, 20, 42)');
  });
});
