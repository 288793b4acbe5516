import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';

/** The guidelines that every page keeps: WCAG 2.0, 2.1 and 2.2, levels A and AA. */
const GUIDELINES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rule that judges colors; what the others judge is the same in all of them. */
const READABLE = ['color-contrast'];

/** @typedef {(typeof COLORS)[number]} Colors */

/**
 * What changes the colors of a page, and with them what can be read: the themes that a reader may
 * have chosen, each against the wishes of their system, and colors that the system forces. Who has
 * chosen nothing gets the same colors by the same names.
 */
export const COLORS = /** @type {const} */ ([
  { media: { colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none' } },
  { media: { colorScheme: 'dark', contrast: 'no-preference', forcedColors: 'active' } },
  { media: { colorScheme: 'dark', contrast: 'more', forcedColors: 'none' }, theme: 'light' },
  { media: { colorScheme: 'light', contrast: 'more', forcedColors: 'none' }, theme: 'dark' },
  { media: { colorScheme: 'dark', contrast: 'more', forcedColors: 'none' }, theme: 'wood' },
  { media: { colorScheme: 'dark', contrast: 'no-preference', forcedColors: 'none' }, theme: 'contrast' },
]);

/**
 * Holds what a page shows against the guidelines.
 *
 * The rules are a script, which the page's own browser does not run. What that browser
 * shows, also in answer to a form, is shown again in one that does, at the same address.
 * A complaint fails the test at its end, after the pages that follow.
 *
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').BrowserContext} laboratory
 * @param {readonly Colors[]} kinds in which it is shown; in the first every guideline is judged
 */
export async function expectAccessible(page, laboratory, kinds) {
  const body = await page.content();
  const [address = ''] = page.url().split('#');
  const bench = await laboratory.newPage();
  try {
    await bench.setViewportSize(page.viewportSize() ?? { width: 1280, height: 720 });
    await bench.route(
      (url) => url.href === address,
      (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }),
    );
    // By it another browser would leave the page of who waits.
    await bench.route('**/lobby.js', (route) => route.abort());
    await bench.goto(address);
    for (const [index, colors] of kinds.entries()) {
      await bench.emulateMedia(colors.media);
      if ('theme' in colors) {
        const { theme } = colors;
        await bench.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
      }
      const axe = new AxeBuilder({ page: bench });
      const { violations, passes } = await (
        index === 0 ? axe.withTags(GUIDELINES) : axe.withRules(READABLE)
      ).analyze();
      const complaints = violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target}: ${failureSummary}`),
      );
      expect.soft(complaints, `${address} in ${JSON.stringify(colors)}`).toEqual([]);
      expect(passes.length, 'guidelines that had something to judge').toBeGreaterThan(0);
    }
  } finally {
    await bench.close();
  }
}
