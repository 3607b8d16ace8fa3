import { api } from '@overture/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { TestServer } from '../../testing/harness.ts';
import { useCampaignWorld } from '../../testing/worlds.ts';
import * as world from '../campaigns/run/run.factory.ts';
import { recordBounce, recordComplaint } from '../lead-endings/index.ts';

const DAY = 86_400;
const { server, mail } = useCampaignWorld({ slow_in_ms: 100, answer_timeout_in_ms: 30_000 });
let runs = 0;

const system = () => server.program.system;
type Person = Awaited<ReturnType<TestServer['signUp']>>;

async function sender(person: Person, email: string): Promise<number> {
  return world.makeMailSender(system(), person.organization_id, {
    email,
    smtp_port: mail.smtp_port,
    imap_port: mail.imap_port,
  });
}

/** A running campaign of two mails a day apart, and so many that its sender and it sent two days ago. */
async function campaignOf(person: Person, account_id: number, sentBefore: number, people = 4) {
  runs += 1;
  const { organization_id } = person;
  const nodes: world.NodeSpec[] = [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 }];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes, cap: 40 });
  const addresses = Array.from({ length: people }, (_, index) => `p${index}.run${runs}@guarded.example`);
  const prospects = await world.makePeople(
    system(),
    organization_id,
    addresses.map((email) => ({ email })),
  );
  const leads = await world.startPeople(system(), campaign, organization_id, prospects);
  await system().systemTransaction(({ db }) =>
    sql`update accounts set email_max_messages = 500 where id = ${account_id}`.execute(db),
  );
  await world.runUntilQuiet(system());
  await system().systemTransaction(({ db }) =>
    sql`insert into sending_days (organization_id, scope, scope_id, day, zone, starts_at, ends_at, used, cap)
      select ${organization_id}, scope, id, current_date - 2, 'UTC', app_now() - interval '50 hours', app_now() - interval '26 hours',
        ${sentBefore}, 500 from (values ('account', ${account_id}::bigint), ('campaign', ${campaign.id}::bigint)) as of (scope, id)
      on conflict (scope, scope_id, ends_at) do nothing`.execute(db),
  );
  return { campaign, addresses, prospects, leads };
}

const mailsTo = (address: string) => [...mail.store.mails()].filter((one) => one.recipients.includes(address));
const idOf = (address: string) => mailsTo(address)[0]!.message_id!.replace(/[<>]/g, '');

/** As the mailbox' sync books it. */
const bounce = (person: Person, address: string) =>
  system()
    .forOrganization(person.organization_id)
    .transaction((tx) =>
      recordBounce(tx, {
        email: address,
        message_id: idOf(address),
        is_hard: true,
        at: system().clock.now(),
        reason: '550 5.1.1 No such user',
      }),
    );

const states = async (person: Person) => (await person.call(api.listGuardStates)).data.states;
const waiting = async (person: Person, prospect: number) =>
  (await person.call(api.getCampaignLead, { params: { id: prospect } })).data.prospect.next_action?.waiting_for;

async function rows<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return system().systemTransaction(async ({ db }) => (await query.execute(db)).rows);
}

async function nextDay() {
  await world.moveClock(system(), DAY);
  await world.runUntilQuiet(system());
}

const scopes = async (person: Person, state: 'warned' | 'paused') =>
  (await states(person))
    .filter((one) => one.state === state)
    .map(({ scope, name }) => `${scope} ${name}`)
    .sort();

const release = (person: Person, id: number) =>
  person.call(api.releaseGuard, { params: { id }, body: { cause: 'list', note: 'Bought list' } });

describe('60 messages, 3 hard bounces', () => {
  test('a paused sender shows its reason, others continue, and it can be released', async () => {
    const person = await server.signUp();
    const [bad, good] = [await sender(person, 'bo@bad.example'), await sender(person, 'anna@good.example')];
    const held = await campaignOf(person, bad, 56);
    const free = await campaignOf(person, good, 56);
    for (const address of held.addresses.slice(0, 2)) await bounce(person, address);
    expect(await scopes(person, 'warned')).toEqual(['campaign Campaign', 'sender bo@bad.example']);
    expect(await scopes(person, 'paused')).toEqual([]);
    // Told twice by two mail servers, it counts once.
    await bounce(person, held.addresses[1]!);
    expect(await scopes(person, 'paused')).toEqual([]);
    await bounce(person, held.addresses[2]!);
    expect(await scopes(person, 'paused')).toEqual(['campaign Campaign', 'sender bo@bad.example']);
    const paused = await states(person);
    expect(paused.find(({ scope }) => scope === 'sender')).toMatchObject({
      scope_id: bad,
      reason: '3 bounces among 60 messages in 7 days',
      account_ids: [bad],
    });
    await nextDay();
    expect(mailsTo(held.addresses[3]!)).toHaveLength(1);
    expect(free.addresses.map((address) => mailsTo(address).length)).toEqual([2, 2, 2, 2]);
    expect(await waiting(person, held.prospects[3]!)).toMatchObject({
      rule: 'guard',
      text: expect.stringContaining('3 bounces among 60 messages in 7 days'),
    });
    for (const { id } of paused) expect((await release(person, id)).status).toBe(200);
    expect((await release(person, paused[0]!.id)).status).toBe(404);
    expect(await states(person)).toEqual([]);
    await world.runUntilQuiet(system());
    expect(mailsTo(held.addresses[3]!)).toHaveLength(2);
  });

  test('refused while they are sent, they count like those that come back later', async () => {
    const person = await server.signUp();
    const account = await sender(person, 'cleo@refused.example');
    const before = await campaignOf(person, account, 60, 1);
    const { organization_id } = person;
    const campaign = await world.makeCampaign(system(), {
      organization_id,
      account_id: account,
      nodes: [{ type: 'EMAIL' }],
      cap: 40,
    });
    const bad = [1, 2, 3, 4, 5].map((n) => ({ email: `reject+${n}.${organization_id}@guarded.example` }));
    const leads = await world.startPeople(
      system(),
      campaign,
      organization_id,
      await world.makePeople(system(), organization_id, bad),
    );
    await world.runUntilQuiet(system());
    expect(await scopes(person, 'paused')).toContain('sender cleo@refused.example');
    const failed = await rows<{ status: string }>(
      sql`select status from campaign_leads where id = any(${leads}::bigint[])`,
    );
    // Without a gap several leave together; everything after the third is held.
    expect(failed.filter(({ status }) => status === 'FAILED').length).toBeGreaterThanOrEqual(3);
    await nextDay();
    expect(mailsTo(before.addresses[0]!)).toHaveLength(1);
  });

  test('a campaign is judged by what all of its senders sent', async () => {
    const person = await server.signUp();
    const [first, second] = [await sender(person, 'kim@first.example'), await sender(person, 'lee@second.example')];
    const { campaign, addresses } = await campaignOf(person, first, 56);
    await rows(sql`with shared as (insert into campaign_senders (organization_id, campaign_id, channel, account_id, position)
        values (${person.organization_id}, ${campaign.id}, 'email', ${second}, 1) returning campaign_id)
      insert into sending_days (organization_id, scope, scope_id, day, zone, starts_at, ends_at, used, cap)
      select organization_id, 'campaign/' || ${second}::bigint, scope_id, day, zone, starts_at, ends_at, 100, 500
      from sending_days where scope = 'campaign' and scope_id = ${campaign.id} and used = 56`);
    for (const address of addresses.slice(0, 3)) await bounce(person, address);
    // 3 among 60 pause the first sender; among the 160 of the campaign they are too few.
    expect(await scopes(person, 'paused')).toEqual(['sender kim@first.example']);
    expect(await scopes(person, 'warned')).toEqual([]);
  });

  test('all mailboxes of the domain are held with it; a paused campaign leaves its sender free', async () => {
    const person = await server.signUp();
    const [first, second] = [await sender(person, 'dan@shared.example'), await sender(person, 'eve@shared.example')];
    const one = await campaignOf(person, first, 30);
    const two = await campaignOf(person, second, 20);
    await bounce(person, one.addresses[0]!);
    await bounce(person, two.addresses[0]!);
    await bounce(person, two.addresses[1]!);
    expect(await scopes(person, 'paused')).toEqual(['domain shared.example']);
    const [state] = await states(person);
    expect([...state!.account_ids].sort()).toEqual([first, second].sort());
    await nextDay();
    expect([one, two].map(({ addresses }) => mailsTo(addresses[3]!).length)).toEqual([1, 1]);
    await release(person, state!.id);
    await world.runUntilQuiet(system());
    expect([one, two].map(({ addresses }) => mailsTo(addresses[3]!).length)).toEqual([2, 2]);
  });
});

describe('a pause', () => {
  test('that is written while a mail is about to leave: no mail begins to leave after it', async () => {
    const person = await server.signUp();
    const account = await sender(person, 'fay@race.example');
    const held = await campaignOf(person, account, 56);
    await bounce(person, held.addresses[0]!);
    await bounce(person, held.addresses[1]!);
    await world.moveClock(system(), DAY);
    const organization = system().forOrganization(person.organization_id);
    let running: Promise<unknown> | undefined;
    await organization.transaction(async (tx) => {
      const [email, message_id] = [held.addresses[2]!, idOf(held.addresses[2]!)];
      await recordBounce(tx, { email, message_id, is_hard: true, reason: '550 5.1.1', at: system().clock.now() });
      // The sender is locked and not yet held for others while they plan and dispatch.
      running = world.runUntilQuiet(system());
      await sql`select pg_sleep(0.5)`.execute(tx.db);
    });
    await running;
    expect(await scopes(person, 'paused')).toContain('sender fay@race.example');
    await world.runUntilQuiet(system());
    expect(held.addresses.map((address) => mailsTo(address).length)).toEqual([1, 1, 1, 1]);
  });

  test('holds campaign mail only: LinkedIn, users’ messages and other organizations continue', async () => {
    const [person, stranger] = [await server.signUp(), await server.signUp()];
    const mine = await sender(person, 'gus@same.example');
    const theirs = await sender(stranger, 'hal@same.example');
    const held = await campaignOf(person, mine, 56);
    for (const address of held.addresses.slice(0, 3)) await bounce(person, address);
    const [state] = await states(person);
    expect(await states(stranger)).toEqual([]);
    expect((await release(stranger, state!.id)).status).toBe(404);
    const reasons = await rows<{ id: number; guard_reason: string | null }>(
      sql`select id, guard_reason from accounts where id in (${mine}, ${theirs}) order by id`,
    );
    expect(reasons).toMatchObject([{ guard_reason: expect.any(String) }, { guard_reason: null }]);
  });

  test('a released sender restarts its ramp', async () => {
    const person = await server.signUp();
    const account = await sender(person, 'ida@ramp.example');
    const held = await campaignOf(person, account, 56);
    await rows(
      sql`update accounts set ramp = 'young', ramp_cap = 30, ramp_since = app_now() - interval '20 days' where id = ${account}`,
    );
    for (const address of held.addresses.slice(0, 3)) await bounce(person, address);
    const { clock } = server.program.system;
    const { now } = clock;
    // Bounces of the next day count, even where the clock of this machine is a day ahead.
    clock.now = () => new Date(now().getTime() + 26 * 3_600_000);
    for (const { id } of await states(person)) await release(person, id);
    clock.now = now;
    expect(
      await rows(sql`select ramp, ramp_cap, ramp_since between app_now() - interval '1 minute' and app_now() as is_fresh, guard_reason
        from accounts where id = ${account}`),
    ).toEqual([{ ramp: 'young', ramp_cap: null, is_fresh: true, guard_reason: null }]);
    expect(
      await rows(sql`select max(counts_from) <= app_now() as is_over from guard_states
        where organization_id = ${person.organization_id}`),
    ).toEqual([{ is_over: true }]);
  });
});

describe('complaints', () => {
  test('warn at the first and pause at the third within a week', async () => {
    const person = await server.signUp();
    const account = await sender(person, 'joy@loud.example');
    const { addresses, prospects } = await campaignOf(person, account, 0);
    const complain = (index: number) =>
      system()
        .forOrganization(person.organization_id)
        .transaction((tx) =>
          recordComplaint(tx, { prospect_id: prospects[index]!, email: addresses[index]!, at: system().clock.now() }),
        );
    await complain(0);
    expect(await scopes(person, 'warned')).toContain('sender joy@loud.example');
    await complain(1);
    await complain(1);
    expect(await scopes(person, 'paused')).toEqual([]);
    await complain(2);
    expect(await scopes(person, 'paused')).toContain('sender joy@loud.example');
    const [state] = await states(person);
    expect(state!.reason).toBe('3 complaints about 4 messages in 7 days');
  });

  test('only managers of the organization can release', async () => {
    const person = await server.signUp();
    expect((await server.anonymous.call(api.listGuardStates)).status).toBe(401);
    for (const body of [{}, { cause: 'nothing' }, { cause: 'list', note: 'x'.repeat(501) }])
      expect((await person.call(api.releaseGuard, { params: { id: 1 }, body: body as never })).status).toBe(400);
    expect(api.releaseGuard.roles).toEqual(['ADMIN', 'USER']);
  });
});
