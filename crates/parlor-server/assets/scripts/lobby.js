import { morph } from './morph.js';

/** Between two looks after one that failed, in milliseconds. */
const AGAIN = 2000;

/** What the other windows of this browser hear. */
const windows = new BroadcastChannel('parlor-lobby');

/** Asks whether somebody has come; the server holds the answer for a while. */
async function look() {
  try {
    const answer = await fetch(`${location.pathname}?look=1`);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [old, main] = [document.querySelector('main'), page.querySelector('main')];
    if (answer.redirected || !page.querySelector('#waited')) {
      // The game, or why nobody waits any more.
      const come = document.getElementById('come');
      const { pathname } = new URL(answer.url);
      if (come && pathname.startsWith('/games/')) {
        come.textContent = come.dataset.says ?? '';
        windows.postMessage({ address: pathname, says: come.textContent });
      }
      location.replace(answer.url);
      return;
    }
    old && main && morph(old, main);
    // At once: timers of a hidden page are slow, and who does not ask has left.
    look();
  } catch {
    setTimeout(look, AGAIN);
  }
}

// Nobody is kept waiting by a page that is closed; one that is loaded anew asks again at once.
addEventListener('pagehide', () => navigator.sendBeacon(`${location.pathname}/leave`));

look();
