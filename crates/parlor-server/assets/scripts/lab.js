import { deepen, leave } from './deepen.js';
import { isPlain } from './keys.js';
import { go, look, walk, walkBoard } from './walk.js';

const main = /** @type {HTMLElement} */ (document.querySelector('main'));

/** @param {Element} next what the editor shows now */
function setUp(next) {
  main.replaceChildren(...next.childNodes);
  /** @type {HTMLElement | null} */
  const pressed = main.querySelector('[autofocus]');
  pressed?.focus({ preventScroll: true });
}

/** @param {Element} next what the board shows now @param {Document} page */
function lookDeeper(next, page) {
  look(next, page);
  const position = document.getElementById('position');
  if (position instanceof HTMLInputElement) {
    position.value = position.defaultValue;
  }
  deepen();
}

if (main.matches('.editor')) {
  walk({ show: setUp });
  addEventListener('submit', (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.getAttribute('action') === '/analysis/edit') {
      event.preventDefault();
      const fields = new FormData(form, event.submitter);
      // What a form holds is text.
      go(`/analysis/edit?${new URLSearchParams(/** @type {any} */ (fields))}`, 'pushState');
    }
  });
} else {
  // The engine looks at one position of a reader's at a time.
  walkBoard({ show: lookDeeper, leave });
  addEventListener('keydown', (event) => {
    // In Ludo a number is a roll, wherever the focus is.
    const isWriting = event.target instanceof Element && event.target.matches('input,select');
    const roll = document.querySelector(`[data-roll="${CSS.escape(event.key)}"]`);
    roll instanceof HTMLAnchorElement && isPlain(event) && !isWriting && roll.click();
  });
  deepen();
}
