import { readFileSync } from 'node:fs';

import { COLORS, expectAccessible } from '../support/audit.js';
import { expect, test } from '../support/fixtures.js';
import { expectFits } from '../support/picture.js';

/** The colors of who has chosen none. */
const USUAL = COLORS.slice(0, 1);

/** @param {string} name */
const example = (name) => readFileSync(`../../docs/examples/${name}`, 'utf8');

test('a record is pasted, mended, replayed and checked without scripts', async ({
  newcomer,
  laboratory,
}) => {
  const page = await newcomer();
  await page.goto('/');
  await page.getByRole('link', { name: 'Import a game' }).click();
  const field = page.getByRole('textbox', { name: 'Paste a record' });
  const send = page.getByRole('button', { name: 'Import it' });
  await field.fill(example('dice-wrong.record').replace('31. C4p', '31. C4x'));
  await send.click();
  await expect(page.getByRole('alert')).toContainText('Line 22, column 6: ply 31: C4x');
  await expectAccessible(page, laboratory, USUAL);
  await expectFits(page, 'import-refused');
  await field.fill((await field.inputValue()).replace('C4x', 'C4p'));
  await send.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ludo: Cleo and Player A');
  await expectAccessible(page, laboratory, USUAL);
  await expectFits(page, 'imported');

  await page.getByRole('link', { name: 'Replay' }).click();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'Move 8 of 40' })).toBeVisible();
  await expectAccessible(page, laboratory, USUAL);
  await expectFits(page, 'import-replay');
  await page.getByRole('link', { name: 'To the imported game' }).click();

  await page.getByRole('link', { name: 'Check the dice' }).click();
  await expect(page.getByRole('heading', { name: 'A roll is wrong' })).toBeVisible();
  await expect(page.getByText('Cleo (C) rolled 5, but 1 follows')).toBeVisible();
  await expect(page.getByRole('row', { name: '40 C 5 1' })).toBeVisible();
  await expectAccessible(page, laboratory, COLORS.slice(0, 2));
  await expectFits(page, 'verify-wrong');
});

test('an imported game is analyzed by one press, and one plays on from it, without scripts', async ({
  newcomer,
  laboratory,
}) => {
  const page = await newcomer();
  await page.goto('/import');
  await page.getByRole('textbox', { name: 'Paste a record' }).fill(example('dice-wrong.record'));
  await page.getByRole('button', { name: 'Import it' }).click();
  await expect(page.getByRole('note')).toContainText('do not give all of these rolls');
  await page.getByRole('button', { name: 'What decided it?' }).click();
  // Without scripts the page asks again by itself until the analysis is there.
  await expect(page.getByRole('heading', { name: 'Figures' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('It ended by a resignation.');
  await expect(page.getByRole('link', { name: 'Which roll?' })).toBeVisible();
  await expectAccessible(page, laboratory, USUAL);
  await expectFits(page, 'import-analysis');
  await page.getByRole('link', { name: 'Replay' }).click();
  await page.getByText('Play on from here').click();
  await page.getByRole('button', { name: 'Play on' }).click();
  await page.waitForURL(/\/games\//u);
});

test('a file is chosen, and one that is too long says so', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/verify');
  const file = page.getByLabel('Or choose a file');
  await file.setInputFiles({
    name: 'long.txt',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(10_000_000, 'x'),
  });
  await page.getByRole('button', { name: 'Check the dice' }).click();
  await expect(page.getByRole('alert')).toContainText('longer than 2097152 bytes');
  await page.goto('/verify');
  await file.setInputFiles('../../docs/examples/dice.record');
  await page.getByRole('button', { name: 'Check the dice' }).click();
  await expect(page.getByRole('heading', { name: 'The rolls are right' })).toBeVisible();
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('a file is dropped anywhere on the page, and its game is stepped through in place', async ({ newcomer }) => {
    const page = await newcomer();
    await page.goto('/import');
    await page.getByRole('heading', { level: 1 }).evaluate((heading, text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'game.json', { type: 'application/json' }));
      heading.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, example('kuba.record.json'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kuba: Ann and Bob');
    await page.getByRole('link', { name: 'Replay' }).click();
    // Its scripts have run by then.
    await page.waitForURL(/replay/u);
    await expect(page.getByRole('heading', { name: 'The start, before 16 moves' })).toBeVisible();
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'Move 1 of 16' })).toBeVisible();
    await page.getByRole('slider').fill('2');
    await expect(page.getByText('makes room behind the marble')).toBeVisible();
    await expect(page.locator('body')).toHaveAttribute('data-same', '');
  });
});
