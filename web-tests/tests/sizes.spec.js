import { expect, test } from '../support/fixtures.js';
import { HERE, startGame } from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** A phone on its side. */
const ON_ITS_SIDE = { width: 740, height: 360 };
const PHONE = { width: 360, height: 740 };
const TABLET = { width: 820, height: 1180 };
const DESK = { width: 1366, height: 768 };

const LEDGER = 'The bot Ledger, priority';

/**
 * Begins a game against a bot from home.
 *
 * @param {Page} page
 * @param {string} game
 */
async function begin(page, game) {
  await page.goto('/');
  await page.getByRole('button', { name: `Play ${game} against a bot` }).click();
  await expect(page).toHaveTitle(/^Your move/u);
}

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('all that one plays with is in sight on a phone, upright and on its side, and on a tablet', async ({
    newcomer,
  }) => {
    const page = await newcomer();
    for (const game of ['Ludo', 'Kuba']) {
      await begin(page, game);
      for (const size of [ON_ITS_SIDE, PHONE, TABLET]) {
        await page.setViewportSize(size);
        const parts = [
          page.getByRole('region', { name: 'Board' }).locator('.stage'),
          page.getByRole('region', { name: 'Now' }).getByRole('status'),
          ...(game === 'Ludo' ? [page.getByRole('button', { name: 'Roll the die' }).last()] : []),
        ];
        for (const part of parts) {
          await expect(part).toBeInViewport({ ratio: 1 });
        }
      }
    }
  });

  test('nothing beside the board changes its place while a game goes on', async ({ newcomer }) => {
    const page = await newcomer();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(DESK);
    await startGame(page, 'Ludo', { 'A, the circle': HERE, 'C, the triangle': HERE });
    const players = page.getByRole('region', { name: 'Players' }).getByRole('listitem');
    const parts = [
      page.getByRole('region', { name: 'Board' }).locator('.stage'),
      players.first(),
      players.last(),
      page.getByRole('region', { name: 'Now' }).getByRole('status'),
    ];
    const places = () => Promise.all(parts.map(async (part) => (await part.boundingBox())?.y));
    const first = await places();
    for (let presses = 0; presses < 12; presses += 1) {
      const version = (await page.locator('main').getAttribute('data-version')) ?? '';
      await page.getByRole('region', { name: 'What you can do' }).getByRole('button').first().click();
      await expect(page.locator('main')).not.toHaveAttribute('data-version', version);
      expect(await places()).toEqual(first);
    }
  });
});

test('bots of one kind have names of their own', async ({ newcomer }) => {
  const page = await newcomer();
  await startGame(page, 'Ludo', {
    'B, the square': LEDGER,
    'C, the triangle': LEDGER,
    'D, the diamond': LEDGER,
  });
  const names = await page.getByRole('region', { name: 'Players' }).locator('bdi').allTextContents();
  expect(names).toHaveLength(4);
  expect(new Set(names).size).toBe(4);
});

test('who is invited reads by whom, and is not spoken of as somebody else', async ({ newcomer, request }) => {
  const guest = await newcomer();
  const seats = [
    { seat: 'W', kind: 'human', name: 'Ann' },
    { seat: 'B', kind: 'invited' },
  ];
  const made = await request.post('/api/games', { data: { game: 'kuba', seats } });
  const { seats: links } = await made.json();
  await guest.goto(links.find((/** @type {{ seat: string }} */ { seat }) => seat === 'B').url);
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Ann invites you to Kuba');
  await expect(guest.getByRole('main')).not.toContainText('Waiting for');
});

test('whatever can be pressed has a border in high contrast and in forced colors', async ({ newcomer }) => {
  const page = await newcomer();
  const borderless = () =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll('main :is(button,summary,.button)')];
      const beside = all.filter((one) => one.checkVisibility() && one.closest('#board,[aria-hidden]') === null);
      return beside.flatMap((one) => {
        const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(one);
        const isSeen = borderTopWidth !== '0px' && !/^rgba.*, 0\)$/u.test(borderTopColor);
        return isSeen ? [] : [`${one.textContent}: ${borderTopWidth} ${borderTopColor} on ${backgroundColor}`];
      });
    });
  const fills = () =>
    page
      .getByRole('region', { name: 'Board' })
      .locator('svg *')
      .evaluateAll((parts) => [...new Set(parts.map((part) => getComputedStyle(part).fill))]);
  for (const game of ['Ludo', 'Kuba']) {
    await page.emulateMedia({ contrast: 'no-preference', forcedColors: 'none' });
    await begin(page, game);
    const drawn = await fills();
    for (const media of /** @type {const} */ ([
      { contrast: 'more', forcedColors: 'none' },
      { contrast: 'no-preference', forcedColors: 'active' },
    ])) {
      await page.emulateMedia(media);
      expect(await borderless(), JSON.stringify(media)).toEqual([]);
    }
    // What is drawn keeps its own colors, and with them its marks.
    expect(await fills()).toEqual(drawn);
  }
});
