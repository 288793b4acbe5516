import { morph } from './morph.js';

/** Between two looks, in milliseconds. */
const LOOK = 400;

/** Shows how far the analysis is, and the analysis once it is there. */
async function look() {
  try {
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [old, main] = [document.querySelector('main'), page.querySelector('main')];
    if (!page.querySelector('#judged')) {
      // Another page, with scripts of its own.
      location.replace(location.href);
      return;
    }
    old && main && morph(old, main);
  } catch {
    // A lost line comes back.
  }
  setTimeout(look, LOOK);
}

setTimeout(look, LOOK);
