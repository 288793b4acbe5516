import { expect, test } from '../support/fixtures.js';
import { goTo } from '../support/table.js';

/** The smallest common phone, upright and on its side, a tablet and a laptop. */
const SCREENS = [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
  { width: 820, height: 1180 },
  { width: 1366, height: 768 },
];

/** @typedef {import('@playwright/test').Locator} Locator */

test('both games can be begun without scrolling', async ({ newcomer }) => {
  const page = await newcomer();
  for (const size of SCREENS) {
    await page.setViewportSize(size);
    await page.goto('/');
    /** @param {Locator} part */
    const isAbove = async (part) => {
      const box = await part.boundingBox();
      expect(box && box.y + box.height, `${part} at ${size.width} px`).toBeLessThanOrEqual(size.height);
    };
    for (const game of ['Ludo', 'Kuba']) {
      const card = page.getByRole('region', { name: game });
      for (const level of await card.getByRole('radio').all()) {
        await isAbove(level);
      }
      await expect(card.getByRole('radio')).toHaveCount(3);
      await isAbove(card.getByRole('button', { name: `Play ${game} against a bot` }));
      await isAbove(card.getByRole('button', { name: 'With a friend' }));
    }
  }
});

test('a press on a picture begins that game', async ({ newcomer }) => {
  const page = await newcomer();
  for (const [game, invitation] of [
    ['Ludo', 'Roll to begin'],
    ['Kuba', 'Push a row'],
  ]) {
    await page.goto('/');
    await page.getByText(invitation ?? '', { exact: true }).click();
    await expect(page).toHaveTitle(new RegExp(`^Your move – ${game}`));
  }
});

test('one press leads to a game with a friend, and the link to send', async ({ newcomer }) => {
  const page = await newcomer();
  for (const game of ['Ludo', 'Kuba']) {
    // A page that waits for somebody loads itself again.
    await goTo(page, '/');
    await page.getByRole('button', { name: `Play ${game} With a friend` }).click();
    await expect(page.getByRole('region', { name: 'Invite a friend' })).toBeVisible();
  }
});
