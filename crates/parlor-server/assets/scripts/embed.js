import { connect } from './line.js';
import { morph } from './morph.js';

const main = /** @type {HTMLElement} */ (document.querySelector('main'));
const shown = () => Number(main.dataset['version']);
const PAUSE = 5_000;

let known = shown();
/** @type {Promise<void>} the task under way */
let work = Promise.resolve();

/** Shows the game as it is now, and tries again while the server does not answer. */
async function catchUp() {
  while (shown() < known) {
    try {
      const answer = await fetch(location.href, { credentials: 'omit' });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const next = page.querySelector('main');
      if (answer.ok && next && Number(next.dataset['version']) >= known) {
        morph(main, next);
        continue;
      }
    } catch {
      // It is asked again.
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

connect({
  address: () =>
    new URL(`/api/games/${main.dataset['game']}/socket?after=${known}`, location.href).href,
  hear({ version }) {
    known = Math.max(known, Number(version) || 0);
    work = work.then(catchUp);
  },
  turn() {},
});
