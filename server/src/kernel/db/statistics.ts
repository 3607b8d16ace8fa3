import { sql } from 'kysely';
import type { SystemContext, TransactionContext } from '../context.ts';

/**
 * Gives the planner new statistics of tables that have grown by half: for a loader between its batches, because autovacuum follows only
 * once a minute. In a transaction of its own, whose lock other loaders don't wait for.
 */
export async function refreshStatistics(system: SystemContext, tables: readonly string[]): Promise<void> {
  await system.systemTransaction(({ db }) => sql`select refresh_statistics(${[...tables]}::text[])`.execute(db));
}

/** Fewer rows cannot make a table grow by what `refresh_statistics` waits for, unless they come often: autovacuum finds those. */
const MANY = 250;

export const statisticsTask = 'refresh_statistics';

/** The tables that one request can fill with thousands of leads. */
const TABLES_OF_LEADS = ['prospects', 'search_prospects', 'campaign_leads'];

/** A connection reports its inserts right after the commit, and a job may begin before: it would find nothing to do. */
const REPORTED_WITHIN_IN_SECONDS = 1;

/** To be called where many leads are inserted: until their tables have new statistics, filtered pages take seconds. */
export async function requestStatistics(tx: Pick<TransactionContext, 'db' | 'jobs'>, inserted: number): Promise<void> {
  if (inserted < MANY) return;
  // Without it a connection may report its inserts ten seconds after the commit, and the job would find nothing to do.
  await sql`select pg_stat_force_next_flush()`.execute(tx.db);
  // Without a key: a job that waits already may begin before these inserts are reported. What has not grown costs it one read.
  tx.jobs.add(statisticsTask, {}, { delay_in_seconds: REPORTED_WITHIN_IN_SECONDS });
}

export const refreshStatisticsOfLeads = (system: SystemContext): Promise<void> =>
  refreshStatistics(system, TABLES_OF_LEADS);
