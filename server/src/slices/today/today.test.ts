import { api } from '@overture/contract';
import { beforeEach, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { type Conversation, makeConversation, receiveReply } from '../chats/chats.factory.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
beforeEach(async () => {
  person = await server.signUp();
});

async function replied(text: string): Promise<Conversation> {
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation, { text });
  return conversation;
}
async function waiting(kind: 'opt_out' | 'review', who = person, filter = {}) {
  const { data } = await who.call(api.listToday, { query: { timezone: 'Europe/Berlin', kind, ...filter } });
  const counted = data.counts.find((one) => one.kind === kind)?.count;
  expect(counted).toBe(data.items.length);
  return data.items.map(({ id }) => id);
}
const idsOf = (...conversations: Conversation[]) => conversations.map(({ prospect_id }) => prospect_id);
const change = (conversation: Conversation, changed: object) =>
  person.call(api.changeChats, { body: { prospect_ids: idsOf(conversation), change: changed as never } });

const DOUBTFUL = 'Please stop writing to me at this address, it is private.';
const MIXED = 'Sounds great! Unfortunately we are not interested right now.';

test('a possible opt-out waits once for a lead, until a user decides', async () => {
  const [first, second] = [await replied(DOUBTFUL), await replied(DOUBTFUL)];
  await receiveReply(server, first, { text: DOUBTFUL });
  await replied('Please remove me from your list.');
  expect(await waiting('opt_out')).toEqual(idsOf(first, second));
  expect(await waiting('opt_out', person, { campaign_id: second.campaign_id })).toEqual(idsOf(second));
  expect((await person.call(api.countToday)).data.total).toBe(2);
  for (const [{ prospect_id }, wants_out] of [[first, false] as const, [second, true] as const])
    await person.call(api.answerOptOut, { params: { id: prospect_id }, body: { wants_out } });
  expect(await waiting('opt_out')).toEqual([]);
  expect(await waiting('review')).toEqual([]);
});

test('it waits after a sure opinion too, and not in the trash', async () => {
  const conversation = await replied('That sounds good, tell me more.');
  await receiveReply(server, conversation, { text: DOUBTFUL });
  expect(await waiting('opt_out')).toEqual(idsOf(conversation));
  await change(conversation, { archived: true });
  expect(await waiting('opt_out')).toEqual([]);
});

test('a lead who opted out for certain is not listed', async () => {
  const [listed, written, linked] = [await replied(DOUBTFUL), await replied(DOUBTFUL), await replied(DOUBTFUL)];
  expect(await waiting('opt_out')).toEqual(idsOf(listed, written, linked));
  await person.call(api.suppressChatLeads, { body: { prospect_ids: idsOf(listed), reason: 'unsubscribe' } });
  await receiveReply(server, written, { text: 'Please remove me from your list.' });
  expect(await waiting('opt_out')).toEqual(idsOf(linked));
  const history = async ({ prospect_id: prospectId }: Conversation) =>
    (await person.call(api.getChatHistory, { params: { prospectId } })).data;
  expect(await history(listed)).toMatchObject({ asks_opt_out: false, opt_out_from: null });
  expect(await history(linked)).toMatchObject({ asks_opt_out: true });
});

test('a reply of an unsure type waits until its type is set, or someone deals with it', async () => {
  const [typed, later, trash] = [await replied(MIXED), await replied(MIXED), await replied(MIXED)];
  await replied('That sounds good, tell me more.');
  await replied('Does it work with our own telephone system?');
  expect(await waiting('review')).toEqual(idsOf(typed, later, trash));
  await change(typed, { reply_class: 'not_interested' });
  await change(later, { remind_at: new Date(Date.now() + 86_400_000).toISOString() });
  await change(trash, { archived: true });
  expect(await waiting('review')).toEqual([]);
});

test('it belongs to its assignee, and to no other organization', async () => {
  const [own, free] = [await replied(MIXED), await replied(MIXED)];
  await change(own, { assigned_user_id: person.user_id });
  expect(await waiting('review', person, { owner_id: person.user_id })).toEqual(idsOf(own));
  expect(await waiting('review')).toEqual(idsOf(own, free));
  expect(await waiting('review', await server.signUp())).toEqual([]);
});

test('a month later it is left to the inbox', async () => {
  const conversation = await replied(MIXED);
  await server.owner.query(
    `update chats set last_message_at = last_message_at - interval '31 days' where prospect_id = $1`,
    [conversation.prospect_id],
  );
  expect(await waiting('review')).toEqual([]);
});
