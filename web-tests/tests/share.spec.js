import { createServer } from 'node:http';

import { COLORS, expectAccessible } from '../support/audit.js';
import { expect, test } from '../support/fixtures.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { expectFits } from '../support/picture.js';
import { HERE, startGame } from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Starts a game of Kuba between two people here.
 *
 * @param {Page} page
 * @returns {Promise<string>} its path
 */
async function start(page) {
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  return new URL(page.url()).pathname;
}

/**
 * @param {Page} page
 * @param {string} name of a property or of a name in the page's head
 */
const meta = (page, name) =>
  page.locator(`meta[property="${name}"],meta[name="${name}"]`).getAttribute('content');

/**
 * Serves one page of another site.
 *
 * @param {string} body
 * @param {(address: string) => Promise<void>} use
 */
async function elsewhere(body, use) {
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  try {
    await use(`http://localhost:${address.port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test.use({ turned: true });

test('a shared link shows the game, and its picture has an address', async ({
  newcomer,
  server,
}) => {
  const page = await newcomer();
  const game = await start(page);
  expect(await meta(page, 'og:title')).toBe('Kuba: Player W and Player B');
  expect(await meta(page, 'og:url')).toBe(server.url + game);
  expect(await meta(page, 'og:description')).toContain('Player W is to push');
  const image = await meta(page, 'og:image');
  expect(image).toBe(`${server.url}${game}.png`);
  for (const [address, kind] of [
    [`${image}`, 'image/png'],
    [`${game}.svg?ply=0&theme=wood`, 'image/svg+xml'],
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ]) {
    const answer = await page.request.get(`${address}`);
    expect(answer.status(), address).toBe(200);
    expect(answer.headers()['content-type'], address).toBe(kind);
  }
  // A picture shows its own style, also alone.
  await page.goto(`${game}.svg`);
  const painted = await page.evaluate(() => {
    const shapes = [...document.querySelectorAll('circle,rect,path')];
    return shapes.some((shape) => getComputedStyle(shape).fill.startsWith('rgb'));
  });
  expect(painted).toBe(true);
});

test('finished games have pictures and say how they ended', async ({ newcomer, laboratory }) => {
  const page = await newcomer();
  await page.goto('/finished');
  await expect(page.getByText('No game of this browser is over yet')).toBeVisible();
  await start(page);
  await page.getByText('Give up').click();
  await page.getByRole('button', { name: 'Resign for Player W' }).click();
  await page.goto('/');
  await page.getByRole('link', { name: 'All finished games' }).click();
  await expect(page.getByRole('link', { name: 'Kuba: Player W and Player B' })).toBeVisible();
  const picture = page.locator('.ended img');
  await expect(picture).toHaveJSProperty('complete', true);
  expect(await picture.evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page, laboratory, COLORS);
  await expectFits(page, 'finished');
});

test('the page for frames is readable in all colors and at every size', async ({
  newcomer,
  laboratory,
}) => {
  const page = await newcomer();
  const game = await start(page);
  await page.goto(`/embed${game}`);
  await expectAccessible(page, laboratory, COLORS);
  for (const size of [
    { width: 320, height: 240 },
    { width: 240, height: 480 },
    { width: 1280, height: 720 },
  ]) {
    await page.setViewportSize(size);
    const board = await page.locator('svg').boundingBox();
    const said = await page.getByText('Play at Parlor').boundingBox();
    expect(board?.height, `at ${size.width}`).toBeGreaterThan(60);
    expect((said?.y ?? 0) + (said?.height ?? 0), `at ${size.width}`).toBeLessThanOrEqual(size.height);
    await page.screenshot({ path: `screenshots/embed-${size.width}.png` });
  }
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('a game in a frame of another site follows the moves', async ({ newcomer, server }) => {
    const host = await newcomer();
    const seats = ['W', 'B'].map((seat) => ({ seat, kind: 'human' }));
    const made = await host.request.post('/api/games', { data: { game: 'kuba', seats } });
    const { id, seats: [{ token }] } = await made.json();
    const address = `${server.url}/embed/games/${id}`;
    const body = `<!doctype html><title>Elsewhere</title><iframe src="${address}"></iframe>`;
    await elsewhere(body, async (site) => {
      const guest = await newcomer();
      await guest.goto(site);
      const frame = guest.frameLocator('iframe');
      await expect(frame.getByRole('status')).toContainText('Player W is to push');
      const answer = await host.request.post(`/api/games/${id}/actions`, {
        headers: { authorization: `Bearer ${token}` },
        data: { version: 1, action_id: 'first', action: '65F' },
      });
      expect(answer.status()).toBe(200);
      await expect(frame.getByRole('status')).toContainText('Player B is to push');
      expect(await guest.context().cookies()).toEqual([]);
    });
  });
});

test('without scripts a game in a frame follows the moves too', async ({ newcomer, server }) => {
  const host = await newcomer();
  const game = await start(host);
  const body = `<!doctype html><title>Elsewhere</title><iframe src="${server.url}/embed${game}"></iframe>`;
  await elsewhere(body, async (site) => {
    const guest = await newcomer();
    const isHeld = (/** @type {string} */ url) => url.includes(`/embed${game}?after=`);
    const held = guest.waitForRequest((request) => isHeld(request.url()));
    await guest.goto(site);
    await held;
    const news = guest.waitForResponse((answer) => isHeld(answer.url()));
    await host.locator('.choices [value="65F"]').click();
    expect(await (await news).text()).toContain('Player B is to push');
  });
});
