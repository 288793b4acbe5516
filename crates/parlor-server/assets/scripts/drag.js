import { explain, fade, tell } from './badge.js';
import { write } from './clock.js';

/** In cells: what is more than a tap, what pushes, and how far gives way what may not be pushed. */
const TAP = 0.12;
const FAR = 0.35;
const GIVES = 0.18;

/** How far what falls goes in the hand, so that all of it is seen, and how much smaller it is then. */
const SINKS = 0.66;
const SMALLER = 0.22;

/** The side of a cell, in units of the picture. */
const CELL = 88;

/** @typedef {'L' | 'R' | 'F' | 'B'} Way */

/** Where directions lead, on the board as it is drawn. Rules: K-2. @type {Record<Way, [number, number]>} */
const STEPS = { L: [-1, 0], R: [1, 0], F: [0, -1], B: [0, 1] };

/** A marble that is pressed. @type {{ cell: HTMLElement, x: number, y: number } | undefined} */
let hand;

/**
 * The row that moves with it, until its push is seen.
 *
 * @type {{ way: Way, marbles: SVGElement[], sign: string, isRefused: boolean, part: number } | undefined}
 */
let row;

/** @param {string} way as it is seen @returns {Way} the same on a board that may be turned */
export function drawn(way) {
  const isTurned = document.querySelector('.turned') !== null;
  return /** @type {Way} */ (isTurned ? 'RLBF'.charAt('LRFB'.indexOf(way)) : way);
}

/** @param {(action: string) => void} act sends the push of a row that was moved by hand */
export function listen(act) {
  let wasDragged = false;

  addEventListener('pointerdown', ({ target, isPrimary, button, clientX: x, clientY: y }) => {
    wasDragged = false;
    if (row) {
      // One row at a time: this one is still on its way.
      return;
    }
    const cell = target instanceof Element ? target.closest('[data-ways]') : null;
    if (cell instanceof HTMLElement && isPrimary && button === 0) {
      hand = { cell, x, y };
    }
  });

  addEventListener('pointermove', ({ isPrimary, pointerId, clientX, clientY }) => {
    if (!hand || !isPrimary) {
      return;
    }
    const { cell, x, y } = hand;
    const [right, down] = [clientX - x, clientY - y];
    const isAcross = Math.abs(right) > Math.abs(down);
    const far = (isAcross ? right : down) / cell.clientWidth;
    if (!row && Math.abs(far) < TAP) {
      return;
    }
    // From here on it is no press of what lies there.
    wasDragged = true;
    cell.setPointerCapture(pointerId);
    const [less = '', more = ''] = isAcross ? 'LR' : 'FB';
    const way = drawn(far < 0 ? less : more);
    if (row?.way !== way) {
      drop();
      take(cell, way);
    }
    follow(cell, Math.abs(far));
  });

  /** @param {Event} event */
  const release = ({ type }) => {
    if (hand && row?.isRefused === false && row.part > FAR && type === 'pointerup') {
      slide(1, 'slides');
      act(hand.cell.dataset['key'] + row.way);
    } else {
      row?.isRefused && fade();
      hand && drop('returns');
      /** @type {HTMLElement | null} */ (document.querySelector('.stage:has([data-other]) .picked'))?.click();
    }
    hand = undefined;
  };
  addEventListener('pointerup', release);
  addEventListener('pointercancel', release);
  addEventListener('keydown', (event) => event.key === 'Escape' && release(event));

  addEventListener(
    'click',
    (event) => {
      // A key clicks, too, and is none of the hand's.
      if (wasDragged && event.isTrusted && event.detail) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    true,
  );

  // A link would be dragged as one.
  addEventListener('dragstart', (event) => hand && event.preventDefault());
}

/** @param {HTMLElement} cell of the marble that is pushed @param {Way} way */
function take(cell, way) {
  const { key = '', ways = '' } = cell.dataset;
  const [right, down] = STEPS[way];
  // One digit, and a sign if there is something to say.
  const [length, sign = ''] = ways.split(' ')['LRFB'.indexOf(way)] ?? '';
  const marbles = Array.from({ length: Number(length) }, (_, step) =>
    document.getElementById(`marble-${Number(key) + step * (10 * down + right)}`.replace(/-(.)$/u, '-0$1')),
  ).filter((marble) => marble instanceof SVGGraphicsElement);
  const { e = 0, f = 0 } = marbles[0]?.transform.baseVal[0]?.matrix ?? {};
  // Another one that was chosen shows it no longer, and is left once the hand is empty.
  cell.toggleAttribute('data-other', !cell.querySelector('.picked'));
  row = { way, marbles, sign, isRefused: /[bou]/u.test(sign), part: 0 };
  if (!row.isRefused) {
    const long = CELL * marbles.length;
    const rail = `<path class="held" d="M${e} ${f}l${long * right} ${long * down}"/>`;
    marbles[0]?.parentElement?.insertAdjacentHTML('beforebegin', rail);
    sign && marbles.at(-1)?.insertAdjacentHTML('beforeend', `<circle class="held falls-${sign}" r="40"/>`);
  }
}

/** @param {HTMLElement} cell @param {number} far in cells; what comes of it is said once */
function follow(cell, far) {
  if (row) {
    const { part, sign, isRefused, marbles } = row;
    slide(isRefused ? Math.min(GIVES, far / 2) : Math.min(1, far));
    const felt = isRefused ? GIVES / 2 : FAR;
    if (part > felt !== row.part > felt) {
      isRefused || announce(row.part > felt ? [sign || 'p', marbles.length] : []);
      row.part > felt ? explain(sign, (!isRefused && marbles.at(-1)) || cell, isRefused) : tell('');
    }
  }
}

/** Says to eyes what a row does that is let go; ears have the choices in words. @param {(string | number)[]} of */
function announce(of) {
  const stage = document.querySelector('.stage');
  write(document.querySelector('#film'), of.map((sign) => stage?.getAttribute(`data-held-${sign}`)).join('\n'));
}

/** @param {number} part of a cell @param {string} [how] the row comes there, if not at once */
function slide(part, how = '') {
  if (row) {
    row.part = part;
    const [x, y] = STEPS[row.way];
    for (const marble of row.marbles) {
      const falls = marble.querySelector('.held') !== null;
      const far = CELL * (falls ? Math.min(SINKS, part) : part);
      marble.dataset['how'] = how;
      marble.style.translate = `${x * far}px ${y * far}px`;
      for (const one of falls ? marble.children : []) {
        /** @type {SVGElement} */ (one).style.scale = `${1 - SMALLER * part}`;
      }
    }
  }
}

/** @param {string} [how] the row comes back, if not at once */
function drop(how) {
  slide(0, how);
  row && announce([]);
  row = undefined;
  for (const held of document.querySelectorAll('.held')) {
    held.remove();
  }
}

/** @param {import('./film.js').Motion[]} motions that go on from where the hand left them */
export function goOn(motions) {
  const { marbles = [] } = row ?? {};
  for (const { manner, way, sizes } of motions) {
    const falls = manner === 'leave';
    const marble = marbles.at(falls ? -1 : 0);
    if (marble && way[0] && (falls || manner === 'slide')) {
      const [x, y] = getComputedStyle(marble).translate.split(' ').map(Number.parseFloat);
      // Not all the way: what moves nowhere has no speed.
      way[0] = [way[0][0] + 0.98 * (x || 0), way[0][1] + 0.98 * (y || 0)];
      sizes[0] -= falls ? SMALLER : 0;
    }
  }
  settle();
}

/** @returns {Promise<void>} once no row is in the hand */
export function released() {
  return new Promise((resolve) => {
    if (hand && row) {
      // Whatever ends it, the pointer is given back.
      addEventListener('lostpointercapture', () => resolve(), { once: true });
    } else {
      resolve();
    }
  });
}

/** Leaves no row in the hand, nor on its way. */
export function settle() {
  if (row) {
    tell('');
    drop();
  }
  hand = undefined;
}
