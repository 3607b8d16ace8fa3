import type { CrmType } from '@overture/domain/crm';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

export interface TokenLease {
  token_lease: number;
  sealed_tokens: Buffer;
}

export async function findTokens({ db }: Tx, id: number): Promise<Buffer | null> {
  const rows = await sql<{
    sealed_tokens: Buffer | null;
  }>`select sealed_tokens from integrations where id = ${id}`.execute(db);
  return rows.rows[0]?.sealed_tokens ?? null;
}

/** A lease to refresh tokens; null while another process holds it. */
export async function leaseTokens({ db }: Tx, id: number, seconds: number): Promise<TokenLease | null> {
  const rows = await sql<TokenLease>`update integrations set token_lease = token_lease + 1,
      token_leased_until = statement_timestamp() + make_interval(secs => ${seconds})
    where id = ${id} and sealed_tokens is not null and token_leased_until < statement_timestamp()
    returning token_lease, sealed_tokens`.execute(db);
  return rows.rows[0] ?? null;
}

/** Stores new tokens (null: as they were) and ends the lease; false when it was lost, or it was connected again or disconnected. */
export async function endTokenLease({ db }: Tx, id: number, lease: number, sealed: Buffer | null): Promise<boolean> {
  const rows = await sql`update integrations set sealed_tokens = coalesce(${sealed}::bytea, sealed_tokens),
      token_leased_until = '-infinity'
    where id = ${id} and token_lease = ${lease} and sealed_tokens is not null`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export interface CrmConsent {
  integration_type: CrmType;
  sealed_verifier: Buffer;
}

/** A page of consent that was asked for; what has expired is forgotten on the way. */
export async function insertConsent(
  { db }: Tx,
  given: CrmConsent & {
    organization_id: number;
    user_id: number;
    state_hash: Buffer;
    /** Where it was asked for, if that is a brand's host. */
    return_host: string | null;
    lasts_in_seconds: number;
  },
): Promise<void> {
  await sql`delete from integration_consents where organization_id = ${given.organization_id}
    and expires_at < app_now()`.execute(db);
  await sql`insert into integration_consents (state_hash, organization_id, user_id, integration_type, sealed_verifier, return_host, expires_at)
    values (${given.state_hash}, ${given.organization_id}, ${given.user_id}, ${given.integration_type}, ${given.sealed_verifier},
      ${given.return_host}, app_now() + make_interval(secs => ${given.lasts_in_seconds}))`.execute(db);
}

/** Uses up a state: only one request gets the row. Null for a foreign, used or expired one. */
export async function consumeConsent(
  { db }: Tx,
  given: { state_hash: Buffer; user_id: number; integration_type: CrmType },
): Promise<CrmConsent | null> {
  const rows = await sql<CrmConsent & { is_alive: boolean }>`delete from integration_consents
    where state_hash = ${given.state_hash} and user_id = ${given.user_id} and integration_type = ${given.integration_type}
    returning integration_type, sealed_verifier, expires_at >= app_now() as is_alive`.execute(db);
  const row = rows.rows[0];
  return row?.is_alive ? row : null;
}

/** Where a page of consent was asked for; null at the installation's address, and for a state that is unknown, used or expired. */
export async function findReturnHost({ db }: Tx, stateHash: Buffer): Promise<string | null> {
  const rows = await sql<{ return_host: string | null }>`select return_host from integration_consents
    where state_hash = ${stateHash} and expires_at >= app_now()`.execute(db);
  return rows.rows[0]?.return_host ?? null;
}
