import { foldCase, isBlank } from '../text/text.ts';
import { isGroup, isTyped, type PlainFilter, parseTruth, splitValues, type TableFilter } from './filters.ts';
import type { ColumnKind, ColumnSet } from './lead-columns.ts';
import { comparedText, isNumeric, positiveOf, type TypedFilter } from './typed-filters.ts';

export type CellValue = string | number | boolean | null | undefined | readonly string[];
export type FilterRow = Readonly<Record<string, CellValue>>;

/** True when a row passes every filter. Tests hold the SQL of two stores to it; the table in `filters.ts` says what an operation means. */
export function matchesFilters(row: FilterRow, filters: readonly TableFilter[], columns: ColumnSet): boolean {
  return filters.every((filter) => matchesItem(row, filter, columns));
}

function matchesItem(row: FilterRow, filter: TableFilter, columns: ColumnSet): boolean {
  if (isGroup(filter)) {
    const passes = (one: TableFilter) => matchesItem(row, one, columns);
    return filter.match === 'any' ? filter.filters.some(passes) : filter.filters.every(passes);
  }
  const kind = columns.get(filter.column) ?? 'text';
  const cell = row[filter.column];
  if (!isTyped(filter)) return matchesPlain(cell, filter, kind);
  const { comparison, isNegated } = positiveOf(filter.comparison);
  return matchesTyped(cell, { ...filter, comparison }, kind) !== isNegated;
}

function matchesTyped(cell: CellValue, { comparison, values }: TypedFilter, kind: ColumnKind): boolean {
  const hasNumbers = isNumeric(kind, comparison);
  const own = comparable(cell, kind, hasNumbers);
  const wanted = values.map((text) => (hasNumbers ? Number(text) : comparedText(text)));
  const [value, to] = wanted;
  if (own === null || value === undefined) return false;
  if (comparison === 'is' || comparison === 'is_any_of') return wanted.includes(own);
  if (comparison === 'starts_with') return String(own).startsWith(String(value));
  if (comparison === 'between') return to !== undefined && own >= value && own <= to;
  return comparison === 'greater' || comparison === 'after' ? own > value : own < value;
}

/** The cell as comparisons see it; null for an empty one. */
function comparable(cell: CellValue, kind: ColumnKind, hasNumbers: boolean): string | number | null {
  if (isCellEmpty(cell)) return null;
  if (!hasNumbers) return comparedText(String(cell));
  if (kind !== 'size') return Number(cell);
  return firstNumber(String(cell));
}

/** Of a size as people write it: a number or a range, with its unit at the end. */
function firstNumber(size: string): number | null {
  const [first, second] = (size.match(/\d[\d,]{0,18}/g) ?? []).map((digits) => Number(digits.replaceAll(',', '')));
  if (first === undefined) return null;
  const magnitude = { K: 1e3, M: 1e6 }[size.slice(-1)] ?? 1;
  return second !== undefined && first > second ? first : first * magnitude;
}

function matchesPlain(cell: CellValue, filter: PlainFilter, kind: ColumnKind): boolean {
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
