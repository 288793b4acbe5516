import { seeded } from '../support/chance.js';
import { expect, test } from '../support/fixtures.js';
import { BLACK, SHORT_GAME, WHITE, follow } from '../support/kuba.js';
import {
  ELSEWHERE,
  HERE,
  Table,
  any,
  invitation,
  playOut,
  startGame,
  takeSeat,
} from '../support/table.js';

test('two people play a whole game of Kuba by a link', async ({ newcomer }) => {
  const ann = await newcomer();
  await startGame(ann, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
  const bob = await newcomer();
  await takeSeat(bob, await invitation(ann), 'Bob');

  const tables = [new Table(ann), new Table(bob)];
  const presses = await playOut(tables, follow(SHORT_GAME));

  expect(presses).toBe(SHORT_GAME.length);
  for (const { page } of tables) {
    await page.reload();
    await expect(page).toHaveTitle(/^Game over/);
    await expect(page.getByRole('region', { name: 'Now' })).toContainText(
      page === ann ? 'You have won: you have taken seven reds' : /You have lost: .* has taken seven reds/u,
    );
    await page.goto('/');
    const finished = page.getByRole('region', { name: 'Finished' });
    await expect(finished.getByRole('link', { name: 'Bob (B)' })).toBeVisible();
  }
});

test('a person plays a whole game of Kuba against a bot', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play Kuba against a bot' }).click();
  const table = new Table(page);
  await playOut([table], any(seeded(5)));
  await expect(page.getByRole('region', { name: 'Now' })).toContainText(/You have (won|lost): /u);
});
