import type { ActingKey } from '@overture/contract/acting-key';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import { selectActingKey } from '../../kernel/api-keys/acting-key.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { requireRoom } from '../../kernel/limits/room.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'user'>;

export interface NoteRow {
  id: number;
  content: string;
  created_at: Date;
  updated_at: Date;
  author: string | null;
  acting_key: ActingKey | null;
}

const columns = sql`n.id, n.content, n.created_at, n.updated_at, (select u.name from users u where u.id = n.user_id) as author,
  ${selectActingKey('n')} as acting_key`;

/** Notes on a lead, newest first. */
export async function listNotes({ db }: Tx, prospectId: number): Promise<NoteRow[]> {
  const rows = await sql<NoteRow>`select ${columns} from chat_notes n where n.prospect_id = ${prospectId}
    order by n.created_at desc, n.id desc limit ${LIST_LIMITS.notes}`.execute(db);
  return rows.rows;
}

export async function insertNote(tx: Tx, prospectId: number, content: string): Promise<NoteRow> {
  const { db, organization, user } = tx;
  await requireRoom(tx, sql`select from chat_notes where prospect_id = ${prospectId}`, {
    ...{ limit: LIST_LIMITS.notes, things: 'notes about this lead' },
  });
  const rows = await sql<NoteRow>`insert into chat_notes as n (organization_id, prospect_id, user_id, content)
    values (${organization.id}, ${prospectId}, ${user?.id ?? null}, ${content}) returning ${columns}`.execute(db);
  return rows.rows[0]!;
}

export async function updateNote(
  { db }: Tx,
  prospectId: number,
  id: number,
  content: string,
): Promise<NoteRow | undefined> {
  const rows = await sql<NoteRow>`update chat_notes n set content = ${content}, updated_at = app_now()
    where n.id = ${id} and n.prospect_id = ${prospectId} returning ${columns}`.execute(db);
  return rows.rows[0];
}

export async function deleteNote({ db }: Tx, prospectId: number, id: number): Promise<boolean> {
  const rows = await sql`delete from chat_notes where id = ${id} and prospect_id = ${prospectId}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}
