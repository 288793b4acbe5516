import { expect } from '@playwright/test';

/** A telephone, and a window on a desk. */
const WIDTHS = [360, 1280];

/** The narrowest screen that a page must fit without scrolling sideways. */
const NARROWEST = 320;

/** The least that a finger must have to hit, in pixels: WCAG 2.2, 2.5.8. */
const SMALLEST = 24;

/**
 * Sees that a page at its present size never scrolls sideways, and that nothing to be pressed is
 * smaller than a finger, but for links in a sentence.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} name of the page
 */
export async function expectRoom(page, name) {
  const width = page.viewportSize()?.width ?? 0;
  const needed = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(needed, `${name} at ${width} px needs`).toBeLessThanOrEqual(width);
  const small = await page.evaluate((smallest) => {
    const all = document.querySelectorAll('a,button,input:not([type=hidden]),select,summary');
    const seen = [...all].filter(
      // A course is pointed into as a whole; its slider says the same.
      (one) => one.checkVisibility() && !one.matches('.skip,p a:not(.button),.points a'),
    );
    return seen.flatMap((one) => {
      // The label of a box is pressed like the box.
      const { width, height } = (one.closest('label') ?? one).getBoundingClientRect();
      const is = `${one.localName} ${one.getAttribute('aria-label') ?? one.textContent}`;
      return Math.min(width, height) < smallest ? [`${is}: ${width} × ${height}`] : [];
    });
  }, SMALLEST);
  expect.soft(small, `what is too small on ${name} at ${width} px`).toEqual([]);
}

/**
 * Keeps what a page looks like below `screenshots`, and sees that it has the room that it needs.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} name of the files, before the width
 */
export async function expectFits(page, name) {
  const before = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const width of [NARROWEST, ...WIDTHS]) {
    await page.setViewportSize({ width, height: 800 });
    await expectRoom(page, name);
    if (WIDTHS.includes(width)) {
      await page.screenshot({ path: `screenshots/${name}-${width}.png`, fullPage: true });
    }
  }
  await page.setViewportSize(before);
}
