// @vitest-environment happy-dom
import type { ArchiveImport } from '@overture/contract/archive-imports';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, fill, press, refusal, show } from '../../../lib/testing/show.tsx';
import { ImportsSection } from './imports-section.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const report = {
  ...{ organization: 'Northwind', archived_at: '2026-11-20T10:00:00Z', app_version: '1.0.0', files: 0 },
  ...{
    groups: [{ title: 'Leads', rows: 1200 }],
    has_secrets: true,
    opens_secrets: false,
    leads: 1000,
    known_leads: 20,
  },
  ...{ erased_leads: 3, running_campaigns: 2, senders: ['ada@northwind.example'] },
  collisions: [{ kind: 'campaigns', total: 1, names: ['Spring'] }],
  left_out: [{ title: 'History of credits', rows: 9, reason: 'Credits belong to the plan.' }],
};
const one = (changes: Partial<ArchiveImport> = {}): ArchiveImport => ({
  ...{ id: 1, state: 'checked', file_name: 'archive.zip', size_in_bytes: 100, created_at: '2026-11-20T10:00:00Z' },
  ...{
    created_by: 'Ada Jansen',
    rows_done: 0,
    rows_total: 1200,
    report,
    results: [],
    expires_at: '2099-11-27T10:00:00Z',
  },
  ...{ error: null, ...changes },
});
const begin = (imports: ArchiveImport[], more: Answers = {}) =>
  show(<ImportsSection />, { 'GET /organization/archive-imports/': { imports }, ...more });

test('a checked archive says what moving in would do, and starts', async () => {
  const { sent } = await begin([one()], {
    'POST /organization/archive-imports/1/start/': { import: one({ state: 'working' }) },
  });
  expect(await screen.findByText(/20 are here already.*3 were erased here/)).toBeTruthy();
  expect(screen.getByText(/2 running campaigns arrive paused/)).toBeTruthy();
  expect(screen.getByText(/no passphrase was entered/)).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Choose an archive' }) as HTMLButtonElement).disabled).toBe(true);
  await press('Move in');
  await expect.poll(() => sent('POST /organization/archive-imports/1/start/')).toHaveLength(1);
});

test('progress is shown and can be stopped', async () => {
  const { sent } = await begin([one({ state: 'working', rows_done: 300 })], {
    'POST /organization/archive-imports/1/stop/': { import: one({ state: 'stopped' }) },
  });
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('25');
  await press('Stop');
  await expect.poll(() => sent('POST /organization/archive-imports/1/stop/')).toHaveLength(1);
});

test('a finished import says what it did, and is undone after a question', async () => {
  const results = [{ title: 'Leads', made: 900, found: 20, left_out: [{ reason: 'Erased here on request', rows: 3 }] }];
  const { sent } = await begin([one({ state: 'done', results })], {
    'POST /organization/archive-imports/1/undo/': refusal(
      409,
      'conflict',
      '1 campaign of this archive is running. Pause them first.',
    ),
  });
  expect(await screen.findByText(/900 moved in, 20 here already, 3 left out/)).toBeTruthy();
  await press('Undo the import');
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo this import?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Undo the import' }));
  await expect.poll(() => sent('POST /organization/archive-imports/1/undo/')).toHaveLength(1);
});

test('an archive that was refused says why, and one that is interrupted can be continued', async () => {
  await begin([
    one({ state: 'refused', error: 'A newer version of the program made this archive.', expires_at: null }),
  ]);
  expect(await screen.findByText('A newer version of the program made this archive.')).toBeTruthy();
  cleanup();
  await begin([one({ state: 'stopped' })]);
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeTruthy();
});

test('the dialog wants a file, and asks before a passphrase is lost', async () => {
  await begin([]);
  await press('Choose an archive');
  const dialog = within(await screen.findByRole('dialog', { name: 'Move in an archive' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Upload and check' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Choose the ZIP file');
  fill(dialog.getByLabelText('Passphrase'), 'correct horse battery');
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('dialog', { name: /discard/i })).toBeTruthy();
});

test('a failure to load offers to try again', async () => {
  await begin([], { 'GET /organization/archive-imports/': refusal(500, 'internal', "Couldn't reach the server.") });
  expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy();
});
