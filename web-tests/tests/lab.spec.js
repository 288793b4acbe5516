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
  await page.getByRole('table').getByRole('link', { name: /65.*up/ }).click();
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
    await page.getByRole('link', { name: 'Push 65 up' }).tap();
    await expect(madeHere(page, '65F')).toBeVisible();
    await expect(best(page)).toContainText('Looking deeper');
    await page.goto('/rules/kuba');
    const searches = async () => {
      const metrics = await page.request.get('/metrics');
      return /^parlor_searches (\d+)/m.exec(await metrics.text())?.[1];
    };
    await expect.poll(searches).toBe('0');
  });

  test('marbles are pushed by keys and by hand in place, and the browser goes back through the moves', async ({
    newcomer,
    laboratory,
  }) => {
    const page = await newcomer();
    await page.goto('/analysis?game=kuba');
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    const cell = (/** @type {string} */ key) => page.locator(`.targets [role=gridcell][data-key="${key}"]`);
    // The board is one stop, in which the arrows lead.
    await cell('65').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Marble chosen' })).toBeVisible();
    await expect(cell('65')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(madeHere(page, '65F')).toBeVisible();
    expect(await page.evaluate(() => document.activeElement?.closest('#board') !== null)).toBe(true);
    await expectAccessible(page, laboratory, COLORS.slice(0, 1));
    // By hand: a row of Black's, from its outer end.
    const box = await cell('05').boundingBox();
    if (!box) {
      throw new Error('there is no such cell');
    }
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + box.height * 0.4, { steps: 4 });
    await page.mouse.move(x, y + box.height * 0.9, { steps: 4 });
    await page.mouse.up();
    await expect(madeHere(page, '05B')).toBeVisible();
    await expect(page).toHaveURL(/line=65F\.05B/);
    await page.goBack();
    await expect(madeHere(page, '65F')).toBeVisible();
    await page.goForward();
    await expect(madeHere(page, '05B')).toBeVisible();
    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await expect(page.locator('.made')).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Position' })).toHaveValue(/ w0b0 w - c$/);
    // Of two presses at once the last is shown.
    await page.evaluate(() => {
      for (const action of ['65F', '66F']) {
        /** @type {HTMLElement | null} */ (document.querySelector(`[data-action="${action}"]`))?.click();
      }
    });
    await expect(madeHere(page, '66F')).toBeVisible();
    await expect(page.locator('body')).toHaveAttribute('data-same', '');
  });

  test('a press in the editor keeps its place, and Ludo is played on in place', async ({ newcomer }) => {
    const page = await newcomer();
    await page.goto('/analysis/edit?game=kuba');
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    await page.getByRole('radio', { name: 'red' }).check();
    await page.getByRole('button', { name: 'row 0, column 0' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'row 0, column 0: red' })).toBeFocused();
    await expect(page.getByRole('radio', { name: 'red' })).toBeChecked();
    await page.getByRole('button', { name: 'Empty board' }).click();
    await expect(page.getByRole('alert')).toContainText('Neither side has a marble');
    await expect(page.getByRole('button', { name: 'Empty board' })).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'row 0, column 0: red' })).toBeVisible();
    await page.getByRole('button', { name: 'Start position' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.locator('body')).toHaveAttribute('data-same', '');
    await page.getByRole('button', { name: 'Look at it' }).click();
    await expect(page.getByRole('heading', { name: 'Analysis board' })).toBeVisible();

    await page.goto(LUDO);
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    await page.keyboard.press('6');
    await expect(madeHere(page, '6')).toBeVisible();
    await page.getByRole('link', { name: 'Bring a token out' }).first().click();
    await expect(madeHere(page, 'A6p')).toBeVisible();
    await expect(page.locator('body')).toHaveAttribute('data-same', '');
    // What is sent is the position that is shown, not the one that the page came with.
    const { length } = await page.locator('.made li').all();
    expect(length).toBe(3);
    await page.getByText('Play on from here').click();
    await page.getByRole('button', { name: 'Play on' }).click();
    await page.waitForURL(/\/games\//u);
    await expect(page.getByRole('region', { name: 'Players' })).toContainText('both out');
  });

  test('what is pressed before an answer has come is done on the board that it shows', async ({ newcomer }) => {
    const page = await newcomer();
    await page.goto('/analysis?game=kuba');
    await page.route(/analysis\?/u, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return route.continue();
    });
    const cell = (/** @type {string} */ key) => page.locator(`.targets [data-key="${key}"]`);
    // A marble, and at once where it is to go.
    await cell('65').click();
    await cell('55').click();
    await expect(madeHere(page, '65F')).toBeVisible();
    await expect(page.locator('#badge')).toBeEmpty();
    await cell('05').focus();
    for (const key of ['Enter', 'ArrowDown']) {
      await page.keyboard.press(key);
    }
    await expect(madeHere(page, '05B')).toBeVisible();
  });

  test('without an answer the board stays, and one tries again', async ({ newcomer }) => {
    const page = await newcomer();
    await page.goto('/analysis?game=kuba');
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    let isCut = true;
    await page.route(/line=65F/, (route) => {
      const fails = isCut && route.request().resourceType() === 'fetch';
      return fails ? route.abort() : route.continue();
    });
    await page.getByText('All moves').click();
    await page.locator('[data-action="65F"]').click();
    const lost = page.getByRole('alert');
    await expect(lost).toContainText('the board stays as it is');
    isCut = false;
    await lost.getByRole('button', { name: 'Try again' }).click();
    await expect(madeHere(page, '65F')).toBeVisible();
    await expect(lost).toHaveCount(0);
    await expect(page.locator('body')).toHaveAttribute('data-same', '');

    await page.goto('/analysis/edit?game=kuba');
    await page.route(/press=33/u, (route) => route.abort());
    await page.getByRole('button', { name: 'row 3, column 3' }).click();
    await expect(lost).toContainText('the board stays as it is');
    await page.unroute(/press=33/u);
    await lost.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'row 3, column 3: white' })).toBeVisible();
    await expect(lost).toContainText('This position cannot be');
  });
});
