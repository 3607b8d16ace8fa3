import type { LinkedinTier } from '@overture/domain/accounts';
import type { RiskFacts, SenderLimits } from '@overture/domain/sending/capacity';
import { domainScope, ownDomain } from '@overture/domain/sending/own-domain';
import { countDays, type UsedUp } from '@overture/domain/sending/ramps';
import { decideRiskBudget, type RiskState, type RiskUse } from '@overture/domain/sending/risk-budget';
import type { ActionHold, SenderState } from '@overture/domain/sending/sender-holds';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { mailboxTypes } from '../accounts/index.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export interface Sender extends SenderState, SenderLimits, RiskState {
  id: number;
  organization_id: number;
  name: string;
  email: string | null;
  reply_to: string | null;
  own_domain_max_messages: number | null;
  /** Spreads its actions over a daily rhythm of its own. */
  natural_rhythm: boolean;
  rhythm_gap_in_seconds: number;
  /** Days that are over and not counted in the ramp yet, oldest first; null for none. */
  uncounted_days: { used: number; ends_at: string }[] | null;
  send_gap_in_seconds: number;
  sealed_connection: Buffer | null;
  sent_copy: string | null;
  /** The provider's id of a LinkedIn account. */
  provider_account_id: string | null;
  tier: LinkedinTier | null;
  /** People carry out its actions on LinkedIn themselves, at their own pace: it keeps neither gap nor rhythm. */
  is_assisted: boolean;
  enforces_risk: boolean;
}

const columns = sql`id, organization_id, name, email, reply_to, status, deleted_at is not null as is_deleted,
  (sealed_connection is not null or provider_account_id is not null or is_assisted) as has_connection, held_until, next_send_at, email_max_messages,
  is_assisted, enforces_risk, coalesce(ramp_since, created_at) as risk_since, risk_invited, risk_accepted, risk_pending, case when is_assisted then 0 else send_gap_in_seconds end as send_gap_in_seconds,
  sealed_connection, sent_copy, provider_account_id, tier, linkedin_max_connections, linkedin_max_messages,
  linkedin_weekly_invites, action_holds, guard_reason, domain_hold_reason, domain_held_from, spreads_weekly_invites, own_domain_max_messages, natural_rhythm and not is_assisted as natural_rhythm, rhythm_gap_in_seconds, days_off::text[] as days_off,
  ramp, ramp_since, ramp_cap, ramp_counted_at, ramp_active_at, ramp_stands_until,
  case when ramp <> 'off' and account_type in ${mailboxTypes} then (select json_agg(json_build_object('used', d.used, 'ends_at', d.ends_at)
    order by d.ends_at) from sending_days d where d.scope = 'account' and d.scope_id = accounts.id and d.ends_at <= app_now()
    and d.ends_at > coalesce(accounts.ramp_counted_at, accounts.ramp_since, '-infinity')) end as uncounted_days`;

/** With the days that are over counted in its ramp. */
function toSender(row: Sender): Sender {
  if (row.uncounted_days === null) return row;
  const days = row.uncounted_days.map(({ used, ends_at }) => ({ used, ends_at: new Date(ends_at) }));
  return countDays(row, days);
}

/** What bounds a sender by its risk budget today; null where it is only shown. */
export function findRisk(sender: Sender, uses: ReadonlyMap<number, RiskUse>, now: Date): RiskFacts | null {
  if (!sender.enforces_risk) return null;
  return { budget: decideRiskBudget(sender, now), use: uses.get(sender.id) ?? {} };
}

/** Senders locked for this transaction; one that another worker holds is left out, its mails wait for the next round. */
export async function lockSenders(tx: Tx, ids: readonly number[]): Promise<Sender[]> {
  const rows = await sql<Sender>`select ${columns} from accounts where id = any(${ids}::bigint[])
    order by id for no key update skip locked`.execute(tx.db);
  return rows.rows.map(toSender);
}

export async function listSenders(tx: Tx, ids: readonly number[]): Promise<Sender[]> {
  const rows = await sql<Sender>`select ${columns} from accounts where id = any(${ids}::bigint[])`.execute(tx.db);
  return rows.rows.map(toSender);
}

/** Days of mails that are over and not counted in the ramps of senders yet. */
export async function listUncountedDays(tx: Tx, ids: readonly number[]): Promise<Map<number, UsedUp[]>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<UsedUp & { id: number }>`select a.id, d.used, d.ends_at from accounts a
    join sending_days d on d.scope = 'account' and d.scope_id = a.id and d.ends_at <= app_now()
      and d.ends_at > coalesce(a.ramp_counted_at, a.ramp_since, '-infinity')
    where a.id = any(${ids}::bigint[]) and a.ramp <> 'off' and a.account_type in ${mailboxTypes} order by d.ends_at`.execute(
    tx.db,
  );
  return Map.groupBy(rows.rows, (row) => row.id);
}

/** Stores the ramps' progress: each day counts once. */
export async function saveRamps(tx: Tx, senders: readonly Sender[]): Promise<void> {
  const grown = senders.filter((sender) => sender.uncounted_days !== null);
  if (grown.length === 0) return;
  const rows = grown.map(({ id, ramp_cap, ramp_counted_at, ramp_active_at }) => ({
    id,
    ramp_cap,
    ramp_counted_at,
    ramp_active_at,
  }));
  await sql`update accounts a set ramp_cap = g.ramp_cap, ramp_counted_at = g.ramp_counted_at, ramp_active_at = g.ramp_active_at
    from json_to_recordset(${toJson(rows)}::json) as g (id bigint, ramp_cap int, ramp_counted_at timestamptz,
      ramp_active_at timestamptz) where a.id = g.id`.execute(tx.db);
}

/** Nothing paced leaves these senders before the given instants. */
export async function setNextSends(tx: Tx, given: readonly { id: number; next_send_at: Date }[]): Promise<void> {
  if (given.length === 0) return;
  await sql`update accounts a set next_send_at = g.next_send_at
    from json_to_recordset(${toJson(given)}::json) as g (id bigint, next_send_at timestamptz)
    where a.id = g.id`.execute(tx.db);
}

export interface SenderHold {
  id: number;
  until: Date;
  reason: string;
}

/** A sender whose hold changed, as published to its organization's browsers. */
export interface HeldSender {
  id: number;
  organization_id: number;
  status: string;
}

/** Holds senders; a longer hold is kept. Returns those whose hold is new or longer. */
export async function holdSenders(tx: Tx, holds: readonly SenderHold[]): Promise<HeldSender[]> {
  if (holds.length === 0) return [];
  await sql`select 1 from accounts where id = any(${holds.map((hold) => hold.id)}::bigint[])
    order by id for no key update`.execute(tx.db);
  const rows = await sql<HeldSender>`update accounts a set held_until = g.until, held_reason = g.reason
    from (select id, max(until) as until, max(reason) as reason
      from json_to_recordset(${toJson(holds)}::json) as g (id bigint, until timestamptz, reason text)
      group by id) g
    where a.id = g.id and (a.held_until is null or a.held_until < g.until)
    returning a.id, a.organization_id, a.status`.execute(tx.db);
  return rows.rows;
}

export async function setSentCopy(tx: Tx, id: number, sentCopy: string): Promise<void> {
  await sql`update accounts set sent_copy = ${sentCopy} where id = ${id}
    and sent_copy is distinct from ${sentCopy}`.execute(tx.db);
}

export interface NewActionHold extends SenderHold {
  action: string;
  /** Limits that LinkedIn reported; absent where the hold is none of them. */
  signals?: string[];
}

/** The pauses of these senders' sorts of action, also those that are over. */
export async function listActionHolds(
  tx: Tx,
  ids: readonly number[],
): Promise<Map<number, Partial<Record<string, ActionHold>>>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; action_holds: Partial<Record<string, ActionHold>> }>`
    select id, action_holds from accounts where id = any(${ids}::bigint[])`.execute(tx.db);
  return new Map(rows.rows.map(({ id, action_holds }) => [id, action_holds]));
}

/**
 * Holds one kind of action of senders; a longer hold is kept. The caller has locked only the intents. Returns the senders whose holds
 * changed.
 */
export async function holdActions(tx: Tx, holds: readonly NewActionHold[]): Promise<HeldSender[]> {
  const changed: HeldSender[] = [];
  for (const { id, action, until, reason, signals } of [...holds].sort((a, b) => a.id - b.id)) {
    const rows = await sql<HeldSender>`update accounts set action_holds = jsonb_set(action_holds, array[${action}],
        jsonb_build_object('until', ${until}::timestamptz, 'reason', ${reason}::text,
          'signals', coalesce(${signals ? toJson(signals) : null}::jsonb, action_holds->${action}->'signals', '[]')))
      where id = ${id} and coalesce((action_holds->${action}->>'until')::timestamptz, '-infinity') < ${until}
      returning id, organization_id, status`.execute(tx.db);
    changed.push(...rows.rows);
  }
  return changed;
}

/** Percent of its own limit of invitations that LinkedIn said a sender has used, by sender. */
export async function saveInviteUsage(tx: Tx, usages: ReadonlyMap<number, number>, now: Date): Promise<void> {
  for (const [id, percent] of [...usages].sort(([a], [b]) => a - b)) {
    await sql`update accounts set linkedin_invite_usage_percent = ${Math.round(percent)},
      linkedin_invite_usage_at = ${now} where id = ${id}`.execute(tx.db);
  }
}

/** The budget shared by the mailboxes of a sender's domain; null without a limit. */
export function domainBudget(
  sender: Pick<Sender, 'email' | 'organization_id' | 'own_domain_max_messages'>,
): { scope: string; scope_id: number; cap: number } | null {
  const domain = sender.own_domain_max_messages === null ? null : ownDomain(sender.email);
  if (domain === null) return null;
  return { scope: domainScope(domain), scope_id: sender.organization_id, cap: sender.own_domain_max_messages! };
}
