import { LIST_LIMITS } from '@overture/domain/list-limits';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

/** The purpose of a challenge; it is valid for no other. */
export type ChallengePurpose = 'register' | 'sign-in' | 'second-factor' | 'confirm';

export interface PasskeyRow {
  id: number;
  user_id: number;
  name: string;
  rp_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

const columns = sql`id, user_id, name, rp_id, credential_id, public_key, counter::float8 as counter, transports, backed_up,
  created_at, last_used_at`;

export async function listPasskeys({ db }: Tx, userId: number): Promise<PasskeyRow[]> {
  const rows = await sql<PasskeyRow>`select ${columns} from user_passkeys where user_id = ${userId}
    order by created_at, id limit ${LIST_LIMITS.passkeys}`.execute(db);
  return rows.rows;
}

/** Held for the transaction: the counter of one passkey is looked at by one request at a time. */
export async function lockPasskey({ db }: Tx, credentialId: string): Promise<PasskeyRow | undefined> {
  const rows = await sql<PasskeyRow>`select ${columns} from user_passkeys
    where credential_id = ${credentialId} for update`.execute(db);
  return rows.rows[0];
}

export interface NewPasskey extends Omit<PasskeyRow, 'id' | 'created_at' | 'last_used_at'> {
  organization_id: number;
}

/** @returns the new row's id, or null when this passkey is known already */
export async function insertPasskey({ db }: Tx, passkey: NewPasskey): Promise<number | null> {
  const rows = await sql<{
    id: number;
  }>`insert into user_passkeys (organization_id, user_id, name, rp_id, credential_id,
      public_key, counter, transports, backed_up)
    values (${passkey.organization_id}, ${passkey.user_id}, ${passkey.name}, ${passkey.rp_id}, ${passkey.credential_id},
      ${passkey.public_key}, ${passkey.counter}, ${passkey.transports}::text[], ${passkey.backed_up})
    on conflict (credential_id) do nothing returning id`.execute(db);
  return rows.rows[0]?.id ?? null;
}

export async function markPasskeyUsed(
  { db }: Tx,
  id: number,
  use: { counter: number; backed_up: boolean },
): Promise<void> {
  await sql`update user_passkeys set counter = ${use.counter}, backed_up = ${use.backed_up}, last_used_at = app_now()
    where id = ${id}`.execute(db);
}

/** @returns whether the person has such a passkey */
export async function renamePasskey({ db }: Tx, userId: number, id: number, name: string): Promise<boolean> {
  const rows = await sql`update user_passkeys set name = ${name} where id = ${id} and user_id = ${userId}
    returning id`.execute(db);
  return rows.rows.length > 0;
}

/** @returns whether the person had such a passkey */
export async function deletePasskey({ db }: Tx, userId: number, id: number): Promise<boolean> {
  const rows = await sql`delete from user_passkeys where id = ${id} and user_id = ${userId} returning id`.execute(db);
  return rows.rows.length > 0;
}

export async function deletePasskeysOfUser({ db }: Tx, userId: number): Promise<void> {
  await sql`delete from user_passkeys where user_id = ${userId}`.execute(db);
}

export async function insertChallenge(
  { db }: Tx,
  challenge: {
    challenge_hash: Buffer;
    purpose: ChallengePurpose;
    user_id: number | null;
    lifetime_in_minutes: number;
  },
): Promise<void> {
  await sql`insert into passkey_challenges (challenge_hash, purpose, user_id, expires_at)
    values (${challenge.challenge_hash}, ${challenge.purpose}, ${challenge.user_id},
      app_now() + make_interval(mins => ${challenge.lifetime_in_minutes}))`.execute(db);
}

/** Uses a challenge up. @returns whether it was waiting, for this purpose and this person */
export async function consumeChallenge(
  { db }: Tx,
  challenge: { challenge_hash: Buffer; purpose: ChallengePurpose; user_id: number | null },
): Promise<boolean> {
  const rows = await sql<{ is_right: boolean }>`delete from passkey_challenges
    where challenge_hash = ${challenge.challenge_hash}
    returning purpose = ${challenge.purpose} and user_id is not distinct from ${challenge.user_id}::bigint
      and expires_at > app_now() as is_right`.execute(db);
  return rows.rows[0]?.is_right ?? false;
}

/** Expired challenges and tickets. */
export async function deleteExpiredChallenges({ db }: Tx): Promise<void> {
  await sql`delete from passkey_challenges where expires_at <= app_now()`.execute(db);
  await sql`delete from sign_in_tickets where expires_at <= app_now()`.execute(db);
}
