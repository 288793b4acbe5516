import { dress, entry, play } from './board.js';
import { settle } from './drag.js';
import { isPlain } from './keys.js';
import { morph } from './morph.js';

/** How long an answer is waited for, in milliseconds. */
const PATIENCE = 10_000;

const main = /** @type {HTMLElement} */ (document.querySelector('main'));

/** The keys that press something on the board, or lead over it. */
const KEYS = /^(Arrow.+|Home|End|Page.+|Enter| |Escape)$/u;

/** Counts what is asked for: only the last is shown. */
let asked = 0;

/** Where no answer came from. */
let missed = '';

/** What was pressed on the board before it showed the last press. @type {(() => void)[]} */
let early = [];

/**
 * What a page does with an answer.
 *
 * @typedef {object} Guide
 * @property {(next: Element, page: Document) => void} show makes this page of that one
 * @property {() => void} [leave] is called before the next is asked for
 */

/** @type {Guide} */
let guide = { show: look };

/**
 * Shows another page of the same kind in the place of this one.
 *
 * @param {string} address
 * @param {'pushState' | 'replaceState'} [note] how the history keeps it; it knows it already on the way back
 */
export async function go(address, note) {
  asked += 1;
  const own = asked;
  guide.leave?.();
  main.setAttribute('aria-busy', 'true');
  let isHere = false;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    isHere = true;
    const next = page.querySelector('main');
    if (own !== asked) {
      return;
    }
    if (next?.className !== main.className || page.getElementById('judged')) {
      throw new Error('no script can make this page of that one');
    }
    note && history[note](null, '', answer.url);
    document.title = page.title;
    guide.show(next, page);
  } catch {
    if (own === asked) {
      early = [];
      isHere ? leaveFor(address, note) : lose(address);
    }
  } finally {
    own === asked && main.removeAttribute('aria-busy');
  }
  pressNext();
}

/** Presses what was pressed too early, one after the other as the board shows them. */
function pressNext() {
  main.hasAttribute('aria-busy') || early.shift()?.();
}

/** @param {() => void} press @returns {void} once the board shows what was pressed before */
function wait(press) {
  early.push(() => {
    press();
    pressNext();
  });
}

/** @param {string} address of a page that no script can make of this one @param {string} [note] */
function leaveFor(address, note) {
  note ? location.assign(address) : location.reload();
}

/** Says that no answer came, and leaves the board as it is. @param {string} address */
function lose(address) {
  settle();
  missed = address;
  document.getElementById('lost')?.removeAttribute('hidden');
}

/**
 * Keeps what is pressed on a board that does not show the last press yet, and presses it there then: by
 * itself it would mean what the board no longer is.
 *
 * @param {MouseEvent | KeyboardEvent} event
 */
function hold(event) {
  const { target, type } = event;
  const cell = target instanceof Element ? target.closest('.targets [data-key],#board') : null;
  const isPress = isPlain(event) && !(event instanceof KeyboardEvent && !KEYS.test(event.key));
  if (!cell || !isPress || !event.isTrusted || !main.hasAttribute('aria-busy')) {
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  const key = cell.getAttribute('data-key');
  wait(() => {
    /** @type {HTMLElement | null} */
    const control = document.querySelector(`.targets [data-key="${key}"] a`);
    const again = event instanceof KeyboardEvent ? new KeyboardEvent(type, event) : undefined;
    again ? document.activeElement?.dispatchEvent(again) : control?.click();
  });
}

/** @param {Element} next what the board shows now @param {Document} page */
export function look(next, page) {
  const { activeElement: focus } = document;
  const hadFocus = focus !== main && main.contains(focus);
  const wasOnBoard = focus?.closest('.targets');
  settle();
  document.getElementById('lost')?.setAttribute('hidden', '');
  dress(page);
  morph(main, next);
  if (hadFocus && !main.contains(document.activeElement)) {
    const board = document.getElementById('board');
    ((wasOnBoard && entry()) || board)?.focus({ preventScroll: true });
  }
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
  if (main.hasAttribute('aria-busy')) {
    wait(() => act(action));
    return;
  }
  const link = document.querySelector(`[data-action="${action}"]`);
  link instanceof HTMLAnchorElement && go(link.href, 'pushState');
}

/** Goes from page to page in place, also on the way back. @param {Guide} own */
export function walk(own) {
  guide = own;
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.id === 'retry') {
      go(missed, 'pushState');
    }
  });
  addEventListener('popstate', () => go(location.href));
}

/** Lets moves be made on the board in place, whose links they are. @param {Guide} [own] */
export function walkBoard(own = guide) {
  walk(own);
  // Before all that listen to the board.
  addEventListener('click', hold, true);
  addEventListener('keydown', hold, true);
  dress(document);
  play(choose, act);
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('main a') : null;
    if (link instanceof HTMLAnchorElement && isPlain(event) && !event.defaultPrevented && leadsOn(link)) {
      event.preventDefault();
      early = [];
      go(link.href, 'pushState');
    }
  });
}
