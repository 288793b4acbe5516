/** No page has more to stop at on the way to anything. */
const MOST_STOPS = 200;

/**
 * Goes on by the Tab key until something has the focus, unless it has it already.
 *
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').Locator} wanted
 * @param {string} name of it
 */
export async function reach(page, wanted, name) {
  const focused = wanted.and(page.locator(':focus'));
  for (let stops = 0; (await focused.count()) === 0; stops += 1) {
    if (stops === MOST_STOPS) {
      throw new Error(`the Tab key never comes to ${name}`);
    }
    await page.keyboard.press('Tab');
  }
}
