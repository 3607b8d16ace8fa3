import { type Kysely, sql } from 'kysely';
import type { ReadContext, SystemContext } from '../../kernel/context.ts';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { ARCHIVED_TABLES, type ArchivedTable, type ArchivedTableName } from './archived-tables.store.ts';

type Tx = Pick<ReadContext, 'db'>;

/** Rows of a page. More rows outlive a collection of young memory and make the heap grow. A wide row holds up to a megabyte or two. */
const ROWS_AT_ONCE = 100;
const WIDE_ROWS_AT_ONCE = 40;

export interface TableShape {
  name: ArchivedTableName;
  columns: { name: string; is_array: boolean; is_nullable: boolean }[];
  /** The columns of the primary key beside the organization. */
  key: string[];
  /** The table that a foreign key of this column names. */
  parents: Record<string, string>;
  /** Columns whose row takes this one along when it is deleted. */
  owners: string[];
  /** A unique key that is checked at the end of a statement or transaction: `on conflict` does not know it. */
  has_deferred_key: boolean;
}

/** Tables of archives as the database has them: columns that hold something of their own, keys and references. */
export async function listShapes(db: Kysely<DB>): Promise<TableShape[]> {
  const names = Object.keys(ARCHIVED_TABLES);
  const { rows } = await sql<TableShape>`select c.relname as name,
    (select json_agg(json_build_object('name', a.attname, 'is_array', t.typcategory = 'A', 'is_nullable', not a.attnotnull) order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'organization_id') as columns,
    (select coalesce(json_agg(a.attname order by k.position), '[]') from pg_constraint p
      cross join unnest(p.conkey) with ordinality k (attnum, position)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where p.conrelid = c.oid and p.contype = 'p' and a.attname <> 'organization_id') as key,
    (select coalesce(json_object_agg(a.attname, f.confrelid::regclass::text), '{}') from pg_constraint f
      join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[cardinality(f.conkey)]
      where f.conrelid = c.oid and f.contype = 'f' and a.attname <> 'organization_id') as parents,
    (select coalesce(json_agg(a.attname), '[]') from pg_constraint f
      join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[cardinality(f.conkey)]
      where f.conrelid = c.oid and f.contype = 'f' and f.confdeltype = 'c' and a.attname <> 'organization_id') as owners,
    exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and not i.indimmediate) as has_deferred_key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any(${names}::text[])`.execute(db);
  const found = new Map<string, TableShape>(rows.map((row) => [row.name, row]));
  return names.map((name) => {
    const shape = found.get(name);
    if (!shape) throw new Error(`the database has no table ${name}`);
    return shape;
  });
}

/** Columns of the table that travel. */
export function listTravelingColumns(shape: TableShape): TableShape['columns'] {
  const { leaves_out = [], sealed }: ArchivedTable = ARCHIVED_TABLES[shape.name];
  return shape.columns.filter(({ name }) => !leaves_out.includes(name) && name !== sealed?.column);
}

const quote = (name: string): string => `t."${name}"`;

/** The id that `$ref` names a row by. */
function idExpression({ key }: Pick<TableShape, 'key'>): string {
  if (key.length === 0) return 't.organization_id';
  return key.length === 1 ? quote(key[0] as string) : `concat_ws('-', ${key.map(quote).join(', ')})`;
}

const refExpression = (target: string): string =>
  `case when ${target} is not null then json_build_object('$ref', ${target}) end`;

/** Where a column of the table points to: by a foreign key, or as declared. */
export const findTarget = (shape: TableShape, column: string): string | undefined =>
  (ARCHIVED_TABLES[shape.name] as ArchivedTable).refs?.[column] ?? shape.parents[column];

function valueExpression(shape: TableShape, { name, is_array }: TableShape['columns'][number]): string {
  const value = quote(name);
  const byRow = (ARCHIVED_TABLES[shape.name] as ArchivedTable).row_refs?.[name];
  if (byRow) return refExpression(`(${byRow})`);
  const target = findTarget(shape, name);
  if (!target) return value;
  if (!is_array) return refExpression(`'${target}:' || ${value}`);
  return `case when ${value} is not null then (select coalesce(json_agg(json_build_object('$ref', '${target}:' || e.id) order by e.position), '[]')
    from unnest(${value}) with ordinality e (id, position)) end`;
}

/** The rows of a table, each a line of JSON. `secret` is the value that travels sealed. */
function describeRows(shape: TableShape): string {
  const { only, adds = {}, sealed, grouped_by }: ArchivedTable = ARCHIVED_TABLES[shape.name];
  const values = [
    `${idExpression(shape)} as "_id"`,
    ...listTravelingColumns(shape)
      .filter(({ name }) => !(shape.key.length === 1 && name === shape.key[0] && !findTarget(shape, name)))
      .map((column) => `${valueExpression(shape, column)} as "${column.name}"`),
    ...Object.entries(adds).map(([name, expression]) => `${expression} as "${name}"`),
  ];
  const key = shape.key.length === 0 ? 't.organization_id' : shape.key.map(quote).join(', ');
  const order = grouped_by ? `${quote(grouped_by)}, ${key}` : key;
  return `select row_to_json(r)::text as line, ${sealed ? `t."${sealed.column}"` : 'null'} as secret, (${idExpression(shape)})::text as id
    from "${shape.name}" t cross join lateral (select ${values.join(', ')}) r ${only ? `where ${only}` : ''} order by ${order}`;
}

export interface ArchiveRow {
  line: string;
  secret: Buffer | string | null;
  id: string;
}

/**
 * Reads a table in pages through a cursor: memory holds one page, and PostgreSQL scans the table once.
 * One table of a snapshot at a time.
 */
export async function* readTable({ db }: Tx, shape: TableShape): AsyncGenerator<ArchiveRow[]> {
  const amount = (ARCHIVED_TABLES[shape.name] as ArchivedTable).is_wide ? WIDE_ROWS_AT_ONCE : ROWS_AT_ONCE;
  await sql.raw(`declare archive_rows no scroll cursor for ${describeRows(shape)}`).execute(db);
  for (;;) {
    const { rows } = await sql.raw<ArchiveRow>(`fetch ${amount} from archive_rows`).execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < amount) break;
  }
  await sql.raw('close archive_rows').execute(db);
}

/** For the progress: exact, in the snapshot. */
export async function countRows({ db }: Tx, shapes: readonly TableShape[]): Promise<number> {
  let sum = 0;
  for (const { name } of shapes) {
    const { only }: ArchivedTable = ARCHIVED_TABLES[name];
    const { rows } = await sql
      .raw<{ rows: number }>(`select count(*) as rows from "${name}" t ${only ? `where ${only}` : ''}`)
      .execute(db);
    sum += rows[0]?.rows ?? 0;
  }
  return sum;
}

/** Settings of the snapshot: index scans rather than sorts of a whole table, and time for the first page. */
export async function prepareSnapshot({ db }: Tx): Promise<void> {
  await sql`select set_config('cursor_tuple_fraction', '0.0001', true), set_config('statement_timeout', '10min', true)`.execute(
    db,
  );
}

/** The organization's name, and the moment of the snapshot. */
export async function findOrganizationName({ db }: Tx): Promise<string> {
  const { rows } = await sql<{
    name: string;
  }>`select name from organizations where organization_id = current_organization_id()`.execute(db);
  return rows[0]?.name ?? '';
}

/** The newest migration: what a reader compares its own with. */
export function findSchemaName(system: SystemContext): Promise<string> {
  return system.systemRead(async ({ db }) => {
    const { rows } = await sql<{ name: string }>`select name from migrations order by id desc limit 1`.execute(db);
    return rows[0]?.name ?? '';
  });
}
