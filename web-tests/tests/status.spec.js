import { holdFilms, letGo, moving } from '../support/film.js';
import { expect, test } from '../support/fixtures.js';
import { pushInWords } from '../support/fold.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { drawDiagrams } from '../support/menu.js';
import { HERE, startGame } from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

/** A telephone. */
test.use({ javaScriptEnabled: true, viewport: { width: 360, height: 740 } });

/** So many presses nearly always move a token. */
const MOST_PRESSES = 100;

/** @param {Page} page */
const now = (page) => page.getByRole('region', { name: 'Now' });

/** @param {Page} page */
const choices = (page) => page.getByRole('region', { name: 'What you can do' });

/**
 * What can be read of the state and of the last steps.
 *
 * @param {Page} page
 */
function read(page) {
  return now(page).evaluate((region) => {
    const lines = [...region.querySelectorAll('p')].filter((line) =>
      line.checkVisibility({ opacityProperty: true }),
    );
    return lines.map((line) => line.innerText.trim()).filter((text) => text !== '');
  });
}

/** @param {Page} page where the controls below begin, in the page */
function below(page) {
  return choices(page).evaluate((region) => region.getBoundingClientRect().top + scrollY);
}

/**
 * Notes what screen readers are told from now on.
 *
 * @param {Page} page
 */
async function listen(page) {
  await now(page).evaluate((region) => {
    const heard = /** @type {string[]} */ ([]);
    Object.assign(window, { heard });
    for (const live of region.querySelectorAll('[role=status],[aria-live]')) {
      const changed = () => heard.push(live.textContent?.trim() ?? '');
      new MutationObserver(changed).observe(live, { childList: true, characterData: true, subtree: true });
    }
  });
  return () => page.evaluate(() => /** @type {string[]} */ (Reflect.get(window, 'heard')));
}

test('while something moves, that is said in place of how it stood', async ({ newcomer }) => {
  const page = await newcomer();
  await holdFilms(page);
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const heard = await listen(page);
  const [before, place] = [await read(page), await below(page)];
  expect(before).toEqual(['Your move. Player W is to push.']);

  await pushInWords(page, '65F');
  await moving(page);
  const [sentence = '', ...others] = await read(page);
  expect(sentence).toBe('Player W pushed 2 marbles up.');
  expect(others).toEqual([]);
  expect(await below(page)).toBe(place);
  await expect(page.locator('#film')).toHaveAttribute('aria-hidden', 'true');
  expect(await heard()).toEqual([]);

  await letGo(page);
  await expect(page.locator('.moves li')).toHaveCount(1);
  const [status = '', step = '', ...more] = await read(page);
  expect(status).toBe('Your move. Player B is to push.');
  // In notation for ears, as the board shows no numbers.
  expect(step).toMatch(/^Player W pushed 2 marbles up\.\s+65F\.$/u);
  expect(more).toEqual([]);
  expect(new Set(await heard()).size).toBe((await heard()).length);
  expect((await heard()).filter((text) => text.includes('pushed 2 marbles up'))).toHaveLength(1);
});

test('the die turns where it was pressed, and only once it has landed the roll is said', async ({ newcomer }) => {
  const page = await newcomer();
  await holdFilms(page);
  await startGame(page, 'Ludo', { 'A, the circle': HERE, 'C, the triangle': HERE });
  const place = await below(page);
  const plate = page.locator('#plate');
  const roll = choices(page).getByRole('button', { name: 'Roll the die' });
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    const version = (await page.getByRole('main').getAttribute('data-version')) ?? '';
    const before = (await read(page))[0];
    await expect(plate).toBeHidden();
    const button = await roll.boundingBox();
    await roll.click();
    await moving(page);
    expect((await read(page))[0]).toBe(before);
    const die = await plate.boundingBox();
    expect([die?.width, die?.y]).toEqual([116, button?.y]);
    await letGo(page);
    await expect(page.getByRole('main')).not.toHaveAttribute('data-version', version);
    expect(await below(page)).toBeCloseTo(place, 0);
    const [, rolled] = /Player [AC] rolled ([1-6])/u.exec((await read(page))[0] ?? '') ?? [];
    // With most first rolls nothing moves.
    if (rolled !== undefined) {
      await expect(plate).toHaveAttribute('data-roll', rolled);
      await expect(plate.locator('circle:visible')).toHaveCount(Number(rolled));
      expect(await plate.boundingBox()).toEqual(die);
      return;
    }
  }
  throw new Error('nothing could move');
});

test('the pointer stays with the side that pushes until the marbles are there', async ({ newcomer }) => {
  const page = await newcomer();
  await holdFilms(page);
  // There the marks are in the picture.
  await drawDiagrams(page);
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  await pushInWords(page, '65F');
  await moving(page);
  await expect(page.locator('.stage svg #mark-W')).toHaveCount(1);
  await expect(page.locator('.stage svg #mark-B')).toHaveCount(0);
  await letGo(page);
  await expect(page.locator('.stage svg #mark-B')).toHaveCount(1);
  await expect(page.locator('.stage svg #mark-W')).toHaveCount(0);
});

test('a token walks next to the die that lets it, in the yard with the frame', async ({ newcomer }) => {
  const page = await newcomer();
  await holdFilms(page);
  // There the marks are in the picture.
  await drawDiagrams(page);
  await startGame(page, 'Ludo', { 'A, the circle': HERE, 'C, the triangle': HERE });
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    const version = (await page.getByRole('main').getAttribute('data-version')) ?? '';
    const [, seat = '', roll = ''] = /Player ([AC]) rolled ([1-6])/u.exec((await read(page))[0] ?? '') ?? [];
    const cannot = (await read(page))[0]?.includes('Nothing can move') ?? false;
    await choices(page).getByRole('button').first().click();
    // A lost roll moves nothing.
    if (!cannot) {
      const pieces = await moving(page);
      if (pieces.some((piece) => piece.startsWith('token-'))) {
        await expect(page.locator('.stage svg #die circle')).toHaveCount(Number(roll));
        const framed = page.locator('.stage svg [id^=yard-]:has([stroke-width="6"])');
        await expect(framed).toHaveAttribute('id', `yard-${seat}`);
        return;
      }
      await letGo(page);
    }
    await expect(page.getByRole('main')).not.toHaveAttribute('data-version', version);
  }
  throw new Error('no token has moved');
});
