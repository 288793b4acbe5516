import { holdFilms, letGo, moving, takeFilm } from '../support/film.js';
import { expect, test } from '../support/fixtures.js';
import { pushInWords } from '../support/fold.js';
import { BLACK, SHORT_GAME, WHITE } from '../support/kuba.js';
import { drawDiagrams } from '../support/menu.js';
import { HERE, startGame } from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

test.use({ javaScriptEnabled: true, viewport: { width: 480, height: 800 } });

/** So many presses nearly always show everything once. */
const MOST_PRESSES = 150;

/** @param {Page} page */
const choices = (page) => page.getByRole('region', { name: 'What you can do' }).getByRole('button');

test('a push slides the run together, and a captured red rolls to its tray', async ({
  newcomer,
  laboratory,
}) => {
  const page = await newcomer();
  await holdFilms(page);
  await drawDiagrams(page);
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  for (const [number, push] of SHORT_GAME.entries()) {
    await pushInWords(page, push);
    const pieces = await moving(page);
    if (number === 0) {
      // Both marbles of the run go down, as far from each other as they were.
      for (const { 'marble-11': one, 'marble-21': other } of await takeFilm(page, laboratory, 'kuba-slide')) {
        expect(Math.abs((other?.[1] ?? 0) - (one?.[1] ?? 0) - 88)).toBeLessThanOrEqual(2);
      }
    } else if (pieces.includes('rolled')) {
      const places = await takeFilm(page, laboratory, 'kuba-capture');
      // It rolls round the tray, along one side and then another, never slantwise.
      const way = places.map((place) => place['rolled'] ?? [0, 0]);
      const slants = way.slice(1).filter(([x = 0, y = 0], index) => {
        const [beforeX = 0, beforeY = 0] = way[index] ?? [];
        return Math.abs(x - beforeX) > 4 && Math.abs(y - beforeY) > 4;
      });
      // At a corner two pictures can lie on both of its sides.
      expect(slants.length).toBeLessThanOrEqual(3);
      return;
    }
    await letGo(page);
    await expect(page.locator('.moves li').first()).toContainText(push);
  }
  throw new Error('nothing was captured');
});

test('the die tumbles, a token passes over the spaces between, and the kicked fly home', async ({
  newcomer,
  laboratory,
}) => {
  const page = await newcomer();
  await holdFilms(page);
  await startGame(page, 'Ludo', {
    'A, the circle': HERE,
    'B, the square': HERE,
    'C, the triangle': HERE,
    'D, the diamond': HERE,
  });
  const main = page.getByRole('main');
  const wanted = new Set(['tumble', 'walk', 'kick', 'stack']);
  for (let presses = 0; presses < MOST_PRESSES && wanted.size > 0; presses += 1) {
    const version = await main.getAttribute('data-version');
    const names = await choices(page).evaluateAll((buttons) =>
      buttons.map((button) => button.ariaLabel ?? button.textContent ?? ''),
    );
    const find = (/** @type {RegExp} */ said) => names.findIndex((name) => said.test(name));
    const [kick, stack] = [find(/\(L-(9|11)\)/u), find(/a stack now/u)];
    const index = Math.max(0, kick >= 0 ? kick : stack);
    const name = names[index] ?? '';
    const [, from = 0, to = 0] = /moves from (\d+) to (\d+)$/u.exec(name) ?? [];
    const kinds = {
      tumble: name === 'Roll the die',
      kick: kick >= 0,
      stack: stack >= 0,
      walk: Number(to) - Number(from) >= 3,
    };
    const kind = Object.entries(kinds).find(([one, is]) => is && wanted.has(one))?.[0];
    await choices(page).nth(index).click();
    const pieces = await moving(page);
    if (kind === undefined) {
      await letGo(page);
    } else {
      wanted.delete(kind);
      const places = await takeFilm(page, laboratory, `ludo-${kind}`);
      const tokens = pieces.filter((piece) => piece.startsWith('token-'));
      if (kind === 'tumble') {
        expect(pieces).toContain('die');
      } else if (kind === 'walk') {
        // It is seen on the spaces between, and between them.
        const way = places.map((place) => (place[tokens[0] ?? ''] ?? [0, 0]).join());
        expect(new Set(way).size).toBeGreaterThan(Number(to) - Number(from));
      } else {
        expect(tokens.length, kind).toBeGreaterThan(1);
      }
    }
    await expect(async () => {
      // A choice can have come in several steps.
      await letGo(page);
      expect(await main.getAttribute('data-version')).not.toBe(version);
      expect(await main.getAttribute('data-plays')).toBeNull();
    }).toPass({ intervals: [20, 50, 100], timeout: 10_000 });
    if ((await page.title()).startsWith('Game over')) {
      await page.getByRole('button', { name: 'Rematch' }).click();
      await expect(page).not.toHaveTitle(/^Game over/u);
    }
  }
  // The dice may keep from us a kick or a stack, and never the rest.
  expect([...wanted].filter((kind) => !['kick', 'stack'].includes(kind))).toEqual([]);
});

test('with reduced motion nothing moves', async ({ newcomer }) => {
  const page = await newcomer();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await startGame(page, 'Ludo', { 'A, the circle': HERE, 'C, the triangle': HERE });
  await page.evaluate(() => {
    Element.prototype.animate = () => {
      throw new Error('something moves');
    };
  });
  for (let presses = 0; presses < 10; presses += 1) {
    const version = await page.getByRole('main').getAttribute('data-version');
    await choices(page).first().click();
    await expect(page.getByRole('main')).not.toHaveAttribute('data-version', version ?? '');
  }
});
