import type { ClickHouseClient } from '@clickhouse/client';
import type { QueryOptions } from '../../lead-database.port.ts';
import { queryRows, runStatement } from '../clickhouse-query.api.ts';
import { countAll } from '../find/lead-read.api.ts';
import { PEOPLE_FORM, peopleTable } from '../schema/lead-schema.api.ts';
import { REPLACED } from '../schema/lead-terms.transform.ts';

/** Of a few hundred million people. */
const LONGEST_COPY_IN_MS = 12 * 3_600_000;
/** Rows of people who have newer ones, as a share of those who are there: more of them are worth a copy of the table. */
const REPLACED_SHARE = 0.2;
const COPY = 'lead_people_copied';
const COLUMNS = 'lead_id, facts_id, profile';

/** Not "who is not there": ids of a load that was cut off must not be given again. */
const IS_REPLACED = `bitmapContains(
  (SELECT groupBitmapMergeState(lead_ids) FROM lead_terms WHERE term = '${REPLACED}'), lead_id)`;

/**
 * An update gives a person a new row and leaves the old one behind. When many rows are outdated, or the table has an
 * earlier form, people are copied without them while the table is in use; then the copy replaces it. An interrupted run
 * starts again. No load may run at the same time.
 */
export async function clearReplaced(client: ClickHouseClient, signal: AbortSignal): Promise<void> {
  const options = { signal, timeout_in_ms: LONGEST_COPY_IN_MS };
  await runStatement(client, { sql: `DROP TABLE IF EXISTS ${COPY} SYNC` }, options);
  if (await isWorthCopying(client, options)) await copyPeople(client, options);
}

async function isWorthCopying(client: ClickHouseClient, options: QueryOptions): Promise<boolean> {
  const made = `SELECT count() AS tables FROM system.tables
    WHERE database = currentDatabase() AND name = 'lead_people' AND position(engine_full, {form:String}) > 0`;
  const [found] = await queryRows<{ tables: string }>(client, { sql: made, params: { form: PEOPLE_FORM } }, options);
  if (Number(found?.tables) === 0) return true;
  const counted = `SELECT count() AS rows FROM lead_people WHERE ${IS_REPLACED}`;
  const [replaced] = await queryRows<{ rows: string }>(client, { sql: counted }, options);
  return Number(replaced?.rows) > (await countAll(client)) * REPLACED_SHARE;
}

async function copyPeople(client: ClickHouseClient, options: QueryOptions): Promise<void> {
  const statements = [
    peopleTable(COPY),
    `INSERT INTO ${COPY} (${COLUMNS}) SELECT ${COLUMNS} FROM lead_people WHERE NOT ${IS_REPLACED} SETTINGS max_threads = 1, max_insert_threads = 1`,
    `EXCHANGE TABLES lead_people AND ${COPY}`,
    `DROP TABLE ${COPY} SYNC`,
  ];
  for (const sql of statements) await runStatement(client, { sql }, options);
}
