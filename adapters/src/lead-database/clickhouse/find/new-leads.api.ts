import type { ClickHouseClient } from '@clickhouse/client';
import type { LeadQuery, QueryOptions } from '../../lead-database.port.ts';
import { type BoundStatement, queryRows } from '../clickhouse-query.api.ts';
import { EVERYBODY } from '../schema/lead-terms.transform.ts';
import { compileFilters, type SegmentRange } from './lead-query.transform.ts';

/** No person has it: the end of a range is left out. */
const END_OF_IDS = 2 ** 32 - 1;
/** Changes of one person that are followed to a row of before. A person who changed more often since counts as new. */
const FOLLOWED_CHANGES = 3;

/** `compileFilters` of a query: of one with `loaded_after` only who is new since. */
export function compileQuery(
  { filters, loaded_after }: LeadQuery,
  segments: SegmentRange | null = null,
): BoundStatement {
  if (loaded_after === undefined) return compileFilters(filters, segments);
  const passing = compileFilters(filters, segments, true);
  return {
    sql: `SELECT segment, bitmapAndnot(bitmapSubsetInRange(found, {later:UInt32}, toUInt32(${END_OF_IDS})), (${knownSql(filters)})) AS found
      FROM (${passing.sql})`,
    params: { ...passing.params, later: Math.min(Number(loaded_after) + 1, END_OF_IDS) },
  };
}

/** An update gives a person a new id. Those who passed before under an earlier one are not new. */
function knownSql(filters: LeadQuery['filters']): string {
  const { sql } = compileFilters(filters, null, true);
  let before = `SELECT groupBitmapMergeState(bitmapSubsetInRange(ever, toUInt32(0), {later:UInt32})) FROM (${sql})`;
  const known: string[] = [];
  for (let change = 0; change < FOLLOWED_CHANGES; change += 1) {
    before = `SELECT groupBitmapState(lead_id) FROM lead_keys WHERE lead_id >= {later:UInt32} AND replaces > 0
      AND bitmapContains((${before}), replaces)`;
    known.push(before);
  }
  return known.reduce((all, later) => `SELECT bitmapOr((${all}), (${later}))`);
}

/**
 * The highest id that can be found. Not that of the table of people: a load writes it before the index, and its people would never be
 * new to a search that asks in between.
 */
export async function getPosition(client: ClickHouseClient, options: QueryOptions): Promise<string> {
  const sql = `SELECT max(bitmapMax(lead_ids)) AS position FROM lead_terms WHERE term = '${EVERYBODY}'`;
  const [row] = await queryRows<{ position: string | number }>(client, { sql }, options);
  return String(row?.position ?? 0);
}
