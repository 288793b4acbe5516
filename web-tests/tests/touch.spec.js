import { expect, test } from '../support/fixtures.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { HERE, startGame } from '../support/table.js';

/** A telephone so low that a page at one screen is taller. */
test.use({
  javaScriptEnabled: true,
  contextOptions: { hasTouch: true, isMobile: true, viewport: { width: 360, height: 520 } },
});

/** In how many steps a finger moves. */
const STEPS = 8;

/**
 * Draws a finger over the screen.
 *
 * @param {import('@playwright/test').Locator} from where it is put down, in the middle
 * @param {number} up how far it is drawn, in pixels
 */
async function swipe(from, up) {
  const page = from.page();
  const box = await from.boundingBox();
  if (box === null) {
    throw new Error('it cannot be seen');
  }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const screen = await page.context().newCDPSession(page);
  await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let part = 1; part <= STEPS; part += 1) {
    const touchPoints = [{ x, y: y - (up * part) / STEPS }];
    await screen.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
  }
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('a finger pushes a marble, and scrolls where there is none to be chosen', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const scrolled = () => page.evaluate(() => window.scrollY);
  const marble = page.getByRole('link', { name: 'Choose the marble at 65' });
  await marble.scrollIntoViewIfNeeded();
  const before = await scrolled();
  await swipe(marble, 40);
  await expect(page.locator('.moves li').first()).toContainText('65F');
  expect(await scrolled()).toBe(before);

  await swipe(page.getByRole('gridcell', { name: '33 red' }), 120);
  await expect.poll(scrolled).toBeGreaterThan(before);
  await expect(page.locator('.moves li')).toHaveCount(1);
});
