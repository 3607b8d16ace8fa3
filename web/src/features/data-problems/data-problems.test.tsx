// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, refusal, show } from '../../lib/testing/show.tsx';
import { DataProblems } from './data-problems.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const problem = {
  step_id: 31,
  step_number: 3,
  step_type: 'EMAIL',
  field: 'job_title',
  leads: 8,
  fixes: ['stand_in', 'fallback', 'skip', 'remove'],
  can_fill: true,
  look_up_credits: null,
};
const skipped = { kind: 'skip', step_id: 40, step_number: 4, field: null, words: null, leads: 2 };
const person = (prospect_id: number, first_name: string) => ({
  prospect_id,
  first_name,
  last_name: 'Visser',
  job_title: null,
  company_name: 'Acme',
  email: null,
});
const odd = {
  prospect_id: 5,
  first_name: 'JOHN',
  last_name: 'Smit',
  field: 'first_name',
  value: 'JOHN',
  reason: 'is in capitals',
  suggestion: 'John',
};

const answers = {
  'GET /campaigns/7/data-problems/': {
    problems: [problem],
    decisions: [skipped],
    leads_with_problems: 8,
    unlinked_steps: [],
  },
  'GET /campaigns/7/odd-values/': { odd_values: [odd], has_more: false },
  'GET /campaigns/7/data-problems/leads/': { leads: [person(1, 'Ada'), person(2, 'Bob'), person(3, 'Cleo')], total: 3 },
};
const open = (more: object = {}) => show(<DataProblems campaignId={7} />, { ...answers, ...more });

test('says field, step and leads, and sends the decision with how many leads were seen', async () => {
  const { sent } = await open({ 'POST /campaigns/7/data-problems/fix/': { changed_leads: 8 } });
  expect(await screen.findByText('8 leads are missing data that a message needs')).toBeTruthy();
  expect(screen.getByRole('row', { name: /Job title.* Email · step 3 8/ })).toBeTruthy();
  await press('Resolve: Job title, step 3');
  await press('Use other words for these leads…', 'menuitem');
  fireEvent.change(await screen.findByLabelText('Words to use instead'), { target: { value: 'your role' } });
  await press('Use these words');
  expect(await screen.findByText('Done for 8 leads.')).toBeTruthy();
  expect(sent('POST /campaigns/7/data-problems/fix/')).toEqual([
    { step_id: 31, field: 'job_title', fix: 'stand_in', words: 'your role', seen_leads: 8 },
  ]);
});

test('a refusal stays in the dialog, and nothing is closed', async () => {
  const more = 'More leads lack this by now. Look at them again before you decide.';
  await open({ 'POST /campaigns/7/data-problems/fix/': refusal(409, 'conflict', more) });
  await press('Resolve: Job title, step 3');
  await press('Remove from the campaign…', 'menuitem');
  expect(await screen.findByText('Remove 8 leads from the campaign?')).toBeTruthy();
  await press('Remove leads');
  expect((await screen.findByRole('alert')).textContent).toBe(more);
});

test('a decision is taken back', async () => {
  const { sent } = await open({ 'POST /campaigns/7/data-problems/undo/': { changed_leads: 2 } });
  expect(await screen.findByText('Step 4 is skipped for 2 leads')).toBeTruthy();
  await press('Undo: Step 4 is skipped for 2 leads');
  await waitFor(() => expect(sent('POST /campaigns/7/data-problems/undo/')).toEqual([{ step_id: 40 }]));
});

test('a pasted column fills the fields below; what is refused stays with its reason', async () => {
  const refused = [{ prospect_id: 2, reason: 'This is not a title.' }];
  const { sent } = await open({ 'POST /campaigns/7/data-problems/values/': { filled: 1, left: 0, refused } });
  await press('Resolve: Job title, step 3');
  await press('Fill in here…', 'menuitem');
  const field = await screen.findByLabelText('Job title of Ada Visser');
  fireEvent.paste(field, { clipboardData: { getData: () => 'CEO\nCTO\n' } });
  await press('Save');
  await waitFor(() =>
    expect(sent('POST /campaigns/7/data-problems/values/')).toEqual([
      {
        field: 'job_title',
        values: [
          { prospect_id: 1, value: 'CEO' },
          { prospect_id: 2, value: 'CTO' },
        ],
      },
    ]),
  );
  expect(await screen.findByText('This is not a title.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Job title of Bob Visser').value).toBe('CTO');
  expect(screen.getByLabelText<HTMLInputElement>('Job title of Ada Visser').value).toBe('');
});

test('typed values are not lost to Escape: closing asks first', async () => {
  await open();
  await press('Resolve: Job title, step 3');
  await press('Fill in here…', 'menuitem');
  const field = await screen.findByLabelText('Job title of Ada Visser');
  fireEvent.change(field, { target: { value: 'CEO' } });
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(await screen.findByText('Discard your changes?')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Job title of Ada Visser').value).toBe('CEO');
});

test('odd values are chosen, changed and taken back', async () => {
  const { sent } = await open({ 'POST /campaigns/7/odd-values/': { success: true, changed: 1, left: 0 } });
  await press('Review');
  expect(await screen.findByText('First name · JOHN Smit · is in capitals')).toBeTruthy();
  await press('Change 1 value');
  expect(await screen.findByText('1 value changed.')).toBeTruthy();
  await press('Undo');
  expect(await screen.findByText('Everything is back as it was.')).toBeTruthy();
  const change = { prospect_id: 5, field: 'first_name' };
  expect(sent('POST /campaigns/7/odd-values/')).toEqual([
    { changes: [{ ...change, from: 'JOHN', to: 'John' }] },
    { changes: [{ ...change, from: 'John', to: 'JOHN' }] },
  ]);
});

test('a step without the link that the organization requires is an error, before anything about leads', async () => {
  const text = 'Step 2 (Email) has no unsubscribe link in its message.';
  const unlinked_steps = [{ step_id: 9, step_number: 2, step_type: 'EMAIL', text }];
  await open({
    'GET /campaigns/7/data-problems/': { problems: [], decisions: [], leads_with_problems: 0, unlinked_steps },
  });
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

test('what cannot be counted says so and can be tried again', async () => {
  await show(<DataProblems campaignId={7} />, {
    ...answers,
    'GET /campaigns/7/data-problems/': refusal(
      503,
      'busy',
      'The server is busy right now. Please try again in a moment.',
    ),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy right now.');
});
