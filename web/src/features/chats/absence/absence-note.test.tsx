// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildChatHistory } from '../../../lib/testing/builders.ts';
import { refusal, show } from '../../../lib/testing/show.tsx';
import { AbsenceNote } from './absence-note.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const call = 'PUT /chats/7/absence/';
const historyWith = (returns_on: string | null) =>
  buildChatHistory({ messages: [{ id: 1, reply_class: { class: 'out_of_office', returns_on } }] });
const note = (returns_on: string | null, isAway = true) => (
  <AbsenceNote id={7} history={historyWith(returns_on)} goesOnAt="2026-12-14T12:00:00.000Z" isAway={isAway} />
);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('says until when, when the campaign continues, and continues it at a press', async () => {
  const { sent } = await show(note('2026-12-11'), { [call]: { success: true } });
  await screen.findByText('Out of office until 11 Dec 2026.');
  expect(screen.getByText('The campaign continues on 14 Dec 2026.')).toBeTruthy();
  await press('Continue now');
  await waitFor(() => expect(sent(call)).toEqual([{ goes_on_after: 'now' }]));
});

test('waits for another day, once one is chosen', async () => {
  const { sent } = await show(note(null), { [call]: { success: true } });
  await screen.findByText('Out of office.');
  await press('Another day…');
  const dialog = await screen.findByRole('dialog', { name: 'How long to wait' });
  expect(within(dialog).getByRole('button', { name: 'Wait' })).toHaveProperty('disabled', true);
  fireEvent.change(within(dialog).getByLabelText('Out of office until'), { target: { value: '2099-01-04' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Wait' }));
  await waitFor(() => expect(sent(call)).toEqual([{ goes_on_after: '2099-01-04' }]));
});

test('a message of the team holds the campaign: says so, and continues it at a press', async () => {
  const { sent } = await show(note(null, false), { [call]: { success: true } });
  await screen.findByText('Your team has written to this lead.');
  expect(screen.getByText('The campaign continues on 14 Dec 2026.')).toBeTruthy();
  expect(screen.queryByText(/Out of office/)).toBeNull();
  await press('Another day…');
  const dialog = await screen.findByRole('dialog', { name: 'How long to wait' });
  fireEvent.change(within(dialog).getByLabelText('Wait until'), { target: { value: '2099-01-04' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Wait' }));
  await waitFor(() => expect(sent(call)).toEqual([{ goes_on_after: '2099-01-04' }]));
});

test('a message that ends the campaign is not said to let it continue', async () => {
  const history = { ...historyWith(null), message_ends_campaign: true };
  const { sent } = await show(
    <AbsenceNote id={7} history={history} goesOnAt="2026-12-14T12:00:00.000Z" isAway={false} />,
    { [call]: { success: true } },
  );
  await screen.findByText('The campaign ends once the message has left.');
  expect(screen.queryByText(/continues on/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Another day…' })).toBeNull();
  await press('Continue now');
  await waitFor(() => expect(sent(call)).toEqual([{ goes_on_after: 'now' }]));
});

test('asks before it ends the campaign, and says what was refused', async () => {
  const { sent } = await show(note(null), { [call]: refusal(404, 'not_found', 'Not found.') });
  await press('End campaign');
  const dialog = await screen.findByRole('dialog', { name: 'End the campaign for this lead?' });
  expect(sent(call)).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'End campaign' }));
  await waitFor(() => expect(sent(call)).toEqual([{ goes_on_after: 'never' }]));
  expect(await screen.findByText('Not found.')).toBeTruthy();
});
