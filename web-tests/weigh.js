// `cargo xtask prove pages`: plays whole games, prints what a press costs, and ends with an error
// where that is more than it may be.

import { chromium } from '@playwright/test';

import config from './playwright.config.js';
import { seeded } from './support/chance.js';
import { Server } from './support/server.js';
import { startGame } from './support/table.js';
import { BOUNDS, SCREENS, TABLES, finish, players, press, ready, shifts, watchShifts, weigh } from './support/weigh.js';

/** So many presses are timed on the slow network of each table. */
const TIMED = 12;

/** 1.6 Mbit/s and 150 ms there and back, on a processor four times as slow. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SLOWER = 4;

/** @param {readonly number[]} figures */
function median(figures) {
  return [...figures].sort((one, other) => one - other)[figures.length >> 1] ?? 0;
}

const wrong = /** @type {string[]} */ ([]);

/**
 * @param {string} what
 * @param {number} is
 * @param {number} most
 */
function expectAtMost(what, is, most) {
  if (is > most) {
    wrong.push(`${what}: ${is} is more than ${most}`);
  }
}

const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1_000).toFixed(1)} kB`;

const server = new Server('weigh');
await server.start();
const browser = await chromium.launch(config.use?.launchOptions);
const times = [];
for (const table of TABLES) {
  console.error(`${table.name}: ${TIMED} presses on slow 4G`);
  const context = await browser.newContext({ baseURL: server.url, viewport: SCREENS[0] });
  const page = await context.newPage();
  await startGame(page, table.game, players(table));
  await ready(page);
  const network = await context.newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', SLOW);
  await network.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await finish(page);
  const choose = seeded(7);
  for (let presses = 0; presses < TIMED; presses += 1) {
    const before = await page.evaluate(() => performance.now());
    if (!(await press(page, choose))) {
      break;
    }
    times.push((await page.evaluate(() => performance.now())) - before);
  }
  await context.close();
}
expectAtMost('milliseconds to the answer on slow 4G', median(times), BOUNDS.answer);

const visit = await browser.newContext({ baseURL: server.url });
const page = await visit.newPage();
const taken = await weigh(page);
await page.goto('/', { waitUntil: 'networkidle' });
const home = taken().bytes;
expectAtMost('bytes of home', home, BOUNDS.home);
await startGame(page, 'Kuba', players(TABLES[2]));
await ready(page);
const scripts = await page.evaluate(async () => {
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  const texts = names.filter((name) => name.endsWith('.js')).map(async (name) => (await fetch(name)).text());
  return (await Promise.all(texts)).join('').length;
});
expectAtMost('bytes of scripts', scripts, BOUNDS.scripts);
console.error(`${median(times).toFixed(0)} ms to an answer, home ${kilobytes(home)}, scripts ${kilobytes(scripts)}`);

/**
 * Plays a whole game, and tells how much it shifted and what its presses took.
 *
 * @param {(typeof SCREENS)[number]} size
 * @param {(typeof TABLES)[number]} table
 */
async function playWhole(size, table) {
  const name = `${table.name} at ${size.width} x ${size.height}`;
  const context = await browser.newContext({ baseURL: server.url, viewport: size });
  const page = await context.newPage();
  await watchShifts(page);
  await startGame(page, table.game, players(table));
  await ready(page);
  await page.waitForLoadState('networkidle');
  const taken = await weigh(page);
  const choose = seeded(7);
  const presses = [];
  while (await press(page, choose)) {
    presses.push(taken());
    if (presses.length % 10 === 0) {
      console.error(`${name}: ${presses.length} presses`);
    }
  }
  const shift = (await shifts(page)).reduce((sum, { value }) => sum + value, 0);
  await context.close();
  const bytes = presses.map((weight) => weight.bytes);
  const requests = presses.map((weight) => weight.requests);
  if (presses.length === 0) {
    wrong.push(`${name}: nothing could be pressed`);
  }
  expectAtMost(`the shift of ${name}`, shift, BOUNDS.shift);
  expectAtMost(`bytes of a press of ${name}`, median(bytes), BOUNDS.press);
  return (
    `${name}, ${presses.length} presses: shift ${shift.toFixed(3)}, ${kilobytes(median(bytes))} a press ` +
    `(${kilobytes(Math.max(...bytes))} at most), ${median(requests)} request (${Math.max(...requests)} at most)`
  );
}

// All at once: what moves on a page takes its time, and little work.
const games = await Promise.all(SCREENS.flatMap((size) => TABLES.map((table) => playWhole(size, table))));

await browser.close();
await server.stop();

const say = wrong.length > 0 ? console.error : console.log;
say(
  `${games.join('; ')}; from a press to what can be pressed next on slow 4G, films cut, ${median(times).toFixed(0)} ms ` +
    `(median of ${times.length}; ${Math.max(...times).toFixed(0)} ms at most); home ${kilobytes(home)}; ` +
    `all scripts of a game's page ${kilobytes(scripts)} before compression`,
);
for (const line of wrong) {
  console.error(line);
}
process.exitCode = wrong.length > 0 ? 1 : 0;
