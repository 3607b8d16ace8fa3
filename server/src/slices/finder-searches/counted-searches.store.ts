import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { zoneOf } from '../organization/index.ts';
import { endedPlan } from '../plans/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const READ_AT_ONCE = 200;
/** Asked one after the other between two looks at what is left. */
const COUNTED_AT_ONCE = 20;

/** Of a column: no Monday of this week in any zone. */
const isOfEarlierWeek = (column: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${column} is null or ${column} < (select (app_now() at time zone 'UTC')::date - 5))`;

/** The next organizations, by id, with searches that may have to be counted or mailed, and with the finder. Plans of all others are not looked at. */
export async function listOrganizations({ db }: Pick<SystemTransactionContext, 'db'>, afterId: number) {
  const rows = await sql<{
    organization_id: number;
    time_zone: string;
  }>`with due as materialized (
      select f.organization_id from finder_searches f where f.organization_id > ${afterId} and ${isOfEarlierWeek(sql`f.counted_week`)}
      union select r.organization_id from finder_search_readers r
        where r.organization_id > ${afterId} and ${isOfEarlierWeek(sql`r.mailed_week`)})
    select organization_id, ${zoneOf(sql`o.organization_id`)} as time_zone from due join organizations o using (organization_id)
    where ${endedPlan('o')} is null and o.suspended_at is null
      and not ('lead_finder_enabled' = any (o.disabled_features || o.agency_disabled_features))
    order by organization_id limit ${READ_AT_ONCE}`.execute(db);
  return rows.rows;
}

export interface UncountedSearch {
  id: number;
  filters: Record<string, unknown>;
  prospects_per_company: number | null;
  counted_to: string;
  edit_version: number;
}

/** The first searches that were there on Monday morning and are not counted. */
export async function listUncounted(
  { db, organization }: Tx,
  { monday, since }: { monday: string; since: Date },
): Promise<UncountedSearch[]> {
  const rows =
    await sql<UncountedSearch>`select id, filters, prospects_per_company, counted_to::text as counted_to, edit_version from finder_searches
    where organization_id = ${organization.id} and created_at < ${since} and (counted_week is null or counted_week < ${monday}::date)
    order by id limit ${COUNTED_AT_ONCE}`.execute(db);
  return rows.rows;
}

/** Moves a search on to a position, once a week. One that was changed since it was listed is counted again. */
export async function markCounted(
  { db, organization }: Tx,
  { id, counted_to, edit_version }: UncountedSearch,
  week: { monday: string },
  result: { position: string; new_count: number | null; problem: string | null },
): Promise<void> {
  await sql`update finder_searches set new_after = counted_to, new_since = counted_at, counted_to = ${result.position}::bigint,
      counted_at = app_now(), counted_week = ${week.monday}::date, new_count = ${result.new_count}, problem = ${result.problem}
    where organization_id = ${organization.id} and id = ${id} and counted_to = ${counted_to}::bigint and edit_version = ${edit_version}
      and (counted_week is null or counted_week < ${week.monday}::date)`.execute(db);
}
