// The dice of both versions of the scheme: docs/formats/dice.md.
import { hex, hmac, joined, sha256, utf8 } from './sha256.js';

/**
 * @typedef {{ commitment?: string, entropy?: string, salt?: string, drawn_by?: string }} Contribution
 * @typedef {Contribution & { seat: string, bot?: string }} Seat
 * @typedef {{ scheme: string, game_id: string, commitment: string, secret?: string,
 *   epochs?: { roll: number, players?: Record<string, Contribution> }[] }} Dice
 * @typedef {{ game: string, play?: string, start?: string, ending?: string, dice?: Dice,
 *   seats: (Seat | string)[], actions?: (string | { action: string })[] }} GameRecord
 * @typedef {{ verdict: string, rolls?: number, never_joined?: string[], never_revealed?: string[], ply?: number,
 *   roll?: number, epoch?: number, seat?: string, found?: string, expected?: number, missing?: string[] }} Verdict
 *   what `parlor verify --json` prints, and `unfit` with what is missing where a record has what none may have
 * @typedef {{ before: number, entropies: Uint8Array[] }} Epoch
 *   the number of rolls before it, and the bytes of the players in the order of the seats
 */

const V1 = 'parlor-dice-v1';
const V2 = 'parlor-dice-v2';

/** @param {string} digits */
const unhex = (digits) => Uint8Array.from(digits.match(/../gu) ?? [], (pair) => parseInt(pair, 16));
/** 64 bits, the highest first. @param {number | bigint} number */
const long = (number) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(number));
  return new Uint8Array(view.buffer);
};
/** @param {Uint8Array} bytes */
const measured = (bytes) => joined(long(bytes.length), bytes);

/**
 * What a player commits to these bytes with.
 *
 * @param {string} scheme
 * @param {string} game
 * @param {string} seat its letter
 * @param {Uint8Array} bytes
 */
export const commitment = (scheme, game, seat, bytes) =>
  sha256(
    scheme === V1
      ? bytes
      : joined(utf8('parlor-commit-v2'), measured(utf8(game)), measured(utf8(seat)), measured(bytes)),
  );

/** The epoch of a roll. @param {Epoch[]} epochs @param {number | bigint} number */
const epochOf = (epochs, number) => epochs.findLastIndex(({ before }) => before <= number);

/**
 * The rolls of a game, by their number from 0.
 *
 * @param {string} scheme
 * @param {Uint8Array} secret
 * @param {string} game
 * @param {Epoch[]} epochs of version 1 the first alone
 * @returns {(number: number | bigint) => number}
 */
export function stream(scheme, secret, game, epochs) {
  const named = joined(utf8(scheme), measured(utf8(game)));
  const begun = epochs.map(({ entropies }, epoch) =>
    joined(named, ...entropies.map(measured), ...(scheme === V1 ? [] : [long(epoch)])),
  );
  return (number) => {
    const begin = /** @type {Uint8Array} */ (begun[epochOf(epochs, number)]);
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

/** @param {GameRecord} record what the players have given, epoch by epoch */
const given = (record) => {
  const first = players(record);
  const later = record.dice?.epochs ?? [];
  return [
    { before: 0, seats: first },
    ...later.map(({ roll, players: all = {} }) => ({
      before: roll,
      seats: first.map(({ seat, bot }) => ({ ...all[seat], seat, ...(bot ? { bot } : {}) })),
    })),
  ];
};

/**
 * The bytes with their salt, in hexadecimal. A bot that commits to nothing has none, also where it plays for a person.
 *
 * @param {Seat} seat
 */
const revealed = ({ bot, drawn_by: by, commitment: fixed, entropy, salt = '' }) =>
  entropy === undefined ? ((bot || by === 'bot') && !fixed ? '' : undefined) : entropy + salt;

/** The field of the text form. @param {Seat} seat @param {number} epoch */
const field = ({ seat }, epoch) => `${seat}.entropy${epoch ? `.${epoch}` : ''}`;

/** @param {GameRecord} record @returns {Record<string, boolean>} what is revealed, and whether it fits */
export function fits(record) {
  /** @type {Record<string, boolean>} */
  const all = {};
  const { dice } = record;
  if (!dice) return all;
  if (dice.secret !== undefined) all['dice.secret'] = hex(sha256(unhex(dice.secret))) === dice.commitment;
  given(record).forEach(({ seats }, epoch) => {
    for (const seat of seats) {
      const digits = revealed(seat);
      if (digits === undefined || !seat.commitment) continue;
      const fixed = commitment(dice.scheme, dice.game_id, seat.seat, unhex(digits));
      all[field(seat, epoch)] = hex(fixed) === seat.commitment;
    }
  });
  return all;
}

/** What no record has, by its fields in the text form. @param {GameRecord} record @param {Dice} dice */
function misplaced(record, dice) {
  if (dice.scheme !== V1 && dice.scheme !== V2) return ['dice.scheme'];
  const { epochs = [] } = dice;
  const early = epochs.map(({ roll }, at) => dice.scheme === V1 || roll < (epochs[at - 1]?.roll ?? 0));
  const salted = dice.scheme === V1 ? players(record).filter(({ salt }) => salt !== undefined) : [];
  const all = given(record).flatMap(({ seats }, epoch) => seats.map((seat) => ({ ...seat, epoch })));
  /** @param {string} name @param {{ seat: string, epoch: number }} of */
  const named = (name, { seat, epoch }) => `${seat}.${name}${epoch ? `.${epoch}` : ''}`;
  // A bot that plays for a person gives nothing, and plays from epoch 1 on.
  const bots = all.filter(({ drawn_by: by }) => by === 'bot');
  const giving = bots.filter(({ epoch, ...part }) => !epoch || part.commitment || part.salt || part.entropy !== undefined);
  /** @type {Set<string>} */
  const known = new Set();
  const again = all.filter(({ seat, commitment: fixed }) => {
    const before = known.size;
    return fixed && known.add(`${seat} ${fixed}`).size === before;
  });
  return [
    ...salted.map(({ seat }) => `${seat}.salt`),
    ...giving.map((part) => named('drawn_by', part)),
    ...again.map((part) => named('commitment', part)),
    ...early.flatMap((is, at) => (is ? [`dice.epoch.${at + 1}`] : [])),
  ];
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
  const never = players(record).filter((seat) => revealed(seat) === undefined);
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
  const unfit = Object.entries(fits(record)).flatMap(([name, is]) => (is ? [] : [name]));
  unfit.push(...misplaced(record, dice));
  if (unfit.length) return { verdict: 'unfit', missing: unfit };
  // An epoch that begins after the last roll need not be revealed.
  const needed = given(record).filter(({ before }, epoch) => !epoch || before < found.length);
  const missing = needed.flatMap(({ seats }, epoch) =>
    seats.filter((seat) => revealed(seat) === undefined).map((seat) => field(seat, epoch)),
  );
  if (!dice.secret) missing.unshift('dice.secret');
  if (!dice.secret || missing.length) return { verdict: 'unknown', missing };
  const epochs = needed.map(({ before, seats }) => ({
    before,
    entropies: seats.map((seat) => unhex(revealed(seat) ?? '')),
  }));
  const roll = stream(dice.scheme, unhex(dice.secret), dice.game_id, epochs);
  /** @type {Verdict | undefined} */
  let wrong;
  found.forEach((action, number) => {
    const expected = roll(number);
    shown(number, expected);
    const [seat = '', rolled = ''] = action;
    if (rolled !== `${expected}`) {
      const epoch = dice.scheme === V1 ? {} : { epoch: epochOf(epochs, number) };
      const ply = number + 1 + first;
      wrong ??= { verdict: 'wrong', ply, roll: number, ...epoch, seat, found: rolled, expected };
    }
  });
  return wrong ?? { verdict: 'right', rolls: found.length };
}
