import { seeded } from '../support/chance.js';
import { expect, test } from '../support/fixtures.js';
import { pushInWords, unfold } from '../support/fold.js';
import { KEYS, board } from '../support/grid.js';
import { BLACK, SHORT_GAME, WHITE } from '../support/kuba.js';
import { ELSEWHERE, HERE, invitation, startGame, takeSeat } from '../support/table.js';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('@playwright/test').Locator} Locator
 */

test.use({ javaScriptEnabled: true });

/** More steps than any game of Ludo between two has ever needed, waits included. */
const MOST_STEPS = 5_000;

/** Games in which somebody is kicked: in each by a chance of more than a half. */
const MOST_GAMES = 12;

test('a whole game of Kuba is played on the board by the arrow keys', async ({ newcomer }) => {
  const page = await newcomer();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const { grid, rows, enter, lead } = board(page);
  await expect(rows).toHaveCount(7);
  await expect(grid.getByRole('gridcell')).toHaveCount(49);
  await enter();
  for (const push of SHORT_GAME) {
    const [row = 0, column = 0, way = 'L'] = push;
    await lead(Number(row), Number(column));
    await page.keyboard.press('Enter');
    await expect(grid.locator(':focus')).toHaveAccessibleName(/Leave the marble at/);
    await page.keyboard.press(KEYS[/** @type {keyof typeof KEYS} */ (way)]);
    await expect(page.locator('.moves li').first()).toContainText(push);
    // The keys stay where they were, until the end lies over the board.
    const cell = rows.nth(Number(row)).getByRole('gridcell').nth(Number(column));
    await expect(cell.or(page.getByRole('region', { name: 'Player W won' })).and(page.locator(':focus'))).toBeVisible();
  }
  await expect(page).toHaveTitle(/^Game over/);
});

test('the keys of a grid lead to the ends of rows, of columns and of the board', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const { rows, enter, lead } = board(page);
  await enter();
  await lead(3, 3);
  for (const [key, row, column] of /** @type {const} */ ([
    ['Home', 3, 0],
    ['End', 3, 6],
    ['PageUp', 0, 6],
    ['PageDown', 6, 6],
    ['Control+Home', 0, 0],
    ['ArrowLeft', 0, 0],
    ['ArrowUp', 0, 0],
    ['Control+End', 6, 6],
    ['ArrowRight', 6, 6],
  ])) {
    await page.keyboard.press(key);
    await expect(rows.nth(row).getByRole('gridcell').nth(column), key).toBeFocused();
  }
});

test('every cell of Kuba says what lies there and what can be done', async ({ newcomer }) => {
  const page = await newcomer();
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const { grid } = board(page);
  for (const name of ['33 red', '34 red', '02 empty', '05 black', '66 white Choose the marble at 66: left, up']) {
    await expect(grid.getByRole('gridcell', { name, exact: true })).toHaveCount(1);
  }
  await grid.getByRole('link', { name: 'Choose the marble at 65' }).click();
  await expect(grid.getByRole('gridcell', { name: '55 white Push 65 up' })).toHaveCount(1);
  await expect(grid.getByRole('gridcell', { name: '65 white Leave the marble at 65' })).toHaveCount(1);
});

test('a marble whose only push ko forbids is chosen to hear why', async ({ newcomer }) => {
  const page = await newcomer();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const choices = page.getByRole('region', { name: 'What you can do' });
  for (const push of ['65F', '50R', '10R', '52F']) {
    await pushInWords(page, push);
    await expect(page.locator('.moves li').first()).toContainText(push);
  }
  const { grid, enter, lead } = board(page);
  await enter();
  await lead(0, 2);
  await page.keyboard.press('Enter');
  await expect(grid.locator(':focus')).toHaveAccessibleName('02 white Leave the marble at 02');
  await expect(choices).toContainText('Pushing 02 down would undo the last push, which is not allowed (ko).');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('alert')).toContainText('undo the last push');
  await page.getByRole('alert').getByRole('link', { name: 'Why?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All rules of Kuba');
  await expect(page.locator(':target')).toHaveText('K-7');
});

/**
 * Plays a game of Ludo to its end by two keyboards, and kicks wherever it can.
 *
 * @param {Page[]} pages
 * @param {<T>(among: readonly T[]) => T} choose where nobody can be kicked
 * @returns {Promise<number>} how many tokens were kicked
 */
async function playLudo(pages, choose) {
  let kicks = 0;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    // Little is asked of the browsers at each step: a game has some hundreds.
    const titles = await Promise.all(pages.map((page) => page.title()));
    if (titles.some((title) => title.startsWith('Game over'))) {
      return kicks;
    }
    const mover = pages[titles.findIndex((title) => title.startsWith('Your move'))];
    if (mover === undefined) {
      await pages[0]?.waitForTimeout(20);
      continue;
    }
    const { rows, lead, enter } = board(mover);
    if (!(await mover.evaluate(() => document.activeElement?.matches('[role=gridcell]')))) {
      await enter();
    }
    // The cells with something to press, as they are called.
    const cells = await rows.evaluateAll((all) =>
      all.flatMap((row, down) =>
        [...row.children].flatMap((cell, right) => {
          const name = cell.querySelector('button')?.getAttribute('aria-label') ?? '';
          return name === '' ? [] : [{ down, right, name }];
        }),
      ),
    );
    if (cells.length === 0) {
      continue;
    }
    const kick = cells.find(({ name }) => /\(L-(9|11)\)/u.test(name));
    const { down, right } = kick ?? choose(cells);
    const version = await mover.getByRole('main').getAttribute('data-version');
    await lead(down, right);
    await mover.keyboard.press('Enter');
    await mover.waitForFunction(
      (before) => document.querySelector('main')?.dataset['version'] !== before,
      version,
    );
    kicks += kick === undefined ? 0 : 1;
  }
  throw new Error(`no end after ${MOST_STEPS} steps`);
}

test('two live browsers play whole games of Ludo by the keyboard, with kicks', async ({
  newcomer,
}) => {
  // The dice decide how many games it takes until somebody is kicked.
  test.setTimeout(900_000);
  const ann = await newcomer();
  await ann.emulateMedia({ reducedMotion: 'reduce' });
  await startGame(ann, 'Ludo', {
    'A, the circle': HERE,
    'B, the square': ELSEWHERE,
    'C, the triangle': 'Nobody',
  });
  const bob = await newcomer();
  await bob.emulateMedia({ reducedMotion: 'reduce' });
  await takeSeat(bob, await invitation(ann), 'Bob');
  await expect(board(ann).rows).toHaveCount(2);
  const choose = seeded(3);
  let kicks = 0;
  for (let games = 0; kicks === 0 && games < MOST_GAMES; games += 1) {
    if (games > 0) {
      await ann.getByRole('button', { name: 'Rematch' }).press('Enter');
      await bob.getByRole('link', { name: 'Go to the next game' }).press('Enter');
      await bob.getByRole('button', { name: 'Join the game' }).press('Enter');
      for (const page of [ann, bob]) {
        await expect(page).not.toHaveTitle(/^Game over/);
      }
    }
    kicks = await playLudo([ann, bob], choose);
  }
  expect(kicks).toBeGreaterThan(0);
  for (const page of [ann, bob]) {
    await expect(page).toHaveTitle(/^Game over/);
  }
});

for (const soon of [0, 60, 120, 250]) {
  test(`an arrow key ${soon} ms after a push leads on, and pushes nothing`, async ({ newcomer }) => {
    const page = await newcomer();
    await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: 'The bot Drift, random' });
    const sent = /** @type {(string | null)[]} */ ([]);
    page.on('request', (request) => {
      if (request.method() === 'POST') {
        sent.push(request.postData());
      }
    });
    const at = (/** @type {string} */ cell) => page.locator(`[data-key="${cell}"]`);
    // Before the scripts have begun, a key chooses nothing.
    await expect(async () => {
      await at('00').focus();
      await page.keyboard.press('Enter');
      await expect(at('00').locator('[aria-current]')).toHaveCount(1, { timeout: 3_000 });
    }).toPass();
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(soon);
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('.moves li')).toHaveCount(2);
    await expect(at('01')).toBeFocused();
    expect(sent).toHaveLength(1);
  });
}

test('an arrow key leads on while the answer to a push has begun to arrive', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: 'The bot Drift, random' });
  const at = (/** @type {string} */ cell) => page.locator(`[data-key="${cell}"]`);
  await page.goto(`${page.url()}?from=00`);
  await expect(at('00')).toHaveAttribute('tabindex');
  await at('00').focus();
  // Its text comes once the key was pressed.
  await page.evaluate(() => {
    const { text } = Response.prototype;
    Response.prototype.text = async function late() {
      document.body.dataset['arrives'] = '';
      await new Promise((resolve) => addEventListener('keyup', resolve, { once: true }));
      return text.call(this);
    };
  });
  await page.keyboard.down('ArrowDown');
  await expect(page.locator('[data-arrives]')).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.moves li')).not.toHaveCount(0);
  await expect(at('01')).toBeFocused();
});

test('a move that is typed is gone from the field when it was played, and stays when not', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  await unfold(page, 'More');
  await unfold(page, 'For experts');
  const field = page.getByRole('textbox', { name: 'Your move' });
  await field.pressSequentially('99R');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(field).toHaveValue('99R');
  await field.fill('01B');
  await field.press('Enter');
  await expect(page.locator('.moves li')).toHaveCount(1);
  await expect(field).toHaveValue('');
});
