// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fill, isDisabled, press, show } from '../../../lib/testing/show.tsx';
import { account, conversationAnswers, message, messageField, page, prospect } from '../conversation.factory.tsx';

const user = { id: 1, name: 'Ada Jansen', role: 'ADMIN', organization: { branding_settings: {} } };
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const colleague = 'boss@lead.example';
const recipients = { to: [], cc: [colleague], bcc: [] };
const senders = [{ account, address: 'grace@lead.example', signature_id: null, blocked: null, is_last: true }];
const open = () =>
  show(
    page,
    conversationAnswers({
      'GET /chats/1/history/': { prospect, account, messages: [message(8, { recipients })], total_messages: 1 },
      'GET /chats/1/senders/': {
        ...{ senders, subject_line: 'Re: Hello', campaigns: [] },
        reply_all: { cc: [colleague], left_out: 0 },
      },
      'POST /chats/1/messages/8/forward/': {
        message: message(9, {
          kind: 'FORWARD',
          sent_by_prospect: false,
          recipients: { to: [colleague], cc: [], bcc: [] },
        }),
      },
    }),
    user,
  );

test('another person of the mail gets a message without the lead, and the lead is one click away', async () => {
  const { sent } = await open();
  await messageField();
  await press('Reply without the lead');
  fireEvent.click(await screen.findByRole('menuitem', { name: `Only to ${colleague}` }));
  expect(await screen.findByText('Replying to this person only. The lead gets nothing.')).toBeTruthy();
  expect(isDisabled(screen.getByRole('button', { name: 'Send' }))).toBe(true);
  await press('Reply to the lead instead');
  await waitFor(() => expect(screen.queryByText(/The lead gets nothing/)).toBeNull());
  await press('Reply without the lead');
  fireEvent.click(await screen.findByRole('menuitem', { name: `Only to ${colleague}` }));
  fill(await screen.findByRole('textbox', { name: new RegExp(colleague) }), 'A word between us');
  await press('Send');
  await waitFor(() => expect(sent('POST /chats/1/messages/8/forward/')).toHaveLength(1));
  expect(sent('POST /chats/1/messages/8/forward/')[0]).toMatchObject({
    ...{ to: [colleague], as_reply: true, message: 'A word between us', attachment_ids: [], cc: [], bcc: [] },
  });
  expect(sent('POST /chats/1/send-message/')).toHaveLength(0);
  expect(await screen.findByText(`Not to the lead, only to: ${colleague}`)).toBeTruthy();
});
