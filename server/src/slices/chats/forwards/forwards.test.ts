import { api } from '@overture/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import type { IntentHead } from '../../action-kinds/index.ts';
import { attachment, type Conversation, type MailChange, makeConversation, receiveReply } from '../chats.factory.ts';
import { findSaidBefore } from '../class-reading/class-reading.store.ts';
import { chatForwardKind } from '../send-message.service.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  [person, stranger] = [await server.signUp('Ada Jansen'), await server.signUp()];
});

const BOSS = 'boss@own.example';
type Body = Partial<NonNullable<NonNullable<Parameters<typeof person.call<typeof api.forwardChatMessage>>[1]>['body']>>;

const answered = async (lead?: string) => {
  const conversation = await makeConversation(server, person.organization_id, lead ? { lead } : {});
  const files = [attachment({ filename: 'contract.docx', content_type: 'application/msword' }), attachment()];
  await receiveReply(server, conversation, { text: 'See the contract.\n<b>', attachments: files });
  return conversation;
};
const history = async ({ prospect_id }: Conversation) =>
  (await person.call(api.getChatHistory, { params: { prospectId: prospect_id } })).data.messages;
const forward = async (conversation: Conversation, body: Body = {}, who: Person = person) => {
  const source = (await history(conversation)).find(({ kind }) => kind === 'REPLY')!;
  const params = { id: conversation.prospect_id, messageId: source.id };
  return who.call(api.forwardChatMessage, { params, body: { to: [BOSS], message: 'What do you think?', ...body } });
};
const intentsOf = async (messageId: number) =>
  (
    await server.owner.query<IntentHead & { state: string }>(
      `select *, id::int, ref_id::int, organization_id::int from outbound_intents where kind = 'chat_forward' and ref_id = $1`,
      [messageId],
    )
  ).rows;
const verdictOf = async (messageId: number) => {
  const [intent] = await intentsOf(messageId);
  return server.program.system.systemTransaction(async (tx) =>
    (await chatForwardKind.check(tx, [intent!], new Date())).get(intent!.id),
  );
};
const letterOf = async (messageId: number) => {
  const verdict = await verdictOf(messageId);
  if (verdict?.verdict !== 'go' || !verdict.letter) throw new Error(`it does not leave: ${JSON.stringify(verdict)}`);
  return verdict.letter;
};
/** It leaves, as the dispatcher records it. */
const leave = async ({ context }: Conversation, messageId: number) => {
  const message_id = `fwd.${messageId}@sender.example`;
  await context.transaction(async (tx) => {
    await sql`update outbound_intents set state = 'confirmed', message_id = ${message_id}, to_email = ${BOSS},
      dispatched_at = app_now(), subject = 'Fwd', body_text = 'Fwd' where kind = 'chat_forward' and ref_id = ${messageId}`.execute(
      tx.db,
    );
    await sql`update chat_messages set rfc_message_id = ${message_id}, delivery = 'SENT' where id = ${messageId}`.execute(
      tx.db,
    );
  });
  return message_id;
};
const chatOf = async ({ prospect_id }: Conversation) =>
  (await person.call(api.getChat, { params: { id: prospect_id } })).data.chat;

describe('a mail that is sent on', () => {
  test('has the words, files and heading of the mail, a thread of its own and several recipients', async () => {
    const conversation = await answered();
    const copies = { to: [BOSS, 'legal@own.example'], cc: ['cfo@own.example'], bcc: ['crm@own.example'] };
    const { message } = (await forward(conversation, copies)).data;
    expect(message).toMatchObject({
      kind: 'FORWARD',
      subject_line: 'Fwd: Re: Hello',
      recipients: copies,
      attachments: [{ name: 'contract.docx' }, { name: 'file.pdf' }],
    });
    const letter = await letterOf(message.id);
    expect(letter).toMatchObject({
      to: { address: BOSS },
      also_to: ['legal@own.example'],
      cc: ['cfo@own.example'],
      bcc: ['crm@own.example'],
      in_reply_to: null,
      references: [],
      unsubscribe_url: null,
    });
    expect(letter.text).toMatch(
      /^What do you think\?\n\n-{10} Forwarded message -{10}\nFrom: Grace Hopper\d+ <lead.+>\nDate: .+ UTC\nSubject: Re: Hello\nTo: .+\n\nSee the contract\./,
    );
    expect(letter.html).toContain('&lt;b&gt;');
    // Copies: a file that is deleted with one message stays with the other.
    const { rows } = await server.owner.query('select distinct file_key from chat_attachments where name = $1', [
      'contract.docx',
    ]);
    expect(rows.length).toBeGreaterThan(1);
  });

  test('is no message to the lead: draft, folder, campaign and contact stay as they were', async () => {
    const conversation = await answered();
    const before = await chatOf(conversation);
    const { message } = (await forward(conversation)).data;
    await leave(conversation, message.id);
    const after = await chatOf(conversation);
    expect({ ...after, messages: 0 }).toEqual({ ...before, messages: 0 });
    const [intent] = await intentsOf(message.id);
    expect(intent).toMatchObject({ prospect_id: null, campaign_id: null });
    const { senders } = (await person.call(api.listAnswerSenders, { params: { id: conversation.prospect_id } })).data;
    expect(senders[0]?.address).toBe(conversation.lead);
  });

  test('a reply to it is not taken for one of the lead, even from the company of the lead', async () => {
    const conversation = await answered();
    const { message } = (await forward(conversation)).data;
    const id = await leave(conversation, message.id);
    const colleague = conversation.lead.replace(/^[^@]+/, 'colleague');
    const before = (await history(conversation)).length;
    for (const from of [BOSS, colleague])
      await receiveReply(server, conversation, { from, in_reply_to: id, references: [id], text: 'Unsubscribe me.' });
    expect(await history(conversation)).toHaveLength(before);
    const { possible_answers } = (await person.call(api.listUnmatchedReplies)).data;
    expect(possible_answers.filter(({ prospect }) => prospect.id === conversation.prospect_id)).toEqual([]);
    // The lead got it from someone and replies: that is heard.
    await receiveReply(server, conversation, { in_reply_to: id, references: [id], text: 'I saw this.' });
    expect((await history(conversation))[0]).toMatchObject({ kind: 'REPLY', message: 'I saw this.' });
  });

  test('is sent once for a request that is repeated, and taken back whole', async () => {
    const conversation = await answered();
    const idempotency_key = crypto.randomUUID();
    const body = { idempotency_key, undo_in_seconds: 30, bcc: ['crm@own.example'], message: '' };
    const sent = await Promise.all([1, 2, 3].map(() => forward(conversation, body)));
    const ids = new Set(sent.map(({ data }) => data.message.id));
    expect(ids.size).toBe(1);
    const [messageId = 0] = ids;
    expect(await intentsOf(messageId)).toHaveLength(1);
    // The lead writes in between: that does not hold it back.
    await receiveReply(server, conversation);
    expect(await verdictOf(messageId).then((verdict) => verdict?.verdict)).toBe('go');
    await server.owner.query(`update chat_messages set delivery = 'SCHEDULED' where id = $1`, [messageId]);
    const params = { id: conversation.prospect_id, messageId };
    const { draft } = (await person.call(api.cancelScheduledMessage, { params })).data;
    expect(draft).toMatchObject({
      message: '',
      bcc: ['crm@own.example'],
      forward: { to: [BOSS], as_reply: false },
      uploads: [{ name: 'contract.docx' }, { name: 'file.pdf' }],
    });
    // The files of the mail itself are still there.
    const [source] = (await history(conversation)).filter(({ attachments }) => attachments.length > 0);
    const file = { id: conversation.prospect_id, attachmentId: source!.attachments[0]!.id };
    expect((await person.call(api.getChatAttachment, { params: file })).status).toBe(200);
    const again = await forward(conversation, { attachment_ids: [], upload_ids: draft.uploads.map(({ id }) => id) });
    expect(again.data.message.attachments).toHaveLength(2);
  });
});

describe('a reply to others of the mail', () => {
  const COLLEAGUE = 'sales@customer.example';
  const named = async () => {
    const conversation = await makeConversation(server, person.organization_id);
    const cc = [{ name: null, address: COLLEAGUE }];
    await receiveReply(server, conversation, { text: 'Ask my colleague.', cc, attachments: [attachment()] });
    return conversation;
  };

  test('goes to them alone, in the thread and with the mail quoted, and shows who got it', async () => {
    const conversation = await named();
    const source = (await history(conversation)).find(({ kind }) => kind === 'REPLY')!;
    const { message } = (await forward(conversation, { to: [COLLEAGUE], as_reply: true })).data;
    expect(message).toMatchObject({
      ...{ kind: 'FORWARD', subject_line: 'Re: Hello', attachments: [], sent_by_prospect: false },
      recipients: { to: [COLLEAGUE], cc: [], bcc: [] },
    });
    const letter = await letterOf(message.id);
    expect(letter).toMatchObject({ to: { address: COLLEAGUE }, also_to: [], cc: [], bcc: [], unsubscribe_url: null });
    const { rows } = await server.owner.query('select rfc_message_id from chat_messages where id = $1', [source.id]);
    expect(letter.in_reply_to).toBe(rows[0].rfc_message_id);
    expect(letter.references.at(-1)).toBe(rows[0].rfc_message_id);
    expect(letter.text).toMatch(/^What do you think\?\n\nOn .+ wrote:\n> Ask my colleague\./);
    expect(letter.html).toContain('<blockquote');
    expect(JSON.stringify(letter)).not.toContain(conversation.lead);
  });

  test('is answered in the conversation, also by a program that names this mail alone', async () => {
    const conversation = await named();
    const { message } = (await forward(conversation, { to: [COLLEAGUE], as_reply: true })).data;
    const id = await leave(conversation, message.id);
    const from = conversation.lead.replace(/^[^@]+/, 'sales');
    await receiveReply(server, conversation, { from, in_reply_to: id, references: [id], text: 'I decide this.' });
    const [newest] = await history(conversation);
    expect(newest).toMatchObject({ kind: 'REPLY', message: 'I decide this.', from: { email: from } });
  });

  test('is refused for others, the lead, suppressed people and without words', async () => {
    const conversation = await named();
    const refused = async (body: Body) => (await forward(conversation, { as_reply: true, ...body })).error?.error;
    expect(await refused({ to: ['stranger@customer.example'] })).toBe(
      "This email doesn't name stranger@customer.example. Forward it instead.",
    );
    expect(await refused({ to: [conversation.lead] })).toContain("this lead's own address");
    expect(await refused({ to: [COLLEAGUE], message: ' ' })).toBeTruthy();
    const { message } = (await forward(conversation, { to: [COLLEAGUE], as_reply: true, message: 'Later' })).data;
    await server.owner.query(
      `insert into suppressions (organization_id, email, reason) values ($1, $2, 'unsubscribe')`,
      [person.organization_id, COLLEAGUE],
    );
    expect(await refused({ to: [COLLEAGUE] })).toContain("You can't write to this address.");
    await expect(letterOf(message.id)).rejects.toThrow(`${COLLEAGUE} is on your suppression list.`);
    await server.owner.query(`delete from suppressions where organization_id = $1 and email = $2`, [
      person.organization_id,
      COLLEAGUE,
    ]);
  });

  test('waits for a person when someone writes before its time, as other messages in the thread do', async () => {
    const conversation = await named();
    const body = { to: [COLLEAGUE], as_reply: true, send_at: new Date(Date.now() + 3_600_000).toISOString() };
    const { message } = (await forward(conversation, body)).data;
    const plain = (await forward(conversation, { ...body, as_reply: false, message: 'For you.' })).data.message;
    const from = conversation.lead.replace(/^[^@]+/, 'sales');
    await receiveReply(server, conversation, { from, text: 'Please do not write to me.' });
    const deliveryOf = async (id: number) => (await history(conversation)).find((one) => one.id === id)?.delivery;
    expect([await deliveryOf(message.id), await deliveryOf(plain.id)]).toEqual(['PAUSED', 'SCHEDULED']);
    expect(await verdictOf(message.id)).toEqual({ verdict: 'cancel', reason: 'The lead has written since.' });
    const params = { id: conversation.prospect_id, messageId: message.id };
    expect((await person.call(api.sendScheduledMessage, { params })).data.message.delivery).toBe('SCHEDULED');
    expect((await letterOf(message.id)).to.address).toBe(COLLEAGUE);
  });

  test('is taken back as what it was', async () => {
    const conversation = await named();
    const { message } = (await forward(conversation, { to: [COLLEAGUE], as_reply: true, undo_in_seconds: 30 })).data;
    const params = { id: conversation.prospect_id, messageId: message.id };
    const { draft } = (await person.call(api.cancelScheduledMessage, { params })).data;
    expect(draft).toMatchObject({ message: 'What do you think?', forward: { to: [COLLEAGUE], as_reply: true } });
  });
});

describe('what a forward leaves as it was', () => {
  test('the sender that answers leave by, and what was last said to the lead', async () => {
    const conversation = await answered();
    const other = await makeConversation(server, person.organization_id);
    const { message } = (await forward(conversation, { account_id: other.account_id, message: 'Squeeze him.' })).data;
    await leave(conversation, message.id);
    const params = { id: conversation.prospect_id };
    const { senders } = (await person.call(api.listAnswerSenders, { params })).data;
    expect(senders.find(({ is_last }) => is_last)?.account.id).toBe(conversation.account_id);
    const answer = await person.call(api.sendChatMessage, { params, body: { message: 'Dear Grace' } });
    expect(answer.data.message.account?.id).toBe(conversation.account_id);
    const soon = new Date(Date.now() + 60_000);
    const read = conversation.context.read.bind(conversation.context);
    await server.owner.query(`update chat_messages set delivery = 'FAILED' where id = $1`, [answer.data.message.id]);
    const said = await read((tx) => findSaidBefore(tx, { prospect_id: conversation.prospect_id, sent_at: soon }));
    expect(said).not.toBe('Squeeze him.');
  });

  test('two mails sent on in one moment without a note are two, and so are two with other copies', async () => {
    const conversation = await answered();
    await receiveReply(server, conversation, { text: 'And the second mail.' });
    const params = (messageId: number) => ({ id: conversation.prospect_id, messageId });
    const received = (await history(conversation)).filter(({ kind }) => kind === 'REPLY');
    const body = { to: [BOSS], message: '', attachment_ids: [] };
    const send = async (id: number, extra: Body = {}) =>
      (await person.call(api.forwardChatMessage, { params: params(id), body: { ...body, ...extra } })).data.message.id;
    const [newest, older] = [received[0]!.id, received[1]!.id];
    const sent = [await send(newest), await send(older), await send(older, { bcc: ['crm@own.example'] })];
    expect(new Set(sent).size).toBe(3);
    expect(await send(older)).toBe(sent[1]);
  });
});

describe('a mail that comes back', () => {
  const suppressed = async (email: string) =>
    (
      await server.owner.query('select 1 from suppressions where organization_id = $1 and email = $2', [
        person.organization_id,
        email,
      ])
    ).rows.length;
  const bounce = (returned_message_id: string, final_recipient: string): MailChange => ({
    from: 'mailer-daemon@sender.example',
    in_reply_to: null,
    references: [],
    subject: 'Undelivered Mail Returned to Sender',
    returned_message_id,
    delivery_statuses: [
      { action: 'failed', status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 User unknown', final_recipient },
    ],
  });
  const statusOf = async (conversation: Conversation) => (await chatOf(conversation)).prospect.campaign_status;

  test.each(['FORWARD', 'CHAT'] as const)(
    'of a copy (%s) suppresses its address, and ends nothing of the lead',
    async (kind) => {
      const conversation = await makeConversation(server, person.organization_id);
      await receiveReply(server, conversation, { text: 'I am away.', subject: 'Automatic reply: Hello' });
      const before = await chatOf(conversation);
      const [source] = await history(conversation);
      expect(source?.kind).toBe('AUTO_REPLY');
      const params = { id: conversation.prospect_id };
      const returned = `gone-${kind.toLowerCase()}@own.example`;
      const { message } = (
        kind === 'FORWARD'
          ? await person.call(api.forwardChatMessage, {
              params: { ...params, messageId: source!.id },
              body: { to: [BOSS], bcc: [returned], message: '' },
            })
          : await person.call(api.sendChatMessage, { params, body: { message: 'Here it is.', bcc: [returned] } })
      ).data;
      const message_id = `back.${message.id}@sender.example`;
      await server.owner.query(
        `update outbound_intents set state = 'confirmed', message_id = $2, to_email = $3, bcc_emails = $4,
        dispatched_at = app_now(), settled_at = app_now(), subject = 'Hello', body_text = 'Hello'
        where kind in ('chat_forward', 'chat_answer') and ref_id = $1`,
        [message.id, message_id, kind === 'FORWARD' ? BOSS : conversation.lead, [returned]],
      );
      await receiveReply(server, conversation, bounce(message_id, returned));
      expect([await suppressed(returned), await suppressed(conversation.lead)]).toEqual([1, 0]);
      expect(await statusOf(conversation)).toBe(before.prospect.campaign_status);
      expect((await history(conversation)).filter(({ kind: is }) => is === 'BOUNCE')).toHaveLength(1);
    },
  );
});

test('an image of the note has a name of its own beside the files of the mail, and its words can be changed', async () => {
  const conversation = await makeConversation(server, person.organization_id);
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
  const received = attachment({ filename: 'image.png', content_type: 'image/png', content: png });
  await receiveReply(server, conversation, { text: 'See it.', attachments: [received] });
  const params = { id: conversation.prospect_id };
  const file = { field: 'file', filename: 'image.png', content: png, content_type: 'image/png' };
  const { upload } = (await person.call(api.addChatUpload, { params }, [file])).data;
  const formatted_text = '<p>Note <img src="cid:image.png" alt="Ours"></p>';
  const given = { message: 'Note [Ours]', formatted_text, upload_ids: [upload.id], undo_in_seconds: 60 };
  const { message } = (await forward(conversation, given)).data;
  expect(message.attachments).toMatchObject([{ name: 'image.png' }, { name: 'image 2.png' }]);
  const changed = await person.call(api.updateScheduledMessage, {
    params: { ...params, messageId: message.id },
    body: { message: 'Words [Ours]', formatted_text: formatted_text.replace('Note', 'Words') },
  });
  expect(changed.status).toBe(200);
});

describe('a forward is refused', () => {
  test('to the lead, to suppressed addresses by name, without a recipient, and with headers in an address', async () => {
    const conversation = await answered();
    const other = conversation.lead.toUpperCase();
    expect((await forward(conversation, { cc: [other] })).error.error).toBe(
      `${other} is this lead's own address. Reply to the lead instead.`,
    );
    await server.owner.query(
      `insert into suppressions (organization_id, email, reason) values ($1, 'gone@own.example', 'unsubscribe')`,
      [person.organization_id],
    );
    for (const body of [{ to: ['gone@own.example'] }, { bcc: ['gone@own.example'] }])
      expect((await forward(conversation, body)).error.error).toContain('gone@own.example asked not to get email');
    for (const to of [[], ['x@y.example\r\nBcc: z@y.example'], Array.from({ length: 26 }, (_, n) => `p${n}@x.example`)])
      expect((await forward(conversation, { to })).status).toBe(400);
    expect((await history(conversation)).every(({ kind }) => kind !== 'FORWARD')).toBe(true);
  });

  test('of another organization, of another conversation, with files of other mails, and above 25 MB', async () => {
    const [conversation, other] = [await answered(), await answered()];
    expect((await forward(conversation, {}, stranger)).status).toBe(404);
    const [source] = await history(other);
    const params = { id: conversation.prospect_id, messageId: source!.id };
    const body = { to: [BOSS], message: '' };
    expect((await person.call(api.forwardChatMessage, { params, body })).status).toBe(404);
    const foreign = source!.attachments.map(({ id }) => id);
    expect((await forward(conversation, { attachment_ids: foreign })).error.code).toBe('send_refused');
    await server.owner.query(
      'update chat_attachments set size = 14000000 where message_id in (select id from chat_messages where prospect_id = $1)',
      [conversation.prospect_id],
    );
    expect((await forward(conversation)).error.error).toContain('25 MB together');
    const [own] = await history(conversation);
    const one = await forward(conversation, { attachment_ids: [own!.attachments[0]!.id] });
    expect(one.data.message.attachments).toHaveLength(1);
  });

  test('an erased person is forgotten among the recipients of mails in conversations of others', async () => {
    const [conversation, erased] = [await answered(), await answered()];
    const { lead } = erased;
    const first = await forward(conversation, { to: [lead, BOSS], message: 'First' });
    expect(first.status).toBe(200);
    const second = await forward(conversation, { cc: [lead, 'cfo@own.example'], bcc: [lead], message: 'Second' });
    const ids = [first, second].map(({ data }) => data.message.id);
    await server.owner.query(
      `update outbound_intents i set state = 'confirmed', to_email = m.to_email, cc_emails = m.cc_emails, bcc_emails = m.bcc_emails
        from chat_messages m where m.id = i.ref_id and i.kind = 'chat_forward' and i.ref_id = any($1)`,
      [ids],
    );
    await person.call(api.saveChatDraft, {
      params: { id: conversation.prospect_id },
      body: { message: 'Still writing', version: 0, extras: { cc: [lead], subject: 'Kept' } },
    });
    const params = { id: erased.prospect_id };
    expect((await person.call(api.erasePerson, { params, body: {} })).status).toBe(202);
    const findAll = async () =>
      JSON.stringify(
        (
          await server.owner.query(
            `select m.to_email, m.other_to_emails, m.cc_emails, m.bcc_emails, i.to_email as sent_to, i.cc_emails as sent_cc, i.bcc_emails as sent_bcc
              from chat_messages m join outbound_intents i on i.kind = 'chat_forward' and i.ref_id = m.id where m.id = any($1) order by m.id`,
            [ids],
          )
        ).rows,
      );
    await expect.poll(findAll, { timeout: 20_000 }).not.toContain(lead);
    expect(JSON.parse(await findAll())).toMatchObject([
      { to_email: null, other_to_emails: [BOSS], sent_to: null },
      { to_email: BOSS, cc_emails: ['cfo@own.example'], bcc_emails: [], sent_cc: ['cfo@own.example'], sent_bcc: [] },
    ]);
    const { rows } = await server.owner.query('select message, extras from user_drafts where prospect_id = $1', [
      conversation.prospect_id,
    ]);
    expect(rows).toEqual([{ message: 'Still writing', extras: { subject: 'Kept' } }]);
    expect((await history(conversation)).filter(({ kind }) => kind === 'FORWARD')).toHaveLength(2);
  });

  test('an erased lead takes the mails with them that were sent on, and the text of the outbox', async () => {
    const conversation = await answered();
    const { message } = (await forward(conversation)).data;
    await leave(conversation, message.id);
    const params = { id: conversation.prospect_id };
    expect((await person.call(api.erasePerson, { params, body: {} })).status).toBe(202);
    await expect.poll(async () => (await intentsOf(message.id)).length).toBe(0);
  });
});
