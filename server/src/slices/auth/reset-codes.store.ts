import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import type { UserRow } from '../users/index.ts';

interface Tx {
  db: Kysely<DB>;
}

/** Open links stay valid: a request for another person's account must not close theirs. The newest ten are kept. */
export async function insertResetCode(
  { db }: Tx,
  code: {
    organization_id: number;
    user_id: number;
    code_hash: Buffer;
    lifetime_in_minutes: number;
    /** The link goes through other hands than the mailbox. */
    is_handed?: boolean;
  },
): Promise<void> {
  await sql`delete from one_time_codes where user_id = ${code.user_id} and purpose = 'reset' and (expires_at < app_now()
    or id not in (select id from one_time_codes where user_id = ${code.user_id} and purpose = 'reset' order by id desc limit 9))`.execute(
    db,
  );
  await sql`insert into one_time_codes (organization_id, user_id, purpose, code_hash, is_handed, expires_at)
    values (${code.organization_id}, ${code.user_id}, 'reset', ${code.code_hash}, ${code.is_handed ?? false},
      app_now() + make_interval(mins => ${code.lifetime_in_minutes}))`.execute(db);
}

/** After every change of how a user signs in: earlier mailed links become invalid. */
export async function deleteResetCodes({ db }: Tx, userId: number): Promise<void> {
  await sql`delete from one_time_codes where user_id = ${userId} and purpose = 'reset'`.execute(db);
}

export interface ResetOwner extends UserRow {
  is_handed: boolean;
}

export async function findResetOwner({ db }: Tx, codeHash: Buffer): Promise<ResetOwner | undefined> {
  const rows = await sql<ResetOwner>`select u.*, c.is_handed from one_time_codes c join users u on u.id = c.user_id
    where c.code_hash = ${codeHash} and c.purpose = 'reset' and c.expires_at > app_now()`.execute(db);
  return rows.rows[0];
}

/** Takes a link token: only one of many parallel uses gets the person. */
export async function consumeResetCode({ db }: Tx, codeHash: Buffer): Promise<number | null> {
  const rows = await sql<{ user_id: number }>`delete from one_time_codes
    where code_hash = ${codeHash} and purpose = 'reset' and expires_at > app_now() returning user_id`.execute(db);
  return rows.rows[0]?.user_id ?? null;
}
