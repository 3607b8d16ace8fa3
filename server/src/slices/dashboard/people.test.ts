import { api } from '@overture/contract';
import { PAGE_SIZES } from '@overture/domain/limits';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { countLockWaits } from '../../testing/database.ts';
import { type TestClient, useTestServer } from '../../testing/harness.ts';
import { sumChecks } from '../campaign-sums/campaign-sums.factory.ts';
import * as world from '../campaigns/run/run.factory.ts';

const server = useTestServer();
type Person = TestClient & { organization_id: number };
const run = <Row = object>(text: ReturnType<typeof sql<Row>>) =>
  server.program.system.systemTransaction(async ({ db }) => (await text.execute(db)).rows);

async function expectRecount() {
  for (const { table, kept, counted } of sumChecks.filter(({ table }) => /_people_days|_lead_days/.test(table))) {
    const differences = await run(sql`(${sql.raw(kept)} except ${sql.raw(counted)})
      union all (${sql.raw(counted)} except ${sql.raw(kept)})`);
    expect({ table, differences }).toEqual({ table, differences: [] });
  }
}

interface Filters {
  category: string;
  start_date?: string;
  end_date?: string;
  sender_accounts?: number[];
  campaigns?: number[];
}
const TYPES: Record<string, string[]> = {
  emails_sent: ['email_sent'],
  linkedin_messages_sent: ['linkedin_message_sent', 'inmail_sent'],
  replies: ['replied'],
};

let person: Person;
let senders: number[];
let campaigns: number[];
/** What people of the first campaign wait for. */
let node_id: number;

/** People of two campaigns whom three senders wrote to, many at the same moment; each answered one of them once. */
beforeAll(async () => {
  person = (await server.signUp()) as Person;
  const { organization_id } = person;
  const { system } = server.program;
  senders = [];
  for (const name of ['ada', 'bob', 'eve']) {
    const email = `${name}${organization_id}@acme.example`;
    senders.push(await world.makeMailSender(system, organization_id, { email, smtp_port: 1 }));
  }
  await run(sql`select open_event_months('2026-08-01', '2026-12-31')`);
  campaigns = [];
  for (const amount of [70, 45]) {
    const spec = { organization_id, account_id: senders[0]!, nodes: [{ type: 'EMAIL' as const }] };
    const campaign = await world.makeCampaign(system, spec);
    const emails = Array.from({ length: amount }, (_, n) => ({ email: `p${n}.${campaign.id}@northwind.example` }));
    const people = await world.makePeople(system, organization_id, emails);
    await world.startPeople(system, campaign, organization_id, people);
    campaigns.push(campaign.id);
    if (campaigns.length === 1) node_id = campaign.node_ids[0]!;
  }
  for (const [type, amount] of [
    ['email_sent', 5],
    ['linkedin_message_sent', 2],
    ['inmail_sent', 1],
    ['replied', 1],
  ] as const) {
    await run(sql`insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, account_id, type, node_id,
        occurred_at)
      select organization_id, campaign_id, l.id, prospect_id, (${senders}::bigint[])[1 + (random() * 2)::int], ${type}, n,
        '2026-09-01'::timestamptz + make_interval(hours => (random() * 2000)::int / 6 * 6)
      from campaign_leads l, generate_series(1, ${amount}::int) n where organization_id = ${organization_id}
        and random() < 0.8 on conflict do nothing`);
  }
  // Twice on one day.
  await run(sql`insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, account_id, type, node_id,
      occurred_at)
    select organization_id, campaign_id, campaign_lead_id, prospect_id, account_id, type, 9, occurred_at + interval '1 minute'
    from campaign_events where organization_id = ${organization_id} and type = 'email_sent' and node_id = 1`);
});

/** Everybody behind a number, in order, as counting events one by one gives it. */
async function recount({ category, start_date, end_date, sender_accounts, campaigns }: Filters): Promise<number[]> {
  const rows = await run<{ id: number }>(sql`select prospect_id as id from campaign_events
    where organization_id = ${person.organization_id} and type = any(${TYPES[category]!}::text[])
      and (occurred_at at time zone 'UTC')::date between ${start_date ?? '0001-01-01'}::date and ${end_date ?? '9000-01-01'}::date
      and (${!sender_accounts} or account_id = any(${sender_accounts ?? []}::bigint[]))
      and (${!campaigns} or campaign_id = any(${campaigns ?? []}::bigint[]))
    group by prospect_id, campaign_lead_id order by max(occurred_at) desc, campaign_lead_id desc`);
  return rows.map(({ id }) => id);
}

async function listPages(query: Filters): Promise<{ ids: number[]; totals: number[] }> {
  const ids: number[] = [];
  const totals: number[] = [];
  for (let page = 1; page <= ids.length / PAGE_SIZES.analytics_prospects + 1; page += 1) {
    const { data } = await person.call(api.listOrganizationAnalyticsProspects, { query: { ...query, page } });
    ids.push(...data.prospects.map(({ id }) => id));
    totals.push(data.total_prospects);
  }
  return { ids, totals };
}

/** By cursor, a few at a time; something may happen after each page. */
async function listByCursor(query: Filters, afterPage?: () => Promise<unknown>): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data }: { data: { prospects: { id: number }[]; next_cursor?: string | null } } = await person.call(
      api.listOrganizationAnalyticsProspects,
      { query: { ...query, cursor, limit: 7 } },
    );
    ids.push(...data.prospects.map(({ id }) => id));
    cursor = data.next_cursor ?? null;
    await afterPage?.();
  }
  return ids;
}

describe('the people behind a number, page by page', () => {
  const autumn = { start_date: '2026-09-20', end_date: '2026-10-20' };
  const day = { start_date: '2026-10-05', end_date: '2026-10-05' };

  test.each(Object.keys(TYPES))('%s: of any senders, days and campaigns', async (category) => {
    const [one, two] = senders as [number, number, number];
    const cases: Omit<Filters, 'category'>[] = [
      { sender_accounts: [one] },
      { sender_accounts: [one, two], ...autumn },
      { sender_accounts: [two], campaigns: [campaigns[1]!], ...autumn },
      { sender_accounts: senders, campaigns },
      { sender_accounts: senders, ...day },
      { campaigns: [campaigns[0]!], ...autumn },
      autumn,
    ];
    for (const filters of cases) {
      const query = { category, ...filters };
      const expected = await recount(query);
      const { ids, totals } = await listPages(query);
      expect({ query, ids, totals: [...new Set(totals)] }).toEqual({ query, ids: expected, totals: [expected.length] });
      expect({ query, ids: await listByCursor(query) }).toEqual({ query, ids: expected });
    }
  });

  test('figures by sender count every message of a campaign once, of one organization only', async () => {
    const params = { id: campaigns[0]! };
    const { senders: figures } = (await person.call(api.listCampaignSenderFigures, { params })).data;
    const counted = await run<{ id: number; sent: number }>(sql`select account_id as id, count(*)::int as sent
      from campaign_events where campaign_id = ${params.id} and node_id <> 0 and account_id <> 0
        and type in ('email_sent', 'linkedin_message_sent', 'inmail_sent', 'invite_sent') group by account_id`);
    const of = (rows: readonly (readonly [number, number])[]) => [...rows].sort(([a], [b]) => a - b);
    expect(of(figures.map(({ account, sent }) => [account.id, sent] as const))).toEqual(
      of(counted.map(({ id, sent }) => [id, sent] as const)),
    );
    expect(figures.length).toBeGreaterThan(1);
    expect((await (await server.signUp()).call(api.listCampaignSenderFigures, { params })).status).toBe(404);
  });

  test('some were written to by several senders, and some twice on one day', async () => {
    const rows = await run<{ passed_over: number[]; n: number }>(sql`select passed_over, sum(people)::int as n
      from account_people_days where organization_id = ${person.organization_id} group by passed_over`);
    expect(rows.filter((row) => row.passed_over.length === 2 && row.n > 0).length).toBeGreaterThan(0);
    const twice = await run(sql`select from campaign_lead_days where organization_id = ${person.organization_id}
      and 1 < any(amounts)`);
    expect(twice.length).toBeGreaterThan(0);
  });

  test('messages of many senders are chained as in a recount, also late and undone ones', async () => {
    await expectRecount();
    const own = sql`organization_id = ${person.organization_id}`;
    await run(sql`with gone as (delete from campaign_events where ${own} and type = 'email_sent' and node_id in (2, 9) returning *)
      select count(*) from gone`);
    await expectRecount();
    await run(sql`insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, account_id, type, node_id,
        occurred_at)
      select organization_id, campaign_id, campaign_lead_id, prospect_id, ${senders[2]}, type, node_id + 10, occurred_at - interval '1 day'
      from campaign_events where ${own} and type = 'email_sent' and node_id in (1, 3)`);
    await expectRecount();
  });

  test('two transactions with messages of one lead chain one after the other', async () => {
    const [lead] = await run<{ id: number; prospect_id: number }>(sql`select id, prospect_id from campaign_leads
      where campaign_id = ${campaigns[1]} order by id limit 1`);
    const { system } = server.program;
    type Db = Parameters<Parameters<typeof system.systemTransaction>[0]>[0]['db'];
    const record = (db: Db, node: number, at: string) =>
      sql`insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, account_id, type, node_id, occurred_at)
        values (${person.organization_id}, ${campaigns[1]}, ${lead!.id}, ${lead!.prospect_id}, ${senders[0]}, 'email_sent', ${node},
          ${at})`.execute(db);
    for (const [one, other] of [
      ['2026-12-05', '2026-12-07'],
      ['2026-12-17', '2026-12-15'],
      ['2026-12-21', '2026-12-21'],
      ['2026-12-25', '2026-12-01'],
    ] as const) {
      let second: Promise<unknown> = Promise.resolve();
      await system.systemTransaction(async ({ db }) => {
        await record(db, 20, one);
        second = system.systemTransaction((tx) => record(tx.db, 21, other));
        // It has come as far as it can once it waits for a lock.
        await expect.poll(() => countLockWaits(server.owner, 'insert into campaign_events'), { interval: 5 }).toBe(1);
      });
      await second;
      await expectRecount();
    }
  });

  test('by state: every page once, counted from either end', async () => {
    const params = { id: campaigns[0]! };
    const listed: number[] = [];
    for (const page of [1, 2, 3, 4]) {
      const query = { category: `${node_id}`, page };
      const { data } = await person.call(api.listCampaignAnalyticsProspects, { params, query });
      expect(data.total_prospects).toBe(70);
      listed.push(...data.prospects.map(({ id }) => id));
    }
    const rows = await run<{ id: number }>(sql`select prospect_id as id from campaign_leads
      where campaign_id = ${params.id} order by id desc`);
    expect(listed).toEqual(rows.map(({ id }) => id));
    const query = { category: `${node_id}`, cursor: '', limit: 69 };
    const first = (await person.call(api.listCampaignAnalyticsProspects, { params, query })).data;
    const cursor = first.next_cursor!;
    const second = (await person.call(api.listCampaignAnalyticsProspects, { params, query: { ...query, cursor } }))
      .data;
    expect([...first.prospects, ...second.prospects].map(({ id }) => id)).toEqual(listed);
    expect(second.next_cursor).toBeNull();
    const other = { category: 'replies', cursor };
    const refused = await person.call(api.listCampaignAnalyticsProspects, { params, query: other });
    expect(refused.error.code).toBe('cursor_invalid');
  });

  test('by cursor: messages that are sent while a program reads neither repeat a lead nor leave one out', async () => {
    const query = { category: 'emails_sent' };
    const expected = await recount(query);
    let node = 30;
    const sendMore = () => {
      node += 1;
      return run(sql`insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, account_id, type, node_id,
          occurred_at)
        select organization_id, campaign_id, id, prospect_id, ${senders[0]}, 'email_sent', ${node},
          '2026-12-31'::timestamptz + make_interval(secs => ${node})
        from campaign_leads where organization_id = ${person.organization_id} and id % 3 = ${node % 3}`);
    };
    expect(await listByCursor(query, sendMore)).toEqual(expected);
  });
});
