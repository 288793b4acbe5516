/** @typedef {import('@playwright/test').Page} Page */

/**
 * Acts as the browser of a page, by requests alone: other pages of the game are shown it as whatever
 * somebody else does.
 *
 * @param {Page} page of a game
 * @param {readonly string[]} actions as forms send them: `65F`, `ask-undo`
 */
export async function act(page, ...actions) {
  const { origin, pathname } = new URL(page.url());
  for (const action of actions) {
    const shown = await (await page.request.get(pathname)).text();
    const [, version = ''] = /data-version="(\d+)"/u.exec(shown) ?? [];
    const form = { version, action_id: `${version.padStart(32, '0')}`, action };
    const answer = await page.request.post(`${pathname}/act`, { form, headers: { origin } });
    if (!answer.ok()) {
      throw new Error(`${action}: ${answer.status()}`);
    }
  }
}

/**
 * Two players, one after the other.
 *
 * @param {readonly [Page, Page]} players
 * @param {readonly string[]} actions
 */
export async function alternate(players, actions) {
  for (const [index, action] of actions.entries()) {
    await act(players[index % 2 === 0 ? 0 : 1], action);
  }
}
