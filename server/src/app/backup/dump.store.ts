import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackupManifest, BackupTable } from './archive-format.ts';

type Table = Pick<BackupTable, 'schema' | 'name' | 'columns'>;
type Readable = ReturnType<typeof copyTo>;

/** Tables of the queue that hold work; its other tables are created again. */
const QUEUE_TABLES = ['_private_jobs', '_private_job_queues', '_private_tasks'];

/** All reads see one snapshot, however long they take. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  await client.query('select from installation');
}

/** Whether the login sees every row: else a backup would be less than it says. */
export async function seesEverything(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ sees: boolean }>(
    `select rolsuper or rolbypassrls or pg_has_role(current_user, 'overture_system', 'usage') as sees
     from pg_roles where rolname = current_user`,
  );
  return rows[0]?.sees === true;
}

export interface DatabaseSize {
  holds_data: boolean;
  last_migration: string;
  database_bytes: number;
  /** What a backup takes at most, about: rows shrink to less than half, and long values are stored compressed already. */
  dump_bytes: number;
}

/** Of a database that some version of ours migrated. Its tables may be older than this program knows. */
export async function measureDatabase(client: pg.Client): Promise<DatabaseSize> {
  const { rows } = await client.query<Record<keyof DatabaseSize, string>>(
    `select (select max(name) from public.migrations) as last_migration, pg_database_size(current_database()) as database_bytes,
       (select coalesce(sum(pg_table_size(oid) - pg_relation_size(oid) / 2), 0)::bigint from pg_class
         where relkind = 'r' and relnamespace in ('public'::regnamespace, to_regnamespace('graphile_worker'))) as dump_bytes`,
  );
  const { last_migration, database_bytes, dump_bytes } = rows[0]!;
  return {
    holds_data: await holdsPeople(client),
    last_migration,
    database_bytes: Number(database_bytes),
    dump_bytes: Number(dump_bytes),
  };
}

/** Every organization begins with a person. */
async function holdsPeople(client: pg.Client): Promise<boolean> {
  const found = await client.query<{ is_there: boolean }>(`select to_regclass('public.users') is not null as is_there`);
  if (!found.rows[0]?.is_there) return false;
  const { rows } = await client.query<{ holds: boolean }>('select exists (select from public.users) as holds');
  return rows[0]?.holds === true;
}

export async function findPostgresVersion(client: pg.Client): Promise<string> {
  return (await client.query<{ server_version: string }>('show server_version')).rows[0]!.server_version;
}

export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from public.migrations order by id');
  return rows.map(({ name }) => name);
}

/** With the columns that hold something of their own. Months of events come with the table they are part of. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition
       and (n.nspname = 'public' and c.relname <> 'migrations' or n.nspname = 'graphile_worker' and c.relname = any($1))
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by 1, 2 order by 1 desc, 2`,
    [QUEUE_TABLES],
  );
  return rows;
}

export async function listEventMonths(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ month: string }>(
    `select replace(right(c.relname, 7), '_', '-') as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'public.campaign_events'::regclass order by 1`,
  );
  return rows.map(({ month }) => month);
}

export async function listSequences(client: pg.Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select s.relname as name from pg_class s join pg_namespace n on n.oid = s.relnamespace
     where s.relkind = 'S' and n.nspname = 'public' and s.relname <> 'migrations_id_seq' order by 1`,
  );
  const sequences = [];
  for (const { name } of rows) {
    const state = await client.query<{ last_value: string | number; is_called: boolean }>(
      `select last_value, is_called from public.${quote(name)}`,
    );
    sequences.push({ name, last_value: Number(state.rows[0]!.last_value), is_called: state.rows[0]!.is_called });
  }
  return sequences;
}

/** Rows in PostgreSQL's text format, which every version reads. `rowCount` of the stream says how many, at its end. */
export function openRows(client: pg.Client, { schema, name, columns }: Table): Readable {
  const list = columns.map(quote).join(', ');
  return client.query(copyTo(`copy (select ${list} from ${quote(schema)}.${quote(name)}) to stdout`));
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
