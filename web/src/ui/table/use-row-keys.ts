import { type KeyboardEvent, useState } from 'react';

interface RowKeyActions {
  rowCount: number;
  open?: ((index: number) => void) | undefined;
  toggle?: ((index: number) => void) | undefined;
}

/** Arrow keys walk the rows, Enter opens one, Space selects it. One row at a time is in the tab order. */
export function useRowKeys({ rowCount, open, toggle }: RowKeyActions) {
  const [activeIndex, setActiveIndex] = useState(0);
  const active = Math.min(activeIndex, Math.max(0, rowCount - 1));

  function moveTo(index: number, container: HTMLElement) {
    const next = Math.max(0, Math.min(rowCount - 1, index));
    setActiveIndex(next);
    container.querySelector<HTMLElement>(`[data-row-index="${next}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const row = event.target as HTMLElement;
    // Keys inside inputs, buttons and menus of a cell belong to these.
    if (row.dataset.rowIndex === undefined) return;
    const index = Number(row.dataset.rowIndex);
    const moves: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: rowCount - 1,
      PageDown: index + 10,
      PageUp: index - 10,
    };
    const target = moves[event.key];
    if (target !== undefined) moveTo(target, event.currentTarget);
    else if (event.key === 'Enter' && open) open(index);
    else if (event.key === ' ' && toggle) toggle(index);
    else return;
    event.preventDefault();
  }

  return { active, setActiveIndex, onKeyDown };
}
