import { columnKey, type FileRow } from './lead-fields.rules.ts';

type LeadFileFormat = 'csv' | 'jsonl' | 'parquet';

/** A row of a file; `error` says why it cannot be read, `line` is then its text. */
export type SourceRow = { row: FileRow; error: string | null; line: string };

/** `columns` is null where rows may have different ones; `rows` passes over the first `skip` rows. */
export type RowSource = {
  format: LeadFileFormat;
  columns: string[] | null;
  rows(skip: number): AsyncIterable<SourceRow>;
};

/** @param names folded keys of earlier rows: each is folded once */
export function flattenRecord(value: object, names: Map<string, string>): FileRow {
  const row = new Map<string, unknown>();
  for (const [name, cell] of Object.entries(value)) {
    let key = names.get(name);
    if (key === undefined) {
      key = columnKey(name);
      if (names.size < 10_000) names.set(name, key);
    }
    if (!row.has(key)) row.set(key, cell);
  }
  return row;
}
