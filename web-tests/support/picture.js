import { expect } from '@playwright/test';

/** A telephone, and a window on a desk. */
const WIDTHS = [360, 1280];

/** The narrowest screen that a page must fit without scrolling sideways. */
const NARROWEST = 320;

/**
 * Keeps what a page looks like below `screenshots`, and sees that it never scrolls sideways.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} name of the files, before the width
 */
export async function expectFits(page, name) {
  const before = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const width of [NARROWEST, ...WIDTHS]) {
    await page.setViewportSize({ width, height: 800 });
    const needed = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(needed, `${name} at ${width} px needs`).toBeLessThanOrEqual(width);
    if (WIDTHS.includes(width)) {
      await page.screenshot({ path: `screenshots/${name}-${width}.png`, fullPage: true });
    }
  }
  await page.setViewportSize(before);
}
