import { seeded } from '../support/chance.js';
import { expect, test } from '../support/fixtures.js';
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

test('two people play a whole game of Ludo by a link', async ({ newcomer }) => {
  const ann = await newcomer();
  await startGame(ann, 'Ludo', {
    'A, the circle': HERE,
    'B, the square': 'Nobody',
    'C, the triangle': ELSEWHERE,
  });
  const first = new Table(ann);
  // Held still, the page cannot load itself again while its link is read.
  await first.look();
  const bob = await newcomer();
  await takeSeat(bob, await invitation(ann), 'Bob');

  const tables = [first, new Table(bob)];
  await playOut(tables, any(seeded(5)));

  for (const { page } of tables) {
    await page.reload();
    await expect(page).toHaveTitle(/^Game over/);
    await expect(page.getByRole('region', { name: 'Now' })).toContainText(/You (won|lost): .* brought both tokens home first/u);
  }
});

test('a person plays a whole game of Ludo against a bot', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play Ludo against a bot' }).click();
  const table = new Table(page);
  await playOut([table], any(seeded(5)));
  await expect(page.getByRole('region', { name: 'Now' })).toContainText(/You (won|lost): /u);
});
