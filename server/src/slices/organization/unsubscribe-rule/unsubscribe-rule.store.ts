import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
  organization: { id: number };
}

/** Whether every mail of the organization's campaigns must say in its text how to unsubscribe. */
export async function isLinkRequired({ db, organization }: Tx): Promise<boolean> {
  const rows = await sql<{ is_required: boolean }>`select requires_unsubscribe_link as is_required from organizations
    where organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]?.is_required ?? false;
}

/** @returns whether it was the other way until now */
export async function updateLinkRequired({ db, organization }: Tx, isRequired: boolean): Promise<boolean> {
  const rows = await sql`update organizations set requires_unsubscribe_link = ${isRequired}
    where organization_id = ${organization.id} and requires_unsubscribe_link <> ${isRequired}`.execute(db);
  return rows.numAffectedRows === 1n;
}
