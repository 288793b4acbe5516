import { expect, test } from '../support/fixtures.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { ELSEWHERE, HERE, invitation, startGame, takeSeat } from '../support/table.js';

test.use({ javaScriptEnabled: true });

test('what one says the other hears without a reload, or nothing if they wish so', async ({
  newcomer,
}) => {
  const ann = await newcomer();
  await startGame(ann, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
  const bob = await newcomer();
  await takeSeat(bob, await invitation(ann), 'Bob');
  await bob.evaluate(() => document.documentElement.setAttribute('data-mark', 'kept'));
  const talk = bob.getByRole('region', { name: 'Talk' });
  const said = talk.getByRole('list', { name: 'What was said' });
  // Nothing is told again to those who come later.
  const players = ann.getByRole('region', { name: 'Players' });
  await expect(players.getByRole('listitem').filter({ hasText: 'Bob' })).toContainText('here now');
  await ann.getByRole('button', { name: 'Good luck!' }).click();
  await expect(said.getByRole('listitem')).toHaveText(['Player W (W): Good luck!']);

  await talk.getByRole('button', { name: 'Thanks!' }).click();
  await expect(
    ann.getByRole('region', { name: 'Talk' }).getByRole('listitem').last(),
  ).toHaveText('Bob (B): Thanks!');
  await expect(talk.getByRole('button', { name: 'Thanks!' })).toBeFocused();

  await talk.getByRole('button', { name: 'Hear nothing' }).click();
  // The same button says the opposite now.
  await expect(talk.getByRole('button', { name: 'Hear what is said' })).toBeFocused();
  await expect(said.getByRole('listitem')).toHaveCount(0);
  await ann.getByRole('button', { name: 'Oops!' }).click();
  await expect(ann.getByText('Player W (W): Oops!')).toBeVisible();
  await expect(said.getByRole('listitem')).toHaveCount(0);
  await expect(bob.locator('html')).toHaveAttribute('data-mark', 'kept');
});
