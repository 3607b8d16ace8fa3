// @vitest-environment happy-dom
import type { Automation } from '@overture/contract/automations';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, fill, press, show } from '../../lib/testing/show.tsx';
import { AutomationsPage } from './automations-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const automation = (changes: Partial<Automation> = {}): Automation => ({
  ...{ id: 1, name: 'Hot replies', trigger_type: 'reply.received', match: 'all', conditions: [] },
  ...{
    actions: [{ type: 'stop_campaigns' }],
    trigger_text: 'A lead replied',
    action_texts: ['Stop all campaigns of the lead'],
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
    'POST /automations/': { automation: automation() },
    'POST /automations/1/switch/': { automation: automation({ is_active: true }) },
    'POST /automations/preview/': { events: 9, matched: 0, is_cut: false, examples: [] },
    ...more,
  } satisfies Answers);
}

test('a problem is named, and the switch sends what it asks for', async () => {
  const { sent } = await begin([automation({ problems: [{ position: 0, text: 'The label was deleted.' }] })]);
  expect((await screen.findAllByText('Needs attention')).length).toBeGreaterThan(0);
  fireEvent.click(screen.getAllByRole('switch', { name: 'Switch Hot replies on or off' })[0]!);
  await expect.poll(() => sent('POST /automations/1/switch/')).toEqual([{ is_active: true }]);
});

test('the menu of an automation switches it as well: on a phone its card has no switch', async () => {
  const { sent } = await begin([automation()]);
  fireEvent.click((await screen.findAllByRole('button', { name: 'Options of Hot replies' }))[0]!);
  await press('Switch on', 'menuitem');
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
  expect(await panel.findByText('No event of the last 30 days fits.')).toBeTruthy();
  fill(panel.getByRole('textbox', { name: 'Name' }), 'Other');
  expect(panel.queryByText('No event of the last 30 days fits.')).toBeNull();
});

test('Slack is connected from the form of an automation, which keeps what was entered', async () => {
  const { sent } = await begin([automation({ actions: [{ type: 'send_slack', text: 'Hello' }] })], {
    'GET /slack/': { is_connected: false, name: '', last_error: null, succeeded_at: null },
    'PUT /slack/': { is_connected: true, name: '#sales', last_error: null, succeeded_at: null },
  });
  fireEvent.click((await screen.findAllByRole('button', { name: 'Options of Hot replies' }))[0]!);
  await press('Edit', 'menuitem');
  fill(await screen.findByRole('textbox', { name: 'Name' }), 'Other');
  await press('Connect Slack');
  const dialog = within(await screen.findByRole('dialog', { name: 'Slack channel' }));
  fill(dialog.getByLabelText('Address of the incoming webhook'), 'https://hooks.slack.com/services/T1/B1/x');
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Done' }));
  expect(sent('PUT /slack/')).toEqual([{ url: 'https://hooks.slack.com/services/T1/B1/x', name: '' }]);
  expect(screen.getByDisplayValue('Other')).toBeTruthy();
});
