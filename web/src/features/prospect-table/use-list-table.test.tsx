// @vitest-environment happy-dom
import type { Prospect } from '@overture/contract/prospects';
import { useQueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../lib/testing/show.tsx';
import { useListTable } from './use-list-table.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const leads = (first: number, count = 25) =>
  Array.from({ length: count }, (_, n) => ({ id: first + n, first_name: 'Ada' }) as Prospect);

function Table() {
  const table = useListTable(5, undefined, true);
  const rows = table.rows ?? [];
  return (
    <>
      <p role="status">
        {rows.length} rows, {new Set(rows.map(({ id }) => id)).size} leads{table.isStale ? ', stale' : ''}
      </p>
      <button type="button" onClick={() => table.setSort({ field: 'name', direction: 'asc' })}>
        Sort
      </button>
    </>
  );
}

test('a lead on two pages has one row, and rows of another order are stale until theirs are there', async () => {
  let isSlow = false;
  const waiting: (() => void)[] = [];
  await show(<Table />, {
    // Five leads came on top between the reads of the two pages.
    'GET /search/5/prospects/': ({ query }) => {
      const page = { prospects: leads(query.page === '2' ? 21 : 1), totalProspects: 50 };
      if (!isSlow) return page;
      return new Promise<object>((resolve) => {
        waiting.push(() => resolve(page));
      });
    },
  });
  expect(await screen.findByText('45 rows, 45 leads')).toBeTruthy();
  isSlow = true;
  fireEvent.click(screen.getByText('Sort'));
  expect(await screen.findByText('45 rows, 45 leads, stale')).toBeTruthy();
  isSlow = false;
  for (const answer of waiting) answer();
  expect(await screen.findByText('45 rows, 45 leads')).toBeTruthy();
});

function Second() {
  const table = useListTable(6, undefined, true);
  const client = useQueryClient();
  const rename = () =>
    client.setQueriesData<{ prospects: Prospect[] }>({}, (data) =>
      data?.prospects === undefined
        ? data
        : { ...data, prospects: data.prospects.map((one) => (one.id === 30 ? { ...one, first_name: 'Bo' } : one)) },
    );
  return (
    <>
      <p role="status">{(table.rows ?? []).length} rows</p>
      <p>{(table.rows ?? []).find(({ id }) => id === 30)?.first_name}</p>
      <button type="button" onClick={() => table.setPage(2)}>
        Scroll
      </button>
      <button type="button" onClick={rename}>
        Rename
      </button>
    </>
  );
}

test('a lead that is changed while the page behind it is awaited is shown with its change', async () => {
  await show(<Second />, {
    'GET /search/6/prospects/': ({ query }) => {
      if (query.page === '3') return new Promise<object>(() => {});
      return { prospects: leads(query.page === '2' ? 26 : 1), totalProspects: 100 };
    },
  });
  expect(await screen.findByText('50 rows')).toBeTruthy();
  fireEvent.click(screen.getByText('Scroll'));
  expect(await screen.findByText('Ada')).toBeTruthy();
  fireEvent.click(screen.getByText('Rename'));
  expect(await screen.findByText('Bo')).toBeTruthy();
});
