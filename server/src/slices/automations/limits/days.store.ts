import { PROTECTIVE_ACTIONS } from '@overture/domain/automations/automations';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** A day (UTC) of the clock that the log has too. */
export const TODAY = sql`(app_now() at time zone 'UTC')::date`;
/** The instant at which the next day (UTC) begins, for pauses: they last in real time. */
export const TOMORROW = sql`statement_timestamp() + ((${TODAY} + 1)::timestamp at time zone 'UTC' - app_now())`;

const protectiveActions = PROTECTIVE_ACTIONS.map((type) => toJson([{ type }]));
/** Whether some of these actions end outreach, which waits for no limit. Null for actions that are null. */
export const hasProtective = (actions: RawBuilder<unknown>) => sql`${actions} @> any(${protectiveActions}::jsonb[])`;

/** What was carried out today. */
export interface Count {
  actions: number;
  /** People were informed that its limit is reached. */
  is_noticed: boolean;
}
export interface Counts {
  day: string;
  organization: Count;
  /** By id; without those that were deleted. */
  automations: Map<number, Count>;
}

/** Locks what is counted for the organization and for these automations until the end of the transaction. */
export async function lockCounts({ db, organization }: Tx, automationIds: readonly number[]): Promise<Counts> {
  const own =
    automationIds.length === 0
      ? []
      : (
          await sql<
            Count & { id: number }
          >`select id, case when counted_on = ${TODAY} then counted_actions else 0 end as actions,
              limit_noticed_on is not distinct from ${TODAY} as is_noticed from automations
            where organization_id = ${organization.id} and id = any(${[...automationIds]}::bigint[])
            order by id for no key update`.execute(db)
        ).rows;
  const { rows } = await sql<Count & { day: string }>`insert into automation_days as d (organization_id, day)
    values (${organization.id}, ${TODAY}) on conflict (organization_id, day) do update set actions = d.actions
    returning day::text as day, actions, is_limit_noticed as is_noticed`.execute(db);
  const { day, ...counted } = rows[0]!;
  return { day, organization: counted, automations: new Map(own.map(({ id, ...count }) => [id, count])) };
}

export async function saveCounts({ db, organization }: Tx, counts: Counts): Promise<void> {
  const { actions, is_noticed } = counts.organization;
  await sql`update automation_days set actions = ${actions}, is_limit_noticed = ${is_noticed}
    where organization_id = ${organization.id} and day = ${counts.day}::date`.execute(db);
  if (counts.automations.size === 0) return;
  const own = [...counts.automations].map(([id, count]) => ({ id, ...count }));
  await sql`update automations a set counted_on = ${counts.day}::date, counted_actions = g.actions,
      limit_noticed_on = case when g.is_noticed then ${counts.day}::date else a.limit_noticed_on end
    from jsonb_to_recordset(${toJson(own)}::jsonb) as g (id bigint, actions integer, is_noticed boolean)
    where a.organization_id = ${organization.id} and a.id = g.id`.execute(db);
}

/** Lets a run wait for the next day. */
export async function waitForTomorrow({ db }: Pick<Tx, 'db'>, id: number, reason: string): Promise<void> {
  await sql`update automation_runs set not_before = ${TOMORROW}, reason = ${reason} where id = ${id}`.execute(db);
}

/** Deletes counts of days that are over. */
export async function pruneDays({ db }: Pick<SystemTransactionContext, 'db'>): Promise<void> {
  await sql`delete from automation_days where day < ${TODAY} - 2`.execute(db);
}
