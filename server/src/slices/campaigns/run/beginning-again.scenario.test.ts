import { SEARCH } from '@overture/adapters/linkedin/testing/sandbox-world';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { getLead } from '../leads/leads.service.ts';
import { handOverTo } from '../settings/senders.service.ts';
import { campaignStepKind } from './dispatch/campaign-step.service.ts';
import { countStaying } from './leads/hand-over.store.ts';
import { releaseReservedLeads } from './planning/assign-senders.service.ts';
import * as world from './run.factory.ts';

/** Leads that restart at their invite with another LinkedIn account. */
const _kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
const DAY = 86_400;

const { server, linkedin } = useCampaignWorld({ has_linkedin: true, poll_in_ms: 20 });

const system = () => server.program.system;
const rows = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  system().systemTransaction(async ({ db }) => (await query.execute(db)).rows);

/** A stranger in a campaign of two seats: an invite, a mail two days later, a visit a day after that. */
async function start() {
  const organization_id = await world.makeOrganization(system());
  const seats = [await linkedin.connectSeat('SALES_NAVIGATOR'), await linkedin.connectSeat('SALES_NAVIGATOR')] as const;
  const seat = (seat_id: string) =>
    world.makeLinkedinSender(system(), organization_id, { seat_id, tier: 'SALES_NAVIGATOR' });
  const account_id = await seat(seats[0]);
  const second = await seat(seats[1]);
  const campaign = await world.makeCampaign(system(), {
    organization_id,
    account_id: null,
    linkedin_account_id: account_id,
    more_linkedin_accounts: [second],
    nodes: [
      { type: 'LINKEDIN_INVITE' },
      { type: 'EMAIL', delay_in_hours: 48 },
      { type: 'VISIT_LINKEDIN_PROFILE', delay_in_hours: 24 },
    ],
  });
  const { people } = await linkedin.port.reading.readPage(seats[0], { source: SEARCH, cursor: null, limit: 50 });
  const stranger = people.find((one) => one.public_identifier !== null && one.network_distance !== 1)!;
  const person = { email: null, linkedin: stranger.public_identifier! };
  const prospect_ids = await world.makePeople(system(), organization_id, [person]);
  return { organization_id, seats, account_id, second, campaign, prospect_ids };
}

test('a lead of a lost account restarts at its invite: one invite per account, no mail twice', async () => {
  const { organization_id, seats, account_id, second, campaign, prospect_ids } = await start();
  // The first account sends its invite before the second one is used.
  await rows(sql`update accounts set status = 'ERROR' where id = ${second}`);
  const [first] = (await world.startPeople(system(), campaign, organization_id, prospect_ids)) as [number];
  await world.runUntilQuiet(system());
  await rows(sql`update accounts set status = 'OK' where id = ${second}`);
  // The mail between counts as done.
  const [, mailNode, viewNode] = campaign.node_ids as [number, number, number];
  await rows(sql`insert into campaign_step_runs (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, outcome)
    select organization_id, campaign_id, id, prospect_id, ${mailNode}, 'done' from campaign_leads where id = ${first}`);
  await rows(sql`update campaign_leads set next_node_id = ${viewNode}, next_lane = 'visit', status = 'ACTIVE',
    next_at = app_now() + interval '1 day', is_in_flight = false, error = null where id = ${first}`);
  await rows(sql`update accounts set status = 'ERROR' where id = ${account_id}`);
  const handOver = (restarts: boolean) =>
    system()
      .forOrganization(organization_id)
      .transaction((tx) => handOverTo(tx, campaign.id, second, [prospect_ids[0]!], restarts));
  expect(await handOver(false)).toEqual({ amount: 0, left: 1, restartable: 1, restartable_ids: prospect_ids });
  // Two users request it in parallel: the second changes nothing.
  expect((await Promise.all([handOver(true), handOver(true)])).map(({ amount }) => amount).sort()).toEqual([0, 1]);
  const skipped = await rows(
    sql<{ skipped: number[] }>`select skipped_nodes as skipped from campaign_leads where id = ${first}`,
  );
  expect(skipped[0]?.skipped.map(Number)).toEqual([mailNode]);
  await world.runUntilQuiet(system());
  for (let day = 0; day < 4; day += 1) {
    await world.moveClock(system(), DAY);
    await world.runUntilQuiet(system());
  }
  const invites = await rows(sql<{
    account: number;
    given_up: number;
    state: string;
  }>`select account_id as account, given_up, state
    from outbound_intents where ref_id = ${first} and action = 'invite' order by id`);
  expect(invites).toEqual([
    { account: account_id, given_up: 1, state: 'confirmed' },
    { account: second, given_up: 0, state: 'confirmed' },
  ]);
  expect(await linkedin.port.outreach.listSentInvitations(seats[1], 100)).toHaveLength(1);
  expect(await linkedin.port.outreach.listSentInvitations(seats[0], 100)).toHaveLength(1);
  const mails = await rows(sql`select id from outbound_intents where ref_id = ${first} and action = 'email'`);
  expect(mails).toEqual([]);
  const steps = await rows(sql<{ type: string; given_up: number }>`select n.type, r.given_up from campaign_step_runs r
    join campaign_nodes n on n.id = r.node_id where r.campaign_lead_id = ${first} order by r.given_up desc, r.id`);
  expect(steps.map(({ type, given_up }) => `${type} ${given_up}`)).toEqual([
    'LINKEDIN_INVITE 1',
    'EMAIL 0',
    'LINKEDIN_INVITE 0',
    'VISIT_LINKEDIN_PROFILE 0',
  ]);
  expect(await rows(sql`select status from campaign_leads where id = ${first}`)).toEqual([{ status: 'COMPLETED' }]);
  const detail = await getLead(system().forOrganization(organization_id), prospect_ids[0]!, campaign.id);
  expect(detail.scheduled_campaign.hand_overs).toMatchObject([
    { from: { id: account_id }, is_restart: true, invited_at: expect.any(String) },
  ]);
});

test('a lead never returns to the account that has invited it', async () => {
  const { organization_id, account_id, second, campaign, prospect_ids } = await start();
  await rows(sql`update accounts set status = 'ERROR' where id = ${second}`);
  const [lead] = (await world.startPeople(system(), campaign, organization_id, prospect_ids)) as [number];
  await world.runUntilQuiet(system());
  await rows(sql`update accounts set status = 'OK' where id = ${second}`);
  const handOver = (to: number, restarts: boolean) =>
    system()
      .forOrganization(organization_id)
      .transaction((tx) => handOverTo(tx, campaign.id, to, prospect_ids, restarts));
  const whose = async () => {
    const [row] = await rows(
      sql<{ id: number }>`select linkedin_account_id as id from campaign_leads where id = ${lead}`,
    );
    return row?.id;
  };
  expect(await handOver(second, true)).toMatchObject({ amount: 1 });
  // Disconnected before it sent its invite.
  await rows(
    sql`update accounts set status = 'ERROR', status_changed_at = app_now() - interval '3 days' where id = ${second}`,
  );
  await releaseReservedLeads(system());
  await world.runUntilQuiet(system());
  expect(await whose()).toBe(second);
  const stays = { amount: 0, left: 1, restartable: 0 };
  expect(await handOver(account_id, false)).toMatchObject(stays);
  expect(await handOver(account_id, true)).toMatchObject(stays);
  await expect(handOver(second, true)).rejects.toThrow('disconnected');
  // The first invite is accepted: later steps would be sent twice.
  await rows(sql`insert into linkedin_relations (organization_id, account_id, prospect_id, connected_at)
    values (${organization_id}, ${account_id}, ${prospect_ids[0]!}, app_now())`);
  expect(await handOver(account_id, true)).toMatchObject(stays);
  for (const id of [second, account_id])
    await rows(sql`update campaigns set linkedin_account_id = ${id} where id = ${campaign.id}`);
  expect(await whose()).toBe(second);
  const counted = await system()
    .forOrganization(organization_id)
    .transaction((tx) => countStaying(tx, [campaign.id], second));
  expect(counted).toEqual([{ campaign_id: campaign.id, account_id: second, leads: 1 }]);
});
