import { holdFilms, letGo, moving } from '../support/film.js';
import { expect, test } from '../support/fixtures.js';
import { fold, unfold } from '../support/fold.js';
import { BLACK, SHORT_GAME, WHITE } from '../support/kuba.js';
import { act } from '../support/quick.js';
import { HERE, isOver, startGame } from '../support/table.js';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {[right: number, down: number]} Way in cells
 */

test.use({ javaScriptEnabled: true });

/** A bot that answers at once. */
const DRIFT = 'The bot Drift, random';

/** @param {Page} page @param {string} key */
const at = (page, key) => page.locator(`.stage [data-key="${key}"]`);

/** @param {Page} page */
const badge = (page) => page.locator('#badge');

/**
 * The middle of a cell, and how wide it is.
 *
 * @param {Page} page
 * @param {string} key
 */
async function middle(page, key) {
  const { x, y, width, height } = (await at(page, key).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2, width };
}

/**
 * Draws a marble with the mouse, and holds it.
 *
 * @param {Page} page
 * @param {string} key
 * @param {Way} way
 */
async function hold(page, key, [right, down]) {
  const { x, y, width } = await middle(page, key);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right * width, y + down * width, { steps: 5 });
}

/**
 * How far marbles are from where they lie, in cells of what is seen.
 *
 * @param {Page} page
 * @param {string[]} keys
 * @returns {Promise<number[][]>}
 */
async function moved(page, ...keys) {
  const far = keys.map(async (key) => {
    const cell = await middle(page, key);
    const marble = await page.locator(`#marble-${key}`).evaluate((group) => {
      const { e, f } = /** @type {SVGGraphicsElement} */ (group).getScreenCTM() ?? { e: 0, f: 0 };
      return [e, f];
    });
    const [x = 0, y = 0] = marble;
    return [(x - cell.x) / cell.width, (y - cell.y) / cell.width].map((part) => Math.round(100 * part) / 100 + 0);
  });
  return Promise.all(far);
}

/** @param {Page} page @param {string} key */
async function tap(page, key) {
  const { x, y } = await middle(page, key);
  await page.mouse.click(x, y);
}

/**
 * Begins a game, which the scripts have taken over.
 *
 * @param {Page} page
 * @param {'Ludo' | 'Kuba'} game
 * @param {string} [other] who plays against a person here
 */
async function begin(page, game, other = HERE) {
  const [one, two] = game === 'Kuba' ? [WHITE, BLACK] : ['A, the circle', 'C, the triangle'];
  await startGame(page, game, { [one]: HERE, [two]: other });
  await expect(page.getByRole('grid')).toBeVisible();
}

test('the whole row follows the hand, and goes on from there when it is let go', async ({ newcomer }) => {
  const page = await newcomer();
  await begin(page, 'Kuba');
  await page.evaluate(() => {
    const begun = /** @type {string[]} */ ([]);
    Object.assign(window, { begun });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      begun.push(`${this.id} ${/** @type {Keyframe[]} */ (frames)[0]?.['transform']}`);
      return animate.call(this, frames, options);
    };
  });
  await hold(page, '00', [0, 0.6]);
  expect(await moved(page, '00', '10', '01')).toEqual([[0, 0.6], [0, 0.6], [0, 0]]);
  await expect(page.locator('.held')).toHaveCount(1);
  // The other way round it is another row.
  const { x, y, width } = await middle(page, '00');
  await page.mouse.move(x + 3 * width, y, { steps: 3 });
  expect(await moved(page, '00', '10', '01')).toEqual([[1, 0], [0, 0], [1, 0]]);
  await page.mouse.up();
  await expect(page.locator('.moves li')).toContainText(['00R']);
  await expect(page.locator('main[data-plays]')).toHaveCount(0);
  const begun = await page.evaluate(() => /** @type {string[]} */ (Reflect.get(window, 'begun')));
  // A cell is 88 units wide; at rest the marbles lay at 120 and 208.
  const starts = begun.map((start) => Number(/translate\((\d+)/u.exec(start)?.[1]));
  expect(begun.map((start) => start.slice(0, 9))).toEqual(['marble-01', 'marble-02']);
  expect(starts[0]).toBeGreaterThan(200);
  expect(starts[1]).toBeGreaterThan(288);
  expect(await moved(page, '01', '02')).toEqual([[0, 0], [0, 0]]);
});

test('a row that may not be pushed gives way a little, and it is said why', async ({ newcomer }) => {
  const page = await newcomer();
  await begin(page, 'Kuba');
  let sent = 0;
  page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0));
  for (const [key, way, says] of /** @type {const} */ ([
    ['10', [0, -0.9], 'Your own marble would fall.'],
    ['11', [0.9, 0], 'Needs a free place behind it.'],
  ])) {
    await hold(page, key, /** @type {Way} */ (/** @type {unknown} */ (way)));
    await expect(badge(page)).toHaveText(says);
    const [[right = 0, down = 0] = []] = await moved(page, key);
    expect(Math.abs(right + down)).toBe(0.18);
    const [beside, cell] = [await badge(page).boundingBox(), await middle(page, key)];
    expect(Math.abs((beside?.y ?? 0) + (beside?.height ?? 0) / 2 - cell.y)).toBeLessThan(cell.width / 2);
    await page.mouse.up();
    await expect.poll(() => moved(page, key)).toEqual([[0, 0]]);
    await expect(badge(page)).toBeEmpty();
  }
  await expect(page.locator('#film')).toBeEmpty();
  expect(sent).toBe(0);
});

test('while a row is in the hand it is said what comes of it, and a red rolls into its place', async ({ newcomer }) => {
  const page = await newcomer();
  await holdFilms(page);
  await begin(page, 'Kuba');
  await act(page, ...SHORT_GAME.slice(0, 8));
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
  const [key, far] = [SHORT_GAME[8]?.slice(0, 2) ?? '', 0.9];
  await hold(page, key, [far, 0]);
  const says = page.locator('#film');
  await expect(says).toContainText('Let go: your second red.');
  await expect(says).toContainText('Four marbles move. Slide back to stop.');
  // All of what falls is seen, beside the field.
  const [red, stage] = [await page.locator('g:has(>.falls-r)').boundingBox(), await page.locator('.stage').boundingBox()];
  expect((red?.x ?? 0) + (red?.width ?? 0)).toBeLessThan((stage?.x ?? 0) + (stage?.width ?? 0));
  const next = page.locator('.acts .pb-next');
  const glow = await next.evaluate((socket) => getComputedStyle(socket).fill);
  const { x, y } = await middle(page, key);
  await page.mouse.move(x, y);
  await expect(says).toBeEmpty();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await next.evaluate((socket) => getComputedStyle(socket).fill)).not.toBe(glow);

  await hold(page, key, [far, 0]);
  await page.mouse.up();
  expect(await moving(page)).toContain('gone');
  // One red is seen: none lies in the gutter while it rolls there.
  await expect(page.locator('#taken')).toHaveCount(0);
  await letGo(page);
  await moving(page);
  await expect(page.locator('.lit')).toHaveCount(1);
  await letGo(page);
  await expect(page.locator('#taken')).toHaveCount(1);
  await expect(page.locator('.lit')).toHaveCount(0);
});

test('a row comes back that is not drawn far enough, or left by Escape', async ({ newcomer }) => {
  const page = await newcomer();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await begin(page, 'Kuba');
  await hold(page, '00', [0, 0.3]);
  await page.mouse.up();
  expect(await moved(page, '00', '10')).toEqual([[0, 0], [0, 0]]);
  await hold(page, '00', [0, 0.9]);
  await page.keyboard.press('Escape');
  expect(await moved(page, '00', '10')).toEqual([[0, 0], [0, 0]]);
  await expect(page.locator('.held')).toHaveCount(0);
  await page.mouse.up();
  // It was no press on the marble either.
  await expect(page.locator('.picked')).toHaveCount(0);
  await expect(page.locator('.moves li')).toHaveCount(0);
});

test.describe('turned', () => {
  test.use({
    turned: true,
    contextOptions: { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } },
  });

  test('on a turned board a finger pushes where it goes, and what it leaves comes back', async ({ newcomer }) => {
    const page = await newcomer();
    await begin(page, 'Kuba', DRIFT);
    await expect(page.locator('.stage.turned')).toHaveCount(1);
    const screen = await page.context().newCDPSession(page);
    const { x, y, width } = await middle(page, '00');
    /** @param {'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel'} type @param {number} [up] */
    const finger = (type, up) =>
      screen.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: up === undefined ? [] : [{ x, y: y - up * width }],
      });
    await finger('touchStart', 0);
    await finger('touchMove', 0.3);
    await finger('touchMove', 0.8);
    expect(await moved(page, '00', '10')).toEqual([[0, -0.8], [0, -0.8]]);
    await finger('touchCancel');
    await expect.poll(() => moved(page, '00', '10')).toEqual([[0, 0], [0, 0]]);
    await finger('touchStart', 0);
    await finger('touchMove', 0.3);
    await finger('touchMove', 0.8);
    await finger('touchEnd');
    await expect(page.locator('.moves li').last()).toContainText('00B');
  });
});

test('what cannot be pushed says why to eyes and ears, by a press and by a key', async ({ newcomer }) => {
  const page = await newcomer();
  await begin(page, 'Kuba');
  await tap(page, '33');
  await expect(badge(page)).toHaveText('You push only your own marbles, the white ones.');
  await expect(badge(page)).toHaveRole('status');
  await tap(page, '11');
  await expect(badge(page)).toHaveText(/^No way: /u);
  await tap(page, '02');
  await expect(badge(page)).toBeEmpty();
  await expect(page.getByRole('gridcell', { name: '11 white, cannot be pushed', exact: true })).toHaveCount(1);
  await at(page, '11').press('Enter');
  await expect(badge(page)).toHaveText(/^No way: /u);
});

test('a token that does not move says why', async ({ newcomer }) => {
  const page = await newcomer();
  await begin(page, 'Ludo');
  await tap(page, 'Ap');
  await expect(badge(page)).toHaveText('Roll the die first.');
  await tap(page, 'Cq');
  await expect(badge(page)).toHaveText('That is not your token.');
});

test('what was chosen is said, and that it was left', async ({ newcomer }) => {
  const page = await newcomer();
  await begin(page, 'Kuba');
  const chosen = page.getByRole('status').and(page.locator('#chosen'));
  await expect(chosen).toBeEmpty();
  await at(page, '00').press('Enter');
  await expect(chosen).toHaveText('Marble chosen: right or down.');
  await page.keyboard.press('Escape');
  await expect(chosen).toHaveText('00 is no longer chosen.');
  await at(page, '00').press('Enter');
  await expect(chosen).toHaveText('Marble chosen: right or down.');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.moves li')).toHaveCount(1);
  await expect(chosen).toBeEmpty();
});

test('single keys roll, ask for a hint and show the keys, unless they are switched off', async ({ newcomer }) => {
  const page = await newcomer();
  await begin(page, 'Ludo');
  const main = page.getByRole('main');
  await expect(main).toHaveAttribute('data-version', '1');
  await page.keyboard.press('Shift+R');
  await expect(main).not.toHaveAttribute('data-version', '1');
  await expect(page.locator('main[data-plays]')).toHaveCount(0);

  await page.keyboard.press('?');
  await expect(page.locator('#keys')).toContainText('Ask for a hint');
  await expect(page.locator('#keys > summary')).toBeFocused();
  await unfold(page, 'For experts');
  const field = page.getByRole('textbox', { name: 'Your move' });
  await field.fill('');
  await field.pressSequentially('r?h');
  await expect(field).toHaveValue('r?h');

  const version = (await main.getAttribute('data-version')) ?? '';
  await page.getByText('Settings').click();
  await page.getByRole('checkbox', { name: 'The keys R, H and ?' }).uncheck();
  await fold(page, 'More');
  await page.keyboard.press('r');
  await page.keyboard.press('?');
  await expect(page.locator('#sheet')).not.toHaveAttribute('open');
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('r');
  await expect(main).toHaveAttribute('data-version', version);
});

test('whoever drags another marble than the one chosen leaves that one', async ({ newcomer }) => {
  const page = await newcomer();
  await begin(page, 'Kuba', DRIFT);
  await tap(page, '00');
  const arrow = page.locator('#arrow-00R');
  await expect(arrow).toBeVisible();
  await hold(page, '65', [0.3, 0]);
  await expect(badge(page)).not.toBeEmpty();
  await expect(arrow).toBeHidden();
  await page.mouse.up();
  await expect(arrow).toHaveCount(0);
  await expect(page.locator('.picked')).toHaveCount(0);
  await expect(page.locator('#chosen')).toHaveText('00 is no longer chosen.');
});

test('a key asks for a hint', async ({ newcomer }) => {
  const page = await newcomer();
  await begin(page, 'Kuba', DRIFT);
  await page.keyboard.press('h');
  await expect(page.locator('#hint-words')).toContainText('Hint');
});

test.describe('alone', () => {
  test.use({ byItself: true });

  test('an only move is shown, said and made by itself, unless that is switched off', async ({ newcomer }) => {
    const page = await newcomer();
    // Films would only take time.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await begin(page, 'Ludo');
    const choices = page.locator('main:not([data-plays],[aria-busy]) .choices button');
    const roll = page.getByRole('region', { name: 'What you can do' }).getByRole('button', { name: 'Roll the die' });
    /** @type {string[]} */
    const sent = [];
    page.on('request', (request) => {
      sent.push(...(/action=[^&]*/u.exec(request.postData() ?? '') ?? []));
    });
    /** Rolls until there is an only move. */
    const rollForOne = async () => {
      for (;;) {
        await roll.click();
        await expect(choices).not.toHaveCount(0);
        const first = await choices.first().getAttribute('value');
        if (first !== 'roll' && (await choices.count()) === 1) {
          return `action=${first}`;
        }
        if (first !== 'roll') {
          await choices.first().click();
        }
        await expect(roll).toBeVisible();
      }
    };
    const made = await rollForOne();
    await expect(badge(page)).not.toBeEmpty();
    await expect(page.locator('.pb-way').first()).toBeVisible();
    await expect(roll).toBeVisible();
    expect(sent.filter((action) => action === made)).toHaveLength(1);

    await unfold(page, 'More');
    await page.getByText('Settings').click();
    await page.getByRole('checkbox', { name: 'Play an only move by itself' }).uncheck();
    await fold(page, 'More');
    const left = await rollForOne();
    await expect(badge(page)).toBeEmpty();
    await expect(page.locator('.coming')).toHaveCount(0);
    expect(sent).not.toContain(left);
  });
});

test.describe('on a telephone', () => {
  test.use({ contextOptions: { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } } });

  test('of two choices the way of the yellow one is shown, or of the one that is touched', async ({
    newcomer,
  }) => {
    const page = await newcomer();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 360, height: 640 });
    await begin(page, 'Ludo', 'The bot Ledger, priority');
    const main = page.getByRole('main');
    const choices = page.locator('main:not([aria-busy]) .choices button');
    while ((await choices.count()) < 2) {
      if (await isOver(page)) {
        await begin(page, 'Ludo', 'The bot Ledger, priority');
      }
      const version = (await main.getAttribute('data-version')) ?? '';
      await choices.first().click();
      await expect(main).not.toHaveAttribute('data-version', version);
    }
    const [yellow, other] = [choices.first(), choices.last()];
    await expect(yellow).toHaveClass('first');
    await expect(page.locator('.stage #trail')).toHaveCount(0);
    // Both are above the row of buttons.
    const { y = 0, height = 0 } = (await other.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual((await page.locator('#bar').boundingBox())?.y ?? 0);

    const shown = () =>
      page
        .locator('.stage .pb-way:not([id$=badge])')
        .evaluateAll((ways) =>
          ways.filter((way) => getComputedStyle(way).visibility === 'visible').map(({ id }) => id),
        );
    const wayOf = async (/** @type {typeof yellow} */ choice) =>
      `way-${(await choice.getAttribute('value'))?.slice(2)}`;
    await expect.poll(shown).toEqual([await wayOf(yellow)]);
    const hand = await page.context().newCDPSession(page);
    await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 60, y: y + 20 }] });
    await expect.poll(shown).toEqual([await wayOf(other)]);
    await hand.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
    await expect.poll(shown).toEqual([await wayOf(yellow)]);
    await page.keyboard.press('Tab');
    await other.focus();
    await expect.poll(shown).toEqual([await wayOf(other)]);
  });

  for (const game of /** @type {const} */ (['Ludo', 'Kuba'])) {
    test(`the row of buttons never moves, ${game}`, async ({ newcomer }) => {
      const page = await newcomer();
      await begin(page, game, game === 'Kuba' ? DRIFT : 'The bot Ledger, priority');
      await page.evaluate(() => {
        const places = new Set();
        Object.assign(window, { places });
        const look = () => {
          const { left, bottom } = /** @type {Element} */ (document.querySelector('#sheet')).getBoundingClientRect();
          places.add(`${Math.round(left)} ${Math.round(bottom)}`);
          requestAnimationFrame(look);
        };
        look();
      });
      const main = page.getByRole('main');
      const due = page.locator('main:not([data-plays],[aria-busy])');
      for (let presses = 0; presses < 6; presses += 1) {
        const version = (await main.getAttribute('data-version')) ?? '';
        if (game === 'Kuba') {
          await due.locator('a.target').first().click();
          await due.locator('button.target').first().click();
        } else {
          await due.locator('.choices button').first().click();
        }
        await expect(main).not.toHaveAttribute('data-version', version);
      }
      const places = await page.evaluate(() => [.../** @type {Set<string>} */ (Reflect.get(window, 'places'))]);
      expect(places).toHaveLength(1);
    });
  }
});
