import { expect, test } from '../support/fixtures.js';
import { pushInWords } from '../support/fold.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { endKuba } from '../support/over.js';
import { act } from '../support/quick.js';
import { ELSEWHERE, HERE, invitation, startGame, takeSeat } from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

test.use({ javaScriptEnabled: true });

/**
 * Notes on this page and on the next ones what is heard and felt.
 *
 * @param {Page} page
 */
async function listen(page) {
  await page.addInitScript(() => {
    const noted = { sounds: 0, trembles: /** @type {unknown[]} */ ([]) };
    Object.assign(window, { noted });
    for (const { prototype } of [OscillatorNode, AudioBufferSourceNode]) {
      const { start } = prototype;
      prototype.start = function (/** @type {number | undefined} */ when) {
        noted.sounds += 1;
        return start.call(this, when);
      };
    }
    navigator.vibrate = (pattern) => noted.trembles.push(pattern) > 0;
  });
}

/** @param {Page} page */
const noted = (page) =>
  page.evaluate(() => {
    const { noted } = /** @type {any} */ (window);
    const { sounds, trembles } = noted;
    Object.assign(noted, { sounds: 0, trembles: [] });
    return { sounds, trembles };
  });

test('sounds are off until they are wished for, then one goes with each push', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await listen(page);
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  /** @param {string} wanted @param {number} count */
  const push = async (wanted, count) => {
    await pushInWords(page, wanted);
    await expect(page.locator('.moves li')).toHaveCount(count);
    await expect(page.locator('main:not([data-plays])')).toBeVisible();
  };
  const button = page.getByRole('banner').getByRole('button', { name: 'Sound' });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await push('65F', 1);
  expect(await noted(page)).toEqual({ sounds: 0, trembles: [] });

  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  // What is wished for is heard at once.
  expect((await noted(page)).sounds).toBeGreaterThan(0);
  await push('05B', 2);
  // A click for each of the two marbles.
  expect(await noted(page)).toEqual({ sounds: 2, trembles: [] });

  // The wish is kept.
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await push('55F', 3);
  expect((await noted(page)).sounds).toBeGreaterThan(0);
  await button.click();
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
});

test('a step of a replay is heard as in the game', async ({ newcomer }) => {
  const page = await newcomer();
  await listen(page);
  await endKuba(page);
  await page.goto(`${new URL(page.url()).pathname}/replay?ply=0`);
  await page.getByRole('button', { name: 'Sound' }).click();
  await noted(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await noted(page)).sounds).toBe(2);
});

test('where sound is on, a device trembles when it is the turn of who holds it', async ({
  newcomer,
}) => {
  const ann = await newcomer();
  await startGame(ann, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
  const bob = await newcomer();
  await listen(bob);
  await takeSeat(bob, await invitation(ann), 'Bob');
  await bob.getByRole('button', { name: 'Sound' }).click();
  await noted(bob);
  await act(ann, '65F');
  await expect(bob).toHaveTitle(/^Your move/u);
  await expect.poll(async () => (await noted(bob)).trembles).toEqual([20]);
});

test('a kept wish for sound is heard from the first press on', async ({ newcomer }) => {
  const ann = await newcomer();
  await startGame(ann, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
  const bob = await newcomer();
  await bob.addInitScript(() => {
    localStorage.setItem('wish-sound', 'yes');
    // As where nobody has pressed anything yet.
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        this.suspend();
        Object.assign(window, { heard: this });
      }
    };
  });
  await takeSeat(bob, await invitation(ann), 'Bob');
  const state = () => bob.evaluate(() => /** @type {any} */ (window).heard?.state);
  await act(ann, '65F');
  await expect.poll(state).toBe('suspended');
  await bob.mouse.click(2, 300);
  await expect.poll(state).toBe('running');
});
