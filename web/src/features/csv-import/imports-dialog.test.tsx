// @vitest-environment happy-dom
import type { Import } from '@overture/contract/searches';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { show } from '../../lib/testing/show.tsx';
import { ImportsDialog } from './imports-dialog.tsx';

afterEach(cleanup);

const ended = {
  id: 7,
  file_name: 'people.csv',
  status: 'finished',
  added_prospects: 3,
  updated_prospects: 0,
  total_rows: 3,
  undo_state: null,
  undo_until: null,
  undone_prospects: 0,
  kept_prospects: 0,
  error: null,
  created_at: '2026-11-20T10:00:00.000Z',
  finished_at: '2026-11-20T10:00:01.000Z',
};
const open = (...imports: Partial<Import>[]) =>
  show(
    <ImportsDialog searchId={1} onClose={() => {}} />,
    { 'GET /searches/1/imports/': { imports: imports.map((one, index) => ({ ...ended, id: index + 1, ...one })) } },
    { role: 'ADMIN' },
  );

test('an import of the version before says why it has no undo', async () => {
  await open({});
  expect(await screen.findByText(/^Can't be undone: imported by a version/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull();
});

test('one that can be undone offers it, and one that was undone counts what stays', async () => {
  await open(
    { undo_until: '2100-01-01T00:00:00.000Z' },
    { undo_until: '2100-01-01T00:00:00.000Z', undo_state: 'done', undone_prospects: 3, kept_prospects: 2 },
  );
  expect(await screen.findAllByRole('button', { name: 'Undo import' })).toHaveLength(1);
  expect(screen.getByText(/2 new leads stay, because they are in use or were edited$/)).toBeTruthy();
});
