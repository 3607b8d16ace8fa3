import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { MouseEvent, ReactNode, RefObject } from 'react';
import { uiTexts } from '../ui-texts.ts';
import { type DataColumn, defaultColumnWidth, nextSort, nextSortWith, type SortState, sortKeys } from './columns.ts';
import classes from './data-table.module.css';
import { ResizeHandle } from './resize-handle.tsx';

interface TableHeadProps<Row extends object> {
  columns: readonly DataColumn<Row>[];
  table: { getColumn: (id: string) => { getSize: () => number } | undefined };
  tableRef: RefObject<HTMLTableElement | null>;
  commitWidth: (columnId: string, width: number) => void;
  sort: SortState | undefined;
  onSortChange: ((sort: SortState | undefined) => void) | undefined;
  /** Shift adds a column to the sort. */
  hasSeveralSorts: boolean;
  selectAll: ReactNode;
  headerEnd: ReactNode;
}

const sortWords = { asc: 'ascending', desc: 'descending' } as const;

/** Header row: sort buttons, resize handles, select all. */
export function TableHead<Row extends object>(props: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {props.selectAll ? (
          <th scope="col" className={`${classes.head} ${classes.checkboxCell}`}>
            {props.selectAll}
          </th>
        ) : null}
        {props.columns.map((column, index) => {
          const place = sortKeys(props.sort).findIndex(({ field }) => field === column.sort_field);
          const direction = sortKeys(props.sort)[place]?.direction;
          const shared = { ...props, column, direction, place: props.sort?.further ? place + 1 : 0 };
          return (
            <th
              key={column.id}
              scope="col"
              className={`${classes.head} ${index === 0 ? classes.first : ''}`}
              data-after-checkbox={props.selectAll ? true : undefined}
              data-align={column.align}
              data-column={column.id}
              aria-sort={column.sort_field ? (direction ? sortWords[direction] : 'none') : undefined}
            >
              {column.header_menu ? (
                <span className="flex items-center justify-between gap-0.5">
                  <HeadContent {...shared} />
                  {column.header_menu}
                </span>
              ) : (
                <HeadContent {...shared} />
              )}
              <ResizeHandle
                columnId={column.id}
                columnLabel={column.label ?? (typeof column.header === 'string' ? column.header : column.id)}
                width={props.table.getColumn(column.id)?.getSize() ?? column.width ?? defaultColumnWidth}
                tableRef={props.tableRef}
                onCommit={props.commitWidth}
              />
            </th>
          );
        })}
        <td className={`${classes.head} ${classes.end}`}>{props.headerEnd}</td>
      </tr>
    </thead>
  );
}

interface HeadContentProps<Row> {
  column: DataColumn<Row>;
  direction: 'asc' | 'desc' | undefined;
  /** From 1 in a sort by several columns, else 0. */
  place: number;
  hasSeveralSorts: boolean;
  sort: SortState | undefined;
  onSortChange: ((sort: SortState | undefined) => void) | undefined;
}

function HeadContent<Row>({ column, direction, place, hasSeveralSorts, sort, onSortChange }: HeadContentProps<Row>) {
  const field = column.sort_field;
  const sortBy =
    field && onSortChange
      ? (event: MouseEvent) => onSortChange((hasSeveralSorts && event.shiftKey ? nextSortWith : nextSort)(sort, field))
      : undefined;
  const onClick = column.onHeaderClick ?? sortBy;
  if (!onClick) return <span className="truncate">{column.header}</span>;
  return (
    <button
      type="button"
      className={classes.headButton}
      onClick={onClick}
      data-sorted={direction}
      title={sortBy && hasSeveralSorts ? uiTexts.addSort : undefined}
    >
      <span className="truncate">{column.header}</span>
      {direction === 'asc' ? <IconArrowUp size={13} aria-hidden /> : null}
      {direction === 'desc' ? <IconArrowDown size={13} aria-hidden /> : null}
      {place > 0 ? <span className="number">{place}</span> : null}
    </button>
  );
}
