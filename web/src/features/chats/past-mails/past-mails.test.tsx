// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, show } from '../../../lib/testing/show.tsx';
import { PastMailsNote } from './past-mails-note.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CALL = 'GET /chats/7/past-mails/';
const account = { id: 1, name: 'Ada', email: 'ada@acme.example' };
const mails = [
  {
    id: 2,
    is_received: true,
    account,
    subject_line: 'Re: Lunch',
    message: 'See <b>you</b> there',
    sent_at: '2026-11-03T10:00:00.000Z',
  },
  { id: 1, is_received: false, account, subject_line: '', message: 'Lunch?', sent_at: '2026-11-02T10:00:00.000Z' },
  { id: 0, is_received: false, account: null, subject_line: 'Hello', message: '', sent_at: '2026-11-01T10:00:00.000Z' },
];
const open = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Show' }));
  return within(await screen.findByRole('dialog', { name: 'Emails outside of your campaigns' }));
};

test('says how many there are, loads them when asked, and shows them as plain text', async () => {
  const { sent } = await show(<PastMailsNote prospectId={7} name="Grace Hopper" count={3} />, { [CALL]: { mails } });
  expect(screen.getByText('3 emails with this lead outside of your campaigns.')).toBeTruthy();
  expect(sent(CALL)).toEqual([]);
  const dialog = await open();
  expect(await dialog.findByText('See <b>you</b> there')).toBeTruthy();
  expect(dialog.getByText('From Grace Hopper')).toBeTruthy();
  expect(dialog.getByText('From ada@acme.example to Grace Hopper')).toBeTruthy();
  expect(dialog.getByText('From your team to Grace Hopper')).toBeTruthy();
  expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Re: Lunch',
    'No subject',
    'Hello',
  ]);
  expect(dialog.getByText('No text')).toBeTruthy();
});

test('says that they could not be loaded', async () => {
  await show(<PastMailsNote prospectId={7} name="Grace" count={1} />, {
    [CALL]: refusal(500, 'internal', 'Something went wrong.'),
  });
  const dialog = await open();
  expect(await dialog.findByRole('button', { name: /try again/i })).toBeTruthy();
});
