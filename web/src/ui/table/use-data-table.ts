import type { ReactNode } from 'react';
import { type CSSProperties, useCallback, useState } from 'react';
import type { DataColumn, SortState } from './columns.ts';
import { defaultColumnWidth, minColumnWidth, readColumnWidths, rememberColumnWidths } from './columns.ts';
import type { ColumnMoves } from './order/column-moves.ts';
import { widthVariable } from './resize-handle.tsx';
import type { RowSelection } from './use-row-selection.ts';

/** Pixels by id of a column. */
type ColumnWidths = Record<string, number>;

export interface CardRow {
  picture?: ReactNode;
  title: ReactNode;
  subtitle?: ReactNode;
  /** A third line, where there is something to say. */
  detail?: ReactNode;
  /** At the right end: a figure, a chip, a time. */
  end?: ReactNode;
}

export interface DataTableProps<Row extends object> {
  /** Widths are remembered under this name. */
  tableId: string;
  /** Name for screen readers. */
  label: string;
  columns: readonly DataColumn<Row>[];
  /** Left out while the first page loads. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => number;
  /** How a screen reader and the checkbox name a row. */
  rowLabel: (row: Row) => string;
  /** True while the shown rows are those of the previous page. */
  isStale?: boolean;
  /** Skeleton rows while loading; 25 like a page unless said otherwise. */
  skeletonRows?: number;
  /** Shown instead of rows when loading failed and there is nothing to show. */
  error?: ReactNode;
  empty: ReactNode;
  sort?: SortState | undefined;
  onSortChange?: (sort: SortState | undefined) => void;
  selection?: RowSelection | undefined;
  /** Beside the header checkbox: the quick-select menu. */
  selectionMenu?: ReactNode;
  onRowOpen?: (row: Row) => void;
  openRowId?: number | undefined;
  rowActions?: (row: Row) => ReactNode;
  /** After the last header: "add column". */
  headerEnd?: ReactNode;
  /** The same row in two lines, for narrow screens. */
  card: (row: Row) => CardRow;
  compact?: boolean;
  /** Rows of three lines: texts are wrapped. */
  tall?: boolean;
  /** Shift adds a column to the sort. */
  hasSeveralSorts?: boolean;
  /** Widths that are kept outside; left out, the table remembers its own. */
  widths?: ColumnWidths;
  onWidths?: (widths: ColumnWidths) => void;
  /** Lets users move columns. */
  moves?: ColumnMoves | undefined;
  /** Scrolls through all rows: `rows` are some of them, and the others have their room. */
  endless?: EndlessRows | undefined;
  /** Lies over the table and scrolls with it; gets the element that scrolls, and names rows that stay rendered out of view. */
  layer?: ((frame: HTMLElement, keepRows: (span: RowSpan | undefined) => void) => ReactNode) | undefined;
  /** Rows whose background fades once because they have just arrived. */
  newIds?: ReadonlySet<number> | undefined;
}

/** Places among all rows: from the first one until (without) the last one. */
export interface RowSpan {
  first: number;
  end: number;
}

export interface EndlessRows {
  total: number;
  /** Rows before those that are shown. */
  before: number;
  /** The page in the middle of the view. */
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
}

/** Columns of a data table and their widths, which are remembered. Rows come in as they are: the server sorts and pages. */
export function useDataTable<Row extends object>({
  tableId,
  columns,
  rowActions,
  widths,
  onWidths,
}: Pick<DataTableProps<Row>, 'tableId' | 'columns' | 'rowActions' | 'widths' | 'onWidths'>) {
  const [ownWidths, setWidths] = useState<ColumnWidths>(() => readColumnWidths(tableId));
  const given = widths ?? ownWidths;
  const commitWidth = useCallback(
    (columnId: string, width: number) => {
      const next = { ...given, [columnId]: width };
      setWidths(next);
      rememberColumnWidths(tableId, next);
      onWidths?.(next);
    },
    [tableId, given, onWidths],
  );
  const sizes = columns.map((column) => [column.id, widthOf(column, given)] as const);
  const total = sizes.map(([id]) => `var(${widthVariable(id)})`).join(' + ');
  const style = {
    ...Object.fromEntries(sizes.map(([id, size]) => [widthVariable(id), `${size}px`])),
    // Room for the checkbox column and the row actions besides the columns themselves.
    minWidth: `calc(${total || '0px'} + ${rowActions ? 140 : 56}px)`,
  } as CSSProperties;
  return { columnWidths: new Map(sizes), commitWidth, style };
}

/** A column that starts narrower than the least width may stay so. */
const widthOf = ({ id, width }: DataColumn<never>, given: ColumnWidths): number =>
  Math.max(given[id] ?? width ?? defaultColumnWidth, Math.min(minColumnWidth, width ?? minColumnWidth));
