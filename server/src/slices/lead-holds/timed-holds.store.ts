import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';

type Tx = Pick<TransactionContext, 'db'>;

/** What holds leads until an instant: the wait reason of the steps that it delays, and its column. */
const COLUMNS = { away: sql.raw('away_until'), own_message: sql.raw('message_hold_until') };
export type TimedHold = keyof typeof COLUMNS;

const isOutward = sql`(l.status in ('SCHEDULED', 'ACTIVE') and not l.is_in_flight and l.next_at is not null
  and l.next_lane not in ('local', 'person') and (l.waiting_rule is null or l.waiting_rule in ('away', 'own_message', 'retry')))`;

/**
 * Which steps move to the end of a hold. A message of the team can be taken back: steps that are not due yet keep their time, and the stop
 * check moves those that come due.
 */
const DELAYED = {
  away: sql`${isOutward} and (l.waiting_rule = 'away' or l.next_at < g.until)`,
  own_message: sql`not l.is_in_flight and l.waiting_rule = 'own_message'`,
};

/**
 * Stores until when each lead is held. Messages are due again from then on. Conditions are still evaluated, and the stop check holds
 * actions already in the outbox.
 */
export async function setHold(
  { db }: Tx,
  hold: TimedHold,
  leads: readonly { id: number; until: Date }[],
): Promise<void> {
  const given = toJson(leads.map(({ id, until }) => ({ id, until: until.toISOString() })));
  await sql`update campaign_leads l set ${COLUMNS[hold]} = g.until,
      next_at = case when ${DELAYED[hold]} then g.until else l.next_at end,
      waiting_rule = case when ${DELAYED[hold]} then ${hold} else l.waiting_rule end
    from json_to_recordset(${given}::json) as g (id bigint, until timestamptz) where l.id = g.id`.execute(db);
}

/** A user chose how long these leads wait after messages: `message_hold_until`, as it is now. */
export async function markHoldChosen({ db }: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update campaign_leads set message_hold_decided_at = app_now(), message_hold_chosen_until = message_hold_until
    where id = any(${[...ids]}::bigint[])`.execute(db);
}

/** The hold is over: steps that it delayed are due now. */
export async function clearHold({ db }: Tx, hold: TimedHold, ids: readonly number[]): Promise<void> {
  await sql`update campaign_leads l set ${COLUMNS[hold]} = null,
      next_at = case when l.waiting_rule = ${hold} then app_now() else l.next_at end,
      waiting_rule = nullif(l.waiting_rule, ${hold})
    where l.id = any(${[...ids]}::bigint[])`.execute(db);
}
