import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

export interface TokenLease {
  token_lease: number;
  sealed_connection: Buffer;
}

export async function findConnection({ db }: Tx, accountId: number): Promise<Buffer | null> {
  const rows = await sql<{ sealed_connection: Buffer | null }>`select sealed_connection from accounts
    where id = ${accountId} and deleted_at is null`.execute(db);
  return rows.rows[0]?.sealed_connection ?? null;
}

/** A temporary lease for refreshing a sender's tokens; null while another process has it. */
export async function leaseTokens({ db }: Tx, accountId: number, seconds: number): Promise<TokenLease | null> {
  const rows = await sql<TokenLease>`update accounts set token_lease = token_lease + 1,
      token_leased_until = statement_timestamp() + make_interval(secs => ${seconds})
    where id = ${accountId} and deleted_at is null and sealed_connection is not null
      and token_leased_until < statement_timestamp() returning token_lease, sealed_connection`.execute(db);
  return rows.rows[0] ?? null;
}

/** Stores new tokens and ends the lease; false when it was lost, or the sender was connected again or removed. */
export async function storeTokens({ db }: Tx, accountId: number, lease: number, sealed: Buffer): Promise<boolean> {
  const rows = await sql`update accounts set sealed_connection = ${sealed}, token_leased_until = '-infinity'
    where id = ${accountId} and token_lease = ${lease} and deleted_at is null
      and sealed_connection is not null`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** False when the lease was lost: the sender was connected again or removed. */
export async function releaseTokens({ db }: Tx, accountId: number, lease: number): Promise<boolean> {
  const rows = await sql`update accounts set token_leased_until = '-infinity'
    where id = ${accountId} and token_lease = ${lease}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** Whether any organisation has this mailbox connected by consent (system transaction). */
export async function hasConsentedSender({ db }: Tx, type: string, email: string): Promise<boolean> {
  const rows = await sql`select 1 from accounts where account_type = ${type} and email = ${email}
    and deleted_at is null limit 1`.execute(db);
  return rows.rows.length > 0;
}

export interface Consent {
  account_type: 'GOOGLE' | 'MICROSOFT';
  account_id: number | null;
  sealed_verifier: Buffer;
}

export interface NewConsent {
  organization_id: number;
  user_id: number;
  state_hash: Buffer;
  /** The brand's host where it was requested, if any. */
  return_host: string | null;
  lasts_in_seconds: number;
}

/** Stores a requested consent page and deletes expired ones. */
export async function insertConsent({ db }: Tx, given: Consent & NewConsent): Promise<void> {
  await sql`delete from mailbox_consents where organization_id = ${given.organization_id}
    and expires_at < app_now()`.execute(db);
  await sql`insert into mailbox_consents
      (state_hash, organization_id, user_id, account_type, account_id, sealed_verifier, return_host, expires_at)
    values (${given.state_hash}, ${given.organization_id}, ${given.user_id}, ${given.account_type}, ${given.account_id},
      ${given.sealed_verifier}, ${given.return_host}, app_now() + make_interval(secs => ${given.lasts_in_seconds}))`.execute(
    db,
  );
}

/** Uses up a state: only one caller ever gets its row. Null for one that is unknown, used or expired. */
export async function consumeConsent({ db }: Tx, stateHash: Buffer, userId: number): Promise<Consent | null> {
  const rows = await sql<Consent & { is_alive: boolean }>`delete from mailbox_consents
    where state_hash = ${stateHash} and user_id = ${userId}
    returning account_type, account_id, sealed_verifier, expires_at >= app_now() as is_alive`.execute(db);
  const row = rows.rows[0];
  return row?.is_alive ? row : null;
}

/** The host where a consent page was requested; null for the installation's address and for a state that is unknown, used or expired. */
export async function findReturnHost({ db }: Tx, stateHash: Buffer): Promise<string | null> {
  const rows = await sql<{ return_host: string | null }>`select return_host from mailbox_consents
    where state_hash = ${stateHash} and expires_at >= app_now()`.execute(db);
  return rows.rows[0]?.return_host ?? null;
}
