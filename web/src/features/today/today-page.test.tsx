// @vitest-environment happy-dom
import type { CallCard } from '@overture/contract/calls';
import type { TodayItem } from '@overture/contract/today';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { live } from '../../lib/api/live.ts';
import { show } from '../../lib/testing/show.tsx';
import { TodayPage } from './today-page.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const user = { id: 1, role: 'USER', name: 'Ada', email: 'ada@example.com', organization: { branding_settings: {} } };
const item = (given: Partial<TodayItem>): TodayItem => ({
  ...{ kind: 'call', id: 7, detail: null, due_at: '2026-11-29T09:00:00Z', is_overdue: false, is_interested: false },
  ...{
    is_clicked: false,
    opens_at: null,
    prospect: { id: 3, name: 'Grace Okafor', company_name: 'Harbor' },
    campaign: { id: 5, name: 'Spring' },
  },
  ...given,
});
const card = (id: number, name: string): CallCard => ({
  ...{ id, token: 1, phone_number: '+31201234567', phone_link: 'tel:+31201234567', time_zone: 'Europe/Berlin' },
  prospect: { id, name, job_title: null, company_name: 'Harbor', email: null, linkedin_profile_url: null },
  campaign: { id: 5, name: 'Spring' },
  ...{
    opens_at: null,
    script: { text: `Hi ${name}`, missing: [] },
    attempts: [],
    messages: [],
    results: [],
    notes: [],
  },
  ...{ reserved_until: '2026-11-29T09:10:00Z', outcome: null },
});
const counts = (call: number) => [
  { kind: 'call', count: call },
  { kind: 'reminder', count: 1 },
];

test('an empty day says so', async () => {
  await show(<TodayPage />, { 'GET /today/': { items: [], counts: [], overdue_calls: 0 } } as never, user as never);
  await screen.findByText('Nothing waits for you');
  expect(screen.getByRole('button', { name: 'Start calls' })).toHaveProperty('disabled', true);
});

test('a waiting draft is listed, counted and opens its conversation in the inbox', async () => {
  const draft = item({ kind: 'draft', id: 3, detail: 'Re: Hello', campaign: null, is_interested: true });
  const counted = [...counts(1), { kind: 'draft', count: 1 }];
  const answers = { 'GET /today/': { items: [draft, item({})], counts: counted, overdue_calls: 0 } };
  const { address } = await show(<TodayPage />, answers as never, user as never);
  await screen.findByText('Draft');
  screen.getByRole('radio', { name: 'Draft (1)' });
  fireEvent.click(screen.getByText('Re: Hello'));
  await waitFor(() => expect(address()).toContain('/inbox?chat=3'));
});

test('calls are made by keyboard: number, notes, outcome, the next one, undo', async () => {
  const finished = vi.fn((_: unknown) => ({ success: true }));
  const cards = [card(1, 'Grace'), card(2, 'Linus'), null];
  const answers = {
    'GET /today/': {
      items: [item({}), item({ kind: 'reminder', id: 9, campaign: null })],
      counts: counts(2),
      overdue_calls: 0,
    },
    'GET /call-outcomes/': { call_outcomes: [] },
    'POST /calls/claim/': () => ({ call: cards.shift() ?? null, opens_at: null }),
    'GET /calls/{}/': { call: null, stopped: null },
    'POST /calls/{}/outcome/': finished,
    'POST /calls/{}/release/': { success: true },
    'POST /calls/{}/undo/': () => ({ call: card(2, 'Linus') }),
  };
  await show(<TodayPage />, answers as never, user as never);
  await screen.findByText('Reminder');
  fireEvent.click(screen.getByRole('button', { name: 'Start calls' }));
  await screen.findByText('Hi Grace');
  const notes = await screen.findByRole('textbox', { name: 'Notes' });
  await waitFor(() => expect(document.activeElement).toBe(notes));
  fireEvent.change(notes, { target: { value: 'Left at noon' } });
  // A digit in the notes is text; with Alt it is an outcome.
  fireEvent.keyDown(notes, { key: '5', code: 'Digit5' });
  expect(finished).not.toHaveBeenCalled();
  fireEvent.keyDown(notes, { key: '5', code: 'Digit5', altKey: true });
  await screen.findByText('Hi Linus');
  expect(JSON.stringify(finished.mock.calls[0])).toContain('Left at noon');
  fireEvent.keyDown(document.body, { key: '1', code: 'Digit1' });
  await screen.findByText('No call to make right now');
  screen.getByText('Interested: Linus');
  fireEvent.keyDown(document.body, { key: 'z', code: 'KeyZ' });
  await screen.findByText('Hi Linus');
  expect(finished).toHaveBeenCalledTimes(2);
});

test('a key counts on an undone card while the queue is still being asked', async () => {
  const finished = vi.fn((_: unknown) => ({ success: true }));
  const claims: ((answer: { call: null; opens_at: null }) => void)[] = [];
  const cards = [card(1, 'Grace'), null];
  const listen = vi.spyOn(live, 'on');
  const answers = {
    'GET /today/': { items: [item({}), item({ kind: 'reminder', id: 9 })], counts: counts(1), overdue_calls: 0 },
    'GET /call-outcomes/': { call_outcomes: [] },
    'POST /calls/claim/': () =>
      cards.length > 0 ? { call: cards.shift(), opens_at: null } : new Promise((answer) => claims.push(answer)),
    'GET /calls/{}/': { call: null, stopped: null },
    'POST /calls/{}/outcome/': finished,
    'POST /calls/{}/undo/': () => ({ call: card(1, 'Grace') }),
  };
  await show(<TodayPage />, answers as never, user as never);
  await screen.findByText('Reminder');
  fireEvent.click(screen.getByRole('button', { name: 'Start calls' }));
  await screen.findByText('Hi Grace');
  fireEvent.keyDown(document.body, { key: '1', code: 'Digit1' });
  await screen.findByText('No call to make right now');
  // Several parts of the page listen.
  for (const [type, listener] of listen.mock.calls) if (type === 'calls_changed') act(() => listener({} as never));
  await waitFor(() => expect(claims).toHaveLength(1));
  fireEvent.keyDown(document.body, { key: 'z', code: 'KeyZ' });
  await screen.findByText('Hi Grace');
  claims[0]!({ call: null, opens_at: null });
  fireEvent.keyDown(document.body, { key: '4', code: 'Digit4' });
  await waitFor(() => expect(finished).toHaveBeenCalledTimes(2));
});

test('an undone card has its notes, also where the live event brings it before the answer', async () => {
  let undone: (answer: { call: CallCard }) => void = () => undefined;
  const cards = [card(1, 'Grace'), null, card(1, 'Grace')];
  const listen = vi.spyOn(live, 'on');
  const answers = {
    'GET /today/': { items: [item({}), item({ kind: 'reminder', id: 9 })], counts: counts(1), overdue_calls: 0 },
    'GET /call-outcomes/': { call_outcomes: [] },
    'POST /calls/claim/': () => ({ call: cards.shift() ?? null, opens_at: null }),
    'GET /calls/{}/': { call: null, stopped: null },
    'POST /calls/{}/outcome/': { success: true },
    'POST /calls/{}/undo/': () => new Promise((answer) => (undone = answer)),
  };
  await show(<TodayPage />, answers as never, user as never);
  await screen.findByText('Reminder');
  fireEvent.click(screen.getByRole('button', { name: 'Start calls' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Notes' }), { target: { value: 'Left at noon' } });
  fireEvent.keyDown(document.body, { key: '1', code: 'Digit1' });
  await screen.findByText('No call to make right now');
  fireEvent.keyDown(document.body, { key: 'z', code: 'KeyZ' });
  for (const [type, listener] of listen.mock.calls) if (type === 'calls_changed') act(() => listener({} as never));
  await screen.findByText('Hi Grace');
  undone({ call: card(1, 'Grace') });
  await screen.findByText('Outcome taken back');
  expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveProperty('value', 'Left at noon');
});

test('calling back needs a time, and overdue calls are asked about once', async () => {
  const finished = vi.fn((_: unknown) => ({ success: true }));
  const settled = vi.fn((_: unknown) => ({ success: true, amount: 12, has_more: false }));
  const answers = {
    'GET /today/': { items: [item({ is_overdue: true })], counts: counts(12), overdue_calls: 12 },
    'GET /call-outcomes/': { call_outcomes: [] },
    'POST /calls/claim/': { call: card(1, 'Grace'), opens_at: null },
    'GET /calls/{}/': { call: null, stopped: 'The lead has replied.' },
    'POST /calls/{}/outcome/': finished,
    'POST /calls/{}/release/': { success: true },
    'POST /calls/overdue/': settled,
  };
  await show(<TodayPage />, answers as never, user as never);
  await screen.findByText('12 calls are overdue.');
  fireEvent.click(screen.getByRole('button', { name: 'Move to tomorrow' }));
  await waitFor(() => expect(JSON.stringify(settled.mock.calls[0])).toContain('tomorrow'));
  fireEvent.click(screen.getByRole('button', { name: 'Start calls' }));
  await screen.findByText(/Stop: The lead has replied\./);
  fireEvent.keyDown(document.body, { key: '2', code: 'Digit2' });
  const field = await screen.findByLabelText(/Call again/);
  fireEvent.change(field, { target: { value: '2099-01-02T09:30' } });
  fireEvent.submit(field);
  await waitFor(() => expect(JSON.stringify(finished.mock.calls[0])).toContain('2099-01-02T'));
});

const lists = {
  'GET /campaigns/': {
    campaigns: [
      { id: 5, name: 'Spring', status: 'ACTIVE' },
      { id: 6, name: 'Autumn', status: 'DRAFT' },
    ],
  },
  'GET /organization/members/': {
    members: [
      { id: 1, name: 'Ada' },
      { id: 2, name: 'Ben' },
    ],
    invitations: [],
  },
};

test('the list and the calls are of the chosen campaign and owner, also after the way to a conversation', async () => {
  const answers = {
    ...lists,
    'GET /today/': { items: [item({ is_clicked: true })], counts: counts(3), overdue_calls: 4 },
    'POST /calls/claim/': { call: null, opens_at: null },
    'GET /call-outcomes/': { call_outcomes: [] },
  };
  const { asked, sent } = await show(<TodayPage />, answers as never, user as never);
  await screen.findByText('Clicked');
  await screen.findByText('4 calls are overdue.');
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
  fireEvent.click(await screen.findByRole('combobox', { name: 'Campaign' }));
  expect(screen.queryByRole('option', { name: 'Autumn' })).toBeNull();
  fireEvent.click(await screen.findByRole('option', { name: 'Spring' }));
  fireEvent.click(await screen.findByRole('combobox', { name: /^Owner/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Ben' }));
  const lastQuery = () => asked.findLast(({ call }) => call === 'GET /today/')?.query;
  await waitFor(() => expect(lastQuery()).toMatchObject({ campaign_id: '5', owner_id: '2' }));
  // Its buttons would decide for all calls.
  expect(screen.queryByText('4 calls are overdue.')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Start calls' }));
  await screen.findByText('No call to make right now');
  expect(sent('POST /calls/claim/')[0]).toMatchObject({ campaign_id: 5, owner_id: 2 });
  cleanup();
  const again = await show(<TodayPage />, answers as never, user as never);
  await screen.findByRole('button', { name: 'Filters, 2 active' });
  await waitFor(() =>
    expect(again.asked.find(({ call }) => call === 'GET /today/')?.query).toMatchObject({ owner_id: '2' }),
  );
  fireEvent.click(await screen.findByRole('button', { name: /Remove.*Ben/ }));
  await screen.findByRole('button', { name: 'Filters, 1 active' });
});

test('an empty choice says so and offers everything again', async () => {
  localStorage.setItem('today-filters', JSON.stringify({ campaign_id: 9, owner_id: 'x' }));
  const answers = { ...lists, 'GET /today/': { items: [], counts: [], overdue_calls: 0 } };
  await show(<TodayPage />, answers as never, user as never);
  await screen.findByText('Nothing waits here');
  screen.getByText('No. 9');
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByText('Nothing waits for you');
});
