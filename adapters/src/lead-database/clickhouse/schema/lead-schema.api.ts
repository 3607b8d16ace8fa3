import type { ClickHouseClient } from '@clickhouse/client';
import { ProviderError } from '../../../kit/errors.ts';
import { queryRows, runStatement } from '../clickhouse-query.api.ts';
import { describeEngine, OTHER_CLUSTER, onCluster } from './cluster-words.transform.ts';

/** Of companies a few rows are read here and there, and a block is read whole. */
const SMALL_BLOCKS = 'index_granularity = 128, min_compress_block_size = 16384, max_compress_block_size = 16384';

/**
 * Hundreds of added people are spread over nearly as many blocks: a block holds a few people with all of their data,
 * packed for fast reads, with all columns in one file.
 */
export const PEOPLE_FORM =
  'index_granularity = 32, min_bytes_for_wide_part = 1000000000000, min_rows_for_wide_part = 1000000000000';

/** What is shown of people, under a name: beside the table itself, a copy that takes its place (`lead-clear.api`). */
export const peopleTable = (
  name: string,
  cluster: string | null = null,
): string => `CREATE TABLE IF NOT EXISTS ${name}${onCluster(cluster)} (
    lead_id UInt32 CODEC(Delta, LZ4),
    facts_id UInt64 CODEC(NONE),
    profile String CODEC(LZ4)
  ) ENGINE = ${describeEngine('MergeTree', name, cluster)}
  ORDER BY lead_id SETTINGS ${PEOPLE_FORM}`;

/**
 * Filters use an inverted index: for each term (`lead-terms.transform`) the set of people who have it, as compressed
 * bitmaps of their ids, one row per million ids. A filter intersects and merges sets, independent of the number of
 * people. Next to it, ordered by id, are the identities of people and companies and one packed text per person with the
 * displayed data: a page of 25 reads a few blocks. Companies are stored once for each set of facts, under the hash of
 * those facts: a lead keeps the facts it was loaded with.
 */
const listTables = (cluster: string | null): string[] => [
  `CREATE TABLE IF NOT EXISTS lead_terms${onCluster(cluster)} (
    term String CODEC(ZSTD(1)),
    segment UInt16 CODEC(ZSTD(1)),
    lead_ids AggregateFunction(groupBitmap, UInt32) CODEC(LZ4)
  ) ENGINE = ${describeEngine('AggregatingMergeTree', 'lead_terms', cluster)}
  ORDER BY (term, segment) SETTINGS index_granularity = 8`,
  `CREATE TABLE IF NOT EXISTS lead_keys${onCluster(cluster)} (
    lead_id UInt32 CODEC(Delta, ZSTD(1)),
    company_id UInt64 CODEC(NONE),
    linkedin_hash UInt32 CODEC(NONE),
    email_hash UInt32 CODEC(NONE),
    replaces UInt32 CODEC(ZSTD(1))
  ) ENGINE = ${describeEngine('MergeTree', 'lead_keys', cluster)}
  ORDER BY lead_id SETTINGS index_granularity = 1024`,
  peopleTable('lead_people', cluster),
  `CREATE TABLE IF NOT EXISTS lead_companies${onCluster(cluster)} (
    facts_id UInt64,
    facts String CODEC(ZSTD(3))
  ) ENGINE = ${describeEngine('ReplacingMergeTree', 'lead_companies', cluster)}
  ORDER BY facts_id SETTINGS ${SMALL_BLOCKS}`,
];

/** Ids of one row of the index: 2 ** 20. A set of all of them takes 128 KB. */
export const SEGMENT_BITS = 20;

const NAMES = ['lead_terms', 'lead_keys', 'lead_people', 'lead_companies'];

/**
 * Makes the tables where they are missing. Safe to call at every start.
 * @param cluster whose servers all get them; null for one server
 * @throws ProviderError also for tables that were made with another setting
 */
export async function ensureTables(client: ClickHouseClient, cluster: string | null = null): Promise<void> {
  const made = await queryRows<{ name: string; engine: string }>(client, {
    sql: `SELECT name, engine FROM system.tables WHERE database = currentDatabase() AND name IN {names:Array(String)}`,
    params: { names: NAMES },
  });
  const others = made.filter(({ engine }) => engine.startsWith('Replicated') !== (cluster !== null));
  if (others.length > 0)
    throw new ProviderError('unavailable', cluster === null ? IS_REPLICATED : NOT_REPLICATED, {
      concerns: 'service',
      code: OTHER_CLUSTER,
    });
  // On a cluster each statement waits for all servers.
  if (cluster !== null && made.length === NAMES.length) return;
  for (const sql of listTables(cluster)) await runStatement(client, { sql });
}

const NOT_REPLICATED =
  'The tables of the lead database are not replicated, but CLICKHOUSE_CLUSTER is set. Name an empty database in CLICKHOUSE_URL and load the leads again.';
const IS_REPLICATED =
  'The tables of the lead database are replicated, but CLICKHOUSE_CLUSTER is not set. Set it to the name of their cluster, for all processes.';
