import { expect, test } from '../support/fixtures.js';
import { fold, unfold } from '../support/fold.js';
import { BLACK, WHITE, pushName } from '../support/kuba.js';
import { ELSEWHERE, HERE, Table, invitation, startGame, takeSeat } from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const choices = (page) => page.getByRole('region', { name: 'What you can do' });

/**
 * @param {Page} page
 * @param {string} push
 */
const button = (page, push) =>
  choices(page).getByRole('button', { name: pushName(push), exact: true });

test('at one screen the controls say whose they are', async ({ newcomer }) => {
  const page = await newcomer();
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const table = new Table(page);
  for (const [player, push] of [
    ['Player W (W)', '65F'],
    ['Player B (B)', '05B'],
    ['Player W (W)', '56L'],
  ]) {
    await expect(choices(page).getByRole('heading')).toHaveText(`What you can do as ${player}`);
    await table.press(button(page, push ?? ''));
  }
});

test('a hint is asked for and agreed to by buttons', async ({ newcomer }) => {
  const ann = await newcomer();
  await startGame(ann, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
  const white = new Table(ann);
  // Held still, the page cannot load itself again while its link is read.
  await white.look();
  const bob = await newcomer();
  await takeSeat(bob, await invitation(ann), 'Bob');
  const black = new Table(bob);
  await white.look();
  await ann.getByRole('button', { name: 'Ask for a hint' }).click();
  await black.look();
  await expect(bob.locator('.request')).toHaveText('Player W asks for a hint.');
  await bob.getByRole('button', { name: 'Let them have a hint' }).click();
  await expect(async () => {
    await white.look();
    await expect(ann.getByText(/^Hint: push the marked row /u)).toBeVisible({
      timeout: 100,
    });
  }).toPass();
  await expect(ann.getByRole('region', { name: 'Players' })).toContainText('had a hint');
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('the controls turn to who sits opposite, if that is wished', async ({ newcomer }) => {
    const page = await newcomer();
    await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
    const turned = () => choices(page).evaluate((region) => getComputedStyle(region).rotate);
    expect(await turned()).toBe('none');
    await unfold(page, 'Pushes in words');
    await unfold(page, 'More');
    await page.getByText('Settings').click();
    await page.getByRole('checkbox', { name: 'Turn the controls' }).check();
    await fold(page, 'More');
    expect(await turned()).toBe('180deg');
    await button(page, '65F').press('Enter');
    await expect(choices(page).getByRole('heading')).toContainText('Player B (B)');
    expect(await turned()).toBe('none');
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
    await button(page, '05B').click();
    await expect(choices(page).getByRole('heading')).toContainText('Player W (W)');
    expect(await turned()).toBe('180deg');
  });
});
