import { open } from 'node:fs/promises';
import type { Lead, LeadDatabasePort } from '@overture/adapters/lead-database/lead-database.port';
import { cutText } from '@overture/domain/text/text-bounds';
import { hasIdentityColumn, type LeadMapping } from './lead-fields.rules.ts';
import { classifyLeadRow } from './lead-row.rules.ts';
import {
  findLoadFiles,
  type LoadCounts,
  type LoadFiles,
  type LoadState,
  loadState,
  noCounts,
  writeState,
} from './load-state.service.ts';
import { openRows } from './row-source.service.ts';
import type { RowSource, SourceRow } from './source-row.rules.ts';

export type LoadOptions = {
  database: Pick<LeadDatabasePort, 'insertLeads'>;
  /** Where states and lists of bad rows are kept. */
  state_directory: string;
  mapping: LeadMapping;
  /** Rows of a batch; a kill costs at most one batch of work. Default 20,000. */
  batch_rows?: number;
  /** Heard after each batch. @param rows of this run, without those of earlier ones */
  onProgress?(path: string, counts: LoadCounts, rows: number): void;
};

export type LoadReport = { path: string; counts: LoadCounts; resumed_at: number; bad_rows_file: string | null };

const defaultBatchRows = 20_000;

/**
 * Loads one file into the lead database. Rows are stored in batches; the progress is stored after each, so a killed run resumes
 * where it stopped. The batch it was killed in is stored again, which changes nothing: people are matched and updated in place.
 * @throws Error in words for a file that cannot be read, ProviderError of the lead database
 */
export async function loadLeadFile(path: string, options: LoadOptions): Promise<LoadReport> {
  const source = await openRows(path, options.mapping);
  if (source.columns !== null && !hasIdentityColumn(source.columns, options.mapping)) {
    throw new Error(
      `${path} has no column with LinkedIn addresses or emails. Name one in a mapping file: {"linkedin_url": "..."}.`,
    );
  }
  const files = await findLoadFiles(options.state_directory, path, options.mapping);
  const earlier = await loadState(files);
  const state: LoadState = earlier ?? { file: path, counts: noCounts, bad_bytes: 0, is_finished: false };
  const finished = await loadBatches(source, files, state, options);
  return {
    path,
    counts: finished.counts,
    resumed_at: earlier?.counts.read ?? 0,
    bad_rows_file: finished.counts.bad > 0 ? files.bad_rows : null,
  };
}

async function loadBatches(
  source: RowSource,
  files: LoadFiles,
  from: LoadState,
  options: LoadOptions,
): Promise<LoadState> {
  const size = options.batch_rows ?? defaultBatchRows;
  let state = from;
  let batch: SourceRow[] = [];
  const store = async (isLast: boolean): Promise<void> => {
    state = { ...(await storeBatch(batch, files, state, options)), is_finished: isLast };
    await writeState(files, state);
    options.onProgress?.(state.file, state.counts, state.counts.read - from.counts.read);
    batch = [];
  };
  for await (const row of source.rows(from.counts.read)) {
    batch.push(row);
    if (batch.length === size) await store(false);
  }
  await store(true);
  return state;
}

async function storeBatch(
  rows: readonly SourceRow[],
  files: LoadFiles,
  state: LoadState,
  options: LoadOptions,
): Promise<LoadState> {
  const leads: Lead[] = [];
  const bad: string[] = [];
  let skipped = 0;
  for (const [index, { row, error, line }] of rows.entries()) {
    const verdict = error === null ? classifyLeadRow(row, options.mapping) : { kind: 'bad' as const, reason: error };
    if (verdict.kind === 'lead') leads.push(verdict.lead);
    else if (verdict.kind === 'skipped') skipped += 1;
    else
      bad.push(
        badLine(
          state.counts.read + index + 1,
          verdict.reason,
          line || JSON.stringify(Object.fromEntries(row), plainValue),
        ),
      );
  }
  const stored =
    leads.length === 0 ? { added: 0, updated: 0, superseded: 0 } : await options.database.insertLeads(leads);
  const { counts } = state;
  return {
    ...state,
    bad_bytes: await appendBadRows(files.bad_rows, state.bad_bytes, bad),
    counts: {
      read: counts.read + rows.length,
      new: counts.new + stored.added,
      updated: counts.updated + stored.updated,
      duplicate: counts.duplicate + stored.superseded,
      skipped: counts.skipped + skipped,
      bad: counts.bad + bad.length,
    },
  };
}

const plainValue = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

function badLine(number: number, reason: string, line: string): string {
  const cells = [String(number), reason, cutText(line, 2000).toWellFormed()];
  return `${cells.map((cell) => `"${cell.replace(/^[=+@-]/, "'$&").replaceAll('"', '""')}"`).join(',')}\n`;
}

/** Adds bad rows after what earlier batches wrote; what a killed batch left behind is cut off. Answers the length. */
async function appendBadRows(path: string, length: number, lines: readonly string[]): Promise<number> {
  if (lines.length === 0) return length;
  const handle = await open(path, length === 0 ? 'w' : 'r+');
  try {
    await handle.truncate(length);
    const text = Buffer.from((length === 0 ? 'row,reason,line\n' : '') + lines.join(''));
    await handle.write(text, 0, text.length, length);
    await handle.sync();
    return length + text.length;
  } finally {
    await handle.close();
  }
}
