import { guessLeadColumns } from '@overture/domain/csv/column-guess';
import { detectFormat, findBinaryReason, guessEncoding } from '@overture/domain/csv/csv-format';
import { CsvRows, namelessColumn } from '@overture/domain/csv/csv-heading';
import type { CsvEncoding } from '@overture/domain/csv/encodings';
import { IMPORT_LIMITS } from '@overture/domain/limits';
import { cutText } from '@overture/domain/text/text-bounds';
import { t } from '../texts.ts';

/** How much of a file is read before its columns are shown. */
export const PREVIEW_BYTES = 64 * 1024;
/** Up to here the whole file is read, in pieces; larger ones are known by their beginning. */
export const SCAN_BYTES = 16 * 1024 * 1024;
export const SCAN_PIECE = 512 * 1024;
/** So many rows are enough to classify a column. */
const SAMPLE_ROWS = 200;

export interface CsvPreview {
  encoding: CsvEncoding;
  /** Letters of the file reveal the encoding, or the user chose it. */
  isEncodingKnown: boolean;
  delimiter: string;
  header_row: number;
  /** Names of the columns, each once; nameless ones without values are left out. */
  header: readonly string[];
  /** Place of each heading in a row. */
  indexes: ReadonlyMap<string, number>;
  /** Rows of the beginning of the file. */
  rows: readonly (readonly string[])[];
  /** Rows of the whole file; an estimate from its size where `isCounted` is false. */
  rowCount: number;
  isCounted: boolean;
}

/** Why a file cannot be imported, in words for a person. */
class CsvProblem extends Error {
  override name = 'CsvProblem';
}

/** Reads the beginning of a file as the server will, in the encoding that the user chose or that its bytes show. @throws CsvProblem */
export async function readCsvPreview(file: File, chosen?: CsvEncoding): Promise<CsvPreview> {
  if (!/\.csv$/i.test(file.name)) throw new CsvProblem(t('csv_only'));
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer());
  } catch {
    throw new CsvProblem(t('unreadable', { reason: t('unreadable_reason') }));
  }
  const binary = findBinaryReason(bytes);
  if (binary !== null) throw new CsvProblem(t('unreadable', { reason: binary }));
  const isWhole = file.size <= PREVIEW_BYTES;
  const telling = chosen === undefined ? await findTellingBytes(file, bytes) : null;
  const encoding = chosen ?? guessEncoding(telling ?? bytes);
  const isEncodingKnown = chosen !== undefined || telling !== null;
  const text = new TextDecoder(encoding).decode(bytes, { stream: !isWhole });
  try {
    const { delimiter, header, header_row } = detectFormat(text, [], isWhole);
    const shape = { delimiter, header_row };
    const rows = [...new CsvRows(shape).push(text, isWhole)].map(({ cells }) => cells);
    const share = bytes.length / Math.max(1, file.size);
    const indexes = indexesOf(header, rows);
    const rowCount = isWhole ? rows.length : Math.round(rows.length / share);
    return {
      encoding,
      isEncodingKnown,
      ...shape,
      header: [...indexes.keys()],
      indexes,
      rows,
      rowCount,
      isCounted: isWhole,
    };
  } catch (error) {
    throw new CsvProblem(t('unreadable', { reason: error instanceof Error ? error.message : '' }));
  }
}

function indexesOf(header: readonly string[], rows: readonly (readonly string[])[]): Map<string, number> {
  const hasValues = (index: number): boolean => rows.some((row) => (row[index] ?? '').trim() !== '');
  const entries = header.map((name, index): [string, number] => [name, index]);
  return new Map(entries.filter(([name, index]) => name !== namelessColumn(index) || hasValues(index)));
}

/** The first bytes with a letter beyond ASCII: many files have none for a long while. Null where there are none within reach. */
async function findTellingBytes(file: File, head: Uint8Array): Promise<Uint8Array | null> {
  if (head.some((byte) => byte > 0x7f)) return head;
  const end = Math.min(file.size, SCAN_BYTES);
  for (let start = head.length; start < end; start += SCAN_PIECE) {
    const bytes = new Uint8Array(await file.slice(start, Math.min(end, start + SCAN_PIECE)).arrayBuffer());
    if (bytes.some((byte) => byte > 0x7f)) return bytes;
  }
  return null;
}

/** The guess of what each column holds, by its name and its own values. */
export function guessMapping({ header, indexes, rows }: CsvPreview): ReturnType<typeof guessLeadColumns> {
  return guessLeadColumns(header, valuesInOrder({ header, indexes, rows }));
}

/** The rows with their cells in the order of `header`. */
export function valuesInOrder({ header, indexes, rows }: Pick<CsvPreview, 'header' | 'indexes' | 'rows'>): string[][] {
  const places = header.map((name) => indexes.get(name) ?? -1);
  return rows.slice(0, SAMPLE_ROWS).map((row) => places.map((place) => row[place] ?? ''));
}

/** Values of a column for the eye: the first ones that are not empty. */
export function sampleValues(preview: CsvPreview, header: string | undefined, wanted = 3): string[] {
  const index = header === undefined ? undefined : preview.indexes.get(header);
  if (index === undefined) return [];
  const values = new Set<string>();
  for (const row of preview.rows.slice(0, IMPORT_LIMITS.preview_values * 20)) {
    const value = row[index]?.trim();
    if (value) values.add(cutText(value, 120));
    if (values.size === wanted) break;
  }
  return [...values];
}
