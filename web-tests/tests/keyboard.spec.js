import { expect, test } from '../support/fixtures.js';
import { reach } from '../support/keys.js';
import { SHORT_GAME, pushName } from '../support/kuba.js';

/**
 * A person who has nothing but a keyboard, and hears what has the focus.
 *
 * @param {import('@playwright/test').Page} page
 */
function keyboard(page) {
  const focused = page.locator(':focus');

  /** @param {() => Promise<unknown>} press */
  const loads = async (press) => {
    const answer = page.waitForEvent('load');
    await press();
    await answer;
  };

  return {
    /**
     * Goes on to the next thing of this role and name.
     *
     * @param {Parameters<import('@playwright/test').Page['getByRole']>[0]} role
     * @param {string} name
     */
    to: (role, name) => reach(page, page.getByRole(role, { name }), `the ${role} ${name}`),
    /**
     * Opens the next fold of this title.
     *
     * @param {string} title
     */
    async unfold(title) {
      await reach(page, page.locator('summary').filter({ hasText: title }), `the fold ${title}`);
      await page.keyboard.press('Enter');
    },
    /** Presses what has the focus, which leads to another page. */
    enter: () => loads(() => page.keyboard.press('Enter')),
    /** @param {string} key */
    press: (key) => page.keyboard.press(key),
    focused,
  };
}

test('a whole game of Kuba is begun and played by the keyboard alone', async ({ newcomer }) => {
  const page = await newcomer();
  const keys = keyboard(page);
  await page.goto('/');
  await keys.to('link', 'New game of Kuba');
  await keys.enter();

  await keys.unfold('More choices');
  // In a list the first letters of an entry choose it, and so do the arrows.
  for (const seat of ['White', 'Black']) {
    await keys.to('combobox', `Who plays ${seat}`);
    await expect(page.getByRole('group', { name: `Seat ${seat}` }).locator(':focus')).toHaveCount(1);
    await keys.press('Home');
    await expect(keys.focused.locator('option:checked')).toHaveText('A person here');
  }
  await keys.to('button', 'Start the game');
  await keys.enter();

  for (const push of SHORT_GAME) {
    await keys.to('button', pushName(push));
    await keys.enter();
  }
  await expect(page).toHaveTitle(/^Game over/);
});

test('a marble is chosen and pushed on the board by the keyboard', async ({ newcomer }) => {
  const page = await newcomer();
  const keys = keyboard(page);
  await page.goto('/');
  await keys.to('button', 'Play Kuba against a bot');
  await keys.enter();
  await expect(page.getByRole('table', { name: 'The cells' }).getByRole('cell')).toHaveCount(49);
  await keys.to('link', 'Choose the marble at 65');
  await keys.enter();
  await keys.to('button', 'Push 65 up');
  await keys.enter();
  await expect(page.locator('.moves')).toContainText('65F');
});

test('the first stop on a page leads past its header', async ({ newcomer }) => {
  const page = await newcomer();
  const keys = keyboard(page);
  await page.goto('/');
  await keys.press('Tab');
  await expect(keys.focused).toHaveAccessibleName('Skip to the content');
  await keys.press('Enter');
  await keys.to('button', 'Play Ludo against a bot');
});
