import { write } from './clock.js';
import { isStill } from './film.js';
import { copy, share } from './share.js';
import { sound } from './sound.js';

/** `data-board` shows the board of a game that is over, `data-glad` celebrates. */
const root = document.documentElement;

/** How the game ended, if it has. */
export const result = () => document.getElementById('ending');

/** Shows the end to who sees it happen. */
export function celebrate() {
  const isGlad = !!document.querySelector('.glad');
  root.toggleAttribute('data-glad', isGlad && !isStill.matches && !document.hidden);
  sound(isGlad ? 'won' : 'lost');
  result()?.focus({ preventScroll: true });
}

const calm = () => root.removeAttribute('data-glad');

/** @param {boolean} isBoard whether the board is shown, or what lies over it */
function show(isBoard) {
  root.toggleAttribute('data-board', isBoard);
  (isBoard ? document.getElementById('ending-open') : result())?.focus();
}

/** @param {HTMLElement} link */
function pass(link) {
  const { url = '', copied = '' } = link.dataset;
  if (share(document.title, url)) {
    return;
  }
  const field = document.createElement('input');
  field.value = url;
  link.before(field);
  copy(field, link);
  field.remove();
  write(link.parentElement?.nextElementSibling ?? null, copied);
}

addEventListener('click', (event) => {
  const one = /** @type {Element} */ (event.target).closest('#ending-open,#ending-close,.pass-on');
  if (one instanceof HTMLElement) {
    event.preventDefault();
    one.matches('.pass-on') ? pass(one) : show(one.id === 'ending-close');
  }
});
addEventListener('keydown', ({ key }) => {
  calm();
  // What lies over the page is closed first.
  const isFirst = !document.querySelector('[data-board],.menu[open],.fold[open]');
  if (key === 'Escape' && result() && isFirst) {
    show(true);
  }
});
addEventListener('pointerdown', calm);
