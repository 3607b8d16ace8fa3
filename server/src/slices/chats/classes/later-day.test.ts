import { api } from '@overture/contract';
import { INTERESTED_WITH_TIME, LATER_BESIDE_NEGATION, NOT_LATER } from '@overture/domain/inbound/testing/later-replies';
import { REPLY_CORPUS } from '@overture/domain/inbound/testing/reply-corpus';
import { trimReply } from '@overture/domain/mail/reply-trim';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeConversation, receiveReply } from '../chats.factory.ts';
import { parseLaterDay, parseNamedDay } from './return-date.rules.ts';

const now = new Date('2026-11-25T10:00:00Z');

test('the day of every wish in eight languages', async () => {
  const wrong: string[] = [];
  for (const { name, text, later_day } of REPLY_CORPUS) {
    if (later_day === undefined) continue;
    const found = await parseLaterDay(trimReply(text).reply, now);
    if (found !== later_day) wrong.push(`${name} -> ${found} for ${later_day}`);
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['Ask me again on 15.01.', '2027-01-15'],
  ['Please contact me again after 15.01.2027.', '2027-01-18'],
  ['Please contact me again on 2027-03-02.', '2027-03-02'],
  ['Melden Sie sich in KW 5 wieder.', '2027-02-01'],
  ['Please contact me again on 3 March 2027 at 10:00.', '2027-03-03'],
  // Further away than a reminder may be, and already over.
  ['Please contact me again in March 2029.', null],
  ['Please contact me again in March 2024.', null],
])('%s', async (text, day) => {
  expect(await parseLaterDay(text, now)).toBe(day);
});

test.each([...LATER_BESIDE_NEGATION])('%s: %s', async (text, day) => {
  expect(await parseNamedDay('neutral', text, now)).toBe(day);
});

test.each([...NOT_LATER])('no day: %s', async (text) => {
  expect(await parseNamedDay('neutral', text, now)).toBeNull();
});

test.each([...INTERESTED_WITH_TIME])('no day of an interested reply: %s', async (text) => {
  expect(await parseNamedDay('interested', text, now)).toBeNull();
});

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp();
});

test('"not now, in two months" is a question with its day, ends the campaign and sends nothing', async () => {
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation, { text: 'Not now, please ask me again in two months.' });
  const { data } = await person.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id } });
  const reply = data.messages[0]!.reply_class;
  expect(reply).toMatchObject({ class: 'neutral', set_by: 'rule', words: 'ask me again' });
  const days = (Date.parse(reply!.returns_on!) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(55);
  expect(days).toBeLessThan(66);
  const { chat } = (await person.call(api.getChat, { params: { id: conversation.prospect_id } })).data;
  expect(chat).toMatchObject({ reply_class: { class: 'neutral', is_sure: true }, remind_at: null });
  const lead = await server.owner.query('select status from campaign_leads where id = $1', [
    conversation.campaign_lead_id,
  ]);
  expect(lead.rows).toEqual([{ status: 'REPLIED' }]);
});
