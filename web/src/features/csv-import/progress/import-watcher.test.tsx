// @vitest-environment happy-dom
import type { Import } from '@overture/contract/searches';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useJobs } from '../../../lib/jobs.ts';
import { placeAt } from '../../../lib/testing/show.tsx';
import { followImport } from './followed-imports.ts';
import { ImportWatcher } from './import-watcher.tsx';
import { importsQuery } from './imports-cache.ts';

afterEach(cleanup);

function importOf(change: Partial<Import>): Import {
  return {
    id: 1,
    kind: 'linkedin-post',
    search_id: 1,
    search_name: 'Leads',
    file_name: 'LinkedIn post',
    status: 'failed',
    added_prospects: 0,
    duplicate_rows: 0,
    skipped_rows: 0,
    bad_rows: 0,
    unfit_values: 0,
    odd_values: 0,
    incomplete_rows: 0,
    updated_prospects: 0,
    conflict_rows: 0,
    undo_state: null,
    undo_until: null,
    undone_prospects: 0,
    kept_prospects: 0,
    total_rows: 0,
    bytes_read: 0,
    bytes_total: 0,
    amount: 100,
    source_url: null,
    waiting_for: null,
    waits_until: null,
    error: 'The LinkedIn post was not found.',
    created_at: '2026-11-21T10:00:00.000Z',
    finished_at: '2026-11-21T10:00:01.000Z',
    ...change,
  };
}

function Tray() {
  return useJobs().map(({ id, state, count, to }) => (
    <a key={id} href={to}>
      {id} {state} {count}
    </a>
  ));
}

async function watch(imports: Import[]) {
  const client = new QueryClient();
  client.setQueryData(importsQuery.queryKey, { imports });
  const { page } = await placeAt('/searches/1', <ImportWatcher />);
  render(
    <QueryClientProvider client={client}>
      {page}
      <Tray />
    </QueryClientProvider>,
  );
  return { client };
}

test('an import that failed before the first event is shown with its reason in the browser that started it', async () => {
  followImport(1);
  await watch([importOf({}), importOf({ id: 2, error: 'Long ago.' })]);
  expect(await screen.findByText('import-1 failed The LinkedIn post was not found.')).toBeTruthy();
  expect(screen.queryByText(/import-2/)).toBeNull();
});

test('one that a person stopped is not called failed', async () => {
  followImport(3);
  await watch([importOf({ id: 3, status: 'cancelled', error: null, added_prospects: 7 })]);
  expect(await screen.findByText('import-3 stopped 7 of 100 people')).toBeTruthy();
});

test('leaving the page keeps the import in the tray, with a link to its result at the end', async () => {
  followImport(4);
  const file = importOf({ id: 4, kind: 'csv', search_id: 7, status: 'running', error: null, total_rows: 3000 });
  const { client } = await watch([file]);
  expect(await screen.findByText(/^import-4 running/)).toBeTruthy();
  const ended: Import = { ...file, status: 'finished', total_rows: 6000, added_prospects: 6000 };
  client.setQueryData(importsQuery.queryKey, { imports: [ended] });
  const link = await screen.findByText(/^import-4 finished/);
  expect(link.getAttribute('href')).toBe('/searches/7?import=4');
});
