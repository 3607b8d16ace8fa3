/** Characters with which a spreadsheet begins a formula, or hides one; apostrophes before them were put there by us. */
const FORMULA_START = /^'*[=+@\t\r\n＝＋－＠-]/;
const NUMBER = /^[+-]\d+(?:[.,]\d+)?$/;
const PHONE = /^\+[0-9 ().-]{3,40}$/;
/** Digits or brackets with a blank between them: no spreadsheet calculates with that. */
const NOT_COMPUTED = /[0-9)] +[0-9(]/;

/**
 * A cell that no spreadsheet takes for a formula: the one rule of every file we write, the same as `csv_guard` in SQL, which a test
 * holds to it. Negative numbers and phone numbers stay as they are.
 */
export function guardCell(value: string): string {
  if (!FORMULA_START.test(value) || NUMBER.test(value)) return value;
  if (PHONE.test(value) && (!value.includes('-') || NOT_COMPUTED.test(value))) return value;
  return `'${value}`;
}

export type CsvCell = string | number | null | undefined;

/** Cells as a line of CSV, formulas made harmless. Texts are always quoted, since spreadsheets of half the world part cells at `;`. */
export function formatLine(cells: readonly CsvCell[]): string {
  return cells.map(formatCell).join(',');
}

function formatCell(cell: CsvCell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  return `"${guardCell(cell).replaceAll('"', '""')}"`;
}

/** Byte order mark: without it Excel shows "Jürgen" as "JÃ¼rgen". */
export const UTF8_MARK = '\uFEFF';

/** Cells as the first line of a file that people open. */
export const headingLine = (cells: readonly CsvCell[]): string => `${UTF8_MARK}${fileLine(cells)}`;

/** Cells as a further line of such a file. */
export const fileLine = (cells: readonly CsvCell[]): string => `${formatLine(cells)}\r\n`;

/** Takes the apostrophe off again that an export put before a formula. */
export function unguardCell(value: string): string {
  return value.charCodeAt(0) === 39 && FORMULA_START.test(value) ? value.slice(1) : value;
}
