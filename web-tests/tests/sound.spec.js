import { expect, test } from '../support/fixtures.js';
import { fold, pushInWords, unfold } from '../support/fold.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { HERE, startGame } from '../support/table.js';

test.use({ javaScriptEnabled: true });

test('sounds are off until they are wished for, then one goes with each push', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await page.addInitScript(() => {
    /** @type {number[]} */
    const heard = [];
    class Node {
      gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
      frequency;
      /** @param {unknown} _ @param {{ frequency?: number }} options */
      constructor(_, { frequency = 0 }) {
        this.frequency = frequency;
      }
      /** @param {unknown} next */
      connect(next) {
        return next;
      }
      start() {
        heard.push(this.frequency);
      }
      stop() {}
    }
    class AudioContext {
      currentTime = 0;
      destination = {};
    }
    Object.assign(window, { heard, AudioContext, GainNode: Node, OscillatorNode: Node });
  });
  const heard = () => page.evaluate(() => /** @type {number[]} */ (Reflect.get(window, 'heard')));
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  /** @param {string} wanted */
  const push = async (wanted) => {
    await pushInWords(page, wanted);
    await expect(page.locator('main:not([data-plays])')).toBeVisible();
  };
  await push('65F');
  await expect(page.locator('.moves li')).toHaveCount(1);
  expect(await heard()).toEqual([]);

  await unfold(page, 'More');
  await page.getByText('Settings').click();
  const wish = page.getByRole('checkbox', { name: 'Sounds' });
  await expect(wish).not.toBeChecked();
  await wish.check();
  await fold(page, 'More');
  await push('05B');
  await expect(page.locator('.moves li')).toHaveCount(2);
  // One note of a slide.
  expect(await heard()).toEqual([200]);

  // The wish is kept.
  await page.reload();
  await push('55F');
  await expect(page.locator('.moves li')).toHaveCount(3);
  expect(await heard()).toEqual([200]);
});
