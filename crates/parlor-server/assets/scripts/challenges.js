import { morph } from './morph.js';

/** Between two looks at who waits, in milliseconds. */
const EVERY = 5000;

/** What changes while somebody reads; the form and what was refused stay as they are. */
const PARTS = ['numbers', 'places', 'challenges', 'watchable'];

/** Brings the lists up to date, for as long as they are seen. */
async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch('/lobby');
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const focused = document.activeElement;
    const section = focused?.closest('section');
    for (const id of answer.ok ? PARTS : []) {
      const [old, part] = [document.getElementById(id), page.getElementById(id)];
      old && part && morph(old, part);
    }
    // Who was at somebody who has gone goes on from the list.
    if (focused && !focused.isConnected) section?.querySelector('h2')?.focus();
  } catch {
    // The next look may reach the server again.
  }
}

setInterval(look, EVERY);
addEventListener('visibilitychange', look);
