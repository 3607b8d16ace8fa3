// @vitest-environment happy-dom
import type { UnmatchedReply } from '@overture/contract/unmatched-replies';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, press, refusal, show } from '../../../lib/testing/show.tsx';
import { UnmatchedRepliesList } from './unmatched-replies-list.tsx';
import { UnmatchedReplyCards } from './unmatched-reply-cards.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const answer = (id: number, prospect = 5): UnmatchedReply => ({
  id,
  prospect: {
    id: prospect,
    first_name: 'Grace',
    last_name: 'Hopper',
    email: 'grace@northlight.example',
    company_name: null,
    profile_picture_url: null,
  },
  from: { name: 'Grace at home', email: `home${id}@private.example` },
  subject_line: 'Re: our talk',
  message: 'I read this at home. <b>Call</b> me.',
  attachments: ['card.pdf'],
  sent_at: '2026-11-20T10:00:00.000Z',
  account: null,
});

function open(first: UnmatchedReply[], changes: Answers = {}) {
  let waiting = first;
  return show(
    <>
      <UnmatchedRepliesList openId={undefined} />
      <UnmatchedReplyCards prospectId={5} />
    </>,
    {
      'GET /chats/possible-answers/': () => ({ possible_answers: waiting }),
      'POST /chats/possible-answers/{}/decide/': ({ call }) => {
        waiting = waiting.filter(({ id }) => !call.includes(`/${id}/`));
        return { success: true };
      },
      'GET /user/': { user: {} },
      ...changes,
    },
  );
}

const card = (id: number) => screen.findByRole('article', { name: `Unmatched reply from home${id}@private.example` });
const decide = async (id: number, name: string) =>
  fireEvent.click(within(await card(id)).getByRole('button', { name: new RegExp(`^${name}`) }));

test('a line leads to the conversation, its card says who wrote what, as plain text', async () => {
  const { address } = await open([answer(1)]);
  const line = await screen.findByRole('link', { name: /home1@private.example\s*may be Grace Hopper's reply/ });
  const { textContent } = await card(1);
  expect(textContent).toContain('Grace at home (home1@private.example)');
  expect(textContent).toContain('Nothing more is sent to Grace Hopper until you decide.');
  expect(textContent).toContain('I read this at home. <b>Call</b> me.');
  expect(textContent).toContain('Attached: card.pdf');
  fireEvent.click(line);
  await waitFor(() => expect(decodeURIComponent(address())).toMatch(/^\/inbox\?chat="?5"?$/));
});

test('each reply is decided on its own, with its effect', async () => {
  const { sent, asked } = await open([answer(1), answer(2)]);
  await decide(1, 'Not a reply from Grace Hopper');
  expect(await screen.findByText("Grace's sequence continues.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('article', { name: /home1@/ })).toBeNull());
  await decide(2, "It's a reply from Grace Hopper");
  expect(await screen.findByText(/The reply was added to the conversation/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Unmatched replies')).toBeNull());
  expect(sent('POST /chats/possible-answers/1/decide/')).toEqual([{ is_answer: false }]);
  expect(sent('POST /chats/possible-answers/2/decide/')).toEqual([{ is_answer: true }]);
  expect(asked.filter(({ call }) => call === 'GET /chats/possible-answers/')).toHaveLength(3);
});

test('a colleague becomes a lead, as the message says', async () => {
  const { sent } = await open([answer(1)]);
  await decide(1, 'A reply from a colleague of Grace Hopper');
  expect(await screen.findByText(/home1@private.example is a lead now/)).toBeTruthy();
  expect(sent('POST /chats/possible-answers/1/decide/')).toEqual([{ is_answer: true, is_colleague: true }]);
});

test("a teammate's decision is reported and removes the card", async () => {
  let waiting = [answer(1)];
  await open([], {
    'GET /chats/possible-answers/': () => ({ possible_answers: waiting }),
    'POST /chats/possible-answers/{}/decide/': () => {
      waiting = [];
      return refusal(404, 'not_found', 'Not found');
    },
  });
  await decide(1, "It's a reply");
  expect(await screen.findByText('Someone else already decided this.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
});

test('a conversation shows its own only; three lines show until all are requested', async () => {
  await open([answer(1, 8), answer(2, 8), answer(3, 8), answer(4, 8)]);
  expect(await screen.findAllByRole('link')).toHaveLength(3);
  expect(screen.queryByRole('article')).toBeNull();
  await press('Show all 4');
  expect(screen.getAllByRole('link')).toHaveLength(4);
});
