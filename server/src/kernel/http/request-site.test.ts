import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { describe, expect, inject, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { apiBase } from './bind.ts';
import { getSite } from './request-site.ts';

const request = (protocol: string, headers: Record<string, string>): FastifyRequest =>
  ({ headers, host: headers.host ?? 'app.example', protocol }) as unknown as FastifyRequest;

const secure = 'https://app.example';
const plain = 'http://localhost:3000';

describe('whose page made a request', () => {
  test.each<[string, string, string, Record<string, string>, string]>([
    ['the installation itself', secure, 'http', { origin: secure }, 'own'],
    ['a branded host behind a proxy', secure, 'http', { host: 'b.example', origin: 'https://b.example' }, 'own'],
    ['the same host over http where people use https', secure, 'http', { origin: 'http://app.example' }, 'foreign'],
    ['the same host with another port', secure, 'https', { origin: 'https://app.example:8443' }, 'foreign'],
    ['a name that begins alike', secure, 'https', { origin: 'https://app.example.evil.test' }, 'foreign'],
    [
      'a trial start by its other name',
      plain,
      'http',
      { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' },
      'own',
    ],
    ['a trial start, https by a proxy that is believed', plain, 'https', { origin: 'https://app.example' }, 'own'],
    ['a trial start, https without a trusted proxy', plain, 'http', { origin: 'https://app.example' }, 'foreign'],
    ['a host in capitals', secure, 'https', { host: 'B.Example', origin: 'https://b.example' }, 'own'],
    ['a sandboxed frame or a file', secure, 'https', { origin: 'null' }, 'foreign'],
    ['nonsense', secure, 'https', { origin: 'https://' }, 'foreign'],
    ['a sister domain', secure, 'https', { 'sec-fetch-site': 'same-site' }, 'foreign'],
    ['another site without an origin', secure, 'https', { 'sec-fetch-site': 'cross-site' }, 'foreign'],
    [
      'our name, but the browser says otherwise',
      secure,
      'https',
      { origin: secure, 'sec-fetch-site': 'cross-site' },
      'foreign',
    ],
    ['our own page without an origin', secure, 'https', { 'sec-fetch-site': 'same-origin' }, 'own'],
    ['a program', secure, 'https', {}, 'unsaid'],
    ['typed by the person', secure, 'https', { 'sec-fetch-site': 'none' }, 'unsaid'],
  ])('%s', (_, appUrl, protocol, headers, expected) => {
    expect(getSite(request(protocol, headers), appUrl)).toBe(expected);
  });
});

const writes = (Object.entries(api) as [string, Endpoint][]).filter(([, { method }]) => method !== 'GET');

/**
 * Shapes that the tests above cover: `npm run prove` tries each on every call; here every call meets two, the next call the
 * next two.
 */
const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'http://localhost:81' },
  { origin: 'https://localhost' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example', jwt: 'no-session-at-all' },
];

function pickShapes<T>(shapes: readonly T[], endpoint: Endpoint): T[] {
  if (inject('is_proving')) return [...shapes];
  const place = writes.findIndex(([, one]) => one === endpoint);
  return [0, 1].map((step) => shapes[(place * 2 + step) % shapes.length]!);
}

describe('every write of the contract', () => {
  const server = useTestServer({ roles: ['web'], session_memory_in_ms: 60_000 });
  const call = (endpoint: Endpoint, headers: Record<string, string>, payload: string | object = {}) =>
    server.program.app.inject({
      method: endpoint.method,
      url: apiBase + endpoint.path.replace(/\{\w+\}/g, '1'),
      headers: { host: 'localhost', ...headers },
      payload,
    });
  const codeOf = (answer: { json(): unknown }): string => (answer.json() as { code: string }).code;

  test('there are many of them', () => expect(writes.length).toBeGreaterThan(80));

  test.each(writes)('%s is refused to pages of others', async (_, endpoint) => {
    const person = await sharedPerson();
    const cookie = `overture_session=${person.token}`;
    for (const headers of pickShapes(FOREIGN, endpoint)) {
      expect([headers, codeOf(await call(endpoint, headers))]).toEqual([headers, 'foreign_origin']);
      expect([headers, codeOf(await call(endpoint, { cookie, ...headers }))]).toEqual([headers, 'foreign_origin']);
    }
    // A cookie that comes along without a word about the page.
    expect(codeOf(await call(endpoint, { cookie }))).toBe('foreign_origin');
  });

  test.each(writes)('%s takes no form and no plain text', async (_, endpoint) => {
    const person = await sharedPerson();
    const own = { origin: 'http://localhost', jwt: person.token ?? '' };
    const multipart = 'multipart/form-data; boundary=b';
    const bodies: [string, string][] = [
      ['application/x-www-form-urlencoded', 'email=a%40b.example&password=x'],
      ['text/plain', '{"email":"a@b.example","password":"x"}'],
      ['application/octet-stream', '{}'],
      ['application/json-seq', '{}'],
      endpoint.multipart
        ? ['application/json', '{}']
        : [multipart, '--b\r\ncontent-disposition: form-data; name="email"\r\n\r\na@b.example\r\n--b--\r\n'],
    ];
    for (const [type, body] of bodies) {
      const answer = await call(endpoint, { ...own, 'content-type': type }, body);
      // Who may not call it at all hears that first.
      expect([type, answer.statusCode]).toEqual([type, codeOf(answer) === 'forbidden' ? 403 : 415]);
    }
  });

  test('a program with the header may call from anywhere, and one without any session may sign in', async () => {
    const person = await server.signUp();
    const rename = { current_password: 'correct horse', new_name: 'Grace Hopper' };
    const abroad = { origin: 'https://partner.example', 'sec-fetch-site': 'cross-site', jwt: person.token ?? '' };
    expect((await call(api.changeName as never, abroad, rename)).statusCode).toBe(200);
    const login = { email: person.email, password: 'correct horse' };
    expect((await call(api.login as never, {}, login)).statusCode).toBe(200);
    expect((await call(api.login as never, { origin: 'http://localhost' }, login)).statusCode).toBe(200);
  });

  let shared: ReturnType<typeof server.signUp> | null = null;
  function sharedPerson() {
    shared ??= server.signUp();
    return shared;
  }
});
