import { SEARCH } from '@overture/adapters/linkedin/testing/sandbox-world';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SeenLinkedinMessage } from '../../../events.ts';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { pollLinkedin } from '../../accounts/linkedin/poll-linkedin.service.ts';
import { receiveLinkedinMessage } from '../../chats/sync/receive-linkedin.service.ts';
import { checkEvidence } from '../../outbound/evidence/evidence.job.ts';
import { getLead } from '../leads/leads.service.ts';
import { campaignStepKind } from './dispatch/campaign-step.service.ts';
import { campaignRunsSlice } from './index.ts';
import { recordRelations } from './linkedin/relations.service.ts';
import type { SeenInvitations } from './linkedin/vanished-invites.store.ts';
import * as world from './run.factory.ts';
import { explainLeads } from './run.service.ts';

const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
const HOUR = 3600;
const DAY = 24 * HOUR;

const { server, linkedin } = useCampaignWorld({ has_linkedin: true });
beforeEach(async () => {
  await linkedin.control('/clear');
  // Work left by an earlier test would meet this test's faults.
  await rows(sql`update campaigns set status = 'PAUSED', version = version + 1`);
  // No lead replies unless a test says so.
  await linkedin.control('/people', { accepts: 0, declines: 0 });
});

const system = () => server.program.system;

/** Moves the clocks on both sides, as the program does. */
async function jump(seconds: number): Promise<void> {
  await world.moveClock(system(), seconds);
  const offset_in_seconds = Math.round((system().clock.now().getTime() - Date.now()) / 1000);
  await fetch(`${linkedin.api_url.replace('/unipile', '')}/__control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offset_in_seconds }),
  });
}

type Spec = Partial<world.SeatSpec> & Partial<world.CampaignSpec> & { friends?: number; strangers?: number };

/** A campaign of a new account for people of its network; connections first. */
async function start(nodes: world.NodeSpec[], spec: Spec = {}) {
  const tier = spec.tier ?? 'SALES_NAVIGATOR';
  const seat_id = await linkedin.connectSeat(tier);
  const organization_id = await world.makeOrganization(system());
  const account_id = await world.makeLinkedinSender(system(), organization_id, { ...spec, seat_id, tier });
  const campaign = await world.makeCampaign(system(), {
    ...spec,
    organization_id,
    account_id: null,
    linkedin_account_id: account_id,
    nodes,
  });
  const { friends = 0, strangers = 1 } = spec;
  const { people } = await linkedin.port.reading.readPage(seat_id, { source: SEARCH, cursor: null, limit: 50 });
  const known = people.filter((person) => person.public_identifier !== null);
  const chosen = [
    ...known.filter((person) => person.network_distance === 1).slice(0, friends),
    ...known.filter((person) => person.network_distance !== 1).slice(0, strangers),
  ];
  const prospect_ids = await world.makePeople(
    system(),
    organization_id,
    chosen.map((person) => ({ email: null, linkedin: person.public_identifier! })),
  );
  const lead_ids = await world.startPeople(system(), campaign, organization_id, prospect_ids);
  return { seat_id, organization_id, account_id, campaign, people: chosen, prospect_ids, lead_ids };
}

async function rows<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return system().systemTransaction(async ({ db }) => (await query.execute(db)).rows);
}
async function lead(id: number) {
  const [row] = await rows(
    sql<{ status: string; error: string | null; next_node_id: number | null }>`select status, error, next_node_id
      from campaign_leads where id = ${id}`,
  );
  return row!;
}
const runs = (id: number) =>
  rows(
    sql<{
      type: string;
      outcome: string;
      branch: string | null;
      error: string | null;
    }>`select n.type, r.outcome, r.branch,
      r.error from campaign_step_runs r join campaign_nodes n on n.id = r.node_id where r.campaign_lead_id = ${id}
      order by r.finished_at, r.id`,
  );
const intents = (account_id: number) =>
  rows(
    sql<{
      action: string;
      state: string;
      settled_by: string | null;
      attempts: number;
    }>`select action, state, settled_by,
      attempts from outbound_intents where account_id = ${account_id} order by id`,
  );
const waiting = async (organizationId: number, leadId: number) =>
  (
    await system()
      .forOrganization(organizationId)
      .transaction((tx) => explainLeads(tx, [leadId]))
  ).get(leadId);
/** Without the notes of invitations, which LinkedIn shows as messages once they are accepted. */
const messagesOf = async (seat: string) =>
  (await linkedin.port.outreach.listMessagesSince(seat, new Date(0), 100)).filter(({ text }) => text !== 'Hi Kim!');

/** Does what the relay does with an event, at the test's own time. */
async function accept(made: Awaited<ReturnType<typeof start>>, place = 0): Promise<void> {
  const [invitation] = (await linkedin.port.outreach.listSentInvitations(made.seat_id, 100)).filter(
    (sent) => sent.public_identifier === made.people[place]!.public_identifier,
  );
  await linkedin.control('/accept', { invitation_id: invitation!.invitation_id });
}
async function reportRelations(made: Awaited<ReturnType<typeof start>>): Promise<void> {
  const listed = await linkedin.port.outreach.listRelations(made.seat_id, 50);
  const found = listed.map((relation) => ({
    ...relation,
    connected_at: relation.connected_at?.toISOString() ?? null,
  }));
  await system()
    .forOrganization(made.organization_id)
    .transaction((tx) => recordRelations(tx, { account_id: made.account_id, relations: found }));
}
async function reportMessages(made: Awaited<ReturnType<typeof start>>): Promise<void> {
  for (const message of await messagesOf(made.seat_id)) {
    const provider_id = message.is_own ? message.attendee_provider_id : message.sender_provider_id;
    const seen = { ...message, sent_at: message.sent_at.toISOString(), provider_id, profile_url: null };
    await system()
      .forOrganization(made.organization_id)
      .transaction((tx) => receiveLinkedinMessage(tx, { account_id: made.account_id, message: seen }));
  }
}

const INVITE: world.NodeSpec = { type: 'LINKEDIN_INVITE', message: 'Hi {{first_name}}!' };
const ACCEPTED: world.NodeSpec = { type: 'ACCEPTED_INVITE', delay_in_hours: 30 * 24 };
const MESSAGE: world.NodeSpec = { type: 'LINKEDIN_MESSAGE', branch: 'yes', message: 'Shall we talk, {{first_name}}?' };

describe('a campaign on LinkedIn', () => {
  test('invite, accepted once seen, message; without acceptance the other branch after 30 days', async () => {
    const made = await start([INVITE, ACCEPTED, MESSAGE, { type: 'CALL_PROSPECT', parent: 1, branch: 'no' }], {
      strangers: 2,
    });
    await world.runUntilQuiet(system());
    const sent = await linkedin.port.outreach.listSentInvitations(made.seat_id, 100);
    expect(sent.map((invitation) => invitation.text)).toEqual(['Hi Kim!', 'Hi Kim!']);
    expect(await waiting(made.organization_id, made.lead_ids[0]!)).toMatchObject({
      rule: 'condition',
      text: 'Waiting for the invite to be accepted',
    });
    await jump(2 * DAY);
    await accept(made);
    await reportRelations(made);
    await reportRelations(made);
    await world.runUntilQuiet(system());
    expect((await messagesOf(made.seat_id)).map((message) => message.text)).toEqual(['Shall we talk, Kim?']);
    expect(await runs(made.lead_ids[0]!)).toMatchObject([
      { type: 'LINKEDIN_INVITE', outcome: 'done' },
      { type: 'ACCEPTED_INVITE', outcome: 'answered', branch: 'yes' },
      { type: 'LINKEDIN_MESSAGE', outcome: 'done' },
    ]);
    expect(await lead(made.lead_ids[0]!)).toMatchObject({ status: 'COMPLETED' });
    await jump(29 * DAY);
    await world.runUntilQuiet(system());
    expect(await runs(made.lead_ids[1]!)).toMatchObject([{}, { type: 'ACCEPTED_INVITE', branch: 'no' }]);
    expect(await waiting(made.organization_id, made.lead_ids[1]!)).toMatchObject({ rule: 'manual_call' });
  });

  test('a LinkedIn reply stops the lead once and is in the inbox; our own texts are no reply', async () => {
    const made = await start(
      [
        { type: 'LINKEDIN_MESSAGE', message: 'Shall we talk, {{first_name}}?' },
        { type: 'LINKEDIN_MESSAGE', delay_in_hours: 24, message: 'Once more' },
      ],
      { friends: 1, strangers: 0 },
    );
    await world.runUntilQuiet(system());
    await reportMessages(made);
    expect(await lead(made.lead_ids[0]!)).toMatchObject({ status: 'ACTIVE' });
    const { public_identifier } = made.people[0]!;
    await linkedin.control('/message', { account_id: made.seat_id, public_identifier, text: 'Tell me more' });
    await reportMessages(made);
    await reportMessages(made);
    expect(await lead(made.lead_ids[0]!)).toMatchObject({ status: 'REPLIED', next_node_id: null });
    const stored = await rows(
      sql`select kind, message from chat_messages where prospect_id = ${made.prospect_ids[0]!} order by id`,
    );
    expect(stored).toEqual([{ kind: 'REPLY', message: 'Tell me more' }]);
    await jump(2 * DAY);
    await world.runUntilQuiet(system());
    expect((await messagesOf(made.seat_id)).map((message) => message.text)).toEqual([
      'Shall we talk, Kim?',
      'Tell me more',
    ]);
  });
});

describe('each sort of action', () => {
  test('a message to a person who is not a connection fails with a reason', async () => {
    const made = await start([{ type: 'LINKEDIN_MESSAGE' }]);
    await world.runUntilQuiet(system());
    expect(await lead(made.lead_ids[0]!)).toMatchObject({
      status: 'FAILED',
      error: 'You are not connected with this person on LinkedIn, so no message can be sent.',
    });
  });

  test('an invite to a connection is done already; a free seat sends no note', async () => {
    const made = await start([INVITE, { ...ACCEPTED }, MESSAGE], { friends: 1, strangers: 1, tier: 'CLASSIC' });
    await world.runUntilQuiet(system());
    expect(await runs(made.lead_ids[0]!)).toMatchObject([
      { type: 'LINKEDIN_INVITE', outcome: 'done' },
      { type: 'ACCEPTED_INVITE', branch: 'yes' },
      { type: 'LINKEDIN_MESSAGE', outcome: 'done' },
    ]);
    const [sent] = await linkedin.port.outreach.listSentInvitations(made.seat_id, 10);
    expect(sent).toMatchObject({ public_identifier: made.people[1]!.public_identifier, text: null });
  });

  test('visit, like and withdrawal; each is done once and what is not there is no failure', async () => {
    const nodes: world.NodeSpec[] = [
      { type: 'VISIT_LINKEDIN_PROFILE' },
      { type: 'LIKE_LAST_LINKEDIN_POST' },
      INVITE,
      { type: 'DELETE_LINKEDIN_INVITE', delay_in_hours: 24 },
    ];
    const made = await start(nodes, { strangers: 3 });
    await world.runUntilQuiet(system());
    expect(await linkedin.port.outreach.listSentInvitations(made.seat_id, 10)).toHaveLength(3);
    await accept(made, 0);
    await jump(DAY + 60);
    await world.runUntilQuiet(system());
    expect(await linkedin.port.outreach.listSentInvitations(made.seat_id, 10)).toEqual([]);
    for (const id of made.lead_ids) {
      expect(await lead(id)).toMatchObject({ status: 'COMPLETED' });
      expect((await runs(id)).map((run) => run.outcome)).toEqual(['done', 'done', 'done', 'done']);
    }
    const state = await linkedin.state();
    expect(state.visits).toHaveLength(3);
    const liked = (await Promise.all(made.lead_ids.map(runs))).filter((list) => list[1]!.error === null).length;
    expect(state.reactions).toHaveLength(liked);
  });

  test('InMail leaves from the product of the seat, and a seat without one keeps its leads', async () => {
    const inmail: world.NodeSpec = {
      type: 'INMAIL',
      subject: 'About {{company_name}}',
      message: 'Hello {{first_name}}',
    };
    const made = await start([inmail]);
    const other = await start([inmail], { tier: 'CLASSIC' });
    await world.runUntilQuiet(system());
    expect((await messagesOf(made.seat_id)).map((message) => message.text)).toEqual(['Hello Kim']);
    expect(await lead(made.lead_ids[0]!)).toMatchObject({ status: 'COMPLETED' });
    expect(await lead(other.lead_ids[0]!)).toMatchObject({ status: 'SCHEDULED' });
    expect(await waiting(other.organization_id, other.lead_ids[0]!)).toMatchObject({ rule: 'daily_limit' });
  });

  test('already connected is asked when it is reached', async () => {
    const nodes: world.NodeSpec[] = [
      { type: 'ALREADY_CONNECTED' },
      { type: 'LINKEDIN_MESSAGE', branch: 'yes', message: 'Hello again' },
      { ...INVITE, parent: 0, branch: 'no' },
    ];
    const made = await start(nodes, { friends: 1, strangers: 1 });
    await world.runUntilQuiet(system());
    expect(await runs(made.lead_ids[0]!)).toMatchObject([
      { type: 'ALREADY_CONNECTED', outcome: 'answered', branch: 'yes' },
      { type: 'LINKEDIN_MESSAGE' },
    ]);
    expect(await runs(made.lead_ids[1]!)).toMatchObject([
      { type: 'ALREADY_CONNECTED', branch: 'no' },
      { type: 'LINKEDIN_INVITE' },
    ]);
  });
});

describe('limits and holds', () => {
  test('the day of the sender, the day of the campaign and the week are never passed', async () => {
    const made = await start([INVITE], { strangers: 12, invites: 4, weekly_invites: 6 });
    const sent = async () => (await linkedin.port.outreach.listSentInvitations(made.seat_id, 100)).length;
    await world.runUntilQuiet(system());
    expect(await sent()).toBe(4);
    expect(await waiting(made.organization_id, made.lead_ids[11]!)).toMatchObject({ rule: 'daily_limit' });
    await jump(DAY);
    await world.runUntilQuiet(system());
    expect(await sent()).toBe(6);
    await jump(DAY);
    await world.runUntilQuiet(system());
    expect(await sent()).toBe(6);
    const reason = await waiting(made.organization_id, made.lead_ids[11]!);
    expect(reason).toMatchObject({ rule: 'weekly_limit', text: 'The weekly limit of 6 is used up' });
    await jump(6 * DAY);
    await world.runUntilQuiet(system());
    expect(await sent()).toBe(10);
  });

  test('what LinkedIn says with an invitation is used of its own limit is kept with the sender', async () => {
    const made = await start([INVITE], { strangers: 8, tier: 'CLASSIC' });
    await world.runUntilQuiet(system());
    const report = await rows(
      sql`select linkedin_invite_usage_percent as percent, linkedin_invite_usage_at is not null as is_dated
        from accounts where id = ${made.account_id}`,
    );
    expect(report).toEqual([{ percent: 50, is_dated: true }]);
  });

  test('a LinkedIn limit holds the kind, a restriction the sender; no lead fails', async () => {
    const made = await start([INVITE, { type: 'VISIT_LINKEDIN_PROFILE' }], { strangers: 3 });
    await linkedin.control('/faults', { path: '/users/invite', status: 422, type: 'cannot_resend_yet', times: 3 });
    await world.runUntilQuiet(system());
    expect(await waiting(made.organization_id, made.lead_ids[0]!)).toMatchObject({ rule: 'action_held' });
    const [account] = await rows(
      sql<{
        action_holds: Record<string, { reason: string }>;
      }>`select action_holds from accounts where id = ${made.account_id}`,
    );
    expect(account!.action_holds.invite).toMatchObject({ reason: expect.any(String), until: expect.any(String) });
    await linkedin.control('/faults', { path: '/users/invite', status: 403, type: 'account_restricted', times: 3 });
    await jump(DAY + 60);
    await world.runUntilQuiet(system());
    expect(
      (await rows(sql`select 1 from accounts where id = ${made.account_id} and held_until > app_now()`)).length,
    ).toBe(1);
    await jump(7 * DAY + 60);
    await world.runUntilQuiet(system());
    for (const id of made.lead_ids) expect(await lead(id)).toMatchObject({ status: 'COMPLETED' });
    expect(await linkedin.port.outreach.listSentInvitations(made.seat_id, 100)).toHaveLength(3);
  });

  test('a seat that LinkedIn signed out holds its leads and catches up', async () => {
    const made = await start([INVITE], { strangers: 2 });
    await linkedin.control('/account', { account_id: made.seat_id, status: 'CREDENTIALS' });
    await world.runUntilQuiet(system());
    const [account] = await rows(sql<{ status: string }>`select status from accounts where id = ${made.account_id}`);
    expect(account).toMatchObject({ status: 'CREDENTIALS' });
    for (const id of made.lead_ids) expect(await lead(id)).toMatchObject({ status: 'SCHEDULED' });
    await linkedin.control('/account', { account_id: made.seat_id, status: 'OK' });
    await rows(sql`update accounts set status = 'RECONNECTED', held_until = null where id = ${made.account_id}`);
    await rows(sql`update campaign_lanes set look_at = app_now()`);
    await world.runUntilQuiet(system());
    expect(await linkedin.port.outreach.listSentInvitations(made.seat_id, 100)).toHaveLength(2);
  });
});

describe('unconfirmed outcomes', () => {
  test('done and the answer lost: the lists prove it; nothing happens twice', async () => {
    const made = await start([INVITE, { type: 'INMAIL', message: 'Hello {{first_name}}', delay_in_hours: 1 }]);
    await linkedin.control('/faults', { path: '/users/invite', drop: 'after' });
    await world.runUntilQuiet(system());
    expect(await intents(made.account_id)).toMatchObject([{ action: 'invite', state: 'unknown' }]);
    await jump(30);
    await checkEvidence(system(), kinds);
    expect(await intents(made.account_id)).toMatchObject([{ state: 'confirmed', settled_by: 'lists', attempts: 1 }]);
    await linkedin.control('/faults', { path: '/chats', drop: 'after' });
    await jump(HOUR);
    await world.runUntilQuiet(system());
    await jump(30);
    await checkEvidence(system(), kinds);
    expect((await intents(made.account_id))[1]).toMatchObject({ action: 'inmail', state: 'confirmed', attempts: 1 });
    expect(await messagesOf(made.seat_id)).toHaveLength(1);
  });

  test('no proof: parked and shown after 15 minutes, never sent again', async () => {
    const made = await start([INVITE]);
    await linkedin.control('/faults', { path: '/users/invite', status: 502, type: 'bad_gateway' });
    await world.runUntilQuiet(system());
    for (let minutes = 0; minutes < 25; minutes += 5) {
      await jump(5 * 60);
      await checkEvidence(system(), kinds);
      await world.runUntilQuiet(system());
    }
    expect(await intents(made.account_id)).toMatchObject([{ state: 'parked', attempts: 1 }]);
    expect(await waiting(made.organization_id, made.lead_ids[0]!)).toMatchObject({ rule: 'unconfirmed' });
    expect(await linkedin.port.outreach.listSentInvitations(made.seat_id, 10)).toEqual([]);
  });
});

describe('what reaches us late, or before we know', () => {
  /** Delivers a webhook event the way the relay does. */
  const report = (
    made: Awaited<ReturnType<typeof start>>,
    message: Pick<SeenLinkedinMessage, 'provider_id' | 'sent_at'> & Partial<SeenLinkedinMessage>,
  ) =>
    system()
      .forOrganization(made.organization_id)
      .transaction((tx) =>
        receiveLinkedinMessage(tx, { account_id: made.account_id, message: { ...SEEN, ...message } }),
      );
  const SEEN = { message_id: 'm', chat_id: 'c', text: '', is_own: false, attachments: [], profile_url: null };
  async function park(): Promise<void> {
    for (let minutes = 0; minutes < 70; minutes += 5) {
      await jump(5 * 60);
      await checkEvidence(system(), kinds);
    }
  }

  test('an acceptance proves a parked invite, and only one since it was on its way', async () => {
    const made = await start([INVITE, ACCEPTED, MESSAGE], { strangers: 2 });
    await linkedin.control('/faults', { path: '/users/invite', status: 502, type: 'bad_gateway', times: 2 });
    await world.runUntilQuiet(system());
    await park();
    expect(await intents(made.account_id)).toMatchObject([{ state: 'parked' }, { state: 'parked' }]);
    const at = (days: number) => new Date(system().clock.now().getTime() - days * DAY * 1000).toISOString();
    const relations = made.people.map(({ provider_id, public_identifier }, place) => ({
      provider_id,
      public_identifier,
      connected_at: at(place * 400),
    }));
    await system()
      .forOrganization(made.organization_id)
      .transaction((tx) => recordRelations(tx, { account_id: made.account_id, relations }));
    // The order of two actions due at the same time is not defined.
    const byPerson = sql`select state from outbound_intents where account_id = ${made.account_id} order by prospect_id`;
    expect(await rows(byPerson)).toMatchObject([{ state: 'confirmed' }, { state: 'parked' }]);
  });

  test('our own words in the conversation prove a parked message, once', async () => {
    const nodes: world.NodeSpec[] = [
      { type: 'LINKEDIN_MESSAGE', message: 'Shall we talk?' },
      { type: 'LINKEDIN_MESSAGE', message: 'Shall we talk?', delay_in_hours: 1 },
    ];
    const made = await start(nodes, { friends: 1, strangers: 0 });
    await linkedin.control('/faults', { path: '/chats', drop: 'before', times: 1 });
    await world.runUntilQuiet(system());
    await park();
    expect(await intents(made.account_id)).toMatchObject([{ state: 'parked' }]);
    const { provider_id } = made.people[0]!;
    const own = { provider_id, is_own: true, text: 'Shall  we talk?', sent_at: system().clock.now().toISOString() };
    await report(made, { ...own, message_id: 'm1' });
    expect(await intents(made.account_id)).toMatchObject([{ state: 'confirmed', settled_by: 'lists' }]);
    await linkedin.control('/faults', { path: '/chats', drop: 'before', times: 1 });
    await world.runUntilQuiet(system());
    await report(made, { ...own, message_id: 'm1' });
    expect(await intents(made.account_id)).toMatchObject([{ state: 'confirmed' }, { state: 'unknown' }]);
  });

  test('a reply before the outcome is known is matched by the account’s id alone', async () => {
    const made = await start([
      { type: 'INMAIL', message: 'Hello' },
      { type: 'EMAIL', delay_in_hours: 1 },
    ]);
    await linkedin.control('/faults', { path: '/chats', drop: 'after' });
    await world.runUntilQuiet(system());
    expect(await intents(made.account_id)).toMatchObject([{ action: 'inmail', state: 'unknown' }]);
    const { provider_id } = await linkedin.port.reading.getProfile(made.seat_id, made.people[0]!.public_identifier!);
    const sent_at = system().clock.now().toISOString();
    await report(made, { provider_id, text: 'Yes please', sent_at });
    expect(await lead(made.lead_ids[0]!)).toMatchObject({ status: 'REPLIED' });
  });

  test('a stored unread reply holds due actions for that person only', async () => {
    const made = await start([{ type: 'LINKEDIN_MESSAGE' }], { friends: 2, strangers: 0 });
    const sender_profile_url = `https://www.linkedin.com/in/${made.people[0]!.public_identifier}`;
    const message = { is_own: false, sender_provider_id: 'not known yet', sender_profile_url };
    const payload = JSON.stringify({ type: 'message_received', message });
    await rows(sql`insert into linkedin_events (organization_id, event_id, type, provider_account_id, payload)
      values (${made.organization_id}, 'e1', 'message_received', ${made.seat_id}, ${payload}::jsonb)`);
    await expect(world.runUntilQuiet(system(), 3000)).rejects.toThrow('did not come to rest');
    expect(await messagesOf(made.seat_id)).toHaveLength(1);
    expect(await lead(made.lead_ids[0]!)).toMatchObject({ status: 'SCHEDULED' });
    await rows(sql`update linkedin_events set processed_at = app_now()`);
    await world.runUntilQuiet(system());
    expect(await messagesOf(made.seat_id)).toHaveLength(2);
  });

  test('an unconfirmed visit is not repeated, is shown, and does not count', async () => {
    const made = await start([{ type: 'VISIT_LINKEDIN_PROFILE' }, INVITE]);
    await linkedin.control('/faults', { action: 'visit', drop: 'after' });
    await world.runUntilQuiet(system());
    await jump(30);
    await checkEvidence(system(), kinds);
    await world.runUntilQuiet(system());
    expect(await runs(made.lead_ids[0]!)).toMatchObject([
      {
        type: 'VISIT_LINKEDIN_PROFILE',
        outcome: 'done',
        error: 'We could not confirm this visit. It was not made again.',
      },
      { type: 'LINKEDIN_INVITE', outcome: 'done', error: null },
    ]);
    expect((await linkedin.state()).visits).toHaveLength(1);
    const events = await rows(
      sql<{ type: string }>`select type from campaign_events where organization_id = ${made.organization_id}
        and action is not null order by occurred_at`,
    );
    expect(events.map(({ type }) => type)).toEqual(['skipped', 'invite_sent']);
  });
});

test('a seat is asked for news when webhooks stay away', async () => {
  const made = await start([INVITE, ACCEPTED, MESSAGE]);
  await world.runUntilQuiet(system());
  await accept(made);
  await jump(6 * HOUR);
  await pollLinkedin(system(), new AbortController().signal);
  const report = await rows(
    sql<{ type: string }>`select type from outbox_events where organization_id = ${made.organization_id} order by id`,
  );
  expect(report.map((event) => event.type)).toContain('linkedin_relations_seen');
});

/** Polls the account six hours later. Returns for each lead whether its invite disappeared and whether the lead moved on. */
async function lookForAnswers(made: Awaited<ReturnType<typeof start>>): Promise<boolean[][]> {
  const inside = system().forOrganization(made.organization_id);
  await jump(6 * HOUR);
  // Seats of earlier tests are due too.
  for (let round = 0; round < 4; round += 1) await pollLinkedin(system(), new AbortController().signal);
  const [event] = await rows(
    sql<{ payload: SeenInvitations }>`select payload from outbox_events where type = 'linkedin_invitations_seen'
      and organization_id = ${made.organization_id} and (payload->>'account_id')::bigint = ${made.account_id}
      order by id desc limit 1`,
  );
  await reportRelations(made);
  await reportInvitations(made, event!.payload);
  const leads = await Promise.all(made.prospect_ids.map((id) => getLead(inside, id, made.campaign.id)));
  return leads.map(({ scheduled_campaign }) => {
    const entry = scheduled_campaign.steps.find(({ condition }) => condition?.condition_type === 'ACCEPTED_INVITE');
    return [entry!.invite_gone_at !== null, entry!.completed];
  });
}
/** Delivers the event to the engine's handlers. */
async function reportInvitations(
  { organization_id }: { organization_id: number },
  seen: SeenInvitations,
): Promise<void> {
  const listen = campaignRunsSlice.on!.linkedin_invitations_seen!;
  const event = { type: 'linkedin_invitations_seen' as const, ...seen, invitation_ids: [...seen.invitation_ids] };
  await system()
    .forOrganization(organization_id)
    .transaction((tx) => listen(tx, event));
}

test('an invite missing from the list twice is shown as declined or withdrawn; the lead waits', async () => {
  const made = await start([INVITE, ACCEPTED, MESSAGE], { strangers: 4 });
  await world.runUntilQuiet(system());
  const [declined, pending, accepted, withdrawn] = made.people.map((person) => person.public_identifier);
  const account_id = made.seat_id;
  const look = () => lookForAnswers(made);
  const waits = [false, false];
  expect(await look()).toEqual([waits, waits, waits, waits]);
  await linkedin.control('/decline', { account_id, public_identifier: declined });
  await linkedin.control('/accept', { account_id, public_identifier: accepted });
  // An invite withdrawn by hand looks like a declined one: the text says so.
  await linkedin.control('/decline', { account_id, public_identifier: withdrawn });
  expect(await look()).toEqual([waits, waits, waits, waits]);
  expect(await look()).toEqual([[true, false], waits, [false, false], [true, false]]);
  // Seen again it was the list that lagged.
  const ids = await rows(
    sql<{ provider_ref: string }>`select provider_ref from outbound_intents where action = 'invite'
      and prospect_id = ${made.prospect_ids[3]!}`,
  );
  const looked_at = system().clock.now().toISOString();
  const listed = { account_id: made.account_id, looked_at, complete_since: looked_at };
  await reportInvitations(made, { ...listed, invitation_ids: ids.map((row) => row.provider_ref) });
  const again = await look();
  expect([again[0], again[3]]).toEqual([[true, false], waits]);
  expect(pending).toBeTruthy();
});

test('an invite of a replaced account is not reported: it may have been accepted', async () => {
  const made = await start([INVITE, ACCEPTED, MESSAGE]);
  await world.runUntilQuiet(system());
  expect(await lookForAnswers(made)).toEqual([[false, false]]);
  const other = { seat_id: await linkedin.connectSeat('SALES_NAVIGATOR'), tier: 'SALES_NAVIGATOR' as const };
  const account_id = await world.makeLinkedinSender(system(), made.organization_id, other);
  await rows(sql`update campaigns set linkedin_account_id = ${account_id} where id = ${made.campaign.id}`);
  await accept(made);
  for (let looks = 0; looks < 3; looks += 1) expect(await lookForAnswers(made)).toEqual([[false, false]]);
});
