import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BackupManifest, BackupTable } from './archive-format.ts';

type Name = Pick<BackupTable, 'schema' | 'name'>;
type Writable = ReturnType<typeof copyFrom>;

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const fullName = ({ schema, name }: Name): string => `${quote(schema)}.${quote(name)}`;

/** Tables of ours that exist in a database already. */
export async function countTables(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string | number }>(
    `select count(*) as count from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
     or relkind = 'r' and relnamespace = to_regnamespace('graphile_worker')`,
  );
  return Number(rows[0]!.count);
}

export async function beginLoading(client: pg.Client): Promise<void> {
  await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0');
}

/** Statements to run when the rows are in: keys and rules are dropped until then, since rows come in any order. */
export async function dropRules(client: pg.Client): Promise<string[]> {
  const keys = await client.query<{ off: string; on: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by conrelid::regclass::text, conname`,
  );
  // Rows that a table's owner may not copy in while its rules hold for the owner too.
  const forced = await client.query<{ off: string; on: string }>(
    `select format('alter table %s no force row level security', oid::regclass) as off,
       format('alter table %s force row level security', oid::regclass) as on
     from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace order by relispartition, relname`,
  );
  const triggers = await client.query<{ off: string; on: string }>(
    `select distinct format('alter table %s disable trigger user', tgrelid::regclass) as off,
       format('alter table %s enable trigger user', tgrelid::regclass) as on
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not tgisinternal and not c.relispartition and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
  );
  const all = [...keys.rows, ...forced.rows, ...triggers.rows];
  await client.query(all.map(({ off }) => off).join('; '));
  return all.map(({ on }) => on);
}

export async function putRulesBack(client: pg.Client, statements: readonly string[]): Promise<void> {
  await client.query(statements.join('; '));
}

/** Migrations put a first row into some tables. */
export async function emptyTables(client: pg.Client, tables: readonly Name[]): Promise<void> {
  await client.query(`truncate ${tables.map(fullName).join(', ')}`);
}

export async function openEventMonths(client: pg.Client, months: readonly string[]): Promise<void> {
  for (const month of months)
    await client.query('select open_event_months($1::timestamptz, $1::timestamptz)', [`${month}-01T00:00:00Z`]);
}

/** Columns of a backed-up table that this version's table lacks. */
export async function listMissingColumns(
  client: pg.Client,
  { schema, name, columns }: Name & Pick<BackupTable, 'columns'>,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select wanted as name from unnest($1::text[]) as wanted where not exists (
       select from pg_attribute where attrelid = to_regclass($2) and attname = wanted and attnum > 0 and not attisdropped)`,
    [columns, fullName({ schema, name })],
  );
  return rows.map((row) => row.name);
}

export function openTable(client: pg.Client, table: BackupTable): Writable {
  return client.query(copyFrom(`copy ${fullName(table)} (${table.columns.map(quote).join(', ')}) from stdin`));
}

export async function setSequences(client: pg.Client, sequences: BackupManifest['sequences']): Promise<void> {
  for (const { name, last_value, is_called } of sequences)
    await client.query(`select setval(to_regclass($1), $2::bigint, $3) where to_regclass($1) is not null`, [
      `public.${quote(name)}`,
      last_value,
      is_called,
    ]);
}

/**
 * Rows that grant access, or continue a sign-in, for a while: a backup must not bring back what was ended after it was made.
 * The test of backups holds every table with an expiry against this list.
 */
export const ENDED_BY_RESTORE = [
  'sessions',
  'live_tickets',
  'sign_in_tickets',
  'one_time_codes',
  'passkey_challenges',
  'registrations',
  'saml_requests',
  'mailbox_consents',
  'integration_consents',
  'linkedin_sign_ins',
  'export_links',
  // A connection of an app that was ended after the backup was made: its tokens stay ended. The person connects it again.
  'oauth_codes',
  'oauth_tokens',
];

/**
 * Says it on cards by hand that may have been carried out since the backup. By the clock of the installation. Rows that were added after the backup are
 * gone, and links to them lead nowhere: new rows do not get their numbers.
 */
export async function markRestored(client: pg.Client, backedUpAt: string): Promise<void> {
  await client.query(
    'update installation set restored_at = app_now(), restored_from = $1::timestamptz + clock_offset',
    [backedUpAt],
  );
  await client.query('select skip_lost_numbers()');
}

/** Nothing is sent until a person confirms; no process of the past is alive, and all users are signed out. */
export async function settleRestored(client: pg.Client, reason: string): Promise<void> {
  await client.query(`update installation set sending_held_since = statement_timestamp(), sending_held_reason = $1`, [
    reason,
  ]);
  // An older version lacks the column, and its migration sets it for a database that is held.
  const [lacking] = await listMissingColumns(client, {
    schema: 'public',
    name: 'installation',
    columns: ['numbers_timeline'],
  });
  if (!lacking) await client.query('update installation set numbers_timeline = null');
  await client.query('delete from worker_heartbeats');
  const there = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) as name where to_regclass('public.' || name) is not null`,
    [ENDED_BY_RESTORE],
  );
  for (const { name } of there.rows) await client.query(`delete from public.${quote(name)}`);
  // What an assistant prepared may have been sent after the backup was made.
  if (await hasTable(client, 'approvals'))
    await client.query(`update approvals set state = 'expired' where state in ('prepared', 'waiting')`);
  // A notice that waited is mailed within seconds: it may have left after the backup was made.
  if (await hasTable(client, 'notice_mails'))
    await client.query(`update notice_mails set refused = $1 where begun_at is null and refused is null`, [
      'The installation was restored from a backup, and this may have been mailed before.',
    ]);
  // The key of another tool was erased, at the latest, when its import ended.
  if (await hasTable(client, 'tool_imports'))
    await client.query(
      `update tool_imports set sealed_key = null, state = case when state = 'reading' then 'paused' else state end, note = $1
        where sealed_key is not null`,
      ['The installation was restored from a backup. Enter the key again.'],
    );
  // A change of address that was not confirmed; the link that undoes one stays good.
  await client.query(`update email_changes set ended_at = app_now() where ended_at is null and confirmed_at is null`);
  await client.query(
    'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null',
  );
  await client.query(
    'update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null',
  );
}

/** A backup of an earlier version may lack a table. */
async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  return (await client.query(`select from pg_class where oid = to_regclass('public.' || $1)`, [name])).rowCount === 1;
}

/** Current counts, to be compared with those of the backup. */
export async function countRows(client: pg.Client, table: Name): Promise<number> {
  const { rows } = await client.query<{ count: string | number }>(`select count(*) as count from ${fullName(table)}`);
  return Number(rows[0]!.count);
}
