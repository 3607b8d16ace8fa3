import { api } from '@overture/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../../testing/harness.ts';
import type { IntentHead } from '../../action-kinds/index.ts';
import { type Conversation, cursorAfter, mailFrom, makeConversation } from '../chats.factory.ts';
import { chatMessageKind } from '../send-message.service.ts';
import { receiveMail } from '../sync/receive-mail.service.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  [person, stranger] = [await server.signUp('Ada Jansen'), await server.signUp()];
});

const answer = async (conversation: Conversation, text = 'Yes, please.') => {
  const synced = mailFrom(conversation, { text });
  await receiveMail(server.program.system, conversation.mailbox, synced, cursorAfter(synced));
};
const answered = async () => {
  const conversation = await makeConversation(server, person.organization_id);
  await answer(conversation);
  return conversation;
};
type Body = Omit<
  NonNullable<NonNullable<Parameters<typeof person.call<typeof api.sendChatMessage>>[1]>['body']>,
  'message'
>;
const send = (conversation: Conversation, message: string, body: Body = {}, who: TestClient = person) =>
  who.call(api.sendChatMessage, { params: { id: conversation.prospect_id }, body: { message, ...body } });
const upload = (
  conversation: Conversation,
  content: Buffer | string,
  filename = 'offer.pdf',
  content_type = 'application/pdf',
) =>
  person.call(api.addChatUpload, { params: { id: conversation.prospect_id } }, [
    { field: 'file', filename, content, content_type },
  ]);
const pdf = Buffer.from('%PDF-1.7 words');
const intentOf = async (messageId: number): Promise<IntentHead & { state: string; due_at: Date }> => {
  const rows = await server.owner.query(
    `select *, id::int, ref_id::int, organization_id::int from outbound_intents where kind = 'chat_answer' and ref_id = $1`,
    [messageId],
  );
  return rows.rows[0];
};
/** What the dispatcher gets when it is about to send. */
const verdictOf = async (messageId: number) => {
  const intent = await intentOf(messageId);
  return server.program.system.systemTransaction(async (tx) =>
    (await chatMessageKind.check(tx, [intent], new Date())).get(intent.id),
  );
};
const history = async (conversation: Conversation) =>
  (await person.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id } })).data.messages;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const keyOf = (conversation: Conversation, messageId: number) => ({ id: conversation.prospect_id, messageId });

describe('a mail as mail programs write it', () => {
  test('with copies, a file, the sender’s signature and what is answered below', async () => {
    const conversation = await answered();
    const { signature } = (
      await person.call(api.createSignature, {
        body: { name: 'Ada', signature: '<p><b>Ada</b><script>x</script></p>' },
      })
    ).data;
    const file = (await upload(conversation, pdf)).data.upload;
    const params = { id: conversation.account_id };
    await person.call(api.setSenderSignature, { params, body: { signature_id: signature.id } });
    const chosen = (await person.call(api.listAnswerSenders, { params: { id: conversation.prospect_id } })).data;
    expect(chosen).toMatchObject({
      subject_line: 'Re: Hello',
      senders: [
        {
          account: { id: conversation.account_id },
          address: conversation.lead,
          signature_id: signature.id,
          blocked: null,
          is_last: true,
        },
      ],
    });
    const { message } = (
      await send(conversation, 'Here it is.', {
        cc: ['boss@customer.example', 'BOSS@customer.example', conversation.lead],
        upload_ids: [file.id],
        signature_id: signature.id,
        quotes: true,
      })
    ).data;
    expect(message).toMatchObject({
      cc: ['BOSS@customer.example'],
      attachments: [{ name: 'offer.pdf', size: pdf.length }],
    });
    const verdict = await verdictOf(message.id);
    if (verdict?.verdict !== 'go' || !verdict.letter) throw new Error('it does not leave');
    const { letter } = verdict;
    expect(letter).toMatchObject({
      cc: ['BOSS@customer.example'],
      attachments: [{ name: 'offer.pdf', type: 'application/pdf' }],
    });
    expect(letter.text).toMatch(/^Here it is\.\n\nAda\n\nOn .+ UTC, .+ wrote:\n> Yes, please\./);
    expect(letter.html).toContain('<b>Ada</b>');
    expect(letter.html).toContain('<blockquote');
    expect(letter.html).not.toContain('script');
    expect((await person.call(api.listChatUploads, { params: { id: conversation.prospect_id } })).data.uploads).toEqual(
      [],
    );
  });

  test('copies cannot carry headers or suppressed addresses', async () => {
    const conversation = await answered();
    for (const cc of [
      'a@b.example\r\nBcc: all@world.example',
      'a@b.example, c@d.example',
      '"x" <a@b.example>',
      'nobody',
    ]) {
      expect((await send(conversation, 'Hello', { cc: [cc] })).status).toBe(400);
    }
    expect(
      (await send(conversation, 'Hello', { cc: Array.from({ length: 26 }, (_, n) => `p${n}@x.example`) })).status,
    ).toBe(400);
    await server.owner.query(
      `insert into suppressions (organization_id, email, reason) values ($1, 'out@customer.example', 'unsubscribe')`,
      [person.organization_id],
    );
    expect((await send(conversation, 'Hello', { cc: ['out@customer.example'] })).error.error).toBe(
      "out@customer.example asked not to get email from you. You can't write to this address.",
    );
  });

  test('a lead who opts out while the message waits gets nothing', async () => {
    const conversation = await answered();
    const { message } = (await send(conversation, 'Later', { undo_in_seconds: 10 })).data;
    await server.owner.query(
      `insert into suppressions (organization_id, email, reason) values ($1, $2, 'unsubscribe')`,
      [person.organization_id, conversation.lead],
    );
    expect(await verdictOf(message.id)).toMatchObject({ verdict: 'fail' });
    const { senders } = (await person.call(api.listAnswerSenders, { params: { id: conversation.prospect_id } })).data;
    expect(senders[0]?.blocked).toContain('asked not to get email from you');
  });
});

describe('files', () => {
  test('one that lies about its type is refused, and a name holds no path, control or direction', async () => {
    const conversation = await answered();
    expect((await upload(conversation, 'MZ\x90\x00', 'invoice.pdf')).error.code).toBe('message_file_type');
    expect((await upload(conversation, pdf, 'page.html', 'text/html')).error.code).toBe('message_file_type');
    expect((await upload(conversation, pdf, 'photo.png', 'image/png')).error.code).toBe('message_file_type');
    const { upload: kept } = (await upload(conversation, pdf, '../../etc/gpj\u202Efdp\u0000.pdf')).data;
    expect(kept.name).toMatch(/^[^/\\\p{Cc}\p{Cf}]+$/u);
    const large = Buffer.alloc(25 * 1024 * 1024);
    pdf.copy(large);
    expect((await upload(conversation, large)).error.code).toBe('message_file_size');
  });

  test('uploads are private until sent, and a message with a missing file does not leave', async () => {
    const [conversation, other] = [await answered(), await answered()];
    const { upload: file } = (await upload(conversation, pdf)).data;
    expect(
      (
        await stranger.call(api.addChatUpload, { params: { id: conversation.prospect_id } }, [
          { field: 'file', filename: 'a.pdf', content: pdf, content_type: 'application/pdf' },
        ])
      ).status,
    ).toBe(404);
    expect((await send(other, 'Hello', { upload_ids: [file.id] })).error.code).toBe('send_refused');
    expect(await history(other)).toHaveLength(1);
    await person.call(api.deleteChatUpload, { params: { id: conversation.prospect_id, uploadId: file.id } });
    expect((await send(conversation, 'Hello', { upload_ids: [file.id] })).error.code).toBe('send_refused');
  });
});

describe('taking back and sending later', () => {
  test.each([-3, 3])(
    'a machine whose clock is %d minutes off keeps the undo window, and sends now on request',
    async (minutes) => {
      const conversation = await answered();
      const { clock } = server.program.system;
      const { now } = clock;
      const secondsUntilDue = async (id: number) => ((await intentOf(id)).due_at.getTime() - Date.now()) / 1000;
      clock.now = () => new Date(now().getTime() + minutes * 60_000);
      try {
        const { message } = (await send(conversation, 'One moment', { undo_in_seconds: 30 })).data;
        expect(await secondsUntilDue(message.id)).toBeGreaterThan(15);
        expect(await secondsUntilDue(message.id)).toBeLessThan(31);
        await person.call(api.sendScheduledMessage, { params: keyOf(conversation, message.id) });
        expect(await secondsUntilDue(message.id)).toBeLessThan(1);
        const timed = (await send(conversation, 'Later', { send_at: inAnHour() })).data.message;
        const body = { send_at: new Date(Date.now() - 60_000).toISOString() };
        const past = await person.call(api.updateScheduledMessage, { params: keyOf(conversation, timed.id), body });
        expect(past.error.code).toBe('send_time');
      } finally {
        clock.now = now;
      }
    },
  );

  test('within the seconds to take it back nothing has been said, and all of it comes back', async () => {
    const conversation = await answered();
    const { upload: file } = (await upload(conversation, pdf)).data;
    const { message } = (
      await send(conversation, 'Oops', { undo_in_seconds: 10, upload_ids: [file.id], cc: ['x@y.example'] })
    ).data;
    expect(message).toMatchObject({ delivery: 'SCHEDULED', is_timed: false });
    const due = (await intentOf(message.id)).due_at.getTime() - Date.now();
    expect(due).toBeGreaterThan(5000);
    const chat = (await person.call(api.getChat, { params: { id: conversation.prospect_id } })).data.chat;
    expect(chat.latest_message?.message).toBe('Yes, please.');
    const { draft } = (await person.call(api.cancelScheduledMessage, { params: keyOf(conversation, message.id) })).data;
    expect(draft).toMatchObject({ message: 'Oops', cc: ['x@y.example'], uploads: [{ name: 'offer.pdf' }] });
    expect((await intentOf(message.id)).state).toBe('cancelled');
    expect(await history(conversation)).toHaveLength(1);
    expect((await person.call(api.cancelScheduledMessage, { params: keyOf(conversation, message.id) })).status).toBe(
      404,
    );
  });

  test('at its time it leaves, and is shown in the conversation from then on', async () => {
    const conversation = await answered();
    const { message } = (await send(conversation, 'Good morning', { send_at: inAnHour() })).data;
    expect(message).toMatchObject({ delivery: 'SCHEDULED', is_timed: true });
    expect(await verdictOf(message.id)).toMatchObject({ verdict: 'go' });
    const chat = (await person.call(api.getChat, { params: { id: conversation.prospect_id } })).data.chat;
    expect(chat.latest_message).toMatchObject({ message: 'Good morning', sent_by_prospect: false });
    expect((await history(conversation))[0]).toMatchObject({ delivery: 'SENDING' });
  });

  test('it is changed, sent immediately, and never twice', async () => {
    const conversation = await answered();
    const { message } = (await send(conversation, 'Tomorrow', { send_at: inAnHour() })).data;
    const params = keyOf(conversation, message.id);
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const changed = await person.call(api.updateScheduledMessage, {
      params,
      body: { message: 'The day after', send_at: later },
    });
    expect(changed.data.message).toMatchObject({ message: 'The day after', sent_at: later });
    expect((await intentOf(message.id)).due_at.toISOString()).toBe(later);
    await Promise.all([1, 2, 3].map(() => person.call(api.sendScheduledMessage, { params })));
    const rows = await server.owner.query(
      `select count(*)::int as count from outbound_intents where kind = 'chat_answer' and ref_id = $1`,
      [message.id],
    );
    expect(rows.rows[0].count).toBe(1);
    expect((await intentOf(message.id)).due_at.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
  });

  test('once a dispatch has it, it can be neither changed nor taken back', async () => {
    const conversation = await answered();
    const { message } = (await send(conversation, 'Going', { send_at: inAnHour() })).data;
    await verdictOf(message.id);
    await server.owner.query(
      `update outbound_intents set state = 'dispatching' where kind = 'chat_answer' and ref_id = $1`,
      [message.id],
    );
    const params = keyOf(conversation, message.id);
    expect((await person.call(api.updateScheduledMessage, { params, body: { message: 'Else' } })).error.code).toBe(
      'already_leaving',
    );
    expect((await person.call(api.cancelScheduledMessage, { params })).error.code).toBe('already_leaving');
    expect((await person.call(api.sendScheduledMessage, { params })).error.code).toBe('already_leaving');
    expect((await history(conversation))[0]?.message).toBe('Going');
  });

  test('an edit waits for a dispatch that is being decided', async () => {
    const conversation = await answered();
    const { message } = (await send(conversation, 'As it was', { send_at: inAnHour() })).data;
    const intent = await intentOf(message.id);
    const holder = await server.owner.connect();
    await holder.query('begin');
    await holder.query('select from outbound_intents where id = $1 for no key update', [intent.id]);
    const edit = person.call(api.updateScheduledMessage, {
      params: keyOf(conversation, message.id),
      body: { message: 'Too late' },
    });
    await holder.query(`update outbound_intents set state = 'dispatching' where id = $1`, [intent.id]);
    await holder.query(`update chat_messages set delivery = 'SENDING' where id = $1`, [message.id]);
    await holder.query('commit');
    holder.release();
    expect((await edit).error.code).toBe('already_leaving');
    expect((await history(conversation))[0]?.message).toBe('As it was');
  });

  test('a reply in between pauses scheduled messages until a user decides', async () => {
    const conversation = await answered();
    const timed = (await send(conversation, 'As I said', { send_at: inAnHour() })).data.message;
    const undoable = (await send(conversation, 'Thanks', { undo_in_seconds: 10 })).data.message;
    await answer(conversation, 'Not needed any more.');
    const deliveries = new Map((await history(conversation)).map(({ id, delivery }) => [id, delivery]));
    expect([deliveries.get(timed.id), deliveries.get(undoable.id)]).toEqual(['PAUSED', 'SCHEDULED']);
    expect(await verdictOf(timed.id)).toMatchObject({ verdict: 'cancel' });
    await server.owner.query(
      `update outbound_intents set state = 'cancelled' where kind = 'chat_answer' and ref_id = $1`,
      [timed.id],
    );
    const params = keyOf(conversation, timed.id);
    expect((await person.call(api.sendScheduledMessage, { params })).data.message).toMatchObject({
      delivery: 'SCHEDULED',
      is_timed: false,
    });
    expect((await intentOf(timed.id)).state).toBe('intent');
    expect(await verdictOf(timed.id)).toMatchObject({ verdict: 'go' });
  });

  test('a time that is past or too far is refused, and so is another organization', async () => {
    const conversation = await answered();
    for (const send_at of [new Date(Date.now() - 1000), new Date(Date.now() + 91 * 86_400_000)]) {
      expect((await send(conversation, 'Hello', { send_at: send_at.toISOString() })).error.code).toBe('send_time');
    }
    expect((await send(conversation, 'Hello', { undo_in_seconds: 61 })).status).toBe(400);
    const { message } = (await send(conversation, 'Mine', { send_at: inAnHour() })).data;
    expect((await stranger.call(api.cancelScheduledMessage, { params: keyOf(conversation, message.id) })).status).toBe(
      404,
    );
  });
});

describe('who writes, and to whom', () => {
  test('of two simultaneous writers the second gets an error', async () => {
    const conversation = await answered();
    const seen = (await history(conversation))[0]?.id ?? 0;
    expect((await send(conversation, 'First', { seen_message_id: seen })).status).toBe(200);
    expect((await send(conversation, 'My own second', { seen_message_id: seen })).status).toBe(200);
    await server.owner.query('update chat_messages set author_user_id = null where prospect_id = $1', [
      conversation.prospect_id,
    ]);
    const second = await send(conversation, 'Second', { seen_message_id: seen });
    expect([second.status, second.error.code]).toEqual([409, 'wrote_meanwhile']);
    expect((await send(conversation, 'Second')).status).toBe(200);
  });

  test('a lead without messages gets a first mail with a subject, from a chosen sender', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    const params = { id: conversation.prospect_id };
    expect((await person.call(api.getChat, { params })).data.chat).toMatchObject({ messages: 0, latest_message: null });
    const { senders, subject_line } = (await person.call(api.listAnswerSenders, { params })).data;
    expect(subject_line).toBeNull();
    expect(senders.map(({ account }) => account.id)).toContain(conversation.account_id);
    const from = { account_id: conversation.account_id };
    expect((await send(conversation, 'Hello', from)).error.error).toBe('Please add a subject line.');
    const { message } = (await send(conversation, 'Hello', { ...from, subject_line: 'A question\r\nBcc: x@y.example' }))
      .data;
    expect(message).toMatchObject({ subject_line: 'A question Bcc: x@y.example', kind: 'CHAT' });
    expect(await verdictOf(message.id)).toMatchObject({
      verdict: 'go',
      letter: { to: { address: conversation.lead } },
    });
    const chats = (await person.call(api.listChats, { query: { sending_accounts: [conversation.account_id] } })).data
      .chats;
    expect(chats.map((chat) => chat.prospect.id)).toEqual([conversation.prospect_id]);
    expect((await stranger.call(api.getChat, { params })).status).toBe(404);
    const found = async (search_query: string, who: TestClient = person) =>
      (await who.call(api.findChatLeads, { query: { search_query } })).data.leads.map((lead) => lead.id);
    expect(await found(conversation.lead)).toEqual([conversation.prospect_id]);
    expect(await found('grace hop')).toContain(conversation.prospect_id);
    expect(await found('%')).toEqual([]);
    expect(await found('grace', stranger)).toEqual([]);
  });

  test('a sender of another organization is none', async () => {
    const conversation = await answered();
    const theirs = await makeConversation(server, stranger.organization_id);
    expect((await send(conversation, 'Hello', { account_id: theirs.account_id })).error.error).toBe(
      'This sender account is no longer connected.',
    );
    const params = { id: theirs.account_id };
    expect((await person.call(api.setSenderSignature, { params, body: { signature_id: null } })).status).toBe(404);
  });
});

describe('saved replies', () => {
  test('private ones are the user’s, shared ones the organization’s, and HTML in them is text', async () => {
    const save = (body: { name: string; message: string; is_own: boolean }, who: TestClient = person) =>
      who.call(api.createSavedReply, { body });
    const own = (await save({ name: 'Mine', message: 'Hi {{first_name}}', is_own: true })).data.saved_reply;
    const shared = (await save({ name: 'Price', message: '<img src=x onerror=alert(1)>', is_own: false })).data
      .saved_reply;
    await person.call(api.noteSavedReplyUsed, { params: { id: shared.id } });
    const { saved_replies } = (await person.call(api.listSavedReplies)).data;
    expect(saved_replies).toMatchObject([
      { id: shared.id, use_count: 1, is_own: false, message: '<img src=x onerror=alert(1)>' },
      { id: own.id, is_own: true },
    ]);
    expect((await stranger.call(api.listSavedReplies)).data.saved_replies).toEqual([]);
    await server.owner.query('update saved_replies set user_id = null where id = $1', [shared.id]);
    expect((await stranger.call(api.deleteSavedReply, { params: { id: shared.id } })).status).toBe(404);
    const changed = { name: 'Price', message: 'It costs 79 euros.', is_own: false };
    expect(
      (await person.call(api.updateSavedReply, { params: { id: shared.id }, body: changed })).data.saved_reply.message,
    ).toBe('It costs 79 euros.');
    expect((await person.call(api.deleteSavedReply, { params: { id: own.id } })).status).toBe(200);
    expect((await save({ name: ' ', message: 'x', is_own: true })).status).toBe(400);
  });

  test('have a language, and count what leads wrote after messages with them', async () => {
    const body = { name: 'Prijs', message: 'Het kost 79 euro.', is_own: false, language: 'nl' as const };
    const { saved_reply } = (await person.call(api.createSavedReply, { body })).data;
    expect(saved_reply.language).toBe('nl');
    const params = { id: saved_reply.id };
    const kept = await person.call(api.updateSavedReply, { params, body: { ...body, language: undefined } });
    expect(kept.data.saved_reply.language).toBe('nl');
    const any = await person.call(api.updateSavedReply, { params, body: { ...body, language: null } });
    expect(any.data.saved_reply.language).toBeNull();
    const own = (await stranger.call(api.createSavedReply, { body })).data.saved_reply;
    const sent = [await answered(), await answered(), await answered()];
    for (const conversation of sent) {
      const { message } = (await send(conversation, 'Het kost 79 euro.', { saved_reply_ids: [saved_reply.id, own.id] }))
        .data;
      await server.owner.query(`update chat_messages set delivery = 'SENT' where id = $1`, [message.id]);
    }
    await send(await answered(), 'It waits', { saved_reply_ids: [saved_reply.id] });
    await answer(sent[0]!, 'Yes, I am interested. Please send me an offer.');
    await answer(sent[1]!, 'Which ports do you support?');
    const { figures } = (await person.call(api.listSavedReplies)).data;
    expect(figures).toEqual([{ id: saved_reply.id, sent: 3, answered: 2, positive: 1 }]);
    expect((await stranger.call(api.listSavedReplies)).data.figures).toEqual([]);
  });

  test('a message that still names a variable does not leave, and HTML is written as text', async () => {
    const conversation = await answered();
    expect((await send(conversation, 'Hi {{company_name}}')).error.error).toBe('Fill in {{company_name}} first.');
    const { message } = (await send(conversation, '<script>alert(1)</script>')).data;
    const verdict = await verdictOf(message.id);
    expect(verdict?.verdict === 'go' ? verdict.letter?.html : '').toContain('&lt;script&gt;');
  });
});
