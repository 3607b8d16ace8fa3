import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import { KEY_ACCESS } from '@overture/contract/scopes';
import { KEY_BUNDLES, KEY_LIMITS, type KeyScope } from '@overture/domain/access/key-scopes';
import { describe, expect, test } from 'vitest';
import { makeApiKey } from '../../kernel/api-keys/key-format.ts';
import { hashToken } from '../../kernel/crypto.ts';
import { apiBase } from '../../kernel/http/bind.ts';
import { countLockWaits } from '../../testing/database.ts';
import { type TestServer, useTestServer } from '../../testing/harness.ts';
import { reserveCredits } from '../billing/index.ts';
import { makeLeads } from '../prospects/prospects.factory.ts';
import { createApiKey, noticeExpiringKeys } from './api-keys.service.ts';
import { apiKeysSlice } from './index.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<TestServer['signUp']>>;

async function makeKey(person: Person, scopes: KeyScope[] = KEY_BUNDLES.write.scopes, more: object = {}) {
  const { status, data } = await person.call(api.createApiKey, { body: { name: 'Zapier', scopes, ...more } });
  expect(status).toBe(201);
  return data;
}

interface CallOptions {
  headers?: Record<string, string>;
  payload?: object;
  from?: string;
}

const callBy = (key: string, endpoint: Endpoint, { headers, payload, from }: CallOptions = {}) =>
  server.program.app.inject({
    method: endpoint.method,
    url: apiBase + endpoint.path.replace(/\{\w+\}/g, '999999999'),
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(from ? { remoteAddress: from } : {}),
    ...(endpoint.method === 'GET' ? {} : { payload: payload ?? {} }),
  });

const codeOf = async (answer: ReturnType<typeof callBy>): Promise<[number, string]> => {
  const { statusCode, body } = await answer;
  return [statusCode, JSON.parse(body).code ?? 'ok'];
};

describe('a key', () => {
  test('is shown once, stored as a digest, and calls by either header', async () => {
    const person = await server.signUp();
    const { key, secret } = await makeKey(person);
    expect(secret).toMatch(/^ovt_test_[0-9A-Za-z]{49}$/);
    expect(key).toMatchObject({ name: 'Zapier', start: secret.slice(0, 14), state: 'active', calls: 0 });
    const { rows } = await server.owner.query('select * from api_keys where id = $1', [key.id]);
    expect(rows[0].key_hash).toEqual(hashToken(secret));
    expect(JSON.stringify(rows)).not.toContain(secret);
    const listed = await person.call(api.listApiKeys);
    expect(JSON.stringify(listed.data)).not.toContain(secret);
    expect(await codeOf(callBy(secret, api.listCampaigns))).toEqual([200, 'ok']);
    const other = await server.program.app.inject({
      url: `${apiBase}/campaigns/`,
      headers: { 'x-api-key': secret },
    });
    expect(other.statusCode).toBe(200);
  });

  test('is never taken from the address', async () => {
    const { secret } = await makeKey(await server.signUp());
    for (const name of ['api_key', 'key', 'access_token']) {
      const answer = await server.program.app.inject({ url: `${apiBase}/campaigns/?${name}=${secret}` });
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
    }
  });

  test('sees its organization only', async () => {
    const [mine, other] = [await server.signUp(), await server.signUp()];
    const { data } = await other.call(api.createCampaign, { body: { name: 'Secret plan' } as never });
    const { secret } = await makeKey(mine);
    const id = (data as { id?: number }).id ?? 0;
    const answer = await server.program.app.inject({
      url: `${apiBase}/campaigns/${id}/`,
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(answer.statusCode).toBe(404);
    const { key } = await makeKey(other);
    for (const call of [
      mine.call(api.revokeApiKey, { params: { id: key.id } }),
      mine.call(api.getApiKeyUsage, { params: { id: key.id } }),
    ])
      expect((await call).status).toBe(404);
  });

  test('acts as a manager, never as an ADMIN, and stays when its maker leaves', async () => {
    const person = await server.signUp();
    const { rows } = await server.owner.query(
      `insert into users (organization_id, email, name, role, verified_at) select organization_id, 'leaves-' || id || '@keys.example',
         'Leo Leaves', 'ADMIN', now() from users where id = $1 returning id`,
      [person.user_id],
    );
    const { key, secret } = await makeKey(person);
    await server.owner.query('update api_keys set created_by = $2 where id = $1', [key.id, rows[0].id]);
    expect(await codeOf(callBy(secret, api.getSystem))).toEqual([403, 'not_by_api_key']);
    expect(await codeOf(callBy(secret, api.listCampaigns))).toEqual([200, 'ok']);
    await server.owner.query('delete from users where id = $1', [rows[0].id]);
    expect(await codeOf(callBy(secret, api.listCampaigns))).toEqual([200, 'ok']);
    const { data } = await person.call(api.listApiKeys);
    expect(data.keys[0]).toMatchObject({ id: key.id, created_by: null });
  });
});

describe('a key is refused', () => {
  test('when a character of it is wrong or missing, without any query', async () => {
    const { secret } = await makeKey(await server.signUp());
    const wrong = secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x');
    for (const key of [wrong, secret.slice(0, -1), `${secret}1`, 'ovt_live_', `ovt_live_${'é'.repeat(49)}`])
      expect(await codeOf(callBy(encodeURI(key), api.listCampaigns))).toEqual([401, 'api_key_malformed']);
    const empty = await server.program.app.inject({ url: `${apiBase}/campaigns/`, headers: { 'x-api-key': '' } });
    expect([empty.statusCode, empty.json().code]).toEqual([401, 'api_key_malformed']);
  });

  test('when its header is too long', async () => {
    expect(await codeOf(callBy(`ovt_live_${'a'.repeat(8000)}`, api.listCampaigns))).toEqual([401, 'api_key_malformed']);
  });

  test('when it is unknown', async () => {
    expect(await codeOf(callBy(makeApiKey('test').secret, api.listCampaigns))).toEqual([401, 'api_key_unknown']);
  });

  test('when it was revoked, also while a request of it runs: the next one', async () => {
    const person = await server.signUp();
    const { key, secret } = await makeKey(person);
    const running = callBy(secret, api.listCampaigns);
    const revoked = await person.call(api.revokeApiKey, { params: { id: key.id } });
    expect(revoked.data.key.state).toBe('ended');
    expect([200, 401]).toContain((await running).statusCode);
    expect(await codeOf(callBy(secret, api.listCampaigns))).toEqual([401, 'api_key_revoked']);
    expect((await person.call(api.revokeApiKey, { params: { id: key.id } })).error.code).toBe('api_key_ended');
  });

  test('when it expired', async () => {
    const { key, secret } = await makeKey(await server.signUp(), ['campaigns:read'], { expires_in_days: 90 });
    const days = (Date.parse(key.expires_at ?? '') - Date.parse(key.created_at)) / 86_400_000;
    expect(days).toBeCloseTo(90, 0);
    await server.owner.query(`update api_keys set expires_at = app_now() - interval '1 second' where id = $1`, [
      key.id,
    ]);
    expect(await codeOf(callBy(secret, api.listCampaigns))).toEqual([401, 'api_key_expired']);
  });

  test('when its organization is suspended', async () => {
    const person = await server.signUp();
    const { secret } = await makeKey(person);
    await server.owner.query('update organizations set suspended_at = app_now() where organization_id = $1', [
      person.organization_id,
    ]);
    expect(await codeOf(callBy(secret, api.listCampaigns))).toEqual([403, 'organization_suspended']);
  });

  test('from an address that was allowed when it was made, after its addresses were changed', async () => {
    const person = await server.signUp();
    const { key, secret } = await makeKey(person, ['campaigns:read'], { ip_allow: ['203.0.113.7'] });
    const from = (address: string) => codeOf(callBy(secret, api.listCampaigns, { from: address }));
    expect(await from('203.0.113.7')).toEqual([200, 'ok']);
    const change = (body: object, who = person) => who.call(api.updateApiKey, { params: { id: key.id }, body });
    const changed = await change({ name: ' Make ', ip_allow: ['198.51.100.0/24'] });
    expect(changed.data.key).toMatchObject({
      id: key.id,
      name: 'Make',
      ip_allow: ['198.51.100.0/24'],
      scopes: key.scopes,
    });
    expect(await from('203.0.113.7')).toEqual([403, 'api_key_ip_refused']);
    expect(await from('198.51.100.9')).toEqual([200, 'ok']);
    expect((await change({ name: 'Only the name' })).data.key.ip_allow).toEqual(['198.51.100.0/24']);
    expect((await change({ name: 'Taken' }, await server.signUp())).status).toBe(404);
    const { rows } = await server.owner.query(
      `select count(*)::int as n from security_events where organization_id = $1 and event = 'api_key_changed'`,
      [person.organization_id],
    );
    expect(rows).toEqual([{ n: 2 }]);
    await person.call(api.revokeApiKey, { params: { id: key.id } });
    expect((await change({ name: 'Late' })).error.code).toBe('api_key_ended');
  });

  test('without the scope of the call, which the answer names', async () => {
    const { secret } = await makeKey(await server.signUp(), ['leads:read']);
    const answer = await callBy(secret, api.listCampaigns);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'api_key_scope_missing']);
    expect(answer.json().error).toContain('campaigns:read');
  });

  test('from an address that is not allowed', async () => {
    const person = await server.signUp();
    const { key, secret } = await makeKey(person, ['campaigns:read'], {
      ip_allow: ['203.0.113.7/24', '2001:db8::/32'],
    });
    expect(key.ip_allow.toSorted()).toEqual(['2001:db8::/32', '203.0.113.0/24']);
    const from = (address: string) => codeOf(callBy(secret, api.listCampaigns, { from: address }));
    expect(await from('203.0.113.200')).toEqual([200, 'ok']);
    expect(await from('::ffff:203.0.113.200')).toEqual([200, 'ok']);
    expect(await from('2001:db8:1::5')).toEqual([200, 'ok']);
    expect(await from('198.51.100.1')).toEqual([403, 'api_key_ip_refused']);
    expect(await from('2001:db9::1')).toEqual([403, 'api_key_ip_refused']);
    const wrong = await person.call(api.updateApiKey, { params: { id: key.id }, body: { ip_allow: ['the office'] } });
    expect(wrong.error.code).toBe('api_key_ip_range');
  });

  test('as a session or as a live connection', async () => {
    const { secret } = await makeKey(await server.signUp());
    const answer = await server.program.app.inject({ url: `${apiBase}/campaigns/`, headers: { jwt: secret } });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
  });
});

test('every call of the contract names a scope, is public, or is closed to keys; people, team and money are closed', () => {
  const calls = Object.entries(api) as [keyof typeof KEY_ACCESS, Endpoint][];
  expect(Object.keys(KEY_ACCESS).toSorted()).toEqual(calls.map(([name]) => name).toSorted());
  for (const [name, { auth, path }] of calls) {
    expect(KEY_ACCESS[name] === 'public', name).toBe(auth === 'public');
    const isClosed = /^\/(auth|user|users|payment|admin|api-keys|dev|tour|live)\/|\/(sso|members|invitations)\//.test(
      path,
    );
    if (isClosed && auth !== 'public') expect(KEY_ACCESS[name], name).toBe('never');
  }
});

test('a call that is closed to keys is refused, with every scope too', async () => {
  const { secret } = await makeKey(await server.signUp(), KEY_BUNDLES.send.scopes);
  const closed = (Object.entries(api) as [keyof typeof KEY_ACCESS, Endpoint][]).filter(
    ([name]) => KEY_ACCESS[name] === 'never',
  );
  for (const [name, endpoint] of closed)
    expect([name, ...(await codeOf(callBy(secret, endpoint)))]).toEqual([name, 403, 'not_by_api_key']);
});

test('a key that reads and writes ends nothing that holds messages back, and lets no data out', async () => {
  const { secret } = await makeKey(await server.signUp());
  const holds = [
    ...[api.acceptAddress, api.setAbsence, api.answerOptOut, api.decideUnmatchedReply, api.fixDataProblem],
    ...[api.setLeadStatus, api.settleSenderLeads, api.handOverLeads, api.releaseGuard, api.setCampaignsStatus],
    ...[api.liftSuppression, api.removeExcludedDomain, api.removeExcludedDomains],
  ];
  const lets = [api.createWebhook, api.updateWebhook, api.pushProspects, api.listSecurityEvents];
  for (const [endpoint, scope] of [
    ...holds.map((one) => [one, 'send']),
    ...lets.map((one) => [one, 'export']),
  ] as const) {
    const answer = await callBy(secret, endpoint as Endpoint);
    expect([answer.statusCode, answer.json().error]).toEqual([403, `This API key doesn't have the scope ${scope}.`]);
  }
  const other = await makeKey(await server.signUp(), ['integrations:read', 'integrations:write']);
  expect(await codeOf(callBy(other.secret, api.getWebhookDelivery))).toEqual([403, 'api_key_scope_missing']);
});

test('a key that sends agrees to no credits without the scope to spend', async () => {
  const person = await server.signUp();
  const { secret } = await makeKey(person, KEY_BUNDLES.send.scopes);
  const spender = await makeKey(person, [...KEY_BUNDLES.send.scopes, 'spend']);
  const agreeing = (Object.entries(api) as [keyof typeof KEY_ACCESS, Endpoint][]).filter(([name, { body }]) => {
    const fields = Object.keys((body as { shape?: object }).shape ?? {}).filter((field) => field.includes('credits'));
    return fields.length > 0 && !['spend', 'never'].includes(KEY_ACCESS[name]);
  });
  expect(agreeing.map(([name]) => name).toSorted()).toEqual([
    ...['activateCampaign', 'addToCampaign', 'prepareActivation', 'publishRevision', 'scheduleRevision'],
  ]);
  const payload = { campaign: 999_999_999, prospect_ids: [1] };
  const ask = (key: string, lookup_credits: number) =>
    codeOf(
      callBy(key, api.addToCampaign, { payload: { ...payload, lookup_credits }, headers: { 'idempotency-key': 'a' } }),
    );
  expect(await ask(secret, 5)).toEqual([403, 'api_key_scope_missing']);
  expect(await ask(secret, 0)).toEqual([404, 'not_found']);
  expect(await ask(spender.secret, 5)).toEqual([404, 'not_found']);
  const activation = { payload: { lookup_credits: 5 }, headers: { 'idempotency-key': 'b' } };
  expect(await codeOf(callBy(secret, api.activateCampaign, activation))).toEqual([403, 'api_key_scope_missing']);
});

describe('managing keys', () => {
  test('belongs to who manages integrations, and takes a recent confirmation', async () => {
    const person = await server.signUp();
    await server.owner.query(`update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1`, [
      person.user_id,
    ]);
    const body = { name: 'Zapier', scopes: ['leads:read' as const] };
    expect((await person.call(api.createApiKey, { body })).error.code).toBe('step_up_needed');
  });

  test('two processes do not both create the last key', async () => {
    const person = await server.signUp();
    await server.owner.query(
      `insert into api_keys (organization_id, name, key_hash, start, scopes)
       select $1::bigint, 'Key ' || n, sha256(('last ' || $1::bigint || ' ' || n)::bytea), 'ovt_test_aaaaa', '{leads:read}' from generate_series(1, $2::int) n`,
      [person.organization_id, KEY_LIMITS.keys - 1],
    );
    const ctx = server.program.system.forOrganization(person.organization_id);
    const create = () => createApiKey(ctx, { name: 'Last', scopes: ['leads:read'] });
    const other = await server.owner.connect();
    try {
      await other.query('begin');
      await other.query('select from organizations where organization_id = $1 for update', [person.organization_id]);
      const both = Promise.allSettled([create(), create()]);
      await expect.poll(() => countLockWaits(server.owner)).toBe(2);
      await other.query('commit');
      expect((await both).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    } finally {
      await other.query('rollback');
      other.release();
    }
  });

  test('a rotated key works on for the overlap, and not at all with none', async () => {
    const person = await server.signUp();
    const old = await makeKey(person, ['campaigns:read'], { ip_allow: ['127.0.0.1'] });
    const { data } = await person.call(api.rotateApiKey, { params: { id: old.key.id }, body: {} });
    expect(data.key).toMatchObject({ rotated_from: old.key.id, scopes: ['campaigns:read'], ip_allow: ['127.0.0.1'] });
    for (const key of [old.secret, data.secret])
      expect(await codeOf(callBy(key, api.listCampaigns))).toEqual([200, 'ok']);
    const { keys } = (await person.call(api.listApiKeys)).data;
    const former = keys.find(({ id }) => id === old.key.id);
    expect(former?.state).toBe('ending');
    expect(Date.parse(former?.expires_at ?? '') - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    const next = await person.call(api.rotateApiKey, { params: { id: data.key.id }, body: { overlap_in_hours: 0 } });
    expect(await codeOf(callBy(data.secret, api.listCampaigns))).toEqual([401, 'api_key_expired']);
    expect(await codeOf(callBy(next.data.secret, api.listCampaigns))).toEqual([200, 'ok']);
  });

  test('an organization has at most a hundred keys in force', async () => {
    const person = await server.signUp();
    await server.owner.query(
      `insert into api_keys (organization_id, name, key_hash, start, scopes)
       select $1::bigint, 'Key ' || n, sha256(('many ' || $1::bigint || ' ' || n)::bytea), 'ovt_test_aaaaa', '{leads:read}' from generate_series(1, $2::int) n`,
      [person.organization_id, KEY_LIMITS.keys],
    );
    const body = { name: 'One more', scopes: ['leads:read' as const] };
    expect((await person.call(api.createApiKey, { body })).error.code).toBe('api_keys_full');
  });

  test('managers get one mail a week before a key expires', async () => {
    const person = await server.signUp();
    const { key } = await makeKey(person, ['leads:read'], { expires_in_days: 90 });
    const replaced = await makeKey(person, ['leads:read'], { expires_in_days: 90 });
    await person.call(api.rotateApiKey, { params: { id: replaced.key.id }, body: {} });
    const notices = async () => {
      await noticeExpiringKeys(server.program.system);
      const { rows } = await server.owner.query('select subject from notice_mails where user_id = $1', [
        person.user_id,
      ]);
      return rows.map(({ subject }) => subject);
    };
    expect(await notices()).toEqual([]);
    await server.owner.query(`update api_keys set expires_at = app_now() + interval '6 days' where id = $1`, [key.id]);
    expect(await notices()).toEqual(['An API key expires soon: Zapier']);
    expect(await notices()).toHaveLength(1);
  });
});

test('uses are counted by day, and the last one is known', async () => {
  const person = await server.signUp();
  const { key, secret } = await makeKey(person, ['campaigns:read']);
  for (const endpoint of [api.listCampaigns, api.listCampaigns, api.listChats]) await callBy(secret, endpoint);
  const usage = await person.call(api.getApiKeyUsage, { params: { id: key.id } });
  expect(usage.data.days).toHaveLength(KEY_LIMITS.usage_in_days);
  expect(usage.data.days.at(-1)).toMatchObject({ calls: 3, refused: 1, limited: 0, failed: 0 });
  const { keys } = (await person.call(api.listApiKeys)).data;
  expect(keys[0]).toMatchObject({ calls: 3, last_used_ip: '127.0.0.1' });
  expect(keys[0]?.last_used_at).not.toBeNull();
});

describe('what is done by a key is said of the key', () => {
  test('in the security log: what it sends, spends, exports or deletes, and where it was refused', async () => {
    const person = await server.signUp();
    const { secret } = await makeKey(person, ['export', 'leads:read']);
    await callBy(secret, api.downloadSuppressions);
    await callBy(secret, api.removeAccount);
    const { events } = (await person.call(api.listSecurityEvents, { query: {} })).data;
    const byKey = events.filter(({ api_key }) => api_key?.name === 'Zapier');
    expect(byKey.map(({ event, reason, user }) => [event, reason, user])).toEqual([
      ['api_key_refused', 'DELETE /accounts/{id}/', null],
      ['export_made', 'GET /suppressions/csv/', null],
    ]);
    const csv = await person.call(api.downloadSecurityEvents, { query: {} });
    expect(String(csv.data)).toContain('Key Zapier');
  });

  test('in the ledger', async () => {
    const person = await server.signUp();
    const { key } = await makeKey(person);
    const actor = { id: person.user_id, role: 'USER' as const, actor_id: person.user_id };
    const ctx = server.program.system.forOrganization(person.organization_id, {
      ...actor,
      api_key: { id: key.id, name: key.name },
    });
    const work = { key: 'a run', purpose: 'Research', kind: 'research' as const, amount: 3 };
    await ctx.transaction((tx) => reserveCredits(tx, work));
    const { entries } = (await person.call(api.listCredits, { query: {} })).data;
    expect(entries[0]).toMatchObject({
      what: 'Research',
      user: null,
      api_key: { id: key.id, name: 'Zapier', is_app: false },
    });
  });
});

test('stored answers are emptied when a person is erased, and a repeated request still has no second effect', async () => {
  const person = await server.signUp();
  const { secret } = await makeKey(person, ['campaigns:write']);
  const create = () =>
    callBy(secret, api.createCampaign, { payload: { name: 'Once' }, headers: { 'idempotency-key': 'erased' } });
  expect((await create()).statusCode).toBe(200);
  const ctx = server.program.system.forOrganization(person.organization_id);
  const [lead] = await makeLeads(ctx, [{ email: 'ada@erased.example' }]);
  await ctx.transaction((tx) =>
    apiKeysSlice.on!.people_erased!(tx, { type: 'people_erased', prospect_ids: [lead!.id] }),
  );
  const { rows } = await server.owner.query(
    `select status, body, (select count(*)::int from campaigns c where c.organization_id = $1) as campaigns
      from idempotency_keys where organization_id = $1`,
    [person.organization_id],
  );
  expect(rows).toEqual([{ status: 200, body: null, campaigns: 1 }]);
  expect(await codeOf(create())).toEqual([409, 'idempotency_erased']);
});
