import { guardCell } from '@overture/domain/csv/csv-cell';

/** Cells as the first line of a file that people open; the mark at its start tells spreadsheets that it is UTF-8. */
export const headingLine = (cells: readonly string[]): string => `\uFEFF${fileLine(cells)}`;

/** Cells as a further line of such a file. */
export const fileLine = (cells: readonly string[]): string => `${formatLine(cells)}\r\n`;

/** Cells as a line of CSV, formulas made harmless; always quoted, since spreadsheets of half the world part cells at `;`. */
export function formatLine(cells: readonly string[]): string {
  return cells.map((cell) => `"${guardCell(cell).replaceAll('"', '""')}"`).join(',');
}
