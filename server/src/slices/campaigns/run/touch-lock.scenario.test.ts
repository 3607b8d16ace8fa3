import { api } from '@overture/contract';
import { TOUCH_LOCK_REASON_MAX } from '@overture/domain/campaign/touch-locks';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countLockWaits } from '../../../testing/database.ts';
import { createClient } from '../../../testing/harness.ts';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { addClient, signUpAgency } from '../../agency/agency.factory.ts';
import { holdForGood, recordEarlierContacts, touchLocksSlice } from '../../touch-locks/index.ts';
import { campaignStepKind } from './dispatch/campaign-step.service.ts';
import * as world from './run.factory.ts';

const { server, mail } = useCampaignWorld({ slow_in_ms: 100, answer_timeout_in_ms: 30_000 });

const DAY = 86_400;
const system = () => server.program.system;
const mailsTo = (address: string) => [...mail.store.mails()].filter((one) => one.recipients.includes(address));

let organization_id: number;
let count = 0;

beforeEach(async () => {
  organization_id = await world.makeOrganization(system());
  await setRules();
});

afterEach(() => vi.restoreAllMocks());

async function setRules(rules: Record<string, unknown> = {}): Promise<void> {
  await server.owner.query('delete from touch_lock_rules where organization_id = $1', [organization_id]);
  const names = Object.keys(rules);
  await server.owner.query(
    `insert into touch_lock_rules (organization_id, is_on, recorded_to${names.map((name) => `, ${name}`).join('')})
      values ($1, true, null${names.map((_, index) => `, $${index + 2}`).join('')})`,
    [organization_id, ...Object.values(rules)],
  );
}

async function makeSender(cap = 40): Promise<number> {
  count += 1;
  const email = `ada${organization_id}.${count}@acme.example`;
  return world.makeMailSender(system(), organization_id, {
    email,
    smtp_port: mail.smtp_port,
    imap_port: mail.imap_port,
    cap,
  });
}

const ONE_MAIL: world.NodeSpec[] = [{ type: 'EMAIL' }];
const TWO_MAILS: world.NodeSpec[] = [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 }];

async function begin(prospects: number[], nodes = TWO_MAILS, cap = 40): Promise<number[]> {
  const account_id = await makeSender(cap);
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  return world.startPeople(system(), campaign, organization_id, prospects);
}

const makePerson = async (person: world.PersonSpec): Promise<number> =>
  (await world.makePeople(system(), organization_id, [person]))[0]!;

const leadsOf = async (ids: number[]) =>
  (
    await system().systemTransaction(({ db }) =>
      sql<{
        status: string;
        waiting_rule: string | null;
        missing_data: string | null;
      }>`select status, waiting_rule, missing_data
        from campaign_leads where id = any(${ids}::bigint[]) order by id`.execute(db),
    )
  ).rows;

const locksOf = async (lead: number) =>
  (
    await server.owner.query(
      `select kind, state, reason, round(extract(epoch from until - app_now()) / 86400)::int as days from touch_locks
        where campaign_lead_id = $1 order by kind, state`,
      [lead],
    )
  ).rows as { kind: string; state: string; reason: string; days: number | null }[];

async function run(days = 0): Promise<void> {
  if (days > 0) await world.moveClock(system(), days * DAY);
  await world.runUntilQuiet(system());
}

describe('a person is contacted by one campaign at a time', () => {
  test('the second campaign waits with the name of the first, then for its rest, then begins', async () => {
    const address = `kim${organization_id}@north.example`;
    const prospect = await makePerson({ email: address });
    const [first] = await begin([prospect]);
    await run();
    const [second] = await begin([prospect], ONE_MAIL);
    await run();
    expect(mailsTo(address)).toHaveLength(1);
    expect(await leadsOf([second!])).toEqual([
      {
        status: 'SCHEDULED',
        waiting_rule: 'touch_lock',
        missing_data: 'In contact with Ada Jansen in the campaign "Campaign"',
      },
    ]);
    await run(2);
    expect(mailsTo(address)).toHaveLength(2);
    expect(await leadsOf([first!])).toMatchObject([{ status: 'COMPLETED' }]);
    expect(await locksOf(first!)).toEqual(
      Array(2).fill({ kind: 'person', state: 'cooling', reason: 'finished', days: 90 }),
    );
    await run(80);
    expect(mailsTo(address)).toHaveLength(2);
    expect(await leadsOf([second!])).toMatchObject([
      { waiting_rule: 'touch_lock', missing_data: 'Contacted by Ada Jansen in the campaign "Campaign"' },
    ]);
    await run(12);
    expect(mailsTo(address)).toHaveLength(3);
    expect(await locksOf(first!)).toEqual([]);
  });

  test('two leads with one address or number are one person, and all keys are taken or none', async () => {
    const email = `two${organization_id}@north.example`;
    const phone_number = '+31 6 1234 5678';
    const one = await makePerson({ email, linkedin: `a${organization_id}` });
    const other = await makePerson({ email, linkedin: `b${organization_id}`, phone_number });
    const third = await makePerson({ email: `third${organization_id}@north.example`, phone_number });
    await begin([one]);
    await run();
    const [held] = await begin([other]);
    await run();
    expect(mailsTo(email)).toHaveLength(1);
    expect(await leadsOf([held!])).toMatchObject([{ waiting_rule: 'touch_lock' }]);
    expect(await locksOf(held!)).toEqual([]);
    // What the second lead could not take is free for another one.
    await begin([third]);
    await run();
    expect(mailsTo(`third${organization_id}@north.example`)).toHaveLength(1);
  });

  test('of two campaigns that begin together one sends', async () => {
    const emails = Array.from({ length: 6 }, (_, index) => `race${index}.${organization_id}@north.example`);
    const prospects = await world.makePeople(
      system(),
      organization_id,
      emails.map((email) => ({ email })),
    );
    await begin(prospects, ONE_MAIL);
    await begin(prospects, ONE_MAIL);
    await run();
    expect(emails.map((email) => mailsTo(email).length)).toEqual(emails.map(() => 1));
  });

  test('without the lock both campaigns contact the person', async () => {
    await setRules({ finished_days: 30 });
    await server.owner.query('update touch_lock_rules set is_on = false where organization_id = $1', [organization_id]);
    const address = `off${organization_id}@north.example`;
    const prospect = await makePerson({ email: address });
    await begin([prospect], ONE_MAIL);
    await begin([prospect], ONE_MAIL);
    await run();
    expect(mailsTo(address)).toHaveLength(2);
  });

  test('a lead without budget takes no lock; one that ends without a contact gives it back', async () => {
    const emails = ['a', 'b'].map((name) => `${name}.budget${organization_id}@north.example`);
    const prospects = await world.makePeople(
      system(),
      organization_id,
      emails.map((email) => ({ email })),
    );
    const leads = await begin(prospects, ONE_MAIL, 1);
    await run();
    expect((await Promise.all(leads.map(locksOf))).map((locks) => locks.length).toSorted()).toEqual([0, 2]);
    const late = leads[(await locksOf(leads[0]!)).length === 0 ? 0 : 1]!;
    await server.owner.query(
      `insert into touch_locks (organization_id, scope_id, kind, key_hash, campaign_lead_id) values ($1, $1, 'person', sha256('x'), $2)`,
      [organization_id, late],
    );
    await server.owner.query("update campaign_leads set status = 'FAILED' where id = $1", [late]);
    expect(await locksOf(late)).toEqual([]);
  });

  test('a deleted campaign leaves the rest of the people it contacted', async () => {
    const address = `gone${organization_id}@north.example`;
    const prospect = await makePerson({ email: address });
    const [first] = await begin([prospect]);
    await run();
    await server.owner.query(
      'delete from campaigns where id = (select campaign_id from campaign_leads where id = $1)',
      [first],
    );
    const { rows } = await server.owner.query(
      'select distinct state, reason, campaign_lead_id from touch_locks where organization_id = $1',
      [organization_id],
    );
    expect(rows).toEqual([{ state: 'cooling', reason: 'finished', campaign_lead_id: null }]);
    await begin([prospect], ONE_MAIL);
    await run();
    expect(mailsTo(address)).toHaveLength(1);
  });
});

describe('people of one company', () => {
  test('first touches keep their gap, and only so many are in contact', async () => {
    await setRules({ holds_companies: true, company_people: 2, company_gap_days: 2 });
    const domain = `company${organization_id}.example`;
    const emails = ['a', 'b', 'c'].map((name) => `${name}@${domain}`);
    const free = `kim${organization_id}@gmail.com`;
    const prospects = await world.makePeople(
      system(),
      organization_id,
      [...emails, free].map((email) => ({ email, company_name: null })),
    );
    const plain = { type: 'EMAIL' as const, subject: 'Hello', message: 'Shall we talk?' };
    const FOUR: world.NodeSpec[] = [plain, { ...plain, delay_in_hours: 24 * 20 }];
    const leads = await begin(prospects, FOUR);
    await run();
    const amounts = () => emails.map((email) => mailsTo(email).length).toSorted();
    expect(amounts()).toEqual([0, 0, 1]);
    expect(mailsTo(free)).toHaveLength(1);
    await run(3);
    expect(amounts()).toEqual([0, 1, 1]);
    await run(4);
    expect(amounts()).toEqual([0, 1, 1]);
    expect((await leadsOf(leads)).filter(({ waiting_rule }) => waiting_rule === 'touch_lock')).toMatchObject([
      { missing_data: 'Enough people of this company are in contact' },
    ]);
    await run(22);
    await run(2);
    expect(amounts().filter((amount) => amount > 0)).toHaveLength(3);
  });
});

describe('the people of an organization', () => {
  test('filter the leads of a campaign by the touch lock', async () => {
    const person = await server.signUp();
    organization_id = person.organization_id;
    await setRules();
    const names = ['contact', 'rest', 'interest', 'free'];
    const prospects = await world.makePeople(
      system(),
      organization_id,
      names.map((name) => ({ email: `${name}${organization_id}@north.example` })),
    );
    const leads = await begin(prospects.slice(0, 3));
    await run();
    const change = (reason: string, state: string, lead: number) =>
      server.owner.query(
        `update touch_locks set reason = $1, state = $2, until = case $2 when 'cooling' then app_now() + interval '5 days' end
          where campaign_lead_id = $3 and kind = 'person'`,
        [reason, state, lead],
      );
    await change('finished', 'cooling', leads[1]!);
    await change('interested', 'held', leads[2]!);
    await begin(prospects, ONE_MAIL, 0);
    const { rows } = await server.owner.query('select max(id)::int as id from campaigns where organization_id = $1', [
      organization_id,
    ]);
    const find = async (operation: string, value: string) => {
      const filters = [{ column: 'touch_lock', operation, value }];
      const found = await person.call(api.listCampaignLeads, {
        params: { id: rows[0].id },
        query: { filters } as never,
      });
      expect(found.status).toBe(200);
      return found.data.prospects.map(({ id }) => prospects.indexOf(id)).sort();
    };
    expect(await find('contains', 'in_contact')).toEqual([0]);
    expect(await find('contains', 'resting,interested')).toEqual([1, 2]);
    expect(await find('not_contains', 'in_contact,resting,interested')).toEqual([3]);
  });

  test('turn the lock on, list the held people, and release one with a reason', async () => {
    const person = await server.signUp();
    organization_id = person.organization_id;
    const address = `api${organization_id}@north.example`;
    const prospect = await makePerson({ email: address });
    await begin([prospect]);
    await run();
    await begin([prospect], ONE_MAIL);
    await server.owner.query("update campaigns set status = 'PAUSED' where id = (select max(id) from campaigns)");
    expect((await person.call(api.previewTouchLocks)).data).toEqual({ waiting_leads: 1, people_in_two_campaigns: 0 });
    const turnOn = () => person.call(api.changeTouchLockRules, { body: { is_on: true } });
    expect((await turnOn()).data).toMatchObject({ is_on: true, is_recording: true, finished_days: 90 });
    const [second] = await begin([prospect], ONE_MAIL);
    await run();
    expect(await leadsOf([second!])).toMatchObject([
      { waiting_rule: 'touch_lock', missing_data: 'Recording who was contacted before the touch lock was turned on' },
    ]);
    await recordEarlierContacts(system());
    expect((await turnOn()).data).toMatchObject({ is_recording: false });
    expect((await person.call(api.getTouchLockRules)).data).toMatchObject({ is_on: true, is_recording: false });
    await world.moveClock(system(), 120);
    await run();
    expect(mailsTo(address)).toHaveLength(1);
    const { data } = await person.call(api.listTouchLocks);
    expect(data).toMatchObject({
      total_locks: 1,
      locks: [{ prospect_id: prospect, state: 'held', until: null, sender: 'Ada Jansen' }],
    });
    expect((await person.call(api.listTouchLocks, { query: { cursor: '', limit: 1 } })).data).toMatchObject({
      locks: data.locks,
      next_cursor: null,
    });
    const release = (reason: string) =>
      person.call(api.releaseTouchLock, { params: { id: prospect }, body: { reason } });
    expect((await release(' ')).status).toBe(400);
    expect((await release('They asked for the other offer')).status).toBe(200);
    expect((await release('Again')).status).toBe(409);
    await run();
    expect(mailsTo(address)).toHaveLength(2);
    const { events } = (await person.call(api.listSecurityEvents, { query: {} })).data;
    const labels = events.map(({ subject }) => subject?.label);
    expect(labels.filter((label) => label === 'The touch lock is on')).toHaveLength(1);
    // Not by name: the log outlives an erased person.
    expect(labels).toContainEqual(expect.stringMatching(/^Lead \d+: They asked for the other off/));
    await server.owner.query("update users set role = 'RESTRICTED' where id = $1", [person.user_id]);
    expect((await release('Not allowed')).status).not.toBe(200);
    expect((await person.call(api.changeTouchLockRules, { body: { is_on: false } })).status).not.toBe(200);
  });

  test('a person whose lead was deleted is released too, and the log keeps the whole reason', async () => {
    const person = await server.signUp();
    organization_id = person.organization_id;
    await setRules();
    const address = `deleted${organization_id}@north.example`;
    const prospect = await makePerson({ email: address });
    const [first] = await begin([prospect]);
    await run();
    await server.owner.query(
      'delete from campaigns where id = (select campaign_id from campaign_leads where id = $1)',
      [first],
    );
    await begin([prospect], ONE_MAIL);
    await run();
    expect(mailsTo(address)).toHaveLength(1);
    await server.owner.query("update prospects set first_name = repeat('Maximiliane ', 8) where id = $1", [prospect]);
    const reason = 'They asked. '.repeat(13).slice(0, TOUCH_LOCK_REASON_MAX).trim();
    const released = await person.call(api.releaseTouchLock, { params: { id: prospect }, body: { reason } });
    expect(released.status).toBe(200);
    await run();
    expect(mailsTo(address)).toHaveLength(2);
    const { events } = (await person.call(api.listSecurityEvents, { query: {} })).data;
    expect(events.map(({ subject }) => subject?.label).filter((label) => label?.endsWith(`: ${reason}`))).toHaveLength(
      1,
    );
  });

  test('people whose leads were deleted are released together', async () => {
    const person = await server.signUp();
    organization_id = person.organization_id;
    await setRules();
    const addresses = ['one', 'two'].map((name) => `${name}.gone${organization_id}@north.example`);
    const prospects = await world.makePeople(
      system(),
      organization_id,
      addresses.map((email, index) => ({
        email,
        phone_number: `+3161${index}${String(organization_id).padStart(6, '0')}`,
      })),
    );
    const [first] = await begin([prospects[0]!]);
    const [left] = await begin([prospects[1]!]);
    await run();
    await server.owner.query('delete from prospects where id = $1', [prospects[0]]);
    await server.owner.query('delete from campaign_leads where id = $1', [left]);
    expect((await leadsOf([first!])).length).toBe(0);
    // They are imported again.
    const [again] = await world.makePeople(system(), organization_id, [{ email: addresses[0]! }]);
    await begin([again!, prospects[1]!], ONE_MAIL);
    await run();
    expect(addresses.map((address) => mailsTo(address).length)).toEqual([1, 1]);
    expect((await person.call(api.listTouchLocks)).data).toMatchObject({ locks: [], total_locks: 0, deleted_leads: 2 });
    const release = () => person.call(api.releaseDeletedLeads, { body: { reason: 'A new offer' } });
    expect((await release()).data).toEqual({ released: 2 });
    expect((await release()).status).toBe(409);
    await run();
    expect(addresses.map((address) => mailsTo(address).length)).toEqual([2, 2]);
    const { events } = (await person.call(api.listSecurityEvents, { query: {} })).data;
    expect(events.map(({ subject }) => subject?.label)).toContain('2 people whose leads were deleted: A new offer');
    await server.owner.query("update users set role = 'RESTRICTED' where id = $1", [person.user_id]);
    expect((await release()).status).not.toBe(200);
  });

  test('people of an archived campaign rest, and are in contact again once it is restored', async () => {
    const person = await server.signUp();
    organization_id = person.organization_id;
    await setRules();
    const [lead] = await begin([await makePerson({ email: `archived${organization_id}@north.example` })]);
    await run();
    const { rows } = await server.owner.query('select campaign_id::int from campaign_leads where id = $1', [lead]);
    const move = (status: 'ARCHIVED' | 'PAUSED') =>
      person.call(api.setCampaignsStatus, { body: { campaign_ids: [rows[0].campaign_id], status } });
    const held = { state: 'held', reason: 'in_contact', days: null };
    const rest = { state: 'cooling', reason: 'finished', days: 90 };
    expect((await locksOf(lead!))[0]).toMatchObject(held);
    await move('ARCHIVED');
    expect((await locksOf(lead!))[0]).toMatchObject(rest);
    await move('PAUSED');
    expect((await locksOf(lead!))[0]).toMatchObject(held);
    await move('ARCHIVED');
    // Turned on later, the lock records the same.
    await server.owner.query('delete from touch_locks where organization_id = $1', [organization_id]);
    await server.owner.query('update touch_lock_rules set recorded_to = 0 where organization_id = $1', [
      organization_id,
    ]);
    await recordEarlierContacts(system());
    expect((await locksOf(lead!))[0]).toMatchObject(rest);
  });

  test('two changes of the rules at the same time are both saved', async () => {
    const person = await server.signUp();
    const mine = [person.organization_id];
    await server.owner.query('insert into touch_lock_rules (organization_id) values ($1)', mine);
    const other = await server.owner.connect();
    try {
      await other.query('begin');
      await other.query('update touch_lock_rules set is_on = true where organization_id = $1', mine);
      const changing = person.call(api.changeTouchLockRules, { body: { finished_days: 30 } });
      await expect.poll(() => countLockWaits(server.owner, 'touch_lock_rules')).toBe(1);
      await other.query('commit');
      expect((await changing).data).toMatchObject({ is_on: true, finished_days: 30 });
    } finally {
      await other.query('rollback');
      other.release();
    }
  });

  test('interest keeps the owner, a no rests longer, and unsubscribing is for good', async () => {
    const prospect = await makePerson({ email: `said${organization_id}@north.example` });
    const [lead] = await begin([prospect]);
    await run();
    const follow = (type: 'lead_interest_changed' | 'lead_unsubscribed', more: object) =>
      system()
        .forOrganization(organization_id)
        .transaction((tx) => touchLocksSlice.on![type]!(tx, { type, prospect_id: prospect, ...more } as never));
    const one = async () => (await locksOf(lead!))[0];
    await server.owner.query("update campaign_leads set status = 'REPLIED', replied_at = app_now() where id = $1", [
      lead,
    ]);
    expect(await one()).toMatchObject({ state: 'cooling', reason: 'replied', days: 90 });
    await follow('lead_interest_changed', { interest: 'INTERESTED' });
    expect(await one()).toMatchObject({ state: 'held', reason: 'interested', days: null });
    await follow('lead_interest_changed', { interest: 'NOT_INTERESTED' });
    expect(await one()).toMatchObject({ state: 'cooling', reason: 'not_interested', days: 180 });
    await follow('lead_unsubscribed', { email: null });
    const { rows } = await server.owner.query(
      'select distinct reason, isfinite(until) as ends from touch_locks where organization_id = $1',
      [organization_id],
    );
    expect(rows).toEqual([{ reason: 'unsubscribed', ends: false }]);
  });

  test('a reply pauses everybody else at the company', async () => {
    await setRules({ holds_companies: true, company_people: 3, company_gap_days: 0 });
    const prospects = await world.makePeople(
      system(),
      organization_id,
      ['a', 'b'].map((name) => ({ email: `${name}@reply${organization_id}.example` })),
    );
    const leads = await begin(prospects);
    await run();
    await world.moveClock(system(), 120);
    await run();
    expect((await leadsOf(leads)).map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE']);
    await server.owner.query(
      "update campaign_leads set status = 'REPLIED', next_node_id = null, next_at = null, next_lane = null where id = $1",
      [leads[0]],
    );
    await run(2);
    expect(await leadsOf([leads[1]!])).toMatchObject([{ missing_data: 'A colleague of this lead has replied' }]);
    await run(13);
    expect(await leadsOf([leads[1]!])).toMatchObject([{ status: 'COMPLETED' }]);
  });
});

test('clients of an agency share locks once both turned it on, and see of each other only until when', async () => {
  const agency = await signUpAgency(server);
  const clients = [await addClient(server, agency), await addClient(server, agency)];
  const email = `shared${agency.organization_id}@north.example`;
  const people: number[] = [];
  const turnOn = async (is_shared: boolean) => {
    const body = { is_on: true, is_shared };
    for (const { token } of clients) await createClient(server.program, token).call(api.changeTouchLockRules, { body });
    await agency.call(api.changeTouchLockRules, { body });
    await recordEarlierContacts(system());
  };
  const contact = async (id: number): Promise<number> => {
    organization_id = id;
    people.push(await makePerson({ email }));
    const [lead] = await begin([people.at(-1)!], ONE_MAIL);
    await run();
    return lead!;
  };
  await turnOn(false);
  await contact(clients[0]!.id);
  await turnOn(true);
  const held = await contact(clients[1]!.id);
  expect(mailsTo(email)).toHaveLength(1);
  expect(await leadsOf([held])).toMatchObject([{ waiting_rule: 'touch_lock', missing_data: 'Held by another client' }]);
  const second = createClient(server.program, clients[1]!.token);
  const { data } = await second.call(api.listLeadLocks, { query: { prospect_ids: people } });
  expect(data.leads).toEqual([
    {
      prospect_id: people[1],
      is_foreign: true,
      campaign_name: null,
      sender: null,
      reason: 'in_contact',
      until: expect.any(String),
    },
  ]);
  expect(
    (await second.call(api.releaseTouchLock, { params: { id: people[1]! }, body: { reason: 'Ours' } })).status,
  ).toBe(409);
  await agency.call(api.changeTouchLockRules, { body: { is_shared: false } });
  await recordEarlierContacts(system());
  await run(2);
  expect(mailsTo(email)).toHaveLength(2);
});

test('the locks of a client that turns them off do not stop the other clients', async () => {
  const agency = await signUpAgency(server);
  const clients = [await addClient(server, agency), await addClient(server, agency)];
  const body = { is_on: true, is_shared: true };
  await agency.call(api.changeTouchLockRules, { body });
  const calls = clients.map(({ token }) => createClient(server.program, token));
  for (const client of calls) await client.call(api.changeTouchLockRules, { body });
  await recordEarlierContacts(system());
  const email = `off${agency.organization_id}@north.example`;
  for (const { id } of clients) {
    organization_id = id;
    await begin([await makePerson({ email })], ONE_MAIL);
    await run();
  }
  expect(mailsTo(email)).toHaveLength(1);
  await calls[0]!.call(api.changeTouchLockRules, { body: { is_on: false } });
  await recordEarlierContacts(system());
  await run(2);
  expect(mailsTo(email)).toHaveLength(2);
  // Its own rest remains for when it turns the lock on again.
  const { rows } = await server.owner.query('select distinct is_shared from touch_locks where organization_id = $1', [
    clients[0]!.id,
  ]);
  expect(rows).toEqual([{ is_shared: false }]);
});

test.each([true, false])('a dispatch asks for locks only where they are on: %s', async (is_on) => {
  await server.owner.query('update touch_lock_rules set is_on = $2 where organization_id = $1', [
    organization_id,
    is_on,
  ]);
  const claim = vi.spyOn(campaignStepKind, 'claim');
  const address = `asked${organization_id}@north.example`;
  await begin([await makePerson({ email: address })], ONE_MAIL);
  await run();
  expect(mailsTo(address)).toHaveLength(1);
  expect(claim.mock.calls.length > 0).toBe(is_on);
});

test('locks of a person are found by their keys among many', async () => {
  await server.owner.query(
    `insert into touch_locks (organization_id, scope_id, is_shared, kind, key_hash, state, reason, until)
      select $1::bigint, 1000000 + n, true, 'person', sha256(n::text::bytea), 'cooling', 'finished', now() + interval '9 days'
      from generate_series(1, 20000) n`,
    [organization_id],
  );
  await server.owner.query('analyze touch_locks');
  const prospect = await makePerson({ email: `one${organization_id}@north.example` });
  const read = await server.program.system.forOrganization(organization_id).transaction(async (tx) => {
    await holdForGood(tx, [prospect], 'unsubscribed');
    const { rows } = await sql<{ n: number }>`select (idx_tup_fetch + seq_tup_read)::int as n
      from pg_stat_xact_user_tables where relname = 'touch_locks'`.execute(tx.db);
    return rows[0]!.n;
  });
  expect(read).toBeLessThan(20);
});
