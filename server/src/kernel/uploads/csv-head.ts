import { createReadStream } from 'node:fs';
import { findBinaryReason } from '@overture/domain/csv/csv-format';
import type { CsvEncoding } from '@overture/domain/csv/encodings';
import { ApiError } from '../errors.ts';
import { EncodingWatch } from './encoding-watch.ts';

/** Enough of a file for its heading, however wide, and some rows. */
const HEAD_BYTES = 1024 * 1024;

export interface CsvHead {
  head: Buffer;
  encoding: CsvEncoding;
  /** The file has nothing more. */
  is_whole: boolean;
}

/** The beginning of an uploaded file and its encoding. Reads the whole file: a wrong byte may be at its end. @throws csv_unreadable */
export async function loadCsvHead(path: string, chosen: CsvEncoding | null): Promise<CsvHead> {
  const watch = new EncodingWatch();
  const heads: Buffer[] = [];
  let bytes = 0;
  for await (const piece of createReadStream(path)) {
    if (HEAD_BYTES > bytes) heads.push(piece as Buffer);
    if (bytes === 0) {
      const reason = findBinaryReason(piece as Buffer);
      if (reason) throw new ApiError('csv_unreadable', { reason });
    }
    bytes += (piece as Buffer).length;
    watch.push(piece as Buffer);
  }
  const head = Buffer.concat(heads);
  if (bytes === 0) throw new ApiError('csv_unreadable', { reason: 'it is empty.' });
  return { head, encoding: chosen ?? watch.encoding, is_whole: bytes === head.length };
}
