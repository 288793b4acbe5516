import { expect, test } from '../support/fixtures.js';
import { openColors } from '../support/menu.js';

/** The grounds of the themes, by docs/design.md. */
const GROUNDS = /** @type {const} */ ([
  ['Day', 'rgb(247, 232, 200)'],
  ['Night', 'rgb(22, 20, 42)'],
  ['Wood', 'rgb(233, 211, 174)'],
  ['High contrast', 'rgb(255, 255, 255)'],
]);

test('a theme is chosen without a script, and kept', async ({ newcomer }) => {
  const page = await newcomer();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/new/ludo');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await ground()).toBe('rgb(22, 20, 42)');
  const colors = await openColors(page);
  await expect(colors.getByRole('button', { name: 'As the system', pressed: true })).toBeVisible();
  for (const [name, color] of GROUNDS) {
    await colors.getByRole('button', { name }).click();
    await expect(page).toHaveURL('/new/ludo');
    await openColors(page);
    await expect(colors.getByRole('button', { name, pressed: true })).toBeVisible();
    expect(await ground()).toBe(color);
  }
  await page.goto('/');
  expect(await ground()).toBe('rgb(255, 255, 255)');
  await openColors(page);
  await colors.getByRole('button', { name: 'As the system' }).click();
  expect(await ground()).toBe('rgb(22, 20, 42)');
});
