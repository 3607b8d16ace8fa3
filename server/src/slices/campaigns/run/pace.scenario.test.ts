import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { holdForAbsence } from '../../lead-holds/index.ts';
import * as world from './run.factory.ts';
import { explainLeads } from './run.service.ts';

/** How much leaves a sender, day by day, with the movable clock. */
const HOUR = 3600;
const DAY = 24 * HOUR;
const OFFICE = { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' };
const { server, mail } = useCampaignWorld({ slow_in_ms: 10, answer_timeout_in_ms: 30_000 });

beforeAll(async () => {
  await goTo(mondayMorning());
});

const system = () => server.program.system;
const now = () => system().clock.now();
const goTo = (at: Date) => world.moveClock(system(), Math.ceil((at.getTime() - now().getTime()) / 1000));

function mondayMorning(): Date {
  const monday = new Date(now());
  monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7 || 7));
  monday.setUTCHours(9, 0, 0, 0);
  return monday;
}

async function write(statement: ReturnType<typeof sql>) {
  await system().systemTransaction(({ db }) => statement.execute(db));
}

async function makeMailbox(organization_id: number, email: string, ramp: string): Promise<number> {
  const id = await world.makeMailSender(system(), organization_id, { email, smtp_port: mail.smtp_port });
  await write(sql`update accounts set ramp = ${ramp}, ramp_since = app_now() where id = ${id}`);
  return id;
}

async function start(organization_id: number, account_id: number, leads: number) {
  const campaign = await world.makeCampaign(system(), {
    organization_id,
    account_id,
    nodes: [{ type: 'EMAIL' }],
    sending_window: OFFICE,
  });
  const people = Array.from({ length: leads }, (_, n) => ({ email: `p${n}.${campaign.id}@northwind.example` }));
  const prospect_ids = await world.makePeople(system(), organization_id, people);
  const lead_ids = await world.startPeople(system(), campaign, organization_id, prospect_ids);
  return { campaign, prospect_ids, lead_ids };
}

const sentBy = (email: string) => [...mail.store.mails()].filter((one) => one.from === email).length;

/** Number of mails a sender sends on each of the next days. */
async function countDays(email: string, days: number): Promise<number[]> {
  const sent: number[] = [];
  for (let day = 0; day < days; day += 1) {
    const before = sentBy(email);
    await world.runUntilQuiet(system());
    sent.push(sentBy(email) - before);
    await world.moveClock(system(), DAY);
  }
  return sent;
}

describe('limits that grow', () => {
  test('a new mailbox: 10, 12, 14, 16, 18, no mail on the weekend, 20 on Monday; then half', async () => {
    const organization_id = await world.makeOrganization(system());
    const email = `ramp${organization_id}@acme.example`;
    const account_id = await makeMailbox(organization_id, email, 'new');
    const { lead_ids } = await start(organization_id, account_id, 140);
    expect(await countDays(email, 2)).toEqual([10, 12]);
    await world.runUntilQuiet(system());
    const waiting = await system()
      .forOrganization(organization_id)
      .transaction((tx) => explainLeads(tx, [lead_ids[139]!]));
    expect(waiting.get(lead_ids[139]!)).toMatchObject({
      rule: 'daily_limit',
      text: 'Daily limit of 14 is used up (warming up, day 3 of 16)',
    });
    await world.moveClock(system(), DAY);
    expect(await countDays(email, 6)).toEqual([16, 18, 0, 0, 20, 22]);
    await world.moveClock(system(), 14 * DAY);
    expect(await countDays(email, 1)).toEqual([12]);
  }, 90_000);

  test('mailboxes of one domain share a cap, and the waiting lead says so', async () => {
    const organization_id = await world.makeOrganization(system());
    const [a, b] = [`a@pool${organization_id}.example`, `b@pool${organization_id}.example`];
    const ids = [await makeMailbox(organization_id, a, 'off'), await makeMailbox(organization_id, b, 'off')];
    await write(sql`update accounts set own_domain_max_messages = 9 where organization_id = ${organization_id}`);
    await goTo(mondayMorning());
    const first = await start(organization_id, ids[0]!, 7);
    await world.runUntilQuiet(system());
    const second = await start(organization_id, ids[1]!, 7);
    await world.runUntilQuiet(system());
    expect([sentBy(a), sentBy(b)]).toEqual([7, 2]);
    const last = second.lead_ids.at(-1)!;
    const waiting = await system()
      .forOrganization(organization_id)
      .transaction((tx) => explainLeads(tx, [last, first.lead_ids[0]!]));
    expect(waiting.get(last)?.text).toBe('The daily limit of 9 for all mailboxes of this domain is used up');
  });

  test('between two windows of a day nothing leaves; in the second it does', async () => {
    const organization_id = await world.makeOrganization(system());
    const email = `noon${organization_id}@acme.example`;
    const account_id = await makeMailbox(organization_id, email, 'off');
    await goTo(mondayMorning());
    const windows = JSON.stringify({
      1: [
        { start: '08:00', end: '08:30' },
        { start: '14:00', end: '18:00' },
      ],
    });
    const { campaign } = await start(organization_id, account_id, 2);
    await write(sql`update campaigns set windows = ${windows}::jsonb where id = ${campaign.id}`);
    for (const [seconds, sent] of [
      [0, 0],
      [4.8 * HOUR, 0],
      [0.4 * HOUR, 2],
    ] as const) {
      await world.moveClock(system(), seconds);
      await world.runUntilQuiet(system());
      expect(sentBy(email)).toBe(sent);
    }
  });

  test('a day off and a holiday: nothing leaves, and the next day it does', async () => {
    const organization_id = await world.makeOrganization(system());
    const email = `off${organization_id}@acme.example`;
    const account_id = await makeMailbox(organization_id, email, 'off');
    await goTo(mondayMorning());
    await write(
      sql`update accounts set days_off = array[(app_now() at time zone 'UTC')::date] where id = ${account_id}`,
    );
    const { lead_ids } = await start(organization_id, account_id, 2);
    await world.runUntilQuiet(system());
    expect(sentBy(email)).toBe(0);
    const waiting = await system()
      .forOrganization(organization_id)
      .transaction((tx) => explainLeads(tx, lead_ids));
    expect(waiting.get(lead_ids[0]!)?.text).toBe(`${email} has a day off`);
    await world.moveClock(system(), DAY);
    await world.runUntilQuiet(system());
    expect(sentBy(email)).toBe(2);
  });

  test('a delay of a day that begins on a Friday ends on a Monday where working days count', async () => {
    const organization_id = await world.makeOrganization(system());
    const email = `wait${organization_id}@acme.example`;
    const account_id = await makeMailbox(organization_id, email, 'off');
    await goTo(new Date(mondayMorning().getTime() + 4 * DAY * 1000));
    const campaign = await world.makeCampaign(system(), {
      organization_id,
      account_id,
      nodes: [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 }],
    });
    await write(sql`update campaigns set counts_working_days = true, sending_window = ${JSON.stringify(OFFICE)}::jsonb
      where id = ${campaign.id}`);
    const people = await world.makePeople(system(), organization_id, [{ email: `w${campaign.id}@northwind.example` }]);
    await world.startPeople(system(), campaign, organization_id, people);
    await world.runUntilQuiet(system());
    expect(sentBy(email)).toBe(1);
    const rows = await system().systemTransaction(({ db }) =>
      sql<{ hours: number }>`select round(extract(epoch from next_at - app_now()) / 3600)::int as hours
        from campaign_leads where campaign_id = ${campaign.id}`.execute(db),
    );
    expect(rows.rows[0]!.hours).toBe(72);
  });
});

describe('the rhythm of a day', () => {
  async function makeNatural() {
    const organization_id = await world.makeOrganization(system());
    const email = `rhythm${organization_id}@acme.example`;
    const account_id = await makeMailbox(organization_id, email, 'off');
    await write(sql`update accounts set natural_rhythm = true, send_gap_in_seconds = 60 where id = ${account_id}`);
    await goTo(new Date(mondayMorning().getTime() - HOUR * 1000));
    const made = await start(organization_id, account_id, 60);
    const rows = <Row>(statement: ReturnType<typeof sql>) =>
      system().systemTransaction(async ({ db }) => (await statement.execute(db)).rows as Row[]);
    const plan = async () =>
      (
        await rows<{
          start_after_in_s: number;
          rhythm_gap_in_seconds: number;
        }>(sql`select start_after_in_s, rhythm_gap_in_seconds
        from sender_day_plans where account_id = ${account_id} order by day desc limit 1`)
      )[0]!;
    const pause = async () =>
      (
        await rows<{ seconds: number }>(sql`select extract(epoch from next_send_at - app_now())::float8 as seconds
        from accounts where id = ${account_id}`)
      )[0]!.seconds;
    return { ...made, organization_id, account_id, email, plan, pause };
  }

  test('begins some minutes after the window opens, then keeps a pause that spreads the day', async () => {
    const made = await makeNatural();
    await world.runUntilQuiet(system());
    expect(sentBy(made.email)).toBe(0);
    const waiting = await system()
      .forOrganization(made.organization_id)
      .transaction((tx) => explainLeads(tx, [made.lead_ids[0]!]));
    expect(waiting.get(made.lead_ids[0]!)).toMatchObject({
      rule: 'rhythm',
      text: `Keeping the natural rhythm of ${made.email}`,
    });
    const { start_after_in_s } = await made.plan();
    expect(start_after_in_s).toBeGreaterThanOrEqual(180);
    await world.moveClock(system(), start_after_in_s + 1);
    await world.runUntilQuiet(system());
    expect(sentBy(made.email)).toBe(1);
    for (let sent = 1; sent < 4; sent += 1) {
      const pause = await made.pause();
      expect(pause).toBeGreaterThan(590);
      expect(pause).toBeLessThan(1800);
      await world.moveClock(system(), Math.ceil(pause) + 1);
      await world.runUntilQuiet(system());
      expect(sentBy(made.email)).toBe(sent + 1);
    }
  }, 60_000);

  test('a smaller limit and a longer gap apply now, larger and shorter ones from tomorrow', async () => {
    const made = await makeNatural();
    await write(sql`update accounts set email_max_messages = 2 where id = ${made.account_id}`);
    await world.moveClock(system(), 1800);
    await world.runUntilQuiet(system());
    expect(sentBy(made.email)).toBe(1);
    await write(
      sql`update accounts set email_max_messages = 40, rhythm_gap_in_seconds = 60 where id = ${made.account_id}`,
    );
    for (let hour = 0; hour < 6; hour += 1) {
      await world.moveClock(system(), HOUR);
      await world.runUntilQuiet(system());
    }
    expect(sentBy(made.email)).toBe(2);
    await world.moveClock(system(), 18 * HOUR);
    await world.runUntilQuiet(system());
    expect(sentBy(made.email)).toBe(3);
    expect(await made.plan()).toMatchObject({ rhythm_gap_in_seconds: 60 });
  }, 60_000);
});

test('nothing is sent to a person out of office or written to, even when planned; then all resumes', async () => {
  const organization_id = await world.makeOrganization(system());
  const email = `away${organization_id}@acme.example`;
  const account_id = await makeMailbox(organization_id, email, 'off');
  await goTo(mondayMorning());
  const { prospect_ids, lead_ids } = await start(organization_id, account_id, 4);
  const [away, planned, written] = lead_ids as [number, number, number];
  const last_day = new Date(now().getTime() + 3 * DAY * 1000).toISOString().slice(0, 10);
  const ctx = system().forOrganization(organization_id);
  await ctx.transaction((tx) => holdForAbsence(tx, { prospect_id: prospect_ids[0]!, last_day }));
  // The absence becomes known while a message is in the outbox: the stop check applies it, the queue does not.
  await write(sql`update campaign_leads set away_until = (select away_until from campaign_leads where id = ${away})
    where id = ${planned}`);
  await write(sql`update campaign_leads set message_hold_until = (select away_until from campaign_leads where id = ${away})
    where id = ${written}`);
  expect(await countDays(email, 3)).toEqual([1, 0, 0]);
  const waiting = await ctx.transaction((tx) => explainLeads(tx, [away, planned, written]));
  for (const id of [away, planned]) {
    expect(waiting.get(id)).toMatchObject({ rule: 'away', text: 'The lead is out of office' });
  }
  expect(waiting.get(written)).toMatchObject({
    rule: 'own_message',
    text: 'The team and this lead are writing to each other',
  });
  expect(await countDays(email, 2)).toEqual([0, 3]);
}, 90_000);
