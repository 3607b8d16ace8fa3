// @vitest-environment happy-dom
import type { LinkedinTask } from '@overture/contract/linkedin-tasks';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, inOrder, refusal, show } from '../../lib/testing/show.tsx';
import { LinkedinTasksPage } from './linkedin-tasks-page.tsx';

const task = (id: number, name: string, more: Partial<LinkedinTask> = {}): LinkedinTask => ({
  id,
  token: 100 + id,
  action: 'invite',
  account: { id: 3, name: 'Ada Jansen' },
  prospect: {
    id,
    name,
    job_title: 'CTO',
    company_name: 'Northwind',
    profile_url: `https://www.linkedin.com/in/lead-${id}`,
  },
  campaign: { id: 7, name: 'Spring' },
  subject: null,
  text: `Hi ${name}!`,
  attachments: [],
  outcomes: ['done', 'already_connected', 'cannot_reach', 'skipped'],
  reserved_until: '2026-01-15T10:00:00.000Z',
  ...{ opened_before: null, restored: null },
  outcome: null,
  ...more,
});
const ACCOUNT = { id: 3, name: 'Ada Jansen', waiting: 1, reserved: 1, done_today: 0 };
const KIM = task(1, 'Kim');
const LEE = task(2, 'Lee', { action: 'message', outcomes: ['done', 'cannot_reach', 'skipped'] });

let answers: Answers;
beforeEach(() => {
  answers = {
    'GET /linkedin-tasks/': { accounts: [ACCOUNT] },
    'POST /linkedin-tasks/claim/': inOrder({ task: KIM }, { task: LEE }, { task: KIM }),
    'GET /linkedin-tasks/{}/': { task: KIM, stopped: null },
    'POST /linkedin-tasks/{}/outcome/': { success: true },
    'POST /linkedin-tasks/{}/opened/': { task: KIM },
    'POST /linkedin-tasks/{}/release/': { success: true },
    'POST /linkedin-tasks/{}/undo/': { task: KIM },
  };
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const press = (key: string) => fireEvent.keyDown(document.body, { key });
const name = (text: string) => screen.findByRole('heading', { name: text });
const open = () => show(<LinkedinTasksPage />, answers);

test('keys copy, record and undo; an outcome that does not fit is not recorded', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { sent } = await open();
  await name('Kim');
  press('c');
  expect(writeText).toHaveBeenCalledWith('Hi Kim!');
  await expect.poll(() => sent('POST /linkedin-tasks/1/opened/')).toEqual([{ token: 101 }]);
  press('1');
  await name('Lee');
  expect(sent('POST /linkedin-tasks/1/outcome/')).toEqual([{ token: 101, outcome: 'done' }]);
  press('2');
  press('z');
  await name('Kim');
  expect(sent('POST /linkedin-tasks/1/undo/')).toEqual([{ token: 101 }]);
  expect(sent('POST /linkedin-tasks/1/outcome/')).toHaveLength(1);
  expect(sent('POST /linkedin-tasks/claim/')).toHaveLength(3);
});

test('a card whose lead replied says so, and is recorded only when the person confirms it', async () => {
  answers['POST /linkedin-tasks/{}/outcome/'] = inOrder(
    refusal(409, 'linkedin_task_stopped', 'The lead has replied.'),
    { success: true },
  );
  const { sent } = await open();
  await name('Kim');
  press('1');
  await screen.findByText('Stop: The lead has replied.');
  press('1');
  fireEvent.click(screen.getByRole('button', { name: 'Yes, it was done' }));
  await name('Lee');
  expect(sent('POST /linkedin-tasks/1/outcome/').at(-1)).toEqual({ token: 101, outcome: 'done', is_sent_anyway: true });
  expect(sent('POST /linkedin-tasks/1/outcome/')).toHaveLength(2);
});

test('after the lead of a card was erased the next card is shown', async () => {
  answers['POST /linkedin-tasks/{}/outcome/'] = refusal(404, 'not_found', 'Not found.');
  await open();
  await name('Kim');
  press('1');
  await name('Lee');
});

test('the page is empty, fails and warns in words', async () => {
  answers['POST /linkedin-tasks/claim/'] = inOrder(
    refusal(400, 'bad_request', 'No.'),
    {
      task: {
        ...KIM,
        opened_before: { name: 'Ben', at: '2026-01-14T10:00:00.000Z' },
        restored: { from: '2026-01-13T10:00:00.000Z' },
      },
    },
    { task: null },
  );
  await open();
  fireEvent.click(await screen.findByRole('button', { name: /again/i }));
  await screen.findByText(/^Ben opened this card on .* recorded no outcome/);
  await screen.findByText(/^This installation was restored from a backup of .*Jan.* Check the profile first\.$/);
  press('4');
  await screen.findByRole('heading', { name: 'Nothing to do right now' });
  cleanup();
  answers['GET /linkedin-tasks/'] = { accounts: [] };
  await open();
  await screen.findByRole('heading', { name: 'No sender works by hand' });
});
