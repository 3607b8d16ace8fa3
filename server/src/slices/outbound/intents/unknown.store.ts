import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { isNotParked } from '../../../kernel/rounds/parked-units.ts';
import type { IntentHead } from '../../action-kinds/index.ts';
import { type ChangedIntent, changedColumns } from './intents.store.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** Names of the loops whose units are senders (the evidence checks) and intents, for parking. */
export const SEARCH_LOOP = 'outbound-evidence';
export const LEASES_LOOP = 'outbound-leases';
export const EVIDENCE_LOOP = 'outbound-evidence-outcome';

/** Actions whose worker's lease expired, oldest first. */
export async function listLostLeases(tx: Tx, limit: number): Promise<{ id: number; organization_id: number }[]> {
  const rows = await sql<{ id: number; organization_id: number }>`select i.id, i.organization_id from outbound_intents i
    where i.state = 'dispatching' and i.leased_until < app_now() and i.claimed_at is null
      and ${isNotParked(LEASES_LOOP, sql`i.organization_id`, sql`i.id::text`)}
    order by i.leased_until limit ${limit}`.execute(tx.db);
  return rows.rows;
}

/** Takes the lease away from workers that went silent: their tokens are worth nothing from here on. */
export async function claimLostLeases(tx: Tx, ids: readonly number[]): Promise<ChangedIntent[]> {
  const rows = await sql<ChangedIntent>`
    update outbound_intents i set lease_token = i.lease_token + 1
    where i.id in (select id from outbound_intents where id = any(${[...ids]}::bigint[]) and state = 'dispatching'
      and leased_until < app_now() and claimed_at is null order by id for no key update skip locked)
    returning ${changedColumns}`.execute(tx.db);
  return rows.rows;
}

/** Locks what a sweep took from the caller and that was not dispatched since: its token is the next one. */
export async function lockSwept(
  tx: Tx,
  lost: readonly { id: number; lease_token: number }[],
): Promise<ChangedIntent[]> {
  if (lost.length === 0) return [];
  const rows = await sql<ChangedIntent>`select ${changedColumns} from outbound_intents i
    join json_to_recordset(${toJson(lost.map(({ id, lease_token }) => ({ id, lease_token })))}::json)
      as g (id bigint, lease_token bigint) on g.id = i.id
    where i.lease_token = g.lease_token + 1 and i.state in ('unknown', 'parked') order by i.id for no key update of i`.execute(
    tx.db,
  );
  return rows.rows;
}

export interface UnknownIntent {
  id: number;
  organization_id: number;
  account_id: number;
  channel: 'email' | 'linkedin';
  action: IntentHead['action'];
  message_id: string;
  draft_id: string | null;
  to_linkedin: string | null;
  body_text: string | null;
  dispatched_at: Date;
  unknown_since: Date;
  code: string | null;
  attempts: number;
}

const unknownColumns = sql`i.id, i.organization_id, i.account_id, i.channel, i.action, i.message_id, i.draft_id, i.to_linkedin,
  i.body_text, i.dispatched_at, i.unknown_since, i.code, i.attempts`;

export interface UnknownAccount {
  account_id: number;
  organization_id: number;
}

/**
 * Senders with unconfirmed actions that are due for a check. Walks from sender to sender, so the number of one's actions costs nothing;
 * `after` is where the last walk stopped.
 */
export async function listUnknownAccounts(
  tx: Tx,
  after: number,
  limit: number,
): Promise<{ accounts: UnknownAccount[]; cursor: number }> {
  const next = sql`select i.account_id, i.organization_id, i.look_at <= (select app_now())
      and ${isNotParked(SEARCH_LOOP, sql.ref('i.organization_id'), sql`i.account_id::text`)} as is_due
    from outbound_intents i where i.state = 'unknown'`;
  const { rows } = await sql<UnknownAccount & { is_due: boolean }>`with recursive walk as (
      (select n.*, 1 as steps from (${next} and i.account_id > ${after}::bigint order by i.account_id, i.look_at limit 1) n)
      union all
      select n.*, w.steps + 1 from walk w
        cross join lateral (${next} and i.account_id > w.account_id order by i.account_id, i.look_at limit 1) n where w.steps < ${limit}::int
    ) select account_id, organization_id, is_due from walk`.execute(tx.db);
  return { accounts: rows.filter((row) => row.is_due), cursor: rows.length < limit ? 0 : rows.at(-1)!.account_id };
}

/** Some unconfirmed actions of each of these senders; no other worker checks them in the next minute. */
export async function claimUnknown(tx: Tx, accountIds: readonly number[], each: number): Promise<UnknownIntent[]> {
  const rows = await sql<UnknownIntent>`
    update outbound_intents i set look_at = app_now() + interval '60 seconds'
    where i.id = any(array(select c.id from unnest(${[...accountIds]}::bigint[]) as a (id) cross join lateral (
      select u.id from outbound_intents u where u.state = 'unknown' and u.account_id = a.id and u.look_at <= (select app_now())
        and ${isNotParked(EVIDENCE_LOOP, sql`u.organization_id`, sql`u.id::text`)}
      order by u.look_at limit ${each}::int for no key update skip locked) c))
    returning ${unknownColumns}`.execute(tx.db);
  return rows.rows;
}

/** Unknown outcomes of a sender, the oldest first. */
export async function listUnknownBySender(tx: Tx, accountId: number, limit: number): Promise<UnknownIntent[]> {
  const rows = await sql<UnknownIntent>`select ${unknownColumns} from outbound_intents i
    where i.state = 'unknown' and i.account_id = ${accountId} order by i.look_at limit ${limit}::int`.execute(tx.db);
  return rows.rows;
}

/**
 * Schedules the next check of unconfirmed actions. `has_no_draft`: the draft is known to be deleted unsent, so its absence later does not
 * mean that it was sent.
 */
export async function setLookAts(
  tx: Tx,
  given: readonly { id: number; look_at: Date; has_no_draft?: boolean }[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`update outbound_intents i set look_at = g.look_at,
      draft_id = case when g.has_no_draft then null else i.draft_id end
    from json_to_recordset(${toJson(given)}::json) as g (id bigint, look_at timestamptz, has_no_draft boolean)
    where i.id = g.id and i.state = 'unknown'`.execute(tx.db);
}
