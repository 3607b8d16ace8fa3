// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import {
  nextSort,
  nextSortWith,
  orderColumns,
  readColumnWidths,
  rememberColumnWidths,
  type SortState,
} from './columns.ts';

beforeEach(() => localStorage.clear());

test('widths are remembered per table under the specified key', () => {
  rememberColumnWidths('leads', { name: 320 });
  rememberColumnWidths('campaigns', { name: 200 });
  expect(readColumnWidths('leads')).toEqual({ name: 320 });
  expect(JSON.parse(localStorage.getItem('tableColumnWidths') ?? '{}')).toEqual({
    leads: { name: 320 },
    campaigns: { name: 200 },
  });
});

test.each([
  '{',
  'null',
  '[]',
  '{"leads":null}',
  '{"leads":{"name":"wide"}}',
  '{"leads":{"name":3}}',
  '{"leads":{"name":1e9}}',
])('damaged widths (%s) count as none', (text) => {
  localStorage.setItem('tableColumnWidths', text);
  expect(readColumnWidths('leads')).toEqual({});
});

test('a header sorts up, then down, then not at all', () => {
  const first = nextSort(undefined, 'name');
  const second = nextSort(first, 'name');
  expect([first, second, nextSort(second, 'name')]).toEqual([
    { field: 'name', direction: 'asc' },
    { field: 'name', direction: 'desc' },
    undefined,
  ]);
  expect(nextSort(second, 'industry')).toEqual({ field: 'industry', direction: 'asc' });
});

test('a column is added to the sort, turned and taken out; the third place is replaced', () => {
  const press = (sort: SortState | undefined, ...fields: string[]) => fields.reduce(nextSortWith, sort);
  const two = press({ field: 'name', direction: 'desc' }, 'city', 'city');
  expect(two).toEqual({ field: 'name', direction: 'desc', further: [{ field: 'city', direction: 'desc' }] });
  expect(press(two, 'city')).toEqual({ field: 'name', direction: 'desc' });
  expect(press(two, 'name')).toEqual({ field: 'city', direction: 'desc' });
  const full = press(two, 'industry', 'email');
  expect(full?.further?.map(({ field }) => field)).toEqual(['city', 'email']);
  expect(nextSort(two, 'name')).toEqual({ field: 'name', direction: 'asc' });
});

const columnsOf = (...ids: string[]) => ids.map((id) => ({ id }));
const idsOf = (columns: readonly { id: string }[]) => columns.map(({ id }) => id).join(' ');

test.each([
  ['no order', [], 'name title company city'],
  ['an order', ['city', 'name', 'company', 'title'], 'name city company title'],
  ['a column that is gone', ['gone', 'city', 'title'], 'name city title company'],
  ['only ids that are gone', ['gone'], 'name title company city'],
  ['the same id twice', ['city', 'city', 'title'], 'name city title company'],
  ['a column that the order does not know follows its neighbor', ['name', 'city', 'title'], 'name city title company'],
  ['columns that were added at the end stay at the end', ['company', 'title'], 'name company title city'],
])('columns in order: %s', (_, order, expected) => {
  expect(idsOf(orderColumns(columnsOf('name', 'title', 'company', 'city'), order))).toBe(expected);
});
