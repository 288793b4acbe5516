import { expect, test } from '../support/fixtures.js';
import { unfold } from '../support/fold.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { ELSEWHERE, HERE, invitation, startGame, takeSeat } from '../support/table.js';

test.use({ javaScriptEnabled: true });

test('phrases come without a reload, and not where the chat is muted', async ({ newcomer }) => {
  const ann = await newcomer();
  await startGame(ann, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
  const bob = await newcomer();
  await takeSeat(bob, await invitation(ann), 'Bob');
  await bob.evaluate(() => document.documentElement.setAttribute('data-mark', 'kept'));
  const chat = bob.getByRole('region', { name: 'Chat' });
  const messages = bob.getByRole('list', { name: 'Chat messages' });
  // Those who come later do not see earlier phrases.
  const players = ann.getByRole('region', { name: 'Players' });
  await expect(players.getByRole('listitem').filter({ hasText: 'Bob' })).toContainText('here now');
  await unfold(ann, 'Talk');
  await unfold(bob, 'Talk');
  await ann.getByRole('button', { name: 'Good luck!' }).click();
  await expect(messages.getByRole('listitem')).toHaveText(['Player W: Good luck!']);

  await chat.getByRole('button', { name: 'Thanks!' }).click();
  const said = ann.getByRole('list', { name: 'Chat messages' }).getByRole('listitem');
  await expect(said).toHaveText(['You: Good luck!', 'Bob: Thanks!']);
  await expect(chat.getByRole('button', { name: 'Thanks!' })).toBeFocused();

  await chat.getByRole('button', { name: 'Mute the chat' }).click();
  // The same button says the opposite now.
  await expect(chat.getByRole('button', { name: 'Unmute the chat' })).toBeFocused();
  await expect(messages.getByRole('listitem')).toHaveCount(0);
  await ann.getByRole('button', { name: 'Oops!' }).click();
  await expect(ann.getByText('You: Oops!')).toBeVisible();
  await expect(messages.getByRole('listitem')).toHaveCount(0);
  await expect(bob.locator('html')).toHaveAttribute('data-mark', 'kept');
});
