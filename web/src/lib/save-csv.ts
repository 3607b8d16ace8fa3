import { fileLine, UTF8_MARK } from '@overture/domain/csv/csv-cell';

type Cells = Parameters<typeof fileLine>[0];

/** Rows as CSV text. Cells are escaped against formula injection. */
export function csvText(header: readonly string[], rows: readonly Cells[]): string {
  return [header, ...rows].map(fileLine).join('');
}

/** Hands rows to the browser as a file. */
export function saveCsv(filename: string, header: readonly string[], rows: readonly Cells[]): void {
  saveCsvText(filename, csvText(header, rows));
}

/** Hands CSV text to the browser as a file, marked as UTF-8. */
export function saveCsvText(filename: string, text: string): void {
  const url = URL.createObjectURL(new Blob([withMark(text)], { type: 'text/csv;charset=utf-8' }));
  saveFile(filename, url);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function withMark(text: string): string {
  return text.startsWith(UTF8_MARK) ? text : `${UTF8_MARK}${text}`;
}

/** Lets the browser fetch an address as a file, as long as it is. */
export function saveFile(filename: string, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
}
