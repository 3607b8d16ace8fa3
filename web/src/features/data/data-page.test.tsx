// @vitest-environment happy-dom
import type { OrganizationArchive } from '@overture/contract/organization-archives';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { DataPage } from './data-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const archive = (changes: Partial<OrganizationArchive> = {}): OrganizationArchive => ({
  ...{ id: 1, state: 'ready', created_at: '2026-11-20T10:00:00Z', created_by: 'Ada Jansen', has_secrets: false },
  ...{ rows_done: 1200, rows_total: 1200, size_in_bytes: 1_200_000, expires_at: '2026-11-27T10:00:00Z', error: null },
  ...changes,
});
const working = archive({ state: 'working', rows_done: 300, size_in_bytes: null, expires_at: null });

function begin(archives: OrganizationArchive[], more: Answers = {}) {
  return show(<DataPage />, {
    'GET /organization/archives/': { archives },
    'GET /organization/archive-imports/': { imports: [] },
    'POST /organization/archives/': { archive: archive({ state: 'waiting' }) },
    ...more,
  });
}

test('an archive is made with a passphrase that is entered twice', async () => {
  const { sent } = await begin([]);
  await press('Make an archive');
  const dialog = within(await screen.findByRole('dialog', { name: 'Make an archive' }));
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: 'Make an archive' }));
  fireEvent.click(dialog.getByRole('checkbox'));
  fill(dialog.getByLabelText('Passphrase'), 'too short');
  submit();
  expect(await dialog.findByText('Enter at least 12 characters.')).toBeTruthy();
  fill(dialog.getByLabelText('Passphrase'), 'correct horse battery');
  fill(dialog.getByLabelText('Repeat the passphrase'), 'correct horse');
  submit();
  expect(await dialog.findByText("The passphrases don't match.")).toBeTruthy();
  expect(sent('POST /organization/archives/')).toEqual([]);
  fill(dialog.getByLabelText('Repeat the passphrase'), 'correct horse battery');
  submit();
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(sent('POST /organization/archives/')).toEqual([{ passphrase: 'correct horse battery' }]);
});

test('without a passphrase none is sent, and a refusal is said in the dialog', async () => {
  const { sent } = await begin([], {
    'POST /organization/archives/': refusal(409, 'conflict', 'An archive is being made already.'),
  });
  await press('Make an archive');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Make an archive' }));
  expect(await dialog.findByText('An archive is being made already.')).toBeTruthy();
  expect(sent('POST /organization/archives/')).toEqual([{}]);
});

test('progress is shown and can be stopped; a second archive waits', async () => {
  const { sent } = await begin([working], {
    'POST /organization/archives/1/stop/': { archive: archive({ state: 'stopped' }) },
  });
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('25');
  expect(screen.getByText('300 of 1,200 rows')).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Make an archive' }) as HTMLButtonElement).disabled).toBe(true);
  await press('Stop');
  await expect.poll(() => sent('POST /organization/archives/1/stop/')).toHaveLength(1);
});

test('each ended archive says what became of it, and a ready one is downloaded', async () => {
  const opened: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    opened.push(new URL(this.href).pathname);
  });
  const url = '/api/v1/organization/archives/1/file/';
  await begin(
    [
      archive({ has_secrets: true }),
      archive({ id: 2, state: 'failed', error: 'The disk is full.', created_by: null }),
      archive({ id: 3, state: 'expired' }),
    ],
    { 'POST /organization/archives/1/download/': { download_url: url } },
  );
  expect(await screen.findByText('The disk is full.')).toBeTruthy();
  expect(screen.getByText('Archives are deleted after 7 days.')).toBeTruthy();
  expect(screen.getByText(/with mailbox passwords, encrypted/)).toBeTruthy();
  await press('Download');
  await expect.poll(() => opened).toEqual([url]);
});

test('a failure to load offers to try again', async () => {
  await begin([], { 'GET /organization/archives/': refusal(500, 'internal', "Couldn't reach the server.") });
  expect(await screen.findByRole('alert')).toBeTruthy();
});
