// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, fill, press, show } from '../../../lib/testing/show.tsx';
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
const send = 'POST /chats/1/send-message/';
const answers = (campaigns: { id: number; name: string }[]): Answers => ({
  ...conversationAnswers(),
  'GET /chats/1/history/': { prospect, account, messages: [message(8)], total_messages: 1 },
  'GET /chats/1/senders/': {
    subject_line: 'Re: Hello',
    senders: [sender(account)],
    reply_all: { cc: [], left_out: 0 },
    campaigns,
  },
  [send]: { message: message(9, { kind: 'CHAT', sent_by_prospect: false }) },
});
const sendWords = async (words: string) => {
  fill(await messageField(), words);
  fireEvent.keyDown(await messageField(), { key: 'Enter', ctrlKey: true });
};
const choice = (words: string) => screen.findByRole('button', { name: `What happens to the campaign: ${words}` });

test('a running campaign pauses unless something else is chosen, which is sent with the message', async () => {
  const { sent } = await show(page, answers([{ id: 3, name: 'Autumn' }]), user);
  await screen.findByText('Campaign “Autumn”:');
  await choice('pauses for 7 days');
  await sendWords('Hello');
  await waitFor(() => expect(sent(send)).toHaveLength(1));
  expect(sent(send)[0]).toMatchObject({ campaign: 'pauses' });
  fireEvent.click(await choice('pauses for 7 days'));
  await press(/ends for this lead/, 'menuitem');
  await choice('ends for this lead');
  await sendWords('Good bye');
  await waitFor(() => expect(sent(send)).toHaveLength(2));
  expect(sent(send)[1]).toMatchObject({ campaign: 'ends' });
  // It was said about that message alone.
  await choice('pauses for 7 days');
});

test('several campaigns are counted and named; without one nothing is asked or sent', async () => {
  await show(page, answers([1, 2].map((id) => ({ id, name: `Campaign ${id}` }))), user);
  expect((await screen.findByText('2 campaigns:')).title).toBe('Campaign 1, Campaign 2');
  cleanup();
  const { sent } = await show(page, answers([]), user);
  await screen.findByText('From ada@sender.example to grace@lead.example');
  await sendWords('Hello');
  await waitFor(() => expect(sent(send)).toHaveLength(1));
  expect(sent(send)[0]).not.toHaveProperty('campaign');
  expect(screen.queryByText(/campaign/i)).toBeNull();
});

test('a message that is taken back brings its choice along', async () => {
  const waiting = message(9, {
    kind: 'CHAT',
    sent_by_prospect: false,
    delivery: 'SCHEDULED',
    sent_at: new Date(Date.now() + 9000).toISOString(),
  });
  const draft = {
    ...{ message: 'Good bye', subject_line: 'Re: Hello', cc: [], bcc: [], uploads: [] },
    ...{ forward: null, account_id: 5, campaign: 'ends' },
  };
  const known = answers([{ id: 3, name: 'Autumn' }]);
  await show(
    page,
    { ...known, [send]: { message: waiting }, 'DELETE /chats/1/scheduled-messages/9/': { draft } },
    user,
  );
  await choice('pauses for 7 days');
  await sendWords('Good bye');
  await press('Undo');
  await choice('ends for this lead');
});
