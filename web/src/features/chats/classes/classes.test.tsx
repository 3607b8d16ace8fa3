// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, refusal, show } from '../../../lib/testing/show.tsx';
import { InboxPage } from '../inbox-page.tsx';

const user = { id: 1, name: 'Ada Jansen', role: 'ADMIN', linked_accounts: [], organization: { branding_settings: {} } };

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const chat = (id: number, first_name: string, reply_class: object | null) => ({
  prospect: {
    id,
    first_name,
    last_name: 'Hopper',
    job_title: null,
    company: { name: null },
    labels: [],
    is_flagged: false,
    campaign: null,
  },
  latest_message: {
    id,
    sent_at: '2026-11-20T10:00:00.000Z',
    subject_line: null,
    message: 'Hm',
    sent_by_prospect: true,
  },
  has_unread: false,
  has_draft: false,
  is_archived: false,
  remind_at: null,
  is_returned: false,
  assigned_to: null,
  status: 'REPLIED',
  reply_class,
  account_types: ['IMAP'],
  accounts: [],
  messages: 1,
});
const answers: Answers = {
  'GET /chats/': {
    chats: [
      chat(1, 'Grace', {
        class: 'interested',
        is_sure: true,
        is_by_person: false,
        is_by_model: false,
        confidence: 0.85,
      }),
      chat(2, 'Alan', { class: 'neutral', is_sure: false, is_by_person: false, is_by_model: true, confidence: 0.65 }),
      chat(3, 'Edsger', null),
    ],
    has_more: false,
  },
  'GET /chats/presences/': { presences: [] },
  'GET /chats/possible-answers/': { possible_answers: [] },
  'GET /organization/members/': { members: [], invitations: [] },
  'GET /auth/me/': user,
  'PATCH /chats/': { success: true, changed_chats: 1 },
};
const pick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name: `Select ${name} Hopper` }));
const key = (name: string) => fireEvent.keyDown(document.body, { key: name });

test('the list says what answers say, a guess with a question mark', async () => {
  await show(<InboxPage chatId={undefined} />, answers, user);
  await screen.findByText('Grace Hopper');
  expect(screen.getByText('Interested').closest('[title]')?.getAttribute('title')).toBe(
    "Detected from the reply's wording · 85% sure",
  );
  expect(screen.getByText('Question? · AI 65%').closest('[title]')?.getAttribute('title')).toBe(
    "Classified by AI (65% sure). Change it if it's wrong.",
  );
});

test('I and a digit correct it, for all that are selected', async () => {
  const { sent } = await show(<InboxPage chatId={undefined} />, answers, user);
  await screen.findByText('Grace Hopper');
  pick('Alan');
  pick('Edsger');
  key('i');
  const dialog = await screen.findByRole('dialog', { name: 'Reply type for 2 conversations' });
  expect(within(dialog).getByText('Question')).toBeTruthy();
  key('3');
  await waitFor(() =>
    expect(sent('PATCH /chats/')).toEqual([{ prospect_ids: [2, 3], change: { reply_class: 'not_interested' } }]),
  );
  expect(await screen.findByText('Reply type: Not interested')).toBeTruthy();
});

test('Unsubscribe by hand says that it only marks, and offers to suppress', async () => {
  const { sent } = await show(
    <InboxPage chatId={undefined} />,
    { ...answers, 'POST /chats/suppressions/': { success: true, suppressed_leads: 2 } },
    user,
  );
  await screen.findByText('Grace Hopper');
  pick('Alan');
  pick('Edsger');
  key('i');
  const list = within(await screen.findByRole('dialog', { name: 'Reply type for 2 conversations' }));
  expect(list.getAllByText("Only marks the reply. You're asked about suppressing.")).toHaveLength(2);
  key('8');
  const question = within(await screen.findByRole('dialog', { name: 'Suppress 2 leads too?' }));
  expect(question.getByText(/^The reply type alone stops nothing\./)).toBeTruthy();
  expect(sent('PATCH /chats/')).toEqual([{ prospect_ids: [2, 3], change: { reply_class: 'unsubscribe' } }]);
  fireEvent.click(question.getByRole('button', { name: 'Suppress' }));
  expect(await screen.findByText('2 leads suppressed')).toBeTruthy();
  expect(sent('POST /chats/suppressions/')).toEqual([{ prospect_ids: [2, 3], reason: 'unsubscribe' }]);
});

test('a refused correction is taken back, and said', async () => {
  const refusing = { ...answers, 'PATCH /chats/': refusal(403, 'forbidden', 'You may not do this.') };
  await show(<InboxPage chatId={undefined} />, refusing as Answers, user);
  await screen.findByText('Grace Hopper');
  pick('Grace');
  key('i');
  const dialog = await screen.findByRole('dialog', { name: 'Reply type for Grace Hopper' });
  expect(within(dialog).getByLabelText('Chosen').closest('button')?.textContent).toContain('Interested');
  fireEvent.click(within(dialog).getByText('None of these'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Interested')).toBeTruthy();
});

test('remembers the filter, and asks for it', async () => {
  localStorage.setItem('chat_filters', JSON.stringify({ reply_class: ['referral'] }));
  await show(<InboxPage chatId={undefined} />, answers, user);
  expect(await screen.findByText('Reply type is Referral')).toBeTruthy();
});
