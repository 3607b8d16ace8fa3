import type { AddressInfo } from 'node:net';
import { api } from '@overture/contract';
import { KEY_BUNDLES } from '@overture/domain/access/key-scopes';
import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../../server/src/testing/harness.ts';
import { CALLS, PAGED, UPLOADS } from './calls.ts';
import { type ClientOptions, createClient, OvertureError, verifyWebhook } from './index.ts';

const server = useTestServer();
let key = '';

beforeAll(async () => {
  const person = await server.signUp();
  const scopes = [...KEY_BUNDLES.send.scopes, 'export' as const, 'erase' as const];
  key = (await person.call(api.createApiKey, { body: { name: 'Client', scopes } })).data.secret;
});

const url = (): string => `http://127.0.0.1:${(server.program.app.server.address() as AddressInfo).port}`;
const connect = (options: Partial<ClientOptions> = {}) => createClient({ url: url(), key, ...options });

/** The network, on which the first requests meet what is given. */
function failFirst(...failures: ((send: () => Promise<Response>) => Promise<Response>)[]) {
  const requests: RequestInit[] = [];
  const given = (address: string, init: RequestInit): Promise<Response> => {
    requests.push(init);
    const send = (): Promise<Response> => fetch(address, init);
    return failures.shift()?.(send) ?? send();
  };
  return { requests, fetch: given };
}
const answer =
  (status: number, headers: Record<string, string> = {}) =>
  async () =>
    new Response('{"code":"too_many_requests","error":"Slow down."}', { status, headers });
const loseAnswer = async (send: () => Promise<Response>): Promise<Response> => {
  await send();
  throw new TypeError('socket closed');
};
const keyOf = ({ headers }: RequestInit): unknown => (headers as Record<string, string>)['idempotency-key'];
const failureOf = (promise: Promise<unknown>): Promise<OvertureError> =>
  promise.then(
    () => expect.fail('should have failed'),
    (error) => error as OvertureError,
  );

test('path, query and body travel as one object', async () => {
  const client = connect();
  const { campaign } = await client.createCampaign({ name: 'Spring & more' });
  await client.updateCampaign({ id: campaign.id, name: 'Summer' });
  expect((await client.getCampaign({ id: campaign.id })).campaign.name).toBe('Summer');
});

test('a list is read page by page, each row once', async () => {
  const client = connect();
  const emails = Array.from({ length: 7 }, (_, index) => `person-${index}@harbor.example`);
  for (const email of emails) await client.addSuppression({ entry: email });
  const found: unknown[] = [];
  for await (const row of client.iterate('listSuppressions', { limit: 3 })) found.push(row.email);
  expect(found.toSorted()).toEqual(emails);
});

test('files go up and come down', async () => {
  const client = connect();
  const { id } = await client.createSearch({ name: 'Fair' });
  const file = new File(['Email,Name\nada@harbor.example,Ada\n'], 'leads.csv', { type: 'text/csv' });
  const column_mapping = JSON.stringify({ email: 'Email', first_name: 'Name' });
  expect(await client.importCsv({ id, file, column_mapping })).toMatchObject({ added_prospects: 1 });
  const leads: unknown[] = [];
  for await (const lead of client.iterate('listSearchProspects', { id })) leads.push(lead);
  expect(leads).toMatchObject([{ email: 'ada@harbor.example' }]);
  expect(await (await client.downloadActivities({})).text()).toContain(',');
});

test('a refusal is a typed error', async () => {
  const error = await failureOf(connect().getCampaign({ id: 999_999_999 }));
  expect(error).toBeInstanceOf(OvertureError);
  expect(error).toMatchObject({ status: 404, code: 'not_found', instance: expect.stringContaining('urn:') });
  expect(new URL(error.type ?? '').pathname).toBe('/api/errors/not_found');
  const wrong = await failureOf(connect().createCampaign({ name: 'x'.repeat(10_000) }));
  expect(wrong).toMatchObject({ status: 400, details: { name: expect.any(String) } });
  const unknown = await failureOf(connect({ key: key.slice(0, -1) }).listCampaigns());
  expect([unknown.status, unknown.code]).toEqual([401, 'api_key_malformed']);
});

test('a lost answer of a call with an Idempotency-Key is asked for again, and nothing happens twice', async () => {
  const network = failFirst(loseAnswer);
  const client = connect({ fetch: network.fetch });
  const { campaign } = await client.createCampaign({ name: 'Only once' });
  expect(network.requests).toHaveLength(2);
  expect(keyOf(network.requests[0]!)).toBe(keyOf(network.requests[1]!));
  const { campaigns } = await client.listCampaigns();
  expect(campaigns.filter(({ name }) => name === 'Only once').map(({ id }) => id)).toEqual([campaign.id]);
});

test('a lost answer of any other write is an error', async () => {
  const network = failFirst(loseAnswer);
  const client = connect({ fetch: network.fetch });
  const error = await failureOf(client.createLabel({ name: 'Hot', color: '#ff0000' } as never));
  expect([error.status, error.code, network.requests.length]).toEqual([0, 'unreachable', 1]);
});

test('Retry-After is respected, up to the longest wait', async () => {
  const soon = failFirst(answer(429, { 'retry-after': '0' }), answer(503, { 'retry-after': '0' }));
  await connect({ fetch: soon.fetch }).listCampaigns();
  expect(soon.requests).toHaveLength(3);
  const late = failFirst(answer(429, { 'retry-after': '86400' }));
  const error = await failureOf(connect({ fetch: late.fetch }).listCampaigns());
  expect([error.status, error.retry_after_in_seconds, late.requests.length]).toEqual([429, 86_400, 1]);
  const always = failFirst(...Array.from({ length: 9 }, () => answer(429, { 'retry-after': '0' })));
  await failureOf(connect({ fetch: always.fetch, retries: 2 }).listCampaigns());
  expect(always.requests).toHaveLength(3);
});

test('a signal ends a call while it waits', async () => {
  const control = new AbortController();
  const network = failFirst(async () => {
    queueMicrotask(() => control.abort(new Error('enough')));
    return answer(429, { 'retry-after': '50' })();
  });
  const error = await failureOf(connect({ fetch: network.fetch }).listCampaigns({}, { signal: control.signal }));
  expect([error.message, network.requests.length]).toEqual(['enough', 1]);
});

test('an address that redirects, a page of a proxy and a wrong address each say what is wrong', async () => {
  const redirect = failFirst(
    async () => new Response(null, { status: 301, headers: { location: 'https://a.example/' } }),
  );
  const moved = await failureOf(connect({ fetch: redirect.fetch }).listCampaigns());
  expect([moved.code, moved.message]).toEqual([
    'redirected',
    'The server redirects to https://a.example/. Give the client that address.',
  ]);
  const page = failFirst(async () => new Response('<html>', { status: 404 }));
  expect((await failureOf(connect({ fetch: page.fetch }).listCampaigns())).code).toBe('unreadable');
  expect(() => connect({ url: 'overture.example' })).toThrow('https://');
  expect(() => connect({ key: 'two words' })).toThrow('API key');
});

test('each paged list is one that iterate knows', () => {
  const paged = Object.entries(CALLS).filter(([, { by }]) => by);
  expect(paged.map(([name]) => name).toSorted()).toEqual(Object.keys(PAGED).toSorted());
  const others = Object.entries(api).filter(([name, { query }]) => {
    const fields = Object.keys(query.shape);
    return name in CALLS && !(name in PAGED) && (fields.includes('page') || fields.includes('cursor'));
  });
  expect(others.map(([name]) => name)).toEqual([]);
});

test('each call that takes a file is one that has the field file', () => {
  const uploads = Object.entries(CALLS).filter(([, { upload }]) => upload);
  expect(uploads.map(([name]) => name).toSorted()).toEqual([...UPLOADS]);
});

test('a call names each field once in path, query and body', () => {
  const reached = Object.entries(api).filter(([name]) => name in CALLS);
  const doubled = reached.filter(([, { params, query, body, path }]) => {
    const fields = [params, query, body].flatMap((schema) => Object.keys((schema as typeof query).shape));
    const places = [...path.matchAll(/\{(\w+)\}/g)].length;
    return new Set(fields).size < fields.length || Object.keys(params.shape).length < places;
  });
  expect(doubled.map(([name]) => name)).toEqual([]);
});

test('a message signed by a clock that is off is verified up to the tolerance, before and after', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = '{"id":"msg_1"}';
  const verify = (seconds: number, tolerance_in_seconds?: number) => {
    const at = new Date(Date.now() + seconds * 1000);
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
    };
    return verifyWebhook({ secret, headers, body, ...(tolerance_in_seconds ? { tolerance_in_seconds } : {}) });
  };
  for (const seconds of [-270, 0, 270]) expect(await verify(seconds)).toEqual({ id: 'msg_1' });
  await expect(verify(-301)).rejects.toThrow('too old');
  await expect(verify(330)).rejects.toThrow('from the future');
  expect(await verify(-1000, 1200)).toEqual({ id: 'msg_1' });
  await expect(verify(-100, 60)).rejects.toThrow('too old');
  await expect(verify(Number.NaN)).rejects.toThrow();
});

test('a signed message is verified, a changed or foreign one is not', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = JSON.stringify({ id: 'msg_1', type: 'webhook.test', data: { message: 'Grüße' } });
  const sign = (at: Date) => ({
    'Webhook-Id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1a,AAAA v1,AAAA ${new Webhook(secret).sign('msg_1', at, body)}`,
  });
  const headers = sign(new Date());
  for (const given of [headers, new Headers(headers)])
    expect(await verifyWebhook({ secret, headers: given, body })).toEqual(JSON.parse(body));
  expect(await verifyWebhook({ secret, headers, body: Buffer.from(body) })).toEqual(JSON.parse(body));
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  await expect(verifyWebhook({ secret, headers, body: `${body} ` })).rejects.toThrow('signature');
  await expect(verifyWebhook({ secret: other, headers, body })).rejects.toThrow('signature');
  await expect(verifyWebhook({ secret: 'whsec_!', headers, body })).rejects.toThrow('secret');
  await expect(verifyWebhook({ secret, headers: {}, body })).rejects.toThrow('headers');
});
