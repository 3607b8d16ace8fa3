// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { live } from '../../../lib/api/live.ts';
import { type Answers, fill, isDisabled, press, refusal, show } from '../../../lib/testing/show.tsx';
import type { InboxCommands } from '../changes/use-inbox-commands.ts';
import {
  account,
  conversationAnswers,
  messageField as field,
  message,
  page,
  prospect,
  sender,
} from '../conversation.factory.tsx';
import { Notes } from '../details/notes.tsx';
import { Conversation } from '../thread/conversation.tsx';
import type { ChatActions } from '../use-chat-actions.ts';

const user = { id: 1, name: 'Ada Jansen', role: 'ADMIN', organization: { branding_settings: {} } };
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const linkedin = { ...account, id: 6, account_type: 'LINKEDIN', name: 'Ada Jansen', email: null };
const scheduled = message(9, {
  message: 'Oops',
  sent_by_prospect: false,
  kind: 'CHAT',
  delivery: 'SCHEDULED',
  sent_at: new Date(Date.now() + 9000).toISOString(),
});
const answers = (change: Answers = {}): Answers => ({
  ...conversationAnswers(),
  'GET /chats/1/history/': { prospect, account, messages: [message(8)], total_messages: 1 },
  'GET /chats/1/uploads/': { uploads: [{ id: 4, name: 'offer.pdf', type: 'application/pdf', size: 2048 }] },
  'GET /signatures/': { signatures: [{ id: 3, name: 'Short', signature: '<p>Ada</p>' }] },
  'GET /saved-replies/': {
    saved_replies: [
      {
        id: 1,
        name: 'Thanks',
        message: 'Thank you, {{first_name}} of {{company_name}}.',
        is_own: false,
        use_count: 2,
        language: null,
        files: [],
      },
    ],
    figures: [{ id: 1, sent: 12, answered: 5, positive: 2 }],
  },
  'POST /saved-replies/1/use/': { success: true },
  'POST /chats/1/send-message/': { message: scheduled },
  ...change,
});

test('a mail leaves with its files, the sender’s signature and the thread below, and can be taken back', async () => {
  const { sent } = await show(
    page,
    answers({
      'DELETE /chats/1/scheduled-messages/9/': {
        draft: {
          message: 'Oops',
          subject_line: 'Re: Hello',
          cc: [],
          bcc: [],
          forward: null,
          account_id: 5,
          uploads: [],
        },
      },
    }),
    user,
  );
  fill(await field(), 'Oops');
  await screen.findByText('offer.pdf');
  await screen.findByText('From ada@sender.example to grace@lead.example');
  fireEvent.keyDown(await field(), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(sent('POST /chats/1/send-message/')).toHaveLength(1));
  expect(sent('POST /chats/1/send-message/')[0]).toMatchObject({
    message: 'Oops',
    account_id: 5,
    upload_ids: [4],
    signature_id: 3,
    quotes: true,
    cc: [],
    undo_in_seconds: 10,
    seen_message_id: 8,
  });
  expect((await field()) as HTMLTextAreaElement).toHaveProperty('value', '');
  await screen.findByText(/Sending in \d s/);
  await press('Undo');
  await waitFor(async () => expect(((await field()) as HTMLTextAreaElement).value).toBe('Oops'));
  expect(screen.queryByText(/Sending in/)).toBeNull();
});

test('a file that another window sent is gone once the message is refused for it', async () => {
  const file = { id: 4, name: 'offer.pdf', type: 'application/pdf', size: 2048 };
  let uploads = [file];
  await show(
    page,
    answers({
      'GET /chats/1/uploads/': () => ({ uploads }),
      'POST /chats/1/send-message/': () => {
        uploads = [];
        return refusal(400, 'send_refused', 'A file of this message is no longer there. Add it again.');
      },
    }),
    user,
  );
  fill(await field(), 'Again');
  await screen.findByText('offer.pdf');
  await screen.findByText('From ada@sender.example to grace@lead.example');
  fireEvent.keyDown(await field(), { key: 'Enter', ctrlKey: true });
  await screen.findByText('A file of this message is no longer there. Add it again.');
  await waitFor(() => expect(screen.queryByText('offer.pdf')).toBeNull());
  expect((await field()) as HTMLTextAreaElement).toHaveProperty('value', 'Again');
});

test('a message that its sender holds says why it has not left, and can be taken back', async () => {
  const held = { ...scheduled, error: 'The server asks to slow down.' };
  const { sent } = await show(
    page,
    answers({
      'GET /chats/1/history/': { prospect, account, messages: [message(8), held], total_messages: 2 },
      'DELETE /chats/1/scheduled-messages/9/': {
        draft: { message: 'Oops', subject_line: null, cc: [], account_id: 5, uploads: [] },
      },
    }),
    user,
  );
  await screen.findByText('Not sent yet. The server asks to slow down.');
  await press('Edit');
  await waitFor(async () => expect(((await field()) as HTMLTextAreaElement).value).toBe('Oops'));
  expect(sent('DELETE /chats/1/scheduled-messages/9/')).toHaveLength(1);
});

test('a message taken back is put above what was typed since, which stays', async () => {
  const held = { ...scheduled, error: 'The server asks to slow down.' };
  await show(
    page,
    answers({
      'GET /chats/1/history/': { prospect, account, messages: [message(8), held], total_messages: 2 },
      'DELETE /chats/1/scheduled-messages/9/': {
        draft: { message: 'Oops', subject_line: null, cc: [], account_id: 5, uploads: [] },
      },
    }),
    user,
  );
  await screen.findByText('Not sent yet. The server asks to slow down.');
  fill(await field(), 'A second message');
  await press('Edit');
  await waitFor(async () => expect(((await field()) as HTMLTextAreaElement).value).toBe('Oops\n\nA second message'));
});

test('/ inserts a saved reply; unknown variables must be filled in first', async () => {
  const { sent } = await show(page, answers(), user);
  fireEvent.keyDown(await field(), { key: '/' });
  const dialog = await screen.findByRole('dialog', { name: 'Saved replies' });
  await within(dialog).findByText('Sent 12 times: 5 answered, 2 of them interested');
  fireEvent.click(await within(dialog).findByText('Thanks'));
  await waitFor(async () =>
    expect(((await field()) as HTMLTextAreaElement).value).toBe('Thank you, Grace of {{company_name}}.'),
  );
  await screen.findByText('Fill in {{company_name}} before you send.');
  expect(isDisabled(screen.getByRole('button', { name: 'Send' }))).toBe(true);
  expect(sent('POST /saved-replies/1/use/')).toHaveLength(1);
  fill(await field(), 'Thank you, Grace.');
  await press('Send');
  await waitFor(() => expect(sent('POST /chats/1/send-message/')).toMatchObject([{ saved_reply_ids: [1] }]));
});

test('saved replies of other languages are hidden once a language is chosen', async () => {
  const reply = (id: number, name: string, language: string | null) => ({
    id,
    name,
    message: `${name}: words`,
    is_own: true,
    use_count: 0,
    language,
  });
  const saved_replies = [reply(1, 'Price', 'en'), reply(2, 'Prijs', 'nl'), reply(3, 'Link', null)];
  await show(page, answers({ 'GET /saved-replies/': { saved_replies, figures: [] } }), user);
  fireEvent.keyDown(await field(), { key: '/' });
  const dialog = await screen.findByRole('dialog', { name: 'Saved replies' });
  await within(dialog).findByText('Price');
  fireEvent.click(within(dialog).getByRole('combobox', { name: 'Language' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Dutch', hidden: true }));
  await waitFor(() => expect(within(dialog).queryByRole('button', { name: /^Price/ })).toBeNull());
  within(dialog).getByRole('button', { name: /^Prijs/ });
  within(dialog).getByRole('button', { name: /^Link/ });
});

test('a newer message is shown before anything is sent', async () => {
  let tries = 0;
  const { sent } = await show(
    page,
    answers({
      'POST /chats/1/send-message/': () => {
        tries += 1;
        return tries === 1
          ? refusal(409, 'wrote_meanwhile', 'Mia Berg wrote in this conversation in the meantime. Nothing was sent.')
          : { message: scheduled };
      },
    }),
    user,
  );
  fill(await field(), 'Hello');
  await screen.findByText('From ada@sender.example to grace@lead.example');
  await press('Send');
  await screen.findByText('Mia Berg wrote in this conversation in the meantime. Nothing was sent.');
  await press('Send anyway');
  await waitFor(() => expect(sent('POST /chats/1/send-message/')).toHaveLength(2));
  const keys = (sent('POST /chats/1/send-message/') as { idempotency_key: string }[]).map(
    (body) => body.idempotency_key,
  );
  expect(new Set(keys).size).toBe(1);
});

test('LinkedIn takes 1900 characters, a mail 8000, and a suppressed address nothing', async () => {
  await show(
    page,
    answers({
      'GET /chats/1/senders/': {
        subject_line: 'Re: Hello',
        senders: [
          sender(linkedin, { address: null }),
          sender(account, { is_last: false, blocked: 'grace@lead.example asked not to get mail from you any more.' }),
        ],
      },
    }),
    user,
  );
  fill(await field(), 'x'.repeat(1901));
  await screen.findByText('Message cannot be longer than 1900 characters');
  await press(/From Ada Jansen/);
  fireEvent.click(await screen.findByRole('menuitem', { name: /ada@sender.example/ }));
  await waitFor(() => expect(screen.queryByText('Message cannot be longer than 1900 characters')).toBeNull());
  expect(await screen.findAllByText('grace@lead.example asked not to get mail from you any more.')).toBeTruthy();
  expect(isDisabled(screen.getByRole('button', { name: 'Send' }))).toBe(true);
});

test('messages and notes of a program name its key or app', async () => {
  const by = (is_app: boolean) => ({ acting_key: { id: 2, name: 'Zapier', is_app } });
  const ours = { sent_by_prospect: false, kind: 'CHAT' };
  await show(
    page,
    answers({
      'GET /chats/1/history/': {
        prospect,
        account,
        messages: [message(10, ours), message(9, { ...ours, ...by(false) }), message(8, { ...ours, ...by(true) })],
        total_messages: 3,
      },
    }),
    user,
  );
  expect(await screen.findAllByText(/^by key Zapier$/)).toHaveLength(1);
  expect(screen.getAllByText(/^by app Zapier$/)).toHaveLength(1);
  cleanup();
  const note = { id: 1, content: 'Call', created_at: '2026-03-01T12:00:00Z', updated_at: '2026-03-01T12:00:00Z' };
  const more = { author: 'Ada', acting_key: null, may_delete: true };
  const notes = [note, { ...note, id: 2, ...by(false) }, { ...note, id: 3, ...by(true) }].map((one) => ({
    ...more,
    ...one,
  }));
  await show(<Notes id={1} />, { 'GET /chats/1/notes/': { notes } }, user);
  expect(await screen.findAllByText(/^By key Zapier, /)).toHaveLength(1);
  expect(screen.getAllByText(/^By app Zapier, /)).toHaveLength(1);
  expect(screen.getAllByText(/^Ada, /)).toHaveLength(1);
});

test('a first mail asks for a subject, and one that is to leave later says when', async () => {
  const { sent } = await show(
    page,
    answers({
      'GET /chats/1/history/': { prospect, account: null, messages: [], total_messages: 0 },
      'GET /chats/1/senders/': {
        subject_line: null,
        senders: [sender(account, { is_last: false, signature_id: null })],
      },
      'POST /chats/1/send-message/': { message: { ...scheduled, is_timed: true } },
    }),
    user,
  );
  fill(await field(), 'Hello');
  const subject = await screen.findByRole('textbox', { name: 'Subject' });
  expect(isDisabled(screen.getByRole('button', { name: 'Send' }))).toBe(true);
  fill(subject, 'A question');
  await press('Send later');
  fireEvent.click(await screen.findByText('Tomorrow'));
  await waitFor(() => expect(sent('POST /chats/1/send-message/')).toHaveLength(1));
  const body = sent('POST /chats/1/send-message/')[0] as { send_at: string };
  expect(body).toMatchObject({ subject_line: 'A question', account_id: 5 });
  expect(Date.parse(body.send_at)).toBeGreaterThan(Date.now());
});

test('times to send later are by the clock of the lead where it is known', async () => {
  const zone = { zone: 'Pacific/Kiritimati', source: 'city' };
  const known = { prospect: { ...prospect, zone }, account, messages: [message(8)], total_messages: 1 };
  const { sent } = await show(page, answers({ 'GET /chats/1/history/': known }), user);
  fill(await field(), 'Hello');
  await press('Send later');
  await screen.findByText(/^By Grace Hopper's clock: it is \w{3} \d\d:\d\d in Kiritimati\.$/);
  const tomorrow = (await screen.findByText('Tomorrow')).closest('button')!;
  expect(within(tomorrow).getByText(/^\w{3} 08:00 for Grace Hopper$/)).toBeTruthy();
  fireEvent.click(tomorrow);
  await waitFor(() => expect(sent('POST /chats/1/send-message/')).toHaveLength(1));
  const { send_at } = sent('POST /chats/1/send-message/')[0] as { send_at: string };
  // Fourteen hours ahead of UTC all year.
  expect(new Date(send_at).getUTCHours()).toBe(18);
});

test('without a known zone the times are by the own clock, and the dialog says so', async () => {
  await show(page, answers(), user);
  fill(await field(), 'Hello');
  await press('Send later');
  await screen.findByText('Nothing says where Grace Hopper is: the times are by your own clock.');
  expect(screen.queryByText(/for Grace Hopper$/)).toBeNull();
});

test('the lead writes by WhatsApp: the answer takes that way, but not under the hands of who is writing', async () => {
  const listeners = new Set<(data: never) => void>();
  const on = vi.spyOn(live, 'on').mockImplementation((type, listener) => {
    if (type === 'chat_message') listeners.add(listener as (data: never) => void);
    return () => listeners.delete(listener as (data: never) => void);
  });
  const publish = () =>
    act(async () => {
      for (const listener of listeners) listener({ prospect_id: 1, message_id: 9, sent_by_prospect: true } as never);
    });
  const whatsapp = { ...account, id: 7, account_type: 'WHATSAPP', name: 'Ada on the phone', email: null };
  const byMail = sender(account);
  const byPhone = sender(whatsapp, { address: null, signature_id: null });
  const notLast = (one: object) => ({ ...one, is_last: false });
  let senders: object[] = [byMail];
  await show(page, answers({ 'GET /chats/1/senders/': () => ({ subject_line: 'Re: Hello', senders }) }), user);
  await screen.findByText('From ada@sender.example to grace@lead.example');
  senders = [byPhone, notLast(byMail)];
  await publish();
  await screen.findByText('From Ada on the phone');
  expect(screen.getByText('0 / 4096')).toBeTruthy();
  fill(await field(), 'Hello');
  senders = [byMail, notLast(byPhone)];
  await publish();
  expect(screen.getByText('From Ada on the phone')).toBeTruthy();
  fill(await field(), '');
  await screen.findByText('From ada@sender.example to grace@lead.example');
  on.mockRestore();
});

test('it is sent and the next opened, or archived and the next opened, by menu and by keys', async () => {
  const done: string[] = [];
  const actions = { setArchived: (_: unknown, isArchived: boolean) => done.push(`archived ${isArchived}`) };
  await show(
    <Conversation
      id={1}
      known={undefined}
      actions={actions as unknown as ChatActions}
      commands={{} as InboxCommands}
      answering={undefined}
      textRef={{ current: null }}
      onBack={() => undefined}
      onGoOn={() => done.push('next')}
      onDiscarded={() => undefined}
    />,
    answers(),
    user,
  );
  const choose = async (name: RegExp) => {
    fill(await field(), 'Thank you');
    fireEvent.click(await screen.findByRole('button', { name: 'More ways to send' }));
    fireEvent.click(await screen.findByRole('menuitem', { name }));
  };
  await choose(/^Send and open the next/);
  await waitFor(() => expect(done).toEqual(['next']));
  // The button keeps the way that was chosen.
  fill(await field(), 'Thank you');
  await press('Send and open the next');
  await waitFor(() => expect(done).toEqual(['next', 'next']));
  done.shift();
  await choose(/^Send and archive/);
  await waitFor(() => expect(done).toEqual(['next', 'next', 'archived true']));
  await choose(/^Send(?! and)/);
  await screen.findByRole('button', { name: 'Send' });
  done.length = 3;
  fill(await field(), 'Once more');
  fireEvent.keyDown(await field(), { key: 'Enter', ctrlKey: true, altKey: true });
  await waitFor(() => expect(done).toHaveLength(5));
});

describe('what the user was writing elsewhere', () => {
  const saved = (message: string) => ({ message, extras: {}, version: 2, saved_at: '2026-11-25T10:00:00.000Z' });
  const draft = {
    ...{ id: 8, message_id: 3, state: 'waiting', message: 'From the model', sources: [], left_out: [] },
    ...{ pitches_after_refusal: false, reason: null, credits: 1 },
  };

  test('is shown before a draft of the model, which is offered', async () => {
    await show(page, answers({ 'GET /chats/1/draft/': { draft, own: saved('My own words') } }), user);
    await waitFor(async () => expect(((await field()) as HTMLTextAreaElement).value).toBe('My own words'));
    expect(await screen.findByRole('button', { name: 'Use the draft' })).toBeTruthy();
  });

  test('is saved after a pause, and a message made from a draft names it', async () => {
    const { sent } = await show(page, answers({ 'GET /chats/1/draft/': { draft, own: null } }), user);
    await waitFor(async () => expect(((await field()) as HTMLTextAreaElement).value).toBe('From the model'));
    expect(sent('PUT /chats/1/own-draft/')).toEqual([]);
    fill(await field(), 'From the model, and me');
    await waitFor(() =>
      expect(sent('PUT /chats/1/own-draft/')).toMatchObject([
        { message: 'From the model, and me', version: 0, extras: { draft_id: 8 } },
      ]),
    );
    await press('Send');
    await waitFor(() =>
      expect(sent('POST /chats/1/send-message/')).toMatchObject([{ message: 'From the model, and me', draft_id: 8 }]),
    );
  });

  test('does not overwrite a newer one: it is offered, and this one kept', async () => {
    let own = saved('Mine');
    const conflict = refusal(409, 'draft_changed', 'Changed elsewhere.');
    let isConflict = true;
    const changes: Answers = {
      'GET /chats/1/draft/': () => ({ draft: null, own }),
      'PUT /chats/1/own-draft/': () => (isConflict ? conflict : { own }),
    };
    await show(page, answers(changes), user);
    await waitFor(async () => expect(((await field()) as HTMLTextAreaElement).value).toBe('Mine'));
    own = { ...saved('Theirs'), version: 3 };
    fill(await field(), 'Mine, changed');
    expect(await screen.findByText('You also wrote elsewhere: Theirs')).toBeTruthy();
    expect(((await field()) as HTMLTextAreaElement).value).toBe('Mine, changed');
    isConflict = false;
    await press('Use that');
    expect(((await field()) as HTMLTextAreaElement).value).toBe('Theirs');
  });

  test('leaves this window when it is sent from another; what was changed since stays', async () => {
    const listeners = new Set<(data: never) => void>();
    vi.spyOn(live, 'on').mockImplementation((type, listener) => {
      if (type === 'chat_message') listeners.add(listener as (data: never) => void);
      return () => listeners.delete(listener as (data: never) => void);
    });
    let own: object | null = saved('Mine');
    const { sent } = await show(
      page,
      answers({ 'GET /chats/1/draft/': () => ({ draft: null, own }), 'PUT /chats/1/own-draft/': { own } }),
      user,
    );
    const words = async () => ((await field()) as HTMLTextAreaElement).value;
    await waitFor(async () => expect(await words()).toBe('Mine'));
    own = null;
    const hear = () =>
      act(async () => {
        for (const listener of listeners) listener({ prospect_id: 1, message_id: 9, sent_by_prospect: false } as never);
      });
    await hear();
    await waitFor(async () => expect(await words()).toBe(''));
    fill(await field(), 'The next');
    await hear();
    await waitFor(() => expect(sent('PUT /chats/1/own-draft/')).toMatchObject([{ message: 'The next', version: 0 }]));
    expect(await words()).toBe('The next');
    vi.mocked(live.on).mockRestore();
  });

  test('sent from another window, it is not saved again by a save that waits', async () => {
    const listeners = new Set<(data: never) => void>();
    vi.spyOn(live, 'on').mockImplementation((type, listener) => {
      if (type === 'chat_message') listeners.add(listener as (data: never) => void);
      return () => listeners.delete(listener as (data: never) => void);
    });
    const waiting: ((found: object) => void)[] = [];
    let isSent = false;
    const find = () => (isSent ? new Promise((resolve) => waiting.push(resolve)) : { draft: null, own: saved('Mine') });
    const { sent } = await show(page, answers({ 'GET /chats/1/draft/': find } as Answers), user);
    const words = async () => ((await field()) as HTMLTextAreaElement).value;
    await waitFor(async () => expect(await words()).toBe('Mine'));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    // Back to what is saved: nothing is to be saved, but the pause has begun.
    fill(await field(), 'Mine, or not');
    fill(await field(), 'Mine');
    isSent = true;
    await act(async () => {
      for (const listener of listeners) listener({ prospect_id: 1, message_id: 9, sent_by_prospect: false } as never);
    });
    // The query of the page and the message being written both ask.
    await waitFor(() => expect(waiting).toHaveLength(2));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    await act(async () => {
      for (const answer of waiting) answer({ draft: null, own: null });
    });
    vi.useRealTimers();
    await waitFor(async () => expect(await words()).toBe(''));
    expect(sent('PUT /chats/1/own-draft/')).toEqual([]);
    vi.mocked(live.on).mockRestore();
  });

  test('stays in this browser only as long as the server lacks it', async () => {
    await show(page, answers({ 'GET /chats/1/draft/': { draft: null, own: saved('Mine') } }), user);
    await waitFor(async () => expect(((await field()) as HTMLTextAreaElement).value).toBe('Mine'));
    fill(await field(), 'Mine, or not');
    fill(await field(), 'Mine');
    await waitFor(() => expect(localStorage.getItem('chat-drafts') ?? '{}').not.toContain('Mine'));
  });
});

const type = (input: HTMLElement, address: string) => {
  fireEvent.change(input, { target: { value: address } });
  fireEvent.keyDown(input, { key: 'Enter' });
};

describe('recipients', () => {
  const others = {
    subject_line: 'Re: Hello',
    senders: [sender(account)],
    reply_all: { cc: ['boss@lead.example'], left_out: 0 },
  };

  test('a reply to all goes to everyone whom the mail names, and to its author alone again', async () => {
    const { sent } = await show(page, answers({ 'GET /chats/1/senders/': others }), user);
    fill(await field(), 'For all of you');
    await press('Reply to all 2');
    await screen.findByText('boss@lead.example');
    fireEvent.keyDown(await field(), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(sent('POST /chats/1/send-message/')).toHaveLength(1));
    expect(sent('POST /chats/1/send-message/')[0]).toMatchObject({ cc: ['boss@lead.example'], bcc: [] });
    await press('Reply to all 2');
    await press('Reply to one');
    expect(screen.queryByText('boss@lead.example')).toBeNull();
  });

  test('a mail is sent on without a word, with the files that are wanted, and to no lead', async () => {
    const files = [
      { id: 11, name: 'contract.docx', type: 'application/msword', size: 100 },
      { id: 12, name: 'photo.png', type: 'image/png', size: 100 },
    ];
    const forwarded = { ...scheduled, kind: 'FORWARD', recipients: { to: ['boss@own.example'], cc: [], bcc: [] } };
    const { sent } = await show(
      page,
      answers({
        'GET /chats/1/history/': {
          prospect,
          account,
          messages: [message(8, { attachments: files })],
          total_messages: 1,
        },
        'POST /chats/1/messages/8/forward/': { message: forwarded },
      }),
      user,
    );
    await field();
    await press('Forward');
    const to = await screen.findByLabelText('To', { selector: 'input' }, { timeout: 5000 });
    expect(isDisabled(screen.getByRole('button', { name: 'Send' }))).toBe(true);
    type(to, 'boss@own.example');
    await press('Remove photo.png');
    await waitFor(() => expect(isDisabled(screen.getByRole('button', { name: 'Send' }))).toBe(false));
    expect(screen.queryByText(/to grace@lead.example/)).toBeNull();
    await press('Send');
    await waitFor(() => expect(sent('POST /chats/1/messages/8/forward/')).toHaveLength(1));
    expect(sent('POST /chats/1/messages/8/forward/')[0]).toMatchObject({
      ...{ to: ['boss@own.example'], message: '', subject_line: '', attachment_ids: [11] },
      ...{ undo_in_seconds: 10, account_id: 5 },
    });
    expect(sent('POST /chats/1/send-message/')).toHaveLength(0);
    expect(await screen.findByText('Not to the lead, only to: boss@own.example')).toBeTruthy();
    expect(await field()).toBeTruthy();
  });

  test('what was to be sent on is a draft, and is refused by name', async () => {
    const { sent } = await show(
      page,
      answers({
        'POST /chats/1/messages/8/forward/': refusal(
          400,
          'send_refused',
          'gone@own.example is on your do-not-contact list.',
        ),
      }),
      user,
    );
    await field();
    await press('Forward');
    type(await screen.findByLabelText('To', { selector: 'input' }, { timeout: 5000 }), 'gone@own.example');
    const draft = { forward: { message_id: 8, to: ['gone@own.example'] } };
    await waitFor(() => expect(sent('PUT /chats/1/own-draft/').at(-1)).toMatchObject({ message: '', extras: draft }), {
      timeout: 3000,
    });
    await press('Send');
    expect(await screen.findByText('gone@own.example is on your do-not-contact list.')).toBeTruthy();
    expect(screen.getByText('gone@own.example')).toBeTruthy();
  });
});
