import { expect, test } from 'vitest';
import { orderColumns } from './columns.ts';
import { moveColumn } from './order/column-order.ts';

const columnsOf = (...ids: string[]) => ids.map((id) => ({ id }));
const idsOf = (columns: readonly { id: string }[]) => columns.map(({ id }) => id).join(' ');
/** The order after a column moved; the one before, where nothing moves. */
function move(table: readonly { id: string }[], order: readonly string[], id: string, before?: string) {
  let next = order;
  const columns = orderColumns(table, order);
  moveColumn({ shown: columns, columns, order, onOrder: (given) => (next = given) }, id, before);
  return next;
}

test('a moved column keeps the places of columns that other lists have', () => {
  const own = columnsOf('name', 'title', 'company', 'prompt_1');
  const order = move(own, [], 'prompt_1', 'title');
  expect(order).toEqual(['name', 'prompt_1', 'title', 'company']);
  const other = columnsOf('name', 'title', 'company', 'prompt_2');
  expect(idsOf(orderColumns(other, order))).toBe('name title company prompt_2');
  const next = move(other, order, 'company', 'title');
  expect(idsOf(orderColumns(other, next))).toBe('name company title prompt_2');
  expect(idsOf(orderColumns(own, next))).toBe('name prompt_1 company title');
  expect(move(own, next, 'gone')).toBe(next);
  expect(idsOf(orderColumns(own, move(own, next, 'prompt_1')))).toBe('name company title prompt_1');
});

test('an order forgets columns of other lists before it grows without end', () => {
  const own = columnsOf('name', 'title', 'company');
  const many = Array.from({ length: 400 }, (_, n) => `prompt_${n}`);
  expect(move(own, many, 'company', 'title')).toEqual(['name', 'company', 'title']);
});
