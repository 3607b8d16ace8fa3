import {
  GUARD,
  type GuardCause,
  type GuardFigures,
  type GuardFinding,
  type GuardScope,
} from '@overture/domain/sending/guard';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { mailboxTypes } from '../accounts/index.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export interface GuardedSender {
  id: number;
  organization_id: number;
  email: string | null;
  status: string;
  created_at: Date;
}

/** All mailboxes of organizations: those that share a domain are among them. */
export async function listMailboxes(tx: Tx, organizationIds: readonly number[]): Promise<GuardedSender[]> {
  const rows = await sql<GuardedSender>`select id, organization_id, email::text, status, created_at from accounts
    where account_type in ${mailboxTypes} and deleted_at is null
      and organization_id = any(${[...new Set(organizationIds)]}::bigint[])`.execute(tx.db);
  return rows.rows;
}

/** In the order in which everybody locks senders. */
export async function lockMailboxes(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select 1 from accounts where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(tx.db);
}

export interface GuardEvent {
  organization_id: number;
  kind: 'bounce' | 'complaint';
  account_id: number;
  campaign_id: number | null;
  domain: string;
  intent_id: number;
}

/** Returns the new ones. */
export async function insertEvents(tx: Tx, events: readonly GuardEvent[], at: Date): Promise<GuardEvent[]> {
  const rows =
    await sql<GuardEvent>`insert into guard_events (organization_id, kind, account_id, campaign_id, domain, intent_id, occurred_at)
    select organization_id, kind, account_id, campaign_id, domain, intent_id, ${at}
    from json_to_recordset(${toJson(events)}::json) as g (organization_id bigint, kind text, account_id bigint,
      campaign_id bigint, domain text, intent_id bigint)
    on conflict (intent_id, kind) do nothing
    returning organization_id, kind, account_id, campaign_id, domain, intent_id`.execute(tx.db);
  return rows.rows;
}

export interface GuardTarget {
  organization_id: number;
  scope: GuardScope;
  /** 0 of a domain. */
  scope_id: number;
  domain: string;
  /** The mailboxes that it means; of a campaign none. */
  account_ids: number[];
}

/** Sent and bounced mails since the guard began to count. */
export async function sumFigures(tx: Tx, target: GuardTarget, now: Date): Promise<Omit<GuardFigures, 'is_young'>> {
  const { organization_id, scope, scope_id, domain, account_ids } = target;
  const days = scope === 'campaign' ? scopesOf(scope_id) : sql`scope = 'account'`;
  const ids = scope === 'campaign' ? [scope_id] : account_ids;
  const rows = await sql<{ sends: number; bounces: number; complaints: number }>`
    with start as (
      select greatest(${now}::timestamptz - make_interval(days => ${GUARD.days}), coalesce((select counts_from from guard_states
        where ${isTarget(target)}), '-infinity')) as at
    ), events as (
      select kind from guard_events, start where organization_id = ${organization_id} and occurred_at > start.at
        and ${guardEvents(scope, scope_id, domain)}
    )
    select (select coalesce(sum(used), 0)::int from sending_days, start
        where ${days} and scope_id = any(${ids}::bigint[]) and ends_at > start.at) as sends,
      (select count(*)::int from events where kind = 'bounce') as bounces,
      (select count(*)::int from events where kind = 'complaint') as complaints`.execute(tx.db);
  return rows.rows[0]!;
}

/** Days of a campaign: its first sender has the campaign's own, each of the others one beside it. */
const scopesOf = (campaignId: number) => sql`scope in (select 'campaign' union all
  select 'campaign/' || account_id from campaign_senders where campaign_id = ${campaignId} and channel = 'email')`;

function guardEvents(scope: GuardScope, id: number, domain: string): RawBuilder<unknown> {
  if (scope === 'sender') return sql`account_id = ${id}`;
  return scope === 'campaign' ? sql`campaign_id = ${id}` : sql`domain = ${domain}`;
}

const isTarget = ({ organization_id, scope, scope_id, domain }: Omit<GuardTarget, 'account_ids'>) =>
  sql`organization_id = ${organization_id} and scope = ${scope} and scope_id = ${scope_id} and domain = ${domain}`;

/** A pause is never replaced by a later finding. Returns whether this finding paused it. */
export async function saveFinding(tx: Tx, target: GuardTarget, finding: GuardFinding, now: Date): Promise<boolean> {
  const { organization_id, scope, scope_id, domain } = target;
  const paused_at = finding.state === 'paused' ? now : null;
  const rows = await sql<{ is_new: boolean }>`with before as (
      select paused_at from guard_states where ${isTarget(target)}
    ) insert into guard_states as g (organization_id, scope, scope_id, domain, reason, warned_at, paused_at)
    values (${organization_id}, ${scope}, ${scope_id}, ${domain}, ${finding.reason}, ${now}, ${paused_at})
    on conflict (organization_id, scope, scope_id, domain) do update set reason = excluded.reason,
      warned_at = excluded.warned_at, paused_at = coalesce(g.paused_at, excluded.paused_at)
    returning paused_at is not null and (select paused_at from before) is null as is_new`.execute(tx.db);
  return rows.rows[0]!.is_new;
}

/** Writes the reasons into the mailboxes' rows: their own pause, else their domain's. No other organization's rows are changed. */
export async function writeReasons(
  tx: Tx,
  organizationId: number,
  mailboxes: readonly { id: number; domain: string | null }[],
): Promise<void> {
  await sql`update accounts a set guard_reason = (select s.reason from guard_states s
      where s.organization_id = a.organization_id and s.paused_at is not null
        and ((s.scope = 'sender' and s.scope_id = a.id) or (s.scope = 'domain' and s.domain = g.domain))
      order by s.scope desc limit 1)
    from json_to_recordset(${toJson(mailboxes)}::json) as g (id bigint, domain text)
    where a.id = g.id and a.organization_id = ${organizationId}`.execute(tx.db);
}

/** SQL: why the guard holds the mails of a campaign; null while it does not. */
export function campaignGuard(campaignId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(select gs.reason from guard_states gs
    where gs.scope = 'campaign' and gs.scope_id = ${campaignId} and gs.paused_at is not null limit 1)`;
}

export interface GuardState {
  id: number;
  scope: GuardScope;
  scope_id: number;
  domain: string;
}

export async function lockPaused(tx: Tx, organizationId: number, id: number): Promise<GuardState | undefined> {
  const rows = await sql<GuardState>`select id, scope, scope_id, domain from guard_states
    where id = ${id} and organization_id = ${organizationId} and paused_at is not null for update`.execute(tx.db);
  return rows.rows[0];
}

export async function markReleased(
  tx: Tx,
  id: number,
  given: { user_id: number | null; cause: GuardCause; note: string | null; at: Date },
): Promise<void> {
  await sql`update guard_states set paused_at = null, counts_from = ${given.at}, released_at = ${given.at},
    released_by = ${given.user_id}, release_cause = ${given.cause}, release_note = ${given.note} where id = ${id}`.execute(
    tx.db,
  );
}

/** Senders that grow begin to grow again. */
export async function restartRamps(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
  await sql`update accounts set ramp_since = ${at}, ramp_cap = null, ramp_counted_at = ${at}, ramp_active_at = null
    where id = any(${[...ids]}::bigint[]) and ramp <> 'off'`.execute(tx.db);
}

/** The last mail a campaign sent to a person: the subject of a complaint that names none. */
export async function findLastMail(
  tx: Tx,
  organizationId: number,
  prospectIds: readonly number[],
): Promise<{ intent_id: number; account_id: number; campaign_id: number | null } | undefined> {
  const rows = await sql<{ intent_id: number; account_id: number; campaign_id: number | null }>`
    select id as intent_id, account_id, campaign_id from outbound_intents where organization_id = ${organizationId}
      and prospect_id = any(${[...prospectIds]}::bigint[]) and channel = 'email' and dispatched_at is not null
      and state in ('confirmed', 'unknown', 'parked') order by dispatched_at desc limit 1`.execute(tx.db);
  return rows.rows[0];
}

export async function pruneEvents(tx: Tx, limit: number): Promise<number> {
  const rows = await sql`delete from guard_events where id in (select id from guard_events
    where occurred_at < app_now() - make_interval(days => ${GUARD.kept_in_days}) limit ${limit})`.execute(tx.db);
  return Number(rows.numAffectedRows ?? 0);
}
