import type { ClickHouseClient } from '@clickhouse/client';
import { runStatement } from '../clickhouse-query.api.ts';

/** Of companies a few rows are read here and there, and a block is read whole. */
const SMALL_BLOCKS = 'index_granularity = 128, min_compress_block_size = 16384, max_compress_block_size = 16384';

/**
 * Hundreds of added people are spread over nearly as many blocks: a block holds a few people with all of their data,
 * packed for fast reads, with all columns in one file.
 */
export const PEOPLE_FORM =
  'index_granularity = 32, min_bytes_for_wide_part = 1000000000000, min_rows_for_wide_part = 1000000000000';

/** What is shown of people, under a name: beside the table itself, a copy that takes its place (`lead-clear.api`). */
export const peopleTable = (name: string): string => `CREATE TABLE IF NOT EXISTS ${name} (
    lead_id UInt32 CODEC(Delta, LZ4),
    facts_id UInt64 CODEC(NONE),
    profile String CODEC(LZ4)
  ) ENGINE = MergeTree
  ORDER BY lead_id SETTINGS ${PEOPLE_FORM}`;

/**
 * Filters use an inverted index: for each term (`lead-terms.transform`) the set of people who have it, as compressed
 * bitmaps of their ids, one row per million ids. A filter intersects and merges sets, independent of the number of
 * people. Next to it, ordered by id, are the identities of people and companies and one packed text per person with the
 * displayed data: a page of 25 reads a few blocks. Companies are stored once for each set of facts, under the hash of
 * those facts: a lead keeps the facts it was loaded with.
 */
const TABLES = [
  `CREATE TABLE IF NOT EXISTS lead_terms (
    term String CODEC(ZSTD(1)),
    segment UInt16 CODEC(ZSTD(1)),
    lead_ids AggregateFunction(groupBitmap, UInt32) CODEC(LZ4)
  ) ENGINE = AggregatingMergeTree
  ORDER BY (term, segment) SETTINGS index_granularity = 8`,
  `CREATE TABLE IF NOT EXISTS lead_keys (
    lead_id UInt32 CODEC(Delta, ZSTD(1)),
    company_id UInt64 CODEC(NONE),
    linkedin_hash UInt32 CODEC(NONE),
    email_hash UInt32 CODEC(NONE),
    replaces UInt32 CODEC(ZSTD(1))
  ) ENGINE = MergeTree
  ORDER BY lead_id SETTINGS index_granularity = 1024`,
  peopleTable('lead_people'),
  `CREATE TABLE IF NOT EXISTS lead_companies (
    facts_id UInt64,
    facts String CODEC(ZSTD(3))
  ) ENGINE = ReplacingMergeTree
  ORDER BY facts_id SETTINGS ${SMALL_BLOCKS}`,
] as const;

/** Ids of one row of the index: 2 ** 20. A set of all of them takes 128 KB. */
export const SEGMENT_BITS = 20;

/** Makes the tables where they are missing. Safe to call at every start. */
export async function ensureTables(client: ClickHouseClient): Promise<void> {
  for (const sql of TABLES) await runStatement(client, { sql });
}
