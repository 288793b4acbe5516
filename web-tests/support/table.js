import { expect } from '@playwright/test';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('@playwright/test').Locator} Locator
 * @typedef {'Ludo' | 'Kuba'} GameName
 */

/** No game between two is longer; one that is does not end. */
const LONGEST = 5_000;

/** How often a page is asked for again while a bot thinks, and after which pause. */
const LOOKS = 200;
const PAUSE_MS = 50;

/**
 * Opens the form for a new game from home, as a person does.
 *
 * @param {Page} page
 * @param {GameName} game
 */
export async function openForm(page, game) {
  await page.goto('/');
  await page.getByRole('link', { name: new RegExp(`new game.*${game}|${game}.*new game`, 'i') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(game);
}

/**
 * Says who plays at a seat.
 *
 * @param {Page} page with the form for a new game
 * @param {string} seat
 * @param {string} who as the form calls it
 */
export async function sit(page, seat, who) {
  await page.getByRole('group', { name: seat }).getByRole('radio', { name: who }).check();
}

/**
 * Starts the game of the form.
 *
 * @param {Page} page
 */
export async function start(page) {
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page).toHaveURL(/\/games\/[^/]+$/);
}

/** One browser's view of a game, held still so that nothing moves but by the test. */
export class Table {
  #page;
  #address;

  /** @param {Page} page that shows the game */
  constructor(page) {
    this.#page = page;
    this.#address = new URL(page.url()).pathname;
  }

  /** Asks for the page again. */
  async look() {
    await this.#page.goto(`${this.#address}?still`);
  }

  /** The buttons by which the one who looks may act, as they are listed. */
  get actions() {
    return this.#page.getByRole('region', { name: 'Your move' }).getByRole('button');
  }

  /** Whether the game is over. */
  async isOver() {
    return (await this.#page.getByRole('status').innerText()).includes('over');
  }

  /**
   * Presses one of the buttons.
   *
   * @param {Locator} action
   */
  async act(action) {
    await action.click();
  }
}
