// SHA-256 by FIPS 180-4 and HMAC by RFC 2104, since browsers have their own only at secure addresses.

/** @param {number} count @returns {number[]} the first primes */
const primes = (count) => {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime)) found.push(n);
  return found;
};
/** The first 32 bits of a number's fraction. @param {number} number */
const fraction = (number) => ((number % 1) * 2 ** 32) | 0;

/** FIPS 180-4, sections 4.2.2 and 5.3.3. */
const K = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array} bytes @returns {Uint8Array} the 32 bytes of their SHA-256 */
export function sha256(bytes) {
  // Section 5.1.1: a bit, zeros, and the length in bits.
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const hash = Int32Array.from(START);
  const w = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    // Section 6.2.2, steps 1 to 4.
    for (let t = 0; t < 64; t += 1) {
      if (t < 16) {
        w[t] = view.getInt32(at + 4 * t);
        continue;
      }
      const [x, y] = [Number(w[t - 2]), Number(w[t - 15])];
      const s1 = turned(x, 17) ^ turned(x, 19) ^ (x >>> 10);
      const s0 = turned(y, 7) ^ turned(y, 18) ^ (y >>> 3);
      w[t] = s1 + Number(w[t - 7]) + s0 + Number(w[t - 16]);
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let t = 0; t < 64; t += 1) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const t1 = h + s1 + ((e & f) ^ (~e & g)) + Number(K[t]) + Number(w[t]);
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (hash[at] = Number(hash[at]) + word));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, at) => out.setInt32(4 * at, word));
  return new Uint8Array(out.buffer);
}

/** @param {Uint8Array[]} parts */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array} key @param {Uint8Array} message @returns {Uint8Array} their HMAC-SHA-256 */
export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/** @param {Uint8Array} bytes in hexadecimal */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} words */
export const utf8 = (words) => new TextEncoder().encode(words);
