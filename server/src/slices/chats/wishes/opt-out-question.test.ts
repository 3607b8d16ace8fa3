import { api } from '@overture/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { type Conversation, makeConversation, receiveReply } from '../chats.factory.ts';

/** A message that may be an opt-out: no address is suppressed, and a user decides. */

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  [person, stranger] = [await server.signUp(), await server.signUp()];
});

const DOUBTFUL = 'Please stop writing to me at this address, it is private.';
async function doubtful(text = DOUBTFUL): Promise<Conversation> {
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation, { text });
  return conversation;
}
const historyOf = async ({ prospect_id }: Conversation) =>
  (await person.call(api.getChatHistory, { params: { prospectId: prospect_id } })).data;
const chatOf = async ({ prospect_id }: Conversation) =>
  (await person.call(api.getChat, { params: { id: prospect_id } })).data.chat;
const answer = ({ prospect_id }: Conversation, wants_out: boolean, who: Person = person) =>
  who.call(api.answerOptOut, { params: { id: prospect_id }, body: { wants_out } });
const suppressedCount = async ({ lead }: Conversation) =>
  (
    await server.owner.query('select count(*)::int as n from suppressions where organization_id = $1 and email = $2', [
      person.organization_id,
      lead,
    ])
  ).rows[0].n;
const statusOf = async ({ campaign_lead_id }: Conversation) =>
  (await server.owner.query('select status from campaign_leads where id = $1', [campaign_lead_id])).rows[0].status;

test('a doubtful message stops the sequence, suppresses no address and asks', async () => {
  const conversation = await doubtful();
  const history = await historyOf(conversation);
  expect(history).toMatchObject({ asks_opt_out: true, opt_out_from: { email: null } });
  expect(history.opt_out_from?.name).toMatch(/\p{L}/u);
  expect(await statusOf(conversation)).not.toBe('ACTIVE');
  expect(await suppressedCount(conversation)).toBe(0);
});

test.each([
  ['nothing of the kind', 'Thursday at ten works for me.'],
  ['a clear wish, which needs no question', 'Please remove me from your list.'],
])('%s asks nothing', async (_, text) => {
  expect((await historyOf(await doubtful(text))).asks_opt_out).toBe(false);
});

test('the question names a colleague of the lead who wrote', async () => {
  const conversation = await makeConversation(server, person.organization_id);
  const from = conversation.lead.replace(/^[^@]+/, 'grace');
  await receiveReply(server, conversation, { text: DOUBTFUL, from });
  expect((await historyOf(conversation)).opt_out_from).toEqual({ name: 'Grace Hopper', email: from });
});

test('yes suppresses the lead, and the conversation says so', async () => {
  const conversation = await doubtful();
  expect((await answer(conversation, true)).status).toBe(200);
  expect(await suppressedCount(conversation)).toBeGreaterThan(0);
  expect((await historyOf(conversation)).asks_opt_out).toBe(false);
  expect((await chatOf(conversation)).reply_class).toMatchObject({
    class: 'unsubscribe',
    is_sure: true,
    is_by_person: true,
  });
});

test('no ends the question for good; another doubtful message asks again', async () => {
  const conversation = await doubtful();
  expect((await answer(conversation, false)).status).toBe(200);
  expect(await suppressedCount(conversation)).toBe(0);
  expect((await historyOf(conversation)).asks_opt_out).toBe(false);
  expect((await chatOf(conversation)).reply_class).toBeNull();
  await receiveReply(server, conversation, { text: 'Tuesday is fine.' });
  expect((await historyOf(conversation)).asks_opt_out).toBe(false);
  await receiveReply(server, conversation, { text: 'Do not email me before nine.' });
  expect((await historyOf(conversation)).asks_opt_out).toBe(true);
});

test('of two answers at the same moment one counts, and the other changes nothing', async () => {
  const conversation = await doubtful();
  const answers = await Promise.all([answer(conversation, true), answer(conversation, false)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const isYes = answers[0].status === 200;
  expect((await suppressedCount(conversation)) > 0).toBe(isYes);
  expect((await answer(conversation, !isYes)).status).toBe(409);
  expect((await suppressedCount(conversation)) > 0).toBe(isYes);
});

test('another organization cannot answer', async () => {
  const conversation = await doubtful();
  expect((await answer(conversation, true, stranger)).status).toBe(404);
  expect((await historyOf(conversation)).asks_opt_out).toBe(true);
});

test('yes to a colleague who asks for the lead suppresses the lead, never the colleague', async () => {
  const conversation = await makeConversation(server, person.organization_id);
  const colleague = `tom@${conversation.lead.split('@')[1]}`;
  await receiveReply(server, conversation, { from: colleague, text: DOUBTFUL });
  expect((await answer(conversation, true)).status).toBe(200);
  expect(await suppressedCount(conversation)).toBe(1);
  expect(await suppressedCount({ ...conversation, lead: colleague })).toBe(0);
});

describe('a user suppresses leads by what their replies say', () => {
  const suppress = (conversations: Conversation[], reason: 'unsubscribe' | 'left', who: Person = person) =>
    who.call(api.suppressChatLeads, {
      body: { prospect_ids: conversations.map(({ prospect_id }) => prospect_id), reason },
    });

  test.each(['unsubscribe', 'left'] as const)('%s ends the campaigns and suppresses the address', async (reason) => {
    const [one, other] = [await doubtful(), await makeConversation(server, person.organization_id)];
    await person.call(api.changeChats, {
      body: { prospect_ids: [one.prospect_id], change: { reply_class: 'unsubscribe' } },
    });
    expect(await suppressedCount(one)).toBe(0);
    expect((await suppress([one, other], reason)).data.suppressed_leads).toBe(2);
    expect([await suppressedCount(one), await suppressedCount(other)]).toEqual([1, 1]);
    expect(await statusOf(other)).toBe('COMPLETED');
  });

  test('of another organization: no one', async () => {
    const conversation = await doubtful();
    expect((await suppress([conversation], 'unsubscribe', stranger)).data.suppressed_leads).toBe(0);
    expect(await suppressedCount(conversation)).toBe(0);
  });
});
