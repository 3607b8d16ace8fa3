// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { formatDate } from '../../../lib/format.ts';
import { refusal, show } from '../../../lib/testing/show.tsx';
import { useInboxCommands } from '../changes/use-inbox-commands.ts';
import { account, conversationAnswers, message, page, prospect } from '../conversation.factory.tsx';
import { Conversation } from '../thread/conversation.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CHANGE = 'PATCH /chats/';
const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const asked = (returns_on: string | null, reply_class = 'neutral') => ({
  'GET /chats/1/history/': {
    prospect,
    account,
    messages: [
      message(3, { sent_by_prospect: false, kind: 'CHAT', read: true, reply_class: null }),
      message(2, {
        message: 'Not now, ask me again in March.',
        reply_class: {
          class: reply_class,
          confidence: 0.85,
          set_by: 'rule',
          words: 'ask me again',
          referral: null,
          returns_on,
        },
      }),
    ],
    total_messages: 2,
    goes_on_at: null,
    asks_opt_out: false,
    opt_out_from: null,
  },
});

function Shown() {
  const { commands, dialog } = useInboxCommands(() => undefined);
  return (
    <>
      <Conversation {...page.props} commands={commands} />
      {dialog ? <p>Opened: {dialog.kind}</p> : null}
    </>
  );
}

test('offers a reminder for the morning of the day, and nothing is sent', async () => {
  const day = dayAhead(60);
  const shown = formatDate(`${day}T12:00:00Z`, 'UTC');
  const { sent } = await show(<Shown />, conversationAnswers({ ...asked(day), [CHANGE]: { success: true } }));
  await screen.findByText(`Asks to be contacted again on ${shown}.`);
  expect(screen.getByText(new RegExp(`Contact again on ${shown}`))).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: `Remind me on ${shown}` }));
  await waitFor(() => expect(sent(CHANGE)).toHaveLength(1));
  const [{ prospect_ids, change }] = sent(CHANGE) as [{ prospect_ids: number[]; change: { remind_at: string } }];
  expect(prospect_ids).toEqual([1]);
  const at = new Date(change.remind_at);
  expect([at.getFullYear(), at.getMonth() + 1, at.getDate()].join('-')).toBe(day.split('-').map(Number).join('-'));
  expect(at.getHours()).toBe(8);
});

test('opens the other times, and says what was refused', async () => {
  const day = dayAhead(60);
  const answers = { ...asked(day), [CHANGE]: refusal(400, 'reminder_far', 'Too far away.') };
  await show(<Shown />, conversationAnswers(answers));
  fireEvent.click(await screen.findByRole('button', { name: /^Remind me on/ }));
  await screen.findByText('Too far away.');
  fireEvent.click(await screen.findByRole('button', { name: 'Another time…' }));
  await screen.findByText('Opened: remind');
});

test.each([
  ['a question without a day', null, 'neutral'],
  ['a day that is over', dayAhead(-1), 'neutral'],
  ['an absence', dayAhead(60), 'out_of_office'],
])('offers nothing for %s', async (_, day, reply_class) => {
  await show(<Shown />, conversationAnswers(asked(day, reply_class)));
  await screen.findByText('Not now, ask me again in March.');
  expect(screen.queryByText(/^Asks to be contacted again/)).toBeNull();
});
