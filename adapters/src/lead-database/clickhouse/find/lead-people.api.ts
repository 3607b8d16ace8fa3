import type { ClickHouseClient } from '@clickhouse/client';
import type { QueryOptions, StoredLead } from '../../lead-database.port.ts';
import { queryPackedRows, queryRows, type Statement } from '../clickhouse-query.api.ts';
import { type PackedFacts, type PackedLead, type PackedProfile, toStoredLead } from '../schema/lead-row.transform.ts';
import type { CompanyLookup } from './company-lookup.api.ts';

/** The way to the engine, and what it holds in memory. */
export type LeadEngine = { client: ClickHouseClient; companies: CompanyLookup };

type PeopleRow = { lead_id: number; facts_id: string; packed: string };

/** People, each one JSON text (`PackedLead`), with the facts of their companies from memory; null of a company that is not in it. */
export function packedStatement(ids: readonly number[], dictionary: string): Statement {
  const facts = `dictGet('${dictionary}', 'facts', facts_id) AS facts`;
  const sql = `SELECT concat('[', toString(lead_id), ',', profile, ',', if(facts = '', 'null', facts), ']')
    FROM (SELECT lead_id, profile, ${facts} FROM lead_people WHERE lead_id IN {ids:Array(UInt32)})`;
  return { sql, params: { ids }, ...sideBySide(ids) };
}

/** People and, under the number 0, facts of their companies: one way to the engine for both. */
export function peopleStatement(ids: readonly number[]): Statement {
  const people = 'FROM lead_people WHERE lead_id IN {ids:Array(UInt32)}';
  const sql = `SELECT lead_id, toString(facts_id) AS facts_id, profile AS packed ${people}
    UNION ALL
    SELECT toUInt32(0), toString(facts_id), facts FROM lead_companies WHERE facts_id IN (SELECT facts_id ${people})`;
  return { sql, params: { ids }, ...sideBySide(ids) };
}

/** More than pages show. */
const MANY_PEOPLE = 100;
/**
 * Hundreds of people are spread over nearly as many blocks, each read from disk unless cached; with its defaults the
 * engine would read so few rows one after the other.
 */
const READ_SIDE_BY_SIDE =
  'max_threads = 4, merge_tree_min_rows_for_concurrent_read = 1024, merge_tree_min_bytes_for_concurrent_read = 65536';

const sideBySide = (ids: readonly number[]): Pick<Statement, 'settings'> =>
  ids.length > MANY_PEOPLE ? { settings: READ_SIDE_BY_SIDE } : {};

/** People by id, in the order of the ids; an id that is not there is left out. */
export async function loadLeads(
  { client, companies }: LeadEngine,
  ids: readonly number[],
  options: QueryOptions,
): Promise<StoredLead[]> {
  const people = new Map<number, PackedLead>();
  const dictionary = companies.facts();
  if (dictionary !== null && ids.length > 0) {
    const rows = await queryPackedRows<PackedLead | [number, PackedProfile, null]>(
      client,
      packedStatement(ids, dictionary),
      options,
    );
    for (const [id, profile, facts] of rows) if (facts !== null) people.set(id, [id, profile, facts]);
  }
  const others = ids.filter((id) => !people.has(id));
  if (others.length > 0) {
    if (dictionary !== null) companies.refresh();
    for (const person of await loadWithFacts(client, others, options)) people.set(person[0], person);
  }
  return ids.flatMap((id) => {
    const person = people.get(id);
    return person === undefined ? [] : [toStoredLead(person)];
  });
}

async function loadWithFacts(
  client: ClickHouseClient,
  ids: readonly number[],
  options: QueryOptions,
): Promise<PackedLead[]> {
  const rows = await queryRows<PeopleRow>(client, peopleStatement(ids), options);
  const facts = new Map<string, PackedFacts>();
  for (const row of rows) if (row.lead_id === 0) facts.set(row.facts_id, JSON.parse(row.packed) as PackedFacts);
  return rows.flatMap(({ lead_id, facts_id, packed }): PackedLead[] => {
    const known = facts.get(facts_id);
    return lead_id === 0 || known === undefined ? [] : [[lead_id, JSON.parse(packed) as PackedProfile, known]];
  });
}
