import type { ReactNode } from 'react';

export interface SortKey {
  /** Name the server sorts by. */
  field: string;
  direction: 'asc' | 'desc';
}

export interface SortState extends SortKey {
  /** Further columns, for rows that are equal by the ones before. */
  further?: readonly SortKey[];
}

/** Columns that a table is sorted by at most. */
const maxSorts = 3;

export function sortKeys(sort: SortState | undefined): SortKey[] {
  if (sort === undefined) return [];
  const { further = [], ...first } = sort;
  return [first, ...further];
}

/** The sort of some columns; none is no sort. */
export function toSort([first, ...further]: readonly SortKey[]): SortState | undefined {
  return first && (further.length > 0 ? { ...first, further } : first);
}

export interface DataColumn<Row> {
  /** Stable; the remembered width hangs on it. */
  id: string;
  header: ReactNode;
  /** Said by screen readers where `header` is not plain text. */
  label?: string;
  cell: (row: Row) => ReactNode;
  /** Full text, shown on hover where the cell is cut. */
  title?: (row: Row) => string | undefined;
  /** Starting width in pixels; 180 unless said otherwise. */
  width?: number;
  align?: 'left' | 'right';
  /** Makes the header sort the table. */
  sort_field?: string;
  /** Action of a click on the header; it replaces sorting, which moves to `header_menu`. */
  onHeaderClick?: () => void;
  /** At the end of the header: a menu of what can be done with the column. */
  header_menu?: ReactNode;
  /** Clicks inside do not open the row (links, inputs, research cells). */
  interactive?: boolean;
  /** Hidden until the user picks it in the columns menu. */
  isHiddenAtFirst?: boolean;
  /** Makes the column optional: hidden while no row has a value, unless the user asks for it. */
  hasValue?: (row: Row) => boolean;
  /** The cell's content takes the whole cell, padding included. */
  filled?: boolean;
}

export const minColumnWidth = 120;
export const defaultColumnWidth = 180;
const storageKey = 'tableColumnWidths';

type StoredWidths = Record<string, Record<string, number>>;

function parseStored(): StoredWidths {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed) ? (parsed as StoredWidths) : {};
  } catch {
    return {};
  }
}

/** Remembered widths of one table in pixels; anything unreadable counts as none. */
export function readColumnWidths(tableId: string): Record<string, number> {
  const widths = parseStored()[tableId];
  if (widths === undefined || widths === null || typeof widths !== 'object') return {};
  return Object.fromEntries(
    Object.entries(widths).filter(([, width]) => typeof width === 'number' && width >= minColumnWidth && width < 2000),
  );
}

/** Remembers the widths of one table under `tableColumnWidths`. */
export function rememberColumnWidths(tableId: string, widths: Record<string, number>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...parseStored(), [tableId]: widths }));
  } catch {
    // Storage may be full or closed off; the widths then last as long as the page.
  }
}

/**
 * Columns in the order that the user gave them; the first one stays first. Ids of deleted columns are ignored. A column that the order does
 * not know follows its neighbor; columns that are added at the end stay at the end.
 */
export function orderColumns<Column extends { id: string }>(
  columns: readonly Column[],
  order: readonly string[],
): readonly Column[] {
  const last = columns.findLastIndex(({ id }) => order.includes(id));
  let place = -1;
  const placed = columns.map((column, index) => {
    const named = order.indexOf(column.id);
    if (index > last) place = order.length;
    else if (index > 0 && named >= 0) place = named;
    return { column, place };
  });
  return placed.sort((one, other) => one.place - other.place).map(({ column }) => column);
}

/** The next sort after a click on a header: ascending, descending, none. */
export function nextSort(current: SortState | undefined, field: string): SortState | undefined {
  if (current?.field !== field || current.further) return { field, direction: 'asc' };
  return current.direction === 'asc' ? { field, direction: 'desc' } : undefined;
}

/** The same for a column beside the others: it is added at the end, turned, taken out. */
export function nextSortWith(current: SortState | undefined, field: string): SortState | undefined {
  const keys = sortKeys(current);
  const known = keys.find((key) => key.field === field);
  if (known === undefined) return toSort([...keys.slice(0, maxSorts - 1), { field, direction: 'asc' }]);
  if (known.direction === 'desc') return toSort(keys.filter((key) => key !== known));
  return toSort(keys.map((key) => (key === known ? { field, direction: 'desc' } : key)));
}
