import { morph } from './morph.js';

/** Between two looks after one that failed, in milliseconds. */
const AGAIN = 2000;

/** Asks whether somebody has come; the server holds the answer for a while. */
async function look() {
  try {
    const answer = await fetch(`${location.pathname}?look=1`);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [old, main] = [document.querySelector('main'), page.querySelector('main')];
    if (answer.redirected || !page.querySelector('#waited')) {
      // The game, or why nobody waits any more.
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

look();
