import { api } from '@overture/contract';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer({ environment: { TRUST_PROXY: '1' } });

/** Calls the program as from an address: what the one trusted proxy writes about its visitor. */
async function post(path: string, payload: object, from: string, headers: Record<string, string> = {}) {
  return server.program.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { 'x-forwarded-for': from, ...headers },
    payload,
  });
}

const count = (statuses: number[], status: number): number => statuses.filter((given) => given === status).length;

describe('limits are counted on networks', () => {
  test('a changed user agent or address header does not reset a limit', async () => {
    const { email } = await server.signUp();
    const guess = (n: number) =>
      post('/auth/login/', { email, password: 'wrong password' }, `6.6.6.${n}, 203.0.113.7`).then((a) => a.statusCode);
    const statuses = [];
    for (let n = 0; n < 14; n += 1) statuses.push(await guess(n));
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 4]);
  });

  test('a whole /64 is one visitor, a /48 ten of them', async () => {
    const { email } = await server.signUp();
    const guess = async (address: string) =>
      (await post('/auth/login/', { email, password: 'wrong password' }, address)).statusCode;
    const line = [];
    for (let n = 1; n <= 12; n += 1) line.push(await guess(`2001:db8:7:1::${n.toString(16)}`));
    expect([count(line, 401), count(line, 429)]).toEqual([10, 2]);
    expect(await guess('2001:db8:7:2::1')).toBe(401);
  });

  test('an answer of 429 says when to try again', async () => {
    const { email } = await server.signUp();
    for (let n = 0; n < 10; n += 1) await post('/auth/login/', { email, password: 'wrong' }, '203.0.113.20');
    const refused = await post('/auth/login/', { email, password: 'wrong' }, '203.0.113.20');
    expect(refused.json().code).toBe('rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
  });
});

describe('hundreds of parallel tries are no more than in sequence', () => {
  test('the current password', async () => {
    const person = await server.signUp();
    const body = { current_password: 'wrong password', new_name: 'Grace Hopper' };
    const answers = await Promise.all(Array.from({ length: 300 }, () => person.call(api.changeName, { body })));
    const statuses = answers.map(({ status }) => status);
    // Too many for the machine are refused (503): no guess either.
    expect([count(statuses, 400), count(statuses, 429) + count(statuses, 503)]).toEqual([10, 290]);
  });

  test('codes', async () => {
    const email = 'codes-at-once@acme.example';
    await post('/auth/register/', { email, password: 'correct horse', name: 'Ada Jansen' }, '203.0.113.30');
    const guesses = Array.from({ length: 300 }, (_, n) =>
      post('/auth/verify-email/', { email, code: String(n).padStart(8, '0') }, '203.0.113.31'),
    );
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([60, 240]);
  });
});

test('passwords that would wait for long are refused with a time to come back', async () => {
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, n) =>
      post(
        '/auth/login/',
        { email: `nobody${n}@nowhere.example`, password: 'x' },
        `198.51.${n % 250}.${(n % 100) + 1}`,
      ),
    ),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
  expect(answers.every(({ statusCode }) => statusCode === 503 || statusCode === 401)).toBe(true);
  expect(
    (await post('/auth/login/', { email: 'nobody@nowhere.example', password: 'x' }, '198.51.0.1')).statusCode,
  ).toBe(401);
}, 60_000);
