import type { ClickHouseClient } from '@clickhouse/client';
import { foldWords } from '@overture/domain/lead-words';
import type { LeadPreview, LeadQuery, QueryOptions, StoredLead } from '../lead-database.port.ts';
import { ENGINE_LIMITS } from './clickhouse.manifest.ts';
import { readRows, type Statement } from './clickhouse-query.api.ts';
import { compileFilters } from './lead-query.transform.ts';
import { type ProfileRow, toStoredLead } from './lead-row.transform.ts';

/** Ids in the query's order, which is theirs; with the exact number of all. */
export type LeadPage = { total: number; ids: number[] };

/**
 * The number of leads and the ids of one page, in one pass over the table: each thread keeps the smallest ids it has seen. With a cap,
 * each company keeps its first ones.
 * @param after only ids above this one come; the total counts all
 */
export function pageStatement(query: LeadQuery, rows: number, after = 0): Statement {
  const { where, params } = compileFilters(query.filters);
  const bound = { ...params, rows_wanted: rows, after };
  const cap = query.max_leads_per_company;
  if (cap === null) {
    const sql = `SELECT count() AS total, groupArraySortedIf(${rows})(lead_id, lead_id > {after:UInt32}) AS ids
      FROM leads WHERE ${where}`;
    return { sql, params: bound };
  }
  const perCompany = `SELECT groupArraySorted(${cap})(lead_id) AS first_ids FROM leads WHERE ${where}
    GROUP BY if(company_id = 0, toUInt64(lead_id), company_id)`;
  const sql = `SELECT sum(length(first_ids)) AS total,
    groupArraySortedArray(${rows})(arrayFilter(id -> id > {after:UInt32}, first_ids)) AS ids FROM (${perCompany})`;
  return { sql, params: bound };
}

/** The exact number alone. */
export function countStatement(query: LeadQuery): Statement {
  const { where, params } = compileFilters(query.filters);
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

export async function previewLeads(
  client: ClickHouseClient,
  query: LeadQuery,
  options: QueryOptions & { page?: number; page_size?: number },
): Promise<LeadPreview> {
  const size = options.page_size ?? ENGINE_LIMITS.page_rows;
  const page = options.page ?? 1;
  const { total, ids } = await readPage(client, pageStatement(query, size * page), options);
  return { total, leads: await readLeads(client, ids.slice(size * (page - 1)), options) };
}

export async function countLeads(client: ClickHouseClient, query: LeadQuery, options: QueryOptions): Promise<number> {
  const [row] = await readRows<{ total: string }>(client, countStatement(query), options);
  return Number(row?.total ?? 0);
}

/** People by id, in the order of the ids; an id that is not there (any more) is left out. */
export async function readLeads(
  client: ClickHouseClient,
  ids: readonly number[],
  options: QueryOptions,
): Promise<StoredLead[]> {
  if (ids.length === 0) return [];
  const people = await readRows<Omit<ProfileRow, 'facts'> & { facts_id: string }>(
    client,
    {
      sql: `SELECT lead_id, linkedin_key, email, profile, toString(facts_id) AS facts_id FROM lead_profiles
        WHERE lead_id IN {ids:Array(UInt32)} ORDER BY lead_id, version DESC LIMIT 1 BY lead_id`,
      params: { ids },
    },
    options,
  );
  const companies = await readRows<{ facts_id: string; facts: string }>(
    client,
    {
      sql: `SELECT toString(facts_id) AS facts_id, facts FROM lead_companies
        WHERE facts_id IN (SELECT toUInt64(arrayJoin({facts_ids:Array(String)}))) LIMIT 1 BY facts_id`,
      params: { facts_ids: [...new Set(people.map(({ facts_id }) => facts_id))] },
    },
    options,
  );
  const facts = new Map(companies.map((company) => [company.facts_id, company.facts]));
  const byId = new Map(people.map((person) => [person.lead_id, person]));
  return ids.flatMap((id) => {
    const person = byId.get(id);
    const known = person && facts.get(person.facts_id);
    return person === undefined || known === undefined ? [] : [toStoredLead({ ...person, facts: known })];
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
