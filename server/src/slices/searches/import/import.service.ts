import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Import } from '@overture/contract/searches';
import { type ColumnMapping, MAPPING_TARGETS, missingTargets } from '@overture/domain/csv/column-guess';
import type { CsvEncoding } from '@overture/domain/csv/encodings';
import type { KnownValues } from '@overture/domain/csv/import-choices';
import { IMPORT_LIMITS } from '@overture/domain/limits';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import type { Context } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { HandlerReply, type RunEffect, type UploadedFile } from '../../../kernel/slice.ts';
import { defineWork, runInThread, WorkStoppedError } from '../../../kernel/thread-pool.ts';
import { loadCsvHead } from '../../../kernel/uploads/csv-head.ts';
import { findProspects } from '../../prospects/index.ts';
import { findSearch } from '../searches.store.ts';
import type { CustomTarget } from './custom-cells.rules.ts';
import { makeTargets, parseCustomMapping } from './custom-targets.service.ts';
import {
  countOpenImports,
  endImport,
  findImport,
  type ImportSource,
  importedEvent,
  insertImport,
  presentImport,
} from './imports.store.ts';
import type { FormatTask, FoundFormat, run as readFormat } from './read-format.rules.ts';
import type { RowBatch } from './row-batch.rules.ts';
import { readRows } from './row-reader.service.ts';
import { storeBatch } from './store-batch.service.ts';

type Ctx = Pick<Context, 'transaction' | 'user' | 'config' | 'ports'>;

/** Larger batches cost less a row; a transaction of this many lasts half a second. */
export const BATCH_ROWS = 10_000;
const formatReading = defineWork<FormatTask, ReturnType<typeof readFormat>>({
  module: new URL('./read-format.rules.ts', import.meta.url),
  timeout_in_ms: 5_000,
  max_waiting: 50,
});

const keptTarget = ({ header, key, date_order, decimal_mark, replaces, is_new }: CustomTarget) => {
  const flags = { ...(replaces ? { replaces } : {}), ...(is_new ? { is_new } : {}) };
  return { header, key, date_order, decimal_mark: decimal_mark ?? null, ...flags };
};

export interface ImportRequest {
  file_name?: string | null | undefined;
  column_mapping: string;
  custom_columns?: string | null | undefined;
  /** As chosen beside the preview; without a choice it is detected. */
  encoding?: CsvEncoding | null | undefined;
  rows_without_linkedin?: 'skip' | 'import' | null | undefined;
  known_values?: KnownValues | null | undefined;
  stop_columns?: string | null | undefined;
}

/**
 * Imports a file: immediately with fewer than 5,000 rows, else as a job.
 * @throws too_many_imports, csv_only, csv_unreadable, csv_mapping_incomplete, validation_failed, too_large, not_found
 */
export async function startImport(
  ctx: Ctx,
  searchId: number,
  { file, body, once }: { file: UploadedFile | null; body: ImportRequest; once: RunEffect },
): Promise<HandlerReply> {
  const asked = await parseRequest(ctx, searchId, file, body);
  const custom_mapping = await ctx.transaction((tx) => makeTargets(tx, asked.wanted, asked.found));
  const source = { ...asked.source, custom_mapping: custom_mapping.map(keptTarget) };
  const first = await readFirstBatch(asked.file.path, source, custom_mapping, IMPORT_LIMITS.inline_rows_below);
  if (first.is_last && first.total < IMPORT_LIMITS.inline_rows_below)
    return once((effect) => importAtOnce(effect, searchId, source, { batch: first, custom: custom_mapping }));
  await ctx.transaction(requireFreeImport);
  const { path, size_in_bytes } = asked.file;
  const { key } = await ctx.ports.files.saveFile('imports', createReadStream(path), size_in_bytes);
  let isUsed = false;
  const work = async (effect: Ctx): Promise<HandlerReply> => {
    isUsed = true;
    return new HandlerReply(202, { import_id: await queueImport(effect, searchId, { ...source, file_key: key }) });
  };
  // A request that another one overtook leaves its copy of the file behind.
  return once(work).finally(() => (isUsed ? undefined : ctx.ports.files.deleteFile(key)));
}

/**
 * What is asked of which file, checked, before anything is stored.
 * @throws csv_only, csv_unreadable, csv_mapping_incomplete, validation_failed, too_large, not_found
 */
export async function parseRequest(ctx: Ctx, searchId: number, file: UploadedFile | null, body: ImportRequest) {
  orNotFound(await ctx.transaction((tx) => findSearch(tx, searchId)));
  if (!file) throw new ApiError('validation_failed', {}, { file_content: 'Choose a file.' });
  const fileName = cutText(toSingleLine(basename(body.file_name || file.filename || '')), 200);
  if (!/\.csv$/i.test(fileName)) throw new ApiError('csv_only');
  if (file.size_in_bytes > ctx.config.CSV_MAX_MB * 1024 * 1024) throw new ApiError('too_large');
  const mapping = parseMapping(body.column_mapping);
  const wanted = parseCustomMapping(body.custom_columns);
  const custom = wanted.map(({ header }) => header);
  const named = { wanted: [...Object.values(mapping), ...custom], custom };
  const { notations, ...format } = await inspectFile(file.path, named, body.encoding ?? null);
  const source = {
    ...format,
    imports_unlinked: body.rows_without_linkedin === 'import',
    column_mapping: matchHeader(mapping, format.header),
    stop_columns: parseStopColumns(body.stop_columns, format.header),
    known_values: body.known_values ?? ('fill' as const),
    file_name: fileName,
    bytes_total: file.size_in_bytes,
  };
  return { file, source, wanted, found: { header: format.header, notations } };
}

const queueImport = (ctx: Ctx, searchId: number, source: ImportSource): Promise<number> =>
  ctx.transaction(async (tx) => {
    const importId = await insertImport(tx, searchId, ctx.user?.id ?? null, 'queued', source);
    tx.jobs.add('run_import', { import_id: importId }, { key: `import:${importId}` });
    return importId;
  });

async function requireFreeImport(tx: Parameters<typeof countOpenImports>[0]): Promise<void> {
  const most = TENANT_LIMITS.imports_per_organization;
  if ((await countOpenImports(tx)) >= most) throw new ApiError('too_many_imports', { count: String(most) }).after(60);
}

async function importAtOnce(
  ctx: Ctx,
  searchId: number,
  source: Omit<ImportSource, 'file_key'>,
  { batch, custom }: { batch: RowBatch; custom: readonly CustomTarget[] },
) {
  return ctx.transaction(async (tx) => {
    const id = await insertImport(tx, searchId, ctx.user?.id ?? null, 'running', { ...source, file_key: null });
    const begun = orNotFound(await findImport(tx, id));
    const { row, total_prospects, first_ids } = await storeBatch(tx, begun, batch, custom);
    const prospects = await findProspects(tx, first_ids);
    if (row.added_prospects > 0) tx.live.publish('prospect_list', { search_id: searchId, total_prospects, prospects });
    const { added_prospects, duplicate_rows, skipped_rows, bad_rows, total_rows } = row;
    const { unfit_values, odd_values, incomplete_rows, updated_prospects, conflict_rows } = row;
    const counts = { added_prospects, duplicate_rows, skipped_rows, bad_rows, total_rows };
    return {
      import_id: id,
      ...counts,
      unfit_values,
      odd_values,
      incomplete_rows,
      updated_prospects,
      conflict_rows,
      prospects,
    };
  });
}

export async function readFirstBatch(
  path: string,
  source: Omit<ImportSource, 'file_key' | 'custom_mapping'>,
  custom_targets: readonly CustomTarget[],
  rows: number,
): Promise<RowBatch> {
  const reader = readRows(createReadStream(path), {
    ...source,
    custom_targets,
    skip_rows: 0,
    first_batch_rows: rows,
    batch_rows: rows,
  });
  try {
    return await reader.next();
  } finally {
    await reader.close();
  }
}

function parseMapping(text: string): ColumnMapping {
  const refuse = (words: string): never => {
    throw new ApiError('validation_failed', {}, { column_mapping: words });
  };
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return refuse('The mapping is not JSON.');
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return refuse('The mapping is not an object.');
  const mapping: ColumnMapping = {};
  for (const [target, header] of Object.entries(given)) {
    if (header === null || header === '') continue;
    const known = MAPPING_TARGETS.find((entry) => entry.target === target);
    if (!known) return refuse(`There is no field "${cutText(target, 60)}".`);
    if (typeof header !== 'string') return refuse(`The column of ${target} must be text.`);
    mapping[known.target] = header;
  }
  const missing = missingTargets(mapping);
  if (missing.length > 0) throw new ApiError('csv_mapping_incomplete', { fields: missing.join(', ') });
  return mapping;
}

const stopColumns = z.array(z.string().min(1).max(1000)).max(50);

/** Each must be a column: a heading that is misspelled would let people be contacted against their word. */
function parseStopColumns(text: string | null | undefined, header: readonly string[]): string[] {
  if (!text) return [];
  const refuse = (words: string) => new ApiError('validation_failed', {}, { stop_columns: words });
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw refuse('The columns are not JSON.');
  }
  const names = stopColumns.safeParse(given).data?.map((name) => name.replaceAll('\0', '').trim());
  if (!names) throw refuse('The columns are not a list of headings.');
  const unknown = names.find((name) => !header.includes(name));
  if (unknown !== undefined) throw refuse(`The file has no column "${cutText(unknown, 60)}".`);
  return names;
}

/** The mapping with headings as the file has them. */
function matchHeader(mapping: ColumnMapping, header: string[]): ColumnMapping {
  const entries = Object.entries(mapping).map(([target, given]) => {
    const name = given.replaceAll('\0', '').trim();
    if (!header.includes(name)) {
      const shown = cutText(given, 60);
      throw new ApiError('validation_failed', {}, { column_mapping: `The file has no column "${shown}".` });
    }
    return [target, name];
  });
  return Object.fromEntries(entries);
}

/** Detects encoding, delimiter and heading. */
async function inspectFile(
  path: string,
  named: Pick<FormatTask, 'wanted' | 'custom'>,
  chosen: CsvEncoding | null,
): Promise<FoundFormat> {
  const task = { ...(await loadCsvHead(path, chosen)), ...named };
  const found = await runInThread(formatReading, task).catch((error: unknown) => {
    if (error instanceof WorkStoppedError) return { reason: 'it is written in a way that cannot be read.' };
    throw error;
  });
  if ('reason' in found) throw new ApiError('csv_unreadable', { reason: found.reason });
  return found;
}

/** Stops an import; what was added stays. An import that has ended stays as it is. */
export async function cancelImport(ctx: Pick<Context, 'transaction'>, id: number): Promise<Import> {
  return ctx.transaction(async (tx) => {
    const ended = await endImport(tx, id, 'cancelled', null);
    if (ended) {
      if (ended.kind === 'csv' && ended.added_prospects > 0) tx.events.emit(importedEvent(ended));
      tx.live.publish('import_progress', progressOf(presentImport(ended)));
      tx.live.publish('search_finished', { search_id: ended.search_id });
    }
    return presentImport(ended ?? orNotFound(await findImport(tx, id)));
  });
}

/** What the live connection says of an import. */
export function progressOf(row: Import) {
  const {
    id,
    search_id,
    status,
    added_prospects,
    duplicate_rows,
    skipped_rows,
    bad_rows,
    unfit_values,
    odd_values,
    incomplete_rows,
    total_rows,
    bytes_read,
    bytes_total,
    waiting_for,
    waits_until,
    error,
    undo_state,
    undone_prospects,
    kept_prospects,
  } = row;
  return {
    import_id: id,
    search_id,
    status,
    added_prospects,
    duplicate_rows,
    skipped_rows,
    bad_rows,
    unfit_values,
    odd_values,
    incomplete_rows,
    total_rows,
    bytes_read,
    bytes_total,
    waiting_for,
    waits_until,
    error,
    undo_state,
    undone_prospects,
    kept_prospects,
  };
}
