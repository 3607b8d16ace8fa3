import { detectFormat } from '@overture/domain/csv/csv-format';
import { CsvRows } from '@overture/domain/csv/csv-heading';
import type { CsvEncoding } from '@overture/domain/csv/encodings';
import { type ExportPlan, planExport, recognizeExport } from '@overture/domain/tool-exports/export-plan';
import { EXPORT_PRESETS, type ExportPresetId } from '@overture/domain/tool-exports/export-presets';

/** The beginning of an uploaded export, with any contents. */
export interface ExportTask {
  head: Uint8Array;
  encoding: CsvEncoding;
  is_whole: boolean;
  /** Null: recognized by its headers. */
  preset: ExportPresetId | null;
}

export interface FoundExport {
  delimiter: string;
  header_row: number;
  header: string[];
  /** Null for a file that is not recognized. */
  plan: ExportPlan | null;
}

/** More columns are no export of leads. */
const MOST_COLUMNS = 500;
const SAMPLE_ROWS = 2000;

/** The work of a thread: what the columns of an export hold, or why it can't be read. */
export function run({ head, encoding, is_whole, preset }: ExportTask): FoundExport | { reason: string } {
  try {
    const text = new TextDecoder(encoding).decode(head, { stream: !is_whole });
    const marks = preset === null ? [] : EXPORT_PRESETS[preset].marks;
    const { delimiter, header, header_row } = detectFormat(text, [...marks], is_whole);
    if (header.length > MOST_COLUMNS)
      return { reason: `it has ${header.length} columns; at most ${MOST_COLUMNS} are possible.` };
    const rows: string[][] = [];
    for (const { cells } of new CsvRows({ delimiter, header_row }).push(text, is_whole)) {
      rows.push(cells);
      if (rows.length === SAMPLE_ROWS) break;
    }
    const found = preset ?? recognizeExport(header, rows);
    return { delimiter, header_row, header, plan: found && planExport(found, header, rows) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : '' };
  }
}
