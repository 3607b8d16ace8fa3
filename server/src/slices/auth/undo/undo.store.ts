import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

/** What was added counts from the beginning of the transaction that adds it. */
export async function insertFactorUndo(
  { db }: Tx,
  given: { user_id: number; undo_hash: Buffer; lifetime_in_days: number },
): Promise<void> {
  await sql`delete from factor_undos where expires_at <= app_now()`.execute(db);
  await sql`insert into factor_undos (organization_id, user_id, undo_hash, added_at, expires_at)
    select organization_id, id, ${given.undo_hash}, transaction_timestamp() + (app_now() - statement_timestamp()),
      app_now() + make_interval(days => ${given.lifetime_in_days}) from users where id = ${given.user_id}`.execute(db);
}

/** Uses a link: of parallel requests one gets it. */
export async function consumeFactorUndo(
  { db }: Tx,
  undoHash: Buffer,
): Promise<{ user_id: number; added_at: Date } | undefined> {
  const rows = await sql<{ user_id: number; added_at: Date }>`delete from factor_undos
    where undo_hash = ${undoHash} and expires_at > app_now() returning user_id, added_at`.execute(db);
  return rows.rows[0];
}

interface Added {
  kind: 'passkey' | 'totp' | 'identity' | 'recovery';
  label: string;
}

/** Every factor, recovery code and linked identity of the person that came since; recovery codes also go with the last factor. */
export async function deleteAddedSince({ db }: Tx, userId: number, since: Date): Promise<Added[]> {
  const rows = await sql<Added>`
    with keys as (delete from user_passkeys where user_id = ${userId} and created_at >= ${since} returning name),
      apps as (delete from user_totp where user_id = ${userId} and coalesce(confirmed_at, created_at) >= ${since} returning confirmed_at),
      linked as (delete from user_identities where user_id = ${userId} and created_at >= ${since} returning email::text as email),
      codes as (delete from user_recovery_codes where user_id = ${userId} and created_at >= ${since} returning id)
    select 'passkey' as kind, name as label from keys
    union all select 'totp', '' from apps where confirmed_at is not null
    union all select 'identity', email from linked
    union all (select 'recovery', '' from codes limit 1)`.execute(db);
  await sql`delete from user_recovery_codes where user_id = ${userId}
    and not exists (select from user_passkeys p where p.user_id = ${userId})
    and not exists (select from user_totp t where t.user_id = ${userId} and t.confirmed_at is not null)`.execute(db);
  return rows.rows;
}

/** Pending sign-ins and unconfirmed changes of the address: an intruder may have begun them. */
export async function endWhatWaits({ db }: Tx, userId: number): Promise<void> {
  await sql`delete from sign_in_tickets where user_id = ${userId}`.execute(db);
  await sql`update email_changes set ended_at = app_now()
    where user_id = ${userId} and confirmed_at is null and ended_at is null`.execute(db);
}
