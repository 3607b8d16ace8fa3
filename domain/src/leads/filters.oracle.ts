import { foldCase, isBlank } from '../text/text.ts';
import { parseTruth, splitValues, type TableFilter } from './filters.ts';
import type { ColumnKind, ColumnSet } from './lead-columns.ts';

export type CellValue = string | number | boolean | null | undefined | readonly string[];
export type FilterRow = Readonly<Record<string, CellValue>>;

/** True when a row passes every filter. Tests hold the SQL of two stores to it; the table in `filters.ts` says what an operation means. */
export function matchesFilters(row: FilterRow, filters: readonly TableFilter[], columns: ColumnSet): boolean {
  return filters.every((filter) => matchesFilter(row[filter.column], filter, columns.get(filter.column) ?? 'text'));
}

function matchesFilter(cell: CellValue, filter: TableFilter, kind: ColumnKind): boolean {
  switch (filter.operation) {
    case 'is_empty':
      return isCellEmpty(cell);
    case 'is_not_empty':
      return !isCellEmpty(cell);
    case 'contains':
      return contains(cell, filter.value, kind);
    case 'not_contains':
      return !contains(cell, filter.value, kind);
  }
}

function isCellEmpty(cell: CellValue): boolean {
  if (cell === null || cell === undefined) return true;
  if (typeof cell === 'string') return isBlank(cell);
  return Array.isArray(cell) ? cell.length === 0 : false;
}

function contains(cell: CellValue, value: string, kind: ColumnKind): boolean {
  if (cell === null || cell === undefined) return false;
  if (kind === 'boolean') return cell === parseTruth(value);
  if (kind === 'multiselect' || kind === 'score') {
    const wanted = splitValues(value);
    const items = Array.isArray(cell) ? cell : [String(cell)];
    return items.some((item) => wanted.includes(foldCase(String(item))));
  }
  return foldCase(String(cell)).includes(foldCase(value));
}
