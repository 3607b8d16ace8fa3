import { sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import type { Ref } from './references.service.ts';

type Reader = Pick<ReadContext, 'db'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export type IdState = 'made' | 'found' | 'reserved';

export interface KnownId {
  new_id: number | null;
  new_key: unknown;
  state: IdState;
}

export interface NewId extends Omit<KnownId, 'new_key'> {
  table_name: string;
  old_id: string;
  new_key?: unknown;
}

export const refKey = ({ table, id }: Pick<Ref, 'table' | 'id'>): string => `${table}:${id}`;

/** What rows of the archive became, by `refKey`. By the index, also where the planner does not know yet how large the table is. */
export async function findIds(
  { db }: Reader,
  importId: number,
  refs: readonly Pick<Ref, 'table' | 'id'>[],
): Promise<Map<string, KnownId>> {
  if (refs.length === 0) return new Map();
  const wanted = [...new Map(refs.map((ref) => [refKey(ref), ref])).values()];
  const { rows } = await sql<KnownId & { table_name: string; old_id: string }>`
    select g.table_name, g.old_id, m.new_id, m.new_key, m.state
    from unnest(${wanted.map(({ table }) => table)}::text[], ${wanted.map(({ id }) => id)}::text[]) as g (table_name, old_id)
    cross join lateral (select new_id, new_key, state from archive_import_ids m
      where m.import_id = ${importId} and m.table_name = g.table_name and m.old_id = g.old_id limit 1) m`.execute(db);
  return new Map(rows.map((row) => [refKey({ table: row.table_name, id: row.old_id }), row]));
}

/** A reserved id keeps its number when its row arrives. */
export async function saveIds({ db, organization }: Tx, importId: number, ids: readonly NewId[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`insert into archive_import_ids (organization_id, import_id, table_name, old_id, new_id, new_key, state)
    select ${organization.id}::bigint, ${importId}::bigint, g.table_name, g.old_id, g.new_id, g.new_key, g.state
    from json_to_recordset(${toJson(ids)}::json) as g (table_name text, old_id text, new_id bigint, new_key jsonb, state text)
    on conflict (import_id, table_name, old_id) do update set new_id = excluded.new_id, new_key = excluded.new_key,
      state = excluded.state`.execute(db);
}

/** True if a row of the table is here, by the import or before it. */
export async function hasTable({ db }: Reader, importId: number, table: string): Promise<boolean> {
  const { rows } = await sql`select from archive_import_ids where import_id = ${importId} and table_name = ${table}
    and state <> 'reserved' limit 1`.execute(db);
  return rows.length > 0;
}

export interface MadeRow {
  old_id: string;
  new_id: number | null;
  new_key: unknown;
}

/** Rows of a table that the import made, after the given one. */
export async function listMade({ db }: Reader, importId: number, table: string, amount: number): Promise<MadeRow[]> {
  const { rows } = await sql<MadeRow>`select old_id, new_id, new_key from archive_import_ids
    where import_id = ${importId} and table_name = ${table} and state = 'made' order by old_id limit ${amount}`.execute(
    db,
  );
  return rows;
}

/** They are deleted, or stay because other work uses them. */
export async function forgetMade(
  { db }: Tx,
  importId: number,
  table: string,
  oldIds: readonly string[],
): Promise<void> {
  await sql`delete from archive_import_ids where import_id = ${importId} and table_name = ${table}
    and old_id = any(${[...oldIds]}::text[])`.execute(db);
}

/** Conversations that were here, after the given one, and that have messages of the import now. */
export async function listChangedChats(
  { db }: Reader,
  importId: number,
  after: number,
  amount: number,
): Promise<number[]> {
  const { rows } = await sql<{ new_id: number }>`select distinct m.new_id from archive_import_ids m
    where m.import_id = ${importId} and m.table_name = 'chats' and m.state = 'found' and m.new_id > ${after}
      and exists (select from chat_messages k join archive_import_ids x on x.import_id = m.import_id
        and x.table_name = 'chat_messages' and x.new_id = k.id and x.state = 'made' where k.prospect_id = m.new_id)
    order by m.new_id limit ${amount}`.execute(db);
  return rows.map((row) => row.new_id);
}

/** Which of these conversations were here before the import. */
export async function findChatsHere({ db }: Reader, importId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ new_id: number }>`select distinct m.new_id from archive_import_ids m
    where m.import_id = ${importId} and m.table_name = 'chats' and m.state = 'found' and m.new_id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
  return rows.map((row) => row.new_id);
}
