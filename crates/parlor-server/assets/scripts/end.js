import { write } from './clock.js';
import { sound } from './sound.js';

/** `data-board` shows the board of a game that is over, `data-glad` celebrates. */
const root = document.documentElement;

/** How the game ended, if it has. */
export const result = () => document.getElementById('ending');

/** Shows the end to who sees it happen. */
export function celebrate() {
  const isGlad = !!document.querySelector('.glad');
  const { matches: isStill } = matchMedia('(prefers-reduced-motion: reduce)');
  root.toggleAttribute('data-glad', isGlad && !isStill && !document.hidden);
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
function share(link) {
  const { url = '', copied = '' } = link.dataset;
  if (navigator.share) {
    navigator.share({ title: document.title, url }).catch(() => {});
    return;
  }
  const field = document.createElement('input');
  field.value = url;
  link.before(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  link.focus();
  write(document.getElementById('shared'), copied);
}

addEventListener('click', (event) => {
  const one = /** @type {Element} */ (event.target).closest('#ending-open,#ending-close,#share');
  if (one instanceof HTMLElement) {
    event.preventDefault();
    one.id === 'share' ? share(one) : show(one.id === 'ending-close');
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
