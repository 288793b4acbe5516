import { expect, test } from '../support/fixtures.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { HERE, startGame } from '../support/table.js';

test.use({ javaScriptEnabled: true, viewport: { width: 360, height: 740 } });

test('a press beside the menu closes it and does nothing else', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/');
  const menu = page.locator('.menu');
  await page.locator('.menu > summary').click();
  await expect(menu).toHaveAttribute('open', '');
  await page.mouse.click(180, 640);
  await expect(menu).not.toHaveAttribute('open');
  await expect(page).toHaveURL('/');
  await page.locator('.menu > summary').click();
  await page.keyboard.press('Escape');
  await expect(menu).not.toHaveAttribute('open');
});

test('Escape closes what was opened over a game', async ({ newcomer }) => {
  const page = await newcomer();
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const sheet = page.locator('#sheet');
  await page.locator('#sheet > summary').click();
  await expect(sheet).toHaveAttribute('open', '');
  await page.keyboard.press('Escape');
  await expect(sheet).not.toHaveAttribute('open');
});

test('on a tablet the trays of Kuba have their names inside', async ({ newcomer }) => {
  const page = await newcomer();
  await page.setViewportSize({ width: 820, height: 1180 });
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  for (const row of await page.locator('.trayed').all()) {
    const [tray, name] = await Promise.all([row.locator('svg').boundingBox(), row.locator('bdi').boundingBox()]);
    expect(name?.x).toBeGreaterThan(tray?.x ?? 0);
    expect(name?.y).toBeGreaterThan(tray?.y ?? 0);
    expect((name?.y ?? 0) + (name?.height ?? 0)).toBeLessThan((tray?.y ?? 0) + (tray?.height ?? 0));
  }
});
