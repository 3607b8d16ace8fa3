// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { Import } from '@overture/contract/searches';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ImportDialog } from './import-dialog.tsx';

const ended: Import = {
  id: 7,
  kind: 'csv',
  search_id: 1,
  search_name: 'Leads',
  file_name: 'people.csv',
  status: 'finished',
  added_prospects: 3,
  duplicate_rows: 0,
  skipped_rows: 0,
  bad_rows: 0,
  unfit_values: 0,
  odd_values: 0,
  total_rows: 3,
  bytes_read: 90,
  bytes_total: 90,
  amount: null,
  source_url: null,
  waiting_for: null,
  waits_until: null,
  error: null,
  created_at: '2026-11-20T10:00:00.000Z',
  finished_at: '2026-11-20T10:00:01.000Z',
};
let asked: string[];

function show(listed: Import[], ...one: Response[]) {
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    // What an earlier file's screens still ask for takes no answer of this one.
    if (!address.includes('/imports/')) return Response.json({}, { status: 404 });
    asked.push(address.replace('/api/v1', ''));
    return address.endsWith('/imports/')
      ? Response.json({ imports: listed })
      : (one.length > 1 ? one.shift() : one[0])?.clone();
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ImportDialog search={{ id: 1, name: 'Leads' }} importId={7} onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an import that the list names needs no question of its own', async () => {
  show([ended]);
  expect(await screen.findByText('3 rows in total')).toBeTruthy();
  expect(asked).toEqual(['/imports/']);
});

test('one that ended too long ago for the list still shows its result', async () => {
  show([], Response.json({ ...ended, prospects: [] }));
  expect(await screen.findByText('3 rows in total')).toBeTruthy();
  expect(asked).toEqual(['/imports/', '/imports/7/']);
});

test('one that nobody knows says so and goes on with nothing', async () => {
  show([], Response.json({ code: 'not_found', error: 'Not found' }, { status: 404 }));
  expect((await screen.findByRole('status')).textContent).toMatch(/^This import no longer exists\./);
  expect(screen.queryByText(/goes on by itself/)).toBeNull();
});

test('a question that failed can be asked again', async () => {
  const failed = Response.json({ code: 'internal', error: 'Something went wrong.' }, { status: 500 });
  show([], failed, Response.json({ ...ended, prospects: [] }));
  expect(await screen.findByText('Something went wrong.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('3 rows in total')).toBeTruthy();
});
