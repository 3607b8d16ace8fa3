// @vitest-environment happy-dom
import type { MessagingPerson } from '@overture/contract/messaging';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, refusal, show } from '../../../lib/testing/show.tsx';
import { LinkedPeople } from './linked-people.tsx';
import { PeopleNote } from './people-note.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const person = (id: number, name: string | null): MessagingPerson => ({
  id,
  account: { id: 3, account_type: 'WHATSAPP', name: 'Ada', email: null, picture_url: null, status: 'OK' },
  name,
  handle: `+3161234567${id}`,
  message_count: id,
  last_at: '2026-11-20T10:00:00.000Z',
});

const grace = {
  id: 5,
  first_name: 'Grace',
  last_name: 'Hopper',
  job_title: null,
  company_name: null,
  email: 'grace@x.example',
  profile_picture_url: null,
};

async function open(first: MessagingPerson[], changes: Answers = {}, type = 'WHATSAPP') {
  let waiting = first;
  const settle = ({ call }: { call: string }) => {
    waiting = waiting.filter(({ id }) => !call.includes(`/${id}/`));
    return { success: true, prospect_id: 5 };
  };
  const shown = await show(
    <PeopleNote />,
    {
      'GET /chats/people/': () => ({ people: waiting }),
      'POST /chats/people/{}/link/': settle,
      'POST /chats/people/{}/add/': settle,
      'POST /chats/people/{}/dismiss/': (asked) => ({ success: settle(asked).success }),
      'GET /chats/leads/': { leads: [grace] },
      'GET /chats/': { chats: [], has_more: false },
      'GET /searches/': { searches: [{ id: 9, name: 'Friends' }] },
      ...changes,
    },
    { id: 1, linked_accounts: [{ account_type: type }] },
  );
  return shown;
}

const openDialog = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Show' }));
  return screen.findByRole('dialog', { name: "People who aren't leads" });
};

test('without a messaging account nothing is requested or shown', async () => {
  const { asked } = await open([person(1, 'Robin')], {}, 'IMAP');
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
  expect(asked).toEqual([]);
});

test('who wrote is listed by name or number, and how often; one is shown no more', async () => {
  await open([person(2, 'Robin Vos'), person(1, null)]);
  expect(await screen.findByText("2 people who aren't your leads wrote to you")).toBeTruthy();
  const dialog = await openDialog();
  const rows = await within(dialog).findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Robin Vos.*\+31612345672 · 2 messages/),
    expect.stringMatching(/\+31612345671.*1 message/),
  ]);
  fireEvent.click(within(dialog).getByRole('button', { name: "Don't show Robin Vos again" }));
  await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(1));
});

test('one is linked to a lead that is searched for, and the conversation opens', async () => {
  const { sent, address } = await open([person(1, 'Robin Vos')]);
  const dialog = await openDialog();
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Link Robin Vos to a lead' }));
  fireEvent.change(await screen.findByLabelText('Find a lead by name or email'), {
    target: { value: 'gra' },
  });
  fireEvent.click(await screen.findByRole('button', { name: /Grace Hopper/ }));
  await waitFor(() => expect(sent('POST /chats/people/1/link/')).toEqual([{ prospect_id: 5 }]));
  await waitFor(() => expect(address()).toContain('chat=5'));
});

test('a person handled by a teammate is reported', async () => {
  await open([person(1, 'Robin Vos')], { 'POST /chats/people/{}/dismiss/': refusal(404, 'not_found', 'Not found.') });
  const dialog = await openDialog();
  fireEvent.click(await within(dialog).findByRole('button', { name: "Don't show Robin Vos again" }));
  expect(await screen.findByText('Someone else already handled this.')).toBeTruthy();
});

test('one becomes a lead of a list, under the name they gave, once a list is chosen', async () => {
  const { sent } = await open([person(1, 'Robin Vos')]);
  const dialog = await openDialog();
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Add Robin Vos as a lead' }));
  const submit = await screen.findByRole('button', { name: 'Add lead' });
  expect((submit as HTMLButtonElement).disabled).toBe(true);
  const list = screen.getByRole('combobox', { name: 'List' });
  await waitFor(() => expect(list).toHaveProperty('disabled', false));
  fireEvent.click(list);
  fireEvent.click(await screen.findByRole('option', { name: 'Friends' }));
  fireEvent.click(submit);
  const body = { first_name: 'Robin', last_name: 'Vos', search_id: 9 };
  await waitFor(() => expect(sent('POST /chats/people/1/add/')).toEqual([body]));
});

test('a wrongly linked person is unlinked after a question with the effects', async () => {
  const accounts = [person(1, null).account, { ...person(1, null).account, id: 4, account_type: 'LINKEDIN' as const }];
  const { sent } = await show(<LinkedPeople prospectId={5} name="Grace Hopper" accounts={accounts} />, {
    'POST /chats/{}/unlink/': { success: true, messages: 3 },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Not Grace Hopper' }));
  const dialog = await screen.findByRole('dialog', { name: "Isn't this Grace Hopper on WhatsApp?" });
  expect(within(dialog).getByText(/All WhatsApp messages and files with this person are removed here/)).toBeTruthy();
  expect(within(dialog).getByText(/stay stopped, and notes sent to a CRM stay there/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove conversation' }));
  expect(await screen.findByText('3 messages were removed.')).toBeTruthy();
  expect(sent('POST /chats/5/unlink/')).toEqual([{ account_id: 3 }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a refused unlinking says why and changes nothing', async () => {
  const reason = 'A message is on its way to this person. Try again in a minute.';
  await show(<LinkedPeople prospectId={5} name="Grace Hopper" accounts={[person(1, null).account]} />, {
    'POST /chats/{}/unlink/': refusal(409, 'conflict', reason),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Not Grace Hopper' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove conversation' }));
  expect(await screen.findByText(reason)).toBeTruthy();
});
