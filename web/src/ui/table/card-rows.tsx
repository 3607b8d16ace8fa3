import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { uiTexts } from '../ui-texts.ts';
import classes from './card-rows.module.css';
import type { DataTableProps } from './data-table.tsx';
import { useRowKeys } from './use-row-keys.ts';

export interface CardRow {
  picture?: ReactNode;
  title: ReactNode;
  subtitle?: ReactNode;
  /** A third line, where there is something to say. */
  detail?: ReactNode;
  /** At the right end: a figure, a chip, a time. */
  end?: ReactNode;
}

/** The table on a narrow screen: two lines a row, the same drawer. */
export function CardRows<Row extends object>(props: DataTableProps<Row>) {
  const { rows, rowId, selection, onRowOpen } = props;
  const keys = useRowKeys({
    rowCount: rows?.length ?? 0,
    open: onRowOpen && ((index) => rows?.[index] && onRowOpen(rows[index])),
    toggle: selection && ((index) => rows?.[index] && selection.toggle(rowId(rows[index]))),
  });
  if (rows === undefined) return <CardSkeletons rows={props.skeletonRows ?? 12} />;
  return (
    <ul
      className={classes.list}
      aria-label={props.label}
      data-stale={props.isStale || undefined}
      onKeyDown={keys.onKeyDown}
    >
      {rows.map((row, index) => {
        const id = rowId(row);
        const isSelected = selection ? selection.ids.has(id) || index < (selection.amount ?? 0) : false;
        return (
          <li key={id} className={classes.item} data-selected={isSelected || undefined}>
            {selection ? (
              <Checkbox
                className={classes.checkbox ?? ''}
                aria-label={`${uiTexts.selectRow}: ${props.rowLabel(row)}`}
                checked={isSelected}
                onChange={() => selection.toggle(id)}
              />
            ) : null}
            <CardBody row={props.card(row)} index={index} onOpen={onRowOpen && (() => onRowOpen(row))} />
            {props.rowActions ? <span className={classes.actions}>{props.rowActions(row)}</span> : null}
          </li>
        );
      })}
    </ul>
  );
}

function CardBody({ row, index, onOpen }: { row: CardRow; index: number; onOpen: (() => void) | undefined }) {
  const body = (
    <>
      {row.picture}
      <span className={classes.lines}>
        <span className={`${classes.title} truncate`}>{row.title}</span>
        <span className={`${classes.subtitle} truncate`}>{row.subtitle ?? ' '}</span>
        {row.detail}
      </span>
      {row.end ? <span className={`${classes.end} number`}>{row.end}</span> : null}
    </>
  );
  if (!onOpen) return <div className={classes.body}>{body}</div>;
  return (
    <button type="button" className={classes.body} data-row-index={index} onClick={onOpen}>
      {body}
    </button>
  );
}

function CardSkeletons({ rows }: { rows: number }) {
  return (
    <ul className={classes.list} aria-busy aria-hidden>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no identity.
        <li key={index} className={classes.item}>
          <span className={classes.body}>
            <span className={classes.lines}>
              <span className={classes.skeleton} style={{ width: '52%' }} />
              <span className={classes.skeleton} style={{ width: '34%' }} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
