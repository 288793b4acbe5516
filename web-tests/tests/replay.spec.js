import { COLORS, expectAccessible } from '../support/audit.js';
import { holdFilms, letGo, moving } from '../support/film.js';
import { expect, test } from '../support/fixtures.js';
import { endKuba, endLudo } from '../support/over.js';

/** @typedef {import('@playwright/test').Page} Page */

const PHONE = { width: 360, height: 740 };

/**
 * The replay of a game of two pushes, at its start.
 *
 * @param {Page} page
 */
async function replay(page) {
  await endKuba(page);
  await page.goto(`${new URL(page.url()).pathname}/replay?ply=0`);
  await expect(place(page, 'The start, before 2 moves')).toBeVisible();
}

/**
 * Does something once the page has asked for the next answer, and before that comes; if it fails, none
 * comes. It is done in the page: what that asks for soon after it was loaded is not always reported to
 * others.
 *
 * @param {Page} page
 * @param {() => Promise<void>} deed
 */
async function beforeAnswer(page, deed) {
  await page.exposeFunction('deed', deed);
  await page.evaluate(() => {
    const plain = window.fetch;
    window.fetch = async (...request) => {
      window.fetch = plain;
      await Reflect.get(window, 'deed')();
      return plain(...request);
    };
  });
}

/** @param {Page} page @param {string} name of where the replay is */
const place = (page, name) => page.getByRole('heading', { name, exact: true });

/** @param {Page} page @param {string} name of a link that steps */
const step = (page, name) =>
  page.getByRole('navigation', { name: 'Through the game' }).getByRole('link', { name });

test('without scripts a replay has links, a number to go to, and a list that is one stop', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await page.setViewportSize(PHONE);
  await replay(page);
  await expect(page.getByRole('slider')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeHidden();
  await step(page, 'Next').click();
  await expect(step(page, 'Next')).toBeFocused();
  const number = page.getByRole('spinbutton', { name: 'Move' });
  await expect(number).toHaveValue('1');
  await number.fill('2');
  await page.getByRole('button', { name: 'Go' }).click();
  await expect(place(page, 'Move 2 of 2')).toBeVisible();

  await page.getByText('The board in words').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: '65F' }).click();
  await expect(place(page, 'Move 1 of 2')).toBeVisible();
  await expect(page.getByRole('link', { name: '65F' })).toBeFocused();
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('a replay is stepped in place by mouse and keys, and leaves one entry in the history', async ({
    newcomer,
    laboratory,
  }) => {
    const page = await newcomer();
    await replay(page);
    const entries = await page.evaluate(() => history.length);
    const slider = page.getByRole('slider', { name: 'Move' });
    for (const [key, at, name] of /** @type {const} */ ([
      ['ArrowRight', 1, 'Move 1 of 2'],
      ['ArrowRight', 2, 'Move 2 of 2'],
      ['ArrowRight', 2, 'Move 2 of 2'],
      ['ArrowLeft', 1, 'Move 1 of 2'],
      ['End', 2, 'Move 2 of 2'],
      ['Home', 0, 'The start, before 2 moves'],
    ])) {
      await page.keyboard.press(key);
      await expect(place(page, name)).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/replay\\?ply=${at}$`, 'u'));
      await expect(slider).toHaveValue(`${at}`);
    }
    await step(page, 'Last').click();
    await expect(place(page, 'Move 2 of 2')).toBeVisible();
    // A link that leads nowhere any longer keeps the focus.
    await expect(step(page, 'Last')).toBeFocused();
    await page.getByRole('link', { name: '65F' }).click();
    await expect(place(page, 'Move 1 of 2')).toBeVisible();
    await expect(page.getByRole('link', { name: '65F' })).toHaveAttribute('aria-current', 'true');

    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await expect(slider).toHaveAttribute('aria-valuetext', /^Move 2 of 2: Player B pushed /u);
    await expect(page.getByRole('status').filter({ hasText: 'Player B pushed' })).toBeVisible();
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await expect(page).toHaveTitle(/^Move 2 of 2 /u);
    await page.getByText('Save or share').click();
    await expect(page.getByLabel('Link to this move')).toHaveValue(page.url());
    await page.getByRole('button', { name: 'Copy the link to this move' }).click();
    await expect(page.getByText('The link is copied.')).toBeVisible();
    await expectAccessible(page, laboratory, [COLORS[0], COLORS[3]]);
  });

  test('what decided a game is stepped through in place, too', async ({ newcomer }) => {
    const page = await newcomer();
    await endKuba(page);
    await page.goto(`${new URL(page.url()).pathname}/analysis`);
    await page.getByRole('button', { name: 'Find out' }).click();
    const slider = page.getByRole('slider', { name: 'Move' });
    await expect(slider).toBeVisible();
    await page.waitForLoadState();
    const entries = await page.evaluate(() => history.length);
    for (const [key, at] of /** @type {const} */ ([
      ['Home', 0],
      ['ArrowRight', 1],
      ['End', 2],
    ])) {
      await page.keyboard.press(key);
      await expect(page).toHaveURL(new RegExp(`/analysis\\?ply=${at}$`, 'u'));
      await expect(slider).toHaveValue(`${at}`);
    }
    await expect(slider).toHaveAttribute('aria-valuetext', /Player B pushed /u);
    expect(await page.evaluate(() => history.length)).toBe(entries);
  });

  test('a step on is seen as a film, the last press wins, and it plays until it is paused', async ({
    newcomer,
  }) => {
    const page = await newcomer();
    await holdFilms(page);
    await replay(page);
    await letGo(page);
    // While an answer is due, each press counts from the one before; only the last is waited for.
    let asked = 0;
    await beforeAnswer(page, async () => {
      asked += 1;
      await page.keyboard.press('ArrowRight');
    });
    await page.keyboard.press('ArrowRight');
    await moving(page);
    await expect(page).toHaveURL(/ply=1$/u);
    await letGo(page);
    await expect(place(page, 'Move 2 of 2')).toBeVisible();
    expect(asked).toBe(1);

    await page.keyboard.press('Home');
    await expect(place(page, 'The start, before 2 moves')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    expect(await moving(page)).toContain('marble-55');
    await letGo(page);
    await expect(place(page, 'Move 1 of 2')).toBeVisible();
    // Pressed meanwhile, what comes is seen at once, and then where the press leads.
    await page.keyboard.press('ArrowRight');
    await moving(page);
    const back = page.waitForRequest(/ply=1&shown=2$/u);
    await page.keyboard.press('ArrowLeft');
    await back;
    await expect(place(page, 'Move 1 of 2')).toBeVisible();
    await letGo(page);
    await page.keyboard.press('ArrowRight');
    await moving(page);
    await letGo(page);
    await expect(place(page, 'Move 2 of 2')).toBeVisible();

    // Played from its end it begins again.
    const player = page.getByRole('button', { name: 'Play', exact: true });
    await page.keyboard.press(' ');
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await moving(page);
    await letGo(page);
    await expect(place(page, 'Move 1 of 2')).toBeVisible();
    await moving(page);
    await page.getByRole('button', { name: 'Pause' }).click();
    await letGo(page);
    await expect(player).toBeVisible();
    await expect(place(page, 'Move 2 of 2')).toBeVisible();
  });

  test('who wishes no motion sees no film, and what is lost on the way can be tried again', async ({
    newcomer,
  }) => {
    const page = await newcomer();
    await holdFilms(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await replay(page);
    await beforeAnswer(page, () => Promise.reject(new Error('the line is cut')));
    await page.keyboard.press('ArrowRight');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The server does not answer');
    await expect(place(page, 'The start, before 2 moves')).toBeVisible();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(place(page, 'Move 1 of 2')).toBeVisible();
    await expect(alert).toBeHidden();
    await page.keyboard.press(' ');
    await expect(place(page, 'Move 2 of 2')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'held').length)).toBe(0);
  });
});

test.describe('on a telephone', () => {
  test.use({ javaScriptEnabled: true, hasTouch: true, viewport: PHONE });

  test('L-14: rolls that moved nothing are one step, and the die shows the last', async ({
    newcomer,
  }) => {
    const page = await newcomer();
    const moves = await endLudo(page);
    const lost = moves.map((move) => move.endsWith('-'));
    const first = lost.findIndex((is, ply) => is && lost[ply + 1]);
    const end = lost.indexOf(false, first);
    await page.goto(`${new URL(page.url()).pathname}/replay?ply=${first}`);
    await holdFilms(page);
    await page.reload();
    await step(page, 'Next').tap();
    expect(await moving(page)).toEqual(['die']);
    await letGo(page);
    await expect(place(page, `Move ${end} of ${moves.length}`)).toBeVisible();
    const roll = Number(moves[end - 1]?.[1]);
    await expect(page.locator('.stage #die circle')).toHaveCount(roll);
    // The buttons and what happened stay in sight.
    for (const name of ['First', 'Back', 'Next', 'Last']) {
      await expect(step(page, name)).toBeInViewport({ ratio: 1 });
    }
    await expect(page.getByRole('status').filter({ hasText: `rolled ${roll}` })).toBeInViewport();
    // A jump to the start, and from there to the end, is seen at once.
    await step(page, 'First').tap();
    await expect(page).toHaveURL(/ply=0$/u);
    await page.getByRole('slider').tap({ position: { x: 330, y: 22 } });
    await expect(page).toHaveURL(new RegExp(`ply=${moves.length}$`, 'u'));
    await page.getByText('Go to a move').tap();
    const folded = page.getByText(`${end - first} rolls, nothing moves`).first();
    await folded.tap();
    await page.locator(`.moves [href*="ply=${first + 1}&"]`).tap();
    await expect(place(page, `Move ${first + 1} of ${moves.length}`)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`ply=${first + 1}$`, 'u'));
  });
});
