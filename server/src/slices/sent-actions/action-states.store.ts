import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** The state of an action a caller waits for. */
export interface ActionState {
  ref_part: number;
  state: 'intent' | 'dispatching' | 'confirmed' | 'rejected' | 'unknown' | 'parked' | 'cancelled';
  /** The rule that held it; null when none did. */
  rule: string | null;
  reason: string | null;
  /** Address or name of the sender, and why its provider has it pause now. */
  sender: string;
  sender_reason: string | null;
}

/** The actions of one `ref_id` of a kind, in order. */
export async function listActionStates(tx: Tx, kind: string, refId: number): Promise<ActionState[]> {
  const rows = await sql<ActionState>`select i.ref_part, i.state, i.rule, i.reason, coalesce(a.email, a.name) as sender,
      case when a.held_until > app_now() then a.held_reason end as sender_reason
    from outbound_intents i join accounts a on a.id = i.account_id
    where i.kind = ${kind} and i.ref_id = ${refId} order by i.ref_part limit 100`.execute(tx.db);
  return rows.rows;
}

/**
 * Of these actions, the `ref_id`s locked by another transaction; the others are locked by this one. A claim skips an action that ended
 * while it ran but keeps its row locked until it ends. Waiting for that row could deadlock: the claim may wait for the planner's lane.
 */
export async function listHeldElsewhere(
  tx: Tx,
  kind: string,
  actions: readonly { ref_id: number; ref_part: number }[],
): Promise<Set<number>> {
  if (actions.length === 0) return new Set();
  const rows = await sql<{ ref_id: number }>`with standing as materialized (
      select i.id, i.ref_id from json_to_recordset(${toJson(actions)}::json) as g (ref_id bigint, ref_part bigint)
      join outbound_intents i on i.kind = ${kind} and i.ref_id = g.ref_id and i.ref_part = g.ref_part
    ), ours as materialized (
      select id from outbound_intents where id = any(array(select id from standing)) for no key update skip locked
    )
    select ref_id from standing where id not in (select id from ours)`.execute(tx.db);
  return new Set(rows.rows.map((row) => row.ref_id));
}

const noTexts = sql`subject = '', body_text = '', body_html = null, to_name = null, attachments = null`;

/** Deletes the texts of these mails. The rows are locked. */
export async function forgetMailTexts(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update outbound_intents set ${noTexts} where id = any(${[...ids]}::bigint[]) and body_text <> ''`.execute(
    tx.db,
  );
}

/** Deletes the texts of a kind's mails. That they were sent stays recorded, which lets replies be matched. Returns how many. */
export async function forgetTexts(tx: Tx, kind: string, olderThanDays: number, limit: number): Promise<number> {
  const rows = await sql`update outbound_intents set ${noTexts}
    where id in (select id from outbound_intents where kind = ${kind} and body_text <> ''
      and dispatched_at < app_now() - make_interval(days => ${olderThanDays}) and state not in ('intent', 'dispatching')
      limit ${limit} for no key update skip locked)`.execute(tx.db);
  return Number(rows.numAffectedRows ?? 0);
}
