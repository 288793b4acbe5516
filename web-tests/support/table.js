import { expect } from '@playwright/test';

import { unfold } from './fold.js';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('@playwright/test').Locator} Locator
 * @typedef {'Ludo' | 'Kuba'} Game
 * @typedef {(actions: Locator) => Promise<Locator>} Choice
 *   one of the buttons with which a player can act
 */

/** Who may sit at a seat, as the form calls it. */
export const HERE = 'A person here';
export const ELSEWHERE = 'A person by a link';


/** Buttons pressed in one game; a game between two that needs more does not end. */
const MOST_PRESSES = 5_000;

/** How often the page is looked at again while somebody else acts, and after which pauses. */
const LOOKS = { intervals: [20, 50, 100], timeout: 10_000 };

/**
 * Goes to another page from one that may be about to refresh itself, which would come between.
 *
 * @param {Page} page
 * @param {string} address
 */
export async function goTo(page, address) {
  for (let tries = 1; ; tries += 1) {
    try {
      await page.goto(address);
      return;
    } catch (error) {
      // Chromium says one or the other, by what came first.
      const isRefreshed = /interrupted by another navigation|ERR_ABORTED/u.test(`${error}`);
      if (tries === 10 || !isRefreshed) throw error;
      // What came between has its turn first.
      await page.waitForLoadState();
    }
  }
}

/**
 * Opens the form for a new game from home, with all that can be chosen.
 *
 * @param {Page} page
 * @param {Game} game
 */
export async function openForm(page, game) {
  await page.goto('/');
  await page.getByRole('link', { name: `New game of ${game}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`New game of ${game}`);
  await page.getByText('More choices').click();
}

/**
 * Starts a game in which these sit; the first form's choice stays for the others.
 *
 * @param {Page} page
 * @param {Game} game
 * @param {Record<string, string | { value: string }>} players who plays, by the seat's name in the form
 */
export async function startGame(page, game, players) {
  await openForm(page, game);
  for (const [seat, player] of Object.entries(players)) {
    const list = page.getByRole('combobox', { name: `Who plays ${seat}`, exact: true });
    await list.selectOption(player);
  }
  await pressForGame(page, 'Start the game');
}

/**
 * Presses a button that leads to a game's page, which may soon begin to load itself again: then
 * nothing can be asked of it until it has.
 *
 * @param {Page} page
 * @param {string} name of the button
 */
export async function pressForGame(page, name) {
  const there = page.waitForURL(/\/games\/[^/]+$/u, { waitUntil: 'commit' });
  await page.getByRole('button', { name }).click();
  await there;
  // Its scripts have run by then, so that they answer to keys.
  await page.waitForLoadState('domcontentloaded');
}

/**
 * Whether the game that a page shows has ended.
 *
 * @param {Page} page
 */
export async function isOver(page) {
  return (await page.title()).startsWith('Game over');
}

/**
 * The link that leads friends to the seats that still have to be given away.
 *
 * @param {Page} page of a game that waits
 */
export async function invitation(page) {
  return page.getByRole('textbox', { name: 'Link to send' }).inputValue();
}

/**
 * Takes the seat that a link gives.
 *
 * @param {Page} page
 * @param {string} link
 * @param {string} name what the player wants to be called
 */
export async function takeSeat(page, link, name) {
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await pressForGame(page, 'Take seat');
}

/** What somebody sees of a game. Looked at, the page stands still until the next look. */
export class Table {
  #page;
  #address;

  /** @param {Page} page that shows the game */
  constructor(page) {
    this.#page = page;
    this.#address = new URL(page.url()).pathname;
  }

  /** The browser's page. */
  get page() {
    return this.#page;
  }

  /** The buttons with which the one who looks can act, in the list below the board. */
  get actions() {
    return this.#page.getByRole('region', { name: 'What you can do' }).getByRole('button');
  }

  /** How the game stands, in words. */
  get status() {
    return this.#page.getByRole('region', { name: 'Now' }).getByRole('status');
  }

  /** Loads the page again, and opens the list of what can be done. */
  async look() {
    await goTo(this.#page, `${this.#address}?still`);
    await unfold(this.#page, 'Pushes in words');
  }

  /** Whether the game is over. */
  async isOver() {
    return isOver(this.#page);
  }

  /** Loads the page until its owner can act, or until the game is over. */
  async lookUntilDue() {
    await expect(async () => {
      await this.look();
      expect((await this.actions.count()) > 0 || (await this.isOver())).toBe(true);
    }).toPass(LOOKS);
  }

  /**
   * Presses a button of this page, and waits for the page that comes of it.
   *
   * @param {Locator} button
   */
  async press(button) {
    const answer = this.#page.waitForEvent('load');
    await button.click();
    await answer;
  }

  /**
   * Acts for as long as this page offers something.
   *
   * @param {Choice} choose
   * @returns {Promise<number>} how many buttons were pressed
   */
  async act(choose) {
    let presses = 0;
    while ((await this.actions.count()) > 0) {
      await this.press(await choose(this.actions));
      presses += 1;
    }
    // What comes of the last press soon begins to load itself again; held still, it cannot come
    // between the next look and its answer.
    await this.look();
    return presses;
  }
}

/**
 * Plays a game to its end. Everybody acts who can; bots are waited for.
 *
 * @param {Table[]} tables of all persons
 * @param {Choice} choose
 */
export async function playOut(tables, choose) {
  let presses = 0;
  for (let round = 0; round < MOST_PRESSES; round += 1) {
    for (const table of tables) {
      await table.lookUntilDue();
      if (await table.isOver()) {
        return presses;
      }
      presses += await table.act(choose);
    }
  }
  throw new Error(`no end after ${presses} presses`);
}

/**
 * Any of the buttons.
 *
 * @param {<T>(among: readonly T[]) => T} choice
 * @returns {Choice}
 */
export function any(choice) {
  return async (actions) => choice(await actions.all());
}
