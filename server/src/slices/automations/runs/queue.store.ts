import { PROTECTIVE_ACTIONS } from '@overture/domain/automations/automations';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { isNotParked, type Unit } from '../../../kernel/rounds/rounds.ts';
import { hasProtective, TODAY } from '../limits/days.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Of a run `r`: nothing was decided about it. An index holds these, and another one those that are begun. */
export const isUndecided = sql`r.state = 'pending' and r.actions is null`;
/** Its actions are known: those of an event that met the conditions, or those of a rule of a board. */
export const isBegun = sql`r.state = 'pending' and r.actions is not null`;
/** It has actions left that end outreach. Another index holds these. */
export const hasStops = sql`${isBegun} and r.has_stops`;

/** The body of a recursive query that walks from organization to organization with such runs, by their index. Its last row is null. */
export const walkOrganizations = (name: string, isWanted: RawBuilder<unknown>) => sql`
  (select r.organization_id from automation_runs r where ${isWanted} order by r.organization_id limit 1)
  union all
  select (select r.organization_id from automation_runs r where ${isWanted} and r.organization_id > w.organization_id
    order by r.organization_id limit 1) from ${sql.table(name)} w where w.organization_id is not null`;

export const BOUND_LOOP = 'old-automation-runs';
const ORGANIZATIONS_A_ROUND = 100;

const pendingOf = (organization: RawBuilder<unknown>) => sql`(
  select r.id from automation_runs r where ${isUndecided} and r.organization_id = ${organization}
  union all select r.id from automation_runs r where ${isBegun} and r.organization_id = ${organization}) pending`;

/** Organizations where too many runs wait. */
export async function listCrowded({ db }: Pick<SystemTransactionContext, 'db'>, waiting: number): Promise<Unit[]> {
  const rows = await sql<Unit>`with recursive undecided as (${walkOrganizations('undecided', isUndecided)}),
      begun as (${walkOrganizations('begun', isBegun)}),
      h as (select organization_id from undecided union select organization_id from begun)
    select h.organization_id, 'queue' as key from h
    where exists (select from ${pendingOf(sql.ref('h.organization_id'))} offset ${waiting} limit 1)
      and ${isNotParked(BOUND_LOOP, sql.ref('h.organization_id'), sql`'queue'`)} limit ${ORGANIZATIONS_A_ROUND}`.execute(
    db,
  );
  return rows.rows;
}

/** Of a run `r`: the actions that end outreach are done. */
export const hasNoneLeft = sql`not exists (select from jsonb_array_elements(r.actions) with ordinality as p (action, n)
  where p.action->>'type' = any(${[...PROTECTIVE_ACTIONS]}::text[]) and not exists (select from automation_effects e
    where e.run_id = r.id and e.position = p.n - 1 and e.state not in ('waiting', 'sending')))`;

/**
 * Skips the newest runs beyond so many that wait. What ends outreach to a lead is not skipped, and neither is what an action of was carried
 * out, unless only its other actions are left, which wait for the next day. True if it is the first time of this day.
 */
export async function skipExcess(
  { db, organization }: Tx,
  { waiting, reason }: { waiting: number; reason: string },
): Promise<boolean> {
  const rows = await sql<{ is_first: boolean }>`with excess as (
      select id from ${pendingOf(sql`${organization.id}`)} order by id offset ${waiting}
    ), skippable as (
      select r.id from excess x join automation_runs r on r.id = x.id left join automations a on a.id = r.automation_id
        cross join lateral (select exists (select from automation_effects e where e.run_id = r.id) as is_started) s
      where case when s.is_started then r.is_over_limit and ${hasNoneLeft}
        else not ${hasProtective(sql`coalesce(r.actions, a.actions)`)} end
    ), skipped as (
      update automation_runs r set state = 'skipped', reason = ${reason}, finished_at = app_now()
      from skippable s where r.id = s.id and r.state = 'pending' returning 1
    ), counted as (select count(*)::int as amount from skipped)
    insert into automation_days as d (organization_id, day, skipped)
      select ${organization.id}, ${TODAY}, amount from counted where amount > 0
    on conflict (organization_id, day) do update set skipped = d.skipped + excluded.skipped
    returning d.skipped = (select amount from counted) as is_first`.execute(db);
  return rows.rows[0]?.is_first ?? false;
}
