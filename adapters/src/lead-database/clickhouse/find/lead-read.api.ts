import type { ClickHouseClient } from '@clickhouse/client';
import { emptyLeadFinderFilters } from '@overture/domain/finder/lead-finder';
import type { LeadPreview, LeadQuery, QueryOptions } from '../../lead-database.port.ts';
import { ENGINE_LIMITS } from '../clickhouse.manifest.ts';
import { type BoundStatement, queryRows, type Statement } from '../clickhouse-query.api.ts';
import { EVERYBODY, REPLACED } from '../schema/lead-terms.transform.ts';
import type { CompanyLookup } from './company-lookup.api.ts';
import { listFirstIds } from './lead-ids.api.ts';
import { type LeadEngine, loadLeads } from './lead-people.api.ts';
import { compileQuery } from './new-leads.api.ts';

/** Ids in the query's order, which is theirs; with the exact number of all. */
type LeadPage = { total: number; ids: number[] };

/** One set of all who are in the database, as a statement of one value. */
export const aliveSql = `SELECT groupBitmapMergeState(found) FROM (
  SELECT bitmapAndnot(groupBitmapMergeStateIf(lead_ids, term = '${EVERYBODY}'), groupBitmapMergeStateIf(lead_ids, term = '${REPLACED}')) AS found
  FROM lead_terms WHERE term IN ('${EVERYBODY}', '${REPLACED}') GROUP BY segment)`;

/** The number of all who pass, without a cap, and the smallest ids. */
export function firstStatement(query: LeadQuery, rows: number): Statement {
  const { sql, params } = compileQuery(query);
  return {
    sql: `SELECT sum(bitmapCardinality(found)) AS total, arraySlice(arraySort(groupArrayArray(bitmapToArray(
      bitmapSubsetLimit(found, toUInt32(0), {rows:UInt32})))), 1, {rows:UInt32}) AS ids FROM (${sql})`,
    params: { ...params, rows },
  };
}

type HeldCompanies = ReturnType<CompanyLookup['current']>;

/**
 * Matching people with their company's number: a person without a company is a company of their own.
 * @param held companies in memory; people added later have company 0, which is unused
 */
function peopleOfCompanies(query: LeadQuery, held: HeldCompanies): BoundStatement {
  const { sql, params } = compileQuery(query);
  if (held !== null) {
    const people = `SELECT arrayJoin(bitmapToArray(found)) AS lead_id FROM (${sql})`;
    return {
      sql: `SELECT lead_id, dictGet('${held.dictionary}', 'company', toUInt64(lead_id)) AS company FROM (${people})`,
      params,
    };
  }
  return {
    sql: `SELECT lead_id, if(company_id = 0, toUInt64(lead_id), company_id) AS company FROM lead_keys
      WHERE bitmapContains((SELECT groupBitmapMergeState(found) FROM (${sql})), lead_id)`,
    params,
  };
}

/** The number of all under the cap, and the smallest ids above `after`: each company keeps its first ones. */
function cappedStatement(query: LeadQuery, cap: number, rows: number, after: number, held: HeldCompanies): Statement {
  const { sql, params } = peopleOfCompanies(query, held);
  return {
    sql: `SELECT sum(length(first_ids)) AS total, max(company = 0) AS has_unknown,
      groupArraySortedArray(${rows})(arrayFilter(id -> id > {after:UInt32}, first_ids)) AS ids
      FROM (SELECT company, groupArraySorted(${cap})(lead_id) AS first_ids FROM (${sql}) GROUP BY company)`,
    params: { ...params, after },
  };
}

/** The exact number under the cap alone. */
export function cappedCountStatement(query: LeadQuery, cap: number, held: HeldCompanies): Statement {
  const { sql, params } = peopleOfCompanies(query, held);
  const perCompany = `SELECT company, count() AS leads FROM (${sql}) GROUP BY company`;
  return {
    sql: `SELECT sum(least(leads, ${cap})) AS total, max(company = 0) AS has_unknown, [] AS ids FROM (${perCompany})`,
    params,
  };
}

/** Queries with the companies in memory, and again without them if people were added since. */
async function loadCapped(
  { client, companies }: LeadEngine,
  statement: (held: HeldCompanies) => Statement,
  options: QueryOptions,
): Promise<LeadPage> {
  const held = companies.current();
  const page = held === null ? null : await loadPage(client, statement(held), options);
  if (page !== null && !page.has_unknown) return page;
  companies.refresh();
  return loadPage(client, statement(null), options);
}

async function loadPage(client: ClickHouseClient, statement: Statement, options: QueryOptions) {
  const [row] = await queryRows<{ total: string; ids: number[]; has_unknown?: number }>(client, statement, options);
  return { total: Number(row?.total ?? 0), ids: row?.ids ?? [], has_unknown: row?.has_unknown === 1 };
}

/** People of whom a capped page is chosen: where so many are of few companies, all companies are asked for theirs. */
export const CAPPED_CANDIDATES = 400;

/** The first `rows` ids and the number of all. */
async function loadLeadPage(
  engine: LeadEngine,
  query: LeadQuery,
  rows: number,
  options: QueryOptions,
): Promise<LeadPage> {
  const cap = query.max_leads_per_company;
  if (cap === null) return loadPage(engine.client, firstStatement(query, rows), options);
  return loadCapped(engine, (held) => cappedStatement(query, cap, rows, 0, held), options);
}

/** The first `rows` ids above `after`, when the total is not requested: only a cap requires a full scan. */
export async function loadIds(
  engine: LeadEngine,
  query: LeadQuery,
  rows: number,
  options: QueryOptions,
  after: number,
): Promise<number[]> {
  const cap = query.max_leads_per_company;
  if (cap === null) return listFirstIds(engine.client, query, rows, options, after);
  return (await loadCapped(engine, (held) => cappedStatement(query, cap, rows, after, held), options)).ids;
}

/**
 * The same for the first rows, shown: under a cap a few candidates come with their companies, and companies are counted beside what is
 * shown, only where there are more people.
 */
async function previewCapped(
  engine: LeadEngine,
  query: LeadQuery,
  cap: number,
  { from, to }: { from: number; to: number },
  options: QueryOptions,
): Promise<LeadPreview> {
  const found = await loadPage(engine.client, firstStatement(query, CAPPED_CANDIDATES), options);
  const isCounted = found.total > CAPPED_CANDIDATES;
  const [shown, total] = await Promise.all([
    limitPerCompany(engine, found.ids, cap, options).then(async (kept) =>
      isCounted && kept.length < to ? null : { kept, leads: await loadLeads(engine, kept.slice(from, to), options) },
    ),
    isCounted ? countCapped(engine, query, cap, options) : null,
  ]);
  if (shown !== null) return { total: total ?? shown.kept.length, leads: shown.leads };
  const page = await loadLeadPage(engine, query, to, options);
  return { total: page.total, leads: await loadLeads(engine, page.ids.slice(from), options) };
}

export function companiesStatement(ids: readonly number[], held: HeldCompanies): Statement {
  const isHeld = held !== null && (ids.at(-1) ?? 0) <= held.up_to;
  const sql = isHeld
    ? `SELECT arrayJoin({ids:Array(UInt32)}) AS lead_id, toString(dictGet('${held.dictionary}', 'company', toUInt64(lead_id))) AS company`
    : `SELECT lead_id, toString(if(company_id = 0, toUInt64(lead_id), company_id)) AS company FROM lead_keys
        WHERE lead_id IN {ids:Array(UInt32)}`;
  return { sql, params: { ids } };
}

/** In the order of the ids: counting yields a company's first people. */
async function limitPerCompany(engine: LeadEngine, ids: readonly number[], cap: number, options: QueryOptions) {
  if (ids.length === 0) return [];
  const statement = companiesStatement(ids, engine.companies.current());
  const rows = await queryRows<{ lead_id: number; company: string }>(engine.client, statement, options);
  const companies = new Map(rows.map(({ lead_id, company }) => [lead_id, company]));
  const perCompany = new Map<string, number>();
  return ids.filter((id) => {
    const company = companies.get(id) ?? String(id);
    const before = perCompany.get(company) ?? 0;
    perCompany.set(company, before + 1);
    return before < cap;
  });
}

async function countCapped(engine: LeadEngine, query: LeadQuery, cap: number, options: QueryOptions): Promise<number> {
  return (await loadCapped(engine, (held) => cappedCountStatement(query, cap, held), options)).total;
}

export async function previewLeads(
  engine: LeadEngine,
  query: LeadQuery,
  options: QueryOptions & { page?: number; page_size?: number },
): Promise<LeadPreview> {
  const size = options.page_size ?? ENGINE_LIMITS.page_rows;
  const to = size * (options.page ?? 1);
  const cap = query.max_leads_per_company;
  if (cap !== null && to <= CAPPED_CANDIDATES / 4) {
    return previewCapped(engine, query, cap, { from: to - size, to }, options);
  }
  const { total, ids } = await loadLeadPage(engine, query, to, options);
  return { total, leads: await loadLeads(engine, ids.slice(to - size), options) };
}

export async function countLeads(engine: LeadEngine, query: LeadQuery, options: QueryOptions): Promise<number> {
  const cap = query.max_leads_per_company;
  if (cap !== null) return countCapped(engine, query, cap, options);
  return (await loadPage(engine.client, firstStatement(query, 1), options)).total;
}

/** Leads of the query up to an id, without the cap. */
export async function countUpTo(
  client: ClickHouseClient,
  query: LeadQuery,
  last: number,
  options: QueryOptions,
): Promise<number> {
  const { sql, params } = compileQuery(query);
  const counted = `SELECT sum(bitmapCardinality(bitmapSubsetInRange(found, toUInt32(0), {last:UInt32}))) AS total, [] AS ids FROM (${sql})`;
  return (await loadPage(client, { sql: counted, params: { ...params, last: last + 1 } }, options)).total;
}

export async function countAll(client: ClickHouseClient): Promise<number> {
  const query = { filters: emptyLeadFinderFilters(), max_leads_per_company: null };
  return (await loadPage(client, firstStatement(query, 1), {})).total;
}

/** The current ids of these people, in order: an update gives a new id, and an old id refers to the same person. */
export async function findCurrent(
  client: ClickHouseClient,
  ids: readonly number[],
  options: QueryOptions,
): Promise<number[]> {
  const current = new Set<number>();
  const visited = new Set(ids);
  for (let asked = [...visited]; asked.length > 0; ) {
    const alive = await filterAlive(client, asked, options);
    const replaced = asked.filter((id) => !alive.has(id));
    for (const id of alive) current.add(id);
    if (replaced.length === 0) break;
    const sql = 'SELECT lead_id FROM lead_keys WHERE replaces IN {ids:Array(UInt32)}';
    const later = await queryRows<{ lead_id: number }>(client, { sql, params: { ids: replaced } }, options);
    asked = later.map(({ lead_id }) => lead_id).filter((id) => !visited.has(id));
    for (const id of asked) visited.add(id);
  }
  return [...current].sort((a, b) => a - b);
}

async function filterAlive(client: ClickHouseClient, ids: readonly number[], options: QueryOptions) {
  const sql = `SELECT arrayJoin(bitmapToArray(bitmapAnd(bitmapBuild({ids:Array(UInt32)}), (${aliveSql})))) AS lead_id`;
  const rows = await queryRows<{ lead_id: number }>(client, { sql, params: { ids } }, options);
  return new Set(rows.map(({ lead_id }) => lead_id));
}
