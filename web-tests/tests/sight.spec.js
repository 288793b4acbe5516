import { expect, test } from '../support/fixtures.js';
import { unfold } from '../support/fold.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { ELSEWHERE, HERE, openForm, startGame } from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Windows on a desk, of which the first is what a browser leaves of a small screen. */
const WINDOWS = [
  { width: 1366, height: 650 },
  { width: 1280, height: 800 },
];

/** Who sits where in games of four and of two. */
const LUDO = { 'A, the circle': HERE, 'B, the square': HERE, 'C, the triangle': HERE, 'D, the diamond': HERE };
const KUBA = { [WHITE]: HERE, [BLACK]: HERE };

/** @param {Page} page */
const stage = (page) => page.locator('.stage');

for (const [game, players] of /** @type {const} */ ([
  ['Ludo', LUDO],
  ['Kuba', KUBA],
])) {
  for (const clocks of ['none', '300+5']) {
    test(`the whole board of ${game} is in sight at first, clocks ${clocks}`, async ({ newcomer }) => {
      const page = await newcomer();
      await openForm(page, game);
      for (const [seat, player] of Object.entries(players)) {
        await page.getByRole('combobox', { name: `Who plays ${seat}`, exact: true }).selectOption(player);
      }
      await page.getByRole('combobox', { name: 'Clocks' }).selectOption(clocks);
      await page.getByRole('button', { name: 'Start the game' }).click();
      for (const size of WINDOWS) {
        await page.setViewportSize(size);
        await expect(stage(page)).toBeInViewport({ ratio: 1 });
        // It uses the height that there is.
        const box = await stage(page).boundingBox();
        expect(box?.height).toBeGreaterThan(size.height - 100);
      }
    });
  }
}

test('one who waits for another sees the whole board at first too', async ({ newcomer }) => {
  const page = await newcomer();
  await page.setViewportSize(WINDOWS[0] ?? { width: 0, height: 0 });
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
  await expect(stage(page)).toBeInViewport({ ratio: 1 });
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  for (const width of [320, 360, 1280]) {
    test(`the list of pushes has no ragged line, ${width} wide`, async ({ newcomer }) => {
      const page = await newcomer();
      await page.setViewportSize({ width, height: 800 });
      await startGame(page, 'Kuba', KUBA);
      await unfold(page, 'Pushes in words');
      for (const turned of [false, true]) {
        if (turned) {
          await unfold(page, 'More');
          await page.getByRole('button', { name: 'Turn boards to my side' }).click();
          await expect(page.locator('.stage.turned')).toHaveCount(1);
          await expect(page.getByRole('button', { name: 'Push 00 left' })).toBeVisible();
        }
        const groups = await page.locator('.choices .group').evaluateAll((all) =>
          all.map((group) => {
            const box = (/** @type {Element} */ part) => part.getBoundingClientRect();
            const cell = /** @type {Element} */ (group.querySelector('.cell'));
            const buttons = [...group.querySelectorAll('button')];
            return {
              number: box(cell).right,
              lefts: buttons.map((button) => box(button).left),
              heights: buttons.map((button) => box(button).height),
            };
          }),
        );
        for (const { number, lefts } of groups) {
          expect(Math.min(...lefts), 'no button stands below the number').toBeGreaterThan(number);
        }
        const columns = new Set(groups.flatMap(({ lefts }) => lefts.map(Math.round)));
        expect(columns.size, `columns at ${width}`).toBeLessThanOrEqual(2);
        // No button breaks its words.
        expect(new Set(groups.flatMap(({ heights }) => heights)).size).toBe(1);
      }
    });
  }

  test("the ring of the focus is no larger than a cell of Ludo's board", async ({ newcomer }) => {
    const page = await newcomer();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await startGame(page, 'Ludo', LUDO);
    const choices = page.getByRole('region', { name: 'What you can do' }).getByRole('button');
    for (let presses = 0; presses < 40; presses += 1) {
      const version = await page.getByRole('main').getAttribute('data-version');
      await choices.first().click();
      await expect(page.getByRole('main')).not.toHaveAttribute('data-version', version ?? '');
    }
    for (const turned of [false, true]) {
      // As the Tab key would lead there, so that the focus is seen.
      await page.keyboard.press('Tab');
      const side = ((await stage(page).boundingBox())?.width ?? 0) / 16;
      for (const cell of await page.getByRole('gridcell').all()) {
        await cell.focus();
        const ring = cell.locator('.ring');
        await expect(ring).toBeVisible();
        await expect(cell).toHaveCSS('outline-style', 'none');
        const says = await cell.textContent();
        const { x = 0, y = 0, width = 0, height = 0 } = (await ring.boundingBox()) ?? {};
        // Who waits has half a nest.
        const most = /die|roll|yard/u.test(says ?? '') ? 2 * side : side;
        expect(Math.max(width, height), says ?? '').toBeLessThanOrEqual(most + 1);
        const token = page.locator(`.stage #token-${await cell.getAttribute('data-key')}`);
        for (const piece of await token.all()) {
          const box = await piece.boundingBox();
          const right = (box?.x ?? 0) + (box?.width ?? 0) / 2 - x;
          const down = (box?.y ?? 0) + (box?.height ?? 0) / 2 - y;
          expect(Math.min(right, width - right, down, height - down), says ?? '').toBeGreaterThan(0);
        }
      }
      if (!turned) {
        await unfold(page, 'More');
        await page.getByRole('button', { name: 'Turn boards to my side' }).click();
        await expect(page.getByRole('button', { name: 'Show boards as' })).toBeFocused();
      }
    }
    // Ink with paper inside it, also where the system forces colors, which boards do not follow.
    const colors = () =>
      page.locator('.ring').first().evaluate((ring) => {
        const { borderColor, outlineColor } = getComputedStyle(ring);
        const root = getComputedStyle(document.documentElement);
        const [ink, paper] = ['ink', 'paper'].map((name) => root.getPropertyValue(`--board-${name}`));
        const pen = document.createElement('span');
        document.body.append(pen);
        pen.style.cssText = `forced-color-adjust:none;color:${ink};background-color:${paper}`;
        const { color, backgroundColor } = getComputedStyle(pen);
        const same = [borderColor, outlineColor].join() === [color, backgroundColor].join();
        pen.remove();
        return same;
      });
    for (const forcedColors of /** @type {const} */ (['none', 'active'])) {
      await page.emulateMedia({ forcedColors, colorScheme: 'dark' });
      expect(await colors()).toBe(true);
    }
  });
});
