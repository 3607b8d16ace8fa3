import { type DayPlan, drawDayPlan, hasRhythm, planDay } from '@overture/domain/sending/day-plan';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import type { Sender } from '../senders/index.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;
type Planned = Pick<
  Sender,
  'id' | 'organization_id' | 'natural_rhythm' | 'email_max_messages' | 'send_gap_in_seconds' | 'rhythm_gap_in_seconds'
>;

const columns = sql`account_id, day::text as day, start_after_in_s, end_before_in_s, break_share, break_in_s, target_share,
  email_max_messages, rhythm_gap_in_seconds`;

/**
 * Plans of the local days that senders with a rhythm are in; one that has not begun is drawn and stored. The caller has locked the
 * senders. `zones` says in which zone a sender's day runs.
 */
export async function openDayPlans(
  tx: Tx,
  senders: readonly Planned[],
  zones: ReadonlyMap<number, string>,
  now: Date,
): Promise<Map<number, DayPlan>> {
  const wanted = senders.filter(hasRhythm).map((sender) => ({
    organization_id: sender.organization_id,
    account_id: sender.id,
    ...drawDayPlan(sender, planDay(zones.get(sender.id) ?? 'UTC', now)),
  }));
  if (wanted.length === 0) return new Map();
  const known = await findDayPlans(tx, wanted);
  const fresh = wanted.filter(({ account_id }) => !known.has(account_id));
  if (fresh.length === 0) return known;
  await sql`insert into sender_day_plans (organization_id, account_id, day, start_after_in_s, end_before_in_s, break_share,
      break_in_s, target_share, email_max_messages, rhythm_gap_in_seconds)
    select * from json_to_recordset(${toJson(fresh)}::json) as g (organization_id bigint, account_id bigint, day date,
      start_after_in_s int, end_before_in_s int, break_share real, break_in_s int, target_share real,
      email_max_messages int, rhythm_gap_in_seconds int)
    on conflict do nothing`.execute(tx.db);
  return findDayPlans(tx, wanted);
}

/** Plans of senders for given days, as far as they were drawn. */
export async function findDayPlans(
  tx: Tx,
  wanted: readonly { account_id: number; day: string }[],
): Promise<Map<number, DayPlan>> {
  if (wanted.length === 0) return new Map();
  const rows = await sql<DayPlan & { account_id: number }>`select ${columns} from sender_day_plans p
    join json_to_recordset(${toJson(wanted.map(({ account_id, day }) => ({ id: account_id, on: day })))}::json)
      as g (id bigint, "on" date) on p.account_id = g.id and p.day = g."on"`.execute(tx.db);
  return new Map(rows.rows.map(({ account_id, ...plan }) => [account_id, plan]));
}
