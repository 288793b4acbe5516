import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { fits, stream, verify } from '../scripts/dice.js';
import { hmac, sha256 } from '../scripts/sha256.js';
import { seeded } from '../support/chance.js';
import { expect, test } from '../support/fixtures.js';

/** @param {string} path within the repository */
const file = (path) => readFileSync(`../../${path}`, 'utf8');

/** Games and what the server finds: a line of each. */
const VERDICTS = 'crates/parlor-record/tests/records/snapshots/records__dice__verdicts.snap';

test('the script hashes as others do', () => {
  const draw = seeded(5);
  const all = [...Array(256).keys()];
  for (const length of [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 131, 1_000]) {
    const bytes = Uint8Array.from({ length }, () => draw(all));
    const key = bytes.slice(0, length % 140);
    expect(Buffer.from(sha256(bytes))).toEqual(createHash('sha256').update(bytes).digest());
    expect(Buffer.from(hmac(key, bytes))).toEqual(createHmac('sha256', key).update(bytes).digest());
  }
});

test('the script rolls the vectors of docs/formats/dice.md', () => {
  const vectors = file('docs/formats/dice.md').matchAll(
    /^secret: (\w+)\ngame: (.+)\nentropies: (.+)\nrolls from 0: (.+)\n((?:rolls from .+\n)+)/gmu,
  );
  let games = 0;
  for (const [, secret, game, entropies, rolls, others] of vectors) {
    const bytes = (/** @type {string} */ digits) => Buffer.from(digits, 'hex');
    const given = `${entropies}`.split(' ').map((digits) => bytes(digits === '-' ? '' : digits));
    const roll = stream(bytes(`${secret}`), JSON.parse(`${game}`), given);
    expect(Array.from({ length: 20 }, (_, number) => roll(number)).join(' ')).toBe(rolls);
    for (const [, number, found] of `${others}`.matchAll(/from (\d+): (\d)/gu)) {
      expect(`${roll(BigInt(`${number}`))}`, number).toBe(found);
    }
    games += 1;
  }
  expect(games).toBe(3);
});

test('the script finds what the server finds, in right games and in others', () => {
  const [, lines] = file(VERDICTS).split('\n---\n');
  const read = `${lines}`.trim().split('\n').map((line) => JSON.parse(line));
  expect(read.length).toBe(120);
  for (let at = 0; at < read.length; at += 2) {
    const { line, message, ...found } = read[at + 1];
    expect(verify(read[at]), `game ${at / 2}`).toEqual(found);
  }
  // What does not fit is no record for the server.
  const [record] = read;
  record.dice.secret = record.dice.secret.replace(/^../u, '00');
  record.seats[1].entropy += '00';
  expect(verify(record)).toEqual({ verdict: 'unfit', missing: ['dice.secret', 'C.entropy'] });
  expect(fits(record)).toEqual({ 'dice.secret': false, 'A.entropy': true, 'C.entropy': false });
});

/**
 * A game of Ludo that is over after one roll.
 *
 * @param {string} site
 * @returns {Promise<string>} its address
 */
async function play(site) {
  /** @param {string} path @param {{ method?: string, headers?: Record<string, string>, body?: string }} [order] */
  const ask = async (path, order) => (await fetch(`${site}/api/games${path}`, order)).json();
  const seats = ['A', 'C'].map((seat) => ({ seat, kind: 'human' }));
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ game: 'ludo', rules: 'classic', seats });
  const made = await ask('', { method: 'POST', headers, body });
  const authorization = `Bearer ${made.seats[0].token}`;
  for (const action of ['roll', 'resign']) {
    const { version } = await ask(`/${made.id}`);
    const order = JSON.stringify({ version, action_id: action, action });
    const answer = await ask(`/${made.id}/actions`, {
      method: 'POST',
      headers: { ...headers, authorization },
      body: order,
    });
    expect(answer.result).toBe('committed');
  }
  return `/games/${made.id}`;
}

test('without scripts the server computes the dice', async ({ newcomer, server }) => {
  const page = await newcomer();
  await page.goto(`${await play(server.url)}/verify`);
  await expect(page.getByRole('heading', { name: 'The rolls are right' })).toBeVisible();
  await expect(page.getByText('The server computed this.')).toBeVisible();
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('the browser computes the dice, and says so where the server is wrong', async ({
    newcomer,
    server,
  }) => {
    const page = await newcomer();
    await page.goto(`${await play(server.url)}/verify`);
    await expect(page.getByText('Your browser computed this')).toBeVisible();
    await page.route('**/record.json', async (route) => {
      const record = await (await route.fetch()).json();
      const [first] = record.actions;
      record.actions[0] = first.replace(/\d/u, (/** @type {string} */ roll) => `${(+roll % 6) + 1}`);
      await route.fulfill({ json: record });
    });
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('something else than the server');
    await expect(page.getByRole('alert')).toContainText('"roll":0');
    await expect(page.getByText('The server computed this.')).toHaveCount(0);
  });
});
