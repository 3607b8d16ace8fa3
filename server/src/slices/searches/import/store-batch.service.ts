import { LEAD_TARGETS } from '@overture/domain/csv/column-guess';
import { INCOMING_FIELDS } from '@overture/domain/leads/incoming-fields';
import { IMPORT_LIMITS } from '@overture/domain/limits';
import { cutText } from '@overture/domain/text/text-bounds';
import type { TransactionContext } from '../../../kernel/context.ts';
import { countSkipped } from '../../erased-people/index.ts';
import { addOtherEmails } from '../../lead-addresses/index.ts';
import { mergeProspects, mergeUnlinked } from '../../lead-merging/index.ts';
import { raiseProspectVersion } from '../../lead-versions/index.ts';
import { insertImportedKeys, insertSuppressions } from '../../suppression-rules/index.ts';
import { findListed, firstMerged, type ListedRow, listMerged } from '../search-prospects.store.ts';
import { addToTotal } from '../searches.store.ts';
import { insertChanges, isNew } from './changes.store.ts';
import type { CustomTarget } from './custom-cells.rules.ts';
import { requireSameColumns } from './custom-targets.service.ts';
import { type ImportRow, importedEvent, importOrigin, insertBadRows, recordProgress } from './imports.store.ts';
import { type BadRow, formatCells, type IncompleteRow, type RowBatch } from './row-batch.rules.ts';
import type { StoppedPeople } from './stopped-rows.rules.ts';

/** Another worker took the import over, or a user stopped it: the changes of the batch must be rolled back. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}

export interface StoredBatch {
  row: ImportRow;
  total_prospects: number;
  /** The first leads of the batch. */
  first_ids: number[];
}

/**
 * Stores a batch and moves the import's position, in one transaction: a batch counts once however often it is tried.
 * @param custom the custom columns that the rows were read with
 * @throws ClaimLostError when the claim named by the row is no longer valid
 */
export async function storeBatch(
  tx: TransactionContext,
  at: ImportRow,
  batch: RowBatch,
  custom: readonly CustomTarget[] = [],
): Promise<StoredBatch> {
  const fields = custom.length === 0 ? INCOMING_FIELDS : [...INCOMING_FIELDS, 'custom' as const];
  if (custom.length > 0) await requireSameColumns(tx, custom);
  const replaced = custom.flatMap(({ key, replaces }) => (replaces ? [key] : []));
  const rules = { values: at.known_values, replaced, keeps_changes: true };
  const linked = batch.leads - batch.unlinked_leads;
  await suppressStopped(tx, at, batch.stopped);
  const source = importOrigin(at);
  const byLinkedin = await mergeProspects(
    tx,
    { source, rows: batch.rows.linked },
    batch.incoming,
    linked,
    fields,
    rules,
  );
  const byAddress = await mergeUnlinked(tx, { source, rows: batch.rows.unlinked }, batch.unlinked, fields, rules);
  const address_source = cutText(`Imported from ${at.file_name}`, 200);
  const others = await addOtherEmails(
    tx,
    batch.other_emails,
    address_source,
    at.known_values === 'keep' ? isNew : undefined,
  );
  const updated_prospects = await insertChanges(tx, at.id, others);
  const listed = await findListed(tx, at.search_id, fields, batch.unlinked_leads > 0);
  const added = await listMerged(tx, at.search_id, at.created_at, at.id);
  const erased = reportErased(batch.rows, byLinkedin.erased, byAddress.erased);
  const conflicts = reportConflicts(batch.rows.linked, byLinkedin.conflicts);
  const { reported, incomplete_rows } = reportListed(at, batch, listed, new Set(erased.map((row) => row.row_number)));
  await countSkipped(tx, 'import', erased.length);
  await insertBadRows(tx, at.id, [...batch.bad, ...batch.left_out, ...mergeReports(reported, conflicts), ...erased]);
  const first_ids = await firstMerged(tx, IMPORT_LIMITS.first_prospects);
  const row = await recordProgress(tx, at.id, at.lease_token, {
    added,
    duplicate: batch.repeated + batch.leads - added - erased.length,
    skipped: batch.skipped + erased.length,
    bad: batch.bad.length,
    unfit_values: batch.unfit_values,
    odd_values: batch.odd_values,
    incomplete_rows,
    updated_prospects,
    conflict_rows: conflicts.length,
    bytes_read: batch.is_last ? at.bytes_total : Math.min(batch.bytes_read, at.bytes_total),
    is_last: batch.is_last,
  });
  if (!row) throw new ClaimLostError();
  if (row.status === 'finished' && row.added_prospects > 0) tx.events.emit(importedEvent(row));
  if (byLinkedin.has_changed_known || byAddress.has_changed_known || others.length > 0) await raiseProspectVersion(tx);
  const total_prospects = await addToTotal(tx, at.search_id, added);
  return { row, total_prospects, first_ids };
}

/** Before they become leads: no campaign gets to them in between. */
async function suppressStopped(tx: TransactionContext, at: ImportRow, { emails, phones, linkedin }: StoppedPeople) {
  if (emails.length + phones.length + linkedin.length === 0) return;
  const said = { reason: 'import', detail: at.file_name, created_by: at.created_by } as const;
  const { id: organization_id } = tx.organization;
  await insertSuppressions(
    tx,
    emails.map((email) => ({ organization_id, email, ...said })),
  );
  await insertImportedKeys(tx, 'phone', phones, said);
  await insertImportedKeys(tx, 'linkedin', linkedin, said);
  tx.events.emit({ type: 'people_suppressed' });
}

const IN_LIST = 'Duplicate: already in this list.';
export const TWO_LEADS =
  "Check this row: its LinkedIn URL is one lead's and its email is another's. The email was left out.";
const ERASED = 'Skipped: this person was erased on request.';
const ANOTHER_ROW = 'Duplicate: the same person as another row.';

/** Rows of people who are in the list already, and what else is said of rows. Of the former only what was read of them is at hand. */
function reportListed(
  { header, column_mapping }: Pick<ImportRow, 'header' | 'column_mapping'>,
  { rows, incomplete }: Pick<RowBatch, 'rows' | 'incomplete'>,
  listed: readonly ListedRow[],
  erased: ReadonlySet<number>,
): { reported: BadRow[]; incomplete_rows: number } {
  const targets = new Map(Object.entries(column_mapping).map(([target, name]) => [name, target]));
  const added = incomplete.filter(({ row_number }) => !erased.has(row_number));
  const remarks = new Map<number, IncompleteRow>(added.map((row) => [row.row_number, row]));
  for (const { n, is_linked, is_in_list, fields } of listed) {
    const row_number = (is_linked ? rows.linked : rows.unlinked)[n - 1] ?? 0;
    const words = is_in_list ? IN_LIST : ANOTHER_ROW;
    const known = remarks.get(row_number);
    const line = known?.line ?? formatCells(header.map((name) => cellOf(fields, targets.get(name))));
    const reason = [words, known?.as_duplicate].filter(Boolean).join(' ');
    remarks.set(row_number, { row_number, reason, line, has_gaps: false, as_duplicate: '' });
  }
  const all = [...remarks.values()];
  const reported = all.map(({ row_number, reason, line }) => ({ row_number, reason, line }));
  return { reported, incomplete_rows: all.filter(({ has_gaps }) => has_gaps).length };
}

/** Rows that name two leads; the row itself is found in the file by its number. */
const reportConflicts = (linked: readonly number[], conflicts: readonly number[]): BadRow[] =>
  conflicts.map((n) => ({ row_number: linked[n - 1] ?? 0, reason: TWO_LEADS, line: '' }));

/** One line for a row of which several things are said. */
function mergeReports(reported: readonly BadRow[], further: readonly BadRow[]): BadRow[] {
  const rows = new Map(reported.map((row) => [row.row_number, row]));
  for (const row of further) {
    const known = rows.get(row.row_number);
    rows.set(row.row_number, known ? { ...known, reason: `${known.reason} ${row.reason}` } : row);
  }
  return [...rows.values()];
}

/** Rows of people who were erased on request. Only their place in the file is kept. */
function reportErased(rows: RowBatch['rows'], linked: readonly number[], unlinked: readonly number[]): BadRow[] {
  const numbers = [...linked.map((n) => rows.linked[n - 1]), ...unlinked.map((n) => rows.unlinked[n - 1])];
  return numbers.map((row_number) => ({ row_number: row_number ?? 0, reason: ERASED, line: '' }));
}

function cellOf(fields: ListedRow['fields'], target: string | undefined): string {
  const read = (wanted: string): string => fields[LEAD_TARGETS.findIndex((entry) => entry.target === wanted)] ?? '';
  if (target === undefined) return '';
  return target === 'full_name' ? `${read('first_name')} ${read('last_name')}`.trim() : read(target);
}
