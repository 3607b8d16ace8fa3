import { CRM_VENDORS } from '@overture/adapters/crm/crm-vendors';
import { CRM_NAMES } from '@overture/adapters/crm/testing/crm-names';
import { api } from '@overture/contract';
import type { CrmSyncSwitch, CrmType } from '@overture/domain/crm';
import { CRM_TYPES } from '@overture/domain/crm';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestServer } from '../../../testing/harness.ts';
import { useMailWorld } from '../../../testing/worlds.ts';
import { crmHold } from '../../crm-people/index.ts';
import { recordUnsubscribe } from '../../lead-endings/index.ts';
import { makeLeads } from '../../prospects/prospects.factory.ts';
import { isSuppressed } from '../../suppression-rules/index.ts';
import { commandCrm, connectCrm } from '../integrations.factory.ts';

const { world, server } = useMailWorld({ roles: ['web', 'live', 'worker'] });

beforeEach(async () => {
  for (const type of CRM_TYPES) await commandCrm(world, type).control({ clear: true, clear_faults: true });
});

type Person = Awaited<ReturnType<TestServer['signUp']>>;
const recordsOf = (type: CrmType) => CRM_VENDORS[type].manifest.records;
const boardOf = (type: CrmType) => (CRM_VENDORS[type].manifest.capabilities.has_boards ? { board_id: '501' } : {});
/** Jobs of this server are picked up within two seconds; a busy machine takes longer. */
const patience = { timeout: 60_000, interval: 100 };
let number = 0;

const contextOf = (person: Person) => server.program.system.forOrganization(person.organization_id);

async function makeLead(person: Person): Promise<{ id: number; email: string }> {
  number += 1;
  const email = `grace${number}@hopper.example`;
  const [lead] = await makeLeads(contextOf(person), [
    { first_name: 'Grace', last_name: 'Hopper', email, company_name: 'Navy' },
  ]);
  return { id: lead?.id as number, email };
}

async function begin(type: CrmType, sync: CrmSyncSwitch[], stage?: string) {
  const person = await server.signUp();
  await connectCrm(world, person, type);
  const answer = await person.call(api.saveIntegrationSettings, {
    params: { id: type },
    body: { sync, stage, ...boardOf(type) },
  });
  expect(answer.data.integration).toMatchObject({ sync, connected: true });
  return person;
}

/** A lead's reply, as the inbox stores it. */
async function reply(person: Person, prospect_id: number, message: string): Promise<void> {
  await server.owner.query('insert into chats (organization_id, prospect_id, last_message_at) values ($1, $2, now())', [
    person.organization_id,
    prospect_id,
  ]);
  await server.owner.query(
    `insert into chat_messages (organization_id, prospect_id, kind, sent_by_prospect, message, sent_at, read)
     values ($1, $2, 'REPLY', true, $3, now(), false)`,
    [person.organization_id, prospect_id, message],
  );
  await contextOf(person).transaction(async (tx) => tx.events.emit({ type: 'lead_replied', prospect_id }));
}

/** Why the dispatcher holds a lead by what CRMs say. */
const holdOf = async (id: number) =>
  (
    await server.program.system.systemTransaction(({ db }) =>
      sql<{ hold: string | null }>`select ${crmHold} as hold from prospects p where p.id = ${id}`.execute(db),
    )
  ).rows[0]?.hold;

describe.each(CRM_TYPES)('%s', (type) => {
  const crm = () => commandCrm(world, type);

  test('a reply becomes a contact and one note, also when redelivered or when the response is lost', async () => {
    const person = await begin(type, ['replies']);
    const { id } = await makeLead(person);
    await crm().control({ fault: { drop: 'after', text: 'Overture #', times: 1 } });
    await reply(person, id, 'Yes, tell me more about <it>.');
    await contextOf(person).transaction(async (tx) => tx.events.emit({ type: 'lead_replied', prospect_id: id }));
    const hurry = setInterval(() => void hurryEvents(person), 100);
    await expect
      .poll(async () => (await listEvents(person)).map(({ state }) => state), patience)
      .toEqual(['done'])
      .finally(() => clearInterval(hurry));
    const notes = await crm().rows(recordsOf(type).note);
    expect(notes).toHaveLength(1);
    expect(JSON.stringify(notes[0])).toContain('tell me more');
    expect(await crm().rows()).toHaveLength(1);
  });

  test('CRM marks hold or unsubscribe leads here, with the reason; opt-outs here are marked there', async () => {
    const person = await begin(type, []);
    const [customer, missing, own] = [await makeLead(person), await makeLead(person), await makeLead(person)];
    const ids = [customer.id, missing.id, own.id];
    const pushed = await person.call(api.pushProspects, {
      params: { integration: type },
      body: { prospect_ids: ids, ...boardOf(type) },
    });
    expect(pushed.data).toMatchObject({ pushed_count: 3 });
    const rows = await crm().rows();
    const rowOf = (email: string) => rows.find((row) => JSON.stringify(row.fields).includes(email))?.id as number;
    await mark(type, rowOf(customer.email), 'customer');
    await mark(type, rowOf(missing.email), 'do_not_contact');
    await person.call(api.saveIntegrationSettings, {
      params: { id: type },
      body: { sync: ['read_back', 'unsubscribes'], ...boardOf(type) },
    });
    await expect.poll(() => holdOf(customer.id), patience).toMatch(/This person (is a customer|has an open deal) in /);
    const suppressed = (email: string) =>
      contextOf(person).transaction((tx) => isSuppressed(tx, person.organization_id, email));
    await expect.poll(() => suppressed(missing.email), patience).toBe(true);
    expect(await holdOf(own.id)).toBeNull();
    await contextOf(person).transaction((tx) =>
      recordUnsubscribe(tx, { prospect_id: own.id, detail: 'unsubscribe link' }),
    );
    await expect.poll(() => isMarked(type, rowOf(own.email)), patience).toBe(true);
    // Another team reads the same account before any of these people are its leads.
    const later = await begin(type, ['read_back', 'unsubscribes']);
    const known = `select from crm_people where organization_id = $1`;
    await expect
      .poll(async () => (await server.owner.query(known, [later.organization_id])).rows.length, patience)
      .toBeGreaterThanOrEqual(2);
    const [newcomer] = await makeLeads(contextOf(later), [{ email: customer.email }]);
    expect(await holdOf(newcomer?.id as number)).toMatch(/This person (is a customer|has an open deal) in /);
    expect(await contextOf(later).transaction((tx) => isSuppressed(tx, later.organization_id, missing.email))).toBe(
      true,
    );
    // Disabled settings hold no lead.
    await person.call(api.saveIntegrationSettings, { params: { id: type }, body: { sync: [], ...boardOf(type) } });
    expect(await holdOf(customer.id)).toBeNull();
  });

  test('the CRM owner of a lead is shown and in the chosen column, and follows changes', async () => {
    const person = await begin(type, []);
    const [owned, own] = [await makeLead(person), await makeLead(person)];
    const push = { params: { integration: type }, body: { prospect_ids: [owned.id, own.id], ...boardOf(type) } };
    expect((await person.call(api.pushProspects, push)).data).toMatchObject({ pushed_count: 2 });
    const { column } = (await person.call(api.createLeadColumn, { body: { name: 'Owner', type: 'text' } })).data;
    const [user] = (await person.call(api.listCrmOwners, { params: { id: type } })).data.owners;
    const rowId = (await crm().rows()).find((row) => JSON.stringify(row.fields).includes(owned.email))?.id as number;
    await crm().control({
      update: { kind: recordsOf(type).person, id: rowId, fields: { [CRM_NAMES[type].owner]: user?.id } },
    });
    const settings = { sync: ['owners' as const], owner_column_id: column.id, ...boardOf(type) };
    const save = () => person.call(api.saveIntegrationSettings, { params: { id: type }, body: settings });
    expect((await save()).data.integration).toMatchObject({ sync: ['owners'], owner_column_id: column.id });
    const seen = async (id: number) => {
      const { records } = (await person.call(api.listCrmRecords, { params: { prospectId: id } })).data;
      const { rows } = await server.owner.query('select custom ->> $2 as word from prospects where id = $1', [
        id,
        column.key,
      ]);
      return [records[0]?.owner ?? null, rows[0].word];
    };
    await expect.poll(() => seen(owned.id), patience).toEqual(['Ann Sample', expect.stringContaining('@')]);
    expect(await seen(own.id)).toEqual([null, null]);
    await crm().control({
      update: { kind: recordsOf(type).person, id: rowId, fields: { [CRM_NAMES[type].owner]: null } },
    });
    await server.owner.query(`update integrations set next_read_at = '-infinity' where organization_id = $1`, [
      person.organization_id,
    ]);
    await expect.poll(() => seen(owned.id), patience).toEqual([null, null]);
    // A column of numbers holds no address, and one of another organization is none.
    const number = (await person.call(api.createLeadColumn, { body: { name: 'Rank', type: 'number' } })).data.column;
    for (const owner_column_id of [number.id, 999_999_999]) {
      const body = { ...settings, owner_column_id };
      expect((await person.call(api.saveIntegrationSettings, { params: { id: type }, body })).status).toBe(400);
    }
  });

  test('a rule of a board pushes the lead whose card comes into its column, once that was chosen', async () => {
    const person = await begin(type, []);
    const body = { name: 'Pipeline', columns: ['New', 'Won'] };
    const { board } = (await person.call(api.createKanbanBoard, { body })).data;
    const column_id = board.columns[0]?.id as number;
    const stages = (await person.call(api.listCrmStages, { params: { id: type }, query: boardOf(type) ?? {} })).data
      .stages;
    const [stage, other] = [stages[1]?.id as string, stages[2]?.id as string];
    const asks = { set_off_by: 'entered' as const, column_id, push_to: type, push_stage: stage, notes_meeting: true };
    expect((await person.call(api.createKanbanRule, { params: { id: board.id }, body: asks })).status).toBe(200);
    const enter = (prospect_id: number) =>
      person.call(api.addProspectToKanban, { body: { prospect_id, board_id: board.id, column_id } });
    const sent = async () =>
      (await server.owner.query('select count(*)::int as n from outbox_events')).rows[0].n as number;
    const before = await makeLead(person);
    await enter(before.id);
    await expect.poll(sent, patience).toBe(0);
    await person.call(api.saveIntegrationSettings, {
      params: { id: type },
      body: { sync: ['board_cards'], ...boardOf(type) },
    });
    const lead = await makeLead(person);
    const { card } = (await enter(lead.id)).data;
    await expect.poll(async () => JSON.stringify(await crm().rows()), patience).toContain(lead.email);
    expect(await crm().rows()).toHaveLength(1);
    // The column says a stage and a meeting; moved out and in again, the stage follows and the meeting is noted once.
    const won = board.columns[1]?.id as number;
    const further = { ...asks, column_id: won, push_stage: other, notes_meeting: false };
    await person.call(api.createKanbanRule, { params: { id: board.id }, body: further });
    for (const to of [won, column_id, won])
      await person.call(api.moveKanbanCard, { params: { id: board.id, cardId: card.id }, body: { column_id: to } });
    const hurry = setInterval(() => void hurryEvents(person), 100);
    await expect
      .poll(async () => (await listEvents(person)).map(({ state }) => state), patience)
      .toEqual(['done', 'done', 'done', 'done', 'done'])
      .finally(() => clearInterval(hurry));
    // Each entry pushed as well; what is still on its way would come into the next test.
    await expect.poll(() => countRunning(person), patience).toBe(0);
    expect(await crm().rows(recordsOf(type).note)).toHaveLength(1);
    expect(JSON.stringify(await crm().rows(recordsOf(type).note))).toContain('Meeting booked');
    const dealt = await crm().rows(recordsOf(type).deal);
    expect(dealt).toHaveLength(1);
    const word = other.split('/').at(-1) ?? '';
    expect(JSON.stringify(dealt)).toMatch(type === 'PIPEDRIVE' ? /"stage_id":3/ : new RegExp(word));
  });

  test('a call becomes one note, also when it is announced again', async () => {
    const person = await begin(type, ['calls']);
    const { id } = await makeLead(person);
    const said = { title: 'Call: <b>Gatekeeper</b>', text: '=1+1, ask for Ada', called_at: new Date().toISOString() };
    for (const _ of [1, 2])
      await contextOf(person).transaction(async (tx) =>
        tx.events.emit({ type: 'call_recorded', prospect_id: id, call_id: 1, ...said }),
      );
    const hurry = setInterval(() => void hurryEvents(person), 100);
    await expect
      .poll(async () => (await listEvents(person)).map(({ state }) => state), patience)
      .toEqual(['done'])
      .finally(() => clearInterval(hurry));
    const notes = await crm().rows(recordsOf(type).note);
    expect(notes).toHaveLength(1);
    expect(JSON.stringify(notes[0])).toContain('ask for Ada');
  });

  test('interest is pushed once; new leads of a campaign become records', async () => {
    const { stage } = CRM_NAMES[type];
    const person = await begin(type, ['interest', 'new_leads'], stage);
    const [lead, other] = [await makeLead(person), await makeLead(person)];
    for (const _ of [1, 2])
      await contextOf(person).transaction(async (tx) => {
        tx.events.emit({ type: 'lead_interest_changed', prospect_id: lead.id, interest: 'INTERESTED' });
        tx.events.emit({ type: 'leads_added_to_campaign', campaign_id: 1, prospect_ids: [lead.id, other.id] });
      });
    const hurry = setInterval(() => void hurryEvents(person), 100);
    await expect
      .poll(async () => (await listEvents(person)).map(({ state }) => state), patience)
      .toEqual(['done'])
      .finally(() => clearInterval(hurry));
    await expect.poll(async () => (await crm().rows()).length, patience).toBe(2);
    const { capabilities, records } = CRM_VENDORS[type].manifest;
    const deals = capabilities.interest === 'deal' ? records.deal : undefined;
    if (deals) expect(await crm().rows(deals)).toHaveLength(1);
    else expect(JSON.stringify(await crm().rows())).toContain(stage);
  });
});

const FURTHER_ADDRESSES: Partial<Record<CrmType, (own: string, others: string[]) => object>> = {
  HUBSPOT: (_own, others) => ({ hs_additional_emails: others.join(';') }),
  PIPEDRIVE: (own, others) => ({ emails: [own, ...others].map((value, index) => ({ value, primary: index === 0 })) }),
};

test.each(Object.entries(FURTHER_ADDRESSES) as [CrmType, (own: string, others: string[]) => object][])(
  '%s: customers are held and opted-out contacts suppressed, under each address of the record',
  async (type, describeFurther) => {
    const person = await begin(type, []);
    const [customer, missing] = [await makeLead(person), await makeLead(person)];
    const prospect_ids = [customer.id, missing.id];
    await person.call(api.pushProspects, { params: { integration: type }, body: { prospect_ids } });
    const rows = await commandCrm(world, type).rows();
    const [known, later] = [`second.${customer.email}`, `second.${missing.email}`];
    for (const [lead, standing, other] of [
      [customer, 'customer', known],
      [missing, 'do_not_contact', later],
    ] as const) {
      const id = rows.find((row) => JSON.stringify(row.fields).includes(lead.email))?.id as number;
      const fields = describeFurther(lead.email, [`third.${lead.email}`, other.toUpperCase()]);
      await commandCrm(world, type).control({ update: { kind: recordsOf(type).person, id, fields } });
      await mark(type, id, standing);
    }
    const [second] = await makeLeads(contextOf(person), [{ email: known }]);
    await person.call(api.saveIntegrationSettings, {
      params: { id: type },
      body: { sync: ['read_back', 'unsubscribes'] },
    });
    await expect.poll(() => holdOf(second?.id as number), patience).toMatch(/This person is a customer in /);
    const isLeftAlone = () => contextOf(person).transaction((tx) => isSuppressed(tx, person.organization_id, later));
    await expect.poll(isLeftAlone, patience).toBe(true);
  },
);

test('the log shows requests and responses without credentials, and retries', async () => {
  const person = await begin('HUBSPOT', []);
  const { id } = await makeLead(person);
  await commandCrm(world, 'HUBSPOT').control({
    fault: { status: 400, code: 'VALIDATION_ERROR', path: '/batch/upsert', times: 3 },
  });
  const failed = await person.call(api.pushProspects, {
    params: { integration: 'HUBSPOT' },
    body: { prospect_ids: [id] },
  });
  expect(failed.data).toMatchObject({ pushed_count: 0, total_count: 1 });
  const params = { id: 'HUBSPOT' as const };
  const log = await person.call(api.listCrmExchanges, { params, query: { only_failures: true } });
  const [exchange] = log.data.exchanges;
  expect(exchange).toMatchObject({
    status: 400,
    is_failure: true,
    can_retry: true,
    path: expect.stringContaining('/batch/upsert'),
  });
  expect(JSON.stringify(log.data)).not.toMatch(/access-[\w-]{10}|refresh-[\w-]{10}|Bearer [\w-]{10}/);
  await commandCrm(world, 'HUBSPOT').control({ clear_faults: true });
  const again = await person.call(api.retryCrmExchange, { params: { ...params, exchangeId: exchange?.id as number } });
  expect(again.data).toEqual({ success: true });
  const pushId = failed.data.push.id;
  await expect
    .poll(async () => (await person.call(api.getCrmPush, { params: { pushId } })).data.push.pushed_count, patience)
    .toBe(1);
  const stranger = await server.signUp();
  expect((await stranger.call(api.listCrmExchanges, { params, query: {} })).data).toEqual({
    exchanges: [],
    total: 0,
    next_cursor: null,
  });
  expect(
    (await stranger.call(api.retryCrmExchange, { params: { ...params, exchangeId: exchange?.id as number } })).error
      .code,
  ).toBe('crm_not_connected');
});

async function listEvents(person: Person): Promise<{ state: string }[]> {
  return (await server.owner.query('select state from crm_events where organization_id = $1', [person.organization_id]))
    .rows;
}

async function countRunning(person: Person): Promise<number> {
  const rows = await server.owner.query(
    `select count(*)::int as n from crm_pushes where organization_id = $1 and state = 'running'`,
    [person.organization_id],
  );
  return rows.rows[0].n;
}

/** Leads waiting for the next check are checked now. */
async function hurryEvents(person: Person): Promise<void> {
  for (const table of ['crm_events', 'crm_push_leads'])
    await server.owner.query(
      `update ${table} set not_before = '-infinity' where organization_id = $1 and state = 'waiting' and attempts > 0`,
      [person.organization_id],
    );
  await server.owner.query(`update integrations set paused_until = '-infinity' where organization_id = $1`, [
    person.organization_id,
  ]);
}

/** As a user of the CRM marks a contact. */
async function mark(type: CrmType, id: number, standing: 'customer' | 'do_not_contact'): Promise<void> {
  const fields = CRM_NAMES[type][standing];
  await commandCrm(world, type).control({ update: { kind: recordsOf(type).person, id, fields } });
}

async function isMarked(type: CrmType, id: number): Promise<boolean> {
  const row = (await commandCrm(world, type).rows()).find((one) => one.id === id);
  return JSON.stringify(row?.fields ?? {}).includes(JSON.stringify(CRM_NAMES[type].do_not_contact).slice(1, -1));
}
