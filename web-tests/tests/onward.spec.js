import { expect, test } from '../support/fixtures.js';

/**
 * A game of Kuba of two pushes that White has given up, whoever plays it.
 *
 * @param {import('@playwright/test').APIRequestContext} request
 */
async function finished(request) {
  const seats = ['W', 'B'].map((seat) => ({ seat, kind: 'human' }));
  const made = await request.post('/api/games', { data: { game: 'kuba', seats } });
  const game = await made.json();
  for (const [index, action] of ['65F', '05B', 'resign'].entries()) {
    const answer = await request.post(`/api/games/${game.id}/actions`, {
      headers: { authorization: `Bearer ${game.seats[index % 2].token}` },
      data: { version: index + 1, action_id: `own-${index}`, action },
    });
    expect(answer.status()).toBe(200);
  }
  return game.id;
}

test('one plays on from a move of a game that is over, without scripts and by keys', async ({
  newcomer,
  request,
}) => {
  const page = await newcomer();
  await page.goto(`/games/${await finished(request)}/replay?ply=1`);
  await page.getByText('Play on from here').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Easy' }).check();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Play on' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/games\/[^/]+$/u);
  // Black is to move, as then.
  await expect(page.getByText('Push a row.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Choose the marble at 05: down' })).toHaveCount(1);
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('what is offered follows the moves that one steps through', async ({ newcomer, request }) => {
    const page = await newcomer();
    await page.goto(`/games/${await finished(request)}/replay?ply=0`);
    await page.getByText('Play on from here').click();
    await page.getByRole('radio', { name: 'Easy' }).check();
    await expect(page.getByText('You take the place of Player W')).toBeVisible();
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByText('You take the place of Player B')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Easy' })).toBeChecked();
    await page.getByRole('button', { name: 'Play on' }).click();
    await page.waitForURL(/\/games\/[^/]+$/u);
    await expect(page.getByText('Push a row.')).toBeVisible();
  });

  test('a film of a game plays by itself, and not for who wants no motion', async ({
    newcomer,
    request,
  }) => {
    const page = await newcomer();
    await page.goto(`/games/${await finished(request)}/film.svg`);
    const moving = () => page.evaluate(() => document.getAnimations().length);
    expect(await moving()).toBeGreaterThan(3);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await moving()).toBe(0);
  });
});
