import type { ClickHouseClient } from '@clickhouse/client';
import type { LeadQuery, QueryOptions } from '../../lead-database.port.ts';
import { queryRows, type Statement } from '../clickhouse-query.api.ts';
import { SEGMENT_BITS } from '../schema/lead-schema.api.ts';
import type { SegmentRange } from './lead-query.transform.ts';
import { compileQuery } from './new-leads.api.ts';

/** The smallest ids in these segments, without a cap. */
function idsStatement(query: LeadQuery, rows: number, after: number, segments: SegmentRange): Statement {
  const { sql, params } = compileQuery(query, segments);
  return {
    sql: `SELECT arraySlice(arraySort(groupArrayArray(bitmapToArray(
      bitmapSubsetLimit(found, {from:UInt32}, {rows:UInt32})))), 1, {rows:UInt32}) AS ids FROM (${sql})`,
    params: { ...params, from: after + 1, rows },
  };
}

/** Most of what asking costs is the question itself: a segment is a twentieth of it. */
const FIRST_SEGMENTS = 4;
/** Reads more segments than probably needed: another query costs as much as a few segments. */
const SPARE = 1.5;
/** Number of steps after which all remaining segments are read; immediately if that many are probably needed. */
const STEPS = 3;
const MOST_SEGMENTS = 64;

/**
 * The first ids above `after`, when the total is not requested: matches occur in every segment, and a few segments
 * usually have enough of them. The number of segments in the next step depends on the matches so far.
 */
export async function listFirstIds(
  client: ClickHouseClient,
  query: LeadQuery,
  rows: number,
  options: QueryOptions,
  after = 0,
): Promise<number[]> {
  const found: number[] = [];
  const first = (after + 1) >>> SEGMENT_BITS;
  let from = first;
  let width: number | null = FIRST_SEGMENTS;
  for (let step = 1; found.length < rows; step += 1) {
    const to: number | null = width === null ? null : from + width - 1;
    const statement = idsStatement(query, rows - found.length, after, { from, to });
    const [row] = await queryRows<{ ids: number[] }>(client, statement, options);
    found.push(...(row?.ids ?? []));
    if (to === null) break;
    from = to + 1;
    // Without a match so far there is no estimate.
    const needed = Math.ceil((SPARE * (rows - found.length) * (from - first)) / Math.max(1, found.length));
    width = step + 1 === STEPS || found.length === 0 || needed > MOST_SEGMENTS ? null : needed;
  }
  return found;
}
