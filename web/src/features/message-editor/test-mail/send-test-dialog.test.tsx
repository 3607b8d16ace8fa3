// @vitest-environment happy-dom
import type { CampaignLead } from '@overture/contract/campaign-leads';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildCampaignLead, buildStep } from '../../../lib/testing/builders.ts';
import { type Answers, isDisabled, press, refusal, show } from '../../../lib/testing/show.tsx';
import { draftOfStep } from '../step-draft.ts';
import { SendTestButton } from './send-test-button.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const step = buildStep({
  id: 9,
  step_type: 'EMAIL',
  subject_line: 'Hello',
  message: 'Hi {{first_name}}',
  message_b: 'Hey {{first_name}}',
});
const lead = buildCampaignLead({ id: 5, first_name: 'Sanne', last_name: 'Bakker', company: { name: 'Kanaal' } });
const SEND = 'POST /campaigns/7/steps/9/test/';

async function open(
  answers: Answers = {},
  given: { mailbox?: number | null; message?: string; senders?: object[] } = {},
) {
  const { mailbox = 3, message = 'Hi there, {{first_name}}', senders = [] } = given;
  const draft = { ...draftOfStep(step), message };
  const campaign = { id: 7, email_account_id: mailbox };
  const shown = await show(
    <SendTestButton
      campaign={campaign}
      step={step}
      draft={draft}
      variant="a"
      lead={{ ...lead, senders } as CampaignLead}
    />,
    {
      'GET /accounts/': {
        accounts: [
          { id: 3, name: 'Ada Jansen', email: 'ada@acme.example', account_type: 'IMAP' },
          { id: 4, name: 'Bo Smit', email: 'bo@acme.example', account_type: 'IMAP' },
        ],
      },
      'GET /organization/members/': {
        members: [
          { id: 1, name: 'Ada Jansen', email: 'ada@company.example' },
          { id: 2, name: 'Bo Smit', email: 'bo@company.example' },
        ],
        invitations: [],
      },
      ...answers,
    },
    { id: 1, email: 'ada@company.example', role: 'USER' },
  );
  await press('Send test');
  await screen.findByRole('dialog', { name: 'Send test' });
  return shown;
}
const pressSend = async (name = 'Send test') =>
  fireEvent.click((await screen.findAllByRole('button', { name })).at(-1)!);

test('the text on screen is sent to two teammates, with a result for each', async () => {
  let asked = 0;
  const { sent } = await open({
    [SEND]: { test_id: 11 },
    'GET /campaigns/7/tests/11/': () => {
      asked += 1;
      const [ada, bo] = ['ada@company.example', 'bo@company.example'];
      const reason = 'The daily limit is used up';
      return asked === 1
        ? { recipients: [ada, bo].map((email) => ({ email, state: 'sending', reason: null })) }
        : {
            recipients: [
              { email: ada, state: 'sent', reason: null },
              { email: bo, state: 'failed', reason },
            ],
          };
    },
  });
  expect(await screen.findByText(/Sanne Bakker · Kanaal/)).toBeTruthy();
  fireEvent.click(await screen.findByRole('radio', { name: 'Variant B' }));
  fireEvent.click(screen.getByRole('combobox', { name: 'To' }));
  await press(/bo@company.example/, 'option');
  await pressSend();
  expect(await screen.findByText("Couldn't be sent")).toBeTruthy();
  expect(screen.getByText('Sent')).toBeTruthy();
  expect(screen.getByText('The daily limit is used up')).toBeTruthy();
  expect(await screen.findByText("Couldn't send the test email. Try again.")).toBeTruthy();
  expect(sent(SEND)).toEqual([
    expect.objectContaining({
      prospect_id: 5,
      message: 'Hi there, {{first_name}}',
      message_b: 'Hey {{first_name}}',
      variant: 'b',
      recipients: ['ada@company.example', 'bo@company.example'],
    }),
  ]);
});

test("a refusal shows the server's text and can be retried", async () => {
  const { sent } = await open({ [SEND]: refusal(429, 'too_many_test_mails', 'You can send 20 test emails an hour.') });
  await pressSend();
  expect((await screen.findByRole('alert')).textContent).toBe('You can send 20 test emails an hour.');
  await pressSend();
  await expect.poll(() => sent(SEND)).toHaveLength(2);
});

test('of several senders the lead’s own is named, whom the test leaves from', async () => {
  await open({}, { senders: [{ channel: 'email', account: { id: 4 }, has_begun: true }] });
  expect(await screen.findByText('bo@acme.example')).toBeTruthy();
  expect(screen.queryByText('ada@acme.example')).toBeNull();
});

test('without a mailbox it says what to do first', async () => {
  await open({}, { mailbox: null });
  expect((await screen.findByRole('alert')).textContent).toContain("Choose this campaign's mailbox first.");
  expect(isDisabled(screen.getAllByRole('button', { name: 'Send test' }).at(-1)!)).toBe(true);
});

test('an example lead and a text that is too long cannot be tested', async () => {
  const campaign = { id: 7, email_account_id: 3 };
  const long = { ...draftOfStep(step), message: 'x'.repeat(8001) };
  const props = { campaign, step, variant: 'a' as const };
  await show(
    <>
      <SendTestButton {...props} draft={draftOfStep(step)} lead={null} />
      <SendTestButton {...props} draft={long} lead={lead} />
    </>,
  );
  const buttons = await screen.findAllByRole('button', { name: 'Send test' });
  expect(buttons.map(isDisabled)).toEqual([true, true]);
});

test('the whole sequence goes to oneself; what is not sent says why', async () => {
  const { sent } = await open({
    'POST /campaigns/7/test-sequence/': {
      tests: [
        { step_id: 9, step_number: 1, test_id: 70, reason: null, leaves_at: '2026-11-20T10:00:00Z' },
        { step_id: 10, step_number: 2, test_id: null, reason: 'This lead lacks: Job title.', leaves_at: null },
      ],
    },
    'GET /campaigns/7/tests/70/': { recipients: [{ email: 'ada@company.example', state: 'sent', reason: null }] },
  });
  await press('Send the whole sequence to me now');
  expect(await screen.findByText('This lead lacks: Job title.')).toBeTruthy();
  expect(await screen.findByText('Sent')).toBeTruthy();
  expect(sent('POST /campaigns/7/test-sequence/')).toEqual([{ prospect_id: 5, recipients: ['ada@company.example'] }]);
});

test('what is typed before the subject goes with the test and the sequence, and stays for the next test', async () => {
  const SEQUENCE = 'POST /campaigns/7/test-sequence/';
  const answers = {
    [SEND]: { test_id: 11 },
    [SEQUENCE]: { tests: [] },
    'GET /campaigns/7/tests/11/': { recipients: [] },
  };
  const { sent } = await open(answers);
  await pressSend();
  await expect.poll(() => sent(SEND)).toHaveLength(1);
  expect(sent(SEND)[0]).not.toHaveProperty('subject_prefix');
  fireEvent.change(screen.getByRole('textbox', { name: /Before the subject/ }), { target: { value: ' [Test] ' } });
  await pressSend('Send again');
  await expect.poll(() => sent(SEND)[1]).toMatchObject({ subject_prefix: '[Test]' });
  await press('Send the whole sequence to me now');
  await expect.poll(() => sent(SEQUENCE)[0]).toMatchObject({ subject_prefix: '[Test]' });
  cleanup();
  await open(answers);
  expect(screen.getByRole('textbox', { name: /Before the subject/ })).toHaveProperty('value', ' [Test] ');
});
