import { Checkbox } from '@mantine/core';
import { type MouseEvent, memo, type ReactNode, type RefObject } from 'react';
import { uiTexts } from '../ui-texts.ts';
import type { DataColumn } from './columns.ts';
import classes from './data-table.module.css';
import type { DataTableProps } from './use-data-table.ts';

/** What a row needs of its table. All of it is compared: a row is rendered again when something in it changes. */
interface TableRowProps<Row extends object> extends Pick<DataTableProps<Row>, 'columns'> {
  row: Row;
  id: number;
  index: number;
  label: string;
  /** For clicks alone: it is another one with every render of the table. */
  latest: RefObject<DataTableProps<Row>>;
  isSelected: boolean | undefined;
  /** Says its place among all rows, of which others are not there. */
  isCounted: boolean;
  isActive: boolean;
  isOpen: boolean;
  isNew: boolean;
  isTall: boolean;
  isClickable: boolean;
  hasActions: boolean;
  actions: ReactNode;
  onActivate: (index: number) => void;
}

const interactiveTargets = 'a,button,input,select,textarea,label,[role="menuitem"],[data-interactive]';

/** One row: a click anywhere that is not itself a control opens it. */
function Row<Shown extends object>(props: TableRowProps<Shown>) {
  const { row, id, index, isSelected, latest } = props;
  const hasCheckbox = isSelected !== undefined;

  function onClick(event: MouseEvent<HTMLElement>) {
    if ((event.target as HTMLElement).closest(interactiveTargets)) return;
    if (String(window.getSelection() ?? '') !== '') return;
    const { layer, onRowOpen } = latest.current;
    // Under a layer of cells the first column alone opens the row.
    const column = (event.target as HTMLElement).closest<HTMLElement>('[data-col]')?.dataset.col;
    if (layer && column !== props.columns[0]?.id) return;
    props.onActivate(index);
    onRowOpen?.(row);
  }

  return (
    <tr
      className={classes.row}
      data-row-index={index}
      data-selected={isSelected || undefined}
      data-open={props.isOpen || undefined}
      data-clickable={props.isClickable || undefined}
      data-new={props.isNew || undefined}
      tabIndex={props.isActive ? 0 : -1}
      aria-selected={isSelected}
      // The header is the first row.
      aria-rowindex={props.isCounted ? index + 2 : undefined}
      onClick={onClick}
    >
      {hasCheckbox ? (
        <td className={`${classes.cell} ${classes.checkboxCell}`} data-interactive>
          <Checkbox
            tabIndex={-1}
            aria-label={`${uiTexts.selectRow}: ${props.label}`}
            checked={isSelected}
            onChange={() => latest.current.selection?.toggle(id)}
          />
        </td>
      ) : null}
      {props.columns.map((column, columnIndex) => (
        <BodyCell
          key={column.id}
          column={column}
          row={row}
          isFirst={columnIndex === 0}
          afterCheckbox={hasCheckbox}
          isTall={props.isTall}
        />
      ))}
      <EndCell actions={props.actions} hasActions={props.hasActions} />
    </tr>
  );
}

export const TableRow = memo(Row) as typeof Row;

function EndCell({ actions, hasActions }: { actions: ReactNode; hasActions: boolean }) {
  const flag = hasActions || undefined;
  return (
    <td className={`${classes.cell} ${classes.end}`} data-actions={flag} data-interactive={flag}>
      {hasActions ? <span className={`${classes.rowActions} inline-flex gap-0.5 opacity-0`}>{actions}</span> : null}
    </td>
  );
}

interface BodyCellProps<Row> {
  column: DataColumn<Row>;
  row: Row;
  isFirst: boolean;
  afterCheckbox: boolean;
  isTall: boolean;
}

function BodyCell<Row>({ column, row, isFirst, afterCheckbox, isTall }: BodyCellProps<Row>) {
  const content = column.cell(row);
  const isEmpty = content === null || content === undefined || content === '';
  return (
    <td
      className={`${classes.cell} ${isFirst ? classes.first : ''}`}
      data-after-checkbox={afterCheckbox || undefined}
      data-align={column.align}
      data-col={column.id}
      data-interactive={column.interactive || undefined}
      data-filled={column.filled || undefined}
      title={column.title?.(row)}
    >
      {isEmpty ? <span className="text-ink-3">–</span> : isTall ? <Lines content={content} /> : content}
    </td>
  );
}

/** A text over as many lines as a tall row has. */
function Lines({ content }: { content: ReactNode }) {
  return typeof content === 'string' ? <span className="line-clamp-3 whitespace-normal">{content}</span> : content;
}

/** Rows of the final height while the first page loads: nothing jumps when data arrives. */
export function SkeletonRows<Row>({
  columns,
  rows,
  withCheckbox,
}: {
  columns: readonly DataColumn<Row>[];
  rows: number;
  withCheckbox: boolean;
}) {
  return Array.from({ length: rows }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no identity.
    <tr key={index} className={classes.row} aria-hidden>
      {withCheckbox ? (
        <td className={`${classes.cell} ${classes.checkboxCell}`}>
          <span className="block h-2.5 rounded-[4px] bg-skeleton" style={{ width: 16 }} />
        </td>
      ) : null}
      {columns.map((column, columnIndex) => (
        <td
          key={column.id}
          className={`${classes.cell} ${columnIndex === 0 ? classes.first : ''}`}
          data-after-checkbox={withCheckbox || undefined}
        >
          <span
            className="block h-2.5 rounded-[4px] bg-skeleton"
            style={{ width: `${46 + ((index * 13 + columnIndex * 29) % 38)}%` }}
          />
        </td>
      ))}
      <td className={`${classes.cell} ${classes.end}`} />
    </tr>
  ));
}
