import { SEARCH } from '@overture/adapters/linkedin/testing/sandbox-world';
import { beforeEach, expect, test } from 'vitest';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import type { DispatcherOptions } from '../../outbound/dispatch/dispatcher.service.ts';
import { runDueSteps } from './planning/due-steps.job.ts';
import * as world from './run.factory.ts';

/**
 * A promoted standby lacks the last commits: rows of these tables are put back. What left since is recorded again before the hold ends, and
 * doesn't leave a second time.
 */
const LOST = ['outbound_intents', 'campaign_leads', 'campaign_step_runs', 'sending_days', 'campaign_lanes'] as const;

let recordAgain: Parameters<NonNullable<DispatcherOptions['onRecorder']>>[1]['recordAgain'];
const { server, linkedin, mail } = useCampaignWorld({
  has_linkedin: true,
  slow_in_ms: 300,
  dispatcher: {
    onRecorder: (_, recorder) => {
      recordAgain = (ctx, database, isFormer) => recorder.recordAgain(ctx, database, isFormer);
    },
  },
});
const system = () => server.program.system;
const nodes: world.NodeSpec[] = [
  { type: 'LINKEDIN_MESSAGE', message: 'Shall we talk?' },
  { type: 'LINKEDIN_MESSAGE', message: 'Once more' },
];

beforeEach(async () => {
  await server.owner.query(`update campaigns set status = 'PAUSED', version = version + 1`);
  await linkedin.control('/clear');
});

async function startMessages() {
  const seat_id = await linkedin.connectSeat('SALES_NAVIGATOR');
  const organization_id = await world.makeOrganization(system());
  const account_id = await world.makeLinkedinSender(system(), organization_id, { seat_id, tier: 'SALES_NAVIGATOR' });
  const campaign = await world.makeCampaign(system(), {
    ...{ organization_id, account_id: null, linkedin_account_id: account_id },
    nodes,
  });
  const { people } = await linkedin.port.reading.readPage(seat_id, { source: SEARCH, cursor: null, limit: 50 });
  const friend = people.find((person) => person.network_distance === 1 && person.public_identifier !== null)!;
  const ids = await world.makePeople(system(), organization_id, [{ email: null, linkedin: friend.public_identifier! }]);
  await world.startPeople(system(), campaign, organization_id, ids);
  const said = async () =>
    (await linkedin.port.outreach.listMessagesSince(seat_id, new Date(0), 100)).map(({ text }) => text);
  return { organization_id, account_id, said };
}

async function startMails() {
  const { organization_id } = await server.signUp();
  const email = `sender${organization_id}@acme.example`;
  const account_id = await world.makeMailSender(system(), organization_id, { email, smtp_port: mail.smtp_port });
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes: [{ type: 'EMAIL' }] });
  const ids = await world.makePeople(system(), organization_id, [{ email: `kim${organization_id}@northwind.example` }]);
  await world.startPeople(system(), campaign, organization_id, ids);
  const left = () => [...mail.store.mails()].filter((one) => one.from === email).length;
  return { organization_id, account_id, left };
}

const hold = (isHeld: boolean) =>
  server.owner.query('update installation set sending_held_since = case when $1 then app_now() end', [isHeld]);

/** What the standby has of the organization. @returns what a failover to it does */
async function replicate(organizationId: number): Promise<() => Promise<void>> {
  const kept = new Map<string, string>();
  for (const table of LOST) {
    const { rows } = await server.owner.query<{ kept: string }>(
      `select coalesce(json_agg(t), '[]')::text as kept from ${table} t where organization_id = $1`,
      [organizationId],
    );
    kept.set(table, rows[0]!.kept);
  }
  return async () => {
    await hold(true);
    for (const table of LOST) {
      const { rows } = await server.owner.query<{ columns: string }>(
        `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
          where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      );
      const { columns } = rows[0]!;
      const literal = kept.get(table)!.replaceAll("'", "''");
      await server.owner.query(`begin; set local session_replication_role = replica;
        delete from ${table} where organization_id = ${organizationId};
        insert into ${table} (${columns}) overriding system value
          select ${columns} from json_populate_recordset(null::${table}, '${literal}'); commit`);
    }
  };
}

const states = async (accountId: number) =>
  (
    await server.owner.query(
      'select state, settled_by, provider_ref is not null as is_named from outbound_intents where account_id = $1 order by id',
      [accountId],
    )
  ).rows;
const SENT = { state: 'confirmed', settled_by: 'answer', is_named: true };

test('messages on LinkedIn that the promoted server does not even plan are not sent again', async () => {
  const { organization_id, account_id, said } = await startMessages();
  const failOver = await replicate(organization_id);
  await world.runUntilQuiet(system());
  expect(await said()).toEqual(['Shall we talk?', 'Once more']);
  await failOver();
  expect(await states(account_id)).toEqual([]);
  await recordAgain(system(), 'promoted');
  expect(await states(account_id)).toEqual([SENT, SENT]);
  // Once in each database.
  await recordAgain(system(), 'promoted');
  await hold(false);
  await world.runUntilQuiet(system());
  expect(await said()).toEqual(['Shall we talk?', 'Once more']);
  const { rows } = await server.owner.query('select status from campaign_leads where organization_id = $1', [
    organization_id,
  ]);
  expect(rows).toEqual([{ status: 'COMPLETED' }]);
});

test('a message that is planned there is recorded in its plan', async () => {
  const { organization_id, account_id, said } = await startMessages();
  const failOver = await replicate(organization_id);
  await world.runUntilQuiet(system());
  const columns = 'organization_id, kind, channel, action, ref_id, ref_part, account_id, prospect_id, campaign_id';
  await server.owner.query(`create table planned as select ${columns} from outbound_intents
    where account_id = ${account_id} order by id limit 1`);
  await failOver();
  await server.owner.query(
    `insert into outbound_intents (${columns}) select ${columns} from planned; drop table planned`,
  );
  await recordAgain(system(), 'promoted');
  expect(await states(account_id)).toEqual([SENT, SENT]);
  await hold(false);
  await world.runUntilQuiet(system());
  expect(await said()).toEqual(['Shall we talk?', 'Once more']);
});

test('an email that is under way while the database fails over is unconfirmed first, and then sent', async () => {
  const { organization_id, account_id, left } = await startMails();
  const failOver = await replicate(organization_id);
  await expect
    .poll(
      async () => {
        await runDueSteps(system());
        return (await states(account_id)).map(({ state }) => state);
      },
      { timeout: 10_000, interval: 5 },
    )
    .toEqual(['dispatching']);
  await failOver();
  await recordAgain(system(), 'promoted');
  const [during] = await states(account_id);
  expect(['unknown', 'confirmed']).toContain(during.state);
  await expect.poll(left, { timeout: 10_000 }).toBe(1);
  await expect
    .poll(
      async () => {
        await recordAgain(system(), 'promoted');
        return (await states(account_id)).map(({ state }) => state);
      },
      { timeout: 10_000 },
    )
    .toEqual(['confirmed']);
  await hold(false);
  await world.runUntilQuiet(system());
  expect(left()).toBe(1);
});

const HEAD = 'organization_id, kind, channel, action, ref_id, ref_part, account_id, prospect_id, campaign_id';

test('what one account had done is not the try of another account with which the lead begins again', async () => {
  const { account_id } = await startMessages();
  await world.runUntilQuiet(system());
  await hold(true);
  await server.owner.query('update outbound_intents set given_up = 1 where account_id = $1', [account_id]);
  await server.owner.query(
    `insert into outbound_intents (${HEAD}) select ${HEAD} from outbound_intents where account_id = $1 order by id limit 1`,
    [account_id],
  );
  await recordAgain(system(), 'promoted');
  expect(await states(account_id)).toEqual([SENT, SENT, { state: 'intent', settled_by: null, is_named: false }]);
  await server.owner.query(`delete from outbound_intents where account_id = $1 and state = 'intent'`, [account_id]);
  await hold(false);
});

test('an action that can not be written keeps no other one from being recorded', async () => {
  const { organization_id, account_id } = await startMessages();
  const failOver = await replicate(organization_id);
  await world.runUntilQuiet(system());
  const { rows } = await server.owner.query<{ provider_ref: string }>(
    'select provider_ref from outbound_intents where account_id = $1 order by id limit 1',
    [account_id],
  );
  await failOver();
  // The promoted server has another action of this name.
  await server.owner.query(
    `insert into outbound_intents (organization_id, kind, channel, action, ref_id, account_id, state, provider_ref)
      values ($1, 'chat_message', 'linkedin', 'message', 999999999, $2, 'confirmed', $3)`,
    [organization_id, account_id, rows[0]!.provider_ref],
  );
  await recordAgain(system(), 'promoted');
  expect(await states(account_id)).toEqual([{ ...SENT, settled_by: null }, SENT]);
  await hold(false);
});
