import { COLORS, expectAccessible } from '../support/audit.js';
import { expect, test } from '../support/fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

const LUDO = '/analysis?game=ludo&position=AH.H/B20.H/C12.30%20A%20-%20-';

/** @param {Page} page @param {string} name of the move that led here */
const madeHere = (page, name) =>
  page.getByRole('navigation', { name: 'Moves made here' }).locator(`[aria-current]:text-is("${name}")`);

/** @param {Page} page */
const best = (page) => page.getByRole('region', { name: 'Best lines' });

test('without scripts one plays, branches and sets up positions', async ({ newcomer, laboratory }) => {
  const page = await newcomer();
  await page.goto('/');
  await page.locator('.menu > summary').click();
  await page.getByRole('link', { name: 'Analysis board' }).click();
  await expect(best(page).getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page, laboratory, COLORS.slice(0, 2));
  // A marble, and then a direction.
  await page.getByRole('link', { name: /^Choose the marble at 65/ }).click();
  await page.getByRole('table').getByRole('link', { name: /65.*forward/ }).click();
  await expect(madeHere(page, '65F')).toBeVisible();
  // By keys, from the list.
  await page.getByText('All moves').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Marble at 05' }).getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.made li')).toHaveCount(3);
  // Back in the line, and on by another way.
  await page.getByRole('link', { name: '65F', exact: true }).click();
  await best(page).getByRole('link').first().click();
  await expect(page.locator('.made li')).toHaveCount(3);

  await page.getByRole('link', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'Empty board' }).click();
  await expect(page.getByRole('alert')).toContainText('Neither side has a marble');
  await page.getByRole('radio', { name: 'red' }).check();
  await page.getByRole('button', { name: 'row 3, column 0: empty' }).click();
  await page.getByRole('radio', { name: 'white' }).check();
  await page.getByRole('button', { name: 'row 3, column 3: empty' }).click();
  await page.getByRole('radio', { name: 'black' }).check();
  await page.getByRole('button', { name: 'row 0, column 0: empty' }).click();
  await expect(page.getByRole('button', { name: 'row 3, column 0: red' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page, laboratory, COLORS.slice(0, 2));
  await page.getByRole('button', { name: 'Look at it' }).click();
  await expect(page.getByRole('textbox', { name: 'Position' })).toHaveValue(/^b6\/7\/7\/r2w3/);
});

test('the rolls and choices of Ludo are links with their chances', async ({ newcomer, laboratory }) => {
  const page = await newcomer();
  await page.goto(LUDO);
  const chances = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Roll' }) });
  await expect(chances.getByRole('row')).toHaveCount(8);
  await chances.getByRole('link', { name: '6', exact: true }).click();
  await expect(madeHere(page, '6')).toBeVisible();
  await expectAccessible(page, laboratory, COLORS.slice(0, 2));
  await page.getByRole('link', { name: 'Bring a token out' }).first().click();
  await expect(madeHere(page, 'A6p')).toBeVisible();
  await page.getByRole('link', { name: 'Set up' }).click();
  await page.getByLabel('Token p of B').selectOption('R');
  await page.getByRole('button', { name: 'Look at it' }).click();
  await expect(page.getByRole('textbox', { name: 'Position' })).toHaveValue(/BR\.H/);
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true, hasTouch: true });

  test('the engine looks deeper while one looks, and stops when one leaves', async ({ newcomer }) => {
    const page = await newcomer();
    await page.goto('/analysis');
    await expect(best(page)).toContainText('Looking deeper');
    const depth = async () => Number(/(\d+) pushes deep/.exec(await best(page).innerText())?.[1]);
    const first = await depth();
    await expect.poll(depth).toBeGreaterThan(first);
    await page.getByRole('link', { name: /^Choose the marble at 65/ }).tap();
    await page.getByRole('table').getByRole('link', { name: /65.*forward/ }).tap();
    await expect(madeHere(page, '65F')).toBeVisible();
    await page.goto('/rules/kuba');
    const searches = async () => {
      const metrics = await page.request.get('/metrics');
      return /^parlor_searches (\d+)/m.exec(await metrics.text())?.[1];
    };
    await expect.poll(searches).toBe('0');
  });
});
