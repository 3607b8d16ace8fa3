import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import { expect, test } from 'vitest';
import { type TestServer, useTestServer } from '../../testing/harness.ts';
import { apiBase } from '../http/bind.ts';
import { isApiKey, makeApiKey } from './key-format.ts';

const PER_SECOND = 2;
const BURST = 5 * PER_SECOND;
const STRANGERS_PER_MINUTE = 600;
const server = useTestServer({
  environment: {
    KEY_REQUESTS_PER_SECOND: String(PER_SECOND),
    STRANGER_REQUESTS_PER_MINUTE: String(STRANGERS_PER_MINUTE),
  },
});

type Person = Awaited<ReturnType<TestServer['signUp']>>;

async function makeKey(person: Person): Promise<string> {
  const body = { name: 'Zapier', scopes: ['campaigns:read' as const, 'campaigns:write' as const] };
  const { data } = await person.call(api.createApiKey, { body });
  return data.secret;
}

const ask = (key: string | null, { method, path }: Endpoint = api.listCampaigns, from = '127.0.0.1') =>
  server.program.app.inject({
    method,
    url: apiBase + path.replace(/\{\w+\}/g, '999999999'),
    remoteAddress: from,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    ...(method === 'GET' ? {} : { payload: {} }),
  });

test('a program reads errors as RFC 9457 describes them; screens read what they always read', async () => {
  const person = await server.signUp();
  const key = await makeKey(person);
  const answer = await ask(key, api.getCampaign);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.json()).toMatchObject({
    type: 'http://localhost/api/errors/not_found',
    title: 'Not found.',
    status: 404,
    instance: expect.stringMatching(/^urn:overture:request:./),
    error: 'Not found.',
    code: 'not_found',
  });
  const wrong = await server.program.app.inject({
    method: 'POST',
    url: `${apiBase}/campaigns/`,
    headers: { authorization: `Bearer ${key}` },
    payload: { name: 7 },
  });
  expect(wrong.json()).toMatchObject({ status: 400, code: 'validation_failed', details: { name: expect.any(String) } });
  const nowhere = await server.program.app.inject({
    url: `${apiBase}/no-such-call/`,
    headers: { authorization: `Bearer ${key}` },
  });
  expect([nowhere.statusCode, nowhere.json().status]).toEqual([404, 404]);
  const screen = await person.call(api.getCampaign, { params: { id: 999_999_999 } });
  expect([screen.headers['content-type'], screen.error]).toEqual([
    'application/json; charset=utf-8',
    { error: 'Not found.', code: 'not_found' },
  ]);
});

test('a program at its limit is refused and affects no other caller', async () => {
  const [busy, other] = [await server.signUp(), await server.signUp()];
  const [first, second, foreign] = [await makeKey(busy), await makeKey(busy), await makeKey(other)];
  // The first request of a key counts for its address: its organization is not known before.
  for (const key of [first, second, foreign]) {
    const { statusCode, headers } = await ask(key);
    expect([statusCode, headers['x-ratelimit-remaining']]).toEqual([200, String(BURST)]);
  }
  const known = await ask(first);
  expect(known.headers).toMatchObject({
    'ratelimit-policy': `"key";q=${BURST};w=5, "organization";q=500000;w=5`,
    ratelimit: expect.stringMatching(/^"key";r=9;t=1, "organization";r=\d+;t=1$/),
    'x-ratelimit-limit': String(BURST),
    'x-ratelimit-remaining': '9',
    'x-ratelimit-reset': '1',
  });
  const answers = await Promise.all(Array.from({ length: BURST + 4 }, () => ask(first)));
  const refused = answers.find(({ statusCode }) => statusCode === 429);
  expect(refused?.json()).toMatchObject({
    type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
    status: 429,
    code: 'too_many_requests',
    error: 'Too many requests by this API key. Please try again in a moment.',
    'violated-policies': ['key'],
  });
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(second)).statusCode).toBe(200);
  expect((await ask(foreign)).statusCode).toBe(200);
  expect((await busy.call(api.listCampaigns)).status).toBe(200);
  const events = async () => {
    const { data } = await busy.call(api.listSecurityEvents, { query: {} });
    return data.events.map(({ event, reason }) => [event, reason]);
  };
  await expect.poll(events).toContainEqual(['quota_reached', 'requests by key']);
});

test('thousands of wrong keys stop no known key, no other address, and no person at the same address', async () => {
  const person = await server.signUp();
  const key = await makeKey(person);
  const attacker = '198.51.100.66';
  expect((await ask(key, api.listCampaigns, attacker)).statusCode).toBe(200);
  const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
  const flood = Array.from({ length: STRANGERS_PER_MINUTE + 12 }, () => ask(wrong, api.listCampaigns, attacker));
  const codes = new Set((await Promise.all(flood)).map((answer) => answer.json().code));
  expect([...codes]).toEqual(['api_key_malformed', 'rate_limited']);
  expect((await ask(key, api.listCampaigns, attacker)).statusCode).toBe(200);
  expect((await ask(key, api.listCampaigns, '198.51.100.67')).statusCode).toBe(200);
  expect((await ask(null, api.getAppInfo, attacker)).statusCode).toBe(200);
});

test('a key carries a checksum: a wrong character is found without a database', () => {
  const keys = Array.from({ length: 200 }, () => makeApiKey('live').secret);
  expect(new Set(keys).size).toBe(200);
  for (const key of keys) {
    expect([key.length, isApiKey(key)]).toEqual([58, true]);
    const at = 9 + Math.floor(Math.random() * 49);
    const other = key[at] === 'a' ? 'b' : 'a';
    expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    expect(isApiKey(key.replace('live', 'test'))).toBe(false);
  }
});
