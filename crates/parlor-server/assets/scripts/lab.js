import { dress, entry, play } from './board.js';
import { deepen, leave } from './deepen.js';
import { settle } from './drag.js';
import { isPlain } from './keys.js';
import { morph } from './morph.js';

/** How long an answer is waited for, in milliseconds. */
const PATIENCE = 10_000;

const main = /** @type {HTMLElement} */ (document.querySelector('main'));
const isEditor = main.matches('.editor');

/** Counts what is asked for: only the last is shown. */
let asked = 0;

/**
 * Shows another position in the place of this one.
 *
 * @param {string} address
 * @param {'pushState' | 'replaceState'} [note] how the history keeps it; it knows it already on the way back
 */
async function go(address, note) {
  asked += 1;
  const own = asked;
  // The engine looks at one position of a reader's at a time.
  leave();
  main.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const next = page.querySelector('main');
    if (own !== asked) {
      return;
    }
    if (next?.className !== main.className || page.getElementById('judged')) {
      throw new Error('no script can make this page of that one');
    }
    note && history[note](null, '', answer.url);
    document.title = page.title;
    isEditor ? setUp(next) : look(page, next);
  } catch {
    own === asked && (note ? location.assign(address) : location.reload());
  } finally {
    own === asked && main.removeAttribute('aria-busy');
  }
}

/** @param {Element} next what the editor shows now */
function setUp(next) {
  main.replaceChildren(...next.childNodes);
  /** @type {HTMLElement | null} */
  const pressed = main.querySelector('[autofocus]');
  pressed?.focus({ preventScroll: true });
}

/** @param {Document} page @param {Element} next what the board shows now */
function look(page, next) {
  const { activeElement: focus } = document;
  const hadFocus = focus !== main && main.contains(focus);
  const wasOnBoard = focus?.closest('.targets');
  settle();
  dress(page);
  morph(main, next);
  const position = document.getElementById('position');
  if (position instanceof HTMLInputElement) {
    position.value = position.defaultValue;
  }
  if (hadFocus && !main.contains(document.activeElement)) {
    const board = document.getElementById('board');
    ((wasOnBoard && entry()) || board)?.focus({ preventScroll: true });
  }
  deepen();
}

/** @param {HTMLAnchorElement} link @returns {boolean} whether it leads to a position of this game */
function leadsOn({ href }) {
  const [to, from] = [new URL(href), new URL(location.href)];
  const game = (/** @type {URL} */ { searchParams }) => searchParams.get('game') ?? 'kuba';
  return to.origin + to.pathname === from.origin + from.pathname && game(to) === game(from);
}

/** @param {string} address of the board with a marble chosen or left, or after a move */
function choose(address) {
  const { searchParams } = new URL(address);
  const isMove = !searchParams.has('from') && !searchParams.has('left');
  go(address, isMove ? 'pushState' : 'replaceState');
}

/** @param {string} action */
function act(action) {
  const link = document.querySelector(`[data-action="${action}"]`);
  link instanceof HTMLAnchorElement && go(link.href, 'pushState');
}

if (isEditor) {
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
  dress(document);
  play(choose, act);
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('main a') : null;
    if (link instanceof HTMLAnchorElement && isPlain(event) && !event.defaultPrevented && leadsOn(link)) {
      event.preventDefault();
      go(link.href, 'pushState');
    }
  });
  deepen();
}

addEventListener('popstate', () => go(location.href));
