/** How far a marble is dragged before that is a push, as a part of its cell. */
const FAR = 0.4;

/** The keys with the letter of their direction in notation. Rules: K-2. */
const WAYS = new Map([
  ['ArrowLeft', 'L'],
  ['ArrowRight', 'R'],
  ['ArrowUp', 'F'],
  ['ArrowDown', 'B'],
]);

/**
 * @typedef {object} Player
 * @property {(address: string) => void} choose shows the board with a marble chosen or left
 * @property {(action: string) => void} act sends an action, which may be refused with a reason
 */

/**
 * Lets marbles be pushed by dragging and by the arrow keys, and the arrow keys lead over the board.
 *
 * @param {Player} player
 */
export function play({ choose, act }) {
  /** @type {{ target: HTMLElement, x: number, y: number, side: number } | undefined} */
  let drag;
  let wasDragged = false;

  document.addEventListener('click', (event) => {
    const link = target(event.target);
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (link instanceof HTMLAnchorElement && isPlain) {
      event.preventDefault();
      if (!wasDragged) {
        choose(link.href);
      }
    }
    wasDragged = false;
  });

  document.addEventListener('pointerdown', (event) => {
    const marble = target(event.target);
    wasDragged = false;
    if (marble?.dataset['key'] !== undefined && event.isPrimary) {
      drag = { target: marble, x: event.clientX, y: event.clientY, side: marble.clientWidth };
    }
  });

  document.addEventListener('pointermove', (event) => {
    if (drag !== undefined) {
      const { x, y } = straight(event, drag);
      move(drag.target, x, y);
    }
  });

  document.addEventListener('pointercancel', () => {
    if (drag !== undefined) {
      move(drag.target, 0, 0);
      drag = undefined;
    }
  });

  document.addEventListener('pointerup', (event) => {
    if (drag === undefined) {
      return;
    }
    const { target: marble, side } = drag;
    const { x, y } = straight(event, drag);
    drag = undefined;
    move(marble, 0, 0);
    if (Math.abs(x + y) > FAR * side) {
      wasDragged = true;
      const upright = y < 0 ? 'F' : 'B';
      const level = x < 0 ? 'L' : 'R';
      act(`${marble.dataset['key']}${x === 0 ? upright : level}`);
    }
  });

  // A link would be dragged as one.
  document.addEventListener('dragstart', (event) => {
    if (target(event.target) !== null) {
      event.preventDefault();
    }
  });

  document.addEventListener('keydown', (event) => {
    const at = target(event.target);
    const way = WAYS.get(event.key);
    const isPicked = at?.hasAttribute('aria-current');
    if (at === null && event.target !== document.querySelector('#board')) {
      return;
    }
    if (way !== undefined) {
      event.preventDefault();
      if (isPicked) {
        act(`${at?.dataset['key']}${way}`);
      } else {
        lead(at, way);
      }
    } else if (event.key === 'Escape' && isPicked && at instanceof HTMLAnchorElement) {
      choose(at.href);
    }
  });
}

/** @param {EventTarget | null} element @returns {HTMLElement | null} the control that it is part of */
function target(element) {
  return element instanceof Element ? element.closest('.target') : null;
}

/**
 * How far something was dragged, along a row or a column and no farther than a cell.
 *
 * @param {PointerEvent} event
 * @param {{ x: number, y: number, side: number }} from
 */
function straight({ clientX, clientY }, from) {
  const x = Math.max(-from.side, Math.min(from.side, clientX - from.x));
  const y = Math.max(-from.side, Math.min(from.side, clientY - from.y));
  return Math.abs(x) > Math.abs(y) ? { x, y: 0 } : { x: 0, y };
}

/**
 * Draws a marble beside its place.
 *
 * @param {HTMLElement} target
 * @param {number} x in pixels of the page
 * @param {number} y
 */
function move(target, x, y) {
  const marble = document.getElementById(`marble-${target.dataset['key']}`);
  if (marble instanceof SVGGraphicsElement) {
    const scale = marble.getScreenCTM()?.a ?? 1;
    marble.style.translate = x === 0 && y === 0 ? '' : `${x / scale}px ${y / scale}px`;
  }
}

/**
 * Leads the focus to the nearest control in a direction, from none to the first.
 *
 * @param {HTMLElement | null} from
 * @param {string} way
 */
function lead(from, way) {
  /** @type {HTMLElement[]} */
  const all = [...document.querySelectorAll('.targets .target')].filter((one) => one instanceof HTMLElement);
  if (from === null) {
    all[0]?.focus();
    return;
  }
  const here = middle(from);
  let best;
  let least = Infinity;
  for (const one of all) {
    const { x, y } = middle(one);
    const [right, down] = [x - here.x, y - here.y];
    const ahead = { L: -right, R: right, F: -down, B: down }[way] ?? 0;
    const aside = Math.abs(way === 'L' || way === 'R' ? down : right);
    // What lies straight ahead is nearer than what lies beside.
    const distance = ahead + 3 * aside;
    if (ahead > 1 && distance < least) {
      [best, least] = [one, distance];
    }
  }
  best?.focus();
}

/** @param {HTMLElement} element */
function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
