import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { api } from '@overture/contract';
import { toThinData, WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from '@overture/contract/webhook-events';
import { WEBHOOK_LIMITS } from '@overture/domain/webhooks';
import { Webhook as Checker } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient, useTestServer } from '../../testing/harness.ts';
import { makeLeads } from '../prospects/prospects.factory.ts';
import { deliverNext, deliverWebhooks } from './deliver.service.ts';
import { pruneExcess, pruneMessages } from './deliveries.store.ts';
import { webhooksSlice } from './index.ts';
import { startReceiver } from './receiver.factory.ts';
import { enqueueEvents } from './webhooks.store.ts';

const server = useTestServer();
let receiver: Awaited<ReturnType<typeof startReceiver>>;
type Person = Awaited<ReturnType<typeof server.signUp>>;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.state.answer = (response) => void response.end('ok');
  await server.owner.query('delete from webhook_endpoints');
});

const contextOf = ({ organization_id }: Person) => server.program.system.forOrganization(organization_id);
const { signal } = new AbortController();
/** Turns of the loop without its idle slots, which wait. */
const run = async (lane: 'fast' | 'slow' = 'fast') => {
  while (await deliverNext(server.program.system, lane, signal));
};
const body = (changes: object = {}) => ({ url: receiver.url, event_types: ['*' as const], ...changes });

async function create(person: Person, changes: object = {}) {
  const { data, status } = await person.call(api.createWebhook, { body: body(changes) });
  expect(status).toBe(201);
  return { id: data.webhook.id, secret: data.secret };
}
const emit = (person: Person, ...keys: string[]) =>
  contextOf(person).transaction((tx) =>
    enqueueEvents(
      tx,
      keys.map((event_key) => ({ type: 'credits.low', event_key, data: { credits: 1, threshold: 2 } })),
    ),
  );
const deliveriesOf = async (person: Person, id: number) =>
  (await person.call(api.listWebhookDeliveries, { params: { id } })).data.deliveries;
const webhookOf = async (person: Person) => (await person.call(api.listWebhooks)).data.webhooks[0]!;
const later = (minutes: number) =>
  server.owner.query(`update webhook_deliveries set next_attempt_at = next_attempt_at - make_interval(mins => $1)`, [
    minutes,
  ]);
const rested = () => server.owner.query(`update webhook_endpoints set not_before = '-infinity'`);
const loadPage = (name: string) => readFile(join(import.meta.dirname, '../../../../docs/api', name), 'utf8');
const JS_BLOCK = /```js\n([\s\S]+?)```/g;
const importText = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`);
/** The first code of docs/api/webhooks.md. */
const loadCode = async () => importText([...(await loadPage('webhooks.md')).matchAll(JS_BLOCK)][0]![1]!);
const verify = (secret: string, { headers, body }: Pick<(typeof receiver.received)[number], 'headers' | 'body'>) =>
  new Checker(secret).verify(body, headers as Record<string, string>);

test('an event is posted once, and a receiver verifies it with the standardwebhooks package', async () => {
  const person = await server.signUp();
  const { id, secret } = await create(person);
  const [lead] = await makeLeads(contextOf(person), [{ first_name: 'Grace', email: 'grace@harbor.example' }]);
  const event = { type: 'prospect.unsubscribed', prospect_id: lead!.id, event_key: 'once' };
  await contextOf(person).transaction((tx) => enqueueEvents(tx, [event]));
  await contextOf(person).transaction((tx) => enqueueEvents(tx, [event]));
  await run();
  expect(receiver.received).toHaveLength(1);
  const message = verify(secret, receiver.received[0]!) as Record<string, unknown>;
  expect(message).toMatchObject({ type: 'prospect.unsubscribed', organization_id: person.organization_id });
  expect(message.id).toBe(receiver.received[0]!.headers['webhook-id']);
  expect(WEBHOOK_EVENTS['prospect.unsubscribed'].data.strict().parse(message.data)).toMatchObject({
    prospect: { email: 'grace@harbor.example' },
  });
  expect(await deliveriesOf(person, id)).toMatchObject([{ state: 'delivered', code: 200, attempts: 1, error: null }]);
  // Its clock is off by more than five minutes: a receiver refuses what was signed then.
  const old = { ...receiver.received[0]!.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 600) };
  expect(() => verify(secret, { ...receiver.received[0]!, headers: old })).toThrow(/old/);
});

test('each try is signed at its own time, so a receiver takes a message that waited for days', async () => {
  const person = await server.signUp();
  const { secret } = await create(person);
  await emit(person, 'a');
  await server.owner.query(
    `update webhook_messages set created_at = now() - interval '3 days' where organization_id = $1`,
    [person.organization_id],
  );
  await run();
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]];
  expect(verify(secret, { headers, body })).toMatchObject({ type: 'credits.low' });
  const { isFromOverture } = await loadCode();
  const signed = (seconds: number) => {
    const at = new Date(Date.now() + seconds * 1000);
    const signature = new Checker(secret).sign(headers['webhook-id'] as string, at, body);
    return { ...headers, 'webhook-timestamp': String(Math.floor(at.getTime() / 1000)), 'webhook-signature': signature };
  };
  // A clock that is up to five minutes off, before or after, is good enough for the code of the page and for the package.
  for (const seconds of [-270, 270]) {
    expect(isFromOverture(secret, signed(seconds), body)).toBe(true);
    expect(verify(secret, { headers: signed(seconds), body })).toBeTruthy();
  }
  for (const seconds of [-330, 330]) {
    expect(isFromOverture(secret, signed(seconds), body)).toBe(false);
    expect(() => verify(secret, { headers: signed(seconds), body })).toThrow(/timestamp/);
  }
});

test('after a rotation both secrets verify for a day, then the new one alone', async () => {
  const person = await server.signUp();
  const { id, secret } = await create(person);
  const rotated = await person.call(api.rotateWebhookSecret, { params: { id } });
  expect(rotated.data.secret).not.toBe(secret);
  expect(rotated.data.webhook.former_secret_until).not.toBeNull();
  await emit(person, 'a');
  await run();
  for (const each of [secret, rotated.data.secret]) expect(verify(each, receiver.received[0]!)).toBeTruthy();
  await server.owner.query(`update webhook_endpoints set former_secret_until = now() where id = $1`, [id]);
  await emit(person, 'b');
  await run();
  expect(verify(rotated.data.secret, receiver.received[1]!)).toBeTruthy();
  expect(() => verify(secret, receiver.received[1]!)).toThrow(/signature/i);
  const stored = await server.owner.query('select sealed_secret from webhook_endpoints where id = $1', [id]);
  expect(stored.rows[0].sealed_secret.toString('utf8')).not.toContain(rotated.data.secret.slice(6, 20));
});

test('a thin endpoint gets ids and no personal data, a chosen type gets no others', async () => {
  const person = await server.signUp();
  await create(person, { mode: 'thin', event_types: ['prospect.unsubscribed'] });
  const [lead] = await makeLeads(contextOf(person), [{ first_name: 'Grace', email: 'grace@harbor.example' }]);
  await emit(person, 'not wanted');
  await contextOf(person).transaction((tx) =>
    enqueueEvents(tx, [{ type: 'prospect.unsubscribed', prospect_id: lead!.id }]),
  );
  await run();
  expect(receiver.received.map(({ body }) => JSON.parse(body).data)).toEqual([{ prospect: { id: lead!.id } }]);
});

test('every sample fits its schema, and its thin form holds no text that could be personal', async () => {
  const person = await server.signUp();
  for (const type of WEBHOOK_EVENT_TYPES) {
    const { sample, data } = WEBHOOK_EVENTS[type];
    expect(data.strict().safeParse(sample), type).toMatchObject({ success: true });
    const thin = JSON.stringify(toThinData(sample));
    expect(thin, type).not.toMatch(/[@ ]|Grace|Ada|harbor/);
  }
  const answer = await person.call(api.readWebhookSample, { params: { type: 'reply.received' } });
  expect(answer.data).toMatchObject({ full: { type: 'reply.received' }, thin: { data: { channel: 'email' } } });
  const unknown = await person.call(api.readWebhookSample, { params: { type: 'lead.sold' as never } });
  expect(unknown.status).toBe(404);
});

test('a failed try is repeated by the schedule with the same id and bytes, and ten failures are the end', async () => {
  const person = await server.signUp();
  const { id } = await create(person);
  receiver.state.answer = (response) => void response.writeHead(500).end('broken');
  await emit(person, 'a');
  await run();
  expect(await deliveriesOf(person, id)).toMatchObject([{ state: 'pending', code: 500, attempts: 1 }]);
  for (let tries = 1; tries < 10; tries += 1) {
    await later(1600);
    await rested();
    await run('slow');
  }
  expect(receiver.received).toHaveLength(10);
  expect(new Set(receiver.received.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
  const [failed] = await deliveriesOf(person, id);
  expect(failed).toMatchObject({ state: 'failed', attempts: 10, next_attempt_at: null });
  expect(await webhookOf(person)).toMatchObject({ failed: 1, pending: 0, is_active: true });
  // Replayed, it is the same message.
  receiver.state.answer = (response) => void response.end('ok');
  const detail = await person.call(api.getWebhookDelivery, { params: { id, deliveryId: failed!.id } });
  expect(detail.data).toMatchObject({ answer: 'broken', body: receiver.received[0]!.body });
  await person.call(api.replayWebhookDelivery, { params: { id, deliveryId: failed!.id } });
  await rested();
  await run('slow');
  expect(receiver.received.at(-1)!.body).toBe(receiver.received[0]!.body);
  expect(await deliveriesOf(person, id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});

test('all failed since an instant are replayed together', async () => {
  const person = await server.signUp();
  const { id } = await create(person);
  await emit(person, 'a', 'b', 'c');
  await server.owner.query(`update webhook_deliveries set state = 'failed'`);
  await server.owner.query(
    `update webhook_messages set occurred_at = occurred_at - interval '2 days'
    where organization_id = $1 and event_key = 'a'`,
    [person.organization_id],
  );
  const since = new Date(Date.now() - 86_400_000).toISOString();
  const replayed = await person.call(api.replayFailedWebhooks, { params: { id }, body: { since } });
  expect(replayed.data).toEqual({ replayed: 2 });
  await run();
  expect(receiver.received).toHaveLength(2);
});

test.each([
  ['a redirect', 302, /redirects/],
  ['a refusal', 403, /status 403/],
])('%s is a failure and not followed', async (_, status, words) => {
  const person = await server.signUp();
  const { id } = await create(person);
  receiver.state.answer = (response) => void response.writeHead(status, { location: `${receiver.url}/other` }).end();
  await emit(person, 'a');
  await run();
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  expect(await deliveriesOf(person, id)).toMatchObject([
    { state: 'pending', code: status, error: expect.stringMatching(words) },
  ]);
});

test('410 switches an endpoint off: owners get a mail, other endpoints an event, and it can be switched on again', async () => {
  const person = await server.signUp();
  const { id } = await create(person, { event_types: ['credits.low'] });
  const other = await create(person, { event_types: ['webhook.disabled'], url: `${receiver.url}/other` });
  receiver.state.answer = (response, { path }) => void response.writeHead(path === '/hook' ? 410 : 200).end();
  await emit(person, 'a', 'b');
  await run();
  expect(await webhookOf(person)).toMatchObject({ id, is_active: false, off_reason: 'gone', pending: 0 });
  const said = async () => (await person.call(api.getUser)).data.user.webhooks_off;
  expect(await said()).toBe(1);
  await run();
  expect(receiver.received.filter(({ path }) => path === '/hook/other')).toHaveLength(1);
  expect(verify(other.secret, receiver.received.at(-1)!)).toMatchObject({ data: { webhook: { id }, reason: 'gone' } });
  const notices = await server.owner.query('select subject, paragraphs from notice_mails where user_id = $1', [
    person.user_id,
  ]);
  expect(notices.rows).toMatchObject([{ subject: 'A webhook was switched off' }]);
  await emit(person, 'while off');
  const off = await person.call(api.testWebhook, { params: { id } });
  expect(off.error.code).toBe('webhook_off');
  receiver.received.length = 0;
  receiver.state.answer = (response) => void response.end();
  await person.call(api.updateWebhook, {
    params: { id },
    body: { ...body({ event_types: ['credits.low'] }), is_active: true },
  });
  expect(await said()).toBe(0);
  const since = new Date(Date.now() - 86_400_000).toISOString();
  expect((await person.call(api.replayFailedWebhooks, { params: { id }, body: { since } })).data.replayed).toBe(2);
  await run();
  expect(receiver.received).toHaveLength(2);
});

test('five days without a success and twenty failures switch an endpoint off, one success does not', async () => {
  const person = await server.signUp();
  await create(person);
  const fail = async (failures: number, days: number) => {
    await server.owner.query(
      `update webhook_endpoints set failures = $1, failing_since = app_now() - make_interval(days => $2), is_slow = true,
        not_before = '-infinity'`,
      [failures, days],
    );
    await later(2000);
    await run('slow');
    return webhookOf(person);
  };
  receiver.state.answer = (response) => void response.writeHead(500).end();
  await emit(person, 'a');
  expect(await fail(40, 4)).toMatchObject({ is_active: true });
  expect(await fail(10, 9)).toMatchObject({ is_active: true });
  receiver.state.answer = (response) => void response.end();
  expect(await fail(40, 9)).toMatchObject({ is_active: true, failing_since: null });
  receiver.state.answer = (response) => void response.writeHead(500).end();
  await emit(person, 'b');
  expect(await fail(40, 6)).toMatchObject({ is_active: false, off_reason: 'failures' });
});

test('an endpoint that never answers delays no other of its organization', async () => {
  const person = await server.signUp();
  await create(person, { url: receiver.url.replace('/hook', '/silent') });
  await create(person);
  const held: ServerResponse[] = [];
  receiver.state.answer = (response, { path }) => void (path === '/silent' ? held.push(response) : response.end());
  const stop = new AbortController();
  await emit(person, ...Array.from({ length: 10 }, (_, n) => `first ${n}`));
  const loop = deliverWebhooks(server.program.system, stop.signal);
  await expect.poll(() => held.length).toBe(WEBHOOK_LIMITS.at_once);
  await emit(person, ...Array.from({ length: 40 }, (_, n) => `then ${n}`));
  await expect.poll(() => receiver.received.filter(({ path }) => path === '/hook').length, { timeout: 5000 }).toBe(50);
  expect(held).toHaveLength(WEBHOOK_LIMITS.at_once);
  stop.abort();
  for (const response of held) response.end();
  await loop;
});

test('a receiver that asks for a pause gets it', async () => {
  const person = await server.signUp();
  const { id } = await create(person);
  receiver.state.answer = (response) => void response.writeHead(429, { 'retry-after': '600' }).end();
  await emit(person, 'a', 'b', 'c', 'd', 'e', 'f');
  await run();
  // Nothing begins after the first of these answers.
  expect(receiver.received.length).toBeLessThanOrEqual(WEBHOOK_LIMITS.at_once);
  await run('slow');
  expect(receiver.received.length).toBeLessThanOrEqual(WEBHOOK_LIMITS.at_once);
  const tried = (await deliveriesOf(person, id)).filter(({ attempts }) => attempts > 0);
  for (const { next_attempt_at } of tried) expect(Date.parse(next_attempt_at!) - Date.now()).toBeGreaterThan(590_000);
});

test('a deleted endpoint takes its log along, and gets no waiting message', async () => {
  const person = await server.signUp();
  const [deleted, kept] = [await create(person), await create(person)];
  await emit(person, 'a');
  expect((await person.call(api.deleteWebhook, { params: { id: deleted.id } })).data).toEqual({ success: true });
  expect((await person.call(api.listWebhooks)).data.webhooks.map(({ id }) => id)).toEqual([kept.id]);
  expect((await person.call(api.listWebhookDeliveries, { params: { id: deleted.id } })).status).toBe(404);
  await run();
  expect(receiver.received).toHaveLength(1);
  verify(kept.secret, receiver.received[0]!);
  expect((await person.call(api.deleteWebhook, { params: { id: deleted.id } })).status).toBe(404);
});

test('an endpoint of another organization is not found, and addresses that can be no receiver are refused', async () => {
  const [person, stranger] = [await server.signUp(), await server.signUp()];
  const { id } = await create(person);
  await emit(person, 'a');
  const deliveryId = (await deliveriesOf(person, id))[0]!.id;
  const calls = [
    stranger.call(api.updateWebhook, { params: { id }, body: { ...body(), is_active: true } }),
    stranger.call(api.deleteWebhook, { params: { id } }),
    stranger.call(api.rotateWebhookSecret, { params: { id } }),
    stranger.call(api.testWebhook, { params: { id } }),
    stranger.call(api.listWebhookDeliveries, { params: { id } }),
    stranger.call(api.getWebhookDelivery, { params: { id, deliveryId } }),
    stranger.call(api.replayWebhookDelivery, { params: { id, deliveryId } }),
    stranger.call(api.replayFailedWebhooks, { params: { id }, body: { since: new Date().toISOString() } }),
  ];
  for (const { status } of await Promise.all(calls)) expect(status).toBe(404);
  for (const url of ['not an address', 'ftp://a.example', 'https://a:b@c.example'])
    expect((await person.call(api.createWebhook, { body: body({ url }) })).error.code).toBe('webhook_url_invalid');
  const unknown = await person.call(api.createWebhook, { body: body({ event_types: ['lead.sold'] }) });
  expect(unknown.error.code).toBe('validation_failed');
});

test('an organization has a largest number of endpoints, and tries beyond those of a day wait for the next', async () => {
  const person = await server.signUp();
  const ids = [];
  for (let n = 0; n < WEBHOOK_LIMITS.endpoints; n += 1)
    ids.push((await create(person, { event_types: ['webhook.test'] })).id);
  expect((await person.call(api.createWebhook, { body: body() })).error.code).toBe('webhooks_full');
  await person.call(api.testWebhook, { params: { id: ids[0]! } });
  const use = (tries: number) =>
    server.owner.query(
      `insert into webhook_days values ($1, (now() at time zone 'UTC')::date, $2)
        on conflict (organization_id, day) do update set tries = excluded.tries`,
      [person.organization_id, tries],
    );
  await use(WEBHOOK_LIMITS.tries_a_day);
  await run();
  expect(receiver.received).toHaveLength(0);
  await use(0);
  await run();
  expect(receiver.received).toHaveLength(1);
});

test('a worker whose lease was lost writes nothing: the next one delivers the message again', async () => {
  const person = await server.signUp();
  const { id } = await create(person);
  await emit(person, 'a');
  receiver.state.answer = (response) => {
    receiver.state.answer = (later) => void later.end();
    void server.owner
      .query(`update webhook_endpoints set lease_token = lease_token + 1, leased_until = '-infinity'`)
      .then(() => response.end());
  };
  await deliverWebhooks(server.program.system, signal);
  // The loop above may have looked while the first turn still ran; what it left is the next worker's.
  await run();
  expect(receiver.received).toHaveLength(2);
  expect(await deliveriesOf(person, id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});

test('a host of ours is no receiver, also with the dot at its end', async () => {
  const person = await server.signUp();
  const { organization_id } = person;
  await server.owner.query(
    `with agency as (update organizations set is_agency = true, is_whitelabel = true where organization_id = $1)
      insert into brand_hosts (organization_id, host, token, verified_at) values ($1, 'app.ours.example', 'a', app_now())`,
    [organization_id],
  );
  for (const host of ['app.ours.example', 'APP.ours.example.', 'app.ours.example.']) {
    const answer = await person.call(api.createWebhook, { body: body({ url: `https://${host}/` }) });
    expect([host, answer.error?.code]).toEqual([host, 'webhook_url_invalid']);
  }
});

test('nothing is delivered for a suspended organization; what waited is delivered once it is resumed', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const { id } = await create(person);
  await create(other);
  await emit(person, 'a');
  await emit(other, 'a');
  const suspend = (at: string) =>
    server.owner.query(`update organizations set suspended_at = ${at} where organization_id = $1`, [
      person.organization_id,
    ]);
  await suspend('app_now()');
  await run();
  expect(receiver.received.map(({ body }) => JSON.parse(body).organization_id)).toEqual([other.organization_id]);
  await suspend('null');
  await run();
  expect(receiver.received).toHaveLength(2);
  expect(await deliveriesOf(person, id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});

test('an erased person leaves no message, and old ones end after thirty days', async () => {
  const person = await server.signUp();
  const { id } = await create(person);
  const [lead] = await makeLeads(contextOf(person), [{ first_name: 'Grace', email: 'grace@harbor.example' }]);
  await contextOf(person).transaction((tx) =>
    enqueueEvents(tx, [{ type: 'prospect.unsubscribed', prospect_id: lead!.id }]),
  );
  await person.call(api.addSuppression, { body: { entry: 'grace@harbor.example', reason: 'erased' } });
  const emitted = await server.owner.query(
    `select type, payload from outbox_events where organization_id = $1 and type = 'people_erased'`,
    [person.organization_id],
  );
  expect(emitted.rows).toEqual([{ type: 'people_erased', payload: { prospect_ids: [lead!.id] } }]);
  await contextOf(person).transaction((tx) =>
    webhooksSlice.on!.people_erased!(tx, { type: 'people_erased', ...emitted.rows[0].payload }),
  );
  await run();
  expect(receiver.received.map(({ body }) => JSON.parse(body).data)).toEqual([{ prospect: { id: lead!.id } }]);
  await server.owner.query(
    `update webhook_messages set created_at = now() - interval '31 days' where organization_id = $1`,
    [person.organization_id],
  );
  await server.program.system.systemTransaction(pruneMessages);
  expect(await deliveriesOf(person, id)).toEqual([]);
});

test('docs/api/events.md lists the catalog', async () => {
  const page = await loadPage('events.md');
  for (const type of WEBHOOK_EVENT_TYPES) expect(page).toContain(`| \`${type}\` | ${WEBHOOK_EVENTS[type].summary} |`);
});

test('the trigger for n8n offers the catalog, without the test of an address', async () => {
  const trigger = 'packages/n8n-nodes-overture/nodes/OvertureTrigger/OvertureTrigger.node.ts';
  const source = await readFile(new URL(`../../../../${trigger}`, import.meta.url), 'utf8');
  const offered = [...source.matchAll(/value: '([a-z_]+\.[a-z_]+)'/g)].map(([, type]) => type);
  expect(offered.toSorted()).toEqual(WEBHOOK_EVENT_TYPES.filter((type) => type !== 'webhook.test').toSorted());
});

test('the code of docs/api/webhooks.md verifies a real message and refuses others', async () => {
  const page = await loadPage('webhooks.md');
  const person = await server.signUp();
  const { secret } = await create(person);
  await emit(person, 'a');
  await run();
  const { headers, body } = receiver.received[0]!;
  const packaged = [...page.matchAll(JS_BLOCK)].map(([, code]) => code!)[1];
  const { isFromOverture } = await loadCode();
  expect(isFromOverture(secret, headers, body)).toBe(true);
  expect(isFromOverture(secret, headers, `${body} `)).toBe(false);
  expect(isFromOverture(secret, { ...headers, 'webhook-timestamp': '1' }, body)).toBe(false);
  expect(isFromOverture(secret, {}, body)).toBe(false);
  const named = packaged!.replace("'standardwebhooks'", `'${import.meta.resolve('standardwebhooks')}'`);
  const { parseMessage } = await importText(named);
  expect(parseMessage(secret, headers, body)).toMatchObject({ type: 'credits.low' });
  expect(() => parseMessage(secret, headers, `${body} `)).toThrow();
});

test('a session left open neither adds an endpoint, nor gives one another address, nor gets a new secret; a key with the scope does', async () => {
  const person = await server.signUp();
  const { id } = await create(person);
  const scopes = ['export' as const];
  const key = (await person.call(api.createApiKey, { body: { name: 'n8n', scopes } })).data.secret;
  await server.owner.query(`update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1`, [
    person.user_id,
  ]);
  expect((await person.call(api.createWebhook, { body: body() })).error.code).toBe('step_up_needed');
  expect((await person.call(api.rotateWebhookSecret, { params: { id } })).error.code).toBe('step_up_needed');
  const change = (changes: object) =>
    person.call(api.updateWebhook, { params: { id }, body: { ...body(changes), is_active: true } });
  expect((await change({ url: `${receiver.url}/other` })).error.code).toBe('step_up_needed');
  expect((await change({ description: 'Ours' })).data.webhook).toMatchObject({
    url: receiver.url,
    description: 'Ours',
  });
  const byKey = await server.program.app.inject({
    method: 'POST',
    url: '/api/v1/webhooks/',
    headers: { authorization: `Bearer ${key}` },
    payload: body(),
  });
  expect(byKey.statusCode).toBe(201);
});

test('a person who acts for another user gives no endpoint another address', async () => {
  const [person, admin] = [await server.signUp(), await server.signUp()];
  const { id } = await create(person);
  await server.owner.query(
    `begin; set local session_replication_role = replica; update users set role = 'ADMIN' where id = ${admin.user_id}; commit`,
  );
  const given = { params: { userId: person.user_id }, body: { reason: 'Asked for help' } };
  const acting = createClient(server.program, (await admin.call(api.impersonate, given)).data.data!.token);
  const change = (changes: object) =>
    acting.call(api.updateWebhook, { params: { id }, body: { ...body(changes), is_active: true } });
  expect((await change({ url: `${receiver.url}/other` })).error.code).toBe('not_while_acting');
  expect((await change({ description: 'Ours' })).status).toBe(200);
});

test('of more messages than an organization may have, the oldest delivered go first, and none that waits', async () => {
  const person = await server.signUp();
  await create(person);
  for (const name of ['one', 'two', 'three', 'four', 'five']) await emit(person, name);
  const keysOf = async () =>
    (
      await server.owner.query('select event_key from webhook_messages where organization_id = $1 order by id', [
        person.organization_id,
      ])
    ).rows.map(({ event_key }) => event_key);
  const settle = (state: string, ...names: string[]) =>
    server.owner.query(
      `update webhook_deliveries d set state = $3 from webhook_messages m
        where m.id = d.message_id and m.organization_id = $1 and m.event_key = any($2)`,
      [person.organization_id, names, state],
    );
  expect((await person.call(api.getWebhookStorage)).data).toEqual({ stored_messages: 5, max_messages: 1_000_000 });
  await settle('failed', 'one');
  await settle('delivered', 'three', 'four');
  const prune = (kept: number) => server.program.system.systemTransaction((tx) => pruneExcess(tx, kept));
  expect(await prune(4)).toBe(false);
  expect(await keysOf()).toEqual(['one', 'two', 'four', 'five']);
  await prune(3);
  expect(await keysOf()).toEqual(['one', 'two', 'five']);
  await prune(1);
  expect(await keysOf()).toEqual(['two', 'five']);
});
