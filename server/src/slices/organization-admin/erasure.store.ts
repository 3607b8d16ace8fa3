import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** Every table whose rows name a file of their organization. */
export const FILE_TABLES = [
  'archive_imports',
  'brand_files',
  'organization_archives',
  'campaign_attachments',
  'chat_attachments',
  'chat_uploads',
  'imports',
  'saved_reply_files',
] as const;
/** Tables whose rows name several, in `files`. */
export const FILE_LIST_TABLES = ['possible_answers', 'tool_imports'] as const;

/**
 * Parallel erasures wait.
 * @returns false when it was erased
 */
export async function lockForErasure({ db }: Tx, id: number): Promise<boolean> {
  const rows = await sql`select from organizations where organization_id = ${id} for update`.execute(db);
  return rows.rows.length > 0;
}

/** Keys of files after one, in their order, each once. */
export async function listFileKeys(
  { db }: Tx,
  id: number,
  table: (typeof FILE_TABLES | typeof FILE_LIST_TABLES)[number],
  after: string,
  limit: number,
): Promise<string[]> {
  const isList = FILE_LIST_TABLES.some((name) => name === table);
  const key = isList ? sql`coalesce(f->>'file_key', f->>'key')` : sql`t.file_key`;
  const files = isList ? sql`cross join jsonb_array_elements(t.files) f` : sql``;
  const rows = await sql<{ file_key: string }>`select distinct ${key} as file_key from ${sql.table(table)} t ${files}
    where t.organization_id = ${id} and ${key} > ${after} order by 1 limit ${limit}`.execute(db);
  return rows.rows.map(({ file_key }) => file_key);
}

/** Some of its people with all that hangs on them. @returns how many */
export async function deletePeople({ db }: Tx, id: number, limit: number): Promise<number> {
  const rows = await sql`delete from prospects where id in
    (select id from prospects where organization_id = ${id} order by id limit ${limit})`.execute(db);
  return Number(rows.numAffectedRows);
}

/** The organization with everything that names it; last what no key ties to it. */
export async function deleteOrganization({ db }: Tx, id: number): Promise<void> {
  await sql`delete from organizations where organization_id = ${id}`.execute(db);
  for (const table of await listUntied({ db })) {
    await sql`delete from ${sql.table(table)} where organization_id = ${id}`.execute(db);
  }
}

/** Tables of tenants without a foreign key to the organization. */
async function listUntied({ db }: Tx): Promise<string[]> {
  const rows = await sql<{ name: string }>`select c.relname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.oid <> 'organizations'::regclass
      and not exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
        and f.confrelid = 'organizations'::regclass and f.conkey = array[a.attnum])
    order by c.relname limit 200`.execute(db);
  return rows.rows.map(({ name }) => name);
}
