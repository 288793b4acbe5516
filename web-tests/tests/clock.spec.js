import { expect, test } from '../support/fixtures.js';
import { pushInWords } from '../support/fold.js';
import { expectRoom } from '../support/picture.js';
import { BLACK, WHITE } from '../support/kuba.js';
import {
  ELSEWHERE,
  HERE,
  Table,
  invitation,
  openForm,
  pressForGame,
  takeSeat,
} from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * A game of Kuba between two browsers, with a minute each and five seconds for every turn, in which
 * both have pushed.
 *
 * @param {() => Promise<Page>} newcomer
 */
async function begun(newcomer) {
  const ann = await newcomer();
  await openForm(ann, 'Kuba');
  await ann.getByRole('combobox', { name: `Who plays ${WHITE}` }).selectOption(HERE);
  await ann.getByRole('combobox', { name: `Who plays ${BLACK}` }).selectOption(ELSEWHERE);
  await ann
    .getByRole('combobox', { name: 'Clocks' })
    .selectOption('1 minute + 5 seconds');
  await pressForGame(ann, 'Start the game');
  const white = new Table(ann);
  // Held still, the page cannot load itself again while its link is read.
  await white.look();
  const bob = await newcomer();
  await takeSeat(bob, await invitation(ann), 'Bob');
  const tables = { ann: white, bob: new Table(bob) };
  for (const [table, push] of /** @type {const} */ ([
    [tables.ann, '65F'],
    [tables.bob, '05B'],
  ])) {
    await table.lookUntilDue();
    await expect(clock(table.page, 'Bob')).toHaveText('1:00 on the clock');
    await pushInWords(table.page, push);
  }
  return tables;
}

/**
 * The clock of a player.
 *
 * @param {Page} page
 * @param {string} name
 */
function clock(page, name) {
  const players = page.getByRole('region', { name: 'Players' });
  return players.getByRole('listitem').filter({ hasText: name }).locator('.clock');
}

/**
 * Makes the own clock of a page show that `seconds` are left. A device that is set forward would
 * do so too, but as one that has slept it would ask the server.
 *
 * @param {Page} page
 * @param {number} seconds
 */
async function take(page, seconds) {
  await page.evaluate((left) => {
    const shown = Number.parseInt(document.querySelector('#hurry')?.textContent ?? '', 10);
    for (const own of document.querySelectorAll('.clock.own')) {
      const less = 1_000 * (shown - left);
      own.setAttribute('data-left', String(Number(own.getAttribute('data-left')) - less));
    }
  }, seconds);
}

test('without scripts a page shows the clocks as they stood when it was made', async ({
  newcomer,
}) => {
  const { ann } = await begun(newcomer);
  await ann.lookUntilDue();
  await expect(clock(ann.page, 'You')).toHaveText(/^0:5\d on the clock$/);
  await expect(ann.page.locator('#hurry')).toHaveText(/^5\d seconds left\.$/);
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('the clock that runs is seen to run, and little time is said in words', async ({
    newcomer,
  }) => {
    const { ann, bob } = await begun(newcomer);
    for (const [{ page }, name] of /** @type {const} */ ([
      [ann, 'You'],
      [bob, 'Player W'],
    ])) {
      await expect(clock(page, name)).toHaveText(/^0:5[0-7] on the clock$/);
      await expect(clock(page, 'Bob')).toHaveText('1:00 on the clock');
    }
    await expect(ann.page.locator('#hurry')).toHaveText(/^5\d seconds left\.$/);
    await expect(bob.page.locator('#hurry')).toBeHidden();
    // What is said aloud stays until there is much less time.
    const aloud = ann.page.locator('#hurry-said');
    await expect(aloud).toHaveText(/^5\d seconds left\.$/);
    const said = await aloud.textContent();
    await expect(ann.page.locator('#hurry')).not.toHaveText(said ?? '');
    await expect(aloud).toHaveText(said ?? '');
    await take(ann.page, 8);
    await expect(ann.page.locator('#hurry')).toHaveText(/^\d seconds left\.$/);
    await expect(aloud).toHaveText(/^\d seconds left\.$/);
    await pushInWords(ann.page, '56L');
    await expect(clock(bob.page, 'Bob')).toHaveText(/^0:5\d on the clock$/);
  });

  test('a page shows the time that is left when the server is back', async ({ newcomer, server }) => {
    const { ann } = await begun(newcomer);
    await expect(ann.page.locator('#hurry')).toHaveText(/^5\d seconds left\.$/);
    await server.stop();
    await expect(ann.page.getByText('The connection is lost')).toBeVisible();
    // The page reckons on, but the server does not charge for its own absence.
    await take(ann.page, 20);
    await expect(clock(ann.page, 'You')).toHaveText(/^0:[12]\d on the clock$/);
    await server.start();
    await expect(clock(ann.page, 'You')).toHaveText(/^0:[45]\d on the clock$/, { timeout: 20_000 });
  });

  test('a page that hears nothing reckons on, says so, and is right again', async ({ newcomer }) => {
    const { ann, bob } = await begun(newcomer);
    await expect(clock(bob.page, 'Player W')).toHaveText(/^0:5[0-7] on the clock$/);
    await bob.page.context().setOffline(true);
    const line = bob.page.locator('#line');
    await expect(line).toHaveText(
      'The connection is lost. The clocks may go on unheard. Trying again…',
    );
    const heard = (await clock(bob.page, 'Player W').textContent()) ?? '';
    await expect(clock(bob.page, 'Player W')).not.toHaveText(heard);
    // What the page cannot know: the other pushes, and the reader's own clock runs.
    await pushInWords(ann.page, '56L');
    await expect(clock(ann.page, 'Bob')).toHaveText(/^0:5[0-7] on the clock$/);
    await bob.page.context().setOffline(false);
    await expect(clock(bob.page, 'Bob')).toHaveText(/^0:[45]\d on the clock$/);
    await expect(line).toBeEmpty();
  });
});

test('two clocks of long names stand in one line on the narrowest screen', async ({ newcomer }) => {
  const page = await newcomer();
  await page.setViewportSize({ width: 320, height: 640 });
  await openForm(page, 'Kuba');
  for (const seat of [WHITE, BLACK]) {
    await page.getByRole('combobox', { name: `Who plays ${seat}` }).selectOption(HERE);
    await page.getByRole('textbox', { name: `Name of ${seat}` }).fill(seat === WHITE ? 'W'.repeat(40) : `${'W'.repeat(39)}M`);
  }
  await page.getByRole('combobox', { name: 'Clocks' }).selectOption('10 minutes + 10 seconds');
  await page.getByRole('button', { name: 'Start the game' }).click();
  const [one, other] = await page.locator('.clocks .time').all();
  await expect(page.locator('.clocks .time')).toHaveCount(2);
  expect((await one?.boundingBox())?.y).toBe((await other?.boundingBox())?.y);
  await expectRoom(page, 'Kuba with clocks and long names');
});

for (const width of [320, 360]) {
  test(`all clocks stay in sight in one line on a telephone, ${width} wide`, async ({ newcomer }) => {
    const page = await newcomer();
    await page.setViewportSize({ width, height: 640 });
    await openForm(page, 'Ludo');
    for (const seat of ['A, the circle', 'B, the square', 'C, the triangle', 'D, the diamond']) {
      await page.getByRole('combobox', { name: `Who plays ${seat}`, exact: true }).selectOption(HERE);
    }
    await page.getByRole('combobox', { name: 'Clocks' }).selectOption('10 minutes + 10 seconds');
    await page.getByRole('button', { name: 'Start the game' }).click();
    const clocks = page.locator('.clocks > *');
    await expect(clocks).toHaveText(['A Player A 10:00 on the clock', /^B/u, /^C/u, /^D/u]);
    await expectRoom(page, 'a game with four clocks');
    // Who is to move has a frame and heavier letters; who listens has the list of players.
    await expect(page.locator('.clocks > .acts')).toHaveText(/^A/u);
    await expect(page.locator('.clocks > .acts')).toHaveCSS('border-width', '3px');
    await expect(page.locator('.clocks')).toHaveAttribute('aria-hidden', 'true');
    await expect(page.getByRole('region', { name: 'Players' })).toContainText('10:00 on the clock');
    for (const place of ['.stage', '.choices', '.players.theirs', '.players.own', '.bar']) {
      await page.locator(place).scrollIntoViewIfNeeded();
      for (const time of await page.locator('.clocks .time').all()) {
        await expect(time).toBeInViewport({ ratio: 1 });
      }
    }
    const tops = await clocks.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    await page.screenshot({ path: `screenshots/clocks-${width}.png` });
  });
}
