import { api } from '@overture/contract';
import { shiftDay } from '@overture/domain/time/date-presets';
import { localDay } from '@overture/domain/time/local-time';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../testing/harness.ts';
import * as world from '../campaigns/run/run.factory.ts';

const server = useTestServer();
type Person = TestClient & { organization_id: number };
const run = <Row = object>(text: ReturnType<typeof sql<Row>>) =>
  server.program.system.systemTransaction(async ({ db }) => (await text.execute(db)).rows);

const LA = 'America/Los_Angeles';
const BERLIN = 'Europe/Berlin';
const ZONES = [LA, BERLIN, 'Asia/Kathmandu', 'Pacific/Auckland', 'Pacific/Kiritimati', 'Australia/Lord_Howe'];
/** Both changes of the clock of 2026, in different months of the year on each half of the earth. */
const RANGES = [
  { start_date: '2026-03-08', end_date: '2026-03-08' },
  { start_date: '2026-03-27', end_date: '2026-04-06' },
  { start_date: '2026-03-01', end_date: '2026-11-30' },
];
const TYPES = ['email_sent', 'linkedin_message_sent', 'inmail_sent', 'invite_sent', 'invite_accepted', 'bounced'];
const LEAD_TYPES = ['contacted', 'replied', 'interested'];

interface Fact {
  lead: number;
  campaign_id: number;
  node_id: number;
  account_id: number;
  type: string;
  variant: string | null;
  seconds: number | null;
  at: string;
}

let person: Person;
let senders: number[];
let campaigns: number[];
let facts: Fact[];

async function plant(organization_id: number, planted: readonly Fact[]) {
  await run(sql`select open_event_months('2026-02-01', '2026-12-31')`);
  await run(sql`insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type, action,
      variant, seconds, occurred_at)
    select ${organization_id}, g.campaign_id, g.lead, l.prospect_id, g.node_id, g.account_id, g.type,
      case when g.type = 'email_sent' then 'EMAIL' end, g.variant, g.seconds, g.at
    from json_to_recordset(${JSON.stringify(planted)}::json) as g (lead bigint, campaign_id bigint, node_id bigint, account_id bigint,
      type text, variant text, seconds integer, at timestamptz) join campaign_leads l on l.id = g.lead
    on conflict do nothing`);
}

/** The instants around midnights are what zones disagree about: most facts happen there. */
function randomInstant(pick: (n: number) => number): string {
  const day = Date.parse('2026-02-25T00:00:00Z') + pick(285) * 86_400_000;
  return new Date(day + (pick(96) * 15 + (pick(3) ? 0 : pick(15))) * 60_000).toISOString();
}

beforeAll(async () => {
  person = (await server.signUp()) as Person;
  const { organization_id } = person;
  const { system } = server.program;
  senders = [];
  for (const name of ['ada', 'bob', 'eve']) {
    const email = `${name}${organization_id}@acme.example`;
    senders.push(await world.makeMailSender(system, organization_id, { email, smtp_port: 1 }));
  }
  campaigns = [];
  facts = [];
  const pick = (n: number) => Math.floor(Math.random() * n);
  for (const amount of [60, 40]) {
    const nodes = [{ type: 'EMAIL' as const }, { type: 'LINKEDIN_MESSAGE' as const }];
    const campaign = await world.makeCampaign(system, { organization_id, account_id: senders[0]!, nodes });
    const emails = Array.from({ length: amount }, (_, n) => ({ email: `z${n}.${campaign.id}@northwind.example` }));
    const people = await world.makePeople(system, organization_id, emails);
    const leads = await world.startPeople(system, campaign, organization_id, people);
    campaigns.push(campaign.id);
    for (const lead of leads) {
      const own = (type: string): Fact => ({
        lead,
        campaign_id: campaign.id,
        node_id: campaign.node_ids[pick(2)]!,
        account_id: senders[pick(3)]!,
        type,
        variant: pick(2) ? 'a' : 'b',
        seconds: type === 'replied' ? pick(100_000) : null,
        at: randomInstant(pick),
      });
      for (const type of TYPES) for (let n = pick(4); n >= 0; n -= 1) facts.push(own(type));
      for (const type of LEAD_TYPES) if (pick(4)) facts.push(own(type));
    }
  }
  await plant(organization_id, facts);
});

const within = (zone: string, { start_date, end_date }: { start_date: string; end_date: string }) => {
  return facts.filter(({ at }) => {
    const day = localDay(new Date(at), zone);
    return day >= start_date && day <= end_date;
  });
};
const count = (some: readonly Fact[], ...types: string[]) => some.filter(({ type }) => types.includes(type)).length;
const leadsOf = (some: readonly Fact[], ...types: string[]) =>
  new Set(some.filter(({ type }) => types.includes(type)).map(({ lead }) => lead)).size;

describe.each(ZONES)('figures of days in %s are a recount of the facts', (time_zone) => {
  test.each(RANGES)('$start_date to $end_date', async (range) => {
    const query = { ...range, time_zone };
    const all = within(time_zone, range);
    const { analytics } = (await person.call(api.getOrganizationAnalytics, { query })).data;
    expect(analytics).toMatchObject({
      time_zone,
      amount_of_emails_sent: count(all, 'email_sent'),
      amount_of_linkedin_messages_sent: count(all, 'linkedin_message_sent', 'inmail_sent'),
      amount_of_prospects_contacted: count(all, 'contacted'),
      amount_of_replies: count(all, 'replied'),
    });
    for (const day of analytics.daily_metrics) {
      const own = within(time_zone, { start_date: day.date, end_date: day.date });
      expect([day.date, day.emails_sent, day.replies]).toEqual([
        day.date,
        count(own, 'email_sent'),
        count(own, 'replied'),
      ]);
    }
  });

  test('of a campaign: steps, senders, chosen senders, time to reply', async () => {
    const [campaign, range, sender] = [campaigns[0]!, RANGES[1]!, senders[1]!];
    const own = within(time_zone, range).filter(({ campaign_id }) => campaign_id === campaign);
    const query = { ...range, time_zone };
    const params = { id: campaign };
    const { analytics } = (await person.call(api.getCampaignAnalytics, { params, query })).data;
    for (const step of analytics.metrics_per_step) {
      const ofStep = own.filter(({ node_id }) => node_id === step.step_id);
      expect(step).toMatchObject({ replied: count(ofStep, 'replied'), bounced: count(ofStep, 'bounced') });
    }
    const replies = own.filter(({ type }) => type === 'replied');
    const seconds = replies.reduce((sum, reply) => sum + reply.seconds!, 0);
    expect(analytics.average_reply_time).toBe(replies.length ? Math.round(seconds / replies.length) : null);
    const bySender = (await person.call(api.listCampaignSenderFigures, { params, query })).data.senders;
    for (const figures of bySender)
      expect(figures.sent).toBe(own.filter((f) => f.account_id === figures.account.id && /_sent$/.test(f.type)).length);
    const chosen = { ...query, campaigns: [campaign], sender_accounts: [sender] };
    const narrowed = (await person.call(api.getOrganizationAnalytics, { query: chosen })).data.analytics;
    const ofSender = own.filter(({ account_id }) => account_id === sender);
    expect(narrowed.amount_of_emails_sent).toBe(count(ofSender, 'email_sent'));
    const table = (await person.call(api.listCampaignAnalytics, { query: { ...query, sort_field: 'name' } })).data;
    expect(table.campaigns.find(({ id }) => id === campaign)).toMatchObject({
      total_contacted: count(own, 'contacted'),
      total_replies: count(own, 'replied'),
    });
  });

  test('the people behind a number are as many as were counted, and each is listed once', async () => {
    for (const range of RANGES) {
      const all = within(time_zone, range);
      const expected = {
        emails_sent: leadsOf(all, 'email_sent'),
        linkedin_messages_sent: leadsOf(all, 'linkedin_message_sent', 'inmail_sent'),
        replies: count(all, 'replied'),
        prospects_contacted: count(all, 'contacted'),
      };
      for (const [category, total] of Object.entries(expected)) {
        const query = { ...range, time_zone, category };
        expect([query, await listedPeople(query)]).toEqual([query, { total, listed: total }]);
      }
      const [sender] = senders;
      const ofSender = all.filter(({ account_id }) => account_id === sender);
      for (const category of ['emails_sent', 'prospects_contacted']) {
        const total = leadsOf(ofSender, category === 'emails_sent' ? 'email_sent' : 'contacted');
        const query = { ...range, time_zone, category, sender_accounts: [sender!] };
        expect([query, await listedPeople(query)]).toEqual([query, { total, listed: total }]);
      }
    }
  });

  test('the activity list has the activities of the days', async () => {
    for (const { start_date, end_date } of RANGES) {
      const filters = { fromDate: start_date, toDate: end_date, timeZone: time_zone };
      const { data } = await person.call(api.listActivities, { query: { filters } });
      expect(data.total_activities).toBe(count(within(time_zone, { start_date, end_date }), 'email_sent'));
    }
  });
});

async function listedPeople(query: { category: string }): Promise<{ total: number; listed: number }> {
  const leads = new Set<string>();
  for (let page = 1; ; page += 1) {
    const asked = { ...query, page };
    const { prospects, total_prospects } = (await person.call(api.listOrganizationAnalyticsProspects, { query: asked }))
      .data;
    for (const { id, campaign } of prospects) leads.add(`${id} ${campaign.id}`);
    if (prospects.length === 0 || page * 25 >= total_prospects) return { total: total_prospects, listed: leads.size };
  }
}

test('a mail at 23:30 in Los Angeles counts for that day there and for the next in Berlin; sums are the same', async () => {
  const other = (await server.signUp()) as Person;
  const { organization_id } = other;
  const { system } = server.program;
  const account_id = await world.makeMailSender(system, organization_id, {
    email: `late${organization_id}@acme.example`,
    smtp_port: 1,
  });
  const campaign = await world.makeCampaign(system, { organization_id, account_id, nodes: [{ type: 'EMAIL' }] });
  const people = await world.makePeople(system, organization_id, [{ email: `late.${campaign.id}@northwind.example` }]);
  const [lead] = await world.startPeople(system, campaign, organization_id, people);
  const mail = (at: string) => ({
    lead: lead!,
    campaign_id: campaign.id,
    node_id: campaign.node_ids[0]!,
    account_id,
    type: 'email_sent',
    variant: null,
    seconds: null,
    at,
  });
  // One at 23:30 in Los Angeles, and one for each hour of its shortest and of its longest day.
  const hours = (start: string, amount: number) =>
    Array.from({ length: amount }, (_, n) => mail(new Date(Date.parse(start) + n * 3_600_000).toISOString()));
  const mails = [
    mail('2026-10-02T23:30:00-07:00'),
    ...hours('2026-03-08T00:00:00-08:00', 23),
    ...hours('2026-11-01T00:00:00-07:00', 25),
  ];
  await plant(organization_id, mails);
  const days = async (time_zone: string, start_date: string, end_date = start_date) => {
    const query = { start_date, end_date, time_zone };
    const { analytics } = (await other.call(api.getOrganizationAnalytics, { query })).data;
    const listed = analytics.daily_metrics.map(({ emails_sent }) => emails_sent);
    expect(listed.reduce((sum, amount) => sum + amount, 0)).toBe(analytics.amount_of_emails_sent);
    return listed;
  };
  expect(await days(LA, '2026-10-02')).toEqual([1]);
  expect(await days(BERLIN, '2026-10-02', '2026-10-03')).toEqual([0, 1]);
  expect(await days(LA, '2026-03-08')).toEqual([23]);
  expect(await days(LA, '2026-11-01')).toEqual([25]);
  for (const zone of [LA, BERLIN, 'UTC', 'Asia/Kathmandu'])
    expect((await days(zone, '2026-03-01', shiftDay('2026-11-30', 0))).reduce((sum, day) => sum + day, 0)).toBe(49);
  // Without days, all of them.
  const { analytics } = (await other.call(api.getOrganizationAnalytics, { query: { time_zone: LA } })).data;
  expect(analytics.amount_of_emails_sent).toBe(49);
});

test('an unknown zone is refused, and without one days are those of UTC', async () => {
  const query = { start_date: '2026-03-01', end_date: '2026-03-02' };
  const refused = await person.call(api.getOrganizationAnalytics, { query: { ...query, time_zone: 'Mars/Phobos' } });
  expect(refused.status).toBe(400);
  expect((await person.call(api.getOrganizationAnalytics, { query })).data.analytics.time_zone).toBe('UTC');
});

test('files say times by the clock of the zone, with its offset', async () => {
  const range = { start_date: '2026-03-27', end_date: '2026-04-06' };
  const query = { ...range, time_zone: 'Asia/Kathmandu', category: 'emails_sent' };
  const file = await person.call(api.downloadOrganizationAnalyticsProspects, { query });
  const times = String(file.data).split('\r\n').slice(1, -1);
  expect(times.length).toBe(leadsOf(within('Asia/Kathmandu', range), 'email_sent'));
  for (const line of times) expect(line).toMatch(/"2026-0[34]-\d\dT\d\d:\d\d:00\+05:45"$/);
});
