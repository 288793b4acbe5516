/** Frequencies in hertz, one after the other. */
const TUNES = {
  tumble: [180, 240, 160, 220],
  walk: [330],
  fly: [520, 390, 260],
  settle: [],
  slide: [200],
  leave: [260, 390],
  turn: [440, 660],
};

/** How long a note is, in seconds; how loud, of 1. */
const NOTE = 0.09;
const LOUD = 0.08;

/** @type {AudioContext | undefined} */
let context;

/** @param {keyof typeof TUNES} name of what is to be heard: short, low and made here */
export function sound(name) {
  context ??= new AudioContext();
  for (const [index, frequency] of TUNES[name].entries()) {
    const starts = context.currentTime + index * NOTE;
    const tone = new OscillatorNode(context, { type: 'triangle', frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(LOUD, starts);
    volume.gain.exponentialRampToValueAtTime(LOUD / 100, starts + NOTE);
    tone.connect(volume).connect(context.destination);
    tone.start(starts);
    tone.stop(starts + NOTE);
  }
}
