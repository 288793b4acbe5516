import { expect } from '@playwright/test';

import { pushName } from './kuba.js';

/** @typedef {import('@playwright/test').Page} Page */

/** What a game page folds, by its title. @typedef {'Pushes in words' | 'Talk' | 'More' | 'For experts'} Fold */

/**
 * Opens what is folded, where it is not open yet; without scripts all of it is shown.
 *
 * @param {Page} page
 * @param {Fold} name
 */
export async function unfold(page, name) {
  await set(page, name, true);
}

/**
 * Closes what was opened, which lies over what is played with.
 *
 * @param {Page} page
 * @param {Fold} name
 */
export async function fold(page, name) {
  await set(page, name, false);
}

/**
 * Pushes by the list in words, once it is the player's turn.
 *
 * @param {Page} page
 * @param {string} push in notation: `65F`
 */
export async function pushInWords(page, push) {
  const choices = page.getByRole('region', { name: 'What you can do' });
  await expect(choices).toBeVisible();
  await unfold(page, 'Pushes in words');
  // Where numbers are shown, the direction is that of the notation, with its letter behind it.
  const name = new RegExp(`^(${pushName(push)}|Push ${push.slice(0, 2)} .+ \\(${push.slice(2)}\\))$`, 'u');
  await choices.getByRole('button', { name }).click();
}

/**
 * @param {Page} page
 * @param {Fold} name
 * @param {boolean} isOpen how it is to be
 */
async function set(page, name, isOpen) {
  const summary = page.locator(':is(.fold, .words, #experts) > summary').filter({ hasText: name });
  const open = () => summary.evaluate((title) => title.parentElement?.hasAttribute('open'));
  await expect(async () => {
    // A press that ends what is seen does nothing else.
    await expect(page.locator('main[data-plays]')).toHaveCount(0);
    if (!(await summary.isVisible())) {
      return;
    }
    if ((await open()) !== isOpen) {
      // That of the pushes is seen when a key leads there.
      await summary.press('Enter');
    }
    expect(await open()).toBe(isOpen);
  }).toPass();
}
