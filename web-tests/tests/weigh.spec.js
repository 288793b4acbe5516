import { seeded } from '../support/chance.js';
import { expect, test } from '../support/fixtures.js';
import { startGame } from '../support/table.js';
import { BOUNDS, SCREENS, TABLES, finish, players, press, ready, shifts, watchShifts, weigh } from '../support/weigh.js';

test.use({ javaScriptEnabled: true });

/** So much of a whole game is played here; `cargo xtask prove pages` plays all of it. */
const PRESSES = 8;

for (const table of TABLES) {
  test(`an answer takes few bytes, and nothing jumps: ${table.name}`, async ({ newcomer }) => {
    for (const size of SCREENS) {
      const page = await newcomer();
      await page.setViewportSize(size);
      await watchShifts(page);
      await startGame(page, table.game, players(table));
      await ready(page);
      await finish(page);
      const taken = await weigh(page);
      taken();
      const choose = seeded(7);
      let presses = 0;
      while (presses < PRESSES && (await press(page, choose))) {
        presses += 1;
      }
      // What a bot does late comes in an answer of its own.
      expect(taken().largest).toBeLessThanOrEqual(BOUNDS.press);
      const shifted = await shifts(page);
      const sum = shifted.reduce((total, { value }) => total + value, 0);
      // A whole game has some ten times as many presses.
      expect(sum, JSON.stringify(shifted.slice(0, 3))).toBeLessThanOrEqual(BOUNDS.shift / 3);
    }
  });
}

test('home takes few bytes', async ({ newcomer }) => {
  const page = await newcomer();
  const taken = await weigh(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(taken().bytes).toBeLessThanOrEqual(BOUNDS.home);
});
