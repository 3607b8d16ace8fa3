import { api } from '@overture/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../testing/harness.ts';
import { sumChecks } from '../campaign-sums/campaign-sums.factory.ts';
import * as world from '../campaigns/run/run.factory.ts';

const server = useTestServer({ is_alone: true });
type Person = TestClient & { organization_id: number };
const system = () => server.program.system;
const run = <Row = object>(text: ReturnType<typeof sql<Row>>) =>
  system().systemTransaction(async ({ db }) => (await text.execute(db)).rows);

/** A campaign with an invite, its condition, and messages in both branches; some steps in two variants. */
async function makeWorld(amount: number) {
  const person = (await server.signUp()) as Person;
  const { organization_id } = person;
  const account_id = await world.makeMailSender(system(), organization_id, {
    email: `ada${organization_id}@acme.example`,
    smtp_port: 1,
  });
  const campaign = await world.makeCampaign(system(), {
    organization_id,
    account_id,
    nodes: [
      { type: 'EMAIL' },
      { type: 'LINKEDIN_INVITE' },
      { type: 'ACCEPTED_INVITE' },
      { type: 'LINKEDIN_MESSAGE', branch: 'yes' },
      { type: 'EMAIL', parent: 2, branch: 'no' },
    ],
  });
  await run(sql`update campaign_nodes set message_b = 'B' where id = ${campaign.node_ids[0]}`);
  const people = await world.makePeople(
    system(),
    organization_id,
    Array.from({ length: amount }, (_, n) => ({ email: `p${n}.${organization_id}@northwind.example` })),
  );
  const leads = await world.startPeople(system(), campaign, organization_id, people);
  return { person, organization_id, account_id, campaign, people, leads };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

interface RunSpec {
  place: number;
  node: number;
  at: string;
  outcome?: 'done' | 'answered' | 'failed';
  branch?: 'yes' | 'no';
  variant?: 'a' | 'b';
}

/** Writes runs as the engine does: many in one statement, failures give way to what came of them. */
async function writeRuns({ organization_id, campaign, people, leads }: World, specs: readonly RunSpec[]) {
  const rows = specs.map(({ place, node, at, outcome = 'done', branch, variant }) => ({
    organization_id,
    campaign_id: campaign.id,
    campaign_lead_id: leads[place],
    prospect_id: people[place],
    node_id: campaign.node_ids[node],
    outcome,
    branch,
    variant,
    finished_at: at,
  }));
  await run(sql`insert into campaign_step_runs as r (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id,
      outcome, branch, variant, finished_at)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as g (organization_id bigint, campaign_id bigint,
      campaign_lead_id bigint, prospect_id bigint, node_id bigint, outcome text, branch text, variant text, finished_at timestamptz)
    on conflict (campaign_lead_id, node_id, given_up) do update set outcome = excluded.outcome, finished_at = excluded.finished_at,
      variant = excluded.variant where r.outcome = 'failed'`);
}

const contact = ({ leads }: World, place: number, at: string) =>
  run(sql`update campaign_leads set contacted_at = coalesce(contacted_at, ${at}) where id = ${leads[place]}`);
const reply = ({ leads }: World, place: number, at: string) =>
  run(sql`update campaign_leads set status = 'REPLIED', replied_at = ${at}, next_node_id = null, next_at = null
    where id = ${leads[place]}`);
const bounce = ({ leads, campaign }: World, place: number, node: number, at: string) =>
  run(sql`update campaign_step_runs set bounced_at = ${at}, bounce_reason = '550 5.1.1' where campaign_lead_id = ${leads[place]}
    and node_id = ${campaign.node_ids[node]} and bounced_at is null and outcome = 'done'`);
async function mark({ organization_id, people }: World, place: number, interest: string | null) {
  await run(sql`insert into chats (prospect_id, organization_id, last_message_at) values (${people[place]}, ${organization_id}, app_now())
    on conflict do nothing`);
  await run(sql`update chats set interest = ${interest} where prospect_id = ${people[place]}`);
}

/** A recount from events and leads must match the triggers' sums. */
async function expectRecount() {
  for (const { table, kept, counted } of sumChecks) {
    const differences = await run(sql`(${sql.raw(kept)} except ${sql.raw(counted)})
      union all (${sql.raw(counted)} except ${sql.raw(kept)})`);
    expect({ table, differences }).toEqual({ table, differences: [] });
  }
}

async function makeSenders({ organization_id }: World, amount: number): Promise<number[]> {
  const names = Array.from({ length: amount }, (_, n) => `ada${n}of${organization_id}@acme.example`);
  return Promise.all(names.map((email) => world.makeMailSender(system(), organization_id, { email, smtp_port: 1 })));
}

/** How many people got messages, within these days and from any senders, is what counting them one by one gives. */
async function expectPeople({ person, organization_id, campaign }: World, senders: number[]) {
  const types = { emails_sent: ['email_sent'], linkedin_messages_sent: ['linkedin_message_sent', 'inmail_sent'] };
  const [one, two, three] = senders as [number, number, number];
  const sets = [[], [one], [two], [three], [one, two], [one, three], [two, three], senders];
  const days = ['2026-09-01', '2026-09-17', '2026-10-01', '2026-10-02', '2026-11-10', '2026-12-31'];
  const ranges = days.flatMap((start_date, place) => days.slice(place).map((end_date) => ({ start_date, end_date })));
  const cases = Object.entries(types).flatMap(([category, wanted]) =>
    sets.flatMap((accounts, place) =>
      [{}, ranges[place]!, ranges[place + 8]!].map((range) => ({ category, wanted, accounts, range })),
    ),
  );
  for (const [place, { category, wanted, accounts, range }] of cases.entries()) {
    const { start_date = '0001-01-01', end_date = '9000-01-01' }: Partial<(typeof ranges)[number]> = range;
    const [counted] = await run<{
      n: number;
    }>(sql`select count(distinct campaign_lead_id)::int as n from campaign_events
      where organization_id = ${organization_id} and type = any(${wanted}::text[])
        and (occurred_at at time zone 'UTC')::date between ${start_date}::date and ${end_date}::date
        and (${accounts.length === 0} or account_id = any(${accounts}::bigint[]))`);
    const narrowed = place % 2 ? { campaigns: [campaign.id] } : {};
    const query = { category, ...range, ...(accounts.length > 0 ? { sender_accounts: accounts } : {}), ...narrowed };
    const { data } = await person.call(api.listOrganizationAnalyticsProspects, { query });
    expect([query, data.total_prospects]).toEqual([query, counted!.n]);
  }
}

describe('sums equal a recount', () => {
  test('random histories: late, duplicate, corrected, erased, from many parallel writers', async () => {
    const given = await makeWorld(40);
    const senders = [given.account_id, ...(await makeSenders(given, 2))];
    const pick = (n: number) => Math.floor(Math.random() * n);
    const day = () => new Date(Date.UTC(2026, 8 + pick(4), 1 + pick(28), pick(24), pick(60))).toISOString();
    const act = async () => {
      const place = pick(40);
      const kind = pick(14);
      if (kind < 4) {
        const specs = Array.from({ length: 5 }, () => ({ place: pick(40), node: pick(5) }));
        const distinct = [...new Map(specs.map((spec) => [`${spec.place}.${spec.node}`, spec])).values()];
        distinct.sort((a, b) => a.place - b.place || a.node - b.node);
        await writeRuns(
          given,
          distinct.map(({ place, node }) => ({
            place,
            node,
            at: day(),
            outcome: node === 2 ? 'answered' : pick(3) === 0 ? 'failed' : 'done',
            ...(node === 2 ? { branch: pick(2) ? 'yes' : 'no' } : { variant: pick(2) ? 'a' : 'b' }),
          })),
        );
      } else if (kind === 4) await contact(given, place, day());
      else if (kind === 5) await reply(given, place, day());
      else if (kind === 6) await mark(given, place, [null, 'INTERESTED', 'NOT_INTERESTED'][pick(3)]!);
      else if (kind === 7) await bounce(given, place, [0, 4][pick(2)]!, day());
      else if (kind === 13) {
        const sender = senders[pick(3)];
        await run(sql`update campaigns set email_account_id = ${sender}, linkedin_account_id = ${sender}
          where id = ${given.campaign.id}`);
      } else if (kind === 8)
        await run(sql`update campaign_leads set replied_at = null where id = ${given.leads[place]}`);
      else
        await stir(
          kind,
          [pick(40), pick(40), pick(40)].map((other) => given.leads[other]!),
        );
    };
    // Bulk changes by the engine and users: moved, ended, archived, undone.
    const stir = (kind: number, leads: number[]) => {
      const node = given.campaign.node_ids[pick(5)];
      const change = {
        9: sql`status = 'ACTIVE', next_node_id = ${node}`,
        10: sql`status = 'COMPLETED', next_node_id = null, next_at = null`,
        11: sql`archived_at = coalesce(archived_at, app_now())`,
        12: sql`archived_at = null`,
      }[kind]!;
      return run(sql`update campaign_leads set ${change} where id in (select id from campaign_leads
        where id = any(${leads}::bigint[]) order by id for update)`);
    };
    for (let round = 0; round < 60; round += 1) await Promise.all([act(), act(), act(), act()]);
    await expectRecount();
    await expectPeople(given, senders);
    const before = await run<{ n: number }>(sql`select count(*)::int as n from campaign_events`);
    expect(before[0]!.n).toBeGreaterThan(50);
    // People are erased: one by one, and with their campaign.
    await run(sql`delete from prospects where id = any(${given.people.slice(0, 10)}::bigint[])`);
    await expectRecount();
    await expectPeople(given, senders);
    expect(
      await run(sql`select from campaign_events where campaign_lead_id = any(${given.leads.slice(0, 10)}::bigint[])`),
    ).toEqual([]);
    await run(sql`delete from campaigns where id = ${given.campaign.id}`);
    expect(await run(sql`select from campaign_lead_days where campaign_id = ${given.campaign.id}`)).toEqual([]);
    expect(await run(sql`select from campaign_events where campaign_id = ${given.campaign.id}`)).toEqual([]);
    await expectRecount();
  });

  test('two transactions add to the same sums in opposite orders, and neither waits for the other', async () => {
    const [one, two] = [await makeWorld(2), await makeWorld(2)];
    const at = '2026-10-01T00:00:00Z';
    const touch = async (
      db: Parameters<Parameters<ReturnType<typeof system>['systemTransaction']>[0]>[0]['db'],
      lead: number,
    ) => {
      await sql`set local lock_timeout = '2s'`.execute(db);
      await sql`update campaign_leads set contacted_at = ${at}, status = 'COMPLETED' where id = ${lead}`.execute(db);
    };
    await system().systemTransaction(async (first) => {
      await touch(first.db, one.leads[0]!);
      await system().systemTransaction(async (second) => {
        await touch(second.db, two.leads[0]!);
        await touch(second.db, one.leads[1]!);
        await touch(first.db, two.leads[1]!);
      });
    });
    await expectRecount();
  });

  test('the first events of a month, from many parallel writers, create its table once', async () => {
    const given = await makeWorld(8);
    const at = '2031-03-01T00:00:00Z';
    await Promise.all(given.leads.map((_, place) => writeRuns(given, [{ place, node: 0, at }])));
    const tables = await run(sql`select relname from pg_class where relname = 'campaign_events_2031_03'`);
    expect(tables).toHaveLength(1);
    await expectRecount();
  });
});

describe('the calls', () => {
  let given: World;
  let stranger: TestClient;
  const range = { start_date: '2026-10-01', end_date: '2026-10-10' };

  beforeAll(async () => {
    given = await makeWorld(6);
    stranger = await server.signUp();
    await writeRuns(given, [
      { place: 0, node: 0, at: '2026-10-01T00:00:00Z', variant: 'a' },
      { place: 1, node: 0, at: '2026-10-02T09:00:00Z', variant: 'b' },
      { place: 2, node: 0, at: '2026-10-10T23:59:59Z', variant: 'a' },
      { place: 3, node: 0, at: '2026-10-11T00:00:00Z', variant: 'b' },
      { place: 4, node: 0, at: '2026-10-03T00:00:00Z', outcome: 'failed' },
      { place: 0, node: 1, at: '2026-10-04T00:00:00Z' },
      { place: 0, node: 2, at: '2026-10-05T00:00:00Z', outcome: 'answered', branch: 'yes' },
      { place: 1, node: 2, at: '2026-10-05T00:00:00Z', outcome: 'answered', branch: 'no' },
    ]);
    for (const place of [0, 1, 2, 3]) await contact(given, place, `2026-10-0${place + 1}T09:00:00Z`);
    await reply(given, 1, '2026-10-02T11:00:00Z');
    await mark(given, 1, 'INTERESTED');
    await bounce(given, 2, 0, '2026-10-10T23:59:59.500Z');
    await bounce(given, 2, 0, '2026-10-11T12:00:00Z');
  });

  test('a campaign: totals, days, steps, pipeline, time to reply', async () => {
    const [email, invite, accepted] = given.campaign.node_ids as [number, number, number];
    const answer = await given.person.call(api.getCampaignAnalytics, {
      params: { id: given.campaign.id },
      query: range,
    });
    expect(answer.status).toBe(200);
    const { analytics } = answer.data;
    expect(analytics).toMatchObject({
      amount_of_prospects: 6,
      amount_of_emails_sent: 3,
      amount_of_invites_sent: 1,
      amount_of_invites_accepted: 1,
      amount_of_prospects_contacted: 4,
      amount_of_replies: 1,
      average_reply_time: 7200,
    });
    // The campaign itself, alone and in lists, says what was done on all days.
    const { campaign } = (await given.person.call(api.getCampaign, { params: { id: given.campaign.id } })).data;
    const lists = [await given.person.call(api.listCampaigns), await given.person.call(api.listCampaignAnalytics)];
    for (const one of [campaign, ...lists.map(({ data }) => data.campaigns[0])])
      expect(one).toMatchObject({
        total_emails_sent: 4,
        total_linkedin_messages_sent: 0,
        total_invites_sent: 1,
        total_invites_accepted: 1,
        ab_testing: { enabled: true, reply_rate_display: 'A 0% / B 50%' },
      });
    expect(analytics.daily_metrics).toHaveLength(10);
    expect(analytics.daily_metrics[0]).toEqual({
      date: '2026-10-01',
      emails_sent: 1,
      linkedin_messages_sent: 0,
      invites_sent: 0,
      invites_accepted: 0,
      replies: 0,
      interested: 0,
    });
    const steps = new Map(analytics.metrics_per_step.map((step) => [step.step_id, step]));
    expect(steps.get(email)).toMatchObject({ completed: 3, failed: 1, replied: 1, bounced: 1 });
    expect(steps.get(accepted)).toMatchObject({ completed: 2, yes: 1, no: 1 });
    expect(analytics.pipeline).toMatchObject({
      replied: 1,
      not_started: 0,
      [email]: 5,
      [`completion_${email}`]: 4,
      [`bounced_${email}`]: 1,
      [`failed_${email}`]: 1,
      [`replied_${email}`]: 1,
      [`completion_${invite}`]: 1,
      [`completion_yes_${accepted}`]: 1,
      [`completion_no_${accepted}`]: 1,
    });
    expect(analytics.ab_testing.enabled).toBe(true);
    expect(analytics.ab_testing.steps[0]).toMatchObject({
      step_id: email,
      a: { sent: 2, replies: 0 },
      b: { sent: 2, replies: 1, interested: 1 },
      verdict: 'not_enough_data',
    });
  });

  test('behind four thousand newer facts: every lead once, by pages and in the file', async () => {
    const big = await makeWorld(2100);
    const { person, organization_id, campaign, leads, people } = big;
    await run(sql`select open_event_months('2026-08-01', '2026-12-01')`);
    // One old mail to all, and two newer ones to most: more than a file reads in one page, and twice the number of leads.
    const mail = (amount: number, from: string, each: number) =>
      run(sql`insert into campaign_events (organization_id, campaign_id,
        campaign_lead_id, prospect_id, node_id, type, action, occurred_at)
      select ${organization_id}, ${campaign.id}, l, p, ${campaign.node_ids[0]}, 'email_sent', 'EMAIL',
        ${from}::timestamptz + make_interval(mins => n * 7 + place::int % 5)
      from unnest(${leads.slice(0, amount)}::bigint[], ${people.slice(0, amount)}::bigint[]) with ordinality as t (l, p, place),
        generate_series(1, ${each}) n`);
    await mail(2100, '2026-09-01', 1);
    await mail(2050, '2026-10-01', 2);
    // As a database in use knows its tables: without, the planner takes a day's facts for one.
    await server.owner.query('analyze campaign_events, campaign_lead_days');
    const expected = await run<{ id: number }>(sql`select prospect_id as id from campaign_events
      where campaign_id = ${campaign.id} and type = 'email_sent'
      group by prospect_id, campaign_lead_id order by max(occurred_at) desc, campaign_lead_id desc`);
    const params = { id: campaign.id };
    for (const page of [1, 82, 83, 84]) {
      const query = { category: 'emails_sent', page };
      const answer = (await person.call(api.listCampaignAnalyticsProspects, { params, query })).data;
      expect(answer.total_prospects).toBe(2100);
      const slice = expected.slice((page - 1) * 25, page * 25);
      expect(answer.prospects.map(({ id }) => id)).toEqual(slice.map(({ id }) => id));
    }
    // Deep pages of figures with one fact for each lead, and of lead states.
    await run(sql`insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, type, action,
        occurred_at)
      select ${organization_id}, ${campaign.id}, l, p, ${campaign.node_ids[1]}, type, action,
        '2026-09-01'::timestamptz + make_interval(hours => place::int % 500)
      from unnest(${leads}::bigint[], ${people}::bigint[]) with ordinality as t (l, p, place),
        (values ('replied', null), ('invite_sent', 'LINKEDIN_INVITE')) as v (type, action)`);
    const byHour = await run<{ id: number }>(sql`select prospect_id as id from campaign_events
      where campaign_id = ${campaign.id} and type = 'replied' order by occurred_at desc, campaign_lead_id desc`);
    const state = await run<{ id: number }>(sql`select prospect_id as id from campaign_leads
      where campaign_id = ${campaign.id} order by id desc`);
    for (const page of [1, 50, 84]) {
      for (const [category, listed] of [
        ['replies', byHour],
        [`completion_${campaign.node_ids[1]}`, byHour],
        [`${campaign.node_ids[0]}`, state],
      ] as const) {
        const query = { category, page };
        const answer = (await person.call(api.listCampaignAnalyticsProspects, { params, query })).data;
        const slice = listed.slice((page - 1) * 25, page * 25).map(({ id }) => id);
        expect([category, page, answer.total_prospects]).toEqual([category, page, 2100]);
        expect(answer.prospects.map(({ id }) => id)).toEqual(slice);
      }
    }
    const september = { category: 'emails_sent', start_date: '2026-09-01', end_date: '2026-09-30' };
    const narrowed = (await person.call(api.listOrganizationAnalyticsProspects, { query: september })).data;
    expect([narrowed.total_prospects, narrowed.prospects[0]?.occurred_at?.slice(0, 10)]).toEqual([2100, '2026-09-01']);
    const file = await person.call(api.downloadCampaignAnalyticsProspects, {
      params,
      query: { category: 'emails_sent' },
    });
    expect(file.headers['content-disposition']).toBe('attachment; filename="people.csv"');
    expect(String(file.data).trim().split('\r\n')).toHaveLength(2101);
    const filters = JSON.stringify({ fromDate: '2026-09-01', toDate: '2026-10-31' }) as never;
    const activities = await person.call(api.downloadActivities, { query: { filters } });
    expect(String(activities.data).trim().split('\r\n')).toHaveLength(8301);
  });

  test('a file needs a known figure and own campaigns; its cells are no formulas', async () => {
    const [one, other] = [await makeWorld(1), await makeWorld(1)];
    await run(sql`update prospects set first_name = '=1+1', last_name = '' where id = ${one.people[0]}`);
    const ask = (person: Person, id: number, category: string) =>
      person.call(api.downloadCampaignAnalyticsProspects, { params: { id }, query: { category } });
    expect((await ask(one.person, one.campaign.id, 'everything')).status).toBe(400);
    expect((await ask(other.person, one.campaign.id, 'not_started')).status).toBe(404);
    const node = `${one.campaign.node_ids[0]}`;
    expect(String((await ask(one.person, one.campaign.id, node)).data)).toContain(`\r\n"'=1+1",`);
  });

  test('every number has as many people behind it', async () => {
    const params = { id: given.campaign.id };
    const { analytics } = (await given.person.call(api.getCampaignAnalytics, { params, query: range })).data;
    const amounts: [string, number][] = [
      ['emails_sent', analytics.amount_of_emails_sent],
      ['invites_sent', analytics.amount_of_invites_sent],
      ['invites_accepted', analytics.amount_of_invites_accepted],
      ['replies', analytics.amount_of_replies],
      ['prospects_contacted', analytics.amount_of_prospects_contacted],
    ];
    for (const [category, amount] of amounts) {
      const query = { ...range, category };
      const people = await given.person.call(api.listCampaignAnalyticsProspects, { params, query });
      expect([category, people.data.total_prospects, people.data.prospects.length]).toEqual([category, amount, amount]);
      const everywhere = await given.person.call(api.listOrganizationAnalyticsProspects, { query });
      expect(everywhere.data.total_prospects).toBe(amount);
    }
    for (const [category, amount] of Object.entries(analytics.pipeline)) {
      const people = await given.person.call(api.listCampaignAnalyticsProspects, { params, query: { category } });
      expect([category, people.data.total_prospects, people.data.prospects.length]).toEqual([category, amount, amount]);
    }
    const variants = analytics.ab_testing.steps.flatMap(({ step_id, ...results }) =>
      (['a', 'b'] as const).flatMap((name): [string, number][] => [
        [`sent_${name}_${step_id}`, results[name].sent],
        [`replied_${name}_${step_id}`, results[name].replies],
        [`interested_${name}_${step_id}`, results[name].interested],
      ]),
    );
    expect(variants.map(([, amount]) => amount)).toEqual([2, 0, 0, 2, 1, 1]);
    for (const [category, amount] of variants) {
      const people = await given.person.call(api.listCampaignAnalyticsProspects, { params, query: { category } });
      expect([category, people.data.total_prospects, people.data.prospects.length]).toEqual([category, amount, amount]);
    }
  });

  test('the organization: the same sums, narrowed by sender, campaign and status', async () => {
    const ask = async (query: object) =>
      (await given.person.call(api.getOrganizationAnalytics, { query: { ...range, ...query } })).data.analytics;
    expect(await ask({})).toMatchObject({
      amount_of_emails_sent: 3,
      amount_of_replies: 1,
      amount_of_prospects_contacted: 4,
    });
    expect(await ask({ sender_accounts: [given.account_id] })).toMatchObject({ amount_of_emails_sent: 3 });
    expect(await ask({ sender_accounts: [given.account_id + 999] })).toMatchObject({ amount_of_emails_sent: 0 });
    expect(await ask({ campaigns: [given.campaign.id], campaign_statuses: ['ACTIVE'] })).toMatchObject({
      amount_of_emails_sent: 3,
    });
    expect(await ask({ campaign_statuses: ['PAUSED'] })).toMatchObject({ amount_of_emails_sent: 0 });
  });

  test('activity says why a condition was answered as it was, and calls that no failure', async () => {
    await run(sql`update campaign_step_runs set error = 'No phone number was found.' where outcome = 'answered'
      and campaign_id = ${given.campaign.id}`);
    const filters = JSON.stringify({ actionType: ['ACCEPTED_INVITE'] }) as never;
    const { data } = await given.person.call(api.listActivities, { query: { filters } });
    expect(data.activities[0]).toMatchObject({ error: null, note: 'No phone number was found.' });
    await run(sql`update campaign_step_runs set error = null where outcome = 'answered'
      and campaign_id = ${given.campaign.id}`);
  });

  test('activity: newest first, filtered, with a total that agrees', async () => {
    const ask = async (filters: object) =>
      (await given.person.call(api.listActivities, { query: { filters: JSON.stringify(filters) as never } })).data;
    const all = await ask({});
    expect(all.total_activities).toBe(8);
    expect(all.activities).toHaveLength(8);
    const times = all.activities.map((activity) => activity.scheduled_for);
    expect(times).toEqual([...times].sort().reverse());
    for (const filters of [
      { actionType: ['EMAIL'] },
      { actionType: ['ACCEPTED_INVITE', 'LINKEDIN_INVITE'] },
      { fromDate: '2026-10-02', toDate: '2026-10-05' },
      { accountId: [given.account_id] },
      { campaignId: [given.campaign.id], actionType: ['EMAIL'], fromDate: '2026-10-03' },
      { prospectId: given.people[0] },
    ]) {
      const some = await ask(filters);
      expect([filters, some.total_activities]).toEqual([filters, some.activities.length]);
      expect(some.total_activities).toBeGreaterThan(0);
    }
    const file = async (filters: object) => {
      const query = { filters: JSON.stringify(filters) as never };
      return String((await given.person.call(api.downloadActivities, { query })).data)
        .trim()
        .split('\r\n');
    };
    const lines = await file({});
    expect(lines).toHaveLength(9);
    expect(lines.slice(1).map((line) => /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(line)?.[0])).toEqual(times);
    expect(lines.some((line) => line.includes(',"Email","Failed: '))).toBe(true);
    expect(await file({ actionType: ['EMAIL'] })).toHaveLength(
      (await ask({ actionType: ['EMAIL'] })).total_activities + 1,
    );
    const failed = all.activities.find((activity) => activity.error !== null);
    expect(failed?.step).toMatchObject({ step_type: 'EMAIL' });
    expect(all.activities.find((activity) => activity.condition)?.branch).toBeTruthy();
  });

  test('activity: pages of any depth have everything once, in order, with any filter', async () => {
    const big = await makeWorld(60);
    const kinds = [
      { node: 0, days: 9 },
      { node: 1, days: 3 },
      { node: 3, days: 1 },
    ];
    // Many share an instant; days between have none.
    const specs = kinds.flatMap(({ node, days }, kind) =>
      big.leads.map((_, place) => ({ place, node, at: `2026-10-0${1 + kind + (place % days)}T0${place % 3}:00:00Z` })),
    );
    await writeRuns(big, specs);
    const rows = await run<{ prospect_id: number; node_id: number; action: string; day: string }>(sql`
      select prospect_id, node_id, action, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day from campaign_events
      where campaign_id = ${big.campaign.id} and action is not null
      order by occurred_at desc, campaign_lead_id desc, node_id desc`);
    expect(rows).toHaveLength(180);
    const many = { campaignId: [big.campaign.id, ...Array.from({ length: 30 }, (_, n) => 900_000 + n)] };
    const cases: [object, (row: (typeof rows)[number]) => boolean][] = [
      [{}, () => true],
      [{ campaignId: [big.campaign.id] }, () => true],
      [many, () => true],
      [{ actionType: ['EMAIL'] }, (row) => row.action === 'EMAIL'],
      [{ ...many, actionType: ['EMAIL', 'LINKEDIN_INVITE'] }, (row) => row.action !== 'LINKEDIN_MESSAGE'],
      [{ campaignId: [big.campaign.id], actionType: ['LINKEDIN_MESSAGE'] }, (row) => row.action === 'LINKEDIN_MESSAGE'],
      [{ fromDate: '2026-10-02', toDate: '2026-10-05' }, (row) => row.day >= '2026-10-02' && row.day <= '2026-10-05'],
      [
        { toDate: '2026-10-04', accountId: [big.account_id], actionType: ['EMAIL'] },
        (row) => row.action === 'EMAIL' && row.day <= '2026-10-04',
      ],
    ];
    for (const [filters, isWanted] of cases) {
      const wanted = rows.filter(isWanted).map((row) => [row.prospect_id, row.node_id]);
      const listed: unknown[] = [];
      for (let page = 1; page <= Math.ceil(wanted.length / 25) + 1; page += 1) {
        const query = { page, filters: JSON.stringify(filters) as never };
        const { data } = await big.person.call(api.listActivities, { query });
        expect([filters, page, data.total_activities]).toEqual([filters, page, wanted.length]);
        listed.push(...data.activities.map(({ prospect, step }) => [prospect.id, step?.id]));
      }
      expect(listed).toEqual(wanted);
    }
  });

  test('strangers see nothing', async () => {
    const params = { id: given.campaign.id };
    expect((await stranger.call(api.getCampaignAnalytics, { params })).status).toBe(404);
    const listed = await stranger.call(api.listCampaignAnalyticsProspects, { params, query: { category: 'replies' } });
    expect(listed.status).toBe(404);
    const query = { campaigns: [given.campaign.id], sender_accounts: [given.account_id] };
    expect((await stranger.call(api.getOrganizationAnalytics, { query })).data.analytics.amount_of_emails_sent).toBe(0);
    const people = await stranger.call(api.listOrganizationAnalyticsProspects, {
      query: { ...query, category: 'replies' },
    });
    expect(people.data.total_prospects).toBe(0);
    const filters = JSON.stringify({ prospectId: given.people[0] }) as never;
    const activity = await stranger.call(api.listActivities, { query: { filters } });
    expect(activity.data).toEqual({ activities: [], total_activities: 0, next_cursor: null });
    const file = await stranger.call(api.downloadActivities, { query: { filters } });
    expect(String(file.data).trim().split('\r\n')).toHaveLength(1);
  });

  test('a range without a start begins with the first fact, one without an end includes today', async () => {
    const params = { id: given.campaign.id };
    const mails = async (query: { start_date?: string; end_date?: string }) => {
      const { analytics } = (await given.person.call(api.getCampaignAnalytics, { params, query })).data;
      const listed = { ...query, category: 'emails_sent' };
      const people = await given.person.call(api.listCampaignAnalyticsProspects, { params, query: listed });
      return [analytics.amount_of_emails_sent, people.data.total_prospects, analytics.daily_metrics[0]!.date];
    };
    expect(await mails({ end_date: '2026-10-02' })).toEqual([2, 2, '2026-10-01']);
    expect(await mails({ start_date: '2026-10-10' })).toEqual([2, 2, '2026-10-10']);
  });

  test.each([
    [{ start_date: '2026-10-10', end_date: '2026-10-01' }],
    [{ start_date: '2026-02-30' }],
    [{ start_date: '0001-01-01', end_date: '9999-12-31' }],
    [{ start_date: "2026-10-01'; drop table campaigns" }],
  ])('days that cannot be: %j', async (query) => {
    expect((await given.person.call(api.getOrganizationAnalytics, { query })).status).toBe(400);
    const params = { id: given.campaign.id };
    expect((await given.person.call(api.getCampaignAnalytics, { params, query })).status).toBe(400);
  });

  test.each(['', 'nothing', 'completion_', "replies' or 1=1", 'x'.repeat(41)])(
    'a category that is none: %j',
    async (category) => {
      const params = { id: given.campaign.id };
      expect(
        (await given.person.call(api.listCampaignAnalyticsProspects, { params, query: { category } })).status,
      ).toBe(400);
      expect((await given.person.call(api.listOrganizationAnalyticsProspects, { query: { category } })).status).toBe(
        400,
      );
    },
  );

  test.each([
    '{',
    '[]',
    '{"actionType":["TELEPATHY"]}',
    '{"fromDate":"yesterday"}',
    '{"campaignId":["x"]}',
    '{"fromDate":"2026-10-02","toDate":"2026-10-01"}',
  ])('activity filters that cannot be: %s', async (filters) => {
    expect((await given.person.call(api.listActivities, { query: { filters: filters as never } })).status).toBe(400);
  });
});
