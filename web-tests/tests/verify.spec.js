import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { chain } from '../scripts/chain.js';
import { commitment, fits, stream, verify } from '../scripts/dice.js';
import { hmac, sha256 } from '../scripts/sha256.js';
import { seeded } from '../support/chance.js';
import { expect, test } from '../support/fixtures.js';

/** @param {string} path within the repository */
const file = (path) => readFileSync(`../../${path}`, 'utf8');

/** Games of each version and what the server finds: a line of each. */
const VERDICTS = ['', '_of_version_2'].map(
  (version) => `crates/parlor-record/tests/records/snapshots/records__dice__verdicts${version}.snap`,
);

/** @param {string | undefined} digits a hyphen stands for none */
const bytes = (digits) => Buffer.from(digits === '-' ? '' : `${digits}`, 'hex');

/**
 * Compares the rolls with those that the document prints.
 *
 * @param {(number: number | bigint) => number} roll
 * @param {string | undefined} lines
 */
function compare(roll, lines) {
  for (const [, from, rolls] of `${lines}`.matchAll(/from (\d+): (.+)/gu)) {
    const first = BigInt(`${from}`);
    const found = `${rolls}`.split(' ').map((_, at) => roll(first + BigInt(at)));
    expect(found.join(' '), from).toBe(rolls);
  }
}

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
    /^secret: (\w+)\ngame: (.+)\nentropies: (.+)\n((?:rolls from .+\n)+)/gmu,
  );
  let games = 0;
  for (const [, secret, game, entropies, rolls] of vectors) {
    const epoch = { before: 0, entropies: `${entropies}`.split(' ').map(bytes) };
    compare(stream('parlor-dice-v1', bytes(secret), JSON.parse(`${game}`), [epoch]), rolls);
    games += 1;
  }
  expect(games).toBe(3);
});

test('the script rolls the vectors of version 2, and commits as they do', () => {
  const vectors = file('docs/formats/dice.md').matchAll(
    /^secret: (\w+)\ngame: (.+)\n((?:epoch .+\n(?:[A-D] .+\n)+)+)((?:rolls from .+\n)+)/gmu,
  );
  let games = 0;
  let commitments = 0;
  for (const [, secret, name, given, rolls] of vectors) {
    const game = JSON.parse(`${name}`);
    const epochs = `${given}`.split('epoch ').slice(1).map((lines) => {
      const [, before] = lines.match(/^\d+ after (\d+) rolls$/mu) ?? [];
      const seats = [...lines.matchAll(/^([A-D]) (?:(\S+) (\S+) (\w{64})|is a bot)$/gmu)];
      const entropies = seats.map(([, seat, entropy = '-', salt = '-', fixed]) => {
        const all = Buffer.concat([bytes(entropy), bytes(salt)]);
        if (fixed) {
          const found = commitment('parlor-dice-v2', game, `${seat}`, all);
          expect(Buffer.from(found).toString('hex'), lines).toBe(fixed);
          commitments += 1;
        }
        return all;
      });
      return { before: Number(before), entropies };
    });
    compare(stream('parlor-dice-v2', bytes(secret), game, epochs), rolls);
    games += 1;
  }
  expect([games, commitments]).toEqual([2, 11]);
});

for (const path of VERDICTS) {
  test(`the script finds what the server finds, in right games and in others: ${path}`, () => {
    const [, lines] = file(path).split('\n---\n');
    const read = `${lines}`.trim().split('\n').map((line) => JSON.parse(line));
    expect(read.length).toBe(120);
    for (let at = 0; at < read.length; at += 2) {
      const { line, message, ...found } = read[at + 1];
      expect(verify(read[at]), `game ${at / 2}`).toEqual(found);
    }
    // What does not fit is no record for the server.
    const [record] = read;
    expect(Object.values(fits(record))).not.toContain(false);
    record.dice.secret = record.dice.secret.replace(/^../u, '00');
    record.seats[1].entropy += '00';
    expect(verify(record)).toEqual({ verdict: 'unfit', missing: ['dice.secret', 'C.entropy'] });
    expect(fits(record)).toMatchObject({
      'dice.secret': false,
      'A.entropy': true,
      'C.entropy': false,
    });
  });
}

test('the script refuses what belongs to another game, seat or version', () => {
  const [, lines] = file(`${VERDICTS[1]}`).split('\n---\n');
  const [first] = `${lines}`.split('\n');
  /** @param {(record: any) => void} change */
  const unfit = (change) => {
    const record = JSON.parse(`${first}`);
    change(record);
    const { verdict, missing } = verify(record);
    expect(verdict).toBe('unfit');
    return missing;
  };
  expect(unfit(({ dice }) => (dice.game_id = 'another'))).toHaveLength(6);
  const swap = unfit(({ dice: { epochs } }) => {
    const { A, C } = epochs[1].players;
    epochs[1].players = { A: C, C: A };
  });
  expect(swap).toEqual(['A.entropy.2', 'C.entropy.2']);
  expect(unfit(({ dice }) => (dice.epochs[1].roll = 9))).toEqual(['dice.epoch.2']);
  expect(unfit(({ dice }) => (dice.scheme = 'parlor-dice-v3'))).toContain('dice.scheme');
  expect(unfit(({ dice }) => (dice.scheme = 'parlor-dice-v1'))).toContain('dice.epoch.1');
  const again = unfit(({ dice: { epochs } }) => (epochs[1].players.A = { ...epochs[0].players.A }));
  expect(again).toEqual(['A.commitment.2']);
  const bot = unfit((record) => {
    record.seats[0].drawn_by = 'bot';
    record.dice.epochs[0].players.A.drawn_by = 'bot';
  });
  expect(bot).toEqual(['A.drawn_by', 'A.drawn_by.1']);
  const salted = unfit((record) => {
    record.dice = { ...record.dice, scheme: 'parlor-dice-v1', epochs: [] };
    record.seats[0].salt = '00'.repeat(16);
  });
  expect(salted).toContain('A.salt');
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

test('the script follows the chain of a log, and names the first entry that was changed', async ({ server }) => {
  const log = await (await fetch(`${server.url}/api${await play(server.url)}/log`)).text();
  const lines = log.trimEnd().split('\n');
  const entries = lines.length - 2;
  const whole = chain(log);
  expect(whole).toEqual({ version: entries, head: JSON.parse(`${lines.at(-1)}`).head });
  for (let changed = 0; changed <= entries; changed += 1) {
    const other = lines.with(changed, `${lines[changed]}`.replace(/\}$/u, ' }'));
    expect(chain(other.join('\n')).changed, `line ${changed}`).toBe(changed);
  }
  for (let left = 1; left < entries; left += 1) {
    expect(chain(lines.toSpliced(left, 1).join('\n')).changed).toBe(left - 1);
  }
  expect(chain(lines.toSpliced(entries, 1).join('\n')).changed).toBe(entries - 1);
});

test('without scripts the server computes the dice', async ({ newcomer, server }) => {
  const page = await newcomer();
  await page.goto(`${await play(server.url)}/verify`);
  await expect(page.getByRole('heading', { name: 'The rolls are right' })).toBeVisible();
  await expect(page.locator('#computed')).toHaveText(/^The server computed this\./u);
  await expect(page.locator('#chain [role=status]')).toHaveText(/^The server computed this\./u);
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
    await expect(page.getByText('Your browser followed the chain')).toBeVisible();
    await page.route('**/record.json', async (route) => {
      const record = await (await route.fetch()).json();
      const [first] = record.actions;
      record.actions[0] = first.replace(/\d/u, (/** @type {string} */ roll) => `${(+roll % 6) + 1}`);
      await route.fulfill({ json: record });
    });
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('something else than the server');
    await expect(page.getByRole('alert')).toContainText('"roll":0');
    await expect(page.locator('#computed')).toHaveCount(0);
  });

  test('a log that is another than the one whose head was shown is found by the browser', async ({
    newcomer,
    server,
  }) => {
    const page = await newcomer();
    await page.route('**/log', async (route) => {
      const log = await (await route.fetch()).text();
      await route.fulfill({ body: log.replace(/"at":\d/u, '"at":9') });
    });
    await page.goto(`${await play(server.url)}/verify`);
    await expect(page.getByRole('alert')).toContainText('entry 1 of the log is not the one that was written');
    await expect(page.getByText('Your browser followed the chain')).toHaveCount(0);
  });
});
