import { COLORS, expectAccessible } from '../support/audit.js';
import { expect, test } from '../support/fixtures.js';
import { expectRoom } from '../support/picture.js';
import { drag, outcome, play, press, tap, type } from '../support/practice.js';
import { PUZZLES } from '../support/puzzles.js';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('../support/practice.js').Hand} Hand
 */

/** The light and the dark theme, as their readers have chosen them. */
const THEMES = COLORS.slice(2, 4);

const [KUBA, LONGER] = PUZZLES;
const ENDED = PUZZLES[6];
const LUDO = PUZZLES[7];

/** Moves that are allowed and wrong. */
const WRONG = /** @type {const} */ ([
  [LONGER, '22R'],
  [LUDO, 'C6p'],
]);

const SOLVED = /Solved: |Right, that is the best choice\./u;

/**
 * Solves every puzzle.
 *
 * @param {Page} page
 * @param {Hand} act
 */
async function solveAll(page, act) {
  for (const { id, answer } of PUZZLES) {
    await page.goto(`/puzzles/${id}`);
    await expect(outcome(page), id).toBeEmpty();
    await play(page, answer, act, id);
    await expect(outcome(page), id).toContainText(SOLVED);
    await expect(page.getByRole('link', { name: 'Next puzzle' }), id).toBeVisible();
  }
}

/** @param {Page} page @param {string} id @returns what the list shows of a puzzle */
const listed = (page, id) => page.getByRole('main').locator(`a[href="/puzzles/${id}"]`);

test('without scripts ten puzzles are solved, and the lists remember how', async ({ newcomer, laboratory }) => {
  const page = await newcomer();
  await solveAll(page, press);
  for (const [game, count] of [
    ['kuba', 7],
    ['ludo', 3],
  ]) {
    await page.goto(`/puzzles/${game}`);
    await expect(page.getByRole('link', { name: /, solved at once/u })).toHaveCount(Number(count));
  }
  await page.goto('/puzzles');
  await expect(page.getByRole('region', { name: /^Kuba/u })).toContainText(/\b7 of \d+ solved/u);
  await expect(page.getByRole('region', { name: /^Ludo/u })).toContainText(/\b3 of \d+ solved/u);
  await page.goto('/puzzles/ludo');
  await expectAccessible(page, laboratory, THEMES);
});

test('a wrong move is told and tried again, and the list has it as solved later', async ({ newcomer, laboratory }) => {
  const page = await newcomer();
  for (const [{ id, answer }, wrong] of WRONG) {
    await page.goto(`/puzzles/${id}`);
    await expectAccessible(page, laboratory, THEMES);
    await play(page, [wrong], press, id);
    await expect(outcome(page)).toContainText(/does not win in time|The other choice is better/u);
    await expectAccessible(page, laboratory, THEMES);
    await page.goto(`/puzzles/${id.startsWith('k') ? 'kuba' : 'ludo'}`);
    await expect(listed(page, id)).toHaveAccessibleName(/, missed/u);
    await page.goBack();
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(outcome(page)).toBeEmpty();
    await play(page, answer, press, id);
    await expect(outcome(page)).toContainText(SOLVED);
    await expectAccessible(page, laboratory, THEMES.slice(0, 1));
    await page.goto(`/puzzles/${id.startsWith('k') ? 'kuba' : 'ludo'}`);
    await expect(listed(page, id)).toHaveAccessibleName(/, solved later/u);
  }
});

test('a wrong move deep in a puzzle leads back to the last right one', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto(`/puzzles/${LONGER.id}`);
  await press(page, LONGER.answer[0]);
  await expect(outcome(page)).toContainText('Right so far.');
  await press(page, '13R');
  await expect(outcome(page)).toContainText('does not win in time');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(outcome(page)).toContainText('Right so far.');
  await press(page, LONGER.answer[1]);
  await expect(outcome(page)).toContainText(SOLVED);
});

test('the answer is shown to who asks for it, move by move, and then the puzzle counts as missed', async ({
  newcomer,
  laboratory,
}) => {
  const page = await newcomer();
  for (const { id, answer } of [LONGER, LUDO]) {
    await page.goto(`/puzzles/${id}`);
    await page.getByRole('link', { name: 'Show the answer' }).click();
    await expect(outcome(page)).toContainText('The answer:');
    await expectAccessible(page, laboratory, THEMES);
    if (id === LONGER.id) {
      const moves = page.getByRole('navigation', { name: 'The answer' }).getByRole('link');
      await expect(moves).toHaveText([...answer]);
      await moves.last().click();
      await expect(outcome(page)).toContainText(SOLVED);
    } else {
      await expect(page.getByRole('region', { name: 'What each choice is worth' }).getByRole('row')).toHaveCount(3);
    }
  }
  await page.goto('/puzzles/ludo');
  await expect(listed(page, LUDO.id)).toHaveAccessibleName(/, missed/u);
});

test('the choices of Ludo are buttons in words, and the pushes of Kuba are folded', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto(`/puzzles/${LUDO.id}`);
  await expect(page.getByRole('main').locator('[data-action]')).toHaveCount(2);
  await page.locator(`[data-action="${LUDO.answer[0]}"]`).click();
  await expect(outcome(page)).toContainText(SOLVED);
  await page.goto(`/puzzles/${KUBA.id}`);
  await expect(page.locator(`[data-action="${KUBA.answer[0]}"]`)).toBeHidden();
  await page.getByText('All moves').click();
  await page.locator(`[data-action="${KUBA.answer[0]}"]`).click();
  await expect(outcome(page)).toContainText(SOLVED);
});

test('an address of no puzzle or no move says so, and leads back', async ({ newcomer, laboratory }) => {
  const page = await newcomer();
  for (const [address, status, says, onward] of /** @type {const} */ ([
    ['/puzzles/k-00000000', 404, 'no puzzle called k-00000000', 'All puzzles'],
    ['/puzzles/chess', 404, 'no puzzle called chess', 'All puzzles'],
    [`/puzzles/${KUBA.id}?line=99X`, 400, 'Move 1 of the line, 99X', 'Back to the puzzle'],
  ])) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(status);
    await expect(page.getByRole('main')).toContainText(says);
    await expectAccessible(page, laboratory, THEMES.slice(0, 1));
    await page.getByRole('link', { name: onward }).click();
    await expect(page).toHaveTitle(/Puzzles – Parlor$/u);
  }
});

test('home leads to the puzzle of the day, and its answer begins a streak', async ({ newcomer, laboratory }) => {
  const page = await newcomer();
  await page.goto('/');
  await page.getByRole('link', { name: 'Puzzle of the day' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Puzzle of the day' })).toBeVisible();
  const { pathname } = new URL(page.url());
  await page.locator('.menu > summary').click();
  await page.getByRole('link', { name: 'Puzzles' }).first().click();
  const streak = page.locator('#streak');
  await expect(streak).toHaveText('Solve it today, and a streak begins.');
  await page.getByRole('link', { name: 'Solve it' }).click();
  await expect(page).toHaveURL(new RegExp(`${pathname}$`, 'u'));

  // Another browser is shown the answer, whichever puzzle it is today.
  const helper = await newcomer();
  await helper.goto(`${pathname}?show=answer`);
  const best = helper.locator('.best th');
  if ((await best.count()) > 0) {
    await page.locator('[data-action]').filter({ hasText: await best.innerText() }).click();
  } else {
    const moves = await helper.getByRole('navigation', { name: 'The answer' }).getByRole('link').allInnerTexts();
    await play(page, moves, press, 'the puzzle of the day');
  }
  await expect(outcome(page)).toContainText(SOLVED);
  await expect(streak).toHaveText('Solved. A streak of one day: come back tomorrow.');
  await page.getByRole('main').getByRole('link', { name: 'Puzzle of the day' }).click();
  await expect(streak).toHaveText('Solved. A streak of one day: come back tomorrow.');
  await expect(page.getByRole('link', { name: 'See it again' })).toBeVisible();
  await expectAccessible(page, laboratory, THEMES);
});

test('on the narrowest screen nothing scrolls sideways, and the board is seen with its task', async ({ newcomer }) => {
  const page = await newcomer();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const address of ['', '/kuba', '/ludo']) {
    await page.goto(`/puzzles${address}`);
    await expectRoom(page, `puzzles${address}`);
  }
  for (const { id, answer } of [LONGER, ENDED, LUDO]) {
    for (const query of ['', `?line=${answer.join('.')}`, '?show=answer']) {
      await page.goto(`/puzzles/${id}${query}`);
      await expect(page.locator('#task'), id).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.stage'), id).toBeInViewport({ ratio: 1 });
      await expectRoom(page, `${id}${query}`);
    }
  }
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true, hasTouch: true });

  for (const [by, act] of /** @type {const} */ ([
    ['mouse', drag],
    ['touch', tap],
    ['keys alone', type],
  ])) {
    test(`ten puzzles are solved by ${by}`, async ({ newcomer }) => {
      await solveAll(await newcomer(), act);
    });
  }

  test('a puzzle is solved in place, nothing jumps, and the browser goes back through the moves', async ({
    newcomer,
  }) => {
    const page = await newcomer();
    for (const size of [
      { width: 1280, height: 800 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(`/puzzles/${LONGER.id}`);
      await page.evaluate(() => document.body.setAttribute('data-same', ''));
      const place = () => page.locator('.stage').boundingBox();
      const before = await place();
      for (const says of ['Right so far.', SOLVED]) {
        const [first, second] = LONGER.answer;
        await drag(page, says === SOLVED ? second : first);
        await expect(outcome(page)).toContainText(says);
        expect(await place(), 'where the board is').toEqual(before);
      }
      await page.goBack();
      await expect(outcome(page)).toContainText('Right so far.');
      await page.goBack();
      await expect(outcome(page)).toBeEmpty();
      expect(await place(), 'where the board is').toEqual(before);
      await page.goForward();
      await expect(outcome(page)).toContainText('Right so far.');
      await expect(page.locator('body')).toHaveAttribute('data-same', '');
      // A wrong move is taken back in place, too.
      await drag(page, '13R');
      await page.getByRole('link', { name: 'Try again' }).click();
      await expect(outcome(page)).toContainText('Right so far.');
      expect(await place(), 'where the board is').toEqual(before);
      await expect(page.locator('body')).toHaveAttribute('data-same', '');
    }
  });

  test('from a solved puzzle one goes on to the next, and back', async ({ newcomer }) => {
    const page = await newcomer();
    await page.goto(`/puzzles/${KUBA.id}`);
    await type(page, KUBA.answer[0]);
    await expect(outcome(page)).toContainText(SOLVED);
    await page.getByRole('link', { name: 'Next puzzle' }).press('Enter');
    await expect(page).not.toHaveURL(new RegExp(KUBA.id, 'u'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Kuba: win in/u);
    await page.goBack();
    await expect(outcome(page)).toContainText(SOLVED);
  });
});
