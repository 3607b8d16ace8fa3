import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isRightToLeft } from '../../../ui/direction.ts';
import type { RowSpan } from '../../../ui/table/use-data-table.ts';
import { type CellRange, type Place, rangeBetween } from './cell-range.ts';

export interface CellBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Grid {
  frame: HTMLElement;
  keepRows: (span: RowSpan | undefined) => void;
  /** The place of the first row among all leads: scrolled away, a cell is left. */
  from: number;
  rowIds: readonly number[];
  columnIds: readonly string[];
}

/** The focused cell and the range that is chosen with it. The focused element is the cell of the table itself. */
export function useCellFocus({ frame, keepRows, from, rowIds, columnIds }: Grid) {
  const [active, setActive] = useState<Place>();
  const [anchor, setAnchor] = useState<Place>();
  const leadId = useRef<number>(undefined);
  const hadFocus = useRef(false);
  const shownFrom = useRef(from);

  const cellAt = useCallback(
    ({ row, col }: Place): HTMLElement | null =>
      frame.querySelector(`[data-row-index="${from + row}"] > [data-col="${CSS.escape(columnIds[col] ?? '')}"]`),
    [frame, from, columnIds],
  );
  const focusCell = useFocusedCell(frame, cellAt);
  const choose = useCallback(
    (place: Place, start: Place = place) => {
      if (rowIds[place.row] === undefined) return;
      const rows = [place.row, start.row].map((row) => from + row);
      keepRows({ first: Math.min(...rows), end: Math.max(...rows) + 1 });
      focusCell(place);
      leadId.current = rowIds[place.row];
      setActive(place);
      setAnchor(start);
    },
    [focusCell, keepRows, from, rowIds],
  );
  useEffect(() => {
    // The range is shown as long as the focus is in the table.
    const onFocus = () => {
      hadFocus.current = document.activeElement instanceof HTMLElement && frame.contains(document.activeElement);
      if (!hadFocus.current && document.activeElement !== document.body) setActive(undefined);
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [frame]);
  useEffect(() => {
    if (active === undefined) keepRows(undefined);
  }, [active, keepRows]);
  // A row that a sort moves takes the focus with it; the browser would have dropped it.
  useLayoutEffect(() => {
    if (active === undefined) return;
    const row = rowIds.indexOf(leadId.current ?? -1);
    if (row === -1 && shownFrom.current !== from) setActive(undefined);
    else if (row === -1) leadId.current = rowIds[active.row];
    else if (row !== active.row) {
      const [next, start] = [{ ...active, row }, anchor && moveDown(anchor, row - active.row)];
      if (shownFrom.current === from) choose(next, start);
      else {
        // Rows before it came or went while the user scrolls: nothing moves, and the view is not taken back to the cell.
        setActive(next);
        setAnchor(start);
      }
    } else if (hadFocus.current && document.activeElement === document.body) choose(active, anchor);
    shownFrom.current = from;
  }, [rowIds, from, active, anchor, choose]);
  const range = active && rangeBetween(active, anchor ?? active);
  return { active, anchor, range, boxes: useBoxes(frame, cellAt, active, range, rowIds), cellAt, choose };
}

/** Focuses a cell, or one that is out of view when its row is rendered. */
function useFocusedCell(frame: HTMLElement, cellAt: (place: Place) => HTMLElement | null): (place: Place) => void {
  const awaited = useRef<Place>(undefined);
  const focusCell = useCallback(
    (place: Place) => {
      const cell = cellAt(place);
      if (cell === null) {
        awaited.current = place;
        return;
      }
      cell.tabIndex = -1;
      // The layer draws the edge of the focused cell.
      cell.style.outline = 'none';
      cell.focus({ preventScroll: true });
      showCell(frame, cell);
    },
    [cellAt, frame],
  );
  useLayoutEffect(() => {
    if (awaited.current) focusCell(awaited.current);
  });
  useEffect(() => {
    const forget = () => {
      awaited.current = undefined;
    };
    document.addEventListener('focusin', forget);
    return () => document.removeEventListener('focusin', forget);
  }, []);
  return focusCell;
}

const moveDown = ({ row, col }: Place, rows: number): Place => ({ row: Math.max(0, row + rows), col });

/** Below the header and beside the columns that stay. */
function showCell(frame: HTMLElement, cell: HTMLElement) {
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const head = frame.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
  const stays = cell.parentElement?.querySelector<HTMLElement>('[data-col]');
  const { top, left, right } = cell.getBoundingClientRect();
  if (top < head) frame.scrollTop -= head - top;
  if (!stays || stays === cell) return;
  const edge = stays.getBoundingClientRect();
  const hidden = isRightToLeft() ? Math.min(0, edge.left - right) : Math.max(0, edge.right - left);
  frame.scrollLeft -= hidden;
}

/** Where the focused cell and its range are in the frame, measured again when the table changes its size. */
function useBoxes(
  frame: HTMLElement,
  cellAt: (place: Place) => HTMLElement | null,
  active: Place | undefined,
  range: CellRange | undefined,
  rowIds: readonly number[],
) {
  const [boxes, setBoxes] = useState<{ active?: CellBox | undefined; range?: CellBox | undefined }>({});
  const key = JSON.stringify([active, range]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds both places, and other rows may have other heights.
  useLayoutEffect(() => {
    const measure = () =>
      setBoxes({
        active: active && boxOf(frame, cellAt(active), cellAt(active)),
        range:
          range &&
          boxOf(frame, cellAt({ row: range.top, col: range.left }), cellAt({ row: range.bottom, col: range.right })),
      });
    measure();
    const table = frame.querySelector('table');
    if (table === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(table);
    return () => observer.disconnect();
  }, [frame, cellAt, key, rowIds]);
  return boxes;
}

function boxOf(frame: HTMLElement, first: HTMLElement | null, last: HTMLElement | null): CellBox | undefined {
  if (first === null || last === null) return undefined;
  const [outer, from, to] = [frame, first, last].map((element) => element.getBoundingClientRect()) as [
    DOMRect,
    DOMRect,
    DOMRect,
  ];
  return {
    left: from.left - outer.left + frame.scrollLeft,
    top: from.top - outer.top + frame.scrollTop,
    width: to.right - from.left,
    height: to.bottom - from.top,
  };
}
