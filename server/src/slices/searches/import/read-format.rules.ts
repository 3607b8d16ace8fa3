import { type CsvFormat, readFormat } from '@overture/domain/csv/csv-format';
import type { CsvEncoding } from '@overture/domain/csv/encodings';

/** The beginning of an uploaded file, as anybody may have made it. */
export interface FormatTask {
  head: Uint8Array;
  encoding: CsvEncoding;
  wanted: string[];
  is_whole: boolean;
}

/** The work of a thread: how the file is written, or why it cannot be read. */
export function run({ head, encoding, wanted, is_whole }: FormatTask): CsvFormat | { reason: string } {
  try {
    const text = new TextDecoder(encoding).decode(head, { stream: !is_whole });
    return { encoding, ...readFormat(text, wanted, is_whole) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : '' };
  }
}
