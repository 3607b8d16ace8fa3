import { join } from 'node:path';
import { importFile, writeLeadFile } from '../data/lead-file.ts';
import type { BenchPerson, BenchServer } from '../support/bench-server.ts';
import {
  type Bench,
  type Measurement,
  median,
  percentile,
  rowsOfBench,
  time,
  waitUntilQuiet,
} from '../support/measure.ts';
import { measureServer } from '../support/measure-in.ts';

/**
 * Groups of filters over one list with a million leads and twenty columns, custom ones among them, sorted by up to three columns. With
 * `BENCH_DATA` the leads are made once.
 */
export const bench: Bench = { run: () => measureServer(measure) };

async function measure(server: BenchServer): Promise<Measurement[]> {
  const person = await server.signUp();
  const search_id = (await findMade(server, person)) ?? (await makeList(server, person));
  await waitUntilQuiet(`${rowsOfBench.toLocaleString('en')} leads`);
  return measureGroups(person, search_id);
}

/** The list that a run before has made in this folder. */
async function findMade(server: BenchServer, { organization_id }: BenchPerson): Promise<number | undefined> {
  const { rows } = await server.owner.query(
    'select id from searches where organization_id = $1 and total_prospects >= $2 order by id limit 1',
    [organization_id, rowsOfBench],
  );
  return rows[0] && Number(rows[0].id);
}

async function makeList(server: BenchServer, person: BenchPerson): Promise<number> {
  const file = join(server.directory, 'leads.csv');
  await writeLeadFile(file, rowsOfBench);
  const { search_id } = await importFile(server, person, file);
  await fillCustomColumns(server, person);
  await makeHistory(server, person, search_id);
  // As autovacuum leaves the tables.
  await server.owner.query('vacuum analyze');
  return search_id;
}

/** Seven columns of an organization's own, filled for five of six leads. */
async function fillCustomColumns(server: BenchServer, person: BenchPerson): Promise<void> {
  const types = {
    Seats: 'number',
    Budget: 'number',
    Renewal: 'date',
    Customer: 'yes_no',
    Tier: 'text',
    Note: 'text',
    Site: 'link',
  };
  for (const [name, type] of Object.entries(types)) await person.call('POST', '/lead-columns/', { name, type });
  await server.owner.query(
    `update prospects set custom = jsonb_build_object('seats', id % 997, 'budget', (id * 7919) % 100000, 'customer', id % 3 = 0,
      'renewal', to_char(date '2026-01-01' + (id % 700)::int, 'YYYY-MM-DD'), 'tier', (array['Gold', 'Silver', 'Bronze'])[1 + id % 3],
      'note', 'met at fair ' || id % 50, 'site', 'https://site' || id % 9999 || '.example')
     where organization_id = $1 and id % 6 > 0`,
    [person.organization_id],
  );
}

/** A third of the leads in campaigns, a tenth written to, one of 200 suppressed, 500 excluded domains, one of 1,000 twice. */
async function makeHistory(server: BenchServer, { organization_id }: BenchPerson, searchId: number): Promise<void> {
  const make = (query: string, ...values: unknown[]) => server.owner.query(query, [organization_id, ...values]);
  await make(`insert into campaigns (organization_id, name, status) select $1, 'Campaign ' || n, case n % 2 when 0 then 'ACTIVE' else 'DRAFT' end
    from generate_series(1, 20) n`);
  await make(`insert into campaign_leads (organization_id, campaign_id, prospect_id, status)
    select $1, (select min(id) from campaigns where organization_id = $1) + id % 20, id, case (id / 3) % 2 when 0 then 'ACTIVE' else 'COMPLETED' end
    from prospects where organization_id = $1 and id % 3 = 0`);
  await make(
    `insert into accounts (organization_id, account_type, status, name, email) values ($1, 'IMAP', 'OK', 'Sender', 'sender@bench.example')`,
  );
  await make(`insert into outbound_intents (organization_id, kind, ref_id, account_id, prospect_id, state, dispatched_at, body_text)
    select $1, 'chat_message', id, (select min(id) from accounts where organization_id = $1), id, 'confirmed',
      app_now() - make_interval(days => (id % 300)::int), repeat('Hello, how are you? ', 40) from prospects where organization_id = $1 and id % 10 = 0`);
  await make(`insert into suppressions (organization_id, email, reason)
    select distinct on (lower(email)) $1::bigint, lower(email)::citext, (array['unsubscribe', 'hard_bounce', 'manual'])[1 + id % 3] from prospects
    where organization_id = $1 and email <> '' and id % 200 = 0`);
  await make(`insert into excluded_domains (organization_id, domain, unicode_domain)
    select $1, 'company' || n || '.example', 'company' || n || '.example' from generate_series(1, 500) n`);
  await make(
    `with twins as (insert into prospects (organization_id, first_name, last_name, company_name, email)
      select $1, first_name, last_name, company_name, email from prospects where organization_id = $1 and id % 1000 = 0 returning id)
    insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, id from twins`,
    searchId,
  );
  await make(
    `update searches set total_prospects = (select count(*) from search_prospects where search_id = $2) where organization_id = $1 and id = $2`,
    searchId,
  );
}

type Filter =
  | { column: string; comparison: string; values: (string | number)[] }
  | { column: string; operation: string; value: string };
interface Group {
  match: 'all' | 'any';
  filters: (Filter | Group)[];
}
interface Table {
  filters: (Filter | Group)[];
  sort_field: string;
  sort_direction: string;
  then_sorts?: { sort_field: string; sort_direction: string }[];
}

const compare = (column: string, comparison: string, ...values: (string | number)[]): Filter => ({
  column,
  comparison,
  values,
});
const contains = (column: string, value: string): Filter => ({ column, operation: 'contains', value });
const any = (...filters: Group['filters']): Group => ({ match: 'any', filters });
const all = (...filters: Group['filters']): Group => ({ match: 'all', filters });
const by = (sort_field: string, sort_direction = 'asc') => ({ sort_field, sort_direction });

const TABLES: Record<string, Table> = {
  'any of two texts': {
    filters: [any(contains('job_title', 'founder'), contains('headline', 'sales'))],
    ...by('last_name'),
  },
  'size and place': {
    filters: [
      compare('amount_of_employees', 'greater', 200),
      any(compare('location', 'starts_with', 'Berlin'), contains('location', 'paris')),
    ],
    ...{ ...by('company_name'), then_sorts: [by('job_title'), by('amount_of_employees', 'desc')] },
  },
  'one of many values': {
    filters: [compare('industry', 'is_any_of', 'Software', 'Retail'), compare('job_title', 'is_none_of', 'Founder')],
    ...by('created_at', 'desc'),
  },
  'numbers of own columns': {
    filters: [all(compare('custom.seats', 'between', 100, 300), compare('custom.budget', 'greater', 50_000))],
    ...{ ...by('custom.budget', 'desc'), then_sorts: [by('custom.seats'), by('name')] },
  },
  'days and yes': {
    filters: [any(compare('custom.renewal', 'before', '2026-03-01'), contains('custom.customer', 'yes'))],
    ...by('custom.renewal'),
  },
  'text of an own column': {
    filters: [
      any(contains('custom.note', 'fair 7'), compare('custom.tier', 'is', 'gold')),
      contains('email', '.example'),
    ],
    ...{ ...by('custom.tier'), then_sorts: [by('last_name', 'desc')] },
  },
  'one text everywhere': { filters: [contains('anything', 'tanaka')], ...by('first_name') },
  'touched before a day': {
    filters: [compare('last_touched', 'before', '2026-10-01')],
    ...by('last_name'),
  },
  'not touched lately, not suppressed': {
    filters: [
      compare('last_touched', 'not_in_last_days', 30),
      { ...contains('suppressed', 'unsubscribe,hard_bounce,manual'), operation: 'not_contains' },
    ],
    ...by('company_name'),
  },
  'in a campaign': { filters: [contains('in_campaign', 'ever')], ...by('first_name') },
  'any of campaign and reason': {
    filters: [any(contains('in_campaign', 'ever'), contains('suppressed', 'hard_bounce'))],
    ...by('email'),
  },
  'suppressed for any reason': { filters: [contains('suppressed', 'any')], ...by('last_name') },
  duplicates: { filters: [contains('duplicate', 'email,name_company')], ...by('email') },
  'nested groups': {
    filters: [
      any(
        all(contains('job_title', 'manager'), compare('custom.seats', 'less', 50)),
        all(contains('job_title', 'director'), compare('custom.tier', 'is_not', 'gold')),
      ),
    ],
    ...{ ...by('location'), then_sorts: [by('company_name'), by('last_name')] },
  },
};

async function fetchPage(person: BenchPerson, id: number, { filters, then_sorts, ...sort }: Table, page: number) {
  const query = new URLSearchParams({ ...sort, filters: JSON.stringify(filters), page: String(page) });
  if (then_sorts) query.set('then_sorts', JSON.stringify(then_sorts));
  const answer = await person.call('GET', `/search/${id}/prospects/?${query}`);
  if (answer.status !== 200) throw new Error(`the table answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { totalProspects: number };
}

async function measureGroups(person: BenchPerson, id: number): Promise<Measurement[]> {
  const warm: number[] = [];
  const cold: [name: string, seconds: number, total: number][] = [];
  for (const [name, table] of Object.entries(TABLES)) {
    let total = 0;
    const seconds = await time(async () => {
      total = (await fetchPage(person, id, table, 1)).totalProspects;
    });
    if (total === 0) throw new Error(`no lead passes the filters "${name}"`);
    cold.push([name, seconds, total]);
    const pages = Math.ceil(total / 25);
    for (let turn = 0; turn < 40; turn += 1) {
      const page = turn % 2 === 0 ? 1 : 1 + ((turn * 7919 + 13) % pages);
      warm.push(await time(() => fetchPage(person, id, table, page)));
    }
  }
  const ms = (seconds: number): string => `${(seconds * 1000).toFixed(0)} ms`;
  const p95 = percentile(warm, 0.95);
  return [
    {
      what: `page of a group of filters, ${rowsOfBench} leads, 20 columns: p95`,
      product: ms(p95),
      goal: '<= 80 ms',
      is_met: p95 <= 0.08,
    },
    { what: 'the same: median, worst', product: `${ms(median(warm))}, ${ms(Math.max(...warm))}` },
    ...cold.map(([name, seconds, total]) => ({
      what: `asked for the first time: ${name} (${total} leads)`,
      product: ms(seconds),
    })),
  ];
}
