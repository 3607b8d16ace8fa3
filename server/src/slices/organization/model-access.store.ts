import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
  organization: { id: number };
}

/** Whether the model may read replies of leads. */
export async function mayModelReadReplies({ db, organization }: Tx): Promise<boolean> {
  const rows = await sql<{ is_read: boolean }>`select answers_read_by_model as is_read from organizations
    where organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]?.is_read ?? false;
}

/** @returns whether it changed */
export async function setModelAccess({ db, organization }: Tx, isRead: boolean): Promise<boolean> {
  const rows = await sql`update organizations set answers_read_by_model = ${isRead}
    where organization_id = ${organization.id} and answers_read_by_model <> ${isRead}`.execute(db);
  return rows.numAffectedRows === 1n;
}
