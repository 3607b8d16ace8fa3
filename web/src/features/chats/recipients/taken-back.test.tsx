// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fill, press, show } from '../../../lib/testing/show.tsx';
import { account, conversationAnswers, message, messageField, page, prospect } from '../conversation.factory.tsx';

const user = { id: 1, name: 'Ada Jansen', role: 'ADMIN', organization: { branding_settings: {} } };
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

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
    conversationAnswers({
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
  fill(await messageField(), 'Dear Grace');
  expect(screen.queryByRole('button', { name: 'Write again' })).toBeNull();
  await press('Undo');
  await waitFor(() => expect(sent('DELETE /chats/1/uploads/44/')).toHaveLength(1));
  expect((await messageField()) as HTMLTextAreaElement).toHaveProperty('value', 'Dear Grace');
  expect(screen.queryByText('margins.pdf')).toBeNull();
  expect(screen.queryByText('boss@own.example')).toBeNull();
});
