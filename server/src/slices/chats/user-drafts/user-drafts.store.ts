import type { UserDraft } from '@overture/contract/waiting-drafts';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type Row = Omit<UserDraft, 'saved_at'> & { saved_at: Date; bcc_emails: string[] };

const columns = sql.raw('message, extras, bcc_emails, version, saved_at');
const present = ({ bcc_emails, extras, saved_at, ...row }: Row): UserDraft => ({
  ...row,
  extras: bcc_emails.length === 0 ? extras : { ...extras, bcc: bcc_emails },
  saved_at: saved_at.toISOString(),
});

export async function findUserDraft(
  { db }: Pick<Tx, 'db'>,
  userId: number,
  prospectId: number,
): Promise<UserDraft | null> {
  const rows = await sql<Row>`select ${columns} from user_drafts
    where user_id = ${userId} and prospect_id = ${prospectId}`.execute(db);
  return rows.rows[0] ? present(rows.rows[0]) : null;
}

/** Saves a draft over the version that it was made from; null if another window saved since. */
export async function saveUserDraft(
  { db, organization }: Tx,
  given: { user_id: number; prospect_id: number; message: string; extras: UserDraft['extras']; version: number },
): Promise<UserDraft | null> {
  // Blind copies have a column of their own: archives leave it out.
  const { bcc, ...extras } = given.extras;
  const rows =
    await sql<Row>`insert into user_drafts as d (user_id, prospect_id, organization_id, message, extras, bcc_emails)
    select ${given.user_id}, ${given.prospect_id}, ${organization.id}, ${given.message}, ${toJson(extras)}::jsonb, ${bcc ?? []}::text[]
    on conflict (user_id, prospect_id) do update set message = excluded.message, extras = excluded.extras,
      bcc_emails = excluded.bcc_emails, version = d.version + 1, saved_at = app_now()
    where d.version = ${given.version}
      or (d.message = excluded.message and d.extras = excluded.extras and d.bcc_emails = excluded.bcc_emails)
    returning ${columns}`.execute(db);
  return rows.rows[0] ? present(rows.rows[0]) : null;
}

export async function countUserDrafts({ db }: Pick<Tx, 'db'>, userId: number): Promise<number> {
  const rows = await sql<{
    count: number;
  }>`select count(*)::int as count from user_drafts where user_id = ${userId}`.execute(db);
  return rows.rows[0]?.count ?? 0;
}

export async function deleteUserDraft({ db }: Pick<Tx, 'db'>, userId: number, prospectId: number): Promise<void> {
  await sql`delete from user_drafts where user_id = ${userId} and prospect_id = ${prospectId}`.execute(db);
}
