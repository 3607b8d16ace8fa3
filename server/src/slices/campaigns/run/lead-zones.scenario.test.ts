import { offsetInMinutes } from '@overture/domain/time/timezones';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import * as world from './run.factory.ts';
import { explainLeads } from './run.service.ts';

/** Campaigns that keep to the hours of their leads, by the movable clock. */
const { server, mail } = useCampaignWorld({ slow_in_ms: 10, answer_timeout_in_ms: 30_000 });
const HOUR_IN_MS = 3_600_000;
const DAY_IN_MS = 24 * HOUR_IN_MS;
const OFFICE = { days: [1, 2, 3, 4, 5], start: '09:00', end: '17:00' };
const NEW_YORK = 'New York, United States';

const system = () => server.program.system;
const now = () => system().clock.now();
const goTo = (at: number) => world.moveClock(system(), Math.ceil((at - now().getTime()) / 1000));

async function write(statement: ReturnType<typeof sql>) {
  await system().systemTransaction(({ db }) => statement.execute(db));
}

/** Midnight in UTC of the next Wednesday on which New York is so many hours behind Berlin. */
function wednesdayWith(hours: number): number {
  for (let at = Math.ceil(now().getTime() / DAY_IN_MS) * DAY_IN_MS; ; at += DAY_IN_MS) {
    const noon = at + DAY_IN_MS / 2;
    const apart = offsetInMinutes('Europe/Berlin', noon) - offsetInMinutes('America/New_York', noon);
    if (new Date(at).getUTCDay() === 3 && apart === hours * 60) return at;
  }
}

const timeIn = (zone: string, at: number) => (((at / 60_000 + offsetInMinutes(zone, at)) % 1440) + 1440) % 1440;

interface Given {
  type?: 'EMAIL' | 'CALL_PROSPECT';
  gap_in_seconds?: number;
  places: string[];
  /** Settings of the campaign. */
  keeps?: ReturnType<typeof sql>;
}

async function start({ type = 'EMAIL', gap_in_seconds = 0, places, keeps = sql`uses_lead_zone = true` }: Given) {
  const organization_id = await world.makeOrganization(system());
  const email = `zones${organization_id}@acme.example`;
  const account_id = await world.makeMailSender(system(), organization_id, {
    email,
    smtp_port: mail.smtp_port,
    gap_in_seconds,
  });
  const spec = { organization_id, account_id, nodes: [{ type }], timezone: 'Europe/Berlin', sending_window: OFFICE };
  const campaign = await world.makeCampaign(system(), spec);
  await write(sql`update campaigns set ${keeps} where id = ${campaign.id}`);
  const emails = places.map((_, n) => `p${n}.${campaign.id}@northwind.example`);
  const people = await world.makePeople(
    system(),
    organization_id,
    emails.map((one) => ({ email: one })),
  );
  await write(sql`update prospects p set location = g.place from unnest(${people}::bigint[], ${places}::text[]) as g (id, place)
    where p.id = g.id`);
  const leads = await world.startPeople(system(), campaign, organization_id, people);
  const sent = () =>
    [...mail.store.mails()]
      .filter((one) => one.from === email)
      .flatMap(({ recipients }) => recipients.map((one) => emails.indexOf(one)));
  const explain = async (lead: number) =>
    (
      await system()
        .forOrganization(organization_id)
        .transaction((tx) => explainLeads(tx, [lead]))
    ).get(lead);
  return { campaign, organization_id, people, leads, sent, explain };
}

/** Times at which one day's mails are sent, checked every twenty minutes, by position in the list of leads. */
async function watchDay(day: number, sent: () => number[]): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  for (let at = day + 6 * HOUR_IN_MS; at < day + 18 * HOUR_IN_MS; at += HOUR_IN_MS / 3) {
    await goTo(at);
    await world.runUntilQuiet(system());
    for (const lead of sent()) if (!times.has(lead)) times.set(lead, at);
  }
  return times;
}

test.each([
  ['six hours behind: 09 to 11', 6, 11],
  ['five hours behind, between the two clock changes: 09 to 12', 5, 12],
])(
  'a campaign in Berlin reaches New York %s',
  async (_, hours, latest) => {
    const day = wednesdayWith(hours);
    await goTo(day + HOUR_IN_MS);
    // New York is first in the queue: waiting leads must not delay those behind them.
    const places = [...Array.from({ length: 12 }, () => NEW_YORK), 'Berlin, Germany', 'Sydney, Australia', 'Somewhere'];
    const made = await start({ gap_in_seconds: 700, places });
    const times = await watchDay(day, made.sent);
    const there = [...times].filter(([lead]) => lead < 12).map(([, at]) => timeIn('America/New_York', at) / 60);
    expect(there.length).toBeGreaterThan(3);
    expect(Math.min(...there)).toBeGreaterThanOrEqual(9);
    expect(Math.max(...there)).toBeLessThan(latest);
    expect(Math.max(...there)).toBeGreaterThanOrEqual(latest - 1);
    // Hours that never overlap, and unknown places, use the campaign's clock.
    const here = [12, 13, 14].map((lead) => timeIn('Europe/Berlin', times.get(lead)!) / 60);
    for (const hour of here) expect([hour >= 9, hour < 11]).toEqual([true, true]);
  },
  120_000,
);

test('a zone that is known no more keeps neither its lead nor the campaign', async () => {
  const day = wednesdayWith(6);
  await goTo(day + HOUR_IN_MS);
  const made = await start({ places: ['Berlin, Germany', 'Berlin, Germany', 'Somewhere'] });
  await write(
    sql`update prospects set time_zone = 'Mars/Olympus' where id = any(${[made.people[0], made.people[2]]}::bigint[])`,
  );
  await goTo(day + 9 * HOUR_IN_MS);
  await world.runUntilQuiet(system());
  expect(made.sent().toSorted()).toEqual([0, 1, 2]);
});

test('explains why a lead waits, and rechecks when its place or the setting changes', async () => {
  const day = wednesdayWith(6);
  await goTo(day + HOUR_IN_MS);
  const made = await start({ places: [NEW_YORK, NEW_YORK, NEW_YORK] });
  const [first, second] = made.leads as [number, number];
  await goTo(day + 9 * HOUR_IN_MS + 10_000);
  await world.runUntilQuiet(system());
  expect(made.sent()).toEqual([]);
  const morning = `0${new Date(now().getTime() + offsetInMinutes('America/New_York', now().getTime()) * 60_000).getUTCHours()}`;
  expect(await made.explain(first)).toMatchObject({
    rule: 'lead_zone',
    text: `It is ${morning}:00 in New York; goes out from 09:00 there`,
  });
  await write(sql`update prospects set location = 'Munich, Germany' where id = ${made.people[0]}`);
  await world.runUntilQuiet(system());
  expect(made.sent()).toEqual([0]);
  // The zone becomes known while the message is in the outbox: the stop check applies it.
  await write(sql`update campaign_leads set next_at = app_now(), waiting_rule = null where id = ${second}`);
  await write(sql`update campaign_lanes set look_at = app_now() where campaign_id = ${made.campaign.id}`);
  await world.runUntilQuiet(system());
  expect([made.sent(), (await made.explain(second))?.rule]).toEqual([[0], 'lead_zone']);
  await write(sql`update campaigns set uses_lead_zone = false, version = version + 1 where id = ${made.campaign.id}`);
  await write(sql`update campaign_lanes set look_at = app_now() where campaign_id = ${made.campaign.id}`);
  await world.runUntilQuiet(system());
  expect(made.sent().sort()).toEqual([0, 1, 2]);
}, 60_000);

test('a call is a person’s when both clocks are open', async () => {
  const day = wednesdayWith(6);
  await goTo(day + 10 * HOUR_IN_MS);
  const made = await start({ type: 'CALL_PROSPECT', places: [NEW_YORK, 'Paris, France'] });
  await world.runUntilQuiet(system());
  const rules = () => Promise.all(made.leads.map(async (lead) => (await made.explain(lead))?.rule));
  expect(await rules()).toEqual(['lead_zone', 'manual_call']);
  expect((await made.explain(made.leads[0]!))?.text).toMatch(
    /^It is \d\d:\d\d in New York; the call is due from 09:00 there$/,
  );
  await goTo(day + 14.5 * HOUR_IN_MS);
  await world.runUntilQuiet(system());
  expect(await rules()).toEqual(['manual_call', 'manual_call']);
});

test('public holidays of the country of a lead hold it alone, and its next step goes out the day after', async () => {
  // Martin Luther King Day, a Monday; the federal holiday is unknown in Germany.
  const year = now().getUTCFullYear() + 1;
  const first = new Date(Date.UTC(year, 0, 1)).getUTCDay();
  const day = Date.UTC(year, 0, 15 + ((8 - first) % 7));
  await goTo(day + 9 * HOUR_IN_MS);
  const made = await start({
    places: [NEW_YORK, NEW_YORK, 'Berlin, Germany', 'Somewhere'],
    keeps: sql`skips_holidays = true`,
  });
  await world.runUntilQuiet(system());
  expect(made.sent().toSorted()).toEqual([2, 3]);
  const [held, moved] = made.leads as [number, number];
  expect(await made.explain(held)).toMatchObject({
    rule: 'lead_zone',
    text: 'It is a public holiday in New York; goes out from Tuesday 03:00 there',
    until: new Date(day + DAY_IN_MS + 8 * HOUR_IN_MS).toISOString(),
  });
  // Its place becomes known as another one: it is rechecked.
  await write(sql`update prospects set location = 'Paris, France' where id = ${made.people[1]}`);
  await world.runUntilQuiet(system());
  expect(made.sent().toSorted()).toEqual([1, 2, 3]);
  expect((await made.explain(moved))?.rule).not.toBe('lead_zone');
  await goTo(day + DAY_IN_MS + 8 * HOUR_IN_MS + 10_000);
  await world.runUntilQuiet(system());
  expect(made.sent().toSorted()).toEqual([0, 1, 2, 3]);
}, 60_000);
