import { sql } from 'kysely';
import type { SystemContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';

type Reader = Pick<SystemContext, 'systemRead'>;

export interface NamingColumn {
  table_name: string;
  column_name: string;
  is_list: boolean;
}

/** Columns of keys (`file_key`, `logo_file`), and lists of objects with `file_key` (`files`). */
export async function listNamingColumns({ systemRead }: Reader): Promise<NamingColumn[]> {
  const { rows } = await systemRead(({ db }) =>
    sql<NamingColumn>`select table_name, column_name, data_type = 'jsonb' as is_list from information_schema.columns
      where table_schema = 'public' and (column_name in ('file_key', 'logo_file') and data_type = 'text'
        or column_name = 'files' and data_type = 'jsonb')
      order by table_name, column_name limit 100`.execute(db),
  );
  return rows;
}

/** Keys that a row of the column names, in their order, after one; each once. */
export async function listNamedKeys(
  { systemRead }: Reader,
  column: NamingColumn,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await systemRead(({ db }) =>
    sql<{ key: string }>`select distinct key from (${keysOf(column)}) named
      where key > ${after} order by key limit ${limit}`.execute(db),
  );
  return rows.map(({ key }) => key);
}

/** Of these keys, those that a row names. */
export async function findNamedKeys(
  { systemRead }: Reader,
  columns: readonly NamingColumn[],
  keys: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const column of columns) {
    const { rows } = await systemRead(({ db }) =>
      sql<{ key: string }>`select distinct key from (${keysOf(column)}) named
        where key in (select jsonb_array_elements_text(${toJson(keys)}::jsonb))`.execute(db),
    );
    for (const { key } of rows) found.add(key);
  }
  return found;
}

function keysOf({ table_name, column_name, is_list }: NamingColumn) {
  const [table, column] = [sql.table(table_name), sql.ref(column_name)];
  if (!is_list) return sql`select ${column} as key from ${table} where ${column} is not null`;
  return sql`select coalesce(file->>'file_key', file->>'key') as key
    from ${table}, jsonb_array_elements(case jsonb_typeof(${column}) when 'array' then ${column} else '[]' end) file
    where coalesce(file->>'file_key', file->>'key') is not null`;
}
