import type { SentCopy } from '@overture/adapters/mailbox/mailbox.port';
import {
  type AccountStatus,
  type AccountType,
  EMAIL_ACCOUNT_TYPES,
  type LinkedinTier,
} from '@overture/domain/accounts';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import type { Ramp } from '@overture/domain/sending/ramps';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { acquireLock } from '../../kernel/db/advisory-locks.ts';

interface Tx {
  db: Kysely<DB>;
}

/** A sender without its secrets. */
export interface AccountRow {
  id: number;
  organization_id: number;
  account_type: AccountType;
  status: AccountStatus;
  status_reason: string | null;
  name: string;
  email: string | null;
  picture_url: string | null;
  /** Where replies go; null for the mailbox itself. */
  reply_to: string | null;
  /** Sender fields that messages can use. */
  phone: string | null;
  job_title: string | null;
  calendar_url: string | null;
  tier: LinkedinTier | null;
  /** Members of the team carry out its LinkedIn actions; no provider is connected. */
  is_assisted: boolean;
  /** Its risk budget bounds it, and what that depends on; counted every hour. */
  enforces_risk: boolean;
  risk_invited: number;
  risk_accepted: number;
  risk_pending: number;
  is_base_account: boolean;
  email_max_messages: number;
  linkedin_max_connections: number;
  linkedin_max_messages: number;
  linkedin_weekly_invites: number;
  /** LinkedIn's last report about the use of its invitation limit, and its time. */
  linkedin_invite_usage_percent: number | null;
  linkedin_invite_usage_at: Date | null;
  spreads_weekly_invites: boolean;
  natural_rhythm: boolean;
  rhythm_gap_in_seconds: number;
  ramp: Ramp;
  ramp_since: Date | null;
  ramp_cap: number | null;
  ramp_counted_at: Date | null;
  ramp_active_at: Date | null;
  ramp_stands_until: Date | null;
  own_domain_max_messages: number | null;
  /** YYYY-MM-DD. */
  days_off: string[];
  send_gap_in_seconds: number;
  held_until: Date | null;
  held_reason: string | null;
  guard_reason: string | null;
  /** Problems of its domain's records, and since when campaign mails wait for it. */
  domain_hold_reason: string | null;
  domain_held_from: Date | null;
  /** Paused sorts of LinkedIn action; instants as JSON has them. */
  action_holds: Record<string, { until: string; reason: string }>;
  next_send_at: Date | null;
  sent_copy: string | null;
  /** LinkedIn: the provider's id of the account, used in every call of the LinkedIn port. */
  provider_account_id: string | null;
  /** LinkedIn: the person, by the account's own id and by the public one. */
  linkedin_member_id: string | null;
  linkedin_public_identifier: string | null;
  created_at: Date;
  deleted_at: Date | null;
}

/** Source of a status; successful receiving does not prove that sending works. */
export type StatusSource = 'connect' | 'receiving' | 'sending';

/** Which senders are mailboxes, for statements: `account_type in ${mailboxTypes}`. The index of domain checks says the same words. */
export const mailboxTypes = sql.raw(`('${EMAIL_ACCOUNT_TYPES.join("', '")}')`);

export const accountColumns =
  sql.raw(`id, organization_id, account_type, status, status_reason, name, email::text as email, picture_url, reply_to, phone, job_title, calendar_url, tier,
  is_assisted, enforces_risk, risk_invited, risk_accepted, risk_pending, is_base_account, email_max_messages, linkedin_max_connections, linkedin_max_messages, linkedin_weekly_invites,
  linkedin_invite_usage_percent, linkedin_invite_usage_at, send_gap_in_seconds,
  spreads_weekly_invites, natural_rhythm, rhythm_gap_in_seconds, ramp, ramp_since, ramp_cap, ramp_counted_at, ramp_active_at, ramp_stands_until,
  own_domain_max_messages, days_off::text[] as days_off,
  held_until, held_reason, guard_reason, domain_hold_reason, domain_held_from, action_holds, next_send_at, sent_copy, provider_account_id, linkedin_member_id, linkedin_public_identifier, created_at,
  deleted_at`);

/** Connected senders, oldest first; removed ones are left out. */
export async function listAccounts({ db }: Tx, organizationId: number): Promise<AccountRow[]> {
  const rows = await sql<AccountRow>`select ${accountColumns} from accounts
    where organization_id = ${organizationId} and deleted_at is null order by created_at, id limit ${LIST_LIMITS.accounts}`.execute(
    db,
  );
  return rows.rows;
}

/** Connected senders that this person connected last. */
export async function listConnectedBy({ db }: Tx, userId: number): Promise<AccountRow[]> {
  const rows = await sql<AccountRow>`select ${accountColumns} from accounts
    where connected_by = ${userId} and deleted_at is null order by id limit ${LIST_LIMITS.accounts}`.execute(db);
  return rows.rows;
}

export async function setConnectedBy({ db }: Tx, id: number, userId: number | null): Promise<void> {
  await sql`update accounts set connected_by = ${userId} where id = ${id}`.execute(db);
}

/** Makes a newly connected or reconnected mailbox due for a domain check. */
export async function scheduleDomainCheck({ db }: Tx, id: number): Promise<void> {
  await sql`update accounts set domain_check_at = app_now() where id = ${id}`.execute(db);
}

/** Senders by id, removed ones included: conversations and campaigns still name them. */
export async function findAccounts({ db }: Tx, ids: readonly number[]): Promise<AccountRow[]> {
  const rows =
    await sql<AccountRow>`select ${accountColumns} from accounts where id = any(${[...ids]}::bigint[])`.execute(db);
  return rows.rows;
}

/** One connected sender; undefined when removed. */
export async function findAccount({ db }: Tx, id: number): Promise<AccountRow | undefined> {
  const rows =
    await sql<AccountRow>`select ${accountColumns} from accounts where id = ${id} and deleted_at is null`.execute(db);
  return rows.rows[0];
}

export async function findAccountByEmail(
  { db }: Tx,
  organizationId: number,
  types: readonly AccountType[],
  email: string,
): Promise<AccountRow | undefined> {
  const rows = await sql<AccountRow>`select ${accountColumns} from accounts where organization_id = ${organizationId}
    and account_type = any(${types}::text[]) and email = ${email} and deleted_at is null`.execute(db);
  return rows.rows[0];
}

/** Serializes connecting per organization: otherwise two could both take the last slot. */
export async function lockConnecting({ db }: Tx, organizationId: number): Promise<void> {
  await sql`select ${acquireLock('connecting_account', organizationId)}`.execute(db);
}

export interface NewAccount {
  organization_id: number;
  account_type: AccountType;
  name: string;
  email: string;
  is_base_account: boolean;
  email_max_messages: number;
  sealed_connection: Buffer;
  /** Where it is known before the first sending. */
  sent_copy: SentCopy | null;
  own_domain_max_messages: number | null;
}

export async function insertAccount({ db }: Tx, given: NewAccount): Promise<AccountRow> {
  const rows = await sql<AccountRow>`insert into accounts
      (organization_id, account_type, status, name, email, is_base_account, email_max_messages, sealed_connection, sent_copy,
      ramp, ramp_since, own_domain_max_messages, natural_rhythm)
    values (${given.organization_id}, ${given.account_type}, 'CREATION_SUCCESS', ${given.name}, ${given.email},
      ${given.is_base_account}, ${given.email_max_messages}, ${given.sealed_connection}, ${given.sent_copy},
      'new', app_now(), ${given.own_domain_max_messages}, true) returning ${accountColumns}`.execute(db);
  return rows.rows[0]!;
}

/** A pause requested by a provider lasts hours or days and survives a sign-in; one after a refused sign-in lasts minutes. */
const isRestriction = sql`held_until > app_now() + interval '1 hour'`;
/** The pauses that outlast a new sign-in. */
export const keptHold = sql`held_until = case when ${isRestriction} then held_until end,
  held_reason = case when ${isRestriction} then held_reason end`;

/**
 * A removed address that is connected again, by any method, is the same sender, with today's usage and the pauses its provider asked for:
 * removing a sender must not reset its limits. Undefined for a new address.
 */
export async function reviveMailbox({ db }: Tx, given: NewAccount): Promise<AccountRow | undefined> {
  const rows = await sql<AccountRow>`update accounts set deleted_at = null, account_type = ${given.account_type},
      status = 'CREATION_SUCCESS', status_reason = null, status_source = 'connect', status_changed_at = app_now(),
      created_at = app_now(), name = ${given.name}, is_base_account = ${given.is_base_account},
      email_max_messages = ${given.email_max_messages}, sealed_connection = ${given.sealed_connection},
      sent_copy = ${given.sent_copy}, ${keptHold}, token_lease = token_lease + 1, token_leased_until = '-infinity'
    where id = (select id from accounts where organization_id = ${given.organization_id} and deleted_at is not null
      and account_type = any(${[...EMAIL_ACCOUNT_TYPES]}::text[]) and email = ${given.email}
      order by deleted_at desc limit 1) returning ${accountColumns}`.execute(db);
  return rows.rows[0];
}

/** New credentials for a sender, and nothing that the old ones led to. */
export async function replaceConnection(
  { db }: Tx,
  id: number,
  given: { name: string; sealed_connection: Buffer },
): Promise<AccountRow | undefined> {
  const rows =
    await sql<AccountRow>`update accounts set name = ${given.name}, sealed_connection = ${given.sealed_connection},
      status = 'RECONNECTED', status_reason = null, status_source = 'connect', status_changed_at = app_now(), ${keptHold},
      token_lease = token_lease + 1, token_leased_until = '-infinity'
    where id = ${id} and deleted_at is null returning ${accountColumns}`.execute(db);
  return rows.rows[0];
}

export interface AccountChange {
  linkedin_max_connections?: number | null | undefined;
  linkedin_max_messages?: number | null | undefined;
  email_max_messages?: number | null | undefined;
  linkedin_weekly_connections?: number | null | undefined;
  send_gap_in_seconds?: number | null | undefined;
  ramp?: Ramp | null | undefined;
  natural_rhythm?: boolean | null | undefined;
  rhythm_gap_in_seconds?: number | null | undefined;
  spreads_weekly_invites?: boolean | null | undefined;
  enforces_risk?: boolean | null | undefined;
  days_off?: readonly string[] | null | undefined;
  name?: string | null | undefined;
  /** A blank takes it away. */
  reply_to?: string | null | undefined;
  phone?: string | null | undefined;
  job_title?: string | null | undefined;
  calendar_url?: string | null | undefined;
}

/** Writes new limits. A shorter gap also shortens the current pause; null keeps a value. */
export async function updateAccount({ db }: Tx, id: number, change: AccountChange): Promise<AccountRow | undefined> {
  const rows = await sql<AccountRow>`update accounts set
      linkedin_max_connections = coalesce(${change.linkedin_max_connections ?? null}, linkedin_max_connections),
      linkedin_max_messages = coalesce(${change.linkedin_max_messages ?? null}, linkedin_max_messages),
      email_max_messages = coalesce(${change.email_max_messages ?? null}, email_max_messages),
      linkedin_weekly_invites = coalesce(${change.linkedin_weekly_connections ?? null}, linkedin_weekly_invites),
      send_gap_in_seconds = coalesce(${change.send_gap_in_seconds ?? null}, send_gap_in_seconds),
      rhythm_gap_in_seconds = coalesce(${change.rhythm_gap_in_seconds ?? null}, rhythm_gap_in_seconds),
      natural_rhythm = coalesce(${change.natural_rhythm ?? null}, natural_rhythm),
      spreads_weekly_invites = coalesce(${change.spreads_weekly_invites ?? null}, spreads_weekly_invites),
      enforces_risk = coalesce(${change.enforces_risk}, enforces_risk),
      ${headChange(change)},
      ${signerChange(change)},
      days_off = coalesce(${change.days_off ? [...change.days_off] : null}::date[], days_off),
      ${rampChange(change.ramp ?? null)},
      next_send_at = case when next_send_at is not null then least(next_send_at,
        app_now() + make_interval(secs => coalesce(${change.send_gap_in_seconds ?? null}, send_gap_in_seconds))) end
    where id = ${id} and deleted_at is null returning ${accountColumns}`.execute(db);
  return rows.rows[0];
}

/** What every mail says of its sender. */
function headChange({ name, reply_to }: AccountChange) {
  return sql`name = coalesce(${name ?? null}, name), reply_to = nullif(coalesce(${reply_to ?? null}, reply_to), '')`;
}

/** What messages may say of their writer; a blank takes it away. */
function signerChange({ phone, job_title, calendar_url }: AccountChange) {
  return sql`phone = nullif(coalesce(${phone ?? null}, phone), ''),
      job_title = nullif(coalesce(${job_title ?? null}, job_title), ''),
      calendar_url = nullif(coalesce(${calendar_url ?? null}, calendar_url), '')`;
}

/** A different ramp starts over; the same one continues. */
function rampChange(ramp: Ramp | null) {
  const isOther = sql`${ramp}::text is not null and ramp <> ${ramp}::text`;
  return sql`ramp = coalesce(${ramp}, ramp), ramp_since = case when ${isOther} then app_now() else ramp_since end,
      ramp_cap = case when ${isOther} then null else ramp_cap end,
      ramp_counted_at = case when ${isOther} then app_now() else ramp_counted_at end,
      ramp_active_at = case when ${isOther} then null else ramp_active_at end`;
}

/** The cap that mailboxes of one domain share, told to each of them. */
export async function setOwnDomainCap({ db }: Tx, ids: readonly number[], cap: number | null): Promise<void> {
  await sql`update accounts set own_domain_max_messages = ${cap} where id = any(${[...ids]}::bigint[])`.execute(db);
}

/** Keeps the row for history and deletes its credentials. */
export async function markRemoved({ db }: Tx, id: number): Promise<AccountRow | undefined> {
  const rows =
    await sql<AccountRow>`update accounts set status = 'DELETED', status_reason = null, status_changed_at = app_now(),
      deleted_at = app_now(), sealed_connection = null
    where id = ${id} and deleted_at is null returning ${accountColumns}`.execute(db);
  return rows.rows[0];
}

/** Returns whether the status or its reason changed. A removed sender stays removed. */
export async function updateStatus(
  { db }: Tx,
  id: number,
  status: AccountStatus,
  reason: string | null,
  source: StatusSource,
): Promise<boolean> {
  const rows = await sql`update accounts set status = ${status}, status_reason = ${reason}, status_source = ${source},
      status_changed_at = app_now()
    where id = ${id} and deleted_at is null and (status, status_reason) is distinct from (${status}::text, ${reason}::text)
      and not (${source} = 'receiving' and ${status} = 'OK' and status = 'CREDENTIALS' and status_source = 'sending')`.execute(
    db,
  );
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** Whether any organization has this mailbox connected by consent (system transaction). */
export async function hasConsentedSender({ db }: Tx, type: string, email: string): Promise<boolean> {
  const rows = await sql`select 1 from accounts where account_type = ${type} and email = ${email}
    and deleted_at is null limit 1`.execute(db);
  return rows.rows.length > 0;
}
