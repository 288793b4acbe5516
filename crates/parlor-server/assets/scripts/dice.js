// The dice of the scheme parlor-dice-v1: docs/formats/dice.md.
import { hmac, joined, sha256 } from './sha256.js';

/**
 * @typedef {{ seat: string, bot?: string, commitment?: string, entropy?: string }} Seat
 * @typedef {{ game_id: string, commitment: string, secret?: string }} Dice
 * @typedef {{ game: string, play?: string, start?: string, ending?: string, dice?: Dice,
 *   seats: (Seat | string)[], actions?: (string | { action: string })[] }} GameRecord
 * @typedef {{ verdict: string, rolls?: number, never_joined?: string[], never_revealed?: string[], ply?: number,
 *   roll?: number, seat?: string, found?: string, expected?: number, missing?: string[] }} Verdict
 *   what `parlor verify --json` prints, and `unfit` with what is missing where a commitment does not fit
 */

/** @param {string} digits */
const unhex = (digits) => Uint8Array.from(digits.match(/../gu) ?? [], (pair) => parseInt(pair, 16));
/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
/** 64 bits, the highest first. @param {number | bigint} number */
const long = (number) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(number));
  return new Uint8Array(view.buffer);
};
/** @param {string} words */
const utf8 = (words) => new TextEncoder().encode(words);
/** @param {Uint8Array} bytes */
const measured = (bytes) => joined(long(bytes.length), bytes);

/**
 * The rolls of a game, by their number from 0.
 *
 * @param {Uint8Array} secret
 * @param {string} game
 * @param {Uint8Array[]} entropies in the order of the seats
 * @returns {(number: number | bigint) => number}
 */
export function stream(secret, game, entropies) {
  const begin = joined(utf8('parlor-dice-v1'), measured(utf8(game)), ...entropies.map(measured));
  return (number) => {
    for (let block = 0; ; block += 1) {
      const bytes = hmac(secret, joined(begin, long(number), long(block)));
      const byte = bytes.find((one) => one < 252);
      if (byte !== undefined) return (byte % 6) + 1;
    }
  };
}

/** @param {GameRecord} record @returns {Seat[]} in the order A, B, C, D */
const players = ({ seats }) =>
  seats
    .map((seat) => (typeof seat === 'string' ? { seat } : seat))
    .sort((one, other) => (one.seat < other.seat ? -1 : 1));

/** A bot that commits to nothing has no bytes. @param {Seat} seat */
const entropy = ({ bot, commitment, entropy: bytes }) => bytes ?? (bot && !commitment ? '' : undefined);

/** @param {GameRecord} record @returns {Record<string, boolean>} what is revealed, and whether it fits */
export function fits(record) {
  /** @type {Record<string, boolean>} */
  const all = {};
  /** @param {string} name @param {string | undefined} digits @param {string | undefined} commitment */
  const look = (name, digits, commitment) => {
    if (digits !== undefined && commitment) all[name] = hex(sha256(unhex(digits))) === commitment;
  };
  look('dice.secret', record.dice?.secret, record.dice?.commitment);
  for (const seat of players(record)) look(`${seat.seat}.entropy`, seat.entropy, seat.commitment);
  return all;
}

/**
 * Computes the rolls of a record again.
 *
 * @param {GameRecord} record in JSON
 * @param {(number: number, expected: number) => void} [shown] gets each roll
 * @returns {Verdict}
 */
export function verify(record, shown = () => {}) {
  if (record.game !== 'ludo') return { verdict: 'right', rolls: 0 };
  const { dice, actions = [] } = record;
  // A roll that is in hand at the start came before the dice.
  const first = /^\S+ \S+ \d/u.test(record.start ?? '') ? 1 : 0;
  const found = actions.map((ply) => (typeof ply === 'string' ? ply : ply.action)).slice(first);
  const all = players(record);
  const never = all.filter((seat) => entropy(seat) === undefined);
  if (dice?.secret && record.ending && !found.length && never.length) {
    const joins = never.map((seat) => seat.commitment !== undefined);
    /** @param {boolean} joined */
    const those = (joined) => never.filter((_, at) => joins[at] === joined).map(({ seat }) => seat);
    const [never_joined, never_revealed] = [those(false), those(true)];
    return {
      verdict: 'right',
      rolls: 0,
      ...(never_joined.length ? { never_joined } : {}),
      ...(never_revealed.length ? { never_revealed } : {}),
    };
  }
  if (!dice) return { verdict: 'unknown', missing: ['dice.scheme', 'dice.game_id', 'dice.commitment'] };
  const unfit = Object.entries(fits(record)).filter(([, is]) => !is);
  if (unfit.length) return { verdict: 'unfit', missing: unfit.map(([name]) => name) };
  const missing = never.map(({ seat }) => `${seat}.entropy`);
  if (!dice.secret) missing.unshift('dice.secret');
  if (!dice.secret || missing.length) return { verdict: 'unknown', missing };
  const roll = stream(unhex(dice.secret), dice.game_id, all.map((seat) => unhex(entropy(seat) ?? '')));
  /** @type {Verdict | undefined} */
  let wrong;
  found.forEach((action, number) => {
    const expected = roll(number);
    shown(number, expected);
    const [seat = '', rolled = ''] = action;
    if (rolled !== `${expected}`) {
      wrong ??= { verdict: 'wrong', ply: number + 1 + first, roll: number, seat, found: rolled, expected };
    }
  });
  return wrong ?? { verdict: 'right', rolls: found.length };
}
