// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { live } from '../../../lib/api/live.ts';
import { type Answers, press, show } from '../../../lib/testing/show.tsx';
import { AddToBoardHost } from '../../kanban/index.ts';
import { InboxPage } from '../inbox-page.tsx';

const user = { id: 1, name: 'Ada Jansen', role: 'ADMIN', linked_accounts: [], organization: { branding_settings: {} } };
const listeners = new Map<string, Set<(data: never) => void>>();
const publish = (type: string, data: object) =>
  act(() => {
    for (const listener of listeners.get(type) ?? []) listener(data as never);
  });

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(live, 'on').mockImplementation((type, listener) => {
    const known = listeners.get(type) ?? new Set();
    listeners.set(type, known.add(listener as (data: never) => void));
    return () => known.delete(listener as (data: never) => void);
  });
});
afterEach(() => {
  cleanup();
  listeners.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const chat = (id: number, first_name: string) => ({
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
    message: 'Yes',
    sent_by_prospect: true,
  },
  has_unread: false,
  has_draft: false,
  is_archived: false,
  remind_at: null,
  is_returned: false,
  assigned_to: null,
  status: 'REPLIED',
  account_types: ['IMAP'],
  accounts: [],
  messages: 1,
});
const member = (id: number, name: string) => ({ id, name, email: '', role: 'USER', picture_url: null });
const answers: Answers = {
  'GET /chats/': { chats: [chat(1, 'Grace'), chat(2, 'Alan'), chat(3, 'Edsger')], has_more: false },
  'GET /chats/presences/': { presences: [] },
  'GET /chats/possible-answers/': { possible_answers: [] },
  'GET /organization/members/': { members: [member(2, 'Mia Berg'), member(1, 'Ada Jansen')], invitations: [] },
  'GET /auth/me/': user,
  'PATCH /chats/': { success: true, changed_chats: 2 },
};
const pick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name: `Select ${name} Hopper` }));
const key = (name: string) => fireEvent.keyDown(document.body, { key: name });

test('several are selected, archived by a key, and brought back by Undo', async () => {
  const { sent } = await show(<InboxPage chatId={undefined} />, answers, user);
  await screen.findByText('Grace Hopper');
  pick('Grace');
  pick('Alan');
  expect((await screen.findByRole('toolbar')).textContent).toContain('2 selected');
  key('e');
  await press('Undo');
  await waitFor(() =>
    expect(sent('PATCH /chats/')).toEqual([
      { prospect_ids: [1, 2], change: { archived: true } },
      { prospect_ids: [1, 2], change: { archived: false } },
    ]),
  );
});

test('all of the filter is selected, also what is not loaded, and put on a board', async () => {
  const { sent, asked } = await show(
    <>
      <InboxPage chatId={undefined} />
      <AddToBoardHost />
    </>,
    {
      ...answers,
      'GET /chats/': ({ query }) =>
        query.page === '2'
          ? { chats: [chat(3, 'Edsger')], has_more: false }
          : { chats: [chat(1, 'Grace'), chat(2, 'Alan')], has_more: true },
      'GET /kanban-boards/': {
        boards: [{ id: 4, name: 'Pipeline', column_count: 1, columns: [{ id: 9, name: 'New' }] }],
      },
      'POST /kanban-boards/add-prospect/': ({ body }) => ({
        success: true,
        was_added: (body as { prospect_id: number }).prospect_id !== 2,
      }),
      'POST /kanban-boards/{}/prospects/{}/remove/': { success: true },
    },
    user,
  );
  await screen.findByText('Grace Hopper');
  pick('Grace');
  await press('All of this filter');
  await waitFor(() => expect(screen.getByRole('toolbar').textContent).toContain('3 selected'));
  expect(screen.queryByRole('button', { name: 'All of this filter' })).toBeNull();
  await press('Add to board');
  await press(/^Pipeline/, 'radio');
  await press('Add to Board');
  expect(await screen.findByText('2 of 3 leads added to Pipeline')).toBeTruthy();
  expect(sent('POST /kanban-boards/add-prospect/')).toEqual(
    [3, 2, 1].map((prospect_id) => ({ prospect_id, board_id: 4, column_id: 9 })),
  );
  // Alan was there before.
  await press('Undo');
  const removed = () => asked.map(({ call }) => call).filter((call) => call.endsWith('/remove/'));
  await waitFor(() => expect(removed()).toEqual([3, 1].map((id) => `POST /kanban-boards/4/prospects/${id}/remove/`)));
});

test('the campaigns of what is selected are paused, and it is said where none was', async () => {
  let amount = 2;
  const changed = [{ campaign_id: 5, prospect_ids: [1, 2] }];
  const paused = () => ({ success: true, amount, changed: amount === 0 ? [] : changed });
  const { sent } = await show(
    <InboxPage chatId={undefined} />,
    { ...answers, 'PUT /campaigns/prospects/paused/': paused },
    user,
  );
  await screen.findByText('Grace Hopper');
  pick('Grace');
  pick('Alan');
  await press('Pause their campaigns');
  await screen.findByText('2 leads paused in campaigns.');
  await press('Undo');
  await screen.findByText('2 leads resumed in campaigns.');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  amount = 0;
  await press('Resume their campaigns');
  await screen.findByText('None of them is paused in a campaign.');
  expect(sent('PUT /campaigns/prospects/paused/')).toEqual([
    { prospect_ids: [1, 2], is_paused: true },
    { prospect_ids: [1, 2], is_paused: false, only: changed },
    { prospect_ids: [1, 2], is_paused: false },
  ]);
});

test('A gives what is selected to a member, oneself first', async () => {
  const { sent } = await show(<InboxPage chatId={undefined} />, answers, user);
  await screen.findByText('Grace Hopper');
  pick('Edsger');
  key('a');
  const dialog = await screen.findByRole('dialog', { name: 'Assign Edsger Hopper' });
  await within(dialog).findByText('Ada Jansen (you)');
  fireEvent.click(within(dialog).getByText('Mia Berg'));
  await waitFor(() => expect(sent('PATCH /chats/')).toEqual([{ prospect_ids: [3], change: { assigned_user_id: 2 } }]));
});

test('H reminds at an offered time, and refuses one that is past', async () => {
  const { sent } = await show(<InboxPage chatId={undefined} />, answers, user);
  await screen.findByText('Grace Hopper');
  pick('Grace');
  key('h');
  const dialog = await screen.findByRole('dialog', { name: 'Remind me about Grace Hopper' });
  fireEvent.change(within(dialog).getByLabelText('Another time'), { target: { value: '2020-01-01T08:00' } });
  expect(within(dialog).getByText('Choose a time in the future.')).toBeTruthy();
  fireEvent.click(within(dialog).getByText('Tomorrow'));
  await waitFor(() => expect(sent('PATCH /chats/')).toHaveLength(1));
  const [{ change }] = sent('PATCH /chats/') as [{ change: { remind_at: string } }];
  expect(Date.parse(change.remind_at)).toBeGreaterThan(Date.now());
});

test('a colleague who answers is shown, and gone when she leaves', async () => {
  await show(<InboxPage chatId={undefined} />, answers, user);
  await screen.findByText('Grace Hopper');
  await waitFor(() => expect(listeners.get('chat_presence')?.size).toBeGreaterThan(0));
  const presence = { prospect_id: 1, user_id: 2, name: 'Mia Berg' };
  publish('chat_presence', { ...presence, is_answering: true });
  expect(await screen.findByText('Mia is replying')).toBeTruthy();
  publish('chat_presence', { ...presence, is_answering: false });
  await waitFor(() => expect(screen.queryByText('Mia is replying')).toBeNull());
});
