import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { isNotParked, type Unit } from '../../../kernel/rounds/rounds.ts';
import { TODAY } from '../limits/days.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export const BOUND_LOOP = 'old-automation-runs';
const ORGANIZATIONS_A_ROUND = 100;

/** Organizations where too many runs wait. Walks from organization to organization by an index. */
export async function listCrowded({ db }: Pick<SystemTransactionContext, 'db'>, waiting: number): Promise<Unit[]> {
  const rows = await sql<Unit>`with recursive pending as (
      (select organization_id from automation_runs where state = 'pending' order by organization_id limit 1)
      union all
      select (select r.organization_id from automation_runs r where r.state = 'pending' and r.organization_id > h.organization_id
        order by r.organization_id limit 1) from pending h where h.organization_id is not null
    )
    select h.organization_id, 'queue' as key from pending h
    where exists (select from automation_runs r where r.organization_id = h.organization_id and r.state = 'pending' offset ${waiting} limit 1)
      and ${isNotParked(BOUND_LOOP, sql.ref('h.organization_id'), sql`'queue'`)} limit ${ORGANIZATIONS_A_ROUND}`.execute(
    db,
  );
  return rows.rows;
}

/** Skips the newest runs beyond so many that wait. True if it is the first time of this day. */
export async function skipExcess(
  { db, organization }: Tx,
  { waiting, reason }: { waiting: number; reason: string },
): Promise<boolean> {
  const rows = await sql<{ is_first: boolean }>`with excess as (select id from automation_runs
      where organization_id = ${organization.id} and state = 'pending' order by id offset ${waiting}
    ), skipped as (
      update automation_runs r set state = 'skipped', reason = ${reason}, finished_at = app_now()
      from excess e where r.id = e.id and r.state = 'pending' and (r.actions is null or r.rule_id is not null) returning 1
    ), counted as (select count(*)::int as amount from skipped)
    insert into automation_days as d (organization_id, day, skipped)
      select ${organization.id}, ${TODAY}, amount from counted where amount > 0
    on conflict (organization_id, day) do update set skipped = d.skipped + excluded.skipped
    returning d.skipped = (select amount from counted) as is_first`.execute(db);
  return rows.rows[0]?.is_first ?? false;
}
