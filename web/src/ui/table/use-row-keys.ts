import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { toReadingKey } from '../direction.ts';

interface RowKeyActions {
  /** The place of the first row among all, where the others are not loaded. */
  from?: number | undefined;
  rowCount: number;
  open?: ((index: number) => void) | undefined;
  toggle?: ((index: number) => void) | undefined;
}

/** Where focus moves from a cell's own control (`data-cell-control`), which is outside of the tab order. */
function cellNeighbour(control: HTMLElement, key: string): HTMLElement | null | undefined {
  const row = control.closest<HTMLElement>('[data-row-index]');
  const controls = [...(row?.querySelectorAll<HTMLElement>('[data-cell-control]') ?? [])];
  const index = controls.indexOf(control);
  const below = (other: Element | null | undefined) =>
    other?.querySelectorAll<HTMLElement>('[data-cell-control]')[index] ?? null;
  switch (key) {
    case 'ArrowRight':
      return controls[index + 1] ?? null;
    case 'ArrowLeft':
      return controls[index - 1] ?? row;
    case 'ArrowDown':
      return below(row?.nextElementSibling);
    case 'ArrowUp':
      return below(row?.previousElementSibling);
    case 'Escape':
      return row;
    default:
      return undefined;
  }
}

/**
 * Arrow keys walk the rows, Enter opens one, Space selects it; right and left walk through the controls of a row's cells. One row
 * at a time is in the tab order.
 */
export function useRowKeys({ from = 0, rowCount, open, toggle }: RowKeyActions) {
  const [activeIndex, setActiveIndex] = useState(0);
  const last = from + Math.max(0, rowCount - 1);
  const active = Math.max(from, Math.min(last, activeIndex));

  function moveTo(index: number, container: HTMLElement) {
    const next = Math.max(from, Math.min(last, index));
    // Of many rows only those in view are there, and the active one.
    flushSync(() => setActiveIndex(next));
    container.querySelector<HTMLElement>(`[data-row-index="${next}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const row = event.target as HTMLElement;
    if (row.dataset.cellControl !== undefined) {
      const neighbour = cellNeighbour(row, toReadingKey(event.key));
      if (neighbour === undefined) return;
      neighbour?.focus();
      return event.preventDefault();
    }
    // Keys inside inputs, buttons and menus of a cell belong to these.
    if (row.dataset.rowIndex === undefined) return;
    const index = Number(row.dataset.rowIndex);
    const moves: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: from,
      End: last,
      PageDown: index + 10,
      PageUp: index - 10,
    };
    const target = moves[event.key];
    const inner =
      toReadingKey(event.key) === 'ArrowRight' ? row.querySelector<HTMLElement>('[data-cell-control]') : null;
    if (inner) inner.focus();
    else if (target !== undefined) moveTo(target, event.currentTarget);
    else if (event.key === 'Enter' && open) open(index - from);
    else if (event.key === ' ' && toggle) toggle(index - from);
    else return;
    event.preventDefault();
  }

  /** A row with the focus in it is the active one: it stays when it is scrolled out of view. */
  function onFocus({ target }: FocusEvent<HTMLElement>) {
    const place = target.closest<HTMLElement>('[data-row-index]')?.dataset.rowIndex;
    if (place !== undefined) setActiveIndex(Number(place));
  }

  return { active, setActiveIndex, onKeyDown, onFocus };
}
