// @vitest-environment happy-dom
import type { Listed } from '@overture/contract/endpoint';
import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { DEFAULT_FEATURE_FLAGS } from '@overture/domain/access/feature-flags';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, fill, inOrder, isDisabled, press, refusal, show } from '../../lib/testing/show.tsx';
import { ResearchDialog, type ResearchView } from './research-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const task = (id: number, name: string, change: Partial<EnrichmentPrompt>): Listed<EnrichmentPrompt> => ({
  id,
  may_delete: Boolean(change.organization_id),
  name,
  prompt: 'Ask.',
  output_type: 'SHORT_TEXT',
  required_sources: ['COMPANY_WEBSITE'],
  organization_id: null,
  key: null,
  is_data_enrichment: false,
  data_enrichment_type: null,
  icon: null,
  alias: null,
  searches: [],
  cost_per_lead: 1,
  runs_with_empty: false,
  version: 1,
  question_version: 1,
  ...change,
});
const email = task(1, 'Email', { is_data_enrichment: true, data_enrichment_type: 'FIND_EMAIL', cost_per_lead: 3 });
const builtIn = task(2, 'What does the company do?', {});
const { may_delete: _, ...shared } = task(1001, 'Offices', { prompt: 'How many offices?' });
const own = task(3, 'Is it old', { organization_id: 4, searches: [7] });

function Dialog({ columns }: { columns: readonly EnrichmentPrompt[] }) {
  const [view, setView] = useState<ResearchView | undefined>({ kind: 'tasks' });
  if (view === undefined) return <p>closed</p>;
  return (
    <ResearchDialog
      searchId={7}
      table={{ sort_field: 'company_name' }}
      columns={columns}
      view={view}
      onView={setView}
      onAutomatic={() => setView(undefined)}
    />
  );
}

function open(answers: Answers = {}, columns: readonly EnrichmentPrompt[] = [], agency: number | null = null) {
  let tasks = [email, builtIn, own];
  const user = { id: 1, organization: { agency, email_credits: 100, branding_settings: DEFAULT_FEATURE_FLAGS } };
  return show(
    <Dialog columns={columns} />,
    {
      'GET /user/': { user },
      'GET /enrichment/prompts/': () => tasks,
      'GET /lead-columns/': { columns: [] },
      'POST /searches/7/unenriched-prospects-count/': { unenriched_count: 6 },
      'POST /enrichment/prompts/7/': { id: 9, name: 'Founded', started_cells: 6, reserved_credits: 6 },
      'POST /enrichment/enhance-prompt/': { enhanced_prompt: 'In which year was the company founded?' },
      'GET /enrichment/agency-prompts/': [shared],
      'POST /enrichment/agency-prompts/1001/copy/': () => {
        const { may_delete, ...copy } = task(1002, 'Offices', { organization_id: 4 });
        tasks = [...tasks, { ...copy, may_delete }];
        return copy;
      },
      'GET /enrichment/prompt/3/affected-searches/': {
        result_count: 1234,
        data: [{ id: 7, name: 'Directors', prospect_count: 6 }],
        campaigns: [{ id: 4, name: 'Spring' }],
      },
      'DELETE /enrichment/prompt/3/': () => {
        tasks = [email, builtIn];
        return { success: true };
      },
      ...answers,
    },
    user,
  );
}

const startName = 'Start research for a new column';
const startButton = () => screen.findByRole('button', { name: startName });

async function writeTask(name: string): Promise<void> {
  await press(/^Create research task/);
  fill(await screen.findByLabelText('Name'), name);
  fill(screen.getByLabelText('AI instructions'), 'When was it founded?');
  await press('Yes or No', 'radio');
  await press(/^Company website/, 'checkbox');
}

test('tasks are in three sections; a new one needs a name, instructions, a source', async () => {
  const { sent } = await open();
  for (const section of ['Find contact information', 'Research your leads', 'Your research tasks'])
    expect(await screen.findByRole('heading', { name: section })).toBeTruthy();
  await press(/^Create research task/);
  expect(isDisabled(await startButton())).toBe(true);
  fill(screen.getByLabelText('Name'), 'Founded');
  fill(screen.getByLabelText('AI instructions'), 'When was it founded?');
  expect(isDisabled(await startButton())).toBe(true);
  await press(/^Company website/, 'checkbox');
  expect(isDisabled(await startButton())).toBe(false);
  await press(startName);
  expect(await screen.findByRole('menuitem', { name: "Save and don't run" })).toBeTruthy();
  await press(/^All 6 leads without a result.*6 credits/, 'menuitem');
  expect(await screen.findByText('Enrichment has started')).toBeTruthy();
  expect(screen.getByText('closed')).toBeTruthy();
  expect(sent('POST /enrichment/prompts/7/')).toMatchObject([
    { name: 'Founded', output_type: 'SHORT_TEXT', prospect_limit: 6, sort_field: 'company_name' },
  ]);
});

test('instructions are polished, and what was written before comes back', async () => {
  await open();
  await press(/^Create research task/);
  await press('Polish with AI');
  expect(await screen.findByText('Please enter a prompt first')).toBeTruthy();
  const instructions = screen.getByLabelText<HTMLTextAreaElement>('AI instructions');
  fill(instructions, 'When was it founded?');
  await press('Polish with AI');
  await waitFor(() => expect(instructions.value).toBe('In which year was the company founded?'));
  await press('Undo polish');
  expect(instructions.value).toBe('When was it founded?');
});

test('a taken name is reported at its field; closing asks before discarding', async () => {
  await open({
    'POST /enrichment/prompts/7/': refusal(
      400,
      'research_name_taken',
      'Please choose a different name for the research task',
    ),
  });
  await writeTask('is it old');
  await press(startName);
  await press(/^All 6/, 'menuitem');
  expect(await screen.findByText('Please choose a different name for the research task')).toBeTruthy();
  await press('Back to all tasks');
  await press('Discard');
  expect(await screen.findByRole('heading', { name: 'Your research tasks' })).toBeTruthy();
});

test('a look-up is fixed and told at its price', async () => {
  const { sent } = await open();
  await press(/^Email/);
  expect((await screen.findByLabelText('Name')).hasAttribute('readonly')).toBe(true);
  await press(startName);
  await press(/^All 6.*18 credits/, 'menuitem');
  await waitFor(() => expect(sent('POST /enrichment/prompts/7/')).toMatchObject([{ prompt_id: 1, prospect_limit: 6 }]));
});

test('an own task is deleted after a question that names the lists which lose a column', async () => {
  const { sent } = await open();
  await press('Actions for Is it old');
  await press('Delete task', 'menuitem');
  expect(await screen.findByText('Directors')).toBeTruthy();
  expect(screen.getByText(/^1,234 results are deleted, also those that credits paid for\./)).toBeTruthy();
  expect(sent('DELETE /enrichment/prompt/3/')).toEqual([]);
  await press('Delete task');
  expect(await screen.findByText('Prompt deleted successfully')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Is it old/ })).toBeNull());
});

test('a column is deleted after a question, and its task stays', async () => {
  let deleted = 0;
  await open(
    {
      'DELETE /enrichment/prompts/7/3/': () => {
        deleted += 1;
        return { success: true };
      },
    },
    [own],
  );
  await press(/^Is it old/);
  expect(await screen.findByText(/^The question can be changed/)).toBeTruthy();
  await press('Delete column');
  expect(
    await screen.findByText('Are you sure you want to delete this column? This action cannot be undone.'),
  ).toBeTruthy();
  fireEvent.click(screen.getAllByRole('button', { name: 'Delete column' }).at(-1) as HTMLElement);
  expect(await screen.findByText('Column deleted successfully')).toBeTruthy();
  expect(deleted).toBe(1);
});

test('a shared task is read and copied by clients of the agency only', async () => {
  await open({}, [], 9);
  expect(await screen.findByText('How many offices?')).toBeTruthy();
  await press('Copy Offices');
  expect(await screen.findByText('Offices is now one of your research tasks.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: /^Offices Ask/ })).toBeTruthy();
  cleanup();
  const { asked } = await open();
  await screen.findByRole('heading', { name: 'Your research tasks' });
  expect(asked.some(({ call }) => call.includes('agency'))).toBe(false);
});

test('a column is set to run for new leads from its form: phones have no menus of columns', async () => {
  await open({}, [email]);
  await press(/^Email/);
  await press('Run next leads');
  await press('Run for new leads...', 'menuitem');
  await screen.findByText('closed');
});

test('a slash offers columns, and the question says which ones it uses', async () => {
  const news = task(5, 'News', { organization_id: 4, key: 'news' });
  const { sent } = await open({ 'GET /enrichment/prompts/': [news] });
  await writeTask('Angle');
  const field = screen.getByLabelText<HTMLTextAreaElement>('AI instructions');
  const typed = 'Does /ne';
  fireEvent.change(field, { target: { value: typed, selectionStart: typed.length, selectionEnd: typed.length } });
  expect(await screen.findByRole('option', { name: 'News' })).toBeTruthy();
  expect(screen.queryByRole('option', { name: 'Industry' })).toBeNull();
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  await waitFor(() => expect(field.value).toBe('Does {{research.news}} '));
  expect(screen.getByRole('button', { name: 'Take News out' })).toBeTruthy();
  await press(/^Also run where one of them is empty/, 'checkbox');
  await press(startName);
  await press("Save and don't run", 'menuitem');
  await waitFor(() =>
    expect(sent('POST /enrichment/prompts/7/')).toMatchObject([
      { prompt: 'Does {{research.news}} ', runs_with_empty: true, prospect_limit: 0 },
    ]),
  );
});

test('a changed question asks what happens to results, with the cost', async () => {
  const { may_delete: _own, ...stored } = own;
  const column = { ...stored, version: 3 };
  const { sent } = await open(
    {
      'GET /enrichment/prompts/7/3/reruns/': { all: 6, empty: 2, by_hand: 1 },
      'PUT /enrichment/prompt/3/': { task: column, started_cells: 2, reserved_credits: 2 },
    },
    [column],
  );
  await press(/^Is it old/);
  await press('Edit question');
  fill(screen.getByLabelText('AI instructions'), 'How old is it?');
  await press('Save changes');
  expect(await screen.findByRole('menuitem', { name: /^Run all 6 leads again.*up to 6 credits/ })).toBeTruthy();
  expect(screen.getByText('1 result that was written by hand stays.')).toBeTruthy();
  await press(/^Run 2 leads without a result/, 'menuitem');
  await screen.findByText('closed');
  expect(sent('PUT /enrichment/prompt/3/')).toMatchObject([
    { prompt: 'How old is it?', version: 3, search_id: 7, results: 'empty' },
  ]);
});

test('a change of a colleague that is no other one is kept', async () => {
  const { may_delete: _own, ...stored } = own;
  const theirs = { ...stored, version: 2, prompt: 'Ask better.', required_sources: ['GOOGLE_NEWS'] };
  const changed = { code: 'changed_meanwhile', error: 'Changed.', current: { task: theirs } };
  const { sent } = await open(
    {
      'PUT /enrichment/prompt/3/': inOrder(Response.json(changed, { status: 409 }), {
        ...{ task: { ...theirs, version: 3 }, started_cells: 0, reserved_credits: 0 },
      }),
    },
    [stored],
  );
  await press(/^Is it old/);
  await press('Edit question');
  fill(screen.getByLabelText('Name'), 'Age');
  await press('Save changes');
  await screen.findByText('closed');
  expect(sent('PUT /enrichment/prompt/3/')[1]).toMatchObject({
    ...{ name: 'Age', prompt: 'Ask better.', required_sources: ['GOOGLE_NEWS'], version: 2, results: 'keep' },
  });
});

test('a former question is compared and put back into the form', async () => {
  const version = (number: number, prompt: string) => ({
    ...{ version: number, name: 'Is it old', prompt, output_type: 'SHORT_TEXT', required_sources: ['COMPANY_WEBSITE'] },
    ...{ runs_with_empty: false, edited_by: 1, edited_by_name: 'Ada', edited_at: '2026-11-21T12:00:00.000Z' },
  });
  await open({ 'GET /enrichment/prompt/3/versions/': { versions: [version(2, 'Ask.'), version(1, 'Ask them.')] } }, [
    { ...own, version: 2 },
  ]);
  await press(/^Is it old/);
  await press('History');
  expect((await screen.findByText('Ask them.', { selector: 'del' })).textContent).toBe('Ask them.');
  await press('Restore version 1');
  expect(screen.getByLabelText<HTMLTextAreaElement>('AI instructions').value).toBe('Ask them.');
  expect(isDisabled(screen.getByRole('button', { name: 'Save changes' }))).toBe(false);
});

test('a new column is tried on the first 50 rows for the cost shown; a view of no more rows offers none', async () => {
  const counts = { 'POST /searches/7/unenriched-prospects-count/': { unenriched_count: 320, estimate: null } };
  const { sent } = await open(counts);
  await press(/^What does the company do\?/);
  await press('First 50 rows (50 credits)');
  expect(await screen.findByText('closed')).toBeTruthy();
  expect(sent('POST /enrichment/prompts/7/')).toMatchObject([{ prompt_id: 2, prospect_limit: 50 }]);
  cleanup();
  await open();
  await press(/^What does the company do\?/);
  await press(startName);
  expect(await screen.findByRole('menuitem', { name: /^All 6 leads/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^First/ })).toBeNull();
});

test('the first rows of a look-up cost no more than its estimate; research that the balance does not pay for is off', async () => {
  const estimate = {
    ...{ chosen: 320, known: 300, tried: 0, to_look_up: 20 },
    ...{ most_credits: 60, likely_credits: null, found_percent: null },
  };
  await open({ 'POST /searches/7/unenriched-prospects-count/': { unenriched_count: 320, estimate } });
  await press(/^Email/);
  expect(isDisabled(await screen.findByRole('button', { name: 'First 50 rows (up to 60 credits)' }))).toBe(false);
  cleanup();
  await open({ 'POST /searches/7/unenriched-prospects-count/': { unenriched_count: 320, estimate: null } });
  await writeTask('Founded');
  await press(/^Technology stack/, 'checkbox');
  expect(isDisabled(await screen.findByRole('button', { name: 'First 50 rows (150 credits)' }))).toBe(true);
});
