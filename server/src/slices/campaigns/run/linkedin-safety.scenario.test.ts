import type { PeoplePage } from '@overture/adapters/linkedin/linkedin.port';
import { SEARCH } from '@overture/adapters/linkedin/testing/sandbox-world';
import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { sql } from 'kysely';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { dispatchEvents } from '../../../kernel/relay.ts';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { reconcileSeats } from '../../accounts/linkedin/linkedin-seats.service.ts';
import { campaignRunsSlice } from './index.ts';
import * as engine from './run.factory.ts';
import { cancelCalls, explainLeads } from './run.service.ts';

/** LinkedIn safety: each limit checked against the stand-in's own ledger. */

const HOUR = 3600;
const DAY = 24 * HOUR;

const { server, linkedin } = useCampaignWorld({ has_linkedin: true });
beforeEach(async () => {
  await linkedin.control('/clear');
  await linkedin.control('/people', { accepts: 0, declines: 0 });
  await linkedin.control('/limits', { reads_per_minute: 10_000 });
  await rows(sql`update campaigns set status = 'PAUSED', version = version + 1`);
});

const system = () => server.program.system;
const now = () => system().clock.now();

async function rows<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return system().systemTransaction(async ({ db }) => (await query.execute(db)).rows);
}

async function jump(seconds: number): Promise<void> {
  await engine.moveClock(system(), seconds);
  await linkedin.travel(Math.round((now().getTime() - Date.now()) / 1000));
}
const jumpTo = (moment: Date) => jump((moment.getTime() - now().getTime()) / 1000);
const run = () => engine.runUntilQuiet(system());

interface Seat {
  seat_id: string;
  organization_id: number;
  account_id: number;
  strangers: string[];
}

/** People outside of the network of a seat, from the first pages of a search. */
async function listStrangers(seat_id: string, pages: number): Promise<string[]> {
  const found = new Set<string>();
  let cursor: string | null = null;
  for (let page = 0; page < pages && (page === 0 || cursor !== null); page += 1) {
    const read: PeoplePage = await linkedin.port.reading.readPage(seat_id, { source: SEARCH, cursor, limit: 50 });
    for (const { public_identifier, network_distance } of read.people)
      if (public_identifier && network_distance !== 1) found.add(public_identifier);
    cursor = read.cursor;
  }
  return [...found];
}

async function makeSeat(spec: Partial<engine.SeatSpec> = {}, pages = 1): Promise<Seat> {
  const tier = spec.tier ?? 'SALES_NAVIGATOR';
  const seat_id = await linkedin.connectSeat(tier);
  const organization_id = await engine.makeOrganization(system());
  const account_id = await engine.makeLinkedinSender(system(), organization_id, { ...spec, seat_id, tier });
  return { seat_id, organization_id, account_id, strangers: await listStrangers(seat_id, pages) };
}

/** A campaign of the account for new people, whom none of its campaigns contains. */
async function makeCampaign(
  seat: Seat,
  count: number,
  given: { nodes: engine.NodeSpec[] } & Partial<engine.CampaignSpec>,
) {
  const people = seat.strangers.splice(0, count);
  if (given.nodes.some(({ type }) => type === 'LINKEDIN_MESSAGE')) {
    for (const public_identifier of people) {
      await linkedin.control('/relation', { account_id: seat.seat_id, public_identifier });
    }
  }
  const campaign = await engine.makeCampaign(system(), {
    ...given,
    organization_id: seat.organization_id,
    account_id: null,
    linkedin_account_id: seat.account_id,
  });
  const prospects = people.map((name) => ({ email: null, linkedin: name }));
  const ids = await engine.makePeople(system(), seat.organization_id, prospects);
  const lead_ids = await engine.startPeople(system(), campaign, seat.organization_id, ids);
  return { id: campaign.id, people, lead_ids };
}

/** The actions recorded by the stand-in. */
const done = async (action: string, people?: readonly string[]) =>
  (await linkedin.ledger()).filter(
    (entry) => entry.action === action && (people?.includes(entry.public_identifier) ?? true),
  ).length;
const waiting = async (seat: Seat, leadId: number) =>
  (
    await system()
      .forOrganization(seat.organization_id)
      .transaction((tx) => explainLeads(tx, [leadId]))
  ).get(leadId);
const statuses = async (ids: readonly number[]) =>
  (await rows(sql<{ status: string }>`select status from campaign_leads where id = any(${[...ids]}::bigint[])`)).map(
    (row) => row.status,
  );
const account = async ({ account_id }: Seat) =>
  (
    await rows(
      sql<{
        held_until: Date | null;
        next_send_at: Date | null;
        action_holds: Partial<Record<LinkedinAction, { until: string; reason: string }>>;
      }>`select held_until, next_send_at, action_holds from accounts where id = ${account_id}`,
    )
  )[0]!;
const hoursAhead = (moment: Date | string) => (new Date(moment).getTime() - now().getTime()) / 3_600_000;

const INVITE: engine.NodeSpec = { type: 'LINKEDIN_INVITE', message: '' };
const MESSAGE: engine.NodeSpec = { type: 'LINKEDIN_MESSAGE', message: 'Hello {{first_name}}' };
const VISIT: engine.NodeSpec = { type: 'VISIT_LINKEDIN_PROFILE' };

/** A second tier of a sort and a second refusal of a kind are met by `npm run prove`. */
const ifProving = <const Row>(...rows: Row[]): Row[] => (inject('is_proving') ? rows : []);

describe('a day', () => {
  test.each([
    ['LINKEDIN_INVITE', 'invite', 'SALES_NAVIGATOR', 50],
    ['LINKEDIN_MESSAGE', 'message', 'RECRUITER', 100],
    ...ifProving(['LINKEDIN_INVITE', 'invite', 'CLASSIC', 25], ['LINKEDIN_MESSAGE', 'message', 'PREMIUM', 50]),
    ['INMAIL', 'inmail', 'SALES_NAVIGATOR', 100],
    ['VISIT_LINKEDIN_PROFILE', 'visit', 'CLASSIC', 80],
    ['LIKE_LAST_LINKEDIN_POST', 'like', 'CLASSIC', 50],
    ['DELETE_LINKEDIN_INVITE', 'withdraw', 'CLASSIC', 50],
    ['ALREADY_CONNECTED', 'look', 'CLASSIC', 300],
  ] as const)('%s: %s of a %s account end at %i and continue the next day', async (type, action, tier, cap) => {
    const seat = await makeSeat({
      tier,
      invites: tier === 'CLASSIC' ? 25 : 50,
      messages: tier === 'PREMIUM' ? 50 : 100,
      weekly_invites: 200,
    });
    const { lead_ids } = await makeCampaign(seat, 2, { nodes: [{ type, message: 'Hello' }] });
    // All but one are used up.
    await rows(sql`insert into sending_days (organization_id, scope, scope_id, day, zone, starts_at, ends_at, cap, used)
      values (${seat.organization_id}, ${`account:${action}`}, ${seat.account_id}, (app_now() at time zone 'UTC')::date,
        'UTC', app_now(), app_now() + interval '10 hours', ${cap}, ${cap - 1})`);
    await run();
    const ended = () => rows(sql`select 1 from campaign_step_runs where campaign_lead_id = any(${lead_ids}::bigint[])`);
    expect(await ended()).toHaveLength(1);
    const held = await Promise.all(lead_ids.map((id) => waiting(seat, id)));
    expect(held.find((reason) => reason?.rule === 'daily_limit')).toMatchObject({ until: expect.any(String) });
    await jump(9 * HOUR);
    await run();
    expect(await ended()).toHaveLength(1);
    await jump(HOUR + 60);
    await run();
    expect(await ended()).toHaveLength(2);
  });

  test('is shared by the campaigns of a sender, and each campaign keeps its own limits besides', async () => {
    const seat = await makeSeat({ invites: 5, messages: 3 });
    const nodes = { invites: [INVITE], messages: [MESSAGE] };
    const small = await makeCampaign(seat, 6, { nodes: nodes.invites, linkedin_max_connections: 2 });
    const large = await makeCampaign(seat, 6, { nodes: nodes.invites });
    const quiet = await makeCampaign(seat, 4, { nodes: nodes.messages, linkedin_max_messages: 1 });
    const loud = await makeCampaign(seat, 4, { nodes: nodes.messages });
    for (let day = 1; day <= 2; day += 1) {
      await run();
      expect([await done('invite'), await done('message')]).toEqual([5 * day, 3 * day]);
      expect(await done('invite', small.people)).toBeLessThanOrEqual(2 * day);
      expect(await done('message', quiet.people)).toBeLessThanOrEqual(day);
      await jump(DAY);
    }
    // The campaign's limit is lower than the sender's: the other campaigns are done, and the small ones use their daily limit.
    for (let day = 3; day <= 6; day += 1) {
      await run();
      expect(await done('invite', small.people)).toBeLessThanOrEqual(2 * day);
      expect(await done('message', quiet.people)).toBeLessThanOrEqual(day);
      await jump(DAY);
    }
    expect([await done('invite', large.people), await done('message', loud.people)]).toEqual([6, 4]);
    expect([await done('invite', small.people), await done('message', quiet.people)]).toEqual([6, 4]);
  });
});

test('spacing is random and never below the gap, over all kinds but look-ups', async () => {
  const seat = await makeSeat({ gap_in_seconds: 60 });
  await makeCampaign(seat, 6, { nodes: [INVITE] });
  await makeCampaign(seat, 6, { nodes: [VISIT] });
  const looks = await makeCampaign(seat, 3, { nodes: [{ type: 'ALREADY_CONNECTED' }] });
  await run();
  expect(await done('visit')).toBeLessThanOrEqual(1);
  expect(
    await rows(sql`select 1 from campaign_step_runs where campaign_lead_id = any(${looks.lead_ids}::bigint[])`),
  ).toHaveLength(3);
  for (let steps = 0; steps < 11; steps += 1) {
    await jumpTo(new Date((await account(seat)).next_send_at!.getTime() + 20));
    await run();
  }
  const sent = await rows(
    sql<{ at: Date }>`select dispatched_at as at from outbound_intents where account_id = ${seat.account_id}
      and action in ('invite', 'visit') order by dispatched_at`,
  );
  expect(sent).toHaveLength(12);
  const pauses = sent.slice(1).map(({ at }, index) => (at.getTime() - sent[index]!.at.getTime()) / 1000);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(60);
  // Up to three times the gap, and the time this test took.
  expect(Math.max(...pauses)).toBeLessThan(190);
  expect(new Set(pauses.map((pause) => Math.round(pause))).size).toBeGreaterThan(4);
});

test('working hours are those of the campaign, in its zone: nothing leaves before, nothing after', async () => {
  const tokyo = new Date(now().getTime() + 9 * HOUR * 1000 + DAY * 1000);
  const date = tokyo.toISOString().slice(0, 10);
  // Tokyo is nine hours ahead all year: its 09:00 is midnight in UTC.
  const opens = new Date(`${date}T00:00:00.000Z`);
  const seat = await makeSeat();
  const made = await makeCampaign(seat, 2, {
    nodes: [INVITE, { ...VISIT, delay_in_hours: 2 }],
    timezone: 'Asia/Tokyo',
    sending_window: { days: [opens.getUTCDay() || 7], start: '09:00', end: '10:00' },
  });
  await run();
  expect(await done('invite')).toBe(0);
  expect(await waiting(seat, made.lead_ids[0]!)).toMatchObject({ rule: 'window', until: opens.toISOString() });
  await jumpTo(new Date(opens.getTime() - 60_000));
  await run();
  expect(await done('invite')).toBe(0);
  await jumpTo(new Date(opens.getTime() + 60_000));
  await run();
  expect(await done('invite')).toBe(2);
  await jumpTo(new Date(opens.getTime() + 3 * HOUR * 1000));
  await run();
  expect(await done('visit')).toBe(0);
  const next = new Date(opens.getTime() + 7 * DAY * 1000);
  expect(await waiting(seat, made.lead_ids[0]!)).toMatchObject({ rule: 'window', until: next.toISOString() });
});

/** A week of the slider, and the working days that it is spread over. */
const [slider, days] = inject('is_proving') ? [60, 18] : [15, 13];

test(`${slider} invites a week, spread over five days: a fifth a day, and no more than ${slider} in any seven days`, async () => {
  const seat = await makeSeat({ weekly_invites: slider }, 6);
  await rows(sql`update accounts set spreads_weekly_invites = true where id = ${seat.account_id}`);
  const monday = new Date(now());
  monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7 || 7));
  monday.setUTCHours(9, 0, 0, 0);
  await jumpTo(monday);
  const sending_window = { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' };
  const { lead_ids } = await makeCampaign(seat, slider * 3, { nodes: [INVITE], sending_window });
  expect(lead_ids.length).toBeGreaterThan(slider * 2);
  const counts: number[] = [];
  for (let day = 0; day < days; day += 1) {
    const before = await done('invite');
    await run();
    counts.push((await done('invite')) - before);
    await jump(DAY);
  }
  // A full week is followed by a full week: each invite makes room at its own minute seven days later.
  const week = [...Array(5).fill(slider / 5), 0, 0];
  expect(counts).toEqual([...week, ...week, ...week].slice(0, days));
  const sent = await rows(sql<{ at: Date }>`select dispatched_at as at from outbound_intents
    where account_id = ${seat.account_id} and state = 'confirmed' order by 1`);
  expect(sent.length).toBe(counts.reduce((sum, count) => sum + count, 0));
  expect(sent.length).toBeGreaterThan(slider);
  for (const [index, { at }] of sent.entries()) {
    const week = sent.slice(index).filter((other) => other.at.getTime() < at.getTime() + 7 * DAY * 1000);
    expect(week.length).toBeLessThanOrEqual(slider);
  }
}, 120_000);

test('each invite makes room seven days later, at its own minute', async () => {
  const seat = await makeSeat({ weekly_invites: 4 });
  await makeCampaign(seat, 2, { nodes: [INVITE] });
  await run();
  await jump(3 * HOUR);
  await makeCampaign(seat, 2, { nodes: [INVITE] });
  await run();
  const { people, lead_ids } = await makeCampaign(seat, 4, { nodes: [INVITE] });
  await run();
  await jump(7 * DAY - 3 * HOUR - 600);
  await run();
  expect([await done('invite'), await done('invite', people)]).toEqual([4, 0]);
  await jump(1200);
  await run();
  expect(await done('invite', people)).toBe(2);
  const held = (await Promise.all(lead_ids.map((id) => waiting(seat, id)))).find((reason) => reason);
  expect(held).toMatchObject({ rule: 'weekly_limit', until: expect.any(String) });
  expect(hoursAhead(held!.until!)).toBeGreaterThan(2.4);
  expect(hoursAhead(held!.until!)).toBeLessThan(3);
  await jumpTo(new Date(new Date(held!.until!).getTime() + 60_000));
  await run();
  expect(await done('invite', people)).toBe(4);
});

describe('what LinkedIn says', () => {
  test.each([
    ['limit_exceeded', '/users/invite', 'invite', INVITE],
    ['cannot_resend_yet', '/chats', 'message', MESSAGE],
    ...ifProving(
      ['cannot_resend_yet', '/users/invite', 'invite', INVITE],
      ['limit_exceeded', '/chats', 'message', MESSAGE],
    ),
  ] as const)(
    '%s on %s holds %ss for 5 hours, then 24, then a week: no other sort, and no lead fails',
    async (...given) => {
      const [type, path, action, node] = given;
      const seat = await makeSeat({ gap_in_seconds: 0 });
      const made = await makeCampaign(seat, 1, { nodes: [node] });
      for (const hours of [5, 24, 7 * 24]) {
        await linkedin.control('/faults', { path, status: 422, type, times: 1 });
        await run();
        const { action_holds, held_until } = await account(seat);
        expect([Object.keys(action_holds), held_until]).toEqual([[action], null]);
        const { until, reason } = action_holds[action]!;
        expect(reason).toMatch(
          type === 'limit_exceeded' ? /limit of this account is reached/ : /asked this account to slow/,
        );
        expect(hoursAhead(until)).toBeGreaterThan(hours - 0.1);
        expect(hoursAhead(until)).toBeLessThanOrEqual(hours);
        expect(await waiting(seat, made.lead_ids[0]!)).toMatchObject({
          rule: 'action_held',
          until: new Date(until).toISOString(),
        });
        await jumpTo(new Date(new Date(until).getTime() - 60_000));
        await run();
        expect(await done(action)).toBe(0);
        if (hours < 7 * 24) await jump(120);
      }
      const later = await makeCampaign(seat, 2, { nodes: [node] });
      const visits = await makeCampaign(seat, 2, { nodes: [VISIT] });
      await run();
      expect([await done(action), await done('visit', visits.people)]).toEqual([0, 2]);
      await jump(120);
      await run();
      expect(await done(action)).toBe(3);
      expect(await statuses([...made.lead_ids, ...later.lead_ids])).toEqual(Array(3).fill('COMPLETED'));
    },
  );

  test('a restriction stops the sender for a week; other senders continue', async () => {
    const [seat, other] = [await makeSeat(), await makeSeat()];
    // Both find the same people: each writes to its own.
    other.strangers.splice(0, 10);
    await linkedin.control('/faults', { path: '/users/invite', status: 403, type: 'account_restricted', times: 1 });
    const made = await makeCampaign(seat, 1, { nodes: [INVITE] });
    await run();
    const visits = await makeCampaign(seat, 1, { nodes: [VISIT] });
    const free = await makeCampaign(other, 1, { nodes: [INVITE] });
    await run();
    expect(await done('invite', free.people)).toBe(1);
    expect([await done('invite', made.people), await done('visit', visits.people)]).toEqual([0, 0]);
    const held_until = (await account(seat)).held_until!;
    expect(hoursAhead(held_until)).toBeGreaterThan(7 * 24 - 0.1);
    expect(hoursAhead(held_until)).toBeLessThanOrEqual(7 * 24);
    expect(await waiting(seat, visits.lead_ids[0]!)).toMatchObject({ rule: 'sender_held' });
    await jumpTo(new Date(held_until.getTime() - 60_000));
    await run();
    expect([await done('invite', made.people), await done('visit', visits.people)]).toEqual([0, 0]);
    await jump(120);
    await run();
    expect([await done('invite', made.people), await done('visit', visits.people)]).toEqual([1, 1]);
  });
});

test('a signed-out account holds its leads for days, and catches up within its limits', async () => {
  const seat = await makeSeat({ invites: 4 });
  const hear = async (status: string) => {
    await linkedin.control('/account', { account_id: seat.seat_id, status });
    await reconcileSeats(system(), AbortSignal.timeout(10_000));
    while ((await dispatchEvents(system(), [campaignRunsSlice.on!])) > 0);
  };
  const made = await makeCampaign(seat, 6, { nodes: [{ ...INVITE, delay_in_hours: 24 }] });
  await hear('CREDENTIALS');
  for (let day = 0; day < 4; day += 1) {
    await jump(DAY);
    await run();
  }
  expect(await done('invite')).toBe(0);
  expect(await statuses(made.lead_ids)).toEqual(Array(6).fill('SCHEDULED'));
  expect(await waiting(seat, made.lead_ids[0]!)).toMatchObject({ rule: 'sender_held' });
  await hear('OK');
  await run();
  expect(await done('invite')).toBe(4);
  await jump(DAY);
  await run();
  expect(await done('invite')).toBe(6);
  expect(await statuses(made.lead_ids)).toEqual(Array(6).fill('COMPLETED'));
});

test('a suppressed profile is never contacted, the flow continues, a due call is cancelled', async () => {
  const seat = await makeSeat();
  const { people, lead_ids } = await makeCampaign(seat, 2, {
    nodes: [
      { type: 'VISIT_LINKEDIN_PROFILE' },
      { type: 'LINKEDIN_INVITE', message: 'Hi!', delay_in_hours: 24 },
      { type: 'CALL_PROSPECT' },
      { type: 'LIKE_LAST_LINKEDIN_POST', delay_in_hours: 24 },
    ],
  });
  const [suppressed, free] = lead_ids as [number, number];
  const suppress = (column: 'phone_key' | 'linkedin_key', kind: string, value: string) =>
    rows(sql`insert into suppressions (organization_id, kind, ${sql.ref(column)}, reason)
      values (${seat.organization_id}, ${kind}, ${value}, 'manual')`);
  const left = () =>
    rows(
      sql<{ type: string; error: string | null }>`select n.type, r.error from campaign_step_runs r
        join campaign_nodes n on n.id = r.node_id where r.campaign_lead_id = ${suppressed} order by r.finished_at, r.id`,
    );
  await run();
  await suppress('linkedin_key', 'linkedin', `in/${people[0]}`);
  await jump(DAY);
  await run();
  expect([await done('invite', [people[0]!]), await done('invite', [people[1]!])]).toEqual([0, 1]);
  expect(await left()).toMatchObject([
    { type: 'VISIT_LINKEDIN_PROFILE', error: null },
    { type: 'LINKEDIN_INVITE', error: expect.stringContaining('on your suppression list') },
  ]);
  expect(await waiting(seat, suppressed)).toMatchObject({ rule: 'manual_call' });
  // Their number is suppressed while a user is due to call them.
  await rows(sql`update prospects set phone_number = '+31 6 1234 5678' where linkedin_key = ${`in/${people[0]}`}
    and organization_id = ${seat.organization_id}`);
  await suppress('phone_key', 'phone', '31612345678');
  await system().forOrganization(seat.organization_id).transaction(cancelCalls);
  await run();
  await jump(DAY);
  await run();
  expect((await left()).slice(2)).toMatchObject([
    { type: 'CALL_PROSPECT', error: expect.stringContaining('must not be called') },
    { type: 'LIKE_LAST_LINKEDIN_POST', error: expect.stringContaining('on your suppression list') },
  ]);
  expect(await statuses([suppressed])).toEqual(['COMPLETED']);
  expect(await waiting(seat, free)).toMatchObject({ rule: 'manual_call' });
});
