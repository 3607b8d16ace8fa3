import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

export interface EmailChangeRow {
  id: number;
  organization_id: number;
  user_id: number;
  old_email: string;
  new_email: string;
  confirmed_at: Date | null;
  created_at: Date;
}

const columns = sql`id, organization_id, user_id, old_email::text as old_email, new_email::text as new_email, confirmed_at,
  created_at`;
const isWaiting = sql`confirmed_at is null and ended_at is null`;

export interface NewEmailChange {
  organization_id: number;
  user_id: number;
  old_email: string;
  new_email: string;
  confirm_hash: Buffer;
  undo_hash: Buffer;
  confirm_lifetime_in_hours: number;
  undo_lifetime_in_days: number;
}

/** Replaces the pending change; the link to undo that one still reports an intruder. */
export async function insertEmailChange({ db }: Tx, given: NewEmailChange): Promise<void> {
  await sql`update email_changes set ended_at = app_now() where user_id = ${given.user_id} and ${isWaiting}`.execute(
    db,
  );
  await sql`insert into email_changes (organization_id, user_id, old_email, new_email, confirm_hash, undo_hash,
      confirm_expires_at, undo_expires_at)
    values (${given.organization_id}, ${given.user_id}, ${given.old_email}, ${given.new_email}, ${given.confirm_hash},
      ${given.undo_hash}, app_now() + make_interval(hours => ${given.confirm_lifetime_in_hours}),
      app_now() + make_interval(days => ${given.undo_lifetime_in_days}))`.execute(db);
}

export async function findPendingEmail({ db }: Tx, userId: number): Promise<string | null> {
  const rows = await sql<{ new_email: string }>`select new_email::text as new_email from email_changes
    where user_id = ${userId} and ${isWaiting} and confirm_expires_at > app_now()`.execute(db);
  return rows.rows[0]?.new_email ?? null;
}

/** A new link for the pending change, valid for another day; the link before becomes invalid. */
export async function renewConfirmLink(
  { db }: Tx,
  userId: number,
  confirm_hash: Buffer,
  lifetime_in_hours: number,
): Promise<Pick<EmailChangeRow, 'new_email' | 'old_email'> | undefined> {
  const rows = await sql<
    Pick<EmailChangeRow, 'new_email' | 'old_email'>
  >`update email_changes set confirm_hash = ${confirm_hash},
      confirm_expires_at = app_now() + make_interval(hours => ${lifetime_in_hours})
    where user_id = ${userId} and ${isWaiting} and confirm_expires_at > app_now()
    returning new_email::text as new_email, old_email::text as old_email`.execute(db);
  return rows.rows[0];
}

export async function endPendingChange({ db }: Tx, userId: number): Promise<void> {
  await sql`update email_changes set ended_at = app_now() where user_id = ${userId} and ${isWaiting}`.execute(db);
}

export async function lockByConfirmLink({ db }: Tx, hash: Buffer): Promise<EmailChangeRow | undefined> {
  const rows =
    await sql<EmailChangeRow>`select ${columns} from email_changes where confirm_hash = ${hash} and ${isWaiting}
    and confirm_expires_at > app_now() for update`.execute(db);
  return rows.rows[0];
}

/** Also of a change that was withdrawn or replaced: a thief must not close the owner's way back by asking again. */
export async function lockByUndoLink({ db }: Tx, hash: Buffer): Promise<EmailChangeRow | undefined> {
  const rows = await sql<EmailChangeRow>`select ${columns} from email_changes where undo_hash = ${hash}
    and undone_at is null and undo_expires_at > app_now() for update`.execute(db);
  return rows.rows[0];
}

/** The days in which it can be undone begin when it counts. */
export async function markConfirmed({ db }: Tx, id: number, undo_lifetime_in_days: number): Promise<void> {
  await sql`update email_changes set confirmed_at = app_now(),
    undo_expires_at = app_now() + make_interval(days => ${undo_lifetime_in_days}) where id = ${id}`.execute(db);
}

/** This change and everything that was built on it. */
export async function undoChangesFrom({ db }: Tx, row: EmailChangeRow): Promise<void> {
  await sql`update email_changes set undone_at = app_now(), ended_at = coalesce(ended_at, app_now())
    where user_id = ${row.user_id} and id >= ${row.id} and undone_at is null`.execute(db);
}
