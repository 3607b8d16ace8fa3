import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
  organization: { id: number };
}

/** Whether the model may read what the organization's leads answer. */
export async function isReadByModel({ db, organization }: Tx): Promise<boolean> {
  const rows = await sql<{ is_read: boolean }>`select answers_read_by_model as is_read from organizations
    where organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]?.is_read ?? false;
}

/** @returns whether it was the other way until now */
export async function updateReadByModel({ db, organization }: Tx, isRead: boolean): Promise<boolean> {
  const rows = await sql`update organizations set answers_read_by_model = ${isRead}
    where organization_id = ${organization.id} and answers_read_by_model <> ${isRead}`.execute(db);
  return rows.numAffectedRows === 1n;
}
