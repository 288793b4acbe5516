import { COLORS, expectAccessible } from '../support/audit.js';
import { expect, test } from '../support/fixtures.js';
import { LESSONS } from '../support/lessons.js';
import { expectRoom } from '../support/picture.js';
import { drag, outcome, play, press, tap, type } from '../support/practice.js';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('../support/practice.js').Hand} Hand
 */

/** The smallest phone on which board and task are seen together. */
const PHONE = { width: 360, height: 640 };

/**
 * Plays every lesson of a game from its first step to the offer of the first game.
 *
 * @param {Page} page
 * @param {'kuba' | 'ludo'} game
 * @param {Hand} act
 * @param {(step: string) => Promise<void>} [look] at a step as it begins and as it ends
 */
async function playAll(page, game, act, look) {
  const lessons = LESSONS[game];
  await page.goto(`/learn/${game}/1`);
  for (const [index, steps] of lessons.entries()) {
    for (const [place, way] of steps.entries()) {
      const name = `${game} ${index + 1}, step ${place + 1}`;
      await expect(page.locator('#task'), name).toContainText(`Step ${place + 1} of ${steps.length}`);
      await expect(outcome(page), name).not.toContainText('Right.');
      await look?.(name);
      await play(page, way.split(' '), act, name);
      await expect(outcome(page), name).toContainText('Right.');
      await look?.(`${name}, done`);
      const isLast = place + 1 === steps.length;
      if (!isLast || index + 1 < lessons.length) {
        await page.getByRole('link', { name: isLast ? /^Next lesson/u : 'Next step' }).click();
      }
    }
  }
  await expect(page.getByRole('button', { name: /^Play your first game/u })).toBeVisible();
}

for (const [game, lessons] of /** @type {const} */ ([
  ['kuba', 8],
  ['ludo', 5],
])) {
  test(`without scripts every lesson of ${game} is played, and leads to the first game`, async ({
    newcomer,
    laboratory,
  }) => {
    const page = await newcomer();
    await playAll(page, game, press, async (step) => {
      // One step of each lesson: the others have the same parts.
      if (step.endsWith('step 1')) {
        await expectAccessible(page, laboratory, COLORS.slice(0, step.includes(' 1,') ? undefined : 1));
      }
    });
    await page.goto('/learn');
    await expect(page.getByRole('link', { name: /Done$/u })).toHaveCount(lessons);
    await expectAccessible(page, laboratory, COLORS);
    await page.getByRole('button', { name: new RegExp(`^Play your first game of ${game}`, 'iu') }).click();
    await expect(page).toHaveTitle(/^Your move/u);
  });
}

test('what is legal and not the task is told, and tried again', async ({ newcomer, laboratory }) => {
  const page = await newcomer();
  await page.goto('/learn/kuba/4');
  await press(page, '35F');
  await expect(outcome(page)).toHaveText(/You pushed a marble up.*not the task/u);
  await expectAccessible(page, laboratory, COLORS);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(outcome(page)).toBeEmpty();
  await press(page, '35R');
  await expect(outcome(page)).toContainText('Right.');
});

test('lessons are offered to who is new, and to nobody else', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/');
  const offer = page.getByRole('link', { name: 'New to Kuba? Learn it in three minutes' });
  await expect(offer).toBeVisible();
  await offer.click();
  await expect(page.getByRole('heading', { name: 'Pushing a marble' })).toBeVisible();
  await page.goto('/new/kuba');
  await page.getByRole('link', { name: 'Learn it in three minutes' }).click();
  await page.goto('/rules/kuba');
  await page.getByRole('link', { name: 'Learn it on the board' }).click();
  await page.locator('.menu > summary').click();
  await page.getByRole('link', { name: 'Learn to play' }).click();
  await page.getByRole('link', { name: 'Begin to learn Ludo' }).click();
  await expect(page.getByRole('heading', { name: 'Out of the yard' })).toBeVisible();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play Kuba against a bot' }).click();
  await expect(page).toHaveTitle(/^Your move/u);
  await page.goto('/');
  await expect(offer, 'a game has begun, and is not over').toBeVisible();
  await page.goBack();
  await page.getByText('Give up').click();
  await page.getByRole('button', { name: /^Resign/u }).click();
  await page.goto('/');
  await expect(offer).toHaveCount(0);
});

test('an address of no lesson says what there is', async ({ newcomer, laboratory }) => {
  const page = await newcomer();
  for (const [address, status, says] of /** @type {const} */ ([
    ['/learn/kuba/99', 404, 'numbered from 1 to 8'],
    ['/learn/chess/1', 404, 'no game called chess'],
    ['/learn/kuba/1?line=99X', 400, 'Move 1 of the line, 99X'],
  ])) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(status);
    await expect(page.getByRole('main')).toContainText(says);
    await expectAccessible(page, laboratory, COLORS.slice(0, 2));
    await page.getByRole('main').getByRole('link', { name: /lesson/u }).click();
    await expect(page).toHaveTitle(/Learn/u);
  }
});

test('on a phone board and task are seen together, and nothing scrolls sideways', async ({ newcomer }) => {
  const page = await newcomer();
  await page.setViewportSize(PHONE);
  await page.goto('/learn');
  await expectRoom(page, 'learn');
  for (const [game, lessons] of Object.entries(LESSONS)) {
    for (const [index, steps] of lessons.entries()) {
      for (const [place, way] of steps.entries()) {
        const step = `/learn/${game}/${index + 1}?step=${place + 1}`;
        await page.goto(step);
        await expect(page.locator('#task'), step).toBeInViewport({ ratio: 1 });
        await expect(page.locator('.stage'), step).toBeInViewport({ ratio: 1 });
        await expectRoom(page, step);
        await page.goto(`${step}&line=${way.replaceAll(' ', '.')}`);
        await expect(page.locator('.stage'), step).toBeInViewport({ ratio: 1 });
        await expect(outcome(page), step).toBeInViewport({ ratio: 1 });
      }
    }
  }
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true, hasTouch: true });

  for (const game of /** @type {const} */ (['kuba', 'ludo'])) {
    test(`every lesson of ${game} is played by mouse, by touch and by keys, in place`, async ({ newcomer }) => {
      for (const act of [drag, tap, type]) {
        const page = await newcomer();
        await playAll(page, game, act);
      }
    });
  }

  test('a step is played in place, the focus stays on the board, and the browser goes back', async ({
    newcomer,
    laboratory,
  }) => {
    const page = await newcomer();
    await page.goto('/learn/kuba/4');
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    await type(page, '35R');
    await expect(outcome(page)).toContainText('Right.');
    expect(await page.evaluate(() => document.activeElement?.closest('#board') !== null)).toBe(true);
    await expect(page.getByRole('status').filter({ hasText: 'Right.' })).toHaveCount(1);
    await expectAccessible(page, laboratory, COLORS.slice(0, 1));
    await page.getByRole('link', { name: 'Next step' }).press('Enter');
    await expect(page.locator('#task')).toContainText('Step 2 of 3');
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
    await page.goBack();
    await expect(outcome(page)).toContainText('Right.');
    await expect(page.locator('body')).toHaveAttribute('data-same', '');
  });

  test('a push that the rules forbid comes back and says why', async ({ newcomer }) => {
    const page = await newcomer();
    await page.goto('/learn/kuba/2');
    await drag(page, '32R');
    await expect(page.locator('#badge')).toHaveText('Needs a free place behind it.');
    await expect(outcome(page)).toBeEmpty();
    await page.goto('/learn/kuba/6');
    await drag(page, '33R');
    await expect(page.locator('#badge')).toHaveText('That would undo the last push.');
    await expect(outcome(page)).toBeEmpty();
  });
});
