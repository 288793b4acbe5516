const TONE = true;
const NOISE = false;

/** @type {AudioContext} */
let context;
/** @type {AudioBuffer} */
let noise;
/** What is heard now: never two at once. @type {GainNode} */
let heard;

/** Lets something be heard that dies away: a tone, or noise about a pitch; `loud` is of 1. */
function play(isTone = TONE, at = 0, length = 0, loud = 0, pitch = 0, to = pitch) {
  const start = context.currentTime + at;
  const end = start + length;
  const volume = new GainNode(context);
  const tone = new OscillatorNode(context);
  const rub = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
  const body = isTone ? tone : new BiquadFilterNode(context, { type: 'bandpass', Q: 3 });
  const source = isTone ? tone : rub;
  isTone || rub.connect(body);
  volume.gain.setValueAtTime(loud / 3, start);
  volume.gain.exponentialRampToValueAtTime(loud / 999, end);
  body.frequency.setValueAtTime(pitch, start);
  body.frequency.exponentialRampToValueAtTime(to, end);
  body.connect(volume).connect(heard);
  source.start(start);
  source.stop(end);
}

/** A block of wood. */
function knock(at = 0, pitch = 0) {
  play(NOISE, at, 0.04, 1, pitch * 1.7);
  play(TONE, at, 0.07, 0.6, pitch, pitch * 0.9);
}

/** Tongues of a thumb piano. @param {number[]} pitches */
function pluck(...pitches) {
  pitches.forEach((pitch, number) => {
    play(TONE, number * 0.16, 0.38, 0.5, pitch);
    play(TONE, number * 0.16, 0.06, 0.15, pitch * 6.3);
  });
}

/** A fingertip on card, each time a shade higher. */
function walk(spaces = 0) {
  let at = 0;
  for (let space = 0; space < spaces; space += 1, at += 0.09) {
    play(NOISE, at, 0.04, 1.6, 1_300 * 1.06 ** space);
  }
  return at;
}

/** Glass on glass, quicker and quicker. */
function row(marbles = 0) {
  for (let number = 0, at = 0; number < marbles; at += 0.06 * 0.8 ** number, number += 1) {
    play(NOISE, at, 0.025, 2.2, 2_800);
  }
}

/** A click, along a groove, and onto felt. */
function fall() {
  row(1);
  play(NOISE, 0.1, 0.2, 1, 480, 240);
  play(TONE, 0.28, 0.1, 1, 105, 60);
}

const roll = () => [720, 640, 450].forEach((pitch, number) => knock(number * 0.11, pitch));

/** By the spaces walked, or the marbles moved. @type {Record<string, (count: number) => void>} */
const SOUNDS = {
  roll,
  six: roll,
  walk,
  kick(spaces) {
    const at = walk(spaces);
    play(TONE, at, 0.05, 1, 260, 900);
    play(TONE, at + 0.07, 0.22, 0.5, 640, 170);
  },
  pair(spaces) {
    const at = walk(spaces);
    knock(at, 560);
    knock(at + 0.08, 740);
  },
  home(spaces) {
    const at = walk(spaces);
    play(TONE, at, 0.36, 0.5, 2_093);
    play(TONE, at, 0.2, 0.2, 5_770);
  },
  row,
  fall,
  capture: fall,
  refused: () => play(TONE, 0, 0.14, 1, 120, 70),
  turn: () => pluck(523),
  won: () => pluck(392, 523, 659, 784),
  lost: () => pluck(659, 784),
};

const button = document.getElementById('sound');
const KEPT = 'wish-sound';

/**
 * @param {string} name of what is heard where it is wished for
 * @param {import('./film.js').Motion[]} [motions] seen meanwhile
 */
export function sound(name, motions = []) {
  if (button?.ariaPressed !== 'true') {
    return;
  }
  if (/six|kick|capture|turn/u.test(name)) {
    navigator.vibrate?.(20);
  }
  if (!context) {
    context = new AudioContext();
    const { sampleRate } = context;
    noise = new AudioBuffer({ length: sampleRate, sampleRate });
    noise.copyToChannel(noise.getChannelData(0).map(() => Math.random() * 2 - 1), 0);
  }
  heard?.disconnect();
  heard = new GainNode(context);
  heard.connect(context.destination);
  const walk = motions.find(({ manner }) => manner === 'walk');
  SOUNDS[name]?.(walk ? walk.way.length - 1 : motions.length);
}

// A browser may be mute before a press, also one that ends what is seen.
addEventListener('click', () => context?.resume(), true);

if (button) {
  // A browser that keeps nothing refuses.
  try {
    button.ariaPressed = `${localStorage.getItem(KEPT) === 'yes'}`;
  } catch {}
  button.hidden = false;
  button.onclick = () => {
    const isOn = button.ariaPressed !== 'true';
    button.ariaPressed = `${isOn}`;
    sound('home');
    try {
      localStorage.setItem(KEPT, isOn ? 'yes' : 'no');
    } catch {}
  };
}
