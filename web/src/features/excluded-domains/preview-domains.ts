import { IMPORT_LIMITS } from '@overture/domain/limits';
import type { CsvPreview } from '../csv-import/index.ts';

/** Values of a column in the first 5 rows, lower case, each once, at most 10. */
export function previewDomains(preview: Pick<CsvPreview, 'indexes' | 'rows'>, column: string): string[] {
  const index = preview.indexes.get(column);
  if (index === undefined) return [];
  const values = preview.rows
    .slice(0, IMPORT_LIMITS.preview_rows)
    .map((row) => (row[index] ?? '').trim().toLowerCase());
  return [...new Set(values.filter((value) => value !== ''))].slice(0, IMPORT_LIMITS.preview_values);
}
