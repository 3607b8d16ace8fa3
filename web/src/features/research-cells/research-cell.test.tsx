// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { EnrichmentAnswer, EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Prospect } from '@overture/contract/prospects';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ResearchCell } from './research-cell.tsx';
import { CellActionsContext, ResultsContext } from './results/research-context.ts';
import { ResultDetails } from './results/result-details.tsx';

const task: EnrichmentPrompt = {
  id: 7,
  name: 'Fit',
  prompt: 'How well does it fit?',
  output_type: 'SCORE',
  required_sources: ['GOOGLE_SEARCH'],
  organization_id: 1,
  key: null,
  is_data_enrichment: false,
  data_enrichment_type: null,
  icon: null,
  alias: null,
  searches: [1],
  cost_per_lead: 1,
  runs_with_empty: false,
  version: 1,
  question_version: 1,
};
const lead = { id: 5 } as Prospect;

function createAnswer(change: Partial<EnrichmentAnswer>): EnrichmentAnswer {
  return {
    id: 1,
    prospect: 5,
    prompt: 7,
    answer: '{"status":"found","output":4}',
    failed: false,
    state: 'done',
    error: null,
    tried_steps: [],
    prospect_name: 'Ada',
    company_name: null,
    sources: [],
    credits: 1,
    updated_at: '2026-11-21T12:00:00.000Z',
    version: null,
    empty_input: null,
    ...change,
  };
}

const setOpenCell = vi.fn();
const runCell = vi.fn();

function show(answer: EnrichmentAnswer | undefined, isPending = false, canRun = true, isTaskOff = false) {
  return render(
    <MantineProvider>
      <CellActionsContext
        value={{
          openCell: undefined,
          setOpenCell,
          runCell: canRun ? runCell : undefined,
          isTaskOff: () => isTaskOff,
          showSaved: () => {},
        }}
      >
        <ResultsContext value={{ resultOf: () => answer, isPending }}>
          <ResearchCell task={task} lead={lead} leadName="Ada" />
        </ResultsContext>
      </CellActionsContext>
    </MantineProvider>,
  );
}

const cell = () => screen.getByRole('button', { name: /^Fit of Ada:/ });

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  setOpenCell.mockReset();
  runCell.mockReset();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['nothing was asked', undefined, 'Fit of Ada:no result yet'],
  ['it is at work', createAnswer({ state: 'loading', answer: null }), 'Fit of Ada:Loading...'],
  ['it was stopped', createAnswer({ state: 'cancelled', answer: null }), 'Fit of Ada:Cancelled'],
  ['it failed', createAnswer({ state: 'failed', answer: null, failed: true }), 'Fit of Ada:Failed'],
  ['nothing was found', createAnswer({ answer: '{"status":"not_found","output":null}' }), 'Fit of Ada:Not found'],
  ['it was emptied by hand', createAnswer({ answer: '{"status":"edited","output":null}' }), 'Fit of Ada:no result yet'],
  ['a score came', createAnswer({}), 'Fit of Ada:4'],
])('a cell says that %s', (_, answer, words) => {
  show(answer);
  expect(cell().textContent?.replace('–', '')).toBe(words);
});

test('a failure says its reason on hover', () => {
  show(createAnswer({ state: 'failed', answer: null, error: 'The website refused.' }));
  expect(cell().title).toBe('The website refused.');
});

test('steps of a failed lookup are listed under its reason', () => {
  const tried_steps = [
    { label: 'Known already', outcome: 'not_found', detail: 'No address.' },
    { label: 'Hunter', outcome: 'failed', detail: 'It does not accept the key.' },
  ];
  const answer = createAnswer({
    state: 'failed',
    answer: null,
    failed: true,
    error: 'No provider responded.',
    tried_steps,
  });
  render(<ResultDetails task={{ ...task, is_data_enrichment: true }} answer={answer} />);
  expect(screen.getByRole('status').textContent).toContain('No provider responded.');
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Known alreadyNot foundNo address.',
    'HunterFailedIt does not accept the key.',
  ]);
});

const step = (label: string, outcome: string, detail: string) => ({ label, outcome, detail });
const unread = [step('Company website', 'not_found', 'The company’s website is not known.')];

test.each([
  [
    'nothing could be read',
    task,
    { status: 'not_found', output: null, explanation: 'Company website: it is not known.', steps: unread },
    'We found nothing to read about this lead. Nothing was charged.',
    [],
  ],
  [
    'what was read does not say it',
    task,
    {
      status: 'not_found',
      output: null,
      explanation: 'The pages are about cheese.',
      steps: [step('Company website', 'found', '4 pages were read.')],
    },
    "The sources don't answer this. Nothing was charged.",
    ['Reasoning'],
  ],
  [
    'the contact is unknown',
    { ...task, is_data_enrichment: true },
    {
      status: 'not_found',
      output: null,
      explanation: 'Nothing was found in 1 step.',
      steps: [step('Known already', 'not_found', 'The lead has no number.')],
    },
    'Nothing was found. Nothing was charged.',
    [],
  ],
  [
    'it was emptied by hand',
    task,
    { status: 'edited', output: null, explanation: '' },
    'The result was cleared manually.',
    [],
  ],
])('a miss says in its own words that %s, and once', (_, asked, answer, words, sections) => {
  render(<ResultDetails task={asked} answer={createAnswer({ answer: JSON.stringify(answer) })} />);
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryAllByRole('heading', { name: 'Reasoning' }).map((one) => one.textContent)).toEqual(sections);
});

test('a click opens the flyout, a second one within 300 ms edits, a later one does not', () => {
  show(createAnswer({}));
  const press = (timeStamp: number) => {
    const event = new MouseEvent('click', { bubbles: true });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    fireEvent(cell(), event);
  };
  press(1000);
  press(1301);
  press(1600);
  expect(setOpenCell.mock.calls.map(([open]) => open.mode)).toEqual(['view', 'view', 'edit']);
});

test('a cell that is at work can be neither edited nor run', () => {
  show(createAnswer({ state: 'loading', answer: null }));
  fireEvent.doubleClick(cell());
  fireEvent.keyDown(cell(), { key: 'F2' });
  expect(setOpenCell).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: /^Run/ })).toBeNull();
});

test('an empty cell runs at the press of its button, unless research is switched off', () => {
  const { unmount } = show(undefined);
  fireEvent.click(screen.getByRole('button', { name: 'Run Fit for Ada' }));
  expect(runCell).toHaveBeenCalledExactlyOnceWith(task, lead);
  unmount();
  show(undefined, false, false);
  expect(screen.queryByRole('button', { name: /^Run/ })).toBeNull();
});

test('while the results are on their way an unknown cell shows neither a dash nor a run button', () => {
  show(undefined, true);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a task whose kind is switched off is neither run nor written by hand', () => {
  show(undefined, false, true, true);
  fireEvent.doubleClick(cell());
  fireEvent.keyDown(cell(), { key: 'F2' });
  expect(setOpenCell).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Run Fit for Ada' })).toBeNull();
});
