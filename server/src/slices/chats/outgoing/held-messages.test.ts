import { api } from '@overture/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import type { Outcome } from '../../action-kinds/index.ts';
import { type Conversation, makeConversation, receiveReply } from '../chats.factory.ts';
import { chatMessageKind } from '../send-message.service.ts';

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp('Ada Jansen');
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

const talking = async () => {
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation);
  return conversation;
};
const write = async (conversation: Conversation, message: string, body: { send_at?: string } = {}) => {
  const params = { id: conversation.prospect_id };
  const sent = await person.call(api.sendChatMessage, { params, body: { message, ...body } });
  return { id: conversation.prospect_id, messageId: sent.data.message.id };
};
const intentOf = async (messageId: number) =>
  (
    await server.owner.query(
      `select *, id::int, ref_id::int, organization_id::int from outbound_intents where kind = 'chat_answer' and ref_id = $1`,
      [messageId],
    )
  ).rows[0];
/** The dispatcher reports the outcome of a planned message. */
const settle = async (messageId: number, outcome: Outcome) => {
  const intent = await intentOf(messageId);
  await server.program.system.systemTransaction((tx) =>
    chatMessageKind.settled(tx, [{ ...intent, dispatched_at: null, outcome }], new Date()),
  );
};
const hold = (messageId: number) =>
  settle(messageId, {
    outcome: 'held',
    rule: 'sender_held',
    until: new Date(),
    reason: 'The server asks to slow down.',
    is_try: false,
  });
/** The verdict when the dispatcher is about to send, a while later. */
const verdictOf = async (messageId: number, minutes = 0) => {
  const intent = await intentOf(messageId);
  const verdicts = await server.program.system.systemTransaction((tx) =>
    chatMessageKind.check(tx, [intent], new Date(Date.now() + minutes * 60_000)),
  );
  return verdicts.get(intent.id)?.verdict;
};
const messageOf = async ({ id, messageId }: { id: number; messageId: number }) =>
  (await person.call(api.getChatHistory, { params: { prospectId: id } })).data.messages.find(
    (message) => message.id === messageId,
  );

test('a reply cancels a scheduled message, and a held sender does not bring it back', async () => {
  const conversation = await talking();
  const key = await write(conversation, 'As I said', { send_at: inAnHour() });
  await receiveReply(server, conversation, { text: 'We signed with another supplier.' });
  expect(await intentOf(key.messageId)).toMatchObject({ state: 'cancelled', reason: 'The lead has written since.' });
  await hold(key.messageId);
  expect(await messageOf(key)).toMatchObject({ delivery: 'PAUSED' });
  expect(await verdictOf(key.messageId)).toBe('cancel');
});

test('a message that its sender holds can be taken back, and leaves the conversation as it was', async () => {
  const conversation = await talking();
  const key = await write(conversation, 'Hello again');
  await hold(key.messageId);
  expect(await messageOf(key)).toMatchObject({ delivery: 'SCHEDULED', error: 'The server asks to slow down.' });
  const { draft } = (await person.call(api.cancelScheduledMessage, { params: key })).data;
  expect(draft.message).toBe('Hello again');
  const { chat } = (await person.call(api.getChat, { params: { id: key.id } })).data;
  expect(chat.latest_message?.message).toContain('I am reading it on the train.');
});

test('a message that its sender holds is paused by a reply', async () => {
  const conversation = await talking();
  const key = await write(conversation, 'Hello again');
  await hold(key.messageId);
  await receiveReply(server, conversation, { text: 'Please call me.' });
  expect(await messageOf(key)).toMatchObject({ delivery: 'PAUSED' });
  expect((await intentOf(key.messageId)).state).toBe('cancelled');
});

test('a message older than the last reply needs a new decision, unless it was just decided', async () => {
  const conversation = await talking();
  const key = await write(conversation, 'Hello again');
  await receiveReply(server, conversation, { text: 'Please call me.' });
  expect(await verdictOf(key.messageId)).toBe('go');
  await server.owner.query(`update chat_messages set delivery = 'SENDING' where id = $1`, [key.messageId]);
  expect(await verdictOf(key.messageId, 2)).toBe('cancel');
  await settle(key.messageId, { outcome: 'cancelled', reason: 'The lead has written since.' });
  expect(await messageOf(key)).toMatchObject({ delivery: 'PAUSED' });
  await person.call(api.sendScheduledMessage, { params: key });
  expect(await verdictOf(key.messageId, 2)).toBe('go');
});

test('a message that is paused counts as sent once its mail is found', async () => {
  const conversation = await talking();
  const key = await write(conversation, 'As I said', { send_at: inAnHour() });
  await receiveReply(server, conversation);
  await settle(key.messageId, { outcome: 'confirmed', settled_by: 'sent_folder', at: new Date() });
  expect(await messageOf(key)).toMatchObject({ delivery: 'SENT' });
});

test('other words of a paused message do not plan it; a time does', async () => {
  const conversation = await talking();
  const key = await write(conversation, 'As I said', { send_at: inAnHour() });
  await receiveReply(server, conversation);
  const changed = await person.call(api.updateScheduledMessage, { params: key, body: { message: 'As you said' } });
  expect(changed.data.message).toMatchObject({ message: 'As you said', delivery: 'PAUSED' });
  expect((await intentOf(key.messageId)).state).toBe('cancelled');
  const planned = await person.call(api.updateScheduledMessage, { params: key, body: { send_at: inAnHour() } });
  expect(planned.data.message).toMatchObject({ message: 'As you said', delivery: 'SCHEDULED' });
  expect(await verdictOf(key.messageId, 61)).toBe('go');
});

test('how often a lead has written costs a message nothing', async () => {
  const conversation = await talking();
  const written = await write(conversation, 'Tomorrow at nine?', { send_at: inAnHour() });
  await server.owner.query(
    `insert into chat_messages (organization_id, prospect_id, account_id, kind, sent_by_prospect, message, sent_at, created_at)
      select organization_id, prospect_id, account_id, 'REPLY', true, 'Hello', app_now(), app_now() - interval '1 day'
      from chat_messages, generate_series(1, 2000) where id = $1`,
    [written.messageId],
  );
  await server.owner.query('analyze chat_messages');
  const intent = await intentOf(written.messageId);
  const read = await server.program.system.systemTransaction(async (tx) => {
    expect((await chatMessageKind.check(tx, [intent], new Date())).get(intent.id)?.verdict).toBe('go');
    const { rows } = await sql<{ rows: number }>`select (seq_tup_read + idx_tup_fetch)::int as rows
      from pg_stat_xact_user_tables where relname = 'chat_messages'`.execute(tx.db);
    return rows[0]!.rows;
  });
  // Without an index by time all 2,000 are read; what else the file has written varies the plan.
  expect(read).toBeLessThan(1900);
});
