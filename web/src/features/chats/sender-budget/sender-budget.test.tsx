// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, show } from '../../../lib/testing/show.tsx';
import {
  account,
  conversationAnswers,
  message,
  messageField,
  page,
  prospect,
  sender,
} from '../conversation.factory.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const user = { id: 1, name: 'Ada Jansen', role: 'ADMIN', organization: { branding_settings: {} } };
const used = { email_messages: 12, linkedin_messages: 3, linkedin_connections: 0, linkedin_inmails: 0 };
const cap = (amount: number) => ({ amount, rule: 'daily_limit' as const, rhythm_of: null, growth: null });
const answers = (messages: ReturnType<typeof message>[], change = {}): Answers => ({
  ...conversationAnswers(),
  'GET /chats/1/history/': { prospect, account, messages, total_messages: messages.length },
  'GET /chats/1/senders/': {
    subject_line: null,
    senders: [sender({ ...account, ...change })],
    reply_all: { cc: [], left_out: 0 },
    campaigns: [],
  },
  'GET /accounts/': {
    accounts: [
      {
        ...account,
        ...change,
        used_today: { ...used, linkedin_weekly_connections: 0 },
        caps_today: { emails: cap(40), invites: cap(20), messages: cap(30), inmails: cap(0) },
      },
    ],
  },
});
const ofCampaign = message(8, { kind: 'CAMPAIGN', sent_by_prospect: false });

test.each([
  ['an email', {}, 'Campaigns have sent 12 of 40 emails from this sender today. Your message is not counted.'],
  [
    'LinkedIn',
    { account_type: 'LINKEDIN' },
    'Campaigns have sent 3 of 30 LinkedIn messages from this sender today. Your message is not counted.',
  ],
])('a first message by %s shows what the sender has sent today', async (_channel, change, words) => {
  await show(page, answers([ofCampaign], change), user);
  await screen.findByText(words);
});

test('a conversation shows none and asks for none', async () => {
  const { asked } = await show(page, answers([ofCampaign, message(9)]), user);
  await messageField();
  await screen.findByText(/^From /);
  await waitFor(() => expect(asked.some(({ call }) => call.startsWith('GET /chats/1/senders/'))).toBe(true));
  expect(asked.filter(({ call }) => call === 'GET /accounts/')).toEqual([]);
});
