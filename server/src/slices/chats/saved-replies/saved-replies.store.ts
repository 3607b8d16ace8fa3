import type { SavedReply } from '@overture/contract/saved-replies';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type Given = Omit<SavedReply, 'id' | 'use_count'>;

const columns = sql.raw('id, name, message, user_id is not null as is_own, use_count');
/** The team's and the user's own; private ones of others are invisible. */
const isSeenBy = (userId: number) => sql`(user_id is null or user_id = ${userId})`;

export async function listSavedReplies({ db }: Tx, userId: number, limit: number): Promise<SavedReply[]> {
  const rows = await sql<SavedReply>`select ${columns} from saved_replies where ${isSeenBy(userId)}
    order by use_count desc, lower(name), id limit ${limit}`.execute(db);
  return rows.rows;
}

export async function countSavedReplies({ db }: Tx): Promise<number> {
  const rows = await sql<{ count: number }>`select count(*)::int as count from saved_replies`.execute(db);
  return rows.rows[0]?.count ?? 0;
}

export async function insertSavedReply({ db, organization }: Tx, userId: number, given: Given): Promise<SavedReply> {
  const rows = await sql<SavedReply>`insert into saved_replies (organization_id, user_id, name, message)
    values (${organization.id}, ${given.is_own ? userId : null}, ${given.name}, ${given.message}) returning ${columns}`.execute(
    db,
  );
  return rows.rows[0]!;
}

export async function updateSavedReply(
  { db }: Tx,
  userId: number,
  id: number,
  given: Given,
): Promise<SavedReply | undefined> {
  const rows = await sql<SavedReply>`update saved_replies set name = ${given.name}, message = ${given.message},
      user_id = ${given.is_own ? userId : null}, updated_at = app_now()
    where id = ${id} and ${isSeenBy(userId)} returning ${columns}`.execute(db);
  return rows.rows[0];
}

export async function deleteSavedReply({ db }: Tx, userId: number, id: number): Promise<boolean> {
  const rows = await sql`delete from saved_replies where id = ${id} and ${isSeenBy(userId)}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export async function countUse({ db }: Tx, userId: number, id: number): Promise<boolean> {
  const rows = await sql`update saved_replies set use_count = use_count + 1
    where id = ${id} and ${isSeenBy(userId)}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}
