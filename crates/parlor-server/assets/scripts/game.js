import { tell } from './badge.js';
import { dress, entry, play } from './board.js';
import { wind, write } from './clock.js';
import { goOn, released, settle } from './drag.js';
import { celebrate, result } from './end.js';
import { cut, film } from './film.js';
import { listen } from './keys.js';
import { connect } from './line.js';
import { morph } from './morph.js';
import { guard } from './press.js';
import { copy, share } from './share.js';
import { sound } from './sound.js';

/** The answers that show how a game stands. */
const SHOWS = [200, 409, 422];

/** How long an only move is seen before it is made. */
const SEEN = 900;

/** How long a cut may last before it is spoken of. */
const BRIEF = 1_500;

/** What is said of clocks while the server is not heard. */
const UNHEARD = document.querySelector('.clock') ? 'The clocks may go on unheard. ' : '';

/** @param {string} selector of what every page of a game has */
function part(selector) {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) {
    throw new Error(`the page has no ${selector}`);
  }
  return found;
}

const main = part('main');
const game = `/games/${main.dataset['game']}`;

/** The version that is shown, and the last that was heard of. */
let shown = Number(main.dataset['version']);
let known = shown;

/** @type {Promise<void>} the task under way */
let work = Promise.resolve();

/** The seats that are here, and those that were. */
let here = new Set();
const wereHere = new Set();

/** @param {string} wrong with the line, or nothing */
function speak(wrong) {
  write(part('#line'), wrong && `${wrong}${UNHEARD}Trying again…`);
}

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Asks until there is an answer: whatever is asked may be asked twice.
 *
 * @param {string} address
 * @param {RequestInit} how
 * @param {string} failure what is said while there is none
 */
async function ask(address, how, failure) {
  for (;;) {
    let seconds = 1;
    try {
      const answer = await fetch(address, how);
      seconds = Number(answer.headers.get('retry-after'));
      if (seconds === 0) {
        const text = await answer.text();
        wake();
        return { answer, text };
      }
    } catch {
      // It is asked again, as where the server is busy.
    }
    speak(failure);
    await pause(1_000 * seconds);
  }
}

/** Shows a page that the server has sent. @param {{ answer: Response, text: string }} sent */
async function show({ answer, text }) {
  const arrived = Date.now();
  const page = new DOMParser().parseFromString(text, 'text/html');
  const next = page.querySelector('main');
  if (!SHOWS.includes(answer.status) || next?.dataset['game'] !== main.dataset['game']) {
    // Another game, or a page that no script can make of this one.
    location.assign(answer.url);
    return;
  }
  const kept = next?.querySelectorAll(':is(defs,details,nav)[data-own]') ?? [];
  if (![...kept].every(({ id }) => document.getElementById(id))) {
    // It was sent without what this page has not.
    location.reload();
    return;
  }
  const version = Number(next?.dataset['version']);
  if (version < shown) {
    // Answers come one after the other: a backup was restored.
    location.reload();
    return;
  }
  stopWaiting();
  main.setAttribute('data-plays', '');
  /** @param {string} says */
  const tellStep = (says) => write(part('#film'), says);
  await film(
    page,
    ({ cue, motions }) => {
      goOn(motions);
      sound(cue, motions);
    },
    tellStep,
  );
  tellStep('');
  settle();
  const wasDue = isDue();
  const wasOver = result();
  const { activeElement: focus } = document;
  const hadFocus = main.contains(focus);
  const wasOnBoard = focus?.closest('.targets');
  const asked = focus?.closest('#asked,.tool');
  dress(page);
  shown = version;
  known = Math.max(known, version);
  document.title = page.title;
  const icon = page.getElementById('icon');
  next && morph(main, next);
  icon && morph(part('#icon'), icon);
  wind(arrived);
  showPresence();
  speak('');
  if (!wasDue && isDue()) {
    sound('turn');
  } else if (document.getElementById('alert')) {
    sound('refused');
  }
  if (hadFocus && !main.contains(document.activeElement)) {
    const place = asked ? '#told' : '#board';
    ((wasOnBoard && entry()) || part(place)).focus({ preventScroll: true });
  }
  if (!wasOver && result()) {
    celebrate();
  }
  document.getElementById('alert')?.scrollIntoView({ block: 'nearest' });
  moveByItself();
}

/** Whether the reader is to act. */
function isDue() {
  return document.querySelector('.stage.turn') !== null;
}

let moment = 0;

/** Makes no only move that waits: another page comes. */
function stopWaiting() {
  if (moment) {
    clearTimeout(moment);
    moment = 0;
    tell('');
  }
}

/** Shows an only move, and makes it after a moment, unless the reader does not wish so. */
function moveByItself() {
  /** @type {HTMLButtonElement | null} */
  const button = document.querySelector('.choices.ludo button:only-of-type:not([value=roll])');
  if (button && wishes.forced?.checked) {
    button.classList.add('coming');
    const target = document.querySelector(`.targets [value="${button.value}"]`);
    tell(button.innerText, target?.parentElement ?? undefined);
    moment = window.setTimeout(() => {
      stopWaiting();
      if (button.isConnected && wishes.forced?.checked) {
        button.click();
      }
    }, SEEN);
  }
}

/** What the reader wishes, kept in this browser. */
const wishes = { forced: wish('forced'), keys: wish('keys') };
wish('turn');

/** A wish that is shown as soon as scripts can keep it. @param {string} name */
function wish(name) {
  const box = document.getElementById(`wish-${name}`);
  if (!(box instanceof HTMLInputElement)) {
    return undefined;
  }
  // A browser that keeps nothing refuses; then a wish holds until the page is left.
  try {
    const kept = localStorage.getItem(box.id);
    box.checked = kept === null ? box.checked : kept === 'yes';
    box.addEventListener('change', () => localStorage.setItem(box.id, box.checked ? 'yes' : 'no'));
  } catch {
    // Nothing was kept.
  }
  box.closest('[hidden]')?.removeAttribute('hidden');
  return box;
}

/** Brings the page to the version that was heard of. */
function catchUp() {
  work = work.then(async () => {
    while (shown < known) {
      stopWaiting();
      await look();
    }
  });
}

/** Shows the page as it is now. */
async function look() {
  const address = new URL(location.href);
  address.searchParams.set('shown', `${shown}`);
  await released();
  await show(await ask(address.href, {}, 'The server does not answer. '));
}

/** Shows what has changed without a version. */
function refresh() {
  work = work.then(look);
}

/**
 * Sends what a form holds, and shows what came of it.
 *
 * @param {string} address
 * @param {FormData} fields
 * @param {HTMLFormElement} [form] emptied once it was taken
 */
function send(address, fields, form) {
  if (main.matches('[aria-busy],[data-plays]')) {
    return;
  }
  main.setAttribute('aria-busy', 'true');
  work = work.then(async () => {
    // A page shown meanwhile knows nothing of it.
    main.setAttribute('aria-busy', 'true');
    fields.set('live', `${shown}`);
    // What a form holds is text.
    const body = new URLSearchParams(/** @type {any} */ (fields));
    const sent = await ask(address, { method: 'POST', body }, 'Not sent yet: the server does not answer. ');
    const { ok } = sent.answer;
    if (ok) {
      form?.reset();
      // What was chosen for the last move is not chosen for the next.
      const address = new URL(location.href);
      address.searchParams.delete('from');
      address.searchParams.delete('left');
      history.replaceState(null, '', address);
    }
    const isCommand = form?.matches('.wishes form');
    await show(sent);
    main.removeAttribute('aria-busy');
    if (ok && isCommand) {
      // What came of it is seen on the page, over which this lay.
      part('#sheet').removeAttribute('open');
    }
  });
}

/** @param {string} address of the board with a marble chosen or left */
function choose(address) {
  history.replaceState(null, '', address);
  refresh();
}

/** @param {string} action */
function act(action) {
  const fields = new FormData(/** @type {HTMLFormElement} */ (part('form.targets')));
  fields.set('action', action);
  send(`${game}/act`, fields);
}

/** Says of the others who is here. */
function showPresence() {
  for (const note of document.querySelectorAll('.presence')) {
    const seat = note.getAttribute('data-seat');
    const absent = wereHere.has(seat) ? 'has left the page' : '';
    write(note, here.has(seat) ? 'here now' : absent);
  }
}

addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  // Not `form.action`: forms here have buttons of that name.
  const address = form.getAttribute('action') ?? '';
  if (address.startsWith(`${game}/`) && !form.matches('.leaves')) {
    event.preventDefault();
    send(address, new FormData(form, event.submitter), form);
  }
});

addEventListener('click', (event) => {
  const target = event.target instanceof Element && event.target.closest('.share,.copy');
  if (target instanceof HTMLButtonElement) {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(target.value));
    if (target.matches('.share')) {
      share(target.title, field.value);
    } else {
      copy(field, target);
      write(part('#copied'), target.dataset['copied'] ?? '');
    }
  }
});

document.documentElement.toggleAttribute('data-shares', 'share' in navigator);

// Whoever does something has seen enough.
guard(() => main.hasAttribute('data-plays'), cut);

listen(() => wishes.keys?.checked);

dress(document);
play(choose, act);

let silence = 0;

const wake = connect({
  address: () =>
    new URL(`/api${game}/socket?after=${known}&presence=yes&phrases=yes`, location.href).href,
  hear({ version, here: present, said }) {
    if (typeof version === 'number' && version > known) {
      known = version;
      catchUp();
    }
    if (said !== undefined) {
      refresh();
    }
    if (Array.isArray(present)) {
      here = new Set(present);
      for (const seat of here) {
        wereHere.add(seat);
      }
      showPresence();
    }
  },
  turn(isOpen) {
    if (isOpen) {
      speak('');
      // Clocks have gone on without a version.
      (silence ? refresh : catchUp)();
      clearTimeout(silence);
      silence = 0;
    } else {
      silence ||= window.setTimeout(() => speak('The connection is lost. '), BRIEF);
    }
  },
});

moveByItself();
