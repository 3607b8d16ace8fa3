import { parseExclusion } from '@overture/domain/addresses/exclusions';
import { IMPORT_LIMITS } from '@overture/domain/limits';
import type { CsvPreview } from '../csv-import/index.ts';

/** What the first rows of a column would exclude, and what of them is neither a domain nor an address; each once, at most 10. */
export function previewDomains(
  preview: Pick<CsvPreview, 'indexes' | 'rows'>,
  column: string,
): { excluded: string[]; rejected: string[] } {
  const index = preview.indexes.get(column);
  if (index === undefined) return { excluded: [], rejected: [] };
  const values = preview.rows
    .slice(0, IMPORT_LIMITS.preview_rows)
    .map((row) => (row[index] ?? '').trim())
    .filter((value) => value !== '');
  const once = (given: readonly string[]) => [...new Set(given)].slice(0, IMPORT_LIMITS.preview_values);
  return {
    excluded: once(values.flatMap((value) => parseExclusion(value) ?? [])),
    rejected: once(values.filter((value) => parseExclusion(value) === null)),
  };
}
