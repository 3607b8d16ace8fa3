import { guardCell } from '@overture/domain/csv/csv-cell';

type Cell = string | number | null | undefined;

/** Rows as CSV text; no spreadsheet runs what stands in a cell. */
export function csvText(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => cells.map(csvCell).join(',');
  return [line(header), ...rows.map(line)].join('\r\n').concat('\r\n');
}

function csvCell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return `"${guardCell(value).replaceAll('"', '""')}"`;
}

/** Hands rows to the browser as a file. */
export function saveCsv(filename: string, header: readonly string[], rows: readonly (readonly Cell[])[]): void {
  saveCsvText(filename, csvText(header, rows));
}

/** Hands CSV text to the browser as a file, marked as UTF-8: without the mark Excel reads "Jürgen" as "JÃ¼rgen". */
export function saveCsvText(filename: string, text: string): void {
  const url = URL.createObjectURL(new Blob([withMark(text)], { type: 'text/csv;charset=utf-8' }));
  saveFile(filename, url);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function withMark(text: string): string {
  return text.startsWith('\ufeff') ? text : `\ufeff${text}`;
}

/** Lets the browser fetch an address as a file, as long as it is. */
export function saveFile(filename: string, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
}
