import { sql } from 'kysely';
import type { TransactionContext } from '../context.ts';
import type { DB } from '../db/__generated__/database.ts';
import { ApiError, orNotFound } from '../errors.ts';

interface EditedRow {
  /** A table with the columns of the migration `edits`. */
  table: keyof DB & string;
  id: number;
  /** Name of the key; `id` unless said otherwise. */
  key?: string;
}

interface Edit {
  edit_version: number;
  edited_at: Date | null;
  edited_by: number | null;
  name: string | null;
}

/**
 * Refuses an edit of a version other than the stored one: a user cannot overwrite what they never saw. Locks the row, which
 * puts two simultaneous edits in order. An edit without a version always passes.
 * @param given the version the caller saw
 * @param present the stored state, in the shape of the call's response
 * @throws changed_meanwhile, not_found
 */
export async function requireVersion(
  tx: Pick<TransactionContext, 'db' | 'organization' | 'user'>,
  row: EditedRow,
  given: number | null | undefined,
  present: () => Promise<Record<string, unknown>>,
): Promise<void> {
  if (given === null || given === undefined) return;
  const edit = orNotFound(await lockEdit(tx, row));
  if (edit.edit_version === given) return;
  const changed_by = edit.edited_by !== null && edit.edited_by === tx.user?.id ? 'You' : (edit.name ?? 'Somebody');
  const changed_at = edit.edited_at?.toISOString() ?? '';
  const at = changed_at === '' ? '' : ` at ${changed_at.slice(11, 16)} UTC`;
  const refusal = new ApiError('changed_meanwhile', { changed_by, at }, { changed_by, changed_at });
  throw refusal.with(await present());
}

async function lockEdit(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  { table, id, key = 'id' }: EditedRow,
): Promise<Edit | undefined> {
  const rows = await sql<Edit>`select t.edit_version, t.edited_at, t.edited_by, u.name from ${sql.table(table)} t
    left join users u on u.id = t.edited_by
    where t.${sql.ref(key)} = ${id} and t.organization_id = ${organization.id} for no key update of t`.execute(db);
  return rows.rows[0];
}
