import { neutralizeCell } from '@overture/domain/csv-cell';

type Cell = string | number | null | undefined;

/** Rows as CSV text; no spreadsheet runs what stands in a cell. */
export function csvText(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => cells.map(csvCell).join(',');
  return [line(header), ...rows.map(line)].join('\r\n').concat('\r\n');
}

function csvCell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = neutralizeCell(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Hands rows to the browser as a file. */
export function saveCsv(filename: string, header: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', csvText(header, rows)], { type: 'text/csv;charset=utf-8' }));
  saveFile(filename, url);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Lets the browser fetch an address as a file, as long as it is. */
export function saveFile(filename: string, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
}
