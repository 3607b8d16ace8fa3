import type { Import } from '@overture/contract/searches';
import type { ColumnMapping } from '@overture/domain/csv/column-guess';
import { IMPORT_UNDO_DAYS, type KnownValues } from '@overture/domain/csv/import-choices';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import type { LeadSourceKind } from '@overture/domain/privacy/lead-sources';
import { cutText } from '@overture/domain/text/text-bounds';
import { sql } from 'kysely';
import type { DomainEventOf } from '../../../events.ts';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';
import type { LeadOrigin } from '../../lead-sources/index.ts';
import type { CustomMapping } from './custom-cells.rules.ts';
import type { BadRow } from './row-batch.rules.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** What a file is and how it is read. */
export interface ImportSource {
  file_name: string;
  file_key: string | null;
  encoding: string;
  delimiter: string;
  header: string[];
  /** Number of the heading's row in the file. */
  header_row: number;
  column_mapping: ColumnMapping;
  /** Rows without a LinkedIn address come in by email or phone although the file has a column of them. */
  imports_unlinked: boolean;
  custom_mapping: readonly CustomMapping[];
  /** Headings of columns that say who may not be contacted. */
  stop_columns: readonly string[];
  bytes_total: number;
  /** What becomes of the values of known leads. */
  known_values: KnownValues;
}

export interface ImportRow extends ImportSource {
  id: number;
  search_id: number;
  search_name: string;
  status: Import['status'];
  added_prospects: number;
  duplicate_rows: number;
  skipped_rows: number;
  bad_rows: number;
  /** Values that were left out. */
  unfit_values: number;
  /** Values that were imported, although letters of theirs are lost. */
  odd_values: number;
  /** Rows that were added with a gap. */
  incomplete_rows: number;
  /** Known leads of which something was changed. */
  updated_prospects: number;
  /** Rows whose profile is one lead's and whose email is another's. */
  conflict_rows: number;
  total_rows: number;
  bytes_read: number;
  /** False for imports of a release that kept nothing of them: they can't be undone. */
  keeps_changes: boolean;
  undo_state: 'running' | 'done' | 'failed' | null;
  undo_position: string | null;
  undone_prospects: number;
  /** New leads that stay after undoing, because they are in use. */
  kept_prospects: number;
  /** These belong to imports from LinkedIn (linkedin-import/). */
  kind: Import['kind'];
  source_url: string | null;
  account_id: number | null;
  amount: number | null;
  cursor: string | null;
  wake_at: Date;
  waiting_for: string | null;
  error: string | null;
  lease_token: number;
  attempts: number;
  created_at: Date;
  finished_at: Date | null;
  created_by: number | null;
  /** The API key or app that started it. */
  key_name: string | null;
}

export const importColumns = sql`i.id, i.search_id, s.name as search_name, i.file_name, i.file_key, i.encoding, i.delimiter, i.header, i.header_row, i.imports_unlinked,
  i.column_mapping, i.custom_mapping, i.stop_columns, i.status, i.added_prospects, i.duplicate_rows, i.skipped_rows, i.bad_rows, i.unfit_values, i.odd_values, i.incomplete_rows, i.updated_prospects, i.conflict_rows,
  i.known_values, i.keeps_changes, i.undo_state, i.undo_position, i.undone_prospects, i.kept_prospects, i.total_rows, i.bytes_read,
  i.bytes_total, i.kind, i.source_url, i.account_id, i.amount, i.cursor, i.wake_at, i.waiting_for, i.error, i.lease_token, i.attempts, i.created_at, i.finished_at, i.created_by, i.key_name`;
export const importTable = sql`imports i join searches s on s.id = i.search_id`;
const KEY_NAME_MAX = 200;
/** A worker that has not committed for this long is thought dead. */
export const lease = sql`interval '30 seconds'`;

export function presentImport(row: ImportRow): Import {
  return {
    id: row.id,
    kind: row.kind,
    search_id: row.search_id,
    search_name: row.search_name,
    file_name: row.file_name,
    status: row.status,
    added_prospects: row.added_prospects,
    duplicate_rows: row.duplicate_rows,
    skipped_rows: row.skipped_rows,
    bad_rows: row.bad_rows,
    unfit_values: row.unfit_values,
    odd_values: row.odd_values,
    incomplete_rows: row.incomplete_rows,
    updated_prospects: row.updated_prospects,
    conflict_rows: row.conflict_rows,
    total_rows: row.total_rows,
    bytes_read: row.bytes_read,
    bytes_total: row.bytes_total,
    amount: row.amount,
    source_url: row.source_url,
    waiting_for: row.waiting_for,
    waits_until: row.waiting_for === null ? null : row.wake_at.toISOString(),
    error: row.error,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    ...presentUndo(row),
  };
}

/** Until when an import can be undone, and how far that is. Never one of which no values were kept. */
function presentUndo(
  row: ImportRow,
): Pick<Import, 'undo_state' | 'undo_until' | 'undone_prospects' | 'kept_prospects'> {
  const { finished_at, keeps_changes, undo_state, undone_prospects, kept_prospects } = row;
  const until = keeps_changes && finished_at && new Date(finished_at.getTime() + IMPORT_UNDO_DAYS * 86_400_000);
  return { undo_state, undo_until: until ? until.toISOString() : null, undone_prospects, kept_prospects };
}

/** Where the leads of an import come from. */
export function importOrigin({ kind, file_name, source_url, created_by, key_name }: ImportRow): LeadOrigin {
  const detail = kind === 'csv' ? file_name : (source_url ?? '');
  return { kind: ORIGINS[kind], detail, started_by: { user_id: created_by, key_name } };
}

const ORIGINS = {
  csv: 'csv',
  'linkedin-post': 'linkedin_post',
  'linkedin-group': 'linkedin_group',
  'linkedin-search': 'linkedin_search',
  'sales-navigator': 'sales_navigator',
  recruiter: 'recruiter',
} as const satisfies Record<Import['kind'], LeadSourceKind>;

/** The summary of a file that brought leads, once its last one is in the list. */
export function importedEvent(row: ImportRow): DomainEventOf<'leads_imported'> {
  const { id, search_id, file_name, created_at } = row;
  return { type: 'leads_imported', import_id: id, search_id, file_name, listed_at: created_at.toISOString() };
}

/** @param user who starts an import */
export const keyName = (user: TransactionContext['user']): string | null =>
  user?.api_key ? cutText(user.api_key.name, KEY_NAME_MAX) : null;

export async function insertImport(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  searchId: number,
  createdBy: number | null,
  status: 'queued' | 'running',
  given: ImportSource,
): Promise<number> {
  const rows = await sql<{
    id: number;
  }>`insert into imports (organization_id, search_id, created_by, status, file_name, file_key,
      encoding, delimiter, header, header_row, imports_unlinked, column_mapping, custom_mapping, stop_columns, bytes_total, known_values, keeps_changes, key_name)
    values (${organization.id}, ${searchId}, ${createdBy}, ${status}, ${given.file_name}, ${given.file_key}, ${given.encoding},
      ${given.delimiter}, ${given.header}::text[], ${given.header_row}, ${given.imports_unlinked}, ${toJson(given.column_mapping)}::jsonb,
      ${toJson(given.custom_mapping)}::jsonb, ${[...given.stop_columns]}::text[], ${given.bytes_total}, ${given.known_values}, true, ${keyName(user)})
    returning id`.execute(db);
  return rows.rows[0]!.id;
}

export async function findImport({ db, organization }: Tx, id: number): Promise<ImportRow | undefined> {
  const rows = await sql<ImportRow>`select ${importColumns} from ${importTable}
    where i.organization_id = ${organization.id} and i.id = ${id}`.execute(db);
  return rows.rows[0];
}

/** CSV imports of the organization that have not ended. */
export async function countOpenImports({ db, organization }: Tx): Promise<number> {
  const rows = await sql<{ open: number }>`select count(*)::int as open from imports
    where organization_id = ${organization.id} and kind = 'csv' and status in ('queued', 'running')`.execute(db);
  return rows.rows[0]?.open ?? 0;
}

/** Under way, or ended within the last hour. */
export async function listImports({ db, organization }: Tx): Promise<ImportRow[]> {
  const rows = await sql<ImportRow>`select ${importColumns} from ${importTable}
    where i.organization_id = ${organization.id}
      and (i.status in ('queued', 'running') or i.finished_at > app_now() - interval '1 hour')
    order by i.created_at desc, i.id desc limit ${LIST_LIMITS.running_imports}`.execute(db);
  return rows.rows;
}

/** Claims an unclaimed import. Undefined if it is claimed or has ended. */
export async function claimImport({ db, organization }: Tx, id: number): Promise<ImportRow | undefined> {
  const rows = await sql<ImportRow>`with claimed as (
      update imports set status = 'running', lease_token = lease_token + 1, lease_until = app_now() + ${lease},
        attempts = attempts + 1
      where organization_id = ${organization.id} and id = ${id} and kind = 'csv'
        and (status = 'queued' or (status = 'running' and lease_until < app_now()))
      returning *)
    select ${importColumns} from claimed i join searches s on s.id = i.search_id`.execute(db);
  return rows.rows[0];
}

export interface Progress {
  added: number;
  duplicate: number;
  skipped: number;
  bad: number;
  unfit_values: number;
  odd_values: number;
  incomplete_rows: number;
  updated_prospects: number;
  conflict_rows: number;
  bytes_read: number;
  is_last: boolean;
}

/** Counts a batch; undefined when the claim is no longer ours: then the whole batch must be rolled back. */
export async function recordProgress(
  { db, organization }: Tx,
  id: number,
  token: number,
  by: Progress,
): Promise<ImportRow | undefined> {
  const total = by.added + by.duplicate + by.skipped + by.bad;
  const rows = await sql<ImportRow>`with counted as (
      update imports set added_prospects = added_prospects + ${by.added}, duplicate_rows = duplicate_rows + ${by.duplicate},
        skipped_rows = skipped_rows + ${by.skipped}, unfit_values = unfit_values + ${by.unfit_values},
        odd_values = odd_values + ${by.odd_values}, incomplete_rows = incomplete_rows + ${by.incomplete_rows},
        updated_prospects = updated_prospects + ${by.updated_prospects}, conflict_rows = conflict_rows + ${by.conflict_rows}, bad_rows = bad_rows + ${by.bad}, total_rows = total_rows + ${total},
        bytes_read = ${by.bytes_read}, lease_until = app_now() + ${lease}, attempts = 0,
        status = ${by.is_last ? 'finished' : 'running'}, finished_at = ${by.is_last ? sql`app_now()` : null}
      where organization_id = ${organization.id} and id = ${id} and lease_token = ${token} and status = 'running'
      returning *)
    select ${importColumns} from counted i join searches s on s.id = i.search_id`.execute(db);
  return rows.rows[0];
}

export async function insertBadRows(
  { db, organization }: Tx,
  importId: number,
  rows: readonly BadRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into import_bad_rows (organization_id, import_id, row_number, reason, line)
    select ${organization.id}, ${importId}, row_number, reason, line
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as given (row_number integer, reason text, line text)`.execute(db);
}

/** Bad rows after a row number, in order. */
export async function listBadRows({ db, organization }: Tx, importId: number, after: number): Promise<BadRow[]> {
  const rows = await sql<BadRow>`select row_number, reason, line from import_bad_rows
    where organization_id = ${organization.id} and import_id = ${importId} and row_number > ${after}
    order by row_number limit 2000`.execute(db);
  return rows.rows;
}

/** Ends an import that is under way; undefined when it is not. With `token`, only while the claim is ours. */
export async function endImport(
  { db, organization }: Tx,
  id: number,
  status: 'failed' | 'cancelled',
  error: string | null,
  token: number | null = null,
): Promise<ImportRow | undefined> {
  const rows = await sql<ImportRow>`with ended as (
      update imports set status = ${status}, error = ${error}, finished_at = app_now(), lease_token = lease_token + 1,
        waiting_for = null
      where organization_id = ${organization.id} and id = ${id} and status in ('queued', 'running')
        and (${token}::bigint is null or lease_token = ${token})
      returning *)
    select ${importColumns} from ended i join searches s on s.id = i.search_id`.execute(db);
  return rows.rows[0];
}

/** Releases a claim early: another worker need not wait for its expiry. */
export async function releaseImport(
  { db, organization }: Tx,
  { id, lease_token, is_try }: Pick<ImportRow, 'id' | 'lease_token'> & { is_try: boolean },
): Promise<void> {
  await sql`update imports set status = 'queued', lease_until = app_now(), attempts = greatest(0, attempts - ${is_try ? 0 : 1})
    where organization_id = ${organization.id} and id = ${id} and lease_token = ${lease_token} and status = 'running'`.execute(
    db,
  );
}

type SystemTx = Pick<SystemTransactionContext, 'db'>;

/** Imports, and their undoing, that wait or whose worker is gone, of all organizations. */
export const SWEEP_LOOP = 'imports-sweep';

export async function findAbandonedImports({
  db,
}: SystemTx): Promise<{ id: number; organization_id: number; is_undone: boolean }[]> {
  const rows = await sql<{
    id: number;
    organization_id: number;
    is_undone: boolean;
  }>`select id, organization_id, undo_state is not null as is_undone from imports
    where (status in ('queued', 'running') and kind = 'csv' or undo_state = 'running') and lease_until < app_now() - interval '2 seconds'
      and ${isNotParked(SWEEP_LOOP, sql.ref('organization_id'), sql`id::text`)}
    order by lease_until limit 100`.execute(db);
  return rows.rows;
}

/** Files of imports that have ended. */
export async function findSpentFiles({
  db,
}: SystemTx): Promise<{ id: number; organization_id: number; file_key: string }[]> {
  const rows = await sql<{
    id: number;
    organization_id: number;
    file_key: string;
  }>`select id, organization_id, file_key from imports
    where file_key is not null and status in ('finished', 'failed', 'cancelled')
      and ${isNotParked(SWEEP_LOOP, sql.ref('organization_id'), sql`'file ' || id`)} limit 20`.execute(db);
  return rows.rows;
}

export async function forgetFile({ db }: SystemTx, id: number): Promise<void> {
  await sql`update imports set file_key = null where id = ${id}`.execute(db);
}
