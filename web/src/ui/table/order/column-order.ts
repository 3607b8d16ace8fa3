import type { ColumnMoves } from './column-moves.ts';

/** `ids` with those that only `others` has, each behind the one that it follows there. */
export function mergeColumnIds(ids: readonly string[], others: readonly string[]): string[] {
  const merged = [...ids];
  for (const [index, id] of others.entries()) {
    const previous = others[index - 1];
    if (!merged.includes(id)) merged.splice(previous === undefined ? 0 : merged.indexOf(previous) + 1, 0, id);
  }
  return merged;
}

/** Columns that an order names at most. */
const maxOrdered = 300;

/** Moves a column before another one, or to the end. Columns that other lists have keep their places. */
export function moveColumn({ columns, order, onOrder }: ColumnMoves, id: string, before: string | undefined): void {
  const ids = columns.map((column) => column.id);
  if (!ids.includes(id)) return;
  const all = mergeColumnIds(ids, order);
  const others = (all.length > maxOrdered ? ids : all).filter((other) => other !== id);
  const place = before === undefined ? -1 : others.indexOf(before);
  onOrder(others.toSpliced(place < 0 ? others.length : place, 0, id));
}
