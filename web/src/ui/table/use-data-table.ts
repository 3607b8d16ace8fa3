import {
  type ColumnSizingState,
  columnSizingFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type CSSProperties, useCallback, useMemo, useState } from 'react';
import { defaultColumnWidth, minColumnWidth, readColumnWidths, rememberColumnWidths } from './columns.ts';
import type { DataTableProps } from './data-table.tsx';
import { widthVariable } from './resize-handle.tsx';

const features = tableFeatures({ columnSizingFeature });

/** Column model of a data table on TanStack Table: sizes are remembered, rows come in as they are (the server sorts and pages). */
export function useDataTable<Row extends object>(
  { tableId, columns, rowId, rowActions }: Pick<DataTableProps<Row>, 'tableId' | 'columns' | 'rowId' | 'rowActions'>,
  rows: readonly Row[],
) {
  const [columnSizing, setColumnSizing] = useState<ColumnSizingState>(() => readColumnWidths(tableId));
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return columns.map((column) =>
      helper.display({
        id: column.id,
        size: column.width ?? defaultColumnWidth,
        minSize: Math.min(minColumnWidth, column.width ?? minColumnWidth),
        header: () => column.header,
        cell: (context) => column.cell(context.row.original),
      }),
    );
  }, [columns]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row) => String(rowId(row)),
    state: { columnSizing },
    onColumnSizingChange: setColumnSizing,
  });
  const commitWidth = useCallback(
    (columnId: string, width: number) => {
      setColumnSizing((current) => {
        const next = { ...current, [columnId]: width };
        rememberColumnWidths(tableId, next);
        return next;
      });
    },
    [tableId],
  );
  const widths = table.getAllLeafColumns().map((column) => [column.id, column.getSize()] as const);
  const total = widths.map(([id]) => `var(${widthVariable(id)})`).join(' + ');
  const style = {
    ...Object.fromEntries(widths.map(([id, size]) => [widthVariable(id), `${size}px`])),
    // Room for the checkbox column and the row actions besides the columns themselves.
    minWidth: `calc(${total || '0px'} + ${rowActions ? 140 : 56}px)`,
  } as CSSProperties;
  return { table, commitWidth, style };
}
