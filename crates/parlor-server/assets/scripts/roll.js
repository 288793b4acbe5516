/** Times in milliseconds, by docs/design.md: of a roll, and until it has landed and bounces. */
export const ROLL = 600;
const LANDS = 390;
/** How long each face is seen before, and what is to be read before it goes on. */
const FACE = 65;
const REST = 400;

/** Two turns, up by a third of the die, and one bounce. */
export const TURNS = [
  { translate: '0 0', rotate: '-720deg', easing: 'ease-out' },
  { translate: '0 -33px', rotate: '-320deg', offset: 0.3, easing: 'ease-in' },
  { translate: '0 0', rotate: '0deg', offset: LANDS / ROLL, easing: 'ease-out' },
  { translate: '0 -11px', rotate: '0deg', offset: 0.82, easing: 'ease-in' },
  { translate: '0 0', rotate: '0deg' },
].map((turn) => ({ transformBox: 'fill-box', transformOrigin: 'center', ...turn }));

/** Rolls the die next to the board. @param {[string, number]} roll who rolls, and what */
export async function roll([seat, value]) {
  const place = document.getElementById('plate');
  const die = place?.querySelector('g');
  if (!place || !die) {
    return;
  }
  place.className = place.className.replace(/.$/u, seat);
  place.hidden = false;
  const motion = die.animate(TURNS, { id: 'film', duration: ROLL });
  let face = value;
  const turn = () => {
    // Each time another one.
    face = ((face + Math.floor(Math.random() * 5)) % 6) + 1;
    place.dataset['roll'] = `${Number(motion.currentTime) < LANDS ? face : value}`;
  };
  turn();
  const turning = setInterval(turn, FACE);
  await Promise.allSettled([motion.finished]);
  clearInterval(turning);
  place.dataset['roll'] = `${value}`;
}

/** Lets what is shown be read. */
export async function rest() {
  await Promise.allSettled([document.body.animate([], { id: 'rest', duration: REST }).finished]);
}
