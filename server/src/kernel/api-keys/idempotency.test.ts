import { randomUUID } from 'node:crypto';
import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import { IDEMPOTENT_CALLS } from '@overture/contract/idempotent-calls';
import { KEY_SCOPES } from '@overture/domain/access/key-scopes';
import { beforeAll, expect, test } from 'vitest';
import { type TestServer, useTestServer } from '../../testing/harness.ts';
import { apiBase } from '../http/bind.ts';
import { pruneIdempotencyKeys } from './idempotency.ts';

const server = useTestServer({ is_alone: true });
type Person = Awaited<ReturnType<TestServer['signUp']>>;
let person: Person;
let secret: string;

beforeAll(async () => {
  person = await server.signUp();
  const { data } = await person.call(api.createApiKey, { body: { name: 'Zapier', scopes: [...KEY_SCOPES] } });
  secret = data.secret;
});

const ask = ({ method, path }: Endpoint, payload: object, idempotencyKey?: string, key = secret) =>
  server.program.app.inject({
    method,
    url: apiBase + path.replace(/\{integration\}/, 'hubspot').replace(/\{\w+\}/g, '999999999'),
    headers: { authorization: `Bearer ${key}`, ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}) },
    payload,
  });

const countCampaigns = async (name: string): Promise<number> => {
  const { rows } = await server.owner.query('select count(*)::int as total from campaigns where name = $1', [name]);
  return rows[0].total;
};

test('a repeated request gets the stored answer, and happens once', async () => {
  const key = `"${randomUUID()}"`;
  const first = await ask(api.createCampaign, { name: 'Once' }, key);
  const again = await ask(api.createCampaign, { name: 'Once' }, key.replaceAll('"', ''));
  expect([first.statusCode, first.headers['idempotent-replayed']]).toEqual([api.createCampaign.status, undefined]);
  expect([again.statusCode, again.headers['idempotent-replayed'], again.json()]).toEqual([
    first.statusCode,
    'true',
    first.json(),
  ]);
  expect(await countCampaigns('Once')).toBe(1);
});

test('another request with the same key is refused, and so is a text that is none', async () => {
  const key = randomUUID();
  await ask(api.createCampaign, { name: 'First' }, key);
  const other = await ask(api.createCampaign, { name: 'Second' }, key);
  expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_mismatch']);
  for (const bad of ['two words', 'a"b', 'x'.repeat(201)]) {
    const answer = await ask(api.createCampaign, { name: 'Third' }, bad);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'idempotency_key_invalid']);
  }
});

test('a repeated replay of webhooks delivers once', async () => {
  const { rows } = await server.owner.query(
    `with endpoint as (insert into webhook_endpoints (organization_id, url, event_types, sealed_secret)
        values ($1, 'https://receiver.example/', '{*}', '') returning id),
      message as (insert into webhook_messages (organization_id, type, data) values ($1, 'credits.low', '{}') returning id)
      insert into webhook_deliveries (organization_id, endpoint_id, message_id, state)
      select $1, endpoint.id, message.id, 'failed' from endpoint, message returning endpoint_id`,
    [person.organization_id],
  );
  const id = rows[0].endpoint_id;
  const replay = { ...api.replayFailedWebhooks, path: `/webhooks/${id}/replay/` as const };
  const since = { since: '2020-01-01T00:00:00Z' };
  const key = randomUUID();
  expect((await ask(replay, since, key)).json()).toEqual({ replayed: 1 });
  await server.owner.query(`update webhook_deliveries set state = 'failed' where endpoint_id = $1`, [id]);
  const again = await ask(replay, since, key);
  expect([again.json(), again.headers['idempotent-replayed']]).toEqual([{ replayed: 1 }, 'true']);
  await server.owner.query(`delete from webhook_endpoints where id = $1`, [id]);
});

test('parallel requests with one key have one effect', async () => {
  const key = randomUUID();
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask(api.createCampaign, { name: 'Race' }, key)));
  for (const answer of answers) {
    if (answer.statusCode === 409) expect(answer.json().code).toBe('idempotency_running');
    else expect(answer.statusCode).toBe(api.createCampaign.status);
  }
  expect(await countCampaigns('Race')).toBe(1);
  const last = await ask(api.createCampaign, { name: 'Race' }, key);
  expect(last.headers['idempotent-replayed']).toBe('true');
});

test('a crash between effect and answer leaves neither, and the next try does it once', async () => {
  await server.owner.query(`create function fail_here() returns trigger language plpgsql as $$ begin
    raise exception 'the process ended here'; end $$;
    create trigger fail_here before insert on idempotency_keys for each row execute function fail_here()`);
  const key = randomUUID();
  const crashed = await ask(api.createCampaign, { name: 'Crash' }, key);
  expect([crashed.statusCode, await countCampaigns('Crash')]).toEqual([500, 0]);
  await server.owner.query('drop function fail_here cascade');
  const next = await ask(api.createCampaign, { name: 'Crash' }, key);
  expect([next.statusCode, next.headers['idempotent-replayed'], await countCampaigns('Crash')]).toEqual([
    api.createCampaign.status,
    undefined,
    1,
  ]);
});

test('what was refused is not stored: it can succeed later under the same key', async () => {
  const key = randomUUID();
  expect((await ask(api.createCampaign, { name: 7 }, key)).statusCode).toBe(400);
  const next = await ask(api.createCampaign, { name: 'Corrected' }, key);
  expect([next.statusCode, await countCampaigns('Corrected')]).toEqual([api.createCampaign.status, 1]);
});

test('calls that send or spend are refused without the header; screens need none', async () => {
  const required = Object.entries(IDEMPOTENT_CALLS).filter(([, demand]) => demand === 'required');
  expect(required.length).toBeGreaterThan(5);
  for (const [name] of required) {
    const endpoint = api[name as keyof typeof IDEMPOTENT_CALLS];
    const answer = await ask(endpoint, {});
    expect([name, answer.statusCode, answer.json().code]).toEqual([name, 400, 'idempotency_key_missing']);
    const withKey = await ask(endpoint, bodies[name] ?? {}, randomUUID());
    expect(withKey.json().code, name).not.toBe('idempotency_key_missing');
    expect(withKey.statusCode, name).toBeLessThan(500);
  }
  const screen = await person.call(api.createCampaign, { body: { name: 'By hand' } as never });
  expect(screen.status).toBe(api.createCampaign.status);
});

/** Bodies that reach the handler, where an empty one does not. */
const bodies: Record<string, object> = {
  addToCampaign: { campaign: 999_999_999, prospect_ids: [1] },
  sendChatMessage: { message: 'Hello' },
  startResearch: { prompt: 'What do they sell?', name: 'Products' },
  enrichSelectedCells: { cells: [{ prompt_id: 1, prospect_id: 1 }] },
  startCampaignLookups: { enrichment_type: 'email' },
  lookUpCampaignCells: { cells: [{ prospect_id: 1, enrichment_type: 'email' }] },
};

test('a key of another organization is another key, and answers are kept for a day', async () => {
  const key = randomUUID();
  await ask(api.createCampaign, { name: 'Mine' }, key);
  const other = await server.signUp();
  const { data } = await other.call(api.createApiKey, { body: { name: 'n8n', scopes: ['campaigns:write'] } });
  const answer = await ask(api.createCampaign, { name: 'Theirs' }, key, data.secret);
  expect([answer.statusCode, answer.headers['idempotent-replayed']]).toEqual([api.createCampaign.status, undefined]);
  await server.owner.query(`update idempotency_keys set created_at = app_now() - interval '25 hours'`);
  await pruneIdempotencyKeys(server.program.system, new AbortController().signal);
  const { rows } = await server.owner.query('select count(*)::int as total from idempotency_keys');
  expect(rows[0].total).toBe(0);
});
