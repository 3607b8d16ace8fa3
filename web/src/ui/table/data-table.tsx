import { Checkbox, useMatches } from '@mantine/core';
import { type CSSProperties, Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { uiTexts } from '../ui-texts.ts';
import { CardRows } from './card-rows.tsx';
import classes from './data-table.module.css';
import { ColumnMovesContext } from './order/column-moves.ts';
import { widthVariable } from './resize-handle.tsx';
import { TableHead } from './table-head.tsx';
import { SkeletonRows, TableRow } from './table-row.tsx';
import { type DataTableProps, type RowSpan, useDataTable } from './use-data-table.ts';
import { useEndlessScroll } from './use-endless-scroll.ts';
import { useRowKeys } from './use-row-keys.ts';
import type { RowSelection } from './use-row-selection.ts';
import { useRowParts } from './use-row-window.ts';

const noRows: readonly never[] = [];
/** A page renders all of its rows. */
const ignoreRows = () => {};

/** The one table of the product: sticky header and first column, remembered widths, keyboard, skeletons of the final size. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const narrow = useMatches({ base: true, sm: false }, { getInitialValueInEffect: false });
  if (props.rows === undefined && props.error) return <InPlace>{props.error}</InPlace>;
  if (props.rows !== undefined && props.rows.length === 0) return <InPlace>{props.empty}</InPlace>;
  if (narrow) return <CardRows {...props} />;
  return (
    <ColumnMovesContext value={props.moves}>
      <WideTable {...props} />
    </ColumnMovesContext>
  );
}

/** Shown without rows: what does not fit scrolls with the page, which the keyboard reaches. */
function InPlace({ children }: { children: ReactNode }) {
  return <div className="flex-[1_0_auto] border-t border-line bg-surface">{children}</div>;
}

function WideTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows = noRows as readonly Row[], rowId, selection, onRowOpen } = props;
  const tableRef = useRef<HTMLTableElement>(null);
  const { columnWidths, commitWidth, style } = useDataTable(props);
  const [kept, keepRows] = useState<RowSpan>();
  const keys = useRowKeys({
    from: props.endless?.before,
    rowCount: rows.length,
    open: onRowOpen && ((index) => rows[index] && onRowOpen(rows[index])),
    toggle: selection && ((index) => rows[index] && selection.toggle(rowId(rows[index]))),
  });
  const isLoading = props.rows === undefined;
  return (
    <Frame props={props} keepRows={keepRows}>
      <table
        ref={tableRef}
        className={classes.table}
        style={style}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are walked with arrow keys and selected, which is a grid.
        role="grid"
        aria-label={props.label}
        aria-busy={isLoading || props.isStale || undefined}
        aria-multiselectable={selection ? true : undefined}
        aria-rowcount={props.endless && props.endless.total + 1}
      >
        <colgroup>
          {selection ? <col className="w-[var(--checkbox-column-width)]" /> : null}
          {columns.map((column) => (
            <col key={column.id} style={{ width: `var(${widthVariable(column.id)})` }} />
          ))}
          <col />
        </colgroup>
        <TableHead
          columns={columns}
          columnWidths={columnWidths}
          tableRef={tableRef}
          commitWidth={commitWidth}
          sort={props.sort}
          onSortChange={props.onSortChange}
          hasSeveralSorts={props.hasSeveralSorts ?? false}
          isMovable={props.moves !== undefined}
          selectAll={
            selection ? (
              <SelectAll
                selection={selection}
                ids={rows.map(rowId)}
                label={props.endless ? uiTexts.selectLoaded : uiTexts.selectAll}
                menu={props.selectionMenu}
              />
            ) : null
          }
          headerEnd={props.headerEnd}
        />
        <TableBody props={props} keys={keys} kept={kept} />
      </table>
    </Frame>
  );
}

/** The height of rows is a variable of the frame: the room of rows that are not there is counted in it. */
function heightOf({ compact, tall }: { compact?: boolean; tall?: boolean }): CSSProperties | undefined {
  if (!compact && !tall) return undefined;
  return { '--row-height': `var(--row-height-${compact ? 'compact' : 'tall'})` } as CSSProperties;
}

interface FrameProps<Row extends object> {
  props: DataTableProps<Row>;
  children: ReactNode;
  keepRows: (span: RowSpan | undefined) => void;
}

/** Scrolls the table, and what lies over it. */
function Frame<Row extends object>({ props, children, keepRows }: FrameProps<Row>) {
  const { layer, endless } = props;
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const followScroll = useEndlessScroll(frame, endless);
  return (
    <div
      ref={setFrame}
      className={classes.frame}
      style={heightOf(props)}
      data-stale={props.isStale || undefined}
      data-compact={props.compact || undefined}
      onScroll={(event) => {
        // An edge for the column that stays, only while others pass beneath it; set without a render.
        event.currentTarget.toggleAttribute('data-scrolled', event.currentTarget.scrollLeft !== 0);
        followScroll();
      }}
    >
      {children}
      {frame && props.rows ? layer?.(frame, endless ? keepRows : ignoreRows) : null}
    </div>
  );
}

/** Room for rows that are not there: it looks like empty rows. More cells than the table has would make room beside them. */
function Room({ rows, cells }: { rows: number; cells: number }) {
  if (rows <= 0) return null;
  const background =
    'repeating-linear-gradient(transparent 0 calc(var(--row-height) - 1px), var(--border-row) 0 var(--row-height))';
  return (
    <tr aria-hidden>
      <td colSpan={cells} style={{ height: `calc(${rows} * var(--row-height))`, padding: 0, background }} />
    </tr>
  );
}

interface TableBodyProps<Row extends object> {
  props: DataTableProps<Row>;
  keys: ReturnType<typeof useRowKeys>;
  /** Rows that stay while others are in view. */
  kept: RowSpan | undefined;
}

function TableBody<Row extends object>({ props, keys, kept }: TableBodyProps<Row>) {
  const { columns, rows, skeletonRows = 25, selection } = props;
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const body = useRef<HTMLTableSectionElement>(null);
  const parts = useRowParts(body, props, [{ first: keys.active, end: keys.active + 1 }, kept]);
  const before = props.endless?.before ?? 0;
  // With the checkbox before the columns and the empty cell behind them.
  const cells = columns.length + (selection === undefined ? 1 : 2);
  if (rows === undefined)
    return (
      <tbody>
        <SkeletonRows columns={columns} rows={skeletonRows} withCheckbox={selection !== undefined} />
      </tbody>
    );
  return (
    <tbody ref={body} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
      {parts.map(({ room, place }) => {
        const row = rows[place - before];
        return (
          <Fragment key={row ? props.rowId(row) : 'end'}>
            <Room rows={room} cells={cells} />
            {row ? (
              <TableRow
                {...rowFacts(props, row, place - before)}
                {...{ columns, latest }}
                index={place}
                isCounted={props.endless !== undefined}
                isActive={place === keys.active}
                onActivate={keys.setActiveIndex}
              />
            ) : null}
          </Fragment>
        );
      })}
    </tbody>
  );
}

/** What a row is rendered with: compared, and rows without a change stay as they are. */
function rowFacts<Row extends object>(props: DataTableProps<Row>, row: Row, index: number) {
  const id = props.rowId(row);
  const { selection, rowActions } = props;
  return {
    ...{ row, id, label: props.rowLabel(row) },
    isSelected: selection && (selection.ids.has(id) || index < (selection.amount ?? 0)),
    isOpen: props.openRowId === id,
    isNew: props.newIds?.has(id) ?? false,
    isTall: props.tall === true,
    isClickable: props.onRowOpen !== undefined,
    hasActions: rowActions !== undefined,
    actions: rowActions?.(row),
  };
}

interface SelectAllProps {
  selection: RowSelection;
  ids: readonly number[];
  label: string;
  menu: ReactNode;
}

function SelectAll({ selection, ids, label, menu }: SelectAllProps) {
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  const all = ids.length > 0 && (chosen === ids.length || (selection.amount ?? 0) >= ids.length);
  return (
    <span className={`${classes.selectAll} inline-flex items-center align-middle`}>
      <Checkbox
        aria-label={label}
        checked={all}
        indeterminate={!all && chosen > 0}
        disabled={ids.length === 0}
        onChange={() => (all ? selection.clear() : selection.set([...selection.ids, ...ids]))}
      />
      {menu}
    </span>
  );
}
