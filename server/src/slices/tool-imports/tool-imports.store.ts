import type { ToolImport, ToolImportSummary } from '@overture/contract/tool-imports';
import { TOOL_IMPORT_LIMITS } from '@overture/domain/limits';
import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, SystemContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isNotParked, type Unit } from '../../kernel/rounds/rounds.ts';

type Reader = Pick<ReadContext, 'db'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export const LOOP = 'tool-imports';
export type State = ToolImport['state'];

/** Columns of leads by the names of the tool's variables. */
export type Columns = Record<string, { key: string; is_new: boolean }>;

export interface ImportRow {
  id: number;
  tool: string;
  tool_label: string;
  file_name: string | null;
  state: State;
  sealed_key: Buffer | null;
  position: string | null;
  columns: Columns;
  summary: Partial<ToolImportSummary>;
  rows_done: number;
  rows_total: number | null;
  note: string | null;
  tries: number;
  lease_token: number;
  created_by: number | null;
  created_by_name: string | null;
  created_at: Date;
  finished_at: Date | null;
  has_rows: boolean;
  /** It reads uploaded files instead of the tool's API. */
  has_files: boolean;
}

const columns = sql`i.id, i.tool, i.tool_label, i.file_name, i.state, i.sealed_key, i.position, i.columns, i.summary, i.rows_done,
  i.rows_total, i.note, i.tries, i.lease_token, i.created_by, i.created_at, i.finished_at,
  (select u.name from users u where u.id = i.created_by and u.organization_id = i.organization_id) as created_by_name,
  i.files <> '[]' as has_files,
  exists (select from tool_import_rows r where r.organization_id = i.organization_id and r.import_id = i.id) as has_rows`;

export async function listImports({ db }: Reader): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`select ${columns} from tool_imports i
    order by i.id desc limit ${TOOL_IMPORT_LIMITS.shown}`.execute(db);
  return rows;
}

export async function findImport({ db }: Reader, id: number): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`select ${columns} from tool_imports i where i.id = ${id}`.execute(db);
  return rows[0];
}

/** Undefined while another one is open. */
export async function insertImport(
  { db, organization }: Tx,
  given: {
    tool: string;
    tool_label: string;
    sealed_key: Buffer | null;
    user_id: number;
    file_name?: string;
    files?: readonly object[];
  },
): Promise<number | undefined> {
  const { rows } = await sql<{
    id: number;
  }>`insert into tool_imports (organization_id, tool, tool_label, sealed_key, created_by, file_name, files)
    values (${organization.id}, ${given.tool}, ${given.tool_label}, ${given.sealed_key}, ${given.user_id},
      ${given.file_name ?? null}, ${toJson(given.files ?? [])}::jsonb)
    on conflict (organization_id) where state in ('reading', 'paused', 'review', 'importing', 'undoing') do nothing
    returning id`.execute(db);
  return rows[0]?.id;
}

/** Imports whose next turn is due, of all organizations that aren't suspended, the longest waiting first. */
export async function listDue(system: SystemContext): Promise<(Unit & { id: number })[]> {
  return system.systemRead(async ({ db }) => {
    const { rows } = await sql<
      Unit & { id: number }
    >`select i.id, i.organization_id, i.id::text as key from tool_imports i
      where i.state in ('reading', 'importing', 'undoing') and i.wake_at <= app_now() and i.lease_until <= app_now()
        and exists (select from organizations o where o.organization_id = i.organization_id and o.suspended_at is null)
        and ${isNotParked(LOOP, sql.ref('i.organization_id'), sql`i.id::text`)} order by i.wake_at limit 50`.execute(
      db,
    );
    return rows;
  });
}

/** Longer than a batch takes at its slowest, and renewed while a tool is asked for a page; after it another worker takes over. */
const lease = sql`interval '90 seconds'`;

export async function claimImport({ db }: Tx, id: number): Promise<ImportRow | undefined> {
  const { rows } = await sql<{
    id: number;
  }>`update tool_imports set lease_token = lease_token + 1, lease_until = app_now() + ${lease}
    where id = ${id} and state in ('reading', 'importing', 'undoing') and wake_at <= app_now() and lease_until <= app_now()
    returning id`.execute(db);
  return rows[0] && findImport({ db }, rows[0].id);
}

export interface Progress {
  position?: string | null;
  rows_done?: number;
  rows_total?: number;
  columns?: Columns;
  summary?: Partial<ToolImportSummary>;
  note?: string | null;
  tries?: number;
  /** From now. */
  wake_in_seconds?: number;
  state?: State;
  /** Gives the claim back. */
  is_released?: boolean;
  forgets_key?: boolean;
}

const ENDED: readonly State[] = ['finished', 'stopped', 'failed', 'undone'];

const SETTERS = {
  position: (value: string | null) => sql`position = ${value}`,
  rows_done: (value: number) => sql`rows_done = rows_done + ${value}`,
  rows_total: (value: number) => sql`rows_total = ${value}, rows_done = 0`,
  columns: (value: Columns) => sql`columns = ${toJson(value)}::jsonb`,
  summary: (value: object) => sql`summary = ${toJson(value)}::jsonb`,
  note: (value: string | null) => sql`note = ${value}`,
  tries: (value: number) => sql`tries = ${value}`,
  wake_in_seconds: (value: number) => sql`wake_at = app_now() + make_interval(secs => ${value}::float8)`,
  state: (value: State) => sql`state = ${value}`,
};

/** Writes down how far a claimed import is. False if it was stopped, or another worker has it. */
export async function saveProgress(
  { db }: Tx,
  { id, lease_token, state }: Pick<ImportRow, 'id' | 'lease_token' | 'state'>,
  given: Progress,
): Promise<boolean> {
  const isOver = given.state !== undefined && ENDED.includes(given.state);
  const fields = Object.entries(SETTERS) as [keyof typeof SETTERS, (value: never) => RawBuilder<unknown>][];
  const sets = [
    sql`lease_until = ${given.is_released || given.state ? sql`app_now()` : sql`app_now() + ${lease}`}`,
    ...fields.flatMap(([field, set]) => (given[field] === undefined ? [] : [set(given[field] as never)])),
    ...(given.forgets_key || isOver ? [sql`sealed_key = null`] : []),
    ...(isOver ? [sql`finished_at = app_now()`] : []),
  ];
  const { rows } = await sql`update tool_imports set ${sql.join(sets)}
    where id = ${id} and state = ${state} and lease_token = ${lease_token} returning id`.execute(db);
  return rows.length > 0;
}

/** Changes the state by hand: the claim of a worker ends, and what it has not committed is lost. False from another state. */
export async function changeState(
  { db }: Tx,
  id: number,
  from: readonly State[],
  to: State,
  more: { sealed_key?: Buffer; position?: string | null } = {},
): Promise<boolean> {
  const isOver = to === 'stopped';
  const { rows } =
    await sql`update tool_imports set state = ${to}, note = null, tries = 0, wake_at = app_now(), lease_until = app_now(),
      lease_token = lease_token + 1,
      sealed_key = ${isOver ? null : (more.sealed_key ?? sql`sealed_key`)},
      position = ${more.position === undefined ? sql`position` : more.position},
      rows_done = case when ${to} in ('importing', 'undoing') then 0 else rows_done end,
      finished_at = ${isOver ? sql`app_now()` : null}
    where id = ${id} and state = any(${[...from]}::text[]) returning id`.execute(db);
  return rows.length > 0;
}

/** Stops imports without a decision after a week, and those of suspended organizations whose reading never ends: their keys are erased, and deletes old rows. */
export async function pruneImports(system: SystemContext): Promise<void> {
  await system.systemTransaction(async ({ db }) => {
    await sql`update tool_imports set state = 'stopped', sealed_key = null, finished_at = app_now()
      where state in ('reading', 'paused', 'review')
        and created_at < app_now() - make_interval(days => ${TOOL_IMPORT_LIMITS.review_in_days})`.execute(db);
    await sql`delete from tool_import_rows r where r.id in (select r.id from tool_import_rows r join tool_imports i
        on i.organization_id = r.organization_id and i.id = r.import_id
      where i.state in ('stopped', 'finished', 'failed', 'undone')
        and i.finished_at < app_now() - make_interval(days => ${TOOL_IMPORT_LIMITS.undo_in_days}) limit 20000)`.execute(
      db,
    );
  });
}

/** One import of an organization is open at a time. */
export async function hasOpen({ db }: Reader): Promise<boolean> {
  const { rows } = await sql`select 1 from tool_imports
    where state in ('reading', 'paused', 'review', 'importing', 'undoing') limit 1`.execute(db);
  return rows.length > 0;
}
