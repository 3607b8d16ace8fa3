// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useRowSelection } from '../../../ui/table/use-row-selection.ts';
import { selectedLeads } from './page-selection.ts';
import { useAmountChoice } from './use-amount-choice.ts';

afterEach(cleanup);

interface View {
  shownIds: number[];
  page: number;
  view: string;
}
const people = Array.from({ length: 25 }, (_, index) => index + 1);

function choose(first: View) {
  let answer: (ids: number[]) => void = () => {};
  const readFirst = vi.fn(
    () =>
      new Promise<{ prospect_ids: number[] }>((resolve) => {
        answer = (prospect_ids) => resolve({ prospect_ids });
      }),
  );
  const { result, rerender } = renderHook(
    (view: View) => {
      const selection = useRowSelection();
      return { selection, amount: useAmountChoice({ selection, ...view, readFirst, refetch: () => {} }) };
    },
    { initialProps: first },
  );
  return {
    readFirst,
    rerender,
    select: (amount: number) => act(() => result.current.amount(amount)),
    answer: (ids: number[]) => act(async () => answer(ids)),
    selected: () => selectedLeads(result.current.selection),
  };
}

test('the first 25 of the page are those shown, even if newer leads arrive', () => {
  const table = choose({ shownIds: people, page: 1, view: 'all' });
  table.select(25);
  table.rerender({ shownIds: [100, 101, ...people.slice(0, 23)], page: 1, view: 'all' });
  expect(table.selected()).toEqual({ prospect_ids: people });
  expect(table.readFirst).not.toHaveBeenCalled();
});

test('more than is shown is asked for; an answer for another view is dropped', async () => {
  const table = choose({ shownIds: people, page: 1, view: 'all' });
  table.select(200);
  expect(table.selected()).toEqual({ prospect_ids: [] });
  await table.answer([7, 8, 9]);
  expect(table.selected()).toEqual({ prospect_ids: [7, 8, 9] });
  table.select(500);
  table.rerender({ shownIds: people, page: 1, view: 'filtered' });
  await table.answer([1, 2]);
  expect(table.selected()).toEqual({ prospect_ids: [] });
});

test('of very many the amount travels', () => {
  const table = choose({ shownIds: people, page: 1, view: 'all' });
  table.select(500_000);
  expect(table.selected()).toEqual({ amount: 500_000 });
});
