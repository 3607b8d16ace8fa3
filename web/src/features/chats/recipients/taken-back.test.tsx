// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, fill, press, show } from '../../../lib/testing/show.tsx';
import type { InboxCommands } from '../changes/use-inbox-commands.ts';
import { Conversation } from '../thread/conversation.tsx';
import type { ChatActions } from '../use-chat-actions.ts';

const user = { id: 1, name: 'Ada Jansen', role: 'ADMIN', organization: { branding_settings: {} } };
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const account = {
  id: 5,
  account_type: 'IMAP',
  name: 'Ada',
  email: 'ada@sender.example',
  picture_url: null,
  status: 'OK',
};
const prospect = {
  id: 1,
  first_name: 'Grace',
  last_name: 'Hopper',
  job_title: null,
  headline: null,
  company: { name: null, industry: null },
  location: null,
  email: 'grace@lead.example',
  labels: [],
  is_flagged: false,
  campaign: null,
};
const message = (id: number, change: object = {}) => ({
  id,
  message: 'Sounds good.',
  quoted_text: null,
  html: null,
  has_remote_content: false,
  is_unreadable: false,
  subject_line: 'Re: Hello',
  sent_at: new Date(Date.now() - 60_000).toISOString(),
  sent_by_prospect: true,
  read: true,
  kind: 'REPLY',
  delivery: 'SENT',
  error: null,
  from: null,
  attachments: [],
  cc: [],
  recipients: { to: [], cc: [], bcc: [] },
  is_timed: false,
  acting_key: null,
  account,
  prospect: { id: 1, first_name: 'Grace', last_name: 'Hopper' },
  ...change,
});
const chat = {
  prospect,
  latest_message: null,
  has_unread: false,
  has_draft: false,
  is_archived: false,
  remind_at: null,
  is_returned: false,
  assigned_to: null,
  status: null,
  account_types: ['IMAP'],
  accounts: [account],
  messages: 1,
};
const sender = (who: object, change: object = {}) => ({
  account: who,
  address: 'grace@lead.example',
  signature_id: 3,
  blocked: null,
  is_last: true,
  ...change,
});
const answers = (change: Answers): Answers => ({
  'GET /chats/1/': { chat },
  'GET /chats/1/executed-actions/': { executed_actions: [] },
  'GET /chats/possible-answers/': { possible_answers: [] },
  'GET /chats/1/draft/': { draft: null, own: null },
  'PUT /chats/1/own-draft/': { own: null },
  'GET /chats/1/uploads/': { uploads: [] },
  'GET /chats/1/senders/': {
    subject_line: 'Re: Hello',
    senders: [sender(account)],
    reply_all: { cc: [], left_out: 0 },
  },
  'GET /signatures/': { signatures: [] },
  'GET /saved-replies/': { saved_replies: [] },
  'PUT /chats/1/presence/': { success: true },
  ...change,
});
const page = (
  <Conversation
    id={1}
    known={undefined}
    actions={{} as ChatActions}
    commands={{} as InboxCommands}
    answering={undefined}
    textRef={{ current: null }}
    onBack={() => undefined}
    onGoOn={() => undefined}
    onDiscarded={() => undefined}
  />
);
const field = () => screen.findByRole('textbox', { name: 'Message to Grace Hopper' });

test('the note of a forward that is taken back, or failed, never becomes part of a message to the lead', async () => {
  const waiting = {
    ...message(9),
    ...{ sent_by_prospect: false, kind: 'FORWARD', delivery: 'SCHEDULED', message: 'Squeeze her.' },
    sent_at: new Date(Date.now() + 9000).toISOString(),
  };
  const failed = message(7, { ...waiting, id: 7, delivery: 'FAILED', error: 'No such address.' });
  const file = { id: 44, name: 'margins.pdf', type: 'application/pdf', size: 10 };
  const draft = { message: 'Squeeze her.', formatted_text: null, subject_line: 'Fwd: Hello', account_id: 5 };
  const forward = { message_id: 8, to: ['boss@own.example'] };
  const { sent } = await show(
    page,
    answers({
      'GET /chats/1/history/': {
        prospect,
        account,
        messages: [message(8), failed, waiting],
        total_messages: 3,
      },
      'DELETE /chats/1/scheduled-messages/9/': { draft: { ...draft, cc: [], bcc: [], forward, uploads: [file] } },
      'DELETE /chats/1/uploads/44/': { success: true },
    }),
    user,
  );
  fill(await field(), 'Dear Grace');
  expect(screen.queryByRole('button', { name: 'Write again' })).toBeNull();
  await press('Undo');
  await waitFor(() => expect(sent('DELETE /chats/1/uploads/44/')).toHaveLength(1));
  expect((await field()) as HTMLTextAreaElement).toHaveProperty('value', 'Dear Grace');
  expect(screen.queryByText('margins.pdf')).toBeNull();
  expect(screen.queryByText('boss@own.example')).toBeNull();
});
