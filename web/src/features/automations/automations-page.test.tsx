// @vitest-environment happy-dom
import type { Automation } from '@overture/contract/automations';
import { phrase } from '@overture/domain/text/say';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, fill, press, show } from '../../lib/testing/show.tsx';
import { AutomationsPage } from './automations-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const DELETED = phrase('The label was deleted.');

const automation = (changes: Partial<Automation> = {}): Automation => ({
  ...{ id: 1, name: 'Hot replies', trigger_type: 'reply.received', match: 'all', conditions: [] },
  ...{
    actions: [{ type: 'stop_campaigns' }],
    trigger_text: 'A lead replied',
    action_texts: ['Stop all campaigns of the lead'],
    action_sentences: [phrase('Stop all campaigns of the lead')],
    problems: [],
  },
  ...{ is_active: false, off_reason: null, off_at: null, failures: 0, last_run_at: null, last_run_state: null },
  ...{ version: 1, created_at: '2026-11-20T10:00:00Z' },
  ...changes,
});

function begin(automations: Automation[], more: Answers = {}) {
  const trigger = {
    ...{ type: 'reply.received', summary: 'A lead replied, on any channel', is_about_lead: true },
    fields: [{ path: 'text', label: 'Text', kind: 'text', options: [] }],
  };
  const template = {
    ...{ name: 'To Slack', trigger_type: 'reply.received', match: 'all' },
    conditions: [{ field: 'text', operator: 'contains', values: ['yes'] }],
    actions: [{ type: 'send_slack', text: 'Hello {{text}}' }],
  };
  return show(<AutomationsPage />, {
    'GET /automations/': { automations, max_automations: 50 },
    'GET /automations/catalog/': {
      triggers: [trigger],
      operators: { text: [], choice: [], number: [], yes_no: [] },
      templates: [template],
    },
    'GET /automations/board-rules/': { rules: [], total: 0 },
    'POST /automations/': { automation: automation() },
    'POST /automations/1/switch/': { automation: automation({ is_active: true }) },
    'POST /automations/1/preview/': { events: 9, matched: 3, is_cut: false, examples: [] },
    'POST /automations/preview/': { events: 9, matched: 0, is_cut: false, examples: [] },
    ...more,
  } satisfies Answers);
}

test('a problem is named, and switching on shows a preview first', async () => {
  const { sent } = await begin([automation({ problems: [{ position: 0, text: DELETED.words, sentence: DELETED }] })]);
  expect((await screen.findAllByText('Needs attention')).length).toBeGreaterThan(0);
  fireEvent.click(screen.getAllByRole('switch', { name: 'Switch Hot replies on or off' })[0]!);
  const question = within(await screen.findByRole('dialog', { name: 'Switch on Hot replies?' }));
  expect(await question.findByText(/3 of 9 events/)).toBeTruthy();
  expect(sent('POST /automations/1/switch/')).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Switch on' }));
  await expect.poll(() => sent('POST /automations/1/switch/')).toEqual([{ is_active: true }]);
});

test('the menu of an automation switches it as well: on a phone its card has no switch', async () => {
  const { sent } = await begin([automation()]);
  fireEvent.click((await screen.findAllByRole('button', { name: 'Options of Hot replies' }))[0]!);
  await press('Switch on', 'menuitem');
  await screen.findByText(/3 of 9 events/);
  await press('Switch on');
  await expect.poll(() => sent('POST /automations/1/switch/')).toEqual([{ is_active: true }]);
  expect(document.querySelector('button [role="switch"]')).toBeNull();
});

test('an automation is made from a name and an action, and incomplete ones are refused', async () => {
  const { sent } = await begin([]);
  await press('New automation');
  const panel = within(await screen.findByRole('dialog', { name: 'New automation' }));
  await panel.findByLabelText('Name');
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  expect(await panel.findAllByText('Please enter a name.')).not.toHaveLength(0);
  fireEvent.change(panel.getByRole('textbox', { name: 'Name' }), { target: { value: 'Mine' } });
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  expect(await panel.findByText(/complete each one/)).toBeTruthy();
  expect(sent('POST /automations/')).toEqual([]);
});

test('a change of the form clears the preview of what it said before', async () => {
  await begin([automation()]);
  fireEvent.click((await screen.findAllByRole('button', { name: 'Options of Hot replies' }))[0]!);
  await press('Edit', 'menuitem');
  const panel = within(await screen.findByRole('dialog', { name: 'Edit automation' }));
  fireEvent.click(await panel.findByRole('button', { name: 'Preview' }));
  expect(await panel.findByText('No event in the last 30 days matches.')).toBeTruthy();
  fill(panel.getByRole('textbox', { name: 'Name' }), 'Other');
  expect(panel.queryByText('No event in the last 30 days matches.')).toBeNull();
});

test('Slack is connected from the form of an automation, which keeps what was entered', async () => {
  let connection = { is_connected: false, name: '', last_error: null, succeeded_at: null };
  const { sent } = await begin([automation({ actions: [{ type: 'send_slack', text: 'Hello' }] })], {
    'GET /slack/': () => connection,
    'PUT /slack/': () => {
      connection = { ...connection, is_connected: true, name: '#sales' };
      return connection;
    },
  });
  fireEvent.click((await screen.findAllByRole('button', { name: 'Options of Hot replies' }))[0]!);
  await press('Edit', 'menuitem');
  fill(await screen.findByRole('textbox', { name: 'Name' }), 'Other');
  await press('Connect Slack');
  const dialog = within(await screen.findByRole('dialog', { name: 'Slack channel' }));
  fill(dialog.getByLabelText('Incoming webhook URL'), 'https://hooks.slack.com/services/T1/B1/x');
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Done' }));
  expect(sent('PUT /slack/')).toEqual([{ url: 'https://hooks.slack.com/services/T1/B1/x', name: '' }]);
  expect(screen.getByDisplayValue('Other')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Connect Slack' })).toBeNull();
});

test('rules of boards are listed with their log', async () => {
  const rule = {
    ...{ id: 5, board: { id: 3, name: 'Deals' }, trigger_text: 'A lead replied', is_active: true },
    ...{
      trigger_sentence: phrase('A lead replied'),
      action_sentences: [phrase('Put on the board {board}', { board: phrase('“{name}”', { name: 'Deals' }) })],
    },
    ...{ action_texts: ['Put on the board “Deals”'], last_run_at: null, last_run_state: null },
  };
  const run = {
    ...{ id: 9, state: 'done', reason: null, lead: null, effects: [], duration_in_ms: 0 },
    event: { id: null, type: 'board_rule.replied', occurred_at: '2026-11-20T10:00:00Z' },
    caused_by: [{ id: 4, name: 'Sales', is_board_rule: true }],
    ...{ created_at: '2026-11-20T10:00:00Z', finished_at: '2026-11-20T10:00:00Z' },
  };
  await begin([automation()], {
    'GET /automations/board-rules/': { rules: [rule], total: 1 },
    'GET /automations/board-rules/5/runs/': { runs: [run], total: 1 },
  });
  expect((await screen.findAllByRole('link', { name: 'Deals' }))[0]!.getAttribute('href')).toContain(
    'tab=boards&board=',
  );
  fireEvent.click(screen.getAllByRole('button', { name: 'Options of Deals' })[0]!);
  await press('Log', 'menuitem');
  const panel = within(await screen.findByRole('dialog', { name: 'Log of a rule of Deals' }));
  expect(await panel.findByText('Caused by: a rule of Sales')).toBeTruthy();
});

test('of two people who edit, the second keeps what they typed, on top of what the first saved', async () => {
  const theirs = automation({ name: 'Theirs', version: 2 });
  const refusal = {
    code: 'changed_meanwhile',
    error: 'Changed.',
    details: { changed_by: 'Maria', changed_at: '2026-11-20T10:00:00.000Z' },
  };
  const answers = [Response.json({ ...refusal, current: { automation: theirs } }, { status: 409 })];
  const { sent } = await begin([automation()], {
    'PUT /automations/1/': () => answers.shift() ?? { automation: theirs },
  });
  fireEvent.click((await screen.findAllByRole('button', { name: 'Options of Hot replies' }))[0]!);
  await press('Edit', 'menuitem');
  const panel = within(await screen.findByRole('dialog', { name: 'Edit automation' }));
  fill(await panel.findByRole('textbox', { name: 'Name' }), 'Mine');
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await press('Keep mine');
  await expect
    .poll(() => sent('PUT /automations/1/'))
    .toMatchObject([
      { name: 'Mine', version: 1 },
      { name: 'Mine', version: 2 },
    ]);
});

test('a template replaces what was typed only after a question, and a lost event is named', async () => {
  await begin([]);
  await press('New automation');
  const panel = within(await screen.findByRole('dialog', { name: 'New automation' }));
  const name = await panel.findByRole('textbox', { name: 'Name' });
  fill(name, 'Typed');
  fireEvent.click(panel.getByRole('combobox', { name: 'Start from' }));
  fireEvent.click(await screen.findByRole('option', { name: 'To Slack' }));
  const question = within(await screen.findByRole('dialog', { name: 'Replace what you entered?' }));
  expect((name as HTMLInputElement).value).toBe('Typed');
  fireEvent.click(question.getByRole('button', { name: 'Replace' }));
  await expect.poll(() => (name as HTMLInputElement).value).toBe('To Slack');
});

test('conversations are assigned in turn to at least two members', async () => {
  const { sent } = await begin([automation({ actions: [{ type: 'assign_in_turn', user_ids: [4, 5] }] })], {
    'GET /organization/members/': {
      members: [
        { id: 4, name: 'Eva' },
        { id: 5, name: 'Tom' },
      ],
    },
    'PUT /automations/1/': { automation: automation() },
  });
  fireEvent.click((await screen.findAllByRole('button', { name: 'Options of Hot replies' }))[0]!);
  await press('Edit', 'menuitem');
  const panel = within(await screen.findByRole('dialog', { name: 'Edit automation' }));
  const members = await panel.findByLabelText('Members', { selector: 'input' });
  await panel.findAllByText('Tom');
  fireEvent.keyDown(members, { key: 'Backspace' });
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  expect(await panel.findByText(/complete each one/)).toBeTruthy();
  fireEvent.click(members);
  fireEvent.click(await screen.findByRole('option', { name: 'Tom' }));
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => sent('PUT /automations/1/'))
    .toMatchObject([{ actions: [{ type: 'assign_in_turn', user_ids: [4, 5] }] }]);
});
