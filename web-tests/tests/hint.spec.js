import { expect, test } from '../support/fixtures.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { ELSEWHERE, HERE, invitation, isOver, startGame, takeSeat } from '../support/table.js';

test.use({ javaScriptEnabled: true, viewport: { width: 360, height: 640 } });

test('on a telephone a hint is read above the choices, and seen on the board', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await startGame(page, 'Kuba', { [WHITE]: HERE, [BLACK]: HERE });
  const button = page.getByRole('button', { name: 'Ask for a hint' });
  await button.scrollIntoViewIfNeeded();
  await button.press('Enter');
  const hint = page.locator('#hint-words');
  await expect(hint).toHaveText(/^Hint for Player W: push the marked row (to the left|to the right|up|down)\. /u);
  await expect(hint).toBeInViewport();
  // The focus is where it is read, since the button is gone.
  await expect(page.locator('#told')).toBeFocused();
  await expect(hint).toHaveAttribute('aria-live', 'polite');

  const mark = page.locator('.stage svg #hint');
  await expect(mark).toHaveCount(1);
  const marked = page.locator('.choices .hinted');
  await expect(marked).toHaveCount(1);
  await expect(marked).toHaveAttribute('aria-label', /: the hint$/u);
  // The arrow plays it, as the button would.
  await page.locator('.targets').getByRole('button', { name: /: the hint$/u }).click();
  await expect(page.locator('.moves li')).toHaveCount(1);
  await expect(mark).toHaveCount(0);
});

test('who asked for a hint hears who declined it, where it was asked', async ({ newcomer }) => {
  const ann = await newcomer();
  await startGame(ann, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
  const bob = await newcomer();
  await takeSeat(bob, await invitation(ann), 'Bob');
  await ann.getByRole('button', { name: 'Ask for a hint' }).press('Enter');
  await expect(bob.locator('.request')).toHaveText('Player W asks for a hint.');
  // It is seen at the board, too, and leads to the answer.
  const asks = bob.getByRole('link', { name: 'Player W asks for a hint. Answer' });
  await expect(asks).toBeInViewport();
  await asks.press('Enter');
  await expect(bob.getByRole('button', { name: 'Decline' })).toBeInViewport();
  await bob.getByRole('button', { name: 'Decline' }).click();
  await expect(asks).toHaveCount(0);
  const said = ann.locator('#hint-words');
  await expect(said).toHaveText(/^Bob declined the hint\./u);
  await expect(said).toBeInViewport();
  await expect(said).toHaveAttribute('aria-live', 'polite');
  await expect(ann.locator('#told')).toBeFocused();
});

test('between two a hint in Ludo comes before the exact chances, and says so', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const start = () => startGame(page, 'Ludo', { 'A, the circle': HERE, 'C, the triangle': HERE });
  await start();
  const choices = page.getByRole('region', { name: 'What you can do' }).getByRole('button');
  const ask = page.getByRole('button', { name: /^Ask for a hint/u });
  while ((await ask.count()) === 0) {
    if (await isOver(page)) {
      await start();
    }
    const version = await page.getByRole('main').getAttribute('data-version');
    await choices.first().click();
    await expect(page.getByRole('main')).not.toHaveAttribute('data-version', version ?? '');
  }
  await ask.click();
  await expect(page.locator('#hint-words')).toHaveText(/(than the rest|as good)\.$/u, {
    timeout: 10_000,
  });
  await page.locator('#hint-why').getByText('Why?').click();
  await expect(page.getByText(/the chance of winning is (about )?\d/u)).toBeVisible();
  await expect(page.locator('.stage svg #hint')).toHaveCount(1);
  await expect(page.locator('.stage svg #hint-way')).toHaveCount(1);
  await page.locator('.stage').screenshot({ path: 'screenshots/ludo-hint.png' });
});
