// Goes the main ways in Firefox, and keeps a picture of each stop:
// `node play.js ADDRESS FIREFOX FOLDER`.
//
// The browser tests run in Chromium; this goes once through another engine, in a telephone's window.
// `cargo xtask prove firefox` installs what it needs and runs it.

import assert from 'node:assert/strict';

import puppeteer from 'puppeteer-core';

const [address = '', executablePath = '', folder = ''] = process.argv.slice(2);

/** More presses than a game of Ludo has needed. */
const MOST_PRESSES = 600;

const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
/** @type {string[]} */
const errors = [];

/** A window of its own, without cookies. */
async function newcomer() {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 360, height: 740 });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return page;
}

/** @param {import('puppeteer-core').Page} page @param {string} name */
async function look(page, name) {
  await page.screenshot({ path: `${folder}/${name}.png` });
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.equal(excess, 0, `${name} scrolls sideways`);
}

/** @param {import('puppeteer-core').Page} page @param {string} name of a button or link */
async function follow(page, name) {
  await Promise.all([page.waitForNavigation(), page.locator(`::-p-aria(${name})`).click()]);
}

/** @param {import('puppeteer-core').Page} page whose films and requests have ended */
async function still(page) {
  await page.waitForSelector('main:not([data-plays],[aria-busy])');
}

/** @param {import('puppeteer-core').Page} page @param {() => Promise<void>} act what moves the game on */
async function moveOn(page, act) {
  const before = await page.$eval('main', (main) => Number(main.dataset['version']));
  await act();
  await page.waitForFunction(
    (old) => Number(document.querySelector('main')?.dataset['version']) > old,
    {},
    before,
  );
  await still(page);
}

/** A whole game of Ludo against a bot, by its buttons. */
async function ludo() {
  const page = await newcomer();
  await page.goto(address);
  await look(page, 'home');
  await follow(page, 'Play Ludo against a bot');
  await look(page, 'ludo');
  let presses = 0;
  while (!(await page.title()).startsWith('Game over')) {
    assert.ok(presses < MOST_PRESSES, 'the game of Ludo ends');
    await still(page);
    const button = await page.$('.choices button');
    // Bots move in between, and an only move makes itself.
    if (button === null || !(await button.click().then(() => true, () => false))) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    presses += 1;
  }
  await still(page);
  await look(page, 'ludo-end');
  return presses;
}

/** Kuba against a bot: a push by two presses, one by keys, one by hand. */
async function kuba() {
  const page = await newcomer();
  await page.goto(address);
  await follow(page, 'Play Kuba against a bot');
  await look(page, 'kuba');
  await page.locator('a.target').click();
  await page.waitForSelector('.targets [aria-current]');
  await look(page, 'kuba-chosen');
  await moveOn(page, () => page.locator('button.target').click());

  const marble = await page.waitForSelector('[role=gridcell]:has(a.target)');
  await marble?.focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.targets [aria-current]');
  const key = await page.$eval('.targets [aria-current]', (link) => link.closest('[data-key]')?.getAttribute('data-key'));
  const label = await page.$eval('button.target', (button) => button.closest('[data-key]')?.getAttribute('data-key'));
  await moveOn(page, () => page.keyboard.press(arrow(String(key), String(label))));
  await look(page, 'kuba-pushed');
}

/** The arrow key that leads from one cell to the next on a board that is turned to White. */
function arrow(/** @type {string} */ from, /** @type {string} */ to) {
  const down = Number(from[0]) - Number(to[0]);
  const right = Number(from[1]) - Number(to[1]);
  return right === 0 ? (down > 0 ? 'ArrowDown' : 'ArrowUp') : right > 0 ? 'ArrowRight' : 'ArrowLeft';
}

const figures = [await browser.version()];
try {
  figures.push(`a whole game of Ludo in ${await ludo()} presses`);
  await kuba();
  figures.push('pushes of Kuba by presses and by keys');
} finally {
  await browser.close();
}
assert.deepEqual(errors, []);
console.log(figures.join('; '));
