import { type CsvFormat, detectFormat } from '@overture/domain/csv/csv-format';
import { CsvRows } from '@overture/domain/csv/csv-heading';
import type { CsvEncoding } from '@overture/domain/csv/encodings';
import { type DecimalMark, findDecimalMark } from '@overture/domain/leads/custom-values';

/** The beginning of an uploaded file, with any contents. */
export interface FormatTask {
  head: Uint8Array;
  encoding: CsvEncoding;
  wanted: string[];
  /** Headings of the columns that become custom columns. */
  custom: string[];
  is_whole: boolean;
}

export interface FoundFormat extends CsvFormat {
  /** Of each custom column whose cells show it. */
  decimal_marks: Record<string, DecimalMark | null>;
}

/** The work of a thread: how the file is written, or why it cannot be read. */
export function run({ head, encoding, wanted, custom, is_whole }: FormatTask): FoundFormat | { reason: string } {
  try {
    const text = new TextDecoder(encoding).decode(head, { stream: !is_whole });
    const shape = detectFormat(text, wanted, is_whole);
    const rows = custom.length === 0 ? [] : [...new CsvRows(shape).push(text, is_whole)];
    const marks = custom.map((name) => {
      const index = shape.header.indexOf(name);
      return [name, findDecimalMark(rows.map(({ cells }) => cells[index] ?? '')).mark];
    });
    return { encoding, ...shape, decimal_marks: Object.fromEntries(marks) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : '' };
  }
}
