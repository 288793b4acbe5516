import { seeded } from '../support/chance.js';
import { expect, test } from '../support/fixtures.js';
import { Table, any, playOut } from '../support/table.js';

test('a person plays a whole game of Kuba against a bot', async ({ newcomer }) => {
  const page = await newcomer();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play Kuba against a bot' }).click();
  const table = new Table(page);
  await playOut([table], any(seeded(5)));
  await expect(page.getByRole('region', { name: 'Now' })).toContainText(/You (won|lost): /u);
});
