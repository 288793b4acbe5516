/** How often the clocks are shown anew, in milliseconds. */
const TICK = 250;

/** From how many seconds on the reader's own clock is spoken of, and when that is said aloud. */
const MARKS = [59, 45, 30, 20, 10, 5];

/** The mark that was said last. */
let said = 0;

/** When the times came that the page shows. */
let since = Date.now();

/** @param {number} moment when the times came that the page shows now */
export function wind(moment) {
  since = moment;
  tick();
}

/** Shows what is left now; only the server says when a time is over. */
function tick() {
  let hurry = '';
  let mark = 0;
  for (const clock of document.querySelectorAll('.clock')) {
    const runs = clock.classList.contains('runs');
    const left = Number(clock.getAttribute('data-left')) - (runs ? Date.now() - since : 0);
    const seconds = Math.max(0, Math.floor(left / 1_000));
    write(clock.querySelector('.time'), formatted(seconds));
    if (runs && clock.classList.contains('own')) {
      mark = MARKS.findLast((limit) => seconds <= limit) ?? 0;
      hurry = mark === 0 ? '' : `${seconds} ${seconds === 1 ? 'second' : 'seconds'} left.`;
    }
  }
  write(document.getElementById('hurry'), hurry);
  if (mark !== said) {
    said = mark;
    write(document.getElementById('hurry-said'), hurry);
  }
}

/** @param {number} seconds @returns {string} `4:09`, `1:00:00` */
function formatted(seconds) {
  const parts = [seconds / 3_600, (seconds / 60) % 60, seconds % 60];
  const digits = parts.map((part) => String(Math.floor(part)).padStart(2, '0'));
  return digits.join(':').replace(/^(00:)?0?/u, '');
}

/** @param {Element | null} place @param {string} text */
export function write(place, text) {
  if (place !== null && place.textContent !== text) {
    place.textContent = text;
  }
}

if (document.querySelector('.clock') !== null) {
  setInterval(tick, TICK);
}
