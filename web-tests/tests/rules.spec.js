import { COLORS, expectAccessible } from '../support/audit.js';
import { expect, test } from '../support/fixtures.js';
import { expectRoom } from '../support/picture.js';

/** @typedef {import('@playwright/test').Page} Page */

const PHONE = { width: 360, height: 640 };

/** The pictures of each game's rules, in order. */
const PICTURES = /** @type {const} */ ({
  kuba: ['kuba-start', 'kuba-capture', 'kuba-ko'],
  ludo: ['ludo-start', 'ludo-kick', 'ludo-stack', 'ludo-bounce'],
});

/** @param {Page} page @param {string} key */
const cell = (page, key) => page.locator(`.targets .rows .spot[data-key="${key}"]`);

/** @param {Page} page */
const told = (page) => page.locator('#outcome');

/** @param {Page} page @param {string} name @returns {import('@playwright/test').Locator} the way from a picture to its board */
const way = (page, name) => page.locator(`.still a[href*="board=${name}"]`);

test('without scripts every picture of the rules becomes a board', async ({ newcomer }) => {
  const page = await newcomer();
  await page.setViewportSize(PHONE);
  for (const [game, pictures] of Object.entries(PICTURES)) {
    await page.goto(`/rules/${game}`);
    for (const [index, name] of pictures.entries()) {
      if (index > 0) {
        await way(page, name).click();
      }
      await expect(page.locator('#board'), name).toBeInViewport();
      await expect(page.locator('.still'), name).toHaveCount(pictures.length - 1);
      await expectRoom(page, name);
    }
  }
});

test('a push falls, is taken back, and is pushed again; ko says why', async ({ newcomer, laboratory }) => {
  const page = await newcomer();
  await page.goto('/rules/kuba');
  await way(page, 'kuba-capture').click();
  await expect(told(page)).toContainText('White pushed');
  await page.getByRole('link', { name: 'One move back' }).click();
  await expect(told(page)).not.toContainText('White pushed');
  await cell(page, '23').getByRole('link').click();
  await expect(told(page)).toContainText('Marble chosen');
  await cell(page, '24').getByRole('link', { name: /^Push/u }).click();
  await expect(told(page)).toContainText('White pushed');
  await expect(page.locator('#board')).toBeInViewport();
  await expect(page.getByRole('link', { name: 'As it was' })).toHaveCount(0);
  await page.getByText('All moves').click();
  await page.locator('[data-action="06L"]').click();
  await expect(told(page)).toContainText('Black pushed');
  await page.getByRole('link', { name: 'As it was' }).click();
  await expect(told(page)).toContainText('White pushed');
  await way(page, 'kuba-ko').click();
  await cell(page, '26').getByRole('link').click();
  await expect(told(page)).toContainText('ko forbids its only push');
  await expectAccessible(page, laboratory, COLORS);
});

test('the reader chooses what the die shows', async ({ newcomer, laboratory }) => {
  const page = await newcomer();
  await page.goto('/rules/ludo');
  await expect(told(page)).toContainText('Choose what the die shows.');
  await page.locator('[data-roll="3"]').click();
  await expect(told(page)).toContainText('Nothing could move.');
  await page.locator('[data-roll="6"]').click();
  await cell(page, 'Bp').getByRole('link').click();
  await expect(told(page)).toContainText('brought a token out');
  await expectAccessible(page, laboratory, COLORS.slice(0, 2));
});

test('an address of no board or no move says so', async ({ newcomer, laboratory }) => {
  const page = await newcomer();
  for (const [address, status, says] of /** @type {const} */ ([
    ['/rules/kuba?board=ludo-kick', 404, 'The rules of Kuba have no board called "ludo-kick"; they have kuba-start'],
    ['/rules/kuba?board=kuba-ko&line=21R.26L', 400, 'Move 2 of the line, 26L, cannot be made'],
    ['/rules/ludo?line=7', 400, 'Move 1 of the line, 7'],
    [`/rules/ludo?line=${'1.'.repeat(100)}1`, 400, 'Only the first 60 moves'],
  ])) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(status);
    await expect(page.getByRole('main')).toContainText(says);
    await expectAccessible(page, laboratory, COLORS.slice(0, 1));
    await page.getByRole('link', { name: 'Back to the rules' }).click();
    await expect(page).toHaveTitle(/^The rules of/u);
  }
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true, hasTouch: true });

  test('a picture becomes a board where it is, without a load, and is pushed by mouse, touch and keys', async ({
    newcomer,
  }) => {
    const page = await newcomer();
    await page.goto('/rules/kuba');
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    const still = way(page, 'kuba-ko');
    await still.scrollIntoViewIfNeeded();
    const [before, after] = [page.locator('.still').last(), page.locator('#board')];
    const { y = 0 } = (await before.boundingBox()) ?? {};
    await still.click();
    await expect(told(page)).toContainText('White pushed');
    expect(Math.abs(((await after.boundingBox())?.y ?? 0) - y), 'how far the board jumps').toBeLessThan(8);
    const box = await cell(page, '26').boundingBox();
    const [x, top, size] = [box?.x ?? 0, box?.y ?? 0, box?.width ?? 0];
    await page.mouse.move(x + size / 2, top + size / 2);
    await page.mouse.down();
    await page.mouse.move(x - size * 0.4, top + size / 2, { steps: 6 });
    await page.mouse.up();
    await expect(page.locator('#badge')).toHaveText('That would undo the last push.');
    await cell(page, '06').getByRole('link').tap();
    await cell(page, '05').getByRole('link', { name: /^Push/u }).tap();
    await expect(told(page)).toContainText('Black pushed');
    await cell(page, '00').focus();
    await page.keyboard.press('Enter');
    await expect(told(page)).toContainText('Marble chosen');
    await page.keyboard.press('ArrowRight');
    await expect(told(page)).toContainText('White pushed');
    await page.goBack();
    await expect(told(page)).toContainText('Black pushed');
    await expect(page.locator('body')).toHaveAttribute('data-same', '');
  });
});
