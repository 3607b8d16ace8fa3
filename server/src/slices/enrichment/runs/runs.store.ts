import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { acquireLock } from '../../../kernel/db/advisory-locks.ts';
import type { CellLocation } from '../cells/cells.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export type CellEnd = 'found' | 'not_found' | 'failed' | 'cancelled';

/** Starts of an organization one after the other: none sees half of another's cells, and none waits crosswise. */
export async function queueStarts({ db, organization }: Tx): Promise<void> {
  await sql`select ${acquireLock('starting_research', organization.id)}`.execute(db);
}

/** Runs that people of the organization started and that still have cells to do. */
export async function countOpenRuns({ db, organization }: Tx): Promise<number> {
  const rows = await sql<{ open: number }>`select count(*)::int as open from enrichment_runs
    where organization_id = ${organization.id} and created_by is not null and created_at > app_now() - interval '30 days'
      and found + not_found + failed + cancelled < cells`.execute(db);
  return rows.rows[0]?.open ?? 0;
}

export async function insertRun(
  { db, organization }: Tx,
  run: CellLocation & { prompt_id: number; cells: number; created_by: number | null; for_user_id: number | null },
): Promise<number> {
  const rows = await sql<{
    id: number;
  }>`insert into enrichment_runs (organization_id, search_id, campaign_id, prompt_id, cells, created_by, for_user_id)
    values (${organization.id}, ${run.search_id}, ${run.campaign_id}, ${run.prompt_id}, ${run.cells}, ${run.created_by}, ${run.for_user_id}) returning id`.execute(
    db,
  );
  return rows.rows[0]!.id;
}

/** The cells a run really has, and where its credits are. */
export async function completeRun(
  { db, organization }: Tx,
  id: number,
  cells: number,
  reservationId: number | null,
): Promise<void> {
  await sql`update enrichment_runs set cells = ${cells}, reservation_id = ${reservationId}
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
}

/** Counts ended cells of a run; returns its reservation. A constraint refuses more cells than it has. */
export async function countEnded(
  { db, organization }: Tx,
  id: number,
  ended: Partial<Record<CellEnd, number>>,
): Promise<number | null> {
  const rows = await sql<{ reservation_id: number | null }>`update enrichment_runs set
      found = found + ${ended.found ?? 0}, not_found = not_found + ${ended.not_found ?? 0},
      failed = failed + ${ended.failed ?? 0}, cancelled = cancelled + ${ended.cancelled ?? 0}
    where organization_id = ${organization.id} and id = ${id} returning reservation_id`.execute(db);
  return rows.rows[0]?.reservation_id ?? null;
}

/** Newest runs that are read. */
const MOST_RECENT_RUNS = 2_000;

/** Credits that recent look-ups of a task cost, and those that found nothing. What was known costs nothing and counts as neither. */
export async function sumRecentLookups(
  { db, organization }: Tx,
  promptId: number,
  days: number,
): Promise<{ spent: number; missed: number }> {
  const rows = await sql<{ spent: number; missed: number }>`
    select coalesce(sum(c.spent), 0)::int as spent, coalesce(sum(r.not_found), 0)::int as missed
    from (select reservation_id, not_found from enrichment_runs where organization_id = ${organization.id}
        and prompt_id = ${promptId} and created_at > app_now() - make_interval(days => ${days})
      order by created_at desc limit ${MOST_RECENT_RUNS}) r
    left join credit_reservations c on c.organization_id = ${organization.id} and c.id = r.reservation_id`.execute(db);
  return rows.rows[0]!;
}
