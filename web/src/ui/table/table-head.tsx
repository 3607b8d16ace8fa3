import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, type RefObject, Suspense } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { uiTexts } from '../ui-texts.ts';
import { type DataColumn, defaultColumnWidth, nextSort, nextSortWith, type SortState, sortKeys } from './columns.ts';
import classes from './data-table.module.css';
import { ResizeHandle } from './resize-handle.tsx';

interface TableHeadProps<Row extends object> {
  columns: readonly DataColumn<Row>[];
  columnWidths: ReadonlyMap<string, number>;
  tableRef: RefObject<HTMLTableElement | null>;
  commitWidth: (columnId: string, width: number) => void;
  sort: SortState | undefined;
  onSortChange: ((sort: SortState | undefined) => void) | undefined;
  /** Shift adds a column to the sort. */
  hasSeveralSorts: boolean;
  isMovable: boolean;
  selectAll: ReactNode;
  headerEnd: ReactNode;
}

const sortWords = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

const ColumnMenu = lazyPart(() => import('./order/column-menu.tsx').then((file) => ({ default: file.ColumnMenu })));

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
        {props.columns.map((column, index) => (
          <HeadCell key={column.id} {...props} column={column} isFirst={index === 0} />
        ))}
        <td className={`${classes.head} ${classes.end}`}>{props.headerEnd}</td>
      </tr>
    </thead>
  );
}

function HeadCell<Row extends object>(props: TableHeadProps<Row> & { column: DataColumn<Row>; isFirst: boolean }) {
  const { column, isFirst, isMovable } = props;
  const keys = sortKeys(props.sort);
  const place = keys.findIndex(({ field }) => field === column.sort_field);
  const direction = keys[place]?.direction;
  const content = <HeadContent {...{ ...props, direction }} place={props.sort?.further ? place + 1 : 0} />;
  return (
    <th
      scope="col"
      className={`group/head ${classes.head} ${isFirst ? classes.first : ''}`}
      data-after-checkbox={props.selectAll ? true : undefined}
      data-align={column.align}
      data-column={column.id}
      aria-sort={column.sort_field ? sortWords[direction ?? 'none'] : undefined}
    >
      {column.header_menu ? (
        <span className="flex items-center justify-between gap-0.5">
          {content}
          {column.header_menu}
        </span>
      ) : (
        content
      )}
      {isMovable && !isFirst ? (
        <Suspense fallback={null}>
          <ColumnMenu
            columnId={column.id}
            columnLabel={labelOf(column)}
            hasOwnMenu={column.header_menu !== undefined}
          />
        </Suspense>
      ) : null}
      <ResizeHandle
        columnId={column.id}
        columnLabel={labelOf(column)}
        width={props.columnWidths.get(column.id) ?? defaultColumnWidth}
        tableRef={props.tableRef}
        onCommit={props.commitWidth}
      />
    </th>
  );
}

const labelOf = <Row,>({ label, header, id }: DataColumn<Row>): string =>
  label ?? (typeof header === 'string' ? header : id);

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
