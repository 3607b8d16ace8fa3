import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { type DataColumn, defaultColumnWidth, nextSort, type SortState } from './columns.ts';
import classes from './data-table.module.css';
import { ResizeHandle } from './resize-handle.tsx';

interface TableHeadProps<Row extends object> {
  columns: readonly DataColumn<Row>[];
  table: { getColumn: (id: string) => { getSize: () => number } | undefined };
  tableRef: RefObject<HTMLTableElement | null>;
  commitWidth: (columnId: string, width: number) => void;
  sort: SortState | undefined;
  onSortChange: ((sort: SortState | undefined) => void) | undefined;
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
          const direction = props.sort && props.sort.field === column.sort_field ? props.sort.direction : undefined;
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
                  <HeadContent {...props} column={column} direction={direction} />
                  {column.header_menu}
                </span>
              ) : (
                <HeadContent {...props} column={column} direction={direction} />
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
  sort: SortState | undefined;
  onSortChange: ((sort: SortState | undefined) => void) | undefined;
}

function HeadContent<Row>({ column, direction, sort, onSortChange }: HeadContentProps<Row>) {
  const field = column.sort_field;
  const sortBy = field && onSortChange ? () => onSortChange(nextSort(sort, field)) : undefined;
  const onClick = column.onHeaderClick ?? sortBy;
  if (!onClick) return <span className="truncate">{column.header}</span>;
  return (
    <button type="button" className={classes.headButton} onClick={onClick} data-sorted={direction}>
      <span className="truncate">{column.header}</span>
      {direction === 'asc' ? <IconArrowUp size={13} aria-hidden /> : null}
      {direction === 'desc' ? <IconArrowDown size={13} aria-hidden /> : null}
    </button>
  );
}
