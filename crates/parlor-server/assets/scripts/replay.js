import { cut, film, isStill } from './film.js';
import { isPlain } from './keys.js';
import { morph } from './morph.js';
import { copy } from './share.js';
import { sound } from './sound.js';

/** Times in milliseconds: how long an answer is waited for, how long a played step is seen without a film, and after one. */
const PATIENCE = 10_000;
const STEP = 1_000;
const REST = 400;

/**
 * @template {HTMLElement} T
 * @param {string} id of what every page has that steps through a game
 * @param {new () => T} kind
 */
function part(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) {
    throw new Error(`the page has no ${id}`);
  }
  return found;
}

const main = part('main', HTMLElement);
const slider = part('slider', HTMLInputElement);
const player = part('play', HTMLButtonElement);
const lost = part('lost', HTMLElement);
const last = Number(slider.max);

/** The ply that is shown, and the one that is on its way. */
let shown = Number(main.dataset['ply']);
let wanted = shown;

/** The ply that no answer came for. */
let missed = shown;

/** @type {Promise<void> | undefined} what brings the page to the ply that is wanted */
let work;

/** Counts what begins or ends playing: whatever plays goes on while this is its number. */
let playing = 0;

/**
 * What a query has next to the ply: all of a game whose address it is.
 *
 * @param {string} query
 * @param {string[]} others what it has that is about a ply
 */
function rest(query, others) {
  const fields = new URLSearchParams(query);
  others.forEach((name) => fields.delete(name));
  return `${fields}`;
}

/** What the pages of all plies have in their queries. */
const own = rest(location.search, ['ply', 'by', 'better']);

/** @param {number} ply */
const address = (ply) => `${location.pathname}?${own && `${own}&`}ply=${ply}`;

/**
 * Shows a ply, whatever else was on its way.
 *
 * @param {number} ply
 * @returns {Promise<void>}
 */
function go(ply) {
  wanted = ply;
  cut();
  work ??= catchUp().finally(() => (work = undefined));
  return work;
}

async function catchUp() {
  while (wanted !== shown) {
    const ply = wanted;
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const answer = await fetch(`${address(ply)}&shown=${shown}`, { signal });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      if (answer.status === 429 || answer.status >= 500) {
        throw new Error(answer.statusText);
      }
      if (answer.redirected || !page.querySelector('main[data-ply]')) {
        // A page that no script can make of this one.
        location.assign(address(ply));
        return;
      }
      found();
      await show(ply, page);
    } catch {
      missed = wanted;
      wanted = shown;
      slider.value = `${shown}`;
      lost.hidden = false;
      stop();
    }
  }
}

/** Says no longer that there was no answer. */
function found() {
  lost.contains(document.activeElement) && main.focus({ preventScroll: true });
  lost.hidden = true;
}

/** @param {number} ply @param {Document} page of it */
async function show(ply, page) {
  const told = document.getElementById('film');
  const tell = (says = '') => told && (told.textContent = says);
  if (wanted === ply) {
    main.setAttribute('data-plays', '');
    await film(page, ({ cue, motions }) => sound(cue, motions), tell);
    tell();
  }
  const { activeElement: focus } = document;
  const next = page.querySelector('main');
  next && morph(main, next);
  document.title = page.title;
  history.replaceState(null, '', address(ply));
  shown = ply;
  if (wanted === ply) {
    slider.value = `${ply}`;
  }
  if (focus instanceof HTMLElement && focus.isConnected && focus !== document.activeElement) {
    // A link that leads nowhere any longer keeps it.
    focus.focus({ preventScroll: true });
  }
  mark();
}

/** Marks in the list of moves the one that is shown, and brings it into view there. */
function mark() {
  const list = document.querySelector('.moves');
  list?.querySelector('[aria-current]')?.removeAttribute('aria-current');
  const link = list?.querySelector(`[href*="ply=${shown}&"],[value="${shown}"]:is(button)`);
  if (!list || !link) {
    return;
  }
  link.setAttribute('aria-current', 'true');
  const folded = link.closest('.folded>details');
  if (folded && link !== stopOf(folded)) {
    folded.setAttribute('open', '');
  }
  const seen = folded?.hasAttribute('open') === false ? folded : link;
  const { top, height } = seen.getBoundingClientRect();
  const box = list.getBoundingClientRect();
  list.scrollTop += top - box.top - (box.height - height) / 2;
}

/** Brings the board into sight where less than half of it is, as after a press far below it. */
function bringBoard() {
  const stage = document.querySelector('.stage');
  const { top = 0, bottom = 0, height = 0 } = stage?.getBoundingClientRect() ?? {};
  if (Math.min(bottom, innerHeight) - Math.max(top, 0) < height / 2) {
    stage?.scrollIntoView({ block: 'nearest', behavior: isStill.matches ? 'auto' : 'smooth' });
  }
}

/** The last link of a line of the list, where a step ends. @param {Element} line */
const stopOf = (line) => [...line.querySelectorAll('a[href*="ply="],[name="ply"]')].at(-1);

/**
 * The ply that a step from the one on its way leads to, by the list as far as that goes.
 *
 * @param {string} relation
 */
function ahead(relation) {
  const lines = [...document.querySelectorAll('.moves>li')];
  const stops = lines.map((line) => plyOf(stopOf(line)));
  return relation === 'next'
    ? stops.find((stop) => stop > wanted) ?? Math.min(wanted + 1, last)
    : stops.findLast((stop) => stop < wanted) ?? Math.max(wanted - 1, 0);
}

/** @param {Element | undefined} link @returns {number} the ply that it leads to, if it leads to nothing else */
function plyOf(link) {
  if (link instanceof HTMLButtonElement) {
    return link.name === 'ply' ? Number(link.value) : NaN;
  }
  const { pathname, search, searchParams } = new URL(link?.getAttribute('href') ?? '/', location.href);
  const isPly = pathname === location.pathname && rest(search, ['ply', 'by']) === own;
  return isPly ? Number(searchParams.get('ply') ?? NaN) : NaN;
}

/** Plays on from the ply that is shown, from the start if that is the last. */
async function play() {
  playing += 1;
  const own = playing;
  player.toggleAttribute('data-playing', true);
  const isOn = () => own === playing;
  if (shown === last) {
    await go(0);
  }
  while (isOn() && shown < last) {
    const begun = performance.now();
    await go(ahead('next'));
    const seen = performance.now() - begun;
    const isFilmed = seen > REST && !isStill.matches;
    const wait = isFilmed ? REST : STEP - seen;
    await new Promise((resolve) => setTimeout(resolve, isOn() && shown < last ? wait : 0));
  }
  isOn() && stop();
}

/** Plays no longer. */
function stop() {
  playing += 1;
  player.removeAttribute('data-playing');
}

player.onclick = () => {
  const isPlaying = player.hasAttribute('data-playing');
  isPlaying ? stop() : play();
};

slider.oninput = () => {
  stop();
  go(Number(slider.value));
};

addEventListener('click', (event) => {
  const pressed = event.target instanceof Element ? event.target.closest('a,button') : null;
  if (pressed?.id === 'retry') {
    go(missed);
  } else if (pressed instanceof HTMLButtonElement && pressed.id === 'copy') {
    copy(part('link', HTMLInputElement), pressed);
    part('copied', HTMLElement).textContent = pressed.getAttribute('data-copied');
  } else if (pressed && isPlain(event)) {
    const ply = plyOf(pressed);
    // Another page of the same ply is left by its links.
    if (ply >= 0 && !(ply === shown && location.search.includes('better'))) {
      event.preventDefault();
      stop();
      const relation = pressed.getAttribute('rel') ?? '';
      bringBoard();
      go(wanted !== shown && /^(prev|next)$/u.test(relation) ? ahead(relation) : ply);
    }
  }
});

addEventListener('keydown', (event) => {
  const { key, target } = event;
  const name = key === ' ' ? 'Space' : key;
  const own = key === ' ' ? 'button,summary,input' : 'input';
  const pressed = document.querySelector(`.steps [aria-keyshortcuts="${CSS.escape(name)}"]`);
  const isOwn = target instanceof Element && target.matches(own);
  if (pressed instanceof HTMLElement && isPlain(event) && !isOwn) {
    event.preventDefault();
    pressed.click();
  }
});

// A browser may have kept where the slider was.
slider.value = `${shown}`;
mark();
