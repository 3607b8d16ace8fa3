import { Checkbox } from '@mantine/core';
import { uiTexts } from '../ui-texts.ts';
import classes from './data-table.module.css';
import { SortMenu } from './sort-menu.tsx';
import type { CardRow, DataTableProps } from './use-data-table.ts';
import { useRowKeys } from './use-row-keys.ts';

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
    <>
      <SortMenu columns={props.columns} sort={props.sort} onSortChange={props.onSortChange} />
      <ul
        className="flex-1 min-h-80 m-0 p-0 overflow-auto border-t border-line bg-surface list-none data-stale:opacity-60"
        aria-label={props.label}
        data-stale={props.isStale || undefined}
        onKeyDown={keys.onKeyDown}
      >
        {rows.map((row, index) => {
          const id = rowId(row);
          const isSelected = selection ? selection.ids.has(id) || index < (selection.amount ?? 0) : false;
          return (
            <li
              key={id}
              className="flex items-center min-h-15 px-gutter border-b border-line data-selected:bg-accent-soft"
              data-selected={isSelected || undefined}
            >
              {selection ? (
                <Checkbox
                  className={classes.checkbox ?? ''}
                  aria-label={`${uiTexts.selectRow}: ${props.rowLabel(row)}`}
                  checked={isSelected}
                  onChange={() => selection.toggle(id)}
                />
              ) : null}
              <CardBody row={props.card(row)} index={index} onOpen={onRowOpen && (() => onRowOpen(row))} />
              {props.rowActions ? (
                <span className="flex-none -me-1.5 empty:hidden">{props.rowActions(row)}</span>
              ) : null}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function CardBody({ row, index, onOpen }: { row: CardRow; index: number; onOpen: (() => void) | undefined }) {
  const body = (
    <>
      {row.picture}
      <span className={`${classes.lines} flex flex-col gap-px flex-1 min-w-0`}>
        <span className="text-body font-medium truncate">{row.title}</span>
        <span className="text-ink-3 text-table truncate">{row.subtitle ?? ' '}</span>
        {row.detail}
      </span>
      {row.end ? <span className="flex-none text-ink-2 text-table number">{row.end}</span> : null}
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
    <ul
      className="flex-1 min-h-80 m-0 p-0 overflow-auto border-t border-line bg-surface list-none data-stale:opacity-60"
      aria-busy
      aria-hidden
    >
      {Array.from({ length: rows }, (_, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no identity.
          key={index}
          className="flex items-center min-h-15 px-gutter border-b border-line data-selected:bg-accent-soft"
        >
          <span className={classes.body}>
            <span className={`${classes.lines} flex flex-col gap-px flex-1 min-w-0`}>
              <span className="h-2.5 my-1.25 mx-0 rounded-[4px] bg-skeleton" style={{ width: '52%' }} />
              <span className="h-2.5 my-1.25 mx-0 rounded-[4px] bg-skeleton" style={{ width: '34%' }} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
