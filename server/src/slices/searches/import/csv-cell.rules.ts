const formulaStart = /^'*[=+@\t\r\n＝＋－＠-]/;
const isNumber = /^[+-]\d+(?:[.,]\d+)?$/;
const isPhone = /^\+[0-9 ().-]{3,40}$/;
const isNotComputed = /[0-9)] +[0-9(]/;

/** A cell that no spreadsheet takes for a formula; the same rule as `csv_guard` in SQL, and held to it by a test. */
export function guardCell(value: string): string {
  if (!formulaStart.test(value) || isNumber.test(value)) return value;
  if (isPhone.test(value) && (!value.includes('-') || isNotComputed.test(value))) return value;
  return `'${value}`;
}

/** Takes the apostrophe off again that an export put before a formula. */
export function unguardCell(value: string): string {
  return value.charCodeAt(0) === 39 && formulaStart.test(value) ? value.slice(1) : value;
}

/** Cells as the first line of a file that people open; the mark at its start tells spreadsheets that it is UTF-8. */
export const headingLine = (cells: readonly string[]): string => `\uFEFF${fileLine(cells)}`;

/** Cells as a further line of such a file. */
export const fileLine = (cells: readonly string[]): string => `${formatLine(cells)}\r\n`;

/** Cells as a line of CSV, formulas made harmless. */
export function formatLine(cells: readonly string[]): string {
  return cells
    .map((cell) => {
      const safe = guardCell(cell);
      return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    })
    .join(',');
}
