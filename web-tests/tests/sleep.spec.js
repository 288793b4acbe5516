import { expect, test } from '../support/fixtures.js';
import { pushInWords } from '../support/fold.js';
import { BLACK, WHITE } from '../support/kuba.js';
import { ELSEWHERE, HERE, invitation, startGame, takeSeat } from '../support/table.js';

/** @typedef {import('@playwright/test').Page} Page */

test.use({ javaScriptEnabled: true });

/**
 * A game between two live browsers, the second of which may be deaf: as after a sleep, its socket
 * is open and nothing comes by it any more.
 *
 * @param {() => Promise<Page>} newcomer
 */
async function begun(newcomer) {
  const ann = await newcomer();
  await startGame(ann, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
  const bob = await newcomer();
  await bob.emulateMedia({ reducedMotion: 'reduce' });
  await bob.clock.install();
  let isDeaf = false;
  await bob.routeWebSocket(/\/socket/u, (near) => {
    const isOld = !isDeaf;
    const far = near.connectToServer();
    far.onMessage((message) => {
      // A socket that was opened before the sleep stays deaf; a new one hears.
      if (!(isDeaf && isOld)) {
        near.send(message);
      }
    });
  });
  await takeSeat(bob, await invitation(ann), 'Bob');
  await expect(ann.getByRole('listitem').filter({ hasText: 'Bob' })).toContainText('here now');
  isDeaf = true;
  await pushInWords(ann, '65F');
  await expect(ann.locator('.moves li').first()).toContainText('65F');
  await expect(bob.locator('.moves li')).toHaveCount(0);
  return bob;
}

test('a page that slept knows it by the clock, and catches up', async ({ newcomer }) => {
  const bob = await begun(newcomer);
  await bob.clock.fastForward('02:00');
  await expect(bob.locator('.moves li').first()).toContainText('65F');
  await expect(bob).toHaveTitle(/^Your move/);
});

test('a page that the browser kept for the way back catches up', async ({ newcomer }) => {
  const bob = await begun(newcomer);
  await bob.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(bob.locator('.moves li').first()).toContainText('65F');
});

test('a page that the browser froze goes on', async ({ newcomer }) => {
  const ann = await newcomer();
  await startGame(ann, 'Kuba', { [WHITE]: HERE, [BLACK]: ELSEWHERE });
  const bob = await newcomer();
  await takeSeat(bob, await invitation(ann), 'Bob');
  await expect(ann).toHaveTitle(/^Your move/);
  const browser = await bob.context().newCDPSession(bob);
  await browser.send('Page.setWebLifecycleState', { state: 'frozen' });
  await pushInWords(ann, '65F');
  await expect(ann.locator('.moves li').first()).toContainText('65F');
  await browser.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(bob.locator('.moves li').first()).toContainText('65F');
});
