import { api } from '@overture/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import type { IntentHead } from '../../action-kinds/index.ts';
import { type Conversation, type MailChange, makeConversation, receiveReply } from '../chats.factory.ts';
import { chatMessageKind } from '../send-message.service.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
beforeAll(async () => {
  person = await server.signUp('Ada Jansen');
});

const address = (email: string) => ({ name: null, address: email });
const answered = async (change: MailChange = {}) => {
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation, { text: 'Yes, please.', ...change });
  return conversation;
};
type Body = Partial<NonNullable<NonNullable<Parameters<typeof person.call<typeof api.sendChatMessage>>[1]>['body']>>;
const send = ({ prospect_id }: Conversation, body: Body) =>
  person.call(api.sendChatMessage, { params: { id: prospect_id }, body: { message: 'Here it is.', ...body } });
const repliesToAll = async ({ prospect_id }: Conversation) =>
  (await person.call(api.listAnswerSenders, { params: { id: prospect_id } })).data.reply_all;
const letterOf = async (messageId: number) => {
  const { rows } = await server.owner.query<IntentHead>(
    `select *, id::int, ref_id::int, organization_id::int from outbound_intents where kind = 'chat_answer' and ref_id = $1`,
    [messageId],
  );
  const verdict = await server.program.system.systemTransaction(async (tx) =>
    (await chatMessageKind.check(tx, rows, new Date())).get(rows[0]!.id),
  );
  if (verdict?.verdict !== 'go' || !verdict.letter) throw new Error(`it does not leave: ${JSON.stringify(verdict)}`);
  return verdict.letter;
};

describe('a reply to all', () => {
  test('goes to everyone whom the mail names, and to no mailbox of ours', async () => {
    const other = await makeConversation(server, person.organization_id);
    const conversation = await answered();
    const own = conversation.sender.replace('@', '+sales@');
    await receiveReply(server, conversation, {
      to: [conversation.sender, 'Boss@customer.example', conversation.lead, own].map(address),
      cc: ['legal@customer.example', other.sender, 'boss@customer.example', 'not an address', '<x>\r\nBcc: y'].map(
        address,
      ),
    });
    const { cc, left_out } = await repliesToAll(conversation);
    expect({ cc, left_out }).toEqual({ cc: ['boss@customer.example', 'legal@customer.example'], left_out: 0 });
    const { message } = (await send(conversation, { cc })).data;
    expect(await letterOf(message.id)).toMatchObject({ to: { address: conversation.lead }, cc });
    const { messages } = (await person.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id } }))
      .data;
    expect(messages[1]).toMatchObject({
      cc: [],
      recipients: {
        to: ['boss@customer.example', conversation.lead, own],
        cc: ['legal@customer.example', other.sender],
      },
    });
  });

  test('keeps the lead where a colleague answered', async () => {
    const conversation = await answered();
    const boss = conversation.lead.replace(/^[^@]+/, 'boss');
    await receiveReply(server, conversation, { from: boss, cc: [address(conversation.lead)] });
    const { senders, reply_all } = (
      await person.call(api.listAnswerSenders, { params: { id: conversation.prospect_id } })
    ).data;
    expect(senders[0]?.address).toBe(boss);
    expect(reply_all.cc).toEqual([conversation.lead]);
  });

  test('stays within the recipients of one mail, however many a stranger names', async () => {
    const many = (name: string) => Array.from({ length: 2_000 }, (_, n) => address(`${name}${n}@customer.example`));
    const conversation = await answered({ to: many('to'), cc: many('cc') });
    const { cc, left_out } = await repliesToAll(conversation);
    expect([cc.length, left_out]).toEqual([24, 76]);
    expect((await send(conversation, { cc })).status).toBe(200);
    const tooMany = await send(conversation, { cc, bcc: ['one@more.example'], message: 'Another one.' });
    expect(tooMany.error.error).toBe('A message can have up to 25 recipients; this one has 26.');
  });
});

describe('a blind copy', () => {
  test('leaves with the mail, once for each address, and none of the recipients is shown twice', async () => {
    const conversation = await answered();
    const { message } = (
      await send(conversation, {
        cc: ['boss@customer.example'],
        bcc: ['crm@own.example', 'BOSS@customer.example', conversation.lead.toUpperCase()],
      })
    ).data;
    expect(message.recipients).toEqual({ to: [], cc: ['boss@customer.example'], bcc: ['crm@own.example'] });
    expect(await letterOf(message.id)).toMatchObject({ cc: ['boss@customer.example'], bcc: ['crm@own.example'] });
  });

  test('carries no headers, and is refused by name where it is suppressed', async () => {
    const conversation = await answered();
    for (const bcc of ['a@b.example\r\nTo: all@world.example', 'a@b.example, c@d.example', 'nobody'])
      expect((await send(conversation, { bcc: [bcc] })).status).toBe(400);
    await server.owner.query(
      `insert into suppressions (organization_id, email, reason) values ($1, 'gone@customer.example', 'unsubscribe')`,
      [person.organization_id],
    );
    expect((await send(conversation, { bcc: ['gone@customer.example'] })).error.error).toBe(
      "gone@customer.example asked not to get email from you. You can't write to this address.",
    );
    const { message } = (await send(conversation, { bcc: ['later@customer.example'] })).data;
    await server.owner.query(
      `insert into suppressions (organization_id, email, reason) values ($1, 'later@customer.example', 'unsubscribe')`,
      [person.organization_id],
    );
    await expect(letterOf(message.id)).rejects.toThrow('later@customer.example is on your suppression list.');
  });

  test('comes back when the message is taken back, and a draft keeps it in a column that archives leave out', async () => {
    const conversation = await answered();
    const params = { id: conversation.prospect_id };
    const bcc = ['crm@own.example'];
    const { message } = (await send(conversation, { bcc, undo_in_seconds: 30 })).data;
    const { draft } = (await person.call(api.cancelScheduledMessage, { params: { ...params, messageId: message.id } }))
      .data;
    expect(draft).toMatchObject({ message: 'Here it is.', bcc });
    const save = (version: number, extras: object) =>
      person.call(api.saveChatDraft, { params, body: { message: 'Hello', extras, version } });
    const first = await save(0, { cc: ['a@own.example'], bcc });
    expect(first.data.own).toMatchObject({ extras: { cc: ['a@own.example'], bcc }, version: 1 });
    expect((await person.call(api.getChatDraft, { params })).data.own?.extras.bcc).toEqual(bcc);
    // A second window that knows nothing of it.
    expect((await save(0, { cc: ['a@own.example'] })).error.code).toBe('draft_changed');
    const { rows } = await server.owner.query<{ extras: object; bcc_emails: string[] }>(
      'select extras, bcc_emails from user_drafts where prospect_id = $1',
      [conversation.prospect_id],
    );
    expect(rows[0]).toEqual({ extras: { cc: ['a@own.example'] }, bcc_emails: bcc });
  });
});
