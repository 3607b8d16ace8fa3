import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { isNotParked, type Unit } from '../../kernel/rounds/rounds.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const TODAY = sql`(statement_timestamp() at time zone 'UTC')::date`;
/** The instant at which the next day (UTC) begins. */
export const TOMORROW = sql`(date_trunc('day', statement_timestamp() at time zone 'UTC') + interval '1 day') at time zone 'UTC'`;

interface Spent {
  is_within: boolean;
  /** This day it is over the limit for the first time. */
  is_first: boolean;
}

/** Counts actions of the organization, unless it may carry out no more of them today. */
export async function spendActions({ db, organization }: Tx, amount: number): Promise<Spent> {
  const counted = await sql`insert into automation_days as d (organization_id, day, actions)
    values (${organization.id}, ${TODAY}, ${amount})
    on conflict (organization_id, day) do update set actions = d.actions + excluded.actions
      where d.actions + excluded.actions <= ${AUTOMATION_LIMITS.actions_a_day}`.execute(db);
  if ((counted.numAffectedRows ?? 0n) > 0n) return { is_within: true, is_first: false };
  const noticed = await sql`update automation_days set is_limit_noticed = true
    where organization_id = ${organization.id} and day = ${TODAY} and not is_limit_noticed`.execute(db);
  return { is_within: false, is_first: (noticed.numAffectedRows ?? 0n) > 0n };
}

/** The same of one automation. */
export async function spendOwnActions({ db, organization }: Tx, automationId: number, amount: number): Promise<Spent> {
  const mine = sql`organization_id = ${organization.id} and id = ${automationId}`;
  const counted = await sql`update automations set counted_on = ${TODAY},
      counted_actions = case when counted_on = ${TODAY} then counted_actions else 0 end + ${amount}::integer
    where ${mine} and case when counted_on = ${TODAY} then counted_actions else 0 end + ${amount}::integer
      <= ${AUTOMATION_LIMITS.actions_of_one_a_day}`.execute(db);
  if ((counted.numAffectedRows ?? 0n) > 0n) return { is_within: true, is_first: false };
  const noticed = await sql`update automations set limit_noticed_on = ${TODAY}
    where ${mine} and limit_noticed_on is distinct from ${TODAY}`.execute(db);
  return { is_within: false, is_first: (noticed.numAffectedRows ?? 0n) > 0n };
}

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

/** Lets a run wait for the next day. */
export async function waitForTomorrow({ db }: Pick<Tx, 'db'>, id: number, reason: string): Promise<void> {
  await sql`update automation_runs set not_before = ${TOMORROW}, reason = ${reason} where id = ${id}`.execute(db);
}

/** Deletes counts of days that are over. */
export async function pruneDays({ db }: Pick<SystemTransactionContext, 'db'>): Promise<void> {
  await sql`delete from automation_days where day < statement_timestamp() - interval '2 days'`.execute(db);
}
