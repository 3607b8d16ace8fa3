import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testMail } from '../mail/testing/mail-options.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { allMembers, idFor, memberOfId } from './network/world.ts';

let sandbox: Sandbox;
let directory = '';
const calls: { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = [];
let answer = 200;
/** The installation, as the provider sees it. */
const installation = createServer((request, response) => {
  let text = '';
  request.on('data', (piece) => {
    text += piece;
  });
  request.on('end', () => {
    calls.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) });
    response.writeHead(answer).end();
  });
});
const here = (route: string): string => `http://127.0.0.1:${(installation.address() as AddressInfo).port}${route}`;

const start = (): Promise<Sandbox> =>
  startSandbox({
    port: 0,
    linkedin: { state_file: path.join(directory, 'linkedin.json') },
    mail: testMail({ seed: 7 }),
  });

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'overture-linkedin-'));
  await new Promise<void>((resolve) => installation.listen(0, '127.0.0.1', resolve));
  sandbox = await start();
});
beforeEach(async () => {
  calls.length = 0;
  answer = 200;
  await post('/__control/clear', {});
});
afterAll(async () => {
  await sandbox?.close();
  installation.closeAllConnections();
  installation.close();
  await rm(directory, { recursive: true, force: true });
});

async function ask(method: string, route: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.addresses.http_url}/unipile${route}`, {
    method,
    redirect: 'manual',
    headers: { 'x-api-key': 'k', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, text, data: isJson ? JSON.parse(text) : null };
}
const post = (route: string, body: object) => ask('POST', route, body);

const linkBody = (changes: object = {}) => ({
  type: 'create',
  providers: ['LINKEDIN'],
  api_url: 'http://127.0.0.1',
  expiresOn: new Date(Date.now() + 60_000).toISOString(),
  success_redirect_url: here('/ok'),
  failure_redirect_url: here('/failed'),
  notify_url: here('/connected'),
  name: 'our user',
  ...changes,
});
const pageOf = async (changes: object = {}): Promise<string> => {
  const { data } = await post('/api/v1/hosted/accounts/link', linkBody(changes));
  return new URL(data.url).pathname.replace('/unipile', '');
};
/** As a browser sends the form. */
const press = (page: string, as: string) =>
  ask('POST', `${page}?as=${as}`, undefined, { 'content-type': 'application/x-www-form-urlencoded' });

test('a hosted page: the choice, the notify call, the webhook with its secret, the way back', async () => {
  const headers = [{ key: 'Unipile-Auth', value: 's3cret' }];
  await post('/api/v1/webhooks', { source: 'account_status', request_url: here('/hook'), headers });
  const page = await pageOf();
  expect((await ask('GET', page)).text).toContain('Sales Navigator');
  const done = await press(page, 'RECRUITER');
  expect([done.status, done.headers.get('location')]).toEqual([303, here('/ok')]);
  const [notified, hooked] = calls;
  expect(notified).toMatchObject({ path: '/connected', body: { status: 'CREATION_SUCCESS', name: 'our user' } });
  expect(hooked).toMatchObject({
    path: '/hook',
    headers: { 'unipile-auth': 's3cret' },
    body: { AccountStatus: { account_type: 'LINKEDIN', message: 'CREATION_SUCCESS' } },
  });
  expect((await ask('GET', page)).status).toBe(410);
});

test('failing leads to the failure address and makes no account; an old page has expired; a wrong time is refused', async () => {
  const failed = await press(await pageOf(), 'FAIL');
  expect(failed.headers.get('location')).toBe(here('/failed'));
  expect((await ask('GET', '/api/v1/accounts')).data.items).toEqual([]);
  expect(calls).toEqual([]);
  const old = await pageOf({ expiresOn: new Date(Date.now() - 1000).toISOString() });
  expect((await press(old, 'CLASSIC')).status).toBe(410);
  const wrong = await post('/api/v1/hosted/accounts/link', linkBody({ expiresOn: '2027-01-01T00:00:00Z' }));
  expect(wrong).toMatchObject({ status: 400, data: { type: 'errors/invalid_parameters' } });
});

test('a webhook that was not taken comes again; one that repeats comes twice', async () => {
  await post('/api/v1/webhooks', { source: 'account_status', request_url: here('/hook') });
  const { data } = await post('/__control/connect', { as: 'CLASSIC' });
  answer = 500;
  await post('/__control/account', { account_id: data.account_id, status: 'CREDENTIALS' });
  answer = 200;
  await expect.poll(() => calls.length).toBe(2);
  expect(calls[0]?.body).toEqual(calls[1]?.body);
  await post('/__control/webhooks', { repeat: 2 });
  await post('/__control/account', { account_id: data.account_id, status: 'OK' });
  expect(calls).toHaveLength(4);
});

test('without a key, with a wrong page size, cursor or body: the words of the provider', async () => {
  const { data } = await post('/__control/connect', { as: 'CLASSIC' });
  const url = 'https://www.linkedin.com/search/results/people/';
  const search = (query: string, body: object = { url }) =>
    post(`/api/v1/linkedin/search?account_id=${data.account_id}${query}`, body);
  expect((await ask('GET', '/api/v1/accounts', undefined, { 'x-api-key': '' })).status).toBe(401);
  expect((await search('&limit=51')).data).toMatchObject({ status: 400, type: 'errors/invalid_parameters' });
  expect((await search('&cursor=%00')).status).toBe(400);
  expect((await search('', { url: 'https://www.linkedin.com/feed/' })).status).toBe(400);
  expect((await search('', { nothing: true })).status).toBe(400);
  expect((await search('', { url: 'https://www.linkedin.com/sales/search/people' })).data.type).toBe(
    'errors/feature_not_subscribed',
  );
  expect((await ask('GET', '/api/v1/users/me?account_id=nobody')).status).toBe(404);
});

test('what is connected outlives a restart', async () => {
  const { data } = await post('/__control/connect', { as: 'PREMIUM' });
  await post('/api/v1/webhooks', { source: 'users', request_url: here('/hook') });
  await sandbox.close();
  sandbox = await start();
  const { items } = (await ask('GET', '/api/v1/accounts')).data;
  expect(items).toMatchObject([{ id: data.account_id, connection_params: { im: { premiumFeatures: ['premium'] } } }]);
  expect((await ask('GET', '/api/v1/webhooks')).data.items).toHaveLength(1);
});

test('the world: everybody has an address of their own, and an id only their viewer understands', () => {
  const members = allMembers();
  expect(new Set(members.map((member) => member.public_identifier)).size).toBe(members.length);
  for (const member of members.slice(0, 50)) {
    expect(member.public_identifier).toMatch(/^[a-z-]+-\d+$/);
    for (const product of ['classic', 'paid'] as const) {
      expect(memberOfId('one', idFor('one', member, product))).toBe(member);
      expect(memberOfId('two', idFor('one', member, product))).toBeUndefined();
    }
  }
  // As in the sample leads of a new installation.
  expect(members[0]).toMatchObject({ public_identifier: 'sanne-de-vries-0', title: 'Marketing Director' });
});
