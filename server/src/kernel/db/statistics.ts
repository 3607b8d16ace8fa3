import { sql } from 'kysely';
import type { SystemContext } from '../context.ts';

/**
 * Gives the planner new statistics of tables that have grown by half: for a loader between its batches, because autovacuum follows only
 * once a minute. In a transaction of its own, whose lock other loaders don't wait for.
 */
export async function refreshStatistics(system: SystemContext, tables: readonly string[]): Promise<void> {
  await system.systemTransaction(({ db }) => sql`select refresh_statistics(${[...tables]}::text[])`.execute(db));
}
