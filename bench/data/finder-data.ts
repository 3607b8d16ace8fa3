import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { LeadQuery } from '@overture/adapters/lead-database/lead-database.port';
import { INDUSTRIES } from '@overture/domain/finder/industries';
import {
  type Band,
  COMPANY_SIZE_BANDS,
  COMPANY_SIZES,
  DEPARTMENTS,
  emptyLeadFinderFilters,
  matchesLead,
  REVENUE_BANDS,
  REVENUE_RANGES,
  SENIORITIES,
  type TagFilter,
  tagKey,
} from '@overture/domain/finder/lead-finder';
import { parseWordPattern } from '@overture/domain/finder/lead-words';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { loadPlaces } from '../../adapters/src/lead-data/locations.ts';
import * as words from '../../adapters/src/lead-data/sample-words.ts';

type Draw = {
  number(below: number): number;
  one<Value>(values: readonly Value[]): Value;
  chance(share: number): boolean;
};

/** The same numbers for the same seed (mulberry32). */
function createDraw(seed: number): Draw {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const number = (below: number): number => Math.floor(next() * below);
  return { number, one: (values) => values[number(values.length)]!, chance: (share) => next() < share };
}

const FUNCTIONS = Object.values(words.JOB_FUNCTIONS).flat();
const LEVELS = [
  'Manager',
  'Director',
  'VP',
  'Vice President',
  'Head',
  'Chief',
  'Analyst',
  'Specialist',
  'Consultant',
  'CEO',
  'Senior',
];

/** Filters as people choose them in the dialog: one to four of the eight, few values each; every tenth with a cap for each company. */
export function randomQueries(count: number, seed: number): LeadQuery[] {
  const draw = createDraw(seed);
  const places = loadPlaces();
  const countries = places.filter(({ region, city }) => region === null && city === null).slice(0, 40);
  const tag = (): string => {
    const parts = [draw.one(LEVELS), draw.one(FUNCTIONS)];
    return draw.chance(0.5) ? parts.join(' ') : draw.one(parts);
  };
  const tags = (make: () => string): TagFilter => {
    const [first, second, third] = [make(), make(), make()];
    const isMust = draw.chance(0.4);
    const doesnt =
      draw.chance(0.2) && tagKey(third) !== tagKey(first) && tagKey(third) !== tagKey(second) ? [third] : [];
    return { must: isMust ? [first] : [], can: isMust ? [] : draw.chance(0.5) ? [first] : [first, second], doesnt };
  };
  const some = <Value>(values: readonly Value[]): Value[] => [
    ...new Set(draw.chance(0.6) ? [draw.one(values)] : [draw.one(values), draw.one(values)]),
  ];
  return Array.from({ length: count }, () => {
    const filters = emptyLeadFinderFilters();
    const fillers = [
      () => (filters.job_title = tags(tag)),
      () => (filters.job_title = tags(tag)),
      () => (filters.seniority = some(SENIORITIES)),
      () => (filters.department = some(DEPARTMENTS)),
      () =>
        (filters.prospect_location = some(draw.chance(0.7) ? countries : places.slice(0, 800)).map(({ name }) => ({
          name,
        }))),
      () =>
        (filters.industry = some(Object.keys(INDUSTRIES)).map((industry) => ({
          industry,
          sub_industry: draw.chance(0.5) ? draw.one([...(INDUSTRIES[industry] ?? []), '']) || null : null,
        }))),
      () => (filters.revenue = some(REVENUE_RANGES)),
      () => (filters.keywords = tags(() => draw.one(words.SPECIALTIES))),
      () => (filters.company_size = some(COMPANY_SIZES)),
    ];
    const chosen = 1 + draw.number(4);
    for (let filter = 0; filter < chosen; filter += 1) draw.one(fillers)();
    return { filters, max_leads_per_company: draw.chance(0.1) ? 1 + draw.number(20) : null };
  });
}

/**
 * The same question without any of the adapter's means: words cut out of the texts, names of places and industries decided by the domain's
 * evaluator, no index. Texts are inlined (they are this benchmark's own).
 */
function plainCondition(query: LeadQuery, places: readonly string[]): string {
  const { filters } = query;
  const list = (values: readonly string[]): string =>
    `(${values.map((value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`).join(',')})`;
  const conditions: string[] = [];
  const add = (column: string, values: readonly string[], isAsked: boolean): void => {
    if (isAsked) conditions.push(values.length === 0 ? 'false' : `${column} IN ${list(values)}`);
  };
  add('seniority', filters.seniority, filters.seniority.length > 0);
  add('department', filters.department, filters.department.length > 0);
  const only = { ...emptyLeadFinderFilters(), prospect_location: filters.prospect_location };
  const withoutValues = {
    job_title: null,
    headline: null,
    seniority: null,
    department: null,
    email: null,
    phone_number: null,
    company: {
      name: null,
      domain: null,
      industry: null,
      sub_industry: null,
      keywords: null,
      employees: null,
      revenue_in_usd: null,
    },
  };
  add(
    'location',
    places.filter((location) => matchesLead(only, { ...withoutValues, location })),
    filters.prospect_location.length > 0,
  );
  if (filters.industry.length > 0) {
    const parts = filters.industry.map(
      ({ industry, sub_industry }) =>
        `(industry IN ${list([industry])}${sub_industry === null ? '' : ` AND sub_industry IN ${list([sub_industry])}`})`,
    );
    conditions.push(`(${parts.join(' OR ')})`);
  }
  const bands = (column: string, labels: readonly string[], chosen: readonly string[]): void => {
    if (chosen.length > 0)
      conditions.push(`${column} IN (${chosen.map((label) => labels.indexOf(label) + 1).join(',')})`);
  };
  bands('company_size_band', COMPANY_SIZES, filters.company_size);
  bands('company_revenue_band', REVENUE_RANGES, filters.revenue);
  const holds = (column: string, text: string): string =>
    `(${(parseWordPattern(text) ?? []).map((part) => `(${part.map((way) => `(${way.map((word) => `has(${column}, '${word}')`).join(' AND ')})`).join(' OR ')})`).join(' AND ')})`;
  for (const [column, asked] of [
    ['titles', filters.job_title],
    ['words', filters.keywords],
  ] as const) {
    for (const text of asked.must) conditions.push(holds(column, text));
    if (asked.can.length > 0) conditions.push(`(${asked.can.map((text) => holds(column, text)).join(' OR ')})`);
    for (const text of asked.doesnt) conditions.push(`NOT ${holds(column, text)}`);
  }
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}

/** Dropped by the product when it starts: the name is that of a load that was cut off. */
const PLAIN_PEOPLE = 'leads_incoming_plain';

/** The domain's folding of words in SQL. */
const folded = (text: string): string =>
  `trimBoth(replaceRegexpAll(lowerUTF8(replaceRegexpAll(normalizeUTF8NFKD(${text}), '\\\\p{M}+', '')), '[^\\\\p{L}\\\\p{N}]+', ' '))`;

const bandNumber = (bands: readonly Band<string>[], value: string): string =>
  `multiIf(${value} = '', 0, ${bands.map(({ max }, at) => (max === null ? at + 1 : `toUInt64OrZero(${value}) < ${max}, ${at + 1}`)).join(', ')})`;

/** People as plain columns, from what is shown of them: nothing of what filters are answered from. */
export async function makePlainPeople(client: ClickHouseClient): Promise<void> {
  const made = await rows<{ n: string }>(
    client,
    `SELECT count() AS n FROM system.tables WHERE database = currentDatabase() AND name = '${PLAIN_PEOPLE}'`,
  );
  if (Number(made[0]?.n) > 0) return;
  await client.command({
    query: `CREATE TABLE ${PLAIN_PEOPLE} (lead_id UInt32, company_id UInt64, industry LowCardinality(String),
      sub_industry LowCardinality(String), company_size_band UInt8, company_revenue_band UInt8, location LowCardinality(String),
      seniority LowCardinality(String), department LowCardinality(String), title_words String, all_words String)
      ENGINE = MergeTree ORDER BY lead_id`,
  });
  const [edge] = await rows<{ id: number }>(client, 'SELECT max(lead_id) AS id FROM lead_people');
  for (let from = 0; from <= (edge?.id ?? 0); from += PLAIN_STEP) {
    await client.command({
      query: `INSERT INTO ${PLAIN_PEOPLE} SELECT lead_id, cityHash64(f[2]), f[6], f[7], ${bandNumber(COMPANY_SIZE_BANDS, 'f[10]')},
        ${bandNumber(REVENUE_BANDS, 'f[11]')}, p[7], p[5], p[6], ${folded('p[4]')},
        ${folded("arrayStringConcat([p[4], p[3], f[1], f[6], f[7], f[9]], ' ')")}
        FROM (SELECT lead_id, facts_id, JSONExtract(profile, 'Array(String)') AS p FROM lead_people
          WHERE lead_id > ${from} AND lead_id <= ${from + PLAIN_STEP}) AS people
        ANY LEFT JOIN (SELECT facts_id, JSONExtract(facts, 'Array(String)') AS f FROM lead_companies WHERE facts_id IN (
          SELECT facts_id FROM lead_people WHERE lead_id > ${from} AND lead_id <= ${from + PLAIN_STEP})) AS companies USING facts_id`,
    });
  }
}

const PLAIN_STEP = 2_000_000;

/** Exact numbers by plain scans, many questions in one. */
export async function recount(client: ClickHouseClient, queries: readonly LeadQuery[]): Promise<number[]> {
  const names = await rows<{ location: string }>(client, `SELECT DISTINCT location FROM ${PLAIN_PEOPLE}`);
  const places = names.map(({ location }) => location);
  const numbers: number[] = [];
  const source = `(SELECT *, concat(' ', title_words, ' ') AS titles, concat(' ', all_words, ' ') AS words FROM ${PLAIN_PEOPLE})`;
  const scanned = (query: LeadQuery): string =>
    plainCondition(query, places).replaceAll(/has\((titles|words), '([^']*)'\)/g, "position($1, ' $2 ') > 0");
  for (let at = 0; at < queries.length; at += 25) {
    const batch = queries.slice(at, at + 25);
    const columns = batch.map((query, place) =>
      query.max_leads_per_company === null ? `countIf(${scanned(query)}) AS n${place}` : `0 AS n${place}`,
    );
    const [row] = await rows<Record<string, string>>(client, `SELECT ${columns.join(', ')} FROM ${source}`);
    for (const [place, query] of batch.entries()) {
      const cap = query.max_leads_per_company;
      if (cap === null) numbers.push(Number(row?.[`n${place}`]));
      else {
        const companies = `SELECT count() AS n FROM ${source} WHERE ${scanned(query)} GROUP BY company_id`;
        const [capped] = await rows<{ n: string }>(client, `SELECT sum(least(n, ${cap})) AS n FROM (${companies})`);
        numbers.push(Number(capped?.n));
      }
    }
    process.stdout.write(`  recounted ${numbers.length}\n`);
  }
  return numbers;
}

async function rows<Row>(client: ClickHouseClient, query: string): Promise<Row[]> {
  const answer = await client.query({
    query: `${query} SETTINGS max_query_size = 100000000, max_ast_elements = 5000000, max_expanded_ast_elements = 5000000`,
    format: 'JSONEachRow',
  });
  return answer.json<Row>();
}

const COPIED_ROWS = 250_000;

/** The same rows in PostgreSQL, with the indexes its own manual would advise. */
export async function copyToPostgres(client: ClickHouseClient, owner: pg.Client): Promise<number> {
  await owner.query(`drop table if exists leads_reference; create unlogged table leads_reference (id int, company_id numeric(20), industry text,
    sub_industry text, size_band int2, revenue_band int2, place text, seniority text, department text, titles text[], words text[])`);
  const [edge] = await rows<{ id: number }>(client, 'SELECT max(lead_id) AS id FROM lead_people');
  const list = (column: string): string => `concat('{"', replaceAll(${column}, ' ', '","'), '"}')`;
  for (let from = 0; from <= (edge?.id ?? 0); from += COPIED_ROWS) {
    const part = await client.query({
      query: `SELECT lead_id, company_id, industry, sub_industry, company_size_band, company_revenue_band, location, seniority, department,
        ${list('title_words')}, ${list('all_words')} FROM ${PLAIN_PEOPLE} WHERE lead_id > ${from} AND lead_id <= ${from + COPIED_ROWS}`,
      format: 'TabSeparated',
    });
    await pipeline(Readable.from([await part.text()]), owner.query(copyFrom('copy leads_reference from stdin')));
  }
  await owner.query("set maintenance_work_mem = '2GB'");
  await owner.query(`create index on leads_reference (id); create index on leads_reference (industry, sub_industry); create index on leads_reference (place);
    create index on leads_reference (seniority, department); create index on leads_reference (size_band, revenue_band);
    create index on leads_reference using gin (titles); create index on leads_reference using gin (words); analyze leads_reference`);
  const { rows: counted } = await owner.query('select count(*) as n from leads_reference');
  return Number(counted[0].n);
}

/** The question in PostgreSQL's words: the exact number and the first 25. */
export async function queryPostgres(owner: pg.Client, query: LeadQuery, places: readonly string[]): Promise<number> {
  const condition = plainCondition(query, places)
    .replaceAll('company_size_band', 'size_band')
    .replaceAll('company_revenue_band', 'revenue_band')
    .replaceAll(/\blocation IN/g, 'place IN')
    .replaceAll("\\'", "''")
    .replaceAll(/has\((titles|words), ('[^']*')\)/g, '$1 @> array[$2]');
  const { rows: counted } = await owner.query(`select count(*) as n from leads_reference where ${condition}`);
  await owner.query(`select * from leads_reference where ${condition} order by id limit 25`);
  return Number(counted[0].n);
}

export async function placesInUse(client: ClickHouseClient): Promise<string[]> {
  return (await rows<{ location: string }>(client, `SELECT DISTINCT location FROM ${PLAIN_PEOPLE}`)).map(
    ({ location }) => location,
  );
}

/** Bytes on disk of everything the lead database keeps. */
export async function bytesOnDisk(client: ClickHouseClient): Promise<number> {
  const [row] = await rows<{ bytes: string }>(
    client,
    "SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND startsWith(table, 'lead')",
  );
  return Number(row?.bytes);
}
