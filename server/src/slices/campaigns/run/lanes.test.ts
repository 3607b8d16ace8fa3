import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SystemContext, SystemTransactionContext } from '../../../kernel/context.ts';
import { DatabaseUnavailable } from '../../../kernel/db/outage.ts';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { findQueueHeads } from './lanes/lanes.store.ts';
import { releaseDeferred } from './leads/deferrals.store.ts';
import { claimLocalLeads, pickDueLeads } from './leads/run-leads.store.ts';
import { runDueSteps } from './planning/due-steps.job.ts';
import * as world from './run.factory.ts';

/** However many leads a campaign has, the engine reads only the heads of its queues. */
let server: TestServer & { stop(): Promise<void> };
let campaignId: number;
let accountId: number;
const LEADS = 3000;

beforeAll(async () => {
  server = await startTestServer({ roles: ['web'] });
  const system = server.program.system;
  const organization_id = await world.makeOrganization(system);
  accountId = await world.makeMailSender(system, organization_id, { email: 'ada@acme.example', smtp_port: 1 });
  const campaign = await world.makeCampaign(system, {
    organization_id,
    account_id: accountId,
    nodes: [{ type: 'EMAIL', delay_in_hours: 24 }],
  });
  campaignId = campaign.id;
  const people = Array.from({ length: LEADS }, (_, n) => ({ email: `p${n}@northwind.example` }));
  const ids = await world.makePeople(system, organization_id, people);
  await world.startPeople(system, campaign, organization_id, ids);
  // Half of the leads are at a follow-up; nearly all are due in some days, a few of each kind now.
  await system.systemTransaction(({ db }) =>
    sql`update campaign_leads set status = case when id % 2 = 0 then 'ACTIVE' else status end,
      next_at = app_now() + interval '1 day' + id * interval '1 second'`.execute(db),
  );
  await server.owner.query('vacuum (analyze) campaign_leads');
});
afterAll(() => server.stop());

/** Rows of campaign leads that PostgreSQL touched for `work`. */
async function countRead(tx: SystemTransactionContext, work: () => Promise<unknown>): Promise<number> {
  const read = async (): Promise<number> => {
    const rows = await sql<{ n: number }>`select pg_stat_get_xact_tuples_fetched('campaign_leads'::regclass)
      + pg_stat_get_xact_tuples_returned('campaign_leads'::regclass) as n`.execute(tx.db);
    return rows.rows[0]!.n;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

describe('a queue of 3,000 leads', () => {
  test('is looked at by its front', async () => {
    await server.program.system.systemTransaction(async (tx) => {
      let heads: Awaited<ReturnType<typeof findQueueHeads>> = [];
      const rows = await countRead(tx, async () => {
        heads = await findQueueHeads(tx, [campaignId]);
      });
      const soonest = await sql<{ at: Date }>`select min(next_at) as at from campaign_leads`.execute(tx.db);
      expect(heads).toEqual([{ campaign_id: campaignId, next_email_at: soonest.rows[0]!.at, next_local_at: null }]);
      expect(rows).toBeLessThan(20);
    });
  });

  test('costs nothing while nothing is due, and gives what is due, follow-ups first', async () => {
    await server.program.system.systemTransaction(async (tx) => {
      const share = { account_id: accountId, amount: 5 };
      const campaign = { campaign_id: campaignId, ...share };
      expect(await countRead(tx, () => pickDueLeads(tx, [share], [campaign]))).toBeLessThan(20);
      expect(await countRead(tx, () => claimLocalLeads(tx, [campaignId], 2000))).toBeLessThan(20);
      await sql`update campaign_leads set next_at = app_now() - interval '1 minute' where id in (
        (select id from campaign_leads where status = 'SCHEDULED' limit 3) union all
        (select id from campaign_leads where status = 'ACTIVE' limit 3))`.execute(tx.db);
      const picked = await pickDueLeads(tx, [share], [campaign]);
      expect(picked.map((lead) => lead.is_new).sort()).toEqual([false, false, false, true, true]);
    });
  });
});

const dyingBeforeItCommits = (system: SystemContext): SystemContext => ({
  ...system,
  systemTransaction: (work) =>
    system.systemTransaction(async (tx) => {
      await work(tx);
      // Any other error would count as a faulty campaign and park it.
      throw new DatabaseUnavailable('unreachable', 'died');
    }),
});

describe('3,000 deferred leads', () => {
  const rows = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> =>
    (await server.program.system.systemTransaction(({ db }) => statement.execute(db))).rows;
  const putOff = (ids = sql`true`) =>
    rows(sql`update campaign_leads set next_at = app_now() + interval '1 day', waiting_rule = 'new_leads_limit',
      waiting_until = app_now() + interval '1 day' where not is_in_flight and ${ids} returning id`);
  const changeSettings = () =>
    rows(sql`with c as (update campaigns set version = version + 1 where id = ${campaignId})
      update campaign_lanes set look_at = app_now() where campaign_id = ${campaignId}`);
  const place = async () =>
    (await rows(sql<{ at: number | null }>`select rechecked_up_to as at from campaign_lanes`))[0]!.at;
  const waiting = async () =>
    (await rows(sql<{ n: number }>`select count(*)::int as n from campaign_leads where waiting_rule is not null`))[0]!
      .n;
  const look = async () => {
    await rows(sql`update campaign_lanes set look_at = app_now()`);
    await Promise.all([runDueSteps(server.program.system), runDueSteps(server.program.system)]);
  };

  test('are rechecked in batches from the saved position, across crashes and changes', async () => {
    const ids = (await putOff()).length;
    await changeSettings();
    await look();
    expect([await waiting(), await place()]).toEqual([ids - 250, expect.any(Number)]);
    // Leads that were rechecked and deferred again are not rechecked for the same change.
    const again = (await putOff(sql`waiting_rule is null and id % 2 = 0`)).length;
    expect(again).toBeGreaterThan(50);
    // A worker that dies in a round has rechecked and moved no lead.
    const stood = await place();
    await rows(sql`update campaign_lanes set look_at = app_now()`);
    await expect(runDueSteps(dyingBeforeItCommits(server.program.system))).rejects.toThrow('died');
    expect([await waiting(), await place()]).toEqual([ids - 250 + again, stood]);
    await look();
    // Another change during the recheck starts it over.
    await changeSettings();
    for (let looks = 0; looks === 0 || (await place()) !== null; looks += 1) await look();
    expect([await waiting(), await place()]).toEqual([0, null]);
    const late = await rows(sql`select id from campaign_leads where next_at > app_now()`);
    expect(late).toEqual([]);
  });

  test('are read only as far as asked, however many are due', async () => {
    await putOff();
    await rows(sql`update campaign_leads set next_at = app_now() where id % 3 > 0`);
    await server.owner.query('vacuum (analyze) campaign_leads');
    await server.program.system.systemTransaction(async (tx) => {
      let read: Awaited<ReturnType<typeof releaseDeferred>> = [];
      const touched = await countRead(tx, async () => {
        read = await releaseDeferred(tx, [{ campaign_id: campaignId, after: 0, amount: 100 }]);
      });
      expect(read).toEqual([{ campaign_id: campaignId, amount: 100, last_id: expect.any(Number) }]);
      expect(touched).toBeLessThan(600);
    });
  });
});

/** Simulates the lock that settling an action holds while a round runs. */
test('a lead whose action is locked waits for the next round without blocking', async () => {
  const { system } = server.program;
  const write = async (statement: ReturnType<typeof sql>) =>
    (await system.systemTransaction(({ db }) => statement.execute(db))).rows;
  await write(sql`update campaign_leads set next_at = app_now() + interval '1 day'`);
  const due = (await write(sql`update campaign_leads set next_at = app_now() - interval '1 minute', is_in_flight = false
    where id in (select id from campaign_leads where status = 'ACTIVE' order by id limit 2) returning id`)) as {
    id: number;
  }[];
  await write(sql`delete from outbound_intents`);
  await write(sql`insert into outbound_intents (organization_id, kind, ref_id, ref_part, account_id, prospect_id, campaign_id,
      priority, state, due_at)
    select organization_id, 'campaign_step', id, next_node_id, ${accountId}, prospect_id, campaign_id, 1, 'cancelled', app_now()
    from campaign_leads where id = ${due[0]!.id}`);
  const look = async () => {
    await write(sql`update campaign_lanes set look_at = app_now()`);
    await runDueSteps(system);
    return write(sql`select ref_id, state from outbound_intents order by ref_id`);
  };
  await system.systemTransaction(async ({ db }) => {
    await sql`select from outbound_intents for no key update`.execute(db);
    const [held, other] = due.map(({ id }) => id);
    expect(await look()).toEqual([
      { ref_id: held, state: 'cancelled' },
      { ref_id: other, state: 'intent' },
    ]);
  });
  expect(await look()).toEqual(due.map(({ id }) => ({ ref_id: id, state: 'intent' })));
});
