import type { ClickHouseClient } from '@clickhouse/client';
import { foldWords } from '@overture/domain/lead-words';
import type { LeadPreview, LeadQuery, QueryOptions, StoredLead } from '../lead-database.port.ts';
import { ENGINE_LIMITS } from './clickhouse.manifest.ts';
import { readRows, type Statement } from './clickhouse-query.api.ts';
import { compileFilters, placeKeys } from './lead-query.transform.ts';
import { toStoredLead } from './lead-row.transform.ts';

/** Ids in the query's order, which is theirs; with the exact number of all. */
export type LeadPage = { total: number; ids: number[] };

/** A query whose places are looked up: `place_names` is null where none is asked for. */
export type PlacedQuery = LeadQuery & { place_names: readonly string[] | null };

/** Looks up which names of places are at or within those asked for. */
export async function placeQuery(
  client: ClickHouseClient,
  query: LeadQuery,
  options: QueryOptions,
): Promise<PlacedQuery> {
  const keys = placeKeys(query.filters);
  if (keys === null) return { ...query, place_names: null };
  const sql = 'SELECT DISTINCT name FROM lead_places WHERE hasAny(keys, {keys:Array(String)})';
  const rows = await readRows<{ name: string }>(client, { sql, params: { keys } }, options);
  return { ...query, place_names: rows.map(({ name }) => name) };
}

/**
 * The number of leads and the ids of one page, in one pass over the table: each thread keeps the smallest ids it has seen. With a cap,
 * each company keeps its first ones.
 * @param after only ids above this one come; the total counts all
 */
export function pageStatement(query: PlacedQuery, rows: number, after = 0): Statement {
  const { where, params } = compileFilters(query.filters, query.place_names);
  const bound = { ...params, after };
  const cap = query.max_leads_per_company;
  if (cap === null) {
    const sql = `SELECT count() AS total, groupArraySortedIf(${rows})(lead_id, lead_id > {after:UInt32}) AS ids
      FROM leads WHERE ${where}`;
    return {
      sql: after === 0 ? sql.replace('If(', '(').replace(', lead_id > {after:UInt32}', '') : sql,
      params: bound,
    };
  }
  const perCompany = `SELECT groupArraySorted(${cap})(lead_id) AS first_ids FROM leads WHERE ${where}
    GROUP BY if(company_id = 0, toUInt64(lead_id), company_id)`;
  const sql = `SELECT sum(length(first_ids)) AS total,
    groupArraySortedArray(${rows})(arrayFilter(id -> id > {after:UInt32}, first_ids)) AS ids FROM (${perCompany})`;
  return { sql, params: bound };
}

/** People of whom a capped page is chosen: where so many are of few companies, all companies are asked for theirs. */
const CAPPED_CANDIDATES = 400;

type Candidates = LeadPage & { companies: string[] };

/**
 * The first people with their companies, and the number of all without the cap. Both halves of a company's 64 bits ride with the person's
 * number, so that plain numbers are sorted.
 */
function candidatesStatement(query: PlacedQuery): Statement {
  const { where, params } = compileFilters(query.filters, query.place_names);
  const withHalf = (half: string): string =>
    `groupArraySorted(${CAPPED_CANDIDATES})(bitOr(bitShiftLeft(toUInt64(lead_id), 32), ${half}))`;
  const sql = `SELECT total, arrayMap(low -> toUInt32(bitShiftRight(low, 32)), lows) AS ids, arrayMap((low, high) ->
      toString(bitOr(bitShiftLeft(high, 32), bitAnd(low, 4294967295))), lows, highs) AS companies
    FROM (SELECT count() AS total, ${withHalf('bitAnd(company_id, 4294967295)')} AS lows,
      ${withHalf('bitShiftRight(company_id, 32)')} AS highs FROM leads WHERE ${where})`;
  return { sql, params };
}

/** The exact number alone. */
export function countStatement(query: PlacedQuery): Statement {
  const { where, params } = compileFilters(query.filters, query.place_names);
  const cap = query.max_leads_per_company;
  if (cap === null) return { sql: `SELECT count() AS total FROM leads WHERE ${where}`, params };
  const perCompany = `SELECT company_id, count() AS leads FROM leads WHERE ${where} GROUP BY company_id`;
  const sql = `SELECT sum(if(company_id = 0, leads, least(leads, ${cap}))) AS total FROM (${perCompany})`;
  return { sql, params };
}

export async function readPage(
  client: ClickHouseClient,
  statement: Statement,
  options: QueryOptions,
): Promise<LeadPage> {
  const [row] = await readRows<{ total: string; ids: number[] }>(client, statement, options);
  return { total: Number(row?.total ?? 0), ids: row?.ids ?? [] };
}

/** The questions of a preview: the second is asked only where there are more people than candidates. */
export function previewStatements(query: PlacedQuery, rows: number): [first: Statement, second: Statement | null] {
  const isCounted = query.max_leads_per_company !== null && rows <= CAPPED_CANDIDATES / 4;
  return isCounted ? [candidatesStatement(query), countStatement(query)] : [pageStatement(query, rows), null];
}

export const needsSecond = (first: LeadPage): boolean => first.total > CAPPED_CANDIDATES;

/**
 * The first `rows` ids and the number of all. Under a cap the companies' numbers are counted beside a few candidates: three times faster
 * than the first ids of every company, and one pass for those who are few.
 */
async function readFirstPage(
  client: ClickHouseClient,
  query: PlacedQuery,
  rows: number,
  options: QueryOptions,
): Promise<LeadPage> {
  const [first, second] = previewStatements(query, rows);
  const cap = query.max_leads_per_company;
  if (second === null || cap === null) return readPage(client, first, options);
  const [found] = await readRows<Candidates>(client, first, options);
  const candidates = { total: Number(found?.total ?? 0), ids: found?.ids ?? [], companies: found?.companies ?? [] };
  const kept = keepFirst(candidates, cap);
  if (!needsSecond(candidates)) return { total: kept.length, ids: kept.slice(0, rows) };
  if (kept.length < rows) return readPage(client, pageStatement(query, rows), options);
  const [counted] = await readRows<{ total: string }>(client, second, options);
  return { total: Number(counted?.total ?? 0), ids: kept.slice(0, rows) };
}

/** In the order of the ids, so that a company's first people are known by counting. */
function keepFirst({ ids, companies }: Pick<Candidates, 'ids' | 'companies'>, cap: number): number[] {
  const perCompany = new Map<string, number>();
  return ids.filter((_, place) => {
    const company = companies[place] ?? '0';
    const before = perCompany.get(company) ?? 0;
    perCompany.set(company, before + 1);
    return company === '0' || before < cap;
  });
}

export async function previewLeads(
  client: ClickHouseClient,
  query: LeadQuery,
  options: QueryOptions & { page?: number; page_size?: number },
): Promise<LeadPreview> {
  const size = options.page_size ?? ENGINE_LIMITS.page_rows;
  const page = options.page ?? 1;
  const placed = await placeQuery(client, query, options);
  const { total, ids } = await readFirstPage(client, placed, size * page, options);
  return { total, leads: await readLeads(client, ids.slice(size * (page - 1)), options) };
}

export async function countLeads(client: ClickHouseClient, query: LeadQuery, options: QueryOptions): Promise<number> {
  const placed = await placeQuery(client, query, options);
  const [row] = await readRows<{ total: string }>(client, countStatement(placed), options);
  return Number(row?.total ?? 0);
}

type PeopleRow = { lead_id: number; version: string; facts_id: string; packed: string };

/** People and, under the number 0, the facts of their companies: one way to the engine for both. */
export function peopleStatement(ids: readonly number[]): Statement {
  const sql = `SELECT lead_id, version, toString(facts_id) AS facts_id, profile AS packed
      FROM lead_people WHERE lead_id IN {ids:Array(UInt32)}
    UNION ALL
    SELECT toUInt32(0), toUInt64(0), toString(facts_id), facts FROM lead_companies
      WHERE facts_id IN (SELECT facts_id FROM lead_people WHERE lead_id IN {ids:Array(UInt32)})`;
  return { sql, params: { ids } };
}

/** People by id, in the order of the ids; an id that is not there (any more) is left out. Of two profiles the higher version holds. */
export async function readLeads(
  client: ClickHouseClient,
  ids: readonly number[],
  options: QueryOptions,
): Promise<StoredLead[]> {
  if (ids.length === 0) return [];
  const rows = await readRows<PeopleRow>(client, peopleStatement(ids), options);
  const facts = new Map<string, string>();
  const people = new Map<number, PeopleRow>();
  for (const row of rows) {
    const known = people.get(row.lead_id);
    if (row.lead_id === 0) facts.set(row.facts_id, row.packed);
    else if (known === undefined || Number(known.version) < Number(row.version)) people.set(row.lead_id, row);
  }
  return ids.flatMap((id) => {
    const person = people.get(id);
    const known = person && facts.get(person.facts_id);
    if (person === undefined || known === undefined) return [];
    return [toStoredLead({ lead_id: id, profile: person.packed, facts: known })];
  });
}

/** Which of these ids are in the finder's table: a profile outlives a person whose update was cut off. */
export async function keepExisting(
  client: ClickHouseClient,
  ids: readonly number[],
  options: QueryOptions,
): Promise<number[]> {
  const rows = await readRows<{ lead_id: number }>(
    client,
    { sql: 'SELECT lead_id FROM leads WHERE lead_id IN {ids:Array(UInt32)} ORDER BY lead_id', params: { ids } },
    options,
  );
  return rows.map(({ lead_id }) => lead_id);
}

/** Places that begin with the text's words, or have a word that begins with the last of them; the fullest first. */
export async function searchLocations(
  client: ClickHouseClient,
  text: string,
  options: QueryOptions & { limit?: number },
): Promise<{ name: string; leads: number }[]> {
  const words = foldWords(text);
  if (words.length === 0) return [];
  const limit = Math.min(options.limit ?? ENGINE_LIMITS.max_locations, ENGINE_LIMITS.max_locations);
  const rows = await readRows<{ name: string; leads: string }>(
    client,
    {
      sql: `SELECT name, leads FROM (
          SELECT location AS name, count() AS leads FROM leads WHERE location IN (
            SELECT name FROM lead_places WHERE arrayExists(
              word -> startsWith(word, {prefix:String}),
              arrayMap(at -> arrayStringConcat(arraySlice(splitByNonAlpha(keys[1]), at), ' '), range(1, 12))
            )
          ) GROUP BY location
        ) ORDER BY leads DESC, name LIMIT {limit:UInt32}`,
      params: { prefix: words.join(' '), limit },
    },
    options,
  );
  return rows.map(({ name, leads }) => ({ name, leads: Number(leads) }));
}
