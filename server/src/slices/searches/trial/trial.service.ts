import type { ImportTrial } from '@overture/contract/searches';
import { IMPORT_TRIAL } from '@overture/domain/csv/import-choices';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { UploadedFile } from '../../../kernel/slice.ts';
import type { CustomTarget } from '../import/custom-cells.rules.ts';
import { makeTargets } from '../import/custom-targets.service.ts';
import { type ImportRequest, parseRequest, readFirstBatch } from '../import/import.service.ts';
import { findImport, insertImport, listBadRows } from '../import/imports.store.ts';
import type { BadRow, RowBatch } from '../import/row-batch.rules.ts';
import { storeBatch, TWO_LEADS } from '../import/store-batch.service.ts';
import { isTurn, listGroups } from './trial.store.ts';

type Ctx = Pick<Context, 'transaction' | 'user' | 'config' | 'ports'>;
type Asked = Awaited<ReturnType<typeof parseRequest>>;

/**
 * Says what an import would do, by doing it for the first rows in a transaction that is rolled back: the import itself cannot do anything
 * else. An organization has one trial at a time, because imports wait for it.
 * @throws busy, csv_only, csv_unreadable, csv_mapping_incomplete, validation_failed, too_large, not_found, too_many_lead_columns
 */
export async function tryImport(
  ctx: Ctx,
  searchId: number,
  file: UploadedFile | null,
  body: ImportRequest,
): Promise<ImportTrial> {
  const asked = await parseRequest(ctx, searchId, file, body);
  const custom = await rollBack(ctx, (tx) => makeTargets(tx, asked.wanted, asked.found));
  const source = { ...asked.source, custom_mapping: custom, file_key: null };
  const batch = await readFirstBatch(asked.file.path, source, custom, IMPORT_TRIAL.rows);
  return rollBack(ctx, async (tx) => {
    if (!(await isTurn(tx))) throw new ApiError('busy').after(2);
    await makeTargets(tx, asked.wanted, asked.found);
    return tryBatch(tx, { searchId, source, batch, custom });
  });
}

/** What work answers in a transaction of which nothing stays. */
async function rollBack<Answer>(ctx: Ctx, work: (tx: TransactionContext) => Promise<Answer>): Promise<Answer> {
  const over = new Error('the trial is over');
  let answer: { value: Answer } | undefined;
  await ctx
    .transaction(async (tx) => {
      answer = { value: await work(tx) };
      throw over;
    })
    .catch((error: unknown) => {
      if (error !== over) throw error;
    });
  return answer!.value;
}

interface Trial {
  searchId: number;
  source: Asked['source'] & { custom_mapping: CustomTarget[]; file_key: null };
  batch: RowBatch;
  custom: CustomTarget[];
}

async function tryBatch(tx: TransactionContext, { searchId, source, batch, custom }: Trial): Promise<ImportTrial> {
  const id = await insertImport(tx, searchId, tx.user?.id ?? null, 'running', source);
  const begun = orNotFound(await findImport(tx, id));
  // No last batch: the end of an import starts work of other slices.
  const { row } = await storeBatch(tx, begun, { ...batch, is_last: false }, custom);
  const groups = await listGroups(tx);
  const conflicts = (await listBadRows(tx, id, -1)).filter(({ reason }) => reason.includes(TWO_LEADS));
  return {
    total_rows: row.total_rows,
    is_whole: batch.is_last,
    groups: [
      { kind: 'new', ...groups.new, rows: [] },
      { kind: 'updated', ...groups.updated, rows: [] },
      { kind: 'unchanged', ...groups.unchanged, rows: [] },
      { kind: 'conflict', count: row.conflict_rows, leads: [], rows: presentRows(conflicts) },
      { kind: 'suppressed', ...groups.suppressed, rows: [] },
      { kind: 'left_out', count: row.skipped_rows + batch.repeated, leads: [], rows: presentRows(batch.left_out) },
      { kind: 'bad', count: row.bad_rows, leads: [], rows: presentRows(batch.bad) },
    ],
  };
}

const presentRows = (rows: readonly BadRow[]) =>
  rows.slice(0, IMPORT_TRIAL.examples).map(({ row_number, reason }) => ({ row: row_number, reason }));
