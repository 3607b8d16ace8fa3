import type { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { CsvRows } from '@overture/domain/csv/csv-heading';
import type { CsvRecord } from '@overture/domain/csv/csv-text';
import { TOOL_IMPORT_LIMITS } from '@overture/domain/limits';
import { quoteName, toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { describeLosses, mergeLeads, type ReadLead, toLeadRow, toListId } from './export-rows.service.ts';
import * as files from './files.store.ts';
import type { LeadData, StoredRow } from './row.rules.ts';
import { insertRows } from './rows.store.ts';
import type { ImportRow, Progress } from './tool-imports.store.ts';

/** How far the files of an import are read, and what was noticed. */
export interface FilePlace {
  file: number;
  /** Rows of that file, and of all files. */
  row: number;
  rows: number;
  /** Rows of people who were in the same campaign already. */
  repeated: number;
  unread_times: number;
  /** Statuses that are not known, with their numbers. */
  unknown: Record<string, number>;
  /** A file or the import had more rows than are read. */
  is_cut: boolean;
}

const BEGIN: FilePlace = { file: 0, row: 0, rows: 0, repeated: 0, unread_times: 0, unknown: {}, is_cut: false };

const placeOf = ({ position }: Pick<ImportRow, 'position'>): FilePlace =>
  position === null ? BEGIN : (JSON.parse(position) as FilePlace);

const ROWS_AT_ONCE = 2000;
/** Statuses that are named. */
const NAMED_STATUSES = 10;
/** Reading stops this often for everything else the server does. */
const SLICE_IN_MS = 5;

/** Stores rows and writes down how far the import is, in the transaction. */
export type SaveRows = (tx: TransactionContext, progress: Progress) => Promise<void>;

/** The file of an import is gone: someone has to upload it again. */
export class MissingFileError extends Error {}

/**
 * Reads the file at the import's place until its end, or until the turn ends.
 * @returns the place where it stopped
 * @throws MissingFileError
 */
export async function importExportFile(
  ctx: Context,
  row: ImportRow,
  { ends_at, signal, save }: { ends_at: number; signal: AbortSignal; save: SaveRows },
): Promise<FilePlace> {
  let place = placeOf(row);
  const file = await ctx.read((tx) => files.findFile(tx, row.id, place.file));
  const opened = file && (await ctx.ports.files.openFile(file.key));
  if (!file || !opened) throw new MissingFileError();
  const reader = { file, index: place.file };
  try {
    for await (const batch of listBatches(opened.stream, file, place)) {
      place = await ctx.transaction((tx) => storeBatch(tx, row.id, reader, { place, batch, save }));
      if (signal.aborted || performance.now() > ends_at || place.file !== reader.index) break;
    }
  } finally {
    opened.stream.destroy();
  }
  return place;
}

interface Batch {
  records: CsvRecord[];
  is_last: boolean;
  is_cut: boolean;
}

async function* listBatches(stream: Readable, file: files.ExportFile, place: FilePlace): AsyncGenerator<Batch> {
  const decoder = new TextDecoder(file.encoding);
  const text = new CsvRows(file);
  const most = Math.min(TOOL_IMPORT_LIMITS.file_rows, place.row + TOOL_IMPORT_LIMITS.max_rows - place.rows);
  let records: CsvRecord[] = [];
  let read = 0;
  let slice_end = performance.now() + SLICE_IN_MS;
  for await (const chunk of withEnd(stream)) {
    const piece = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    for (const record of text.push(piece, chunk === null)) {
      if ((record.number & 127) === 0 && performance.now() > slice_end) {
        await breathe();
        slice_end = performance.now() + SLICE_IN_MS;
      }
      if (record.cells.every((cell) => cell.trim() === '')) continue;
      if (read === most) return yield { records, is_last: true, is_cut: true };
      read += 1;
      if (read <= place.row) continue;
      records.push(record);
      if (records.length < ROWS_AT_ONCE) continue;
      yield { records, is_last: false, is_cut: false };
      records = [];
    }
  }
  yield { records, is_last: true, is_cut: false };
}

/** The stream's chunks, then null: the last row may lack its line end. */
async function* withEnd(stream: Readable): AsyncGenerator<Uint8Array | null> {
  for await (const chunk of stream) yield chunk as Uint8Array;
  yield null;
}

async function storeBatch(
  tx: TransactionContext,
  importId: number,
  { file, index }: { file: files.ExportFile; index: number },
  { place, batch, save }: { place: FilePlace; batch: Batch; save: SaveRows },
): Promise<FilePlace> {
  const limitLists = await createListLimit(tx, importId, file);
  const read = batch.records.map(({ cells, number }) =>
    toLeadRow(cells, file, { place: `file ${index + 1}, row ${number}`, limitLists }),
  );
  const lists = new Map(read.flatMap(({ list }) => (list ? [[list.external_id, list] as const] : [])));
  await insertRows(tx, importId, [...lists.values()]);
  const { added, repeated } = await storeLeads(
    tx,
    importId,
    read.map(({ lead }) => lead),
  );
  if (batch.is_last) await insertRows(tx, importId, describeLosses(file, index));
  const count = batch.records.length;
  const next: FilePlace = {
    ...(batch.is_last ? { file: index + 1, row: 0 } : { file: index, row: place.row + count }),
    rows: place.rows + count,
    repeated: place.repeated + repeated,
    unread_times: place.unread_times + read.filter(({ has_unread_time }) => has_unread_time).length,
    unknown: countStatuses(place.unknown, read),
    is_cut: place.is_cut || batch.is_cut,
  };
  await save(tx, { position: JSON.stringify(next), rows_done: added + repeated, note: null, tries: 0 });
  return next;
}

/** Countless campaigns would become countless lists: leads of further ones go into the list of the file. */
async function createListLimit(
  tx: TransactionContext,
  importId: number,
  { campaign_name }: files.ExportFile,
): Promise<(name: string) => string> {
  const known = await files.listLists(tx, importId);
  known.add(toListId(campaign_name));
  return (name) => {
    const id = toListId(name);
    if (!known.has(id) && known.size >= TOOL_IMPORT_LIMITS.file_lists) return campaign_name;
    known.add(id);
    return name;
  };
}

/** Leads by their ids, those of the same id as one. */
async function storeLeads(
  tx: TransactionContext,
  importId: number,
  rows: readonly StoredRow[],
): Promise<{ added: number; repeated: number }> {
  const merged = new Map<string, StoredRow>();
  for (const row of rows) {
    const same = merged.get(row.external_id);
    merged.set(row.external_id, same ? mergeRows(same, row) : row);
  }
  const known = await files.findLeads(tx, importId, [...merged.keys()]);
  const changed = [...merged.values()].flatMap((row) => {
    const before = known.get(row.external_id);
    return before && row.state === 'read' ? [{ ...row, data: mergeLeads(before, row.data as LeadData) }] : [];
  });
  await files.updateLeads(tx, importId, changed);
  const added = await insertRows(
    tx,
    importId,
    [...merged.values()].filter(({ external_id }) => !known.has(external_id)),
  );
  return { added, repeated: rows.length - added };
}

const mergeRows = (a: StoredRow, b: StoredRow): StoredRow => ({
  ...a,
  data: mergeLeads(a.data as LeadData, b.data as LeadData),
});

function countStatuses(before: FilePlace['unknown'], read: readonly ReadLead[]): FilePlace['unknown'] {
  const counts = { ...before };
  for (const { unknown_status } of read) {
    if (unknown_status === null) continue;
    const name = cutText(toSingleLine(unknown_status), 30);
    if (Object.hasOwn(counts, name) || Object.keys(counts).length < NAMED_STATUSES)
      counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** What the user should know of the files, in sentences. */
export function describePlace({ repeated, unread_times, unknown, is_cut }: FilePlace): string | null {
  const shown = (count: number): string => count.toLocaleString('en');
  const rowsOf = (count: number): string => `${shown(count)} ${count === 1 ? 'row' : 'rows'}`;
  const most = shown(TOOL_IMPORT_LIMITS.file_rows);
  const statuses = Object.entries(unknown).map(([name, count]) => `${quoteName(name)} (${shown(count)})`);
  const sentences = [
    ...(statuses.length > 0 ? [`Statuses we don't know count as contacted: ${statuses.join(', ')}.`] : []),
    ...(unread_times > 0
      ? [`In ${rowsOf(unread_times)} the time of the last message can't be read. Such a lead counts as contacted.`]
      : []),
    ...(repeated === 1 ? ['1 row repeats a lead of the same campaign: it was merged.'] : []),
    ...(repeated > 1 ? [`${rowsOf(repeated)} repeat a lead of the same campaign: they were merged.`] : []),
    ...(is_cut ? [`A file has more than ${most} rows, or all files together: the rest was not read.`] : []),
  ];
  return sentences.length === 0 ? null : cutText(sentences.join(' '), 1000);
}
