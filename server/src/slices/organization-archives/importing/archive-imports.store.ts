import type { ArchiveImport, ArchiveImportReport } from '@overture/contract/archive-imports';
import type { Role } from '@overture/domain/access/permissions';
import { ARCHIVE_LIMITS } from '@overture/domain/limits';
import { sql } from 'kysely';
import type { ReadContext, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { isNotParked, type Unit } from '../../../kernel/rounds/rounds.ts';
import { queueFileDeletions } from '../../../kernel/uploads/file-deletions.ts';

type Reader = Pick<ReadContext, 'db'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export const IMPORT_EXPIRY_LOOP = 'archive-imports';

/** What became of the rows of one table. */
export interface TableCount {
  made: number;
  found: number;
  left_out: Record<string, number>;
}

export type Counts = Record<string, TableCount>;

export interface ImportRow {
  id: number;
  state: ArchiveImport['state'];
  file_name: string;
  file_key: string | null;
  size_in_bytes: number;
  created_at: Date;
  created_by: string | null;
  expires_at: Date;
  rows_done: number;
  rows_total: number | null;
  report: ArchiveImportReport | null;
  counts: Counts;
  error: string | null;
}

const columns = sql`i.id, i.state, i.file_name, i.file_key, i.size_in_bytes, i.created_at, i.expires_at, i.rows_done, i.rows_total,
  i.report, i.counts, i.error,
  (select u.name from users u where u.id = i.created_by and u.organization_id = i.organization_id) as created_by`;

export async function listImports({ db }: Reader): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`select ${columns} from archive_imports i order by i.id desc
    limit ${ARCHIVE_LIMITS.shown}`.execute(db);
  return rows;
}

export async function findImport({ db }: Reader, id: number): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`select ${columns} from archive_imports i where i.id = ${id}`.execute(db);
  return rows[0];
}

/** The import that the organization has open. */
export async function findOpen({ db }: Reader): Promise<{ state: ImportRow['state'] } | undefined> {
  const { rows } = await sql<{ state: ImportRow['state'] }>`select state from archive_imports
    where state in ('checking', 'checked', 'working', 'stopped', 'failed', 'undoing') limit 1`.execute(db);
  return rows[0];
}

/** Undefined while another one is open. */
export async function insertImport(
  { db, organization }: Tx,
  given: {
    user_id: number | null;
    file_name: string;
    file_key: string;
    size_in_bytes: number;
    sealed_key: Buffer | null;
  },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`insert into archive_imports
      (organization_id, created_by, file_name, file_key, size_in_bytes, sealed_key, expires_at)
    values (${organization.id}, ${given.user_id}, ${given.file_name}, ${given.file_key}, ${given.size_in_bytes}, ${given.sealed_key},
      app_now() + make_interval(days => ${ARCHIVE_LIMITS.import_kept_in_days}))
    on conflict (organization_id) where state in ('checking', 'checked', 'working', 'stopped', 'failed', 'undoing') do nothing
    returning id`.execute(db);
  return rows[0]?.id;
}

/** Moves an import on. False if it is in none of the states that it may come from. */
export async function moveImport(
  { db }: Tx,
  id: number,
  from: readonly ImportRow['state'][],
  to: ImportRow['state'],
): Promise<boolean> {
  const days = to === 'checked' ? ARCHIVE_LIMITS.import_kept_in_days : ARCHIVE_LIMITS.undo_in_days;
  const isOver = ['refused', 'discarded', 'done', 'undone'].includes(to);
  const { rows } = await sql`update archive_imports set state = ${to}, tries = 0, error = null,
      expires_at = app_now() + make_interval(days => ${days}), finished_at = case when ${isOver} then app_now() end,
      sealed_key = case when ${isOver} then null else sealed_key end
    where id = ${id} and state = any(${[...from]}::text[]) returning id`.execute(db);
  return rows.length > 0;
}

export interface ClaimedImport {
  id: number;
  state: ImportRow['state'];
  /** Of the try: a later one writes under a higher number. */
  attempts: number;
  tries: number;
  phase: number;
  phase_rows: number;
  file_key: string | null;
  file_name: string;
  sealed_key: Buffer | null;
  counts: Counts;
  /** Who asked for it, with their rights of today; null for a person who has left. */
  person: { id: number; role: Role } | null;
}

/** Starts a try, after which earlier ones can't write. Undefined for an import without work. */
export async function claimImport({ db }: Tx, id: number): Promise<ClaimedImport | undefined> {
  const { rows } = await sql<ClaimedImport>`update archive_imports i set attempts = attempts + 1, tries = tries + 1
    where id = ${id} and state in ('checking', 'working', 'undoing')
    returning id, state, attempts, tries, phase, phase_rows, file_key, file_name, sealed_key, counts,
      (select json_build_object('id', u.id, 'role', u.role) from users u
        where u.id = i.created_by and u.organization_id = i.organization_id and u.active) as person`.execute(db);
  return rows[0];
}

/** Holds the import until the end of the transaction. False if it was stopped, or another try has begun. */
export async function holdImport({ db }: Tx, { id, state, attempts }: ClaimedImport): Promise<boolean> {
  const { rows } =
    await sql`select id from archive_imports where id = ${id} and state = ${state} and attempts = ${attempts}
    for update`.execute(db);
  return rows.length > 0;
}

export async function saveProgress(
  { db }: Tx,
  { id }: ClaimedImport,
  given: { phase: number; phase_rows: number; rows: number; counts: Counts },
): Promise<void> {
  await sql`update archive_imports set phase = ${given.phase}, phase_rows = ${given.phase_rows}, rows_done = rows_done + ${given.rows},
      counts = ${toJson(given.counts)}::jsonb, tries = 0 where id = ${id}`.execute(db);
}

export async function saveReport(
  { db }: Tx,
  { id }: ClaimedImport,
  report: ArchiveImportReport,
  rowsTotal: number,
): Promise<void> {
  await sql`update archive_imports set report = ${toJson(report)}::jsonb, rows_done = 0, rows_total = ${rowsTotal}
    where id = ${id}`.execute(db);
}

/** How much of the file was checked, or of the import undone. False like `holdImport`. */
export async function saveSteps({ db }: Tx, claimed: ClaimedImport, done: number, total: number): Promise<boolean> {
  const { rows } = await sql`update archive_imports set rows_done = ${done}, rows_total = ${total}, tries = 0
    where id = ${claimed.id} and state = ${claimed.state} and attempts = ${claimed.attempts} returning id`.execute(db);
  return rows.length > 0;
}

export async function saveError({ db }: Tx, { id }: Pick<ClaimedImport, 'id'>, error: string): Promise<void> {
  await sql`update archive_imports set error = ${error} where id = ${id}`.execute(db);
}

export async function deleteFile(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ file_key: string }>`update archive_imports i set file_key = null
    from (select id, file_key from archive_imports where id = ${id} and file_key is not null for update) old
    where i.id = old.id returning old.file_key`.execute(tx.db);
  await queueFileDeletions(
    tx,
    rows.map(({ file_key }) => file_key),
  );
}

/** Imports whose file, or whose record, is over, across organizations. */
export function listExpired(system: SystemContext): Promise<(Unit & { id: number; state: ImportRow['state'] })[]> {
  return system.systemRead(async ({ db }) => {
    const { rows } = await sql<{ id: number; organization_id: number; state: ImportRow['state']; key: string }>`
      select id, organization_id, state, id::text as key from archive_imports
      where state in ('checked', 'stopped', 'failed', 'done') and expires_at <= app_now()
        and (state <> 'done' or exists (select from archive_import_ids m where m.import_id = archive_imports.id))
        and ${isNotParked(IMPORT_EXPIRY_LOOP, sql.ref('organization_id'), sql`id::text`)}
      order by expires_at limit 50`.execute(db);
    return rows;
  });
}

/** Ends an import whose time is over, with its time as it was: it can be undone no longer. Undefined for one that is continued. */
export async function endExpired(
  { db }: Tx,
  id: number,
): Promise<{ state: 'done' | 'discarded'; file_key: string | null } | undefined> {
  const { rows } = await sql<{ state: 'done' | 'discarded'; file_key: string | null }>`update archive_imports i
    set state = case when old.state = 'checked' then 'discarded' else 'done' end, file_key = null, sealed_key = null,
      finished_at = coalesce(i.finished_at, app_now())
    from (select id, state, file_key from archive_imports where id = ${id} for update) old
    where i.id = old.id and old.state in ('checked', 'stopped', 'failed', 'done') and i.expires_at <= app_now()
    returning i.state, old.file_key`.execute(db);
  return rows[0];
}

/** Deletes a part of the record of what an import made. True if there is more. */
export async function deleteRecord({ db }: Tx, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from archive_import_ids where ctid = any(array(
    select ctid from archive_import_ids where import_id = ${id} limit 20000))`.execute(db);
  return numAffectedRows > 0n;
}
