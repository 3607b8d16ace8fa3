// @vitest-environment happy-dom
import type { Import } from '@overture/contract/searches';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { inOrder, refusal, show } from '../../lib/testing/show.tsx';
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
  incomplete_rows: 0,
  updated_prospects: 0,
  conflict_rows: 0,
  undo_state: null,
  undo_until: null,
  undone_prospects: 0,
  kept_prospects: 0,
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

/** The dialog of an import, or of a new one. `one` are the answers about that import alone, in order. */
async function open(importId: number | undefined, listed: Import[], ...one: object[]): Promise<void> {
  asked = [];
  const about = inOrder(...one);
  const dialog = <ImportDialog search={{ id: 1, name: 'Leads' }} importId={importId} onClose={() => {}} />;
  await show(dialog, {
    'GET /lead-columns/': { columns: [] },
    'GET /privacy/lists/1/basis/': { basis: null },
    'GET /imports/': () => {
      asked.push('/imports/');
      return { imports: listed };
    },
    'GET /imports/7/': () => {
      asked.push('/imports/7/');
      return about();
    },
  });
}
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an import that the list names needs no question of its own', async () => {
  await open(7, [ended]);
  expect(await screen.findByText('3 rows in total')).toBeTruthy();
  expect(asked).toEqual(['/imports/']);
});

test('one that ended too long ago for the list still shows its result', async () => {
  await open(7, [], { ...ended, prospects: [] });
  expect(await screen.findByText('3 rows in total')).toBeTruthy();
  expect(asked).toEqual(['/imports/', '/imports/7/']);
});

test('an unknown import says so and shows nothing', async () => {
  await open(7, [], refusal(404, 'not_found', 'Not found'));
  expect((await screen.findByRole('status')).textContent).toMatch(/^This import no longer exists\./);
  expect(screen.queryByText(/goes on by itself/)).toBeNull();
});

test('a question that failed can be asked again', async () => {
  await open(7, [], refusal(500, 'internal', 'Something went wrong.'), { ...ended, prospects: [] });
  expect(await screen.findByText('Something went wrong.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('3 rows in total')).toBeTruthy();
});

const choose = async (text: string) => {
  await open(undefined, []);
  // The dialog takes the focus a moment after it opens.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('no field for a file');
  fireEvent.change(input, { target: { files: [new File([text], 'leads.csv')] } });
  await screen.findByText('leads.csv');
};
const importButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Import' });

test('the dialog shows how it reads numbers and dates of other columns', async () => {
  await choose('Email,Umsatz,Since\na@acme.example,"1.250,5",25/12/2026\nb@acme.example,3.000,\n');
  expect(await screen.findByText('Read as 1,250.5 · 3,000')).toBeTruthy();
  expect(screen.getByText('Read as 25 Dec 2026')).toBeTruthy();
});

test('an ambiguous number blocks the import, and Show focuses its field', async () => {
  await choose('Email,Umsatz\na@acme.example,1.250\n');
  const question = await screen.findByRole('combobox', { name: 'Decimals of Umsatz' });
  expect([...question.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'How is 1.250 meant?',
    '1.250 is 1,250',
    '1.250 is 1.25',
  ]);
  expect([importButton().disabled, screen.queryByText(/Read as/)]).toEqual([true, null]);
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(document.activeElement).toBe(question);
  fireEvent.change(question, { target: { value: ',' } });
  expect(await screen.findByText('Read as 1,250')).toBeTruthy();
  expect(importButton().disabled).toBe(false);
});

test('after a file is chosen the keyboard is at the second step', async () => {
  await choose('Email,First Name\na@acme.example,Ada\n');
  await screen.findByText('First values');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Step 2 of 2: Match the columns');
});

test('after a file is refused the keyboard is at the file button again', async () => {
  await open(undefined, []);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })));
  const button = screen.getByRole('button', { name: 'Choose file' });
  button.focus();
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['PK\u0003\u0004\0\0'], 'leads.csv')] } });
  // As browsers do with a focused button that is disabled.
  button.blur();
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('marked rows of a list are suppressed unless a person decides otherwise', async () => {
  await choose('Email,Unsubscribed,Owner\na@acme.example,yes,Ada\nb@acme.example,no,Ada\n');
  expect(
    await screen.findByText(/^This file says who may not be contacted: “Unsubscribed”\. 1 row is marked\.$/),
  ).toBeTruthy();
  const choice = screen.getByRole<HTMLInputElement>('switch', { name: /^Add the people of marked rows/ });
  expect(choice.checked).toBe(true);
  fireEvent.click(choice);
  expect(await screen.findByText('Campaigns may contact them like all others.')).toBeTruthy();
});

test('an ambiguous day blocks the import until it is chosen', async () => {
  await choose('Email,Since\na@acme.example,3/4/2026\n');
  const question = await screen.findByRole('combobox', { name: 'Order of day and month in Since' });
  expect(importButton().disabled).toBe(true);
  fireEvent.change(question, { target: { value: 'mdy' } });
  expect(await screen.findByText('Read as 04 Mar 2026')).toBeTruthy();
  expect(importButton().disabled).toBe(false);
});

test('the dialog warns of damaged names', async () => {
  await choose('Email,First Name,Last Name\nl@acme.example,?ukasz,MÃ¼ller\n');
  expect(await screen.findByText(/^2 names lost letters before this file was saved: \?ukasz, MÃ¼ller\./)).toBeTruthy();
});

test('a file without rows cannot be imported', async () => {
  await choose('Email,First Name\n');
  expect(await screen.findByText('This file has no rows below its heading.')).toBeTruthy();
  expect(importButton().disabled).toBe(true);
});

test('the dialog counts rows without a LinkedIn URL and names the second email column', async () => {
  const header = 'First Name,Last Name,Company,LinkedIn,Email,Email';
  await choose(`${header}\nA,B,C,https://www.linkedin.com/in/a,,a@x.example\nA,B,C,,,\n`);
  expect(await screen.findByText(/will be skipped during import\. This is 1 of 2 rows\.$/)).toBeTruthy();
  expect(screen.getByText('Where empty: Email (2)')).toBeTruthy();
});
