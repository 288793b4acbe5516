import { explain, tell } from './badge.js';
import { drawn, listen } from './drag.js';
import { isPlain } from './keys.js';

/** The keys with the letter of their direction. Rules: K-2. */
const WAYS = new Map([
  ['ArrowLeft', 'L'],
  ['ArrowRight', 'R'],
  ['ArrowUp', 'F'],
  ['ArrowDown', 'B'],
]);

/**
 * Lets marbles be pushed by hand and by keys, which lead over the board.
 *
 * @param {(address: string) => void} choose shows the board with a marble chosen or left
 * @param {(action: string) => void} act sends an action, which may be refused with a reason
 */
export function play(choose, act) {
  listen(act);

  // What was said of the last press is over with the next.
  for (const press of ['pointerdown', 'keydown']) {
    addEventListener(press, () => tell(''));
  }

  // The way of a choice is seen as long as a finger lies on it.
  for (const press of ['pointerdown', 'pointerup', 'pointercancel']) {
    addEventListener(press, ({ target }) => {
      document.querySelector('.touched')?.classList.remove('touched');
      const choice = press === 'pointerdown' && target instanceof Element && target.closest('.ludo button');
      choice && choice.classList.add('touched');
    });
  }

  addEventListener('click', (event) => {
    const pressed = event.target instanceof Element ? event.target.closest('a,button,.stage') : null;
    if (pressed instanceof HTMLAnchorElement && pressed.matches('.target') && isPlain(event)) {
      event.preventDefault();
      choose(pressed.href);
    } else if (pressed?.matches('.stage')) {
      refuse(cellAt(event));
    }
  });

  addEventListener('focusin', ({ target }) => {
    const cell = cellOf(target);
    if (cell !== null) {
      entry()?.setAttribute('tabindex', '-1');
      cell.setAttribute('tabindex', '0');
      last = keyOf(cell);
    }
  });

  addEventListener('keydown', (event) => {
    const at = cellOf(event.target);
    if (at === null && event.target !== document.querySelector('#board')) {
      return;
    }
    /** @type {HTMLElement | null | undefined} */
    const control = at?.querySelector('a,button');
    // Not while a move is on its way, or is seen.
    const isPicked = control?.matches('main:not([aria-busy],[data-plays]) [aria-current]');
    const way = WAYS.get(event.key);
    const isPress = event.key === 'Escape' ? isPicked : /^(Enter| )$/u.test(event.key) && event.target === at;
    if (control && isPicked && way !== undefined && isPlain(event)) {
      act(keyOf(control) + drawn(way));
    } else if (isPress) {
      control ? control.click() : refuse(at);
    } else if (!lead(at, event)) {
      return;
    }
    event.preventDefault();
  });
}

/** The cell that the Tab key leads to, by its key. */
let last = '';

/**
 * Makes the table over a board a grid: the Tab key leads to one cell only, and the focus stays where
 * it is when what lies there changes.
 *
 * @param {ParentNode} page
 */
export function dress(page) {
  page.querySelector('.targets [role=table]')?.setAttribute('role', 'grid');
  const cells = [...page.querySelectorAll('.targets [role=cell]')];
  const first =
    cells.find((cell) => keyOf(cell) === last) ??
    cells.find((cell) => cell.querySelector('a,button')) ??
    cells[0];
  for (const cell of cells) {
    cell.setAttribute('role', 'gridcell');
    cell.setAttribute('tabindex', cell === first ? '0' : '-1');
    cell.querySelector('a,button')?.setAttribute('tabindex', '-1');
  }
}

/** The cell that the Tab key leads to. */
export function entry() {
  return cellOf(document.querySelector('[role=gridcell][tabindex="0"]'));
}

/** @param {EventTarget | null} element @returns {HTMLElement | null} the cell that it is part of */
function cellOf(element) {
  return element instanceof Element ? element.closest('[role=gridcell]') : null;
}

/** @param {Element} element @returns {string} the key of the cell that it is part of */
function keyOf(element) {
  return element.closest('[data-key]')?.getAttribute('data-key') ?? '';
}

/** @param {MouseEvent} event @returns {Element | undefined} the cell or the token that was pressed */
function cellAt({ clientX: x, clientY: y }) {
  return [...document.querySelectorAll('.stage [data-key]')].find((cell) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    return left <= x && x <= right && top <= y && y <= bottom;
  });
}

/** @param {Element | null | undefined} cell of a piece that does not move: says why */
function refuse(cell) {
  if (cell && document.querySelector(`#marble-${keyOf(cell)},#token-${keyOf(cell)}`)) {
    explain(cell.getAttribute('data-why') ?? 'x', cell);
  }
}

/**
 * Leads the focus over the cells as the keys of a grid do, from none to where the Tab key leads.
 *
 * @param {HTMLElement | null} from
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key is one of a grid
 */
function lead(from, event) {
  const { key, ctrlKey } = event;
  const rows = [...document.querySelectorAll('[role=grid] [role=row]')].map((row) => [...row.children]);
  const down = rows.findIndex((row) => from !== null && row.includes(from));
  const row = rows[down] ?? [];
  const right = row.findIndex((cell) => cell === from);
  const last = rows.length - 1;
  const to = new Map([
    ['ArrowLeft', [down, right - 1]],
    ['ArrowRight', [down, right + 1]],
    ['ArrowUp', [down - 1, right]],
    ['ArrowDown', [down + 1, right]],
    ['PageUp', [0, right]],
    ['PageDown', [last, right]],
    ['Home', [ctrlKey ? 0 : down, 0]],
    ['End', [ctrlKey ? last : down, row.length - 1]],
  ]).get(key);
  if (to === undefined || !(isPlain(event) || (ctrlKey && /^(Home|End)$/u.test(key)))) {
    return false;
  }
  const next = from === null ? entry() : rows[to[0] ?? 0]?.[to[1] ?? 0];
  if (next instanceof HTMLElement) {
    next.focus();
  }
  return true;
}
