import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

export interface TotpRow {
  sealed_secret: Buffer;
  confirmed_at: Date | null;
  last_step: number;
}

/** Held for the transaction: of two tries with one code the second sees that it was used. */
export async function lockTotp({ db }: Tx, userId: number): Promise<TotpRow | undefined> {
  const rows = await sql<TotpRow>`select sealed_secret, confirmed_at, last_step::float8 as last_step from user_totp
    where user_id = ${userId} for update`.execute(db);
  return rows.rows[0];
}

/** A secret that waits to be confirmed; a confirmed one is never written over. @returns whether it was stored */
export async function insertPendingTotp(
  { db }: Tx,
  totp: { organization_id: number; user_id: number; sealed_secret: Buffer },
): Promise<boolean> {
  const rows = await sql`insert into user_totp (user_id, organization_id, sealed_secret)
    values (${totp.user_id}, ${totp.organization_id}, ${totp.sealed_secret})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = app_now(), last_step = 0
      where user_totp.confirmed_at is null returning user_id`.execute(db);
  return rows.rows.length > 0;
}

export async function markTotpUsed({ db }: Tx, userId: number, step: number): Promise<void> {
  await sql`update user_totp set last_step = ${step}, confirmed_at = coalesce(confirmed_at, app_now())
    where user_id = ${userId}`.execute(db);
}

/** @returns whether there was one */
export async function deleteTotp({ db }: Tx, userId: number): Promise<boolean> {
  const rows = await sql`delete from user_totp where user_id = ${userId} returning user_id`.execute(db);
  return rows.rows.length > 0;
}

/** The codes that were not used yet, held for the transaction. */
export async function lockRecoveryCodes({ db }: Tx, userId: number): Promise<{ id: number; code_hmac: string }[]> {
  const rows = await sql<{ id: number; code_hmac: string }>`select id, code_hmac from user_recovery_codes
    where user_id = ${userId} and used_at is null order by id limit 20 for update`.execute(db);
  return rows.rows;
}

export async function markRecoveryCodeUsed({ db }: Tx, id: number): Promise<void> {
  await sql`update user_recovery_codes set used_at = app_now() where id = ${id}`.execute(db);
}

export async function deleteRecoveryCodes({ db }: Tx, userId: number): Promise<void> {
  await sql`delete from user_recovery_codes where user_id = ${userId}`.execute(db);
}

export async function insertRecoveryCodes(
  { db }: Tx,
  person: { organization_id: number; user_id: number },
  hmacs: string[],
): Promise<void> {
  await sql`insert into user_recovery_codes (organization_id, user_id, code_hmac)
    select ${person.organization_id}, ${person.user_id}, unnest(${hmacs}::text[])`.execute(db);
}
