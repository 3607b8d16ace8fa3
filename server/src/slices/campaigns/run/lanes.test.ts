import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { findQueueHeads } from './lanes/lanes.store.ts';
import { claimLocalLeads, pickDueLeads } from './leads/run-leads.store.ts';
import * as world from './run.factory.ts';

/** A campaign may have any number of leads: what the engine reads of it is the front of its queue. */
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
  // Half of them stand before a follow-up; all wait for days to come, a few of each kind excepted.
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
      let front: Awaited<ReturnType<typeof findQueueHeads>> = [];
      const rows = await countRead(tx, async () => {
        front = await findQueueHeads(tx, [campaignId]);
      });
      const soonest = await sql<{ at: Date }>`select min(next_at) as at from campaign_leads`.execute(tx.db);
      expect(front).toEqual([{ campaign_id: campaignId, next_email_at: soonest.rows[0]!.at, next_local_at: null }]);
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
