import { Readable } from 'node:stream';
import { fileLine, headingLine } from '@overture/domain/csv/csv-cell';

/** Rows per read. */
const ROWS_A_PAGE = 1000;
/** As many rows as spreadsheets take. */
const MAX_ROWS = 1_000_000;

/**
 * A CSV file that is read while it is sent.
 * @param readPage loads the next rows, or the first ones, each page in its own transaction: a slow client blocks nothing
 * @param cellsOf null leaves the row out
 * @param is_marked whether the file begins with the mark by which spreadsheets know UTF-8; some programs take it for a character
 */
export function streamCsv<Row>(
  heading: readonly string[],
  readPage: (after: Row | null, limit: number) => Promise<Row[]>,
  cellsOf: (row: Row) => readonly string[] | null,
  { is_marked = true }: { is_marked?: boolean } = {},
): Readable {
  const first = is_marked ? headingLine(heading) : fileLine(heading);
  return Readable.from(writeFile(first, readPage, cellsOf));
}

async function* writeFile<Row>(
  first: string,
  readPage: (after: Row | null, limit: number) => Promise<Row[]>,
  cellsOf: (row: Row) => readonly string[] | null,
): AsyncGenerator<string> {
  yield first;
  let after: Row | null = null;
  for (let written = 0; written < MAX_ROWS; ) {
    const rows: Row[] = await readPage(after, ROWS_A_PAGE);
    const lines = rows.map(cellsOf).filter((cells) => cells !== null);
    yield lines.map(fileLine).join('');
    written += lines.length;
    after = rows.at(-1) ?? null;
    if (rows.length < ROWS_A_PAGE) return;
  }
}
