import type { SearchNews } from '@overture/domain/finder/saved-searches';
import { sql } from 'kysely';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export async function followSearch(
  { db, organization }: Tx,
  id: number,
  userId: number,
  stopKey: string,
): Promise<void> {
  await sql`insert into finder_search_readers (organization_id, finder_search_id, user_id, stop_key)
    values (${organization.id}, ${id}, ${userId}, ${stopKey}) on conflict (finder_search_id, user_id) do nothing`.execute(
    db,
  );
}

export async function unfollowSearch({ db, organization }: Tx, id: number, userId: number): Promise<void> {
  await sql`delete from finder_search_readers where organization_id = ${organization.id} and finder_search_id = ${id}
    and user_id = ${userId}`.execute(db);
}

/** Of a search that is no longer shared. */
export async function deleteOtherReaders({ db, organization }: Tx, id: number, userId: number): Promise<void> {
  await sql`delete from finder_search_readers where organization_id = ${organization.id} and finder_search_id = ${id}
    and user_id <> ${userId}`.execute(db);
}

/** By the address in the email. */
export async function isStopKey({ db }: Pick<ReadContext, 'db'>, stopKey: string): Promise<boolean> {
  const rows = await sql`select from finder_search_readers where stop_key = ${stopKey}`.execute(db);
  return rows.rows.length > 0;
}

/** Stops the email for all searches of the person. */
export async function stopByKey({ db }: Pick<SystemTransactionContext, 'db'>, stopKey: string): Promise<void> {
  await sql`delete from finder_search_readers r using finder_search_readers known
    where known.stop_key = ${stopKey} and r.organization_id = known.organization_id and r.user_id = known.user_id`.execute(
    db,
  );
}

export interface DueReader extends SearchNews {
  user_id: number;
  stop_key: string;
}

/**
 * Takes the email of a week for each person who did not get it, once all of the searches are counted. The rows stay locked: a second
 * worker waits and finds nothing.
 */
export async function claimWeek(
  { db, organization }: Tx,
  { monday, since }: { monday: string; since: Date },
): Promise<DueReader[]> {
  const rows =
    await sql<DueReader>`update finder_search_readers r set mailed_week = ${monday}::date from users u, finder_searches f
    where r.organization_id = ${organization.id} and u.id = r.user_id and u.active and u.verified_at is not null and r.since < ${since}
      and f.organization_id = r.organization_id and f.id = r.finder_search_id and (f.user_id is null or f.user_id = r.user_id)
      and f.counted_week = ${monday}::date and (r.mailed_week is null or r.mailed_week < ${monday}::date)
    returning r.user_id, r.stop_key, f.name, f.new_count, f.problem`.execute(db);
  return rows.rows;
}
