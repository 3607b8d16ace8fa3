import { api } from '@overture/contract';
import { KEY_BUNDLES } from '@overture/domain/access/key-scopes';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiBase } from '../../kernel/http/bind.ts';
import { useTestServer } from '../../testing/harness.ts';
import { searchExpression, splitWords } from './chat-search.rules.ts';
import { type Conversation, cursorAfter, mailFrom, makeConversation, makeMailbox } from './chats.factory.ts';
import { recordSentMails } from './sent-mails.service.ts';
import { receiveMail } from './sync/receive-mail.service.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  [person, stranger] = [await server.signUp(), await server.signUp()];
});

const start = (given: Parameters<typeof makeConversation>[2] = {}, owner = person) =>
  makeConversation(server, owner.organization_id, given);
const answer = async (conversation: Conversation, text = 'Yes, please.') => {
  const synced = mailFrom(conversation, { text });
  await receiveMail(server.program.system, conversation.mailbox, synced, cursorAfter(synced));
};
const sent = (conversation: Conversation) =>
  conversation.context.transaction((tx) => recordSentMails(tx, { intent_ids: [conversation.intent_id] }));
const answered = async (given: Parameters<typeof start>[0] = {}, text?: string) => {
  const conversation = await start(given);
  await sent(conversation);
  await answer(conversation, text);
  return conversation;
};
const idsOf = async (query: object, who = person): Promise<number[]> =>
  (await who.call(api.listChats, { query: { limit: 100, ...query } })).data.chats.map((chat) => chat.prospect.id);

/** Matches no reply type. */
const QUIET = 'Let me read this on the train.';

describe('the list', () => {
  test('shows what a conversation is about', async () => {
    const conversation = await answered();
    const { chats } = (await person.call(api.listChats, { query: { sending_accounts: [conversation.account_id] } }))
      .data;
    expect(chats).toMatchObject([
      {
        prospect: {
          id: conversation.prospect_id,
          first_name: 'Grace',
          email: conversation.lead,
          labels: [],
          is_flagged: false,
          campaign: { id: conversation.campaign_id, accounts: [{ id: conversation.account_id, account_type: 'IMAP' }] },
          campaign_status: 'REPLIED',
        },
        latest_message: { sent_by_prospect: true, message: 'Yes, please.', subject_line: 'Re: Hello' },
        has_unread: true,
        account_types: ['IMAP'],
        messages: 2,
      },
    ]);
  });

  test('unanswered campaign mails are under Sent and in searches, not in the inbox', async () => {
    const conversation = await start();
    await sent(conversation);
    await sent(conversation);
    const account = { sending_accounts: [conversation.account_id] };
    expect(await idsOf(account)).toEqual([]);
    expect(await idsOf({ ...account, awaiting_reply: true })).toEqual([conversation.prospect_id]);
    expect(await idsOf({ ...account, search_query: 'grace' })).toEqual([conversation.prospect_id]);
    await answer(conversation);
    expect(await idsOf(account)).toEqual([conversation.prospect_id]);
    expect(await idsOf({ ...account, awaiting_reply: true })).toEqual([]);
    const history = await person.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id } });
    expect(history.data.messages.map((message) => message.kind)).toEqual(['REPLY', 'CAMPAIGN']);
  });

  test('folders and states', async () => {
    const conversation = await answered();
    const params = { id: conversation.prospect_id };
    const account = { sending_accounts: [conversation.account_id] };
    const folders = async () => ({
      inbox: (await idsOf(account)).length,
      unread: (await idsOf({ ...account, unread_only: true })).length,
      important: (await idsOf({ ...account, is_flagged: true })).length,
      trash: (await idsOf({ ...account, show_deleted: true })).length,
    });
    expect(await folders()).toEqual({ inbox: 1, unread: 1, important: 0, trash: 0 });
    await person.call(api.markChatRead, { params });
    expect((await person.call(api.flagChat, { params })).data.is_flagged).toBe(true);
    expect(await folders()).toEqual({ inbox: 1, unread: 0, important: 1, trash: 0 });
    await person.call(api.archiveChat, { params });
    expect(await folders()).toEqual({ inbox: 0, unread: 0, important: 0, trash: 1 });
    await person.call(api.restoreChat, { params });
    await person.call(api.markChatUnread, { params });
    expect((await person.call(api.flagChat, { params })).data.is_flagged).toBe(false);
    expect(await folders()).toEqual({ inbox: 1, unread: 1, important: 0, trash: 0 });
  });

  test('status, campaign and label filters', async () => {
    const mailbox = await makeMailbox(server, person.organization_id, 'filters@sender.example');
    const [first, second] = [await answered({ mailbox }, QUIET), await answered({ mailbox }, QUIET)];
    const account = { sending_accounts: [mailbox.lease.account_id] };
    expect((await idsOf({ ...account, status: 'REPLIED' })).length).toBe(2);
    await person.call(api.setChatStatus, { params: { id: first.prospect_id }, body: { status: 'INTERESTED' } });
    expect(await idsOf({ ...account, status: 'INTERESTED' })).toEqual([first.prospect_id]);
    expect(await idsOf({ ...account, status: 'REPLIED' })).toEqual([second.prospect_id]);
    expect((await idsOf({ ...account, status: ['INTERESTED', 'REPLIED'] })).length).toBe(2);
    expect(await idsOf({ ...account, status: 'NOT_INTERESTED' })).toEqual([]);
    expect(await idsOf({ campaign: second.campaign_id })).toEqual([second.prospect_id]);
    const { label } = (
      await person.call(api.createChatLabel, { body: { name: `Hot ${first.prospect_id}`, color: '#EF4444' } })
    ).data;
    await person.call(api.addProspectLabel, { params: { id: first.prospect_id }, body: { label_id: label.id } });
    expect(await idsOf({ labels: label.id })).toEqual([first.prospect_id]);
    expect(
      (await person.call(api.listChats, { query: { labels: [label.id] } })).data.chats[0]?.prospect.labels,
    ).toEqual([label]);
    await person.call(api.removeProspectLabel, { params: { id: first.prospect_id, labelId: label.id } });
    expect(await idsOf({ labels: label.id })).toEqual([]);
  });

  test('newest first, in pages without duplicates or gaps', async () => {
    const owner = await server.signUp();
    const mailbox = await makeMailbox(server, owner.organization_id, 'pages@sender.example');
    const conversations: Conversation[] = [];
    for (let n = 0; n < 7; n += 1) {
      const conversation = await start({ mailbox }, owner);
      await answer(conversation);
      conversations.push(conversation);
    }
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => owner.call(api.listChats, { query: { page, limit: 3 } })),
    );
    expect(pages.map((page) => [page.data.chats.length, page.data.has_more])).toEqual([
      [3, true],
      [3, true],
      [1, false],
      [0, false],
    ]);
    const ids = pages.flatMap((page) => page.data.chats.map((chat) => chat.prospect.id));
    expect(ids).toEqual(conversations.map((conversation) => conversation.prospect_id).reverse());
    expect((await owner.call(api.listChatSenders)).data.senders).toMatchObject([
      { id: mailbox.lease.account_id, name: 'Ada Jansen' },
    ]);
  });

  test.each([
    ['page=0'],
    ['page=abc'],
    ['limit=101'],
    ['limit=0'],
    ['status=MAYBE'],
    ['labels=x'],
    ['sending_accounts=1,two'],
    ['unread_only=perhaps'],
    [`search_query=${'x'.repeat(201)}`],
  ])('refuses ?%s', async (query) => {
    const response = await server.program.app.inject({
      url: `/api/v1/chats/?${query}`,
      headers: { jwt: person.token as string },
    });
    expect(response.statusCode).toBe(400);
  });

  test('empty filters are none', async () => {
    const response = await server.program.app.inject({
      url: '/api/v1/chats/?page=1&limit=15&sending_accounts=&status=&unread_only=&campaign=&search_query=&show_deleted=false&labels=&awaiting_reply=&is_flagged=',
      headers: { jwt: person.token as string },
    });
    expect(response.statusCode).toBe(200);
  });
});

describe('search', () => {
  test('finds names, companies, addresses and words of messages, by prefix and without accents', async () => {
    const mailbox = await makeMailbox(server, person.organization_id, 'search@sender.example');
    const conversation = await answered(
      { mailbox, lead: 'zoe@zebra-works.example' },
      'Wir möchten den Vertrag prüfen.',
    );
    await answered({ mailbox });
    for (const search_query of [
      'zebra',
      'ZEBRA works',
      'vertr',
      'mochten',
      'Möchten',
      'zoe@zebra-works.example',
      `hopper${conversation.lead ? '' : ''}`,
    ]) {
      expect(await idsOf({ sending_accounts: [mailbox.lease.account_id], search_query }), search_query).toContain(
        conversation.prospect_id,
      );
    }
    expect(await idsOf({ search_query: 'zebra absent' })).toEqual([]);
    expect(await idsOf({ search_query: 'ebra' })).toEqual([]);
  });

  test('treats operators in a query as text', async () => {
    for (const search_query of [
      "' | 'x",
      '!!!',
      'a:*&b',
      "'; drop table chats; --",
      '\\',
      '(((',
      'a <-> b',
      '\u0000',
      '💥',
    ]) {
      expect((await person.call(api.listChats, { query: { search_query } })).status, search_query).toBe(200);
    }
    expect(splitWords("Ja, It's ÀÉ 12-3 \u0000 💥")).toEqual(['ja', 'it', 's', 'ae', '12', '3']);
    expect(searchExpression("' | x & !y")).toBe("'x' & 'y':*");
    expect(searchExpression('!!! 💥')).toBeNull();
  });
});

describe('history', () => {
  test('pages from the newest on', async () => {
    const conversation = await start();
    for (let n = 1; n <= 12; n += 1) await answer(conversation, `message ${n}`);
    const page = async (number: number) =>
      (
        await person.call(api.getChatHistory, {
          params: { prospectId: conversation.prospect_id },
          query: { page: number },
        })
      ).data;
    const [first, second, third] = [await page(1), await page(2), await page(3)];
    expect(first.messages.map((message) => message.message)).toEqual(
      Array.from({ length: 10 }, (_, n) => `message ${12 - n}`),
    );
    expect(second.messages.map((message) => message.message)).toEqual(['message 2', 'message 1']);
    expect(third.messages).toEqual([]);
    expect(first).toMatchObject({
      total_messages: 12,
      account: { id: conversation.account_id },
      prospect: { id: conversation.prospect_id },
    });
  });

  test('of a lead without messages is empty', async () => {
    const conversation = await start();
    const history = await person.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id } });
    expect(history.data).toMatchObject({ messages: [], total_messages: 0, account: null });
  });
});

describe('sending', () => {
  const send = (conversation: Conversation, message: string, idempotency_key?: string, address?: string) =>
    person.call(api.sendChatMessage, {
      params: { id: conversation.prospect_id },
      body: { message, ...(idempotency_key ? { idempotency_key } : {}), ...(address ? { address } : {}) },
    });
  const intents = async (conversation: Conversation) =>
    (
      await server.owner.query(
        `select kind, priority, ref_id from outbound_intents where prospect_id = $1 and kind = 'chat_answer'`,
        [conversation.prospect_id],
      )
    ).rows;

  test('a repeated request sends once: by its key, and by its words within seconds', async () => {
    const conversation = await answered();
    const keyed = await Promise.all(Array.from({ length: 5 }, () => send(conversation, 'With a key', 'key-123456')));
    expect(new Set(keyed.map((result) => result.data.message.id)).size).toBe(1);
    const plain = await Promise.all(Array.from({ length: 5 }, () => send(conversation, 'Without a key')));
    expect(new Set(plain.map((result) => result.data.message.id)).size).toBe(1);
    expect(await intents(conversation)).toHaveLength(2);
    await send(conversation, 'With a key', 'key-654321');
    expect(await intents(conversation)).toHaveLength(3);
  });

  test.each([
    ['   ', 'Please write a message first.'],
    ['x'.repeat(8001), 'You are above the 8000 character limit!'],
    ['💥'.repeat(8001), 'You are above the 8000 character limit!'],
  ])('refuses %#', async (message, text) => {
    const conversation = await answered();
    const refused = await send(conversation, message);
    expect([refused.status, refused.error.error]).toEqual([400, text]);
    expect(await intents(conversation)).toEqual([]);
  });

  test('8000 characters are not too long for a mail', async () => {
    const conversation = await answered();
    expect((await send(conversation, '💥'.repeat(8000))).status).toBe(200);
  });

  test('goes to the colleague who answered last, in one subject', async () => {
    const conversation = await answered();
    const colleague = conversation.lead.replace(/^.*@/, 'boss@');
    const synced = mailFrom(conversation, { from: colleague, subject: 'AW: Re: Hello' });
    await receiveMail(server.program.system, conversation.mailbox, synced, cursorAfter(synced));
    // The composer shows this address, also when the lead's own is suppressed.
    await server.owner.query(`insert into suppressions (organization_id, email, reason) values ($1, $2, 'left')`, [
      person.organization_id,
      conversation.lead,
    ]);
    const { senders } = (await person.call(api.listAnswerSenders, { params: { id: conversation.prospect_id } })).data;
    expect(senders[0]).toMatchObject({ address: colleague, blocked: null });
    const other = await send(conversation, 'Dear Jan', undefined, conversation.lead);
    expect(other.error.error).toContain(`changed the recipient to ${colleague}`);
    const { message } = (await send(conversation, 'Dear boss', undefined, colleague)).data;
    const rows = await server.owner.query(
      'select to_email, subject_line, reference_chain from chat_messages where id = $1',
      [message.id],
    );
    expect(rows.rows).toEqual([
      {
        to_email: colleague,
        subject_line: 'Re: Hello',
        reference_chain: [conversation.message_id, synced.mail.message_id],
      },
    ]);
  });

  test('is refused with a reason when it cannot be sent', async () => {
    const unassigned = await start();
    expect((await send(unassigned, 'Hello?')).error.error).toBe(
      'There is no conversation with this lead to answer yet.',
    );
    const held = await answered();
    await server.owner.query(`update accounts set status = 'CREDENTIALS' where id = $1`, [held.account_id]);
    expect((await send(held, 'Hello?')).error.error).toBe(
      `The sender account ${held.sender} is disconnected. Reconnect it to reply.`,
    );
    const missing = await answered();
    await person.call(api.removeAccount, { params: { id: missing.account_id } });
    expect((await send(missing, 'Hello?')).error.error).toBe(
      'The sender account of this conversation is no longer connected.',
    );
  });
});

describe('what a key writes names the key, also once it is revoked', () => {
  const makeKey = async () =>
    (await person.call(api.createApiKey, { body: { name: 'Zapier', scopes: KEY_BUNDLES.send.scopes } })).data;
  const post = async (secret: string, path: string, payload: object) => {
    const headers = { authorization: `Bearer ${secret}`, 'idempotency-key': path };
    const { statusCode, body } = await server.program.app.inject({
      method: 'POST',
      url: `${apiBase}/chats/${path}/`,
      headers,
      payload,
    });
    expect([statusCode, body]).toEqual([200, body]);
    return JSON.parse(body);
  };

  test('a message', async () => {
    const { prospect_id } = await answered();
    const { key, secret } = await makeKey();
    const acting_key = { id: key.id, name: 'Zapier', is_app: false };
    await person.call(api.sendChatMessage, { params: { id: prospect_id }, body: { message: 'By hand' } });
    const made = await post(secret, `${prospect_id}/send-message`, { message: 'By program' });
    expect(made.message).toMatchObject({ message: 'By program', acting_key });
    await person.call(api.revokeApiKey, { params: { id: key.id } });
    const { messages } = (await person.call(api.getChatHistory, { params: { prospectId: prospect_id } })).data;
    const byText = messages.map((message) => [message.message, message.acting_key]);
    expect(byText.toSorted()).toEqual([
      ['By hand', null],
      ['By program', acting_key],
      ['Hello Grace', null],
      ['Yes, please.', null],
    ]);
  });

  test('a note', async () => {
    const { prospect_id } = await start();
    const { key, secret } = await makeKey();
    const acting_key = { id: key.id, name: 'Zapier', is_app: false };
    await person.call(api.createNote, { params: { id: prospect_id }, body: { content: 'By hand' } });
    const made = await post(secret, `${prospect_id}/notes`, { content: 'By program' });
    expect(made.note).toMatchObject({ content: 'By program', acting_key });
    await person.call(api.revokeApiKey, { params: { id: key.id } });
    await server.owner.query(`update api_keys set kind = 'app', key_hash = null where id = $1`, [key.id]);
    const { notes } = (await person.call(api.listNotes, { params: { id: prospect_id } })).data;
    expect(notes.map((note) => [note.content, note.acting_key])).toEqual([
      ['By program', { ...acting_key, is_app: true }],
      ['By hand', null],
    ]);
  });
});

describe('notes and labels', () => {
  test('notes are written, changed and deleted', async () => {
    const conversation = await start();
    const params = { id: conversation.prospect_id };
    const { note } = (await person.call(api.createNote, { params, body: { content: '  Call in May  ' } })).data;
    expect(note).toMatchObject({ content: 'Call in May', author: 'Ada Jansen' });
    await person.call(api.updateNote, { params: { ...params, noteId: note.id }, body: { content: 'Call in June' } });
    expect((await person.call(api.listNotes, { params })).data.notes.map((entry) => entry.content)).toEqual([
      'Call in June',
    ]);
    expect((await person.call(api.createNote, { params, body: { content: '   ' } })).status).toBe(400);
    expect(
      (await stranger.call(api.updateNote, { params: { ...params, noteId: note.id }, body: { content: 'x' } })).status,
    ).toBe(404);
    expect((await stranger.call(api.deleteNote, { params: { ...params, noteId: note.id } })).status).toBe(404);
    const other = await start();
    expect((await person.call(api.deleteNote, { params: { id: other.prospect_id, noteId: note.id } })).status).toBe(
      404,
    );
    expect((await person.call(api.deleteNote, { params: { ...params, noteId: note.id } })).status).toBe(200);
    expect((await person.call(api.listNotes, { params })).data.notes).toEqual([]);
  });

  test('label names are unique in their organization, ignoring case', async () => {
    const body = { name: 'Warm', color: '#10B981' };
    expect((await person.call(api.createChatLabel, { body })).status).toBe(200);
    const again = await person.call(api.createChatLabel, { body: { ...body, name: ' warm ' } });
    expect([again.status, again.error.error]).toEqual([400, 'Label name already exists']);
    expect((await stranger.call(api.createChatLabel, { body })).status).toBe(200);
    expect((await stranger.call(api.listChatLabels)).data.labels.map((label) => label.name)).toEqual(['Warm']);
    for (const wrong of [
      { name: '', color: '#10B981' },
      { name: 'x', color: 'red;background:url(x)' },
      { name: 'x'.repeat(61), color: '#10B981' },
    ]) {
      expect((await person.call(api.createChatLabel, { body: wrong })).status).toBe(400);
    }
  });

  test('a foreign label or lead cannot be joined', async () => {
    const conversation = await start();
    const { label } = (await stranger.call(api.createChatLabel, { body: { name: 'Theirs', color: '#10B981' } })).data;
    const params = { id: conversation.prospect_id };
    expect((await person.call(api.addProspectLabel, { params, body: { label_id: label.id } })).status).toBe(404);
    expect((await stranger.call(api.addProspectLabel, { params, body: { label_id: label.id } })).status).toBe(404);
  });
});

test('another organization sees and changes nothing of a conversation', async () => {
  const conversation = await answered({}, 'canary-word of ours');
  const params = { id: conversation.prospect_id };
  const calls = [
    stranger.call(api.getChat, { params }),
    stranger.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id } }),
    stranger.call(api.archiveChat, { params }),
    stranger.call(api.restoreChat, { params }),
    stranger.call(api.flagChat, { params }),
    stranger.call(api.markChatRead, { params }),
    stranger.call(api.markChatUnread, { params }),
    stranger.call(api.setChatStatus, { params, body: { status: 'INTERESTED' } }),
    stranger.call(api.sendChatMessage, { params, body: { message: 'x' } }),
    stranger.call(api.listExecutedActions, { params }),
    stranger.call(api.listNotes, { params }),
    stranger.call(api.createNote, { params, body: { content: 'x' } }),
  ];
  expect((await Promise.all(calls)).map((result) => result.status)).toEqual(calls.map(() => 404));
  for (const query of [
    {},
    { search_query: 'canary' },
    { campaign: conversation.campaign_id },
    { sending_accounts: conversation.account_id },
    { awaiting_reply: true },
    { show_deleted: true },
  ]) {
    expect(await idsOf(query, stranger)).toEqual([]);
  }
  expect((await stranger.call(api.countUnreadChats)).data).toEqual({ unread_chats: 0 });
  expect((await person.call(api.getChat, { params })).data.chat).toMatchObject({
    has_unread: true,
    is_archived: false,
    status: 'REPLIED',
  });
});
