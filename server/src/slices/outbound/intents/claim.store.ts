import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { keptPlan } from '../../../kernel/db/kept-plan.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';
import type { IntentHead } from '../../action-kinds/index.ts';
import { intentHead } from './intents.store.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export interface ReadyIntent extends IntentHead {
  message_id: string | null;
  priority: number;
  /** A person had its card open and recorded no outcome: they may have acted. */
  is_opened: boolean;
}

/** The sender up to which the queues of a priority were walked: the next round begins behind it. */
export interface WalkCursor {
  priority: number;
  account_id: number;
}

/** A sender's due intents of one priority. */
export interface SenderQueue extends WalkCursor {
  organization_id: number;
}

/** How much of a queue may be claimed. */
export interface QueueShare extends SenderQueue {
  /** What its sender may get in this round, over all its queues. */
  sender_room: number;
  /** What its organization may get in this round, and what it has in flight already. */
  organization_room: number;
  organization_taken: number;
}

export interface ReadyId {
  id: number;
  organization_id: number;
}

/** Senders that one round walks over in each priority, due or not, before it stops until the next round. */
const MAX_SENDERS_PER_WALK = 500;

/** The round that prepares actions; those that failed in it are parked under this name. */
export const DISPATCH_LOOP = 'outbound-dispatch';
/** A failed action is due later. One that could not even be postponed stays in its queue, and at most this many are skipped. */
const MAX_PARKED_PASSED_OVER = 1000;

/** Checked before the walk, which costs more: most rounds find nothing. */
async function isAnyReady(tx: Tx): Promise<boolean> {
  const rows = await sql<{ is_any: boolean }>`${keptPlan}select due_at <= app_now() as is_any from outbound_intents
    where state = 'intent' order by due_at limit 1`.execute(tx.db);
  return rows.rows[0]?.is_any ?? false;
}

/**
 * Senders with due actions, by priority. Walks the index from sender to sender, so the length of a queue costs nothing. Stops after `limit`
 * senders or `MAX_SENDERS_PER_WALK`; suspended organizations are skipped.
 * @param cursors where the last walk stopped, for priorities it did not finish
 */
export async function listReadyQueues(
  tx: Tx,
  limit: number,
  cursors: readonly WalkCursor[],
): Promise<{ queues: SenderQueue[]; cursors: WalkCursor[] }> {
  if (!(await isAnyReady(tx))) return { queues: [], cursors: [] };
  // A sender's first row is its oldest: only the index on queues has this order, regardless of the planner's estimates.
  const next = sql`select i.account_id, i.organization_id, i.due_at <= (select app_now())
      and (select o.suspended_at is null from organizations o where o.organization_id = i.organization_id) as is_ready
    from outbound_intents i where i.state = 'intent'`;
  const { rows } = await sql<
    SenderQueue & { is_ready: boolean; is_cut: boolean }
  >`${keptPlan}with recursive priorities as (
      (select priority from outbound_intents where state = 'intent' order by priority limit 1)
      union all select n.priority from priorities p cross join lateral (select i.priority from outbound_intents i
        where i.state = 'intent' and i.priority > p.priority order by i.priority limit 1) n
    ), walk as (
      select p.priority, n.account_id, n.organization_id, n.is_ready, 1 as steps, n.is_ready::int as found from priorities p
        left join json_to_recordset(${toJson(cursors)}::json) as c (priority smallint, account_id bigint) using (priority)
        cross join lateral (${next} and i.priority = p.priority and i.account_id > coalesce(c.account_id, 0)
          order by i.account_id, i.due_at limit 1) n
      union all
      select w.priority, n.account_id, n.organization_id, n.is_ready, w.steps + 1, w.found + n.is_ready::int from walk w
        cross join lateral (${next} and i.priority = w.priority and i.account_id > w.account_id order by i.account_id, i.due_at limit 1) n
        where w.steps < ${MAX_SENDERS_PER_WALK}::int and w.found < ${limit}::int
    )
    select priority, account_id, organization_id, is_ready,
      steps >= ${MAX_SENDERS_PER_WALK}::int or found >= ${limit}::int as is_cut from walk`.execute(tx.db);
  return {
    queues: rows.filter((row) => row.is_ready),
    cursors: rows.filter((row) => row.is_cut).map(({ priority, account_id }) => ({ priority, account_id })),
  };
}

/**
 * Chooses intents of these queues that may go. The organization with the least in flight comes first, each with its most urgent and then
 * its oldest.
 */
export async function chooseReady(tx: Tx, limit: number, shares: readonly QueueShare[]): Promise<ReadyId[]> {
  if (shares.length === 0) return [];
  // Enough of each queue to fill the round twice, however few queues there are.
  const most = Math.max(1, Math.ceil((2 * limit) / shares.length));
  const rows = await sql<ReadyId>`${keptPlan}
    with candidates as (
      select s.*, c.id, c.due_at from json_to_recordset(${toJson(shares)}::json) as s (priority smallint, account_id bigint,
        organization_id bigint, sender_room int, organization_room int, organization_taken int)
      cross join lateral (select i.id, i.due_at from (select i.id, i.due_at, i.organization_id from outbound_intents i
          where i.state = 'intent' and i.priority = s.priority and i.account_id = s.account_id and i.due_at <= (select app_now())
          order by i.due_at limit ${MAX_PARKED_PASSED_OVER}::int) i
        where ${isNotParked(DISPATCH_LOOP, sql.ref('i.organization_id'), sql`i.id::text`)}
        order by i.due_at limit least(s.sender_room, ${most}::int)) c
    ), of_senders as (
      select *, row_number() over (partition by account_id order by priority, due_at, id) as place from candidates
    ), of_organizations as (
      select *, row_number() over (partition by organization_id order by priority, due_at, id) as turn from of_senders
      where place <= sender_room
    )
    select id, organization_id from of_organizations where turn <= organization_room
    order by organization_taken + turn, priority, due_at, id limit ${limit}::int`.execute(tx.db);
  return rows.rows;
}

/**
 * Locks those of these actions that may still go, most urgent first, skipping those locked by another worker.
 * @param isByHand cards that a person takes: they are due whenever a person has time
 */
export async function lockReady(tx: Tx, ids: readonly number[], isByHand = false): Promise<ReadyIntent[]> {
  const isDue = isByHand ? sql`i.offered_at is not null` : sql`i.due_at <= app_now()`;
  const rows =
    await sql<ReadyIntent>`select ${intentHead}, i.message_id, i.priority, i.opened_at is not null as is_opened from outbound_intents i
    where i.id = any(${[...ids]}::bigint[]) and i.state = 'intent' and ${isDue}
      and (select o.suspended_at is null from organizations o where o.organization_id = i.organization_id)
    order by i.priority, i.due_at, i.id for no key update of i skip locked`.execute(tx.db);
  return rows.rows;
}
