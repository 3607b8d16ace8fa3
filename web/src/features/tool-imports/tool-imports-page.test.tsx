// @vitest-environment happy-dom
import type { ToolImport, ToolImportDetails } from '@overture/contract/tool-imports';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { ToolImportsPage } from './tool-imports-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const summary = {
  ...{ suppressions: 12, senders: 2, lists: 1, campaigns: 2, leads: 59, people: 59, known_people: 3, contacted: 36 },
  ...{ bounced: 3, unsubscribed: 3, left_out: 2, columns: 2 },
};
const makeImport = (changes: Partial<ToolImport> = {}): ToolImport => ({
  ...{ id: 1, tool: 'instantly', tool_label: 'Instantly', file_name: null, state: 'review', note: null },
  ...{ created_at: '2026-11-20T10:00:00Z', created_by: 'Ada Jansen', finished_at: null, rows_done: 0, rows_total: 74 },
  ...{ can_undo: false, summary },
  ...changes,
});
const tools = [{ id: 'instantly', label: 'Instantly', key_instructions: 'In Instantly: Settings.' }];
const campaign = { steps: 3, leads: 18, not_contacted: 5, over: 5, campaign_id: null };
const details: ToolImportDetails = {
  import: makeImport(),
  campaigns: [
    { ...campaign, id: 7, name: 'Outreach 1', in_sequence: 8, notes: ['Step 3: pictures in the text are left out.'] },
    { ...campaign, id: 8, name: 'Outreach 2', in_sequence: 0, notes: [] },
  ],
  senders: [{ name: 'Sam', email: 'sam@northwind.example' }],
  samples: [
    {
      ...{ name: 'Ada Novak', email: 'ada@one.example', company_name: 'One', campaign: 'Outreach 1', is_known: false },
      ...{ state: 'contacted', last_contacted_at: '2026-11-03T10:00:00Z', steps_done: 2 },
    },
  ],
  left_out: [{ name: 'Subsequence “Interested”', reason: 'Build it here as a branch.' }],
};

const begin = (imports: ToolImport[], more: Answers = {}) =>
  show(<ToolImportsPage />, {
    'GET /tool-imports/': { imports, tools },
    'GET /tool-imports/1/': details,
    ...more,
  });

test('a tool is read with its key, and a refusal is said at the field', async () => {
  const { sent } = await begin([], { 'POST /tool-imports/': refusal(409, 'conflict', 'Another import is open.') });
  const button = (await screen.findByRole('button', { name: 'Read everything' })) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  expect(screen.getByText('In Instantly: Settings.')).toBeTruthy();
  fill(screen.getByLabelText('API key'), 'secret');
  await press('Read everything');
  expect(await screen.findByText('Another import is open.')).toBeTruthy();
  expect(sent('POST /tool-imports/')).toEqual([{ tool: 'instantly', api_key: 'secret' }]);
});

test('what was found is shown, and leads in a sequence continue only where it is chosen', async () => {
  const { sent } = await begin([makeImport()], {
    'POST /tool-imports/1/start/': { import: makeImport({ state: 'importing' }) },
  });
  expect(await screen.findByText('3 you have already')).toBeTruthy();
  expect(screen.getByText(/^Step 2, /)).toBeTruthy();
  expect(screen.getByText(/Build it here as a branch/)).toBeTruthy();
  const first = within(screen.getByRole('group', { name: 'Outreach 1' }));
  expect((first.getByRole('radio', { name: /Leave them out/ }) as HTMLInputElement).checked).toBe(true);
  expect(within(screen.getByRole('group', { name: 'Outreach 2' })).queryByRole('radio')).toBeNull();
  fireEvent.click(first.getByRole('radio', { name: /Continue at their step/ }));
  await press('Import now');
  await expect.poll(() => sent('POST /tool-imports/1/start/')).toEqual([{ continued_campaigns: [7] }]);
});

test('a paused import shows the reason and resumes with a new key or the same one', async () => {
  const note = 'Instantly refuses this key. Check the key and its rights.';
  const { sent } = await begin([makeImport({ state: 'paused', note, rows_total: null, summary: null })], {
    'POST /tool-imports/1/resume/': { import: makeImport({ state: 'paused', note }) },
  });
  expect((await screen.findByRole('alert')).textContent).toBe(note);
  await press('Continue reading');
  fill(screen.getByLabelText('New API key'), 'second');
  await press('Continue reading');
  await expect.poll(() => sent('POST /tool-imports/1/resume/')).toEqual([{}, { api_key: 'second' }]);
});

test('progress is shown and stopped after a question; an ended import is undone after one', async () => {
  const working = makeImport({ state: 'importing', rows_done: 37 });
  const { sent } = await begin([working], {
    'POST /tool-imports/1/stop/': { import: makeImport({ state: 'stopped' }) },
  });
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('50');
  await press('Stop');
  const question = within(await screen.findByRole('dialog'));
  fireEvent.click(question.getByRole('button', { name: 'Stop' }));
  await expect.poll(() => sent('POST /tool-imports/1/stop/')).toHaveLength(1);
  cleanup();
  const ended = await begin([makeImport({ state: 'finished', can_undo: true, finished_at: '2026-11-20T11:00:00Z' })], {
    'POST /tool-imports/1/undo/': { import: makeImport({ state: 'undoing' }) },
  });
  expect(await screen.findByText(/59 people, 2 campaigns/)).toBeTruthy();
  await press('Undo import');
  const undo = within(await screen.findByRole('dialog', { name: 'Undo the import from Instantly?' }));
  fireEvent.click(undo.getByRole('button', { name: 'Undo import' }));
  await expect.poll(() => ended.sent('POST /tool-imports/1/undo/')).toHaveLength(1);
});

test('a failure to load offers to try again', async () => {
  await begin([], { 'GET /tool-imports/': refusal(500, 'internal', "Couldn't reach the server.") });
  expect(await screen.findByRole('alert')).toBeTruthy();
});

/** Answers uploads, which fetch cannot follow: the second one is refused. */
function stubUploads(): Record<string, unknown>[] {
  const forms: Record<string, unknown>[] = [];
  class Upload {
    upload = {};
    status = 201;
    responseText = JSON.stringify({ import: makeImport({ id: 4, state: 'reading', file_name: 'Founders.csv' }) });
    onload = () => {};
    open() {}
    setRequestHeader() {}
    send(form: FormData) {
      const { file_content: _, ...fields } = Object.fromEntries(form);
      if (forms.push(fields) === 2) {
        this.status = 409;
        this.responseText = JSON.stringify({ code: 'conflict', error: 'Only files of the same tool can be added.' });
      }
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
  return forms;
}

test('exports are recognized by their columns and sent one by one into one import; a refused one stays', async () => {
  const forms = stubUploads();
  await begin([]);
  fireEvent.click(await screen.findByRole('radio', { name: /CSV exports/ }));
  const choose = (name: string, ...lines: string[]) => {
    const files = [new File([lines.join('\n')], name)];
    fireEvent.change(screen.getByLabelText('Choose CSV files', { selector: 'input' }), { target: { files } });
  };
  choose('Founders.csv', 'email,Lead Status', 'a@one.example,Not yet contacted');
  expect(await screen.findByText('Recognized by its columns: Instantly leads')).toBeTruthy();
  choose('Others.csv', 'email,lastState,firstName,icebreaker', 'c@one.example,emailsSent,Ada,Hi');
  expect(await screen.findByText('Recognized by its columns: lemlist export')).toBeTruthy();
  choose('People.csv', 'Email,Name', 'b@one.example,Ada');
  expect(await screen.findByText("We don't recognize its columns. Choose the tool.")).toBeTruthy();
  expect(screen.getByText("The file doesn't say who was contacted.")).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Read the files' }) as HTMLButtonElement).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Remove People.csv' }));
  fill(screen.getAllByLabelText('Campaign')[0]!, 'Founders EU');
  await press('Read the files');
  expect(await screen.findByText('Only files of the same tool can be added.')).toBeTruthy();
  const second = { file_name: 'Others.csv', preset: 'lemlist_leads', campaign_name: 'Others', assumed: 'contacted' };
  expect(forms).toEqual([
    { file_name: 'Founders.csv', preset: 'instantly_leads', campaign_name: 'Founders EU', assumed: 'contacted' },
    { ...second, import_id: '4' },
  ]);
  expect(screen.queryByText('Founders.csv')).toBeNull();
});

test('a file that is no CSV is refused with a word', async () => {
  await begin([]);
  fireEvent.click(await screen.findByRole('radio', { name: /CSV exports/ }));
  const files = [new File(['x'], 'leads.xlsx')];
  fireEvent.change(screen.getByLabelText('Choose CSV files'), { target: { files } });
  expect(await screen.findByText('leads.xlsx: Choose a .csv file.')).toBeTruthy();
});
