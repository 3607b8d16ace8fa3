import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { createClient, useTestServer } from '../../testing/harness.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { isSameSecret } from '../crypto.ts';
import { apiBase } from './bind.ts';

const server = useTestServer({
  roles: ['web', 'live'],
  environment: { METRICS_TOKEN: 'a token of metrics', TRUST_PROXY: '1' },
});
const endpoints = Object.entries(api) as [string, Endpoint][];
const pages = [
  ...[
    '/',
    '/login',
    '/settings/security',
    '/no-such-page',
    '/api/v1/no-such-call/',
    '/api/docs',
    '/api/docs/js/start.js',
  ],
  ...[
    '/api/docs/js/scalar.js',
    '/api/openapi.json',
    '/healthz',
    '/metrics',
    '/u/no-such-token',
    '/p/no-such-token',
    '/webhooks/linkedin',
    '/icon.svg',
    '/theme-boot.js',
  ],
];

function parsePolicy(header: unknown): Map<string, string[]> {
  const parts = String(header)
    .split(';')
    .map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]));
}

function expectSafe(headers: Record<string, unknown>, host: string): void {
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['cache-control']).toBeTruthy();
  const policy = parsePolicy(headers['content-security-policy']);
  for (const [name, sources] of policy) {
    for (const source of sources) {
      // A quoted word, data:, blob:, or a socket to this very host: no scheme and no host beside.
      const isOwn =
        /^'[a-z-]+'$/.test(source) ||
        /^(data|blob):$/.test(source) ||
        source === `ws://${host}` ||
        source === `wss://${host}`;
      expect([name, source, isOwn]).toEqual([name, source, true]);
    }
  }
  for (const name of ['script-src', 'default-src']) expect(policy.get(name) ?? []).not.toContain("'unsafe-inline'");
  expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
}

describe('headers of every kind of answer', () => {
  test.each(endpoints.map(([name, endpoint]) => [name, endpoint] as const))('%s', async (_, endpoint) => {
    const url = apiBase + endpoint.path.replace(/\{\w+\}/g, '1');
    const answer = await server.program.app.inject({ method: endpoint.method, url, headers: { host: 'app.example' } });
    expectSafe(answer.headers, 'app.example');
    expect(answer.headers['cache-control']).toContain('no-store');
  });

  test.each(pages)('%s', async (url) => {
    const answer = await server.program.app.inject({ method: 'GET', url, headers: { host: 'app.example:8443' } });
    expectSafe(answer.headers, 'app.example:8443');
  });

  test('a host that is none gets into no policy', async () => {
    const authorization = 'Bearer a token of metrics';
    for (const host of ["x; script-src 'unsafe-inline'", 'a b', 'x,y']) {
      const answer = await server.program.app.inject({
        method: 'GET',
        url: '/metrics',
        headers: { host, authorization },
      });
      const policy = parsePolicy(answer.headers['content-security-policy']);
      expect(policy.get('connect-src')).toEqual(["'self'"]);
      expect(policy.get('script-src')).toEqual(["'self'"]);
    }
  });

  test('data may load nothing', async () => {
    const answer = await server.program.app.inject({ method: 'GET', url: '/healthz' });
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  test('a signed-in answer is not kept, and signing out clears what the browser has', async () => {
    const person = await server.signUp();
    expect((await person.call(api.getUser)).headers['cache-control']).toBe('no-store');
    const out = await person.call(api.logout);
    expect(out.headers['clear-site-data']).toBe('"cache", "storage"');
    expect(
      (await server.anonymous.call(api.login, { body: { email: 'x@y.example', password: 'x' } })).headers,
    ).not.toHaveProperty('clear-site-data');
  });
});

describe('TLS', () => {
  test('is insisted on where a trusted proxy speaks it', async () => {
    const get = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      server.program.app.inject({ method: 'GET', url: '/healthz', headers, remoteAddress });
    expect((await get({})).headers['strict-transport-security']).toBeUndefined();
    expect(
      (await get({ 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' })).headers[
        'strict-transport-security'
      ],
    ).toMatch(/max-age=31536000/);
  });

  test('holds for all names below APP_URL, and for none below the host of a brand', async () => {
    const get = async (host: string) => {
      const headers = { host, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };
      const answer = await server.program.app.inject({ method: 'GET', url: '/healthz', headers });
      return answer.headers['strict-transport-security'];
    };
    const { hostname } = new URL(server.config.APP_URL);
    expect(await get(hostname)).toBe('max-age=31536000; includeSubDomains');
    expect(await get(`${hostname}:8443`)).toBe('max-age=31536000; includeSubDomains');
    for (const host of ['agency.example', `x.${hostname}`]) expect(await get(host)).toBe('max-age=31536000');
  });

  const base = {
    NODE_ENV: 'production',
    SECRET_KEY: randomBytes(32).toString('base64url'),
    DATA_DIR: join(tmpdir(), 'overture-headers-test'),
  };
  test.each([
    'http://app.example',
    'http://10.0.0.7:3000',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
  ])('APP_URL=%s is refused in production', (APP_URL) => {
    expect(() => loadConfig({ ...base, APP_URL })).toThrow(ConfigError);
  });
  test.each(['https://app.example', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    '%s is not',
    (APP_URL) => {
      expect(loadConfig({ ...base, APP_URL }).APP_URL).toBe(APP_URL);
    },
  );
});

describe('what comes in', () => {
  test.each([
    '{"__proto__":{"role":"ADMIN"}}',
    '{"a":{"__proto__":{}}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"\\u005f_proto__":{}}',
  ])('JSON that would change a prototype is refused: %s', async (payload) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await server.program.app.inject({ method: 'POST', url: `${apiBase}/auth/login/`, headers, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_request']);
  });

  test('the token of /metrics', async () => {
    const get = (authorization?: string) =>
      server.program.app.inject({ method: 'GET', url: '/metrics', headers: authorization ? { authorization } : {} });
    expect((await get('Bearer a token of metrics')).statusCode).toBe(200);
    for (const wrong of [
      undefined,
      '',
      'Bearer',
      'Bearer a token of metric',
      'Bearer a token of metricsx',
      'a token of metrics',
    ]) {
      expect((await get(wrong)).statusCode).toBe(404);
    }
    expect([isSameSecret('a', 'a'), isSameSecret('a', 'ab'), isSameSecret('', 'a')]).toEqual([true, false, false]);
  });
});

test('a session of the header still ends with its sign-out', async () => {
  const person = await server.signUp();
  await person.call(api.logout);
  expect((await createClient(server.program, person.token).call(api.getUser)).status).toBe(401);
});
