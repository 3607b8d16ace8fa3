import { createAppDocuments } from '@overture/adapters/app-documents/app-documents.adapter';
import { PRIVATE_HOSTS } from '@overture/adapters/kit/testing/private-hosts';
import { api } from '@overture/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, type TestServer, useTestServer } from '../../../testing/harness.ts';
import { ISSUER, RETURN_TO, startAppHost } from './apps.factory.ts';
import { isPublished, isRedirectUri, parseDocument, parseFreshness } from './client-metadata.rules.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<TestServer['signUp']>>;
let person: Person;
let host: Awaited<ReturnType<typeof startAppHost>>;

const documentOf = (path: string, more: object = {}) =>
  JSON.stringify({ client_id: `${host.origin}${path}`, client_name: 'Deskmate', redirect_uris: [RETURN_TO], ...more });

/** What a hostile or careless host answers at each path. */
const ANSWERS: Record<string, () => { status?: number; headers?: object; body: string }> = {
  '/good.json': () => ({ body: documentOf('/good.json') }),
  '/huge.json': () => ({ body: documentOf('/huge.json', { filler: 'x'.repeat(10_000_000) }) }),
  '/redirect.json': () => ({ status: 302, headers: { location: 'http://169.254.169.254/latest' }, body: '' }),
  '/other.json': () => ({ body: documentOf('/good.json') }),
  '/secret.json': () => ({ body: documentOf('/secret.json', { client_secret: 'x' }) }),
  '/signed.json': () => ({ body: documentOf('/signed.json', { token_endpoint_auth_method: 'private_key_jwt' }) }),
  '/script.json': () => ({ body: documentOf('/script.json', { redirect_uris: ['javascript:alert(1)'] }) }),
  '/page.json': () => ({ body: '<html>' }),
  '/upload.json': () => ({ headers: { 'content-type': 'text/plain' }, body: documentOf('/upload.json') }),
  '/vendor.json': () => ({
    headers: { 'content-type': 'application/oauth+JSON; charset=utf-8' },
    body: documentOf('/vendor.json'),
  }),
};

beforeAll(async () => {
  person = await server.signUp();
  host = await startAppHost((path) => ANSWERS[path]?.() ?? { status: 404, body: '' });
});
afterAll(() => host.stop());

const requestOf = (path: string, more: object = {}) => ({
  response_type: 'code',
  client_id: `${host.origin}${path}`,
  redirect_uri: RETURN_TO,
  code_challenge: 'a'.repeat(43),
  code_challenge_method: 'S256',
  state: 'of the app',
  ...more,
});
const describeRequest = (path: string, more?: object) =>
  person.call(api.getAppRequest, { body: requestOf(path, more) });

describe('an app is identified before the person is sent anywhere', () => {
  test.each([
    ['/huge.json', 'larger than 65536 bytes'],
    ['/redirect.json', 'redirects'],
    ['/other.json', 'names another app'],
    ['/secret.json', 'publishes a secret'],
    ['/signed.json', 'PKCE'],
    ['/script.json', 'no address to return to'],
    ['/page.json', 'not the metadata'],
    ['/missing.json', 'status 404'],
    ['/upload.json', 'with JSON'],
    ['/', 'must have a path'],
    ['/a/../good.json', 'shortest form'],
    ['/good.json#x', 'must not contain #'],
  ])('not by the document at %s', async (path, words) => {
    const { status, error } = await describeRequest(path);
    expect([status, error.code, error.error]).toEqual([400, 'app_unknown', expect.stringContaining(words)]);
    const approved = await person.call(api.approveApp, { body: { request: requestOf(path), scopes: ['read'] } });
    expect([approved.status, approved.error.code]).toEqual([400, 'app_unknown']);
  });

  test('not by an address inside the network, and no private host is asked', async () => {
    const documents = createAppDocuments({ outbound_allow: '', requires_https: false });
    for (const name of PRIVATE_HOSTS)
      await expect(documents.fetchDocument(`http://${name}/client.json`)).rejects.toThrow(/private|allowed|valid/);
    const strict = createAppDocuments({ outbound_allow: '127.0.0.1', requires_https: true });
    await expect(strict.fetchDocument(`${host.origin}/good.json`)).rejects.toThrow('must use https');
    await Promise.all([documents.close(), strict.close()]);
  });

  test('by a type of JSON that its vendor names', async () => {
    expect((await describeRequest('/vendor.json')).data.app.name).toBe('Deskmate');
  });

  test('not by a document at an address of ours, where others can upload files', async () => {
    const { organization_id } = await server.signUp();
    await server.owner.query(
      `with agency as (update organizations set is_agency = true, is_whitelabel = true where organization_id = $1)
        insert into brand_hosts (organization_id, host, token, verified_at) values ($1, 'apps.ours.example', 'a', app_now())`,
      [organization_id],
    );
    for (const client_id of ['https://apps.ours.example/file.json', 'https://apps.ours.example./file.json']) {
      const { error } = await describeRequest('/good.json', { client_id });
      expect([error.code, error.error]).toEqual(['app_unknown', expect.stringContaining('one of ours')]);
    }
  });

  test('not without an id, and not by one that was never registered', async () => {
    for (const client_id of ['', 'ovt_client_unknown', 'x'.repeat(501)]) {
      const { error } = await describeRequest('/good.json', { client_id });
      expect([client_id, error.code]).toEqual([client_id, 'app_unknown']);
    }
  });

  test.each([
    'https://evil.example/callback',
    `${RETURN_TO}/more`,
    `${RETURN_TO}?x=1`,
    'http://127.0.0.1:4711/other',
    'http://127.0.0.1.evil.example/callback',
    'http://localhost/callback',
    'javascript:alert(1)',
    '//evil.example',
    '',
  ])('and %j, which it did not publish, is no address to return to', async (redirect_uri) => {
    const { error } = await describeRequest('/good.json', { redirect_uri });
    expect(error.code).toBe('app_return_unknown');
    const request = requestOf('/good.json', { redirect_uri });
    for (const call of [
      person.call(api.approveApp, { body: { request, scopes: ['read'] } }),
      person.call(api.declineApp, { body: { request } }),
    ])
      expect((await call).error.code).toBe('app_return_unknown');
  });
});

test.each([
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ code_challenge: null }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ resource: 'https://evil.example/mcp' }, 'invalid_target'],
])('a request with %j cannot be approved, and the return address carries the error', async (changes, error) => {
  const { data } = await describeRequest('/good.json', changes);
  const back = new URL(data.problem?.redirect_to ?? '');
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: 'of the app', iss: ISSUER });
  const request = requestOf('/good.json', changes);
  const approved = await person.call(api.approveApp, { body: { request, scopes: ['read'] } });
  expect(approved.error.code).toBe('bad_request');
});

test('a person who declines is sent back without a code, and gives no more than was asked', async () => {
  const request = requestOf('/good.json', {
    scope: 'read offline_access',
    redirect_uri: 'http://127.0.0.1:9/callback',
  });
  const declined = await person.call(api.declineApp, { body: { request } });
  expect(declined.data.redirect_to).toBe(
    `http://127.0.0.1:9/callback?error=access_denied&state=of+the+app&iss=${encodeURIComponent(ISSUER)}`,
  );
  const none = await person.call(api.approveApp, { body: { request, scopes: ['send', 'spend'] } });
  expect(none.error.code).toBe('bad_request');
});

test('only a signed-in person who confirmed their identity lately connects an app', async () => {
  const body = { request: requestOf('/good.json'), scopes: ['read' as const] };
  expect((await createClient(server.program, null).call(api.approveApp, { body })).status).toBe(401);
  const own = await server.signUp();
  await server.owner.query(`update sessions set confirmed_at = now() - interval '1 day' where user_id = $1`, [
    own.user_id,
  ]);
  expect((await own.call(api.approveApp, { body })).error.code).toBe('step_up_needed');
});

test('a person decides about 60 apps an hour', async () => {
  const own = await server.signUp();
  await server.program.system.rate_limits.spend('app-decisions', String(own.user_id), 60, 3600, 59);
  const request = requestOf('/good.json');
  expect((await own.call(api.declineApp, { body: { request } })).status).toBe(200);
  for (const call of [
    own.call(api.declineApp, { body: { request } }),
    own.call(api.approveApp, { body: { request, scopes: ['read'] } }),
  ])
    expect((await call).error.code).toBe('rate_limited');
});

describe('registrations by strangers', () => {
  const register = (body: object, remoteAddress: string) =>
    server.program.app.inject({ method: 'POST', url: '/oauth/register', payload: body, remoteAddress });

  const sweep = async (): Promise<void> => {
    const { apiKeysSlice } = await import('../index.ts');
    const loop = apiKeysSlice.loops?.find(({ name }) => name === 'old-app-tokens');
    await loop?.run(server.program.system, new AbortController().signal);
  };
  const listKept = async (): Promise<object[]> =>
    (await server.owner.query(`select client_id from oauth_clients where name = repeat('x', 80)`)).rows;

  test('have 16 KB at most', async () => {
    const answer = await register({ redirect_uris: [RETURN_TO], filler: 'x'.repeat(16 * 1024) }, '203.0.113.81');
    expect(answer.statusCode).toBe(413);
  });

  test('are limited for each network and altogether, and are deleted unless a person approves them', async () => {
    const given = { redirect_uris: [RETURN_TO], client_name: 'x'.repeat(500) };
    for (let times = 0; times < 20; times += 1) expect((await register(given, '198.51.100.7')).statusCode).toBe(201);
    expect((await register(given, '198.51.100.7')).statusCode).toBe(429);
    const one = (await register(given, '198.51.100.99')).json();
    expect(one).toMatchObject({ client_name: 'x'.repeat(80), token_endpoint_auth_method: 'none' });
    await server.program.system.rate_limits.spend('all-app-registrations', 'all', 500, 3600, 479);
    expect((await register(given, '203.0.113.9')).statusCode).toBe(429);
    await server.owner.query(`update oauth_clients set created_at = now() - interval '2 days'`);
    const kept = requestOf('', { client_id: one.client_id });
    expect((await person.call(api.approveApp, { body: { request: kept, scopes: ['read'] } })).status).toBe(200);
    await sweep();
    expect(await listKept()).toEqual([{ client_id: one.client_id }]);
    for (const [days, left] of [
      [364, 1],
      [366, 0],
    ]) {
      await server.owner.query(
        `update oauth_clients set approved_at = now() - make_interval(days => $1) where client_id = $2`,
        [days, one.client_id],
      );
      await sweep();
      expect(await listKept()).toHaveLength(left!);
    }
  });

  test.each([
    [{}],
    [{ redirect_uris: [] }],
    [{ redirect_uris: ['javascript:alert(1)'] }],
    [{ redirect_uris: ['http://evil.example/'] }],
    [{ redirect_uris: Array.from({ length: 51 }, () => RETURN_TO) }],
  ])('are refused with %j', async (body) => {
    const answer = await register(body, '203.0.113.80');
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_client_metadata']);
  });
});

describe('rules', () => {
  test.each([
    ['https://desk.example/callback', true],
    ['http://localhost:1/x', true],
    ['http://[::1]/x', true],
    ['cursor://callback/x', true],
    ['com.example.desk://callback', true],
    ['http://desk.example/callback', false],
    ['https://user@desk.example/', false],
    ['https://desk.example/#x', false],
    ['javascript://desk.example/%0aalert(1)', false],
    ['data:text/html,x', false],
    ['file:///etc/passwd', false],
    ['blob:https://desk.example/x', false],
  ])('%s is an address to return to: %s', (address, expected) => {
    expect(isRedirectUri(address)).toBe(expected);
  });

  test('a loopback address matches on any port, and other addresses do not', () => {
    expect(isPublished(['http://127.0.0.1/x'], 'http://127.0.0.1:55/x')).toBe(true);
    expect(isPublished(['https://desk.example/x'], 'https://desk.example:55/x')).toBe(false);
  });

  test.each([
    ['max-age=3600', 3600],
    ['public, max-age=0', 60],
    ['max-age=999999999', 86_400],
    ['no-store, max-age=3600', 60],
    ['max-age=-5', 300],
    [null, 300],
  ])('a document with %j is fresh for %s seconds', (header, seconds) => {
    expect(parseFreshness(header)).toBe(seconds);
  });

  test('an app without a name is named by its host', () => {
    const body = JSON.stringify({ client_id: 'https://desk.example/c', redirect_uris: ['https://desk.example/x'] });
    expect(parseDocument('https://desk.example/c', body)).toMatchObject({ value: { name: 'desk.example' } });
  });
});
