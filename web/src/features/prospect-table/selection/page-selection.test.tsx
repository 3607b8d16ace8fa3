// @vitest-environment happy-dom
import { LEAD_PLACES } from '@overture/domain/leads/lead-fields';
import { expect, test, vi } from 'vitest';
import type { RowSelection } from '../../../ui/table/use-row-selection.ts';
import { describeFilter, leadFilterColumns } from '../filters/filter-columns.ts';
import { chosenLeads, pageSelection, selectedLeads } from './page-selection.ts';

function selectionOf(part: Partial<RowSelection>): RowSelection {
  const none = { ids: new Set<number>(), amount: undefined, seen: undefined, count: 0 };
  return { ...none, toggle: vi.fn(), set: vi.fn(), selectAmount: vi.fn(), clear: vi.fn(), ...part };
}

const rowIds = Array.from({ length: 25 }, (_, index) => 100 + index);

test.each([
  [500, 1, 25],
  [500, 20, 25],
  [500, 21, 0],
  [30, 2, 5],
  [25, 2, 0],
])('of the first %i, page %i shows %i as selected', (amount, page, shown) => {
  expect(pageSelection(selectionOf({ amount, count: amount }), rowIds, page, () => {}).amount).toBe(shown);
});

test('taking a row out of an amount keeps the other rows of the page', () => {
  const whole = selectionOf({ amount: 30, count: 30 });
  pageSelection(whole, rowIds, 2, () => {}).toggle(102);
  expect(whole.set).toHaveBeenCalledWith([100, 101, 103, 104]);
});

test('an amount that was seen is these people: others on top are not selected, and one taken out leaves the rest', () => {
  const seen = new Set([...rowIds, 900, 901]);
  const whole = selectionOf({ amount: 27, seen, count: 27 });
  const shown = pageSelection(whole, [1, 2, ...rowIds.slice(0, 23)], 1, () => {});
  expect([shown.amount, shown.ids.has(1), shown.ids.has(100)]).toEqual([undefined, false, true]);
  expect(selectedLeads(whole)).toEqual({ prospect_ids: [...seen] });
  expect(chosenLeads(whole)).toEqual({ amount: 27 });
  shown.toggle(900);
  expect(whole.selectAmount).toHaveBeenCalledWith(26, new Set([...rowIds, 901]));
});

test('the header checkbox opens the menu; a single row does not', () => {
  const open = vi.fn();
  const whole = selectionOf({});
  const selection = pageSelection(whole, rowIds, 1, open);
  selection.toggle(100);
  expect(open).not.toHaveBeenCalled();
  selection.set(rowIds);
  expect(open).toHaveBeenCalledOnce();
  expect(whole.set).toHaveBeenCalledWith(rowIds);
});

test('a call names ids or an amount, never both', () => {
  expect(selectedLeads(selectionOf({ ids: new Set([3, 4]), count: 2 }))).toEqual({ prospect_ids: [3, 4] });
  expect(selectedLeads(selectionOf({ amount: 500, count: 500 }))).toEqual({ amount: 500 });
});

test('filters are described in words, and every server column can be chosen', () => {
  const columns = leadFilterColumns();
  expect(describeFilter({ column: 'industry', operation: 'contains', value: 'Software' }, columns)).toBe(
    'Industry contains “Software”',
  );
  expect(describeFilter({ column: 'email', operation: 'is_empty', value: '' }, columns)).toBe('Email is empty');
  expect(columns).toHaveLength(LEAD_PLACES.filters.length + 1);
});
