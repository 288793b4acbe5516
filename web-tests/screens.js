// `cargo xtask prove screens`: a picture of every screen in every theme, and next to it how an earlier
// program showed it.
//
// PARLOR=PROGRAM node screens.js FOLDER [EARLIER]

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from '@playwright/test';

import config from './playwright.config.js';
import { Server } from './support/server.js';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */

/** A telephone and a laptop. */
const SIZES = [
  { width: 360, height: 740 },
  { width: 1366, height: 768 },
];

/** Day comes first, which an earlier program had as well. */
const THEMES = ['light', 'dark', 'wood', 'contrast'];

/** A short game of Kuba, which Black wins by blocking. Rules: K-10. */
const PUSHES =
  '01B 16L 11B 14B 31R 50R 32R 24B 33R 52F 34B 42F 44B 32F 54B 05B 21R 23F 22F 06L 12F'.split(' ');

/** More presses than a game of Ludo has in which everybody takes the first choice. */
const MOST_PRESSES = 2_000;

/** How long a page may still move before its picture is taken, in milliseconds. */
const SETTLED = 300;

/**
 * Plays by the forms of the pages, which every program has.
 */
class Player {
  /** @param {Page} page without scripts @param {string} url */
  constructor(page, url) {
    this.page = page;
    this.url = url;
  }

  /** @param {string} name of a hidden field */
  async field(name) {
    return (await this.page.locator(`input[name=${name}]`).first().getAttribute('value')) ?? '';
  }

  /**
   * @param {string} address
   * @param {Record<string, string>} form
   */
  async post(address, form) {
    const headers = { origin: this.url };
    const answer = await this.page.context().request.post(address, { form, headers, maxRedirects: 0 });
    if (answer.status() >= 400) {
      throw new Error(`${address} with ${JSON.stringify(form)}: ${answer.status()}`);
    }
    return answer;
  }

  /**
   * @param {string} game
   * @param {Record<string, string>} seats
   * @returns {Promise<string>} its address
   */
  async start(game, seats) {
    await this.page.goto(`/new/${game}`);
    const players = Object.entries(seats).map(([seat, player]) => [`seat-${seat}`, player]);
    const form = { nonce: await this.field('nonce'), ...Object.fromEntries(players) };
    const answer = await this.post(`/new/${game}`, form);
    return new URL(answer.headers()['location'] ?? '', this.url).pathname;
  }

  /** @param {string} game its address @param {string} action */
  async act(game, action) {
    await this.page.goto(`${game}?still`);
    const [version, action_id] = [await this.field('version'), await this.field('action_id')];
    await this.post(`${game}/act`, { version, action_id, action });
  }

  /** @param {string} game @returns {Promise<string[]>} the choices of whoever is to act */
  async choices(game) {
    await this.page.goto(`${game}?still`);
    const buttons = this.page.locator('[aria-labelledby=choices] button[name=action]');
    return buttons.evaluateAll((all) => all.map((button) => /** @type {HTMLButtonElement} */ (button).value));
  }

  /**
   * Takes the first choice until something is so, or the game is over.
   *
   * @param {string} game
   * @param {(choices: string[], pressed: number) => boolean} isSo
   */
  async playUntil(game, isSo) {
    for (let pressed = 0; pressed < MOST_PRESSES; pressed += 1) {
      const choices = await this.choices(game);
      const [first] = choices;
      if (first === undefined || isSo(choices, pressed)) {
        return;
      }
      await this.act(game, first);
    }
    throw new Error(`${game} goes on after ${MOST_PRESSES} presses`);
  }
}

/**
 * Reaches every screen of a program.
 *
 * @param {Player} player
 * @returns {Promise<Map<string, string>>} addresses by names
 */
async function screens(player) {
  const two = { A: 'here', C: 'here' };
  const pages = new Map([
    ['home', '/'],
    ['new-game', '/new/ludo'],
    ['rules-ludo', '/rules/ludo'],
    ['rules-kuba', '/rules/kuba'],
    ['not-found', '/no/such'],
    ['learn', '/learn'],
    ['learn-kuba', '/learn/kuba/4'],
    ['learn-kuba-right', '/learn/kuba/4?line=35R'],
    ['learn-ludo', '/learn/ludo/4?line=roll'],
  ]);
  for (const [name, pushes] of /** @type {[string, string[]][]} */ ([
    ['kuba-over', PUSHES],
    ['kuba-play', PUSHES.slice(0, 10)],
  ])) {
    const game = await player.start('kuba', { W: 'here', B: 'here' });
    for (const push of pushes) {
      await player.act(game, push);
    }
    pages.set(name, game);
  }
  pages.set('kuba-replay', `${pages.get('kuba-over')}/replay?ply=9`);
  pages.set('kuba-start', await player.start('kuba', { W: 'here', B: 'bot:level-3' }));
  const bot = 'bot:priority';
  pages.set('ludo-start', await player.start('ludo', { A: 'here', C: bot }));
  pages.set('ludo-four', await player.start('ludo', { A: 'here', B: bot, C: bot, D: bot }));
  const choosing = await player.start('ludo', two);
  await player.playUntil(choosing, (choices, pressed) => pressed > 60 && choices.length > 1);
  pages.set('ludo-choose', choosing);
  const over = await player.start('ludo', two);
  await player.playUntil(over, () => false);
  pages.set('ludo-over', over);
  pages.set('ludo-replay', `${over}/replay?ply=30`);
  const lobby = await player.start('ludo', { A: 'here', C: 'elsewhere' });
  pages.set('lobby', lobby);
  await player.page.goto(lobby);
  const link = await player.page.locator('input[readonly]').first().inputValue();
  pages.set('invitation', new URL(link).pathname);
  pages.set('finished', '/finished');
  pages.set('home-with-games', '/');
  return pages;
}

/** What a newcomer sees, who has no game yet. */
const NEWCOMERS = ['home', 'invitation', 'learn'];

/**
 * Takes the pictures of a program.
 *
 * @param {Browser} browser
 * @param {string} program
 * @param {string[]} themes
 * @param {boolean} hasAll whether it has every screen, as an earlier one has not
 * @returns {Promise<Map<string, Buffer>>} by name, theme and width; of the pages that it has
 */
async function pictures(browser, program, themes, hasAll) {
  process.env['PARLOR'] = program;
  const server = new Server('screens');
  await server.start();
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  console.error(`${program}: reaching every screen`);
  const pages = await screens(new Player(await context.newPage(), server.url));
  const storageState = await context.storageState();
  const taken = new Map();
  for (const [name, path] of pages) {
    console.error(`${program}: ${name}`);
    for (const theme of themes) {
      for (const viewport of SIZES) {
        const known = NEWCOMERS.includes(name) ? {} : { storageState };
        const own = await browser.newContext({ baseURL: server.url, viewport, ...known });
        await own.addCookies([{ name: 'parlor-theme', value: theme, url: server.url }]);
        const page = await own.newPage();
        const answer = await page.goto(path);
        if (answer?.ok() || name === 'not-found') {
          await page.waitForTimeout(SETTLED);
          taken.set(`${name} ${theme} ${viewport.width}`, await page.screenshot());
        } else if (hasAll) {
          throw new Error(`${path}: ${answer?.status()}`);
        }
        await own.close();
      }
    }
  }
  await context.close();
  await server.stop();
  return taken;
}

/**
 * @param {string} words
 * @param {Buffer | undefined} picture
 */
function figure(words, picture) {
  const shown = picture
    ? `<img src="data:image/png;base64,${picture.toString('base64')}">`
    : '<p>no such page</p>';
  return `<figure><figcaption>${words}</figcaption>${shown}</figure>`;
}

const STYLE =
  'body{margin:12px;background:#999;font:14px sans-serif}div{display:flex;gap:12px;margin:0 0 12px}' +
  'figure{margin:0}img{display:block;height:330px}.large img{height:560px}';

const program = process.env['PARLOR'] ?? '';
const [folder = '.', earlier] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch(config.use?.launchOptions);
const before = earlier === undefined ? undefined : await pictures(browser, earlier, THEMES.slice(0, 1), false);
const after = await pictures(browser, program, THEMES, true);
const sheet = await browser.newPage();
const names = new Set([...after.keys()].map((key) => key.split(' ')[0]));
for (const name of names) {
  const [day, ...others] = THEMES;
  const rows = SIZES.map(({ width }) => {
    const was = before && figure(`before, ${width}`, before.get(`${name} ${day} ${width}`));
    return `<div class="large">${was ?? ''}${figure(`${day}, ${width}`, after.get(`${name} ${day} ${width}`))}</div>`;
  });
  const small = others.flatMap((theme) =>
    SIZES.map(({ width }) => figure(`${theme}, ${width}`, after.get(`${name} ${theme} ${width}`))),
  );
  await sheet.setViewportSize({ width: 2_080, height: 300 });
  await sheet.setContent(`<style>${STYLE}</style><h1>${name}</h1>${rows.join('')}<div>${small.join('')}</div>`);
  await sheet.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
await browser.close();
console.log(`${names.size} screens, ${after.size} pictures${before ? `, beside ${before.size} of before` : ''}`);
