import { CRM_VENDORS } from '@overture/adapters/crm/crm-vendors';
import { CRM_NAMES } from '@overture/adapters/crm/testing/crm-names';
import { ProviderError } from '@overture/adapters/kit/errors';
import { api } from '@overture/contract';
import { CRM_TYPES, type CrmType } from '@overture/domain/crm';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import type { TestServer } from '../../testing/harness.ts';
import { useMailWorld } from '../../testing/worlds.ts';
import { makeLeads } from '../prospects/prospects.factory.ts';
import { commandCrm, connectCrm } from './integrations.factory.ts';
import { pushAtOnce } from './push/run-push.job.ts';
import { workOn } from './push/work.service.ts';

const { world, server } = useMailWorld();

beforeEach(async () => {
  for (const type of CRM_TYPES)
    await commandCrm(world, type).control({ clear: true, clear_faults: true, search_lag_in_ms: 0 });
});

type Person = Awaited<ReturnType<TestServer['signUp']>>;
const boardOf = (type: CrmType) => (CRM_VENDORS[type].manifest.capabilities.has_boards ? { board_id: '501' } : {});
let number = 0;

const contextOf = (person: Person) => server.program.system.forOrganization(person.organization_id);

async function withLeads(person: Person, amount: number, changes: object = {}): Promise<number[]> {
  const leads = Array.from({ length: amount }, () => {
    number += 1;
    return {
      first_name: 'Ada',
      last_name: `Lovelace ${number}`,
      email: `ada${number}@lovelace.example`,
      company_name: `Engines ${number % 3}`,
      job_title: 'Countess',
      ...changes,
    };
  });
  return (await makeLeads(contextOf(person), leads)).map(({ id }) => id);
}

const push = (person: Person, type: CrmType, prospect_ids: number[]) =>
  person.call(api.pushProspects, { params: { integration: type }, body: { prospect_ids, ...boardOf(type) } });

const expectDone = (person: Person, pushId: number, pushed_count: number) =>
  expect
    .poll(async () => (await person.call(api.getCrmPush, { params: { pushId } })).data.push, { timeout: 30_000 })
    .toMatchObject({ state: 'done', pushed_count });

/** In the short form trouble is met by one that writes people one by one and by one that knows no reference of ours. */
const TROUBLED: readonly CrmType[] = inject('is_proving') ? CRM_TYPES : ['PIPEDRIVE', 'SALESFORCE'];

describe.each(CRM_TYPES)('%s', (type) => {
  const crm = () => commandCrm(world, type);

  test('is connected, mapped, pushed to; a second push makes nothing new; then disconnected', async () => {
    const person = await server.signUp();
    const before = await person.call(api.listIntegrations);
    expect(before.data.integrations.find((one) => one.integration_type === type)).toMatchObject({
      connected: false,
      is_configured: true,
    });
    await connectCrm(world, person, type);
    expect((await person.call(api.getIntegrationStatus, { params: { integration: type } })).data).toEqual({
      connected: true,
    });
    const boards = await person.call(api.listCrmBoards, { params: { integration: type } });
    const { has_boards } = CRM_VENDORS[type].manifest.capabilities;
    expect(boards.data).toMatchObject({ success: true, error: null });
    expect(boards.data.boards.some(({ id }) => id === '501')).toBe(has_boards);
    const fields = await person.call(api.listCrmFields, { params: { id: type }, query: boardOf(type) });
    expect(fields.data.fields.length).toBeGreaterThan(4);
    const mapped = await person.call(api.getFieldMappings, { params: { id: type }, query: boardOf(type) });
    expect(mapped.data.is_default).toBe(true);
    expect(mapped.data.mappings.map((one) => one.prospectField)).toEqual(expect.arrayContaining(['email']));
    const ids = await withLeads(person, 12);
    const first = await push(person, type, ids);
    expect(first.data).toMatchObject({
      success: true,
      pushed_count: 12,
      total_count: 12,
      errors: [],
      error: null,
      push: { state: 'done', created_count: 12 },
    });
    expect(await crm().rows()).toHaveLength(12);
    const second = await push(person, type, ids);
    expect(second.data).toMatchObject({ pushed_count: 12, total_count: 12, push: { created_count: 0 } });
    expect(await crm().rows()).toHaveLength(12);
    const records = await person.call(api.listCrmRecords, { params: { prospectId: ids[0] as number } });
    expect(records.data.records).toMatchObject([{ integration_type: type }]);
    expect((await person.call(api.disconnectIntegration, { params: { id: type } })).data).toEqual({ success: true });
    expect((await push(person, type, ids)).error.code).toBe('crm_not_connected');
    // Connected to the same account again, it is known who is whose.
    await connectCrm(world, person, type);
    expect((await push(person, type, ids)).data).toMatchObject({ pushed_count: 12, push: { created_count: 0 } });
    expect(await crm().rows()).toHaveLength(12);
  });
});

test.each(CRM_TYPES)('%s: a lead with only a phone number is pushed once', async (type) => {
  const person = await server.signUp();
  await connectCrm(world, person, type);
  const ids = await withLeads(person, 1, { email: null, phone_number: '+31 30 123 45 67' });
  expect((await push(person, type, ids)).data).toMatchObject({ pushed_count: 1, push: { created_count: 1 } });
  expect((await push(person, type, ids)).data).toMatchObject({ pushed_count: 1, push: { created_count: 0 } });
  const rows = await commandCrm(world, type).rows();
  expect(rows).toHaveLength(1);
  const written = JSON.stringify(rows[0]);
  expect(written.replaceAll(/[^\d]/g, '')).toContain('31301234567');
  expect(written).not.toContain('@');
});

describe('what a sign-in was not granted', () => {
  const findIntegration = async (person: Person, type: CrmType) =>
    (await person.call(api.listIntegrations)).data.integrations.find((one) => one.integration_type === type);

  test.each([
    ['PIPEDRIVE', 'contact-fields:full'],
    ['HUBSPOT', 'crm.schemas.contacts.write'],
  ] as const)('%s without %s works, and says what is missing until it is connected again', async (type, scope) => {
    const person = await server.signUp();
    await commandCrm(world, type).control({ clear: true });
    await connectCrm(world, person, type, `narrow-${type.toLowerCase()}@acme.example`, scope);
    expect((await push(person, type, await withLeads(person, 1))).data).toMatchObject({ pushed_count: 1 });
    expect(await findIntegration(person, type)).toMatchObject({ connected: true, missing_grant: 'reference' });
    await connectCrm(world, person, type, `whole-${type.toLowerCase()}@acme.example`);
    expect(await findIntegration(person, type)).toMatchObject({ connected: true, missing_grant: null });
    expect((await push(person, type, await withLeads(person, 1))).data).toMatchObject({ pushed_count: 1 });
    expect(await findIntegration(person, type)).toMatchObject({ connected: true, missing_grant: null });
  });

  test('a permission that HubSpot requires asks for a new connection, with the vendor’s message', async () => {
    const person = await server.signUp();
    await connectCrm(world, person, 'HUBSPOT', 'readonly@acme.example', 'crm.objects.contacts.write');
    const held = await push(person, 'HUBSPOT', await withLeads(person, 1));
    expect(held.data).toMatchObject({ pushed_count: 0, push: { state: 'running' } });
    const found = await findIntegration(person, 'HUBSPOT');
    expect(found).toMatchObject({ connected: false, needs_reconnect: true, missing_grant: 'scopes' });
  });
});

describe.each(TROUBLED)('trouble with %s', (type) => {
  const crm = () => commandCrm(world, type);

  test('a lost answer is looked for, never written twice', async () => {
    const person = await server.signUp();
    await connectCrm(world, person, type);
    const ids = await withLeads(person, 1);
    await crm().control({ fault: { drop: 'after', text: `ada${number}@lovelace.example`, method: 'POST', times: 1 } });
    // Unconfirmed leads are searched for after ten seconds; here immediately.
    const hurry = setInterval(() => void dueNow(person), 50);
    const answer = await push(person, type, ids).finally(() => clearInterval(hurry));
    expect(answer.data).toMatchObject({ pushed_count: 1, errors: [] });
    expect(await crm().rows()).toHaveLength(1);
  });

  test('a bad value of one lead is reported and stops no other lead', async () => {
    const person = await server.signUp();
    await connectCrm(world, person, type);
    const good = await withLeads(person, 2);
    const nameless = await withLeads(person, 1, { first_name: '', last_name: '', email: null, company_name: null });
    const answer = await push(person, type, [...good, ...nameless]);
    expect(answer.data).toMatchObject({ pushed_count: 2, total_count: 3, success: true });
    expect(answer.data.errors).toHaveLength(1);
    expect(answer.data.errors[0]).toMatch(/no name|required/);
  });

  test('a revoked consent holds the push with a clear reason; after a new connection it continues', async () => {
    const person = await server.signUp();
    await connectCrm(world, person, type, `revoked-${type.toLowerCase()}@acme.example`);
    const ids = await withLeads(person, 3);
    await crm().control({ revoke: `revoked-${type.toLowerCase()}@acme.example` }, '/oauth');
    const held = await push(person, type, ids);
    expect(held.data).toMatchObject({ success: false, pushed_count: 0, push: { state: 'running' } });
    expect(held.data.error).toContain('Connect it again');
    const listed = await person.call(api.listIntegrations);
    expect(listed.data.integrations.find((one) => one.integration_type === type)).toMatchObject({
      connected: false,
      needs_reconnect: true,
    });
    await connectCrm(world, person, type, `again-${type.toLowerCase()}@acme.example`);
    const more = await push(person, type, await withLeads(person, 1));
    // Which push continues first is open: the held one, or the new one.
    await expectDone(person, more.data.push.id, 1);
    await expectDone(person, held.data.push.id, 3);
    expect(await crm().rows()).toHaveLength(4);
  });

  test('consent revoked during a push keeps what was written; the rest follows once reconnected', async () => {
    const person = await server.signUp();
    const mailbox = `midway-${type.toLowerCase()}@acme.example`;
    await connectCrm(world, person, type, mailbox);
    const batch = server.program.system.ports.crm[type].manifest.limits.contacts_per_write;
    const ids = await withLeads(person, batch + 5);
    // The last of them is waited for: by then a batch is written, and the next has begun.
    await crm().control({ fault: { text: `ada${number}@lovelace.example`, delay_in_ms: 2_500 } });
    const { rows } = await server.owner.query('select id::int from integrations where organization_id = $1', [
      person.organization_id,
    ]);
    const answered = push(person, type, ids);
    // A large push continues in a worker, which this program does not have.
    const working = answered.then(() => pushAtOnce(server.program.system, rows[0].id, 30_000));
    await expect.poll(async () => (await crm().rows()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(batch);
    await crm().control({ revoke: mailbox }, '/oauth');
    const pushId = (await answered).data.push.id;
    await working;
    const read = async () => (await person.call(api.getCrmPush, { params: { pushId } })).data.push;
    await expect.poll(async () => (await read()).error ?? '', { timeout: 30_000 }).toContain('Connect it again');
    const held = await read();
    expect(held).toMatchObject({ state: 'running', failed_count: 0, total_count: ids.length });
    expect(held.pushed_count).toBeGreaterThanOrEqual(batch);
    expect(held.pushed_count).toBeLessThan(ids.length);
    await connectCrm(world, person, type, `anew-${type.toLowerCase()}@acme.example`);
    await push(person, type, await withLeads(person, 1));
    await expectDone(person, pushId, ids.length);
    expect(await crm().rows()).toHaveLength(ids.length + 1);
  });

  test('what a worker hears of the sign-in before says nothing about a new one', async () => {
    const person = await server.signUp();
    await connectCrm(world, person, type, `late-${type.toLowerCase()}@acme.example`);
    const { rows } = await server.owner.query<{ id: string }>(
      'select id from integrations where organization_id = $1',
      [person.organization_id],
    );
    const wasGiven = await workOn(server.program.system, Number(rows[0]?.id), {
      for_in_ms: 10_000,
      run: async () => {
        await connectCrm(world, person, type, `new-${type.toLowerCase()}@acme.example`);
        throw new ProviderError('auth_expired', 'The consent was withdrawn.', { concerns: 'sender' });
      },
    });
    expect(wasGiven).toBe(true);
    const listed = await person.call(api.listIntegrations);
    expect(listed.data.integrations.find((one) => one.integration_type === type)).toMatchObject({ connected: true });
    // The account is free for the next one immediately.
    const more = await push(person, type, await withLeads(person, 1));
    expect(more.data).toMatchObject({ success: true, pushed_count: 1 });
  });

  test('429 for an hour holds everything and drops no lead', async () => {
    const person = await server.signUp();
    await connectCrm(world, person, type);
    const ids = await withLeads(person, 2);
    await crm().control({ fault: { status: 429, retry_after_in_seconds: 3_600, times: 500 } });
    const held = await push(person, type, ids);
    expect(held.data.push).toMatchObject({
      state: 'running',
      pushed_count: 0,
      failed_count: 0,
      error: expect.stringContaining('asked us to slow down'),
    });
    expect(Date.parse(held.data.push.paused_until ?? '')).toBeGreaterThan(Date.now() + 3_000_000);
    await crm().control({ clear_faults: true });
    await server.owner.query(`update integrations set paused_until = '-infinity' where organization_id = $1`, [
      person.organization_id,
    ]);
    const next = await push(person, type, await withLeads(person, 1));
    await expectDone(person, next.data.push.id, 1);
    await expectDone(person, held.data.push.id, 2);
  });

  test('two parallel pushes of one list create each person once', async () => {
    const person = await server.signUp();
    await connectCrm(world, person, type);
    const ids = await withLeads(person, 10);
    const answers = await Promise.all([push(person, type, ids), push(person, type, ids), push(person, type, ids)]);
    for (const { data } of answers) expect(data).toMatchObject({ pushed_count: 10, errors: [] });
    expect(await crm().rows()).toHaveLength(10);
  });

  test('a field that was deleted after it was mapped fails the push before anything is written', async () => {
    const person = await server.signUp();
    await connectCrm(world, person, type);
    const mappings = [{ hubspotField: 'gone_field', prospectField: 'email' as const }];
    expect(
      (await person.call(api.saveFieldMappings, { params: { id: type }, body: { mappings, ...boardOf(type) } })).status,
    ).toBe(200);
    const answer = await push(person, type, await withLeads(person, 2));
    expect(answer.data).toMatchObject({ success: false, pushed_count: 0, push: { state: 'failed' } });
    expect(answer.data.error).toContain('gone_field');
    expect(await crm().rows()).toHaveLength(0);
    // With a new mapping, the same push succeeds.
    const { name, required } = CRM_NAMES[type];
    const again = [name, ...required].map((hubspotField) => ({
      hubspotField,
      prospectField: hubspotField === name ? ('last_name' as const) : ('company.name' as const),
    }));
    await person.call(api.saveFieldMappings, { params: { id: type }, body: { mappings: again, ...boardOf(type) } });
    await person.call(api.retryCrmPush, { params: { pushId: answer.data.push.id } });
    await push(person, type, await withLeads(person, 1));
    await expectDone(person, answer.data.push.id, 2);
  });
});

/** Leads waiting for a search are searched for now. */
async function dueNow(person: Person): Promise<void> {
  await server.owner.query(
    `update crm_push_leads set not_before = '-infinity' where organization_id = $1 and state = 'waiting' and attempts > 0`,
    [person.organization_id],
  );
}

describe('who may, and what comes from outside', () => {
  const type = 'HUBSPOT';
  const params = { id: type } as const;

  test('a white-label client does without, unless an admin looks', async () => {
    const person = await server.signUp();
    await server.owner.query('update organizations set is_whitelabel = true where organization_id = $1', [
      person.organization_id,
    ]);
    expect((await person.call(api.connectIntegration, { params, body: {} })).status).toBe(403);
    expect((await push(person, type, [1])).status).toBe(403);
    expect((await person.call(api.saveFieldMappings, { params, body: { mappings: [] } })).status).toBe(403);
    await server.owner.query('update organizations set is_agency = true where organization_id = $1', [
      person.organization_id,
    ]);
    expect((await person.call(api.connectIntegration, { params, body: {} })).status).toBe(200);
  });

  test('a state is used once, by the person who asked, for the CRM it was asked for', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    await world.control('/hubspot/__control/oauth', { auto_approve: 'ann@acme.example' });
    const page = async () => {
      const asked = await person.call(api.connectIntegration, { params, body: {} });
      const back = await world.visit(asked.data.authorization_url ?? '');
      return { code: back.code, state: back.state };
    };
    const finish = (who: Person, body: object, id: CrmType = type) =>
      who.call(api.connectIntegration, { params: { id }, body });
    expect((await finish(other, await page())).error.code).toBe('crm_consent_expired');
    expect((await finish(person, await page(), 'PIPEDRIVE')).error.code).toBe('crm_consent_expired');
    const back = await page();
    expect((await finish(person, back)).status).toBe(200);
    expect((await finish(person, back)).error.code).toBe('crm_consent_expired');
    expect((await finish(person, { state: 'HUBSPOT.forged', code: 'x' })).error.code).toBe('crm_consent_expired');
    const elsewhere = { redirect_uri: 'https://evil.example/settings/integrations' };
    expect((await finish(person, elsewhere)).error.code).toBe('bad_request');
    const denied = await page();
    expect((await finish(person, { state: denied.state, error: 'access_denied' })).error.code).toBe(
      'crm_consent_denied',
    );
  });

  test('foreign people, pushes and records are none', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    await connectCrm(world, person, type);
    await connectCrm(world, other, type);
    const ids = await withLeads(other, 2);
    expect((await push(person, type, ids)).error.code).toBe('no_leads_selected');
    const theirs = await push(other, type, ids);
    const pushId = theirs.data.push.id;
    expect((await person.call(api.getCrmPush, { params: { pushId } })).status).toBe(404);
    expect((await person.call(api.stopCrmPush, { params: { pushId } })).status).toBe(404);
    expect((await person.call(api.retryCrmPush, { params: { pushId } })).status).toBe(404);
    expect((await person.call(api.listCrmRecords, { params: { prospectId: ids[0] as number } })).status).toBe(404);
    const unknown = await person.call(api.getIntegrationStatus, { params: { integration: 'NO_SUCH_CRM' as never } });
    expect(unknown.status).toBe(404);
  });

  test('a push that is stopped writes nothing more, and continues where a person asks for it', async () => {
    const person = await server.signUp();
    await connectCrm(world, person, type, 'stopping@acme.example');
    await commandCrm(world, type).control({ revoke: 'stopping@acme.example' }, '/oauth');
    const { push: held } = (await push(person, type, await withLeads(person, 2))).data;
    expect(held).toMatchObject({ state: 'running', pushed_count: 0 });
    const params = { pushId: held.id };
    const stopped = await person.call(api.stopCrmPush, { params });
    expect(stopped.data.push).toMatchObject({ id: held.id, state: 'stopped', pushed_count: 0 });
    await connectCrm(world, person, type, 'stopping-again@acme.example');
    await push(person, type, await withLeads(person, 1));
    expect((await person.call(api.getCrmPush, { params })).data.push).toMatchObject({
      state: 'stopped',
      pushed_count: 0,
    });
    expect(await commandCrm(world, type).rows()).toHaveLength(1);
    expect((await person.call(api.retryCrmPush, { params })).data.push.state).toBe('running');
    await push(person, type, await withLeads(person, 1));
    await expectDone(person, held.id, 2);
    expect(await commandCrm(world, type).rows()).toHaveLength(4);
  });

  test('mappings: rows with a side missing are dropped, one field twice is refused', async () => {
    const person = await server.signUp();
    const save = (mappings: object[]) =>
      person.call(api.saveFieldMappings, { params, body: { mappings: mappings as never } });
    expect(
      (
        await save([
          { hubspotField: '', prospectField: 'email' },
          { hubspotField: 'email', prospectField: '' },
        ])
      ).error.code,
    ).toBe('crm_no_mappings');
    expect(
      (
        await save([
          { hubspotField: 'email', prospectField: 'email' },
          { hubspotField: 'email', prospectField: 'location' },
        ])
      ).error.code,
    ).toBe('crm_field_twice');
    const kept = await save([
      { hubspotField: ' email ', prospectField: 'email' },
      { hubspotField: null, prospectField: 'location' },
    ]);
    expect(kept.data.mappings).toEqual([{ hubspotField: 'email', prospectField: 'email', overwrites: false }]);
    expect((await save([{ hubspotField: 'email', prospectField: 'password' }])).status).toBe(400);
  });

  test('an uninstall told twice, or by a stranger, changes what it may', async () => {
    const person = await server.signUp();
    await connectCrm(world, person, 'PIPEDRIVE');
    const control = (secret: string) =>
      server.program.app.inject({
        method: 'DELETE',
        url: '/settings/integrations',
        headers: { authorization: `Basic ${Buffer.from(`sandbox:${secret}`).toString('base64')}` },
        payload: { client_id: 'sandbox', company_id: 815, user_id: 1 },
      });
    expect((await control('wrong')).statusCode).toBe(401);
    const status = () => person.call(api.getIntegrationStatus, { params: { integration: 'PIPEDRIVE' } });
    expect((await status()).data.connected).toBe(true);
    expect((await control('sandbox')).statusCode).toBe(200);
    expect((await control('sandbox')).statusCode).toBe(200);
    expect((await status()).data.connected).toBe(false);
  });

  test('a converted Salesforce lead, which is read-only, stays as it is and is not retried', async () => {
    const person = await server.signUp();
    const crm = commandCrm(world, 'SALESFORCE');
    await connectCrm(world, person, 'SALESFORCE');
    const ids = await withLeads(person, 1);
    const fields = { Email: `ada${number}@lovelace.example`, LastName: 'Lovelace', IsConverted: true };
    await crm.control({ insert: { kind: 'Lead', fields } });
    const answer = await push(person, 'SALESFORCE', ids);
    expect(answer.data).toMatchObject({ pushed_count: 1, push: { state: 'done', created_count: 0 } });
    expect(await crm.rows()).toHaveLength(1);
  });

  test('a push whose worker died after the last lead, before it said so, is ended by the next', async () => {
    const person = await server.signUp();
    await connectCrm(world, person, type);
    const ids = await withLeads(person, 2);
    const first = await push(person, type, ids);
    const pushId = first.data.push.id;
    await server.owner.query(`update crm_pushes set state = 'running', finished_at = null where id = $1`, [pushId]);
    await push(person, type, await withLeads(person, 1));
    await expectDone(person, pushId, 2);
  });

  test('finished pushes are deleted beyond a thousand and after half a year, two for each new one', async () => {
    const person = await server.signUp();
    await connectCrm(world, person, type);
    const ids = await withLeads(person, 1);
    const count = async () => {
      const { rows } = await server.owner.query(
        'select count(*)::int as n, max(id)::int as newest from crm_pushes where organization_id = $1',
        [person.organization_id],
      );
      return rows[0];
    };
    await push(person, type, ids);
    await server.owner.query(
      `insert into crm_pushes (organization_id, integration_id, board_id, total, state, finished_at)
       select organization_id, integration_id, board_id, 1, 'done', app_now() from crm_pushes, generate_series(1, 1003)
       where organization_id = $1`,
      [person.organization_id],
    );
    for (const n of [1003, 1002]) {
      const { data } = await push(person, type, ids);
      expect(await count()).toEqual({ n, newest: data.push.id });
    }
    await server.owner.query(
      `update crm_pushes set finished_at = app_now() - interval '181 days' where organization_id = $1
       and id in (select min(id) from crm_pushes where organization_id = $1 and id > (select min(id) + 500 from crm_pushes where organization_id = $1))`,
      [person.organization_id],
    );
    for (const n of [1001, 1000, 999]) {
      await push(person, type, ids);
      expect((await count()).n).toBe(n);
    }
    const { rows } = await server.owner.query(
      `select from crm_pushes where organization_id = $1 and finished_at < app_now() - interval '180 days'`,
      [person.organization_id],
    );
    expect(rows).toEqual([]);
    expect((await person.call(api.listCrmPushes)).data.pushes).toHaveLength(20);
  });

  test('new records get an owner: the one with the sender’s address, or one for all', async () => {
    const person = await server.signUp();
    await connectCrm(world, person, type, 'ann@acme.example');
    const owners = (await person.call(api.listCrmOwners, { params })).data.owners;
    expect(owners).toEqual([{ id: '77', name: 'Ann Sample' }]);
    const choose = (body: object) => person.call(api.saveIntegrationSettings, { params, body: { sync: [], ...body } });
    expect((await choose({ owner_kind: 'user' })).error.code).toBe('crm_no_owner');
    expect((await choose({ owner_kind: 'sender' })).data.integration).toMatchObject({ owner_kind: 'sender' });
    const [hers, nobodys] = await withLeads(person, 2);
    await server.owner.query(
      `with sender as (insert into accounts (organization_id, account_type, status, name, email)
          values ($1, 'IMAP', 'OK', 'Ann', 'Ann@acme.example') returning id),
        campaign as (insert into campaigns (organization_id, name, status) values ($1, 'Run', 'ACTIVE') returning id)
       insert into campaign_leads (organization_id, campaign_id, prospect_id, email_account_id)
         select $1, campaign.id, $2, sender.id from sender, campaign`,
      [person.organization_id, hers],
    );
    await push(person, type, [hers as number, nobodys as number]);
    const ownersOf = async () => (await commandCrm(world, type).rows()).map(({ fields }) => fields.hubspot_owner_id);
    expect(await ownersOf()).toEqual(['77', undefined]);
    await choose({ owner_kind: 'user', owner_id: '78' });
    const [third] = await withLeads(person, 1);
    await push(person, type, [hers as number, third as number]);
    // Whose a record is already, is theirs to say.
    expect(await ownersOf()).toEqual(['77', undefined, '78']);
  });

  test('what the CRM had already stays; blanks are filled', async () => {
    const person = await server.signUp();
    await connectCrm(world, person, type);
    const [id] = await withLeads(person, 1);
    const email = `ada${number}@lovelace.example`;
    await commandCrm(world, type).control({ insert: { kind: 'contact', fields: { email, firstname: 'Augusta' } } });
    expect((await push(person, type, [id as number])).data).toMatchObject({
      pushed_count: 1,
      push: { created_count: 0 },
    });
    const [row] = await commandCrm(world, type).rows();
    expect(row?.fields).toMatchObject({ firstname: 'Augusta', jobtitle: 'Countess' });
  });
});
