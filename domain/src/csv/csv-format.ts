import { IMPORT_LIMITS } from '../limits.ts';
import { findHeading, nameColumns } from './csv-heading.ts';
import { type CsvRecord, CsvText } from './csv-text.ts';
import type { CsvEncoding } from './encodings.ts';
import { guessLegacyEncoding, LegacyWords } from './guess-encoding.ts';

/** How a CSV file is written, told from its bytes: the browser's preview and the server's import read it alike. */
export type CsvFormat = { encoding: CsvEncoding } & CsvShape;

/** How a file separates its cells, and where its heading is. */
export interface CsvShape {
  delimiter: string;
  /** A name for every column, each once. */
  header: string[];
  /** Number of the heading's row; lines before it are notes. */
  header_row: number;
}

const delimiters = [',', ';', '\t', '|'];

/** First bytes of files that are no text at all, with what they are. */
const signatures: [number[], string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'it is a ZIP archive or an Excel workbook. Save it as CSV first.'],
  [[0x50, 0x4b, 0x05, 0x06], 'it is an empty ZIP archive.'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'it is an old Excel workbook. Save it as CSV first.'],
  [[0x1f, 0x8b], 'it is compressed (gzip). Unpack it first.'],
  [[0x25, 0x50, 0x44, 0x46], 'it is a PDF.'],
  [[0x89, 0x50, 0x4e, 0x47], 'it is a picture.'],
  [[0xff, 0xd8, 0xff], 'it is a picture.'],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], 'it is a text document (RTF).'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'it is compressed (zstd). Unpack it first.'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'it is a 7z archive. Unpack it first.'],
  [[0x52, 0x61, 0x72, 0x21], 'it is a RAR archive. Unpack it first.'],
];

/** Why a file is no text, or null. Looks at its first bytes only. */
export function findBinaryReason(head: Uint8Array): string | null {
  if (head.length === 0) return 'it is empty.';
  for (const [bytes, reason] of signatures) {
    if (bytes.every((byte, index) => head[index] === byte)) return reason;
  }
  if (detectEncoding(head)) return null;
  const odd = head.filter((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13).length;
  return odd > head.length / 10 ? 'it is not a text file.' : null;
}

/**
 * The encoding given by the first bytes; null when only the whole file can decide between UTF-8 and a single-byte
 * encoding.
 */
export function detectEncoding(head: Uint8Array): CsvEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  return guessUtf16(head);
}

/** UTF-16 without a mark: Latin text has a zero in every second byte. */
function guessUtf16(head: Uint8Array): CsvEncoding | null {
  const zeros: [number, number] = [0, 0];
  const length = Math.min(head.length, 4096) & ~1;
  for (let index = 0; index < length; index += 1) if (head[index] === 0) zeros[(index % 2) as 0 | 1] += 1;
  const half = length / 2;
  if (zeros[1] > half * 0.7 && zeros[0] < half * 0.1) return 'utf-16le';
  return zeros[0] > half * 0.7 && zeros[1] < half * 0.1 ? 'utf-16be' : null;
}

/** One wrong byte among many right ones is damage, not another encoding. Counts characters beyond ASCII as UTF-8 reads them. */
export function isUtf8Text(right: number, wrong: number): boolean {
  return wrong * 10 <= right;
}

/** The encoding that the beginning of a file speaks for. */
export function guessEncoding(head: Uint8Array): CsvEncoding {
  const known = detectEncoding(head);
  if (known) return known;
  let right = 0;
  let wrong = 0;
  // `stream` keeps back a character that is cut at the end.
  for (const letter of new TextDecoder().decode(head, { stream: true })) {
    if (letter === '\uFFFD') wrong += 1;
    else if (letter > '\x7f') right += 1;
  }
  if (isUtf8Text(right, wrong)) return 'utf-8';
  const words = new LegacyWords();
  words.push(head);
  return guessLegacyEncoding(words.bytes);
}

/** Number of rows from which the format is detected. */
const SAMPLE_ROWS = 60;

/** The first rows under a delimiter, without the line `sep=;` that Excel puts before the heading. */
function parseSample(text: string, delimiter: string, isWhole: boolean): CsvRecord[] {
  const records: CsvRecord[] = [];
  for (const record of new CsvText(delimiter).push(text, isWhole)) {
    if (records.length === 0 && /^sep=.$/.test(record.cells.join(delimiter).trim())) continue;
    records.push(record);
    if (records.length === SAMPLE_ROWS) break;
  }
  return records;
}

function describeSample(records: readonly CsvRecord[], delimiter: string, wanted: readonly string[]) {
  const at = findHeading(records.map(({ cells }) => cells));
  const cells = records[at]?.cells ?? [];
  const header = nameColumns(cells);
  const below = records.slice(at + 1);
  const known = wanted.filter((name) => header.includes(name.trim())).length;
  const even = below.filter((record) => record.cells.length === header.length).length / Math.max(1, below.length);
  const score = known * 1000 + (header.length > 1 ? even * 100 : 0) + Math.min(header.length, 50);
  const isBlank = cells.every((cell) => cell.replaceAll('\0', '').trim() === '');
  return { delimiter, header, header_row: records[at]?.number ?? 1, isBlank, score };
}

/**
 * Delimiter and heading from the beginning of a file. The delimiter is the one that makes the columns the caller knows of,
 * else the one that cuts the rows most evenly into the most columns.
 * @throws Error with words for a person
 */
export function detectFormat(text: string, wanted: readonly string[], isWhole: boolean): CsvShape {
  const sepLine = /^\s*sep=(.)\r?\n/.exec(text)?.[1];
  const candidates = (sepLine ? [sepLine] : delimiters).map((delimiter) =>
    describeSample(parseSample(text, delimiter, isWhole), delimiter, wanted),
  );
  const best = candidates.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.isBlank) throw new Error('it has no heading.');
  if (best.header.length > IMPORT_LIMITS.max_columns) {
    throw new Error(`it has ${best.header.length} columns; at most ${IMPORT_LIMITS.max_columns} are possible.`);
  }
  return { delimiter: best.delimiter, header: best.header, header_row: best.header_row };
}
