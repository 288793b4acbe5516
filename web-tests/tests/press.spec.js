import { holdFilms, letGo, moving } from '../support/film.js';
import { expect, test } from '../support/fixtures.js';
import { pushInWords, unfold } from '../support/fold.js';
import { BLACK, WHITE, pushName } from '../support/kuba.js';
import { HERE, startGame } from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** A telephone with a keyboard. */
test.use({
  javaScriptEnabled: true,
  contextOptions: { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } },
});

/** How long it is waited for what must not come, in milliseconds. */
const A_WHILE = 400;

/**
 * Begins a game in which a push of White is being seen.
 *
 * @param {Page} page
 * @returns the cell of a marble that Black can choose after it
 */
async function pushOfWhite(page) {
  await holdFilms(page);
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  await pushInWords(page, '65F');
  await moving(page);
  return page.getByRole('gridcell').filter({ hasText: /^05 /u });
}

/** @param {Page} page */
const playing = (page) => page.locator('main[data-plays]');

/**
 * The actions that a page sends.
 *
 * @param {Page} page
 */
function sent(page) {
  /** @type {string[]} */
  const actions = [];
  page.on('request', (request) => {
    const action = new URLSearchParams(request.postData() ?? '').get('action');
    if (action !== null) {
      actions.push(action);
    }
  });
  return actions;
}

test('a finger that ends what is seen does nothing else, however long it is held', async ({
  newcomer,
}) => {
  const page = await newcomer();
  const cell = await pushOfWhite(page);

  await cell.scrollIntoViewIfNeeded();
  const box = await cell.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  const screen = await page.context().newCDPSession(page);
  await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await expect(playing(page)).toHaveCount(0);
  // A marble that can be chosen now lies under the finger.
  await expect(cell).toHaveAccessibleName(/Choose the marble at 05/u);
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForTimeout(A_WHILE);
  await expect(cell).toHaveAccessibleName(/Choose the marble at 05/u);

  // The next press counts.
  await page.touchscreen.tap(x, y);
  await expect(cell).toHaveAccessibleName(/Leave the marble at 05/u);
});

test('a key that ends what is seen does nothing else, however long it is held', async ({
  newcomer,
}) => {
  const page = await newcomer();
  const cell = await pushOfWhite(page);
  await cell.focus();
  await page.keyboard.down('Enter');
  await expect(playing(page)).toHaveCount(0);
  await expect(cell).toHaveAccessibleName(/Choose the marble at 05/u);
  // As long as it is held it comes again and again.
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.waitForTimeout(A_WHILE);
  await expect(cell).toHaveAccessibleName(/Choose the marble at 05/u);

  await page.keyboard.press('Enter');
  await expect(cell).toHaveAccessibleName(/Leave the marble at 05/u);
});

test('what is written while something is seen is kept, and not sent', async ({ newcomer }) => {
  const page = await newcomer();
  await holdFilms(page);
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const actions = sent(page);
  await unfold(page, 'Pushes in words');
  await unfold(page, 'More');
  await unfold(page, 'For experts');
  await page.getByRole('button', { name: pushName('65F'), exact: true }).press('Enter');
  await moving(page);
  const field = page.getByRole('textbox', { name: 'Your move' });
  await field.focus();
  await page.keyboard.type('05');
  await expect(playing(page)).toHaveCount(0);
  // What was held is over.
  await letGo(page);
  await page.keyboard.type('B');
  await expect(field).toHaveValue('05B');
  await page.keyboard.press('Enter');
  await moving(page);
  // The field is empty once it was taken, and Enter sends nothing while that is seen.
  await page.keyboard.down('Enter');
  await expect(playing(page)).toHaveCount(0);
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.waitForTimeout(A_WHILE);
  expect(actions).toEqual(['65F', '05B']);
  await letGo(page);
});
