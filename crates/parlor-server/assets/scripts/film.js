import { morph } from './morph.js';
import { ROLL, TURNS, rest, roll } from './roll.js';

/** Times in milliseconds, by docs/design.md. */
const STEP = 90;
/** From under the frame into the tray. */
const INTO = 200;
const TIMES = { tumble: ROLL, fly: 320, settle: 120, slide: 180, leave: 240 };

/**
 * @typedef {object} Motion a piece that moves to where the picture has it
 * @property {string} piece its id
 * @property {'tumble' | 'walk' | 'fly' | 'settle' | 'slide' | 'leave'} manner
 * @property {[number, number][]} way of its middle
 * @property {[number, number]} sizes where it begins and where it ends
 */

/**
 * @typedef {object} Step of the game
 * @property {(string | [number, number])[]} picture lines, and which lines of the page's picture
 * @property {[string, number]} [roll] who rolls the die, and what
 * @property {string} says
 * @property {string} cue what is heard of it
 * @property {string} [tray] the id of the one that a red comes to
 * @property {Motion[]} motions
 */

export const isStill = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether what is shown was cut short. */
let isCut = false;

/** Shows everything at once that would still move. */
export function cut() {
  isCut = true;
  for (const animation of document.getAnimations()) {
    /^(film|rest)$/u.test(animation.id) && animation.finish();
  }
}

/**
 * Shows on the board the steps that led to a page.
 *
 * @param {Document} page
 * @param {(step: Step) => void} begin called before each step
 * @param {(says: string) => void} tell told each step, a roll once the die has landed
 */
export async function film(page, begin, tell) {
  const steps = page.querySelector('#steps');
  const lines = page.querySelector('.stage > svg')?.outerHTML.split('\n');
  if (isStill.matches || document.hidden || !(steps instanceof HTMLTemplateElement) || !lines) {
    return;
  }
  isCut = false;
  /** @type {Step[]} */
  const all = JSON.parse(steps.content.textContent ?? '');
  for (const [number, step] of all.entries()) {
    if (isCut) {
      return;
    }
    begin(step);
    step.roll || tell(step.says);
    await play(step, lines);
    step.roll && tell(step.says);
    const next = all[number + 1];
    if (step.roll && !isCut && (next ? next.roll : page.querySelector('#plate[hidden]'))) {
      await rest();
    }
  }
  if (!isCut && page.querySelector('.end') && !document.querySelector('.end')) {
    // What has decided the game is seen before it is told.
    await rest();
  }
}

/**
 * @param {Step} step
 * @param {string[]} lines of the picture that the page ends with
 */
async function play({ picture, motions, tray, roll: rolled }, lines) {
  const parts = picture.flatMap((part) =>
    typeof part === 'string' ? part : lines.slice(part[0], part[0] + part[1]),
  );
  const drawn = new DOMParser().parseFromString(parts.join('\n'), 'text/html').querySelector('svg');
  const board = document.querySelector('.stage > svg');
  if (drawn === null || board === null) {
    return;
  }
  morph(board, drawn);
  // What is kicked flies once it was reached.
  const walks = motions.filter(({ manner }) => manner === 'walk' || manner === 'slide');
  const delay = Math.max(0, ...walks.map(duration));
  const animations = motions.flatMap((motion) => {
    const piece = board.querySelector(`#${motion.piece}`);
    return piece === null ? [] : [animate(piece, motion, motion.manner === 'fly' ? delay : 0)];
  });
  await Promise.allSettled([...animations.map(({ finished }) => finished), rolled && roll(rolled)]);
  const gone = board.querySelector('#gone');
  const place = document.querySelector(`#${tray} .pb-next`);
  if (!isCut && gone && place instanceof SVGCircleElement) {
    await gain(place, gone);
  }
}

/** Brings a red from where it went under the frame to its place. @param {SVGCircleElement} place @param {Element} gone */
async function gain(place, gone) {
  const { left, top, width, height } = gone.getBoundingClientRect();
  const { x, y } = new DOMPoint(left + width / 2, top + height / 2).matrixTransform(place.getScreenCTM()?.inverse());
  const red = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  const tray = place.ownerSVGElement;
  const reds = tray?.querySelectorAll('[href*=red-]:not(defs *)').length ?? 0;
  red.setAttribute('href', `#${tray?.querySelector(`defs [id$=red-${reds % 3}]`)?.id}`);
  const there = `translate(${place.cx.baseVal.value}px,${place.cy.baseVal.value}px) scale(.6)`;
  red.style.transform = there;
  place.classList.replace('pb-next', 'lit');
  place.nextElementSibling?.classList.add('pb-next');
  place.parentElement?.append(red);
  const way = [{ transform: `translate(${x}px,${y}px) scale(.5)`, opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: there }];
  const film = red.animate(way, { id: 'film', duration: INTO, easing: 'ease-in' });
  await Promise.allSettled([film.finished]);
}

/** @param {Motion} motion */
function duration({ manner, way }) {
  if (manner === 'leave' && way.length > 2) {
    return ROLL;
  }
  return manner === 'walk' ? STEP * (way.length - 1) : TIMES[manner];
}

/** @param {Element} piece @param {Motion} motion @param {number} delay */
function animate(piece, motion, delay) {
  // The die on the board is seen once the one beside it has landed, where there is one.
  const die = document.getElementById('plate') ? [{ opacity: 0 }, { opacity: 0 }] : TURNS;
  const frames =
    motion.manner === 'tumble' ? die : travel(motion, piece.closest('.turned') ? 180 : 0);
  return piece.animate(frames, { id: 'film', duration: duration(motion), delay, fill: 'backwards' });
}

/**
 * @param {Motion} motion
 * @param {number} turn by which pieces stand upright on a board that is turned
 * @returns {Keyframe[]}
 */
function travel({ manner, way, sizes: [first, last] }, turn) {
  const isWalk = manner === 'walk';
  let gone = 0;
  const reached = way.map(([x, y], index) => {
    const [fromX, fromY] = way[index - 1] ?? [x, y];
    // Every space takes a walk the same time; whatever rolls keeps its speed.
    gone += isWalk ? Math.min(index, 1) : Math.hypot(x - fromX, y - fromY);
    return gone;
  });
  return way.map(([x, y], index) => {
    const offset = (reached[index] ?? 0) / gone;
    // A walk is the size of the ring as soon as it is on its way, and what rolls that of its lane.
    const size = first + (last - first) * (isWalk || manner === 'leave' ? Math.min(1, index) : offset);
    return {
      offset,
      transform: `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${size})`,
      easing: way.length > 2 && !isWalk ? 'linear' : 'ease-in-out',
    };
  });
}
