import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** A day (UTC) of the clock that the log has too. */
export const TODAY = sql`(app_now() at time zone 'UTC')::date`;
/** The instant at which the next day (UTC) begins, for pauses: they last in real time. */
export const TOMORROW = sql`statement_timestamp() + ((${TODAY} + 1)::timestamp at time zone 'UTC' - app_now())`;

interface Spent {
  is_within: boolean;
  /** This day it is over the limit for the first time. */
  is_first: boolean;
}

/** Counts actions of an automation, or of the organization (null), unless it may carry out no more of them today. */
export async function spendActions(
  { db, organization }: Tx,
  automationId: number | null,
  amount: number,
): Promise<Spent> {
  const { count, notice } =
    automationId === null ? organizationCounter(organization.id) : automationCounter(organization.id, automationId);
  const counted = await count(amount).execute(db);
  if ((counted.numAffectedRows ?? 0n) > 0n) return { is_within: true, is_first: false };
  const noticed = await notice.execute(db);
  return { is_within: false, is_first: (noticed.numAffectedRows ?? 0n) > 0n };
}

/** Both statements change nothing where the limit is reached, or the notice was given. */
const organizationCounter = (organizationId: number) => ({
  count: (amount: number) => sql`insert into automation_days as d (organization_id, day, actions)
    values (${organizationId}, ${TODAY}, ${amount})
    on conflict (organization_id, day) do update set actions = d.actions + excluded.actions
      where d.actions + excluded.actions <= ${AUTOMATION_LIMITS.actions_a_day}`,
  notice: sql`update automation_days set is_limit_noticed = true
    where organization_id = ${organizationId} and day = ${TODAY} and not is_limit_noticed`,
});

function automationCounter(organizationId: number, automationId: number) {
  const mine = sql`organization_id = ${organizationId} and id = ${automationId}`;
  const sum = (amount: number) =>
    sql`case when counted_on = ${TODAY} then counted_actions else 0 end + ${amount}::integer`;
  return {
    count: (amount: number) => sql`update automations set counted_on = ${TODAY}, counted_actions = ${sum(amount)}
      where ${mine} and ${sum(amount)} <= ${AUTOMATION_LIMITS.actions_of_one_a_day}`,
    notice: sql`update automations set limit_noticed_on = ${TODAY}
      where ${mine} and limit_noticed_on is distinct from ${TODAY}`,
  };
}

/** Lets a run wait for the next day. */
export async function waitForTomorrow({ db }: Pick<Tx, 'db'>, id: number, reason: string): Promise<void> {
  await sql`update automation_runs set not_before = ${TOMORROW}, reason = ${reason} where id = ${id}`.execute(db);
}

/** Deletes counts of days that are over. */
export async function pruneDays({ db }: Pick<SystemTransactionContext, 'db'>): Promise<void> {
  await sql`delete from automation_days where day < ${TODAY} - 2`.execute(db);
}
