import { expect, test } from '../support/fixtures.js';
import { pushInWords } from '../support/fold.js';
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
  // So does a press beside it, and a page behind it does not scroll.
  await page.locator('#sheet > summary').click();
  await expect(page.locator(':root')).toHaveCSS('overflow', 'hidden');
  await page.mouse.click(180, 120);
  await expect(sheet).not.toHaveAttribute('open');
  await expect(page.locator('.picked')).toHaveCount(0);
});

test('the pushes in words are a row of what opens over a game, and below it', async ({ newcomer }) => {
  const page = await newcomer();
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const push = page.getByRole('group', { name: 'Marble at 65' }).getByRole('button').first();
  await expect(push).toBeHidden();
  await page.locator('#sheet > summary').click();
  await page.getByRole('link', { name: 'Pushes in words' }).click();
  await expect(page.locator('#sheet')).not.toHaveAttribute('open');
  await push.click();
  await expect(page.locator('.moves li')).toHaveCount(1);
});

test('the tools below a board stay at their places, dimmed where they cannot be used', async ({ newcomer }) => {
  const page = await newcomer();
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const tools = page.locator('.bar :is(.tool, #sheet)');
  const places = () => tools.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  const before = await places();
  expect(before).toHaveLength(3);
  const undo = page.locator('.tool').nth(1).getByRole('button');
  await expect(undo).toBeDisabled();
  await expect(undo).toHaveAccessibleName(/^Take back: ./u);
  for (const push of ['65F', '05B']) {
    await pushInWords(page, push);
    await expect(undo).toBeEnabled();
    // Both could take it back, and sit at one screen.
    await expect(page.getByRole('button', { name: /^Take back/u })).toHaveCount(1);
  }
  expect(await places()).toEqual(before);
});

test('what opens over a page moves nothing of it, and opens at its top, folded', async ({ newcomer }) => {
  const page = await newcomer();
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const top = async () => (await page.locator('.stage').boundingBox())?.y;
  const before = await top();
  const menu = page.locator('.menu > summary');
  const middle = async (/** @type {import('@playwright/test').Locator} */ part) => {
    const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 0 };
    return Math.round(x + width / 2);
  };
  expect(await middle(menu.locator('.icon'))).toBe(await middle(menu));
  await menu.click();
  expect(await top()).toBe(before);
  await menu.click();
  const sheet = page.locator('#sheet');
  await page.locator('#sheet > summary').click();
  expect(await top()).toBe(before);
  const keys = page.locator('#keys');
  await keys.locator('summary').click();
  await expect(keys).toContainText('Ask for a hint');
  await expect(keys).not.toContainText('Roll');
  expect(await sheet.evaluate((part) => part.scrollTop)).toBeGreaterThan(0);
  await page.locator('#sheet > summary').click();
  await expect(keys).not.toHaveAttribute('open');
  await page.locator('#sheet > summary').click();
  expect(await sheet.evaluate((part) => part.scrollTop)).toBe(0);
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
