import { screen } from '@testing-library/react';
import type { Answers } from '../../lib/testing/show.tsx';
import type { InboxCommands } from './changes/use-inbox-commands.ts';
import { Conversation } from './thread/conversation.tsx';
import type { ChatActions } from './use-chat-actions.ts';

/** A conversation for tests: one sender, one lead, the page that shows it and the answers it needs. */
export const account = {
  id: 5,
  account_type: 'IMAP',
  name: 'Ada',
  email: 'ada@sender.example',
  picture_url: null,
  status: 'OK',
};
export const prospect = {
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
export const message = (id: number, change: object = {}) => ({
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
export const sender = (who: object, change: object = {}) => ({
  account: who,
  address: 'grace@lead.example',
  signature_id: 3,
  blocked: null,
  is_last: true,
  ...change,
});
/** What the calls of an open conversation with one received email answer. */
export const conversationAnswers = (change: Answers = {}): Answers => ({
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
    campaigns: [],
  },
  'GET /signatures/': { signatures: [] },
  'GET /saved-replies/': { saved_replies: [], figures: [] },
  'PUT /chats/1/presence/': { success: true },
  ...change,
});
export const page = (
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
export const messageField = () => screen.findByRole('textbox', { name: 'Message to Grace Hopper' });
