import { type CsvFormat, detectFormat } from '@overture/domain/csv/csv-format';
import { CsvRows } from '@overture/domain/csv/csv-heading';
import type { CsvEncoding } from '@overture/domain/csv/encodings';
import { parseNotation } from '@overture/domain/leads/column-notation';
import type { DateOrder, DecimalMark } from '@overture/domain/leads/custom-values';

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
  /** How the beginning of each custom column writes its numbers and days. */
  notations: Record<string, { decimal_mark: DecimalMark | null; date_order: DateOrder | null }>;
}

/** The work of a thread: how the file is written, or why it cannot be read. */
export function run({ head, encoding, wanted, custom, is_whole }: FormatTask): FoundFormat | { reason: string } {
  try {
    const text = new TextDecoder(encoding).decode(head, { stream: !is_whole });
    const shape = detectFormat(text, wanted, is_whole);
    const rows = custom.length === 0 ? [] : [...new CsvRows(shape).push(text, is_whole)];
    const notations = custom.map((name) => {
      const index = shape.header.indexOf(name);
      const { decimals, days } = parseNotation(rows.map(({ cells }) => cells[index] ?? ''));
      return [name, { decimal_mark: decimals.way, date_order: days.way }];
    });
    return { encoding, ...shape, notations: Object.fromEntries(notations) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : '' };
  }
}
