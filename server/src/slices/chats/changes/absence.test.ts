import { api } from '@overture/contract';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { type Conversation, type MailChange, makeConversation, receiveReply } from '../chats.factory.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  [person, stranger] = [await server.signUp(), await server.signUp()];
});

const DAY_IN_MS = 86_400_000;
const AUTOMATIC = { 'auto-submitted': 'auto-replied' };
const dayAhead = (days: number) => new Date(Date.now() + days * DAY_IN_MS).toISOString().slice(0, 10);

async function withReply(text: string, change: MailChange = {}): Promise<Conversation> {
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation, { text, headers: AUTOMATIC, ...change });
  return conversation;
}
const historyOf = async ({ prospect_id }: Conversation) =>
  (await person.call(api.getChatHistory, { params: { prospectId: prospect_id } })).data;
const setAbsence = ({ prospect_id }: Conversation, goes_on_after: string, who: Person = person) =>
  who.call(api.setAbsence, { params: { id: prospect_id }, body: { goes_on_after } });
const leadOf = async ({ campaign_lead_id }: Conversation) =>
  (
    await server.owner.query('select status, away_until, next_at, waiting_rule from campaign_leads where id = $1', [
      campaign_lead_id,
    ])
  ).rows[0];
const daysUntil = (at: string | Date | null) => (new Date(at ?? 0).getTime() - Date.now()) / DAY_IN_MS;

test('an absence with its last day: the campaign continues on the next working day', async () => {
  const conversation = await withReply(`I am out of the office until ${dayAhead(20)}.`);
  const { messages, goes_on_at } = await historyOf(conversation);
  expect(messages[0]!.reply_class).toMatchObject({ class: 'out_of_office', returns_on: dayAhead(20) });
  expect(daysUntil(goes_on_at)).toBeGreaterThan(19);
  expect(daysUntil(goes_on_at)).toBeLessThan(25);
  expect(await leadOf(conversation)).toMatchObject({ status: 'ACTIVE', away_until: new Date(goes_on_at!) });
});

test('one without a day: two weeks', async () => {
  const { goes_on_at } = await historyOf(await withReply('I am currently out of the office.'));
  expect(daysUntil(goes_on_at)).toBeGreaterThan(13);
  expect(daysUntil(goes_on_at)).toBeLessThan(19);
});

test.each<[string, string, MailChange]>([
  ['a receipt', 'Thank you for your mail. We have received your message and will answer soon.', {}],
  [
    'a forged one',
    'I am out of the office.',
    {
      headers: {
        ...AUTOMATIC,
        'authentication-results': 'mx.sender.example; spf=fail; dkim=none; dmarc=fail header.from=customer.example',
      },
    },
  ],
  ['a colleague', 'I am out of the office.', { from: 'other@customer.example' }],
])('%s holds no lead', async (_, text, change) => {
  const conversation = await withReply(text, change);
  expect((await leadOf(conversation)).away_until).toBeNull();
  expect((await historyOf(conversation)).goes_on_at).toBeNull();
});

test('one written by hand that says nothing else holds like a note, and is no reply', async () => {
  const text = `Hi Ada,\n\nI am away until ${dayAhead(20)}.\n\nBest regards,\nGrace`;
  const conversation = await withReply(text, { headers: {} });
  const { messages, goes_on_at } = await historyOf(conversation);
  expect(messages[0]).toMatchObject({
    kind: 'AUTO_REPLY',
    reply_class: { class: 'out_of_office', returns_on: dayAhead(20) },
  });
  expect(await leadOf(conversation)).toMatchObject({ status: 'ACTIVE', away_until: new Date(goes_on_at!) });
  const { data } = await person.call(api.getChat, { params: { id: conversation.prospect_id } });
  expect(data.chat).toMatchObject({ status: null, has_unread: false });
  expect((await setAbsence(conversation, 'now')).status).toBe(200);
  // An answer afterwards stops it, as ever.
  await receiveReply(server, conversation, { text: 'I am back, let me see.' });
  expect(await leadOf(conversation)).toMatchObject({ status: 'REPLIED', away_until: null });
});

test.each<[string, string, MailChange]>([
  ['asks for something', `I am away until ${dayAhead(20)}, please send me the prices.`, {}],
  ['names no day', 'I am away from my desk for a while.', {}],
])('one written by hand that %s is a reply', async (_, text, change) => {
  const lead = `lead${crypto.randomUUID()}@customer.example`;
  const conversation = await makeConversation(server, person.organization_id, { lead });
  await receiveReply(server, conversation, { text, ...change });
  expect((await historyOf(conversation)).messages[0]!.kind).toBe('REPLY');
  expect(await leadOf(conversation)).toMatchObject({ status: 'REPLIED', away_until: null });
});

// A text with nothing but an absence is a note from any sender (0288). Only the lead's own note with a future day delays the lead.
test.each<[string, string, MailChange]>([
  ['comes from a colleague', `I am away until ${dayAhead(20)}.`, { from: 'other@customer.example' }],
  [
    'is forged',
    `I am away until ${dayAhead(20)}.`,
    {
      headers: {
        'authentication-results': 'mx.sender.example; spf=fail; dkim=none; dmarc=fail header.from=customer.example',
      },
    },
  ],
])('a note that %s ends no sequence and delays no lead', async (_, text, change) => {
  const lead = `lead${crypto.randomUUID()}@customer.example`;
  const conversation = await makeConversation(server, person.organization_id, { lead });
  await receiveReply(server, conversation, { text, ...change });
  expect((await historyOf(conversation)).messages[0]!.kind).toBe('AUTO_REPLY');
  expect(await leadOf(conversation)).toMatchObject({ status: 'ACTIVE', away_until: null });
});

test('a note with a day that is over counts like one without a day: two weeks', async () => {
  const conversation = await withReply(`I am away until ${dayAhead(-20)}.`, { headers: {} });
  expect((await historyOf(conversation)).messages[0]!.kind).toBe('AUTO_REPLY');
  const { away_until } = await leadOf(conversation);
  expect(away_until?.toISOString().slice(0, 10) > dayAhead(12)).toBe(true);
});

test('a person says: another day, now, or not at all', async () => {
  const conversation = await withReply('I am out of the office.');
  expect((await setAbsence(conversation, dayAhead(40))).status).toBe(200);
  expect(daysUntil((await historyOf(conversation)).goes_on_at)).toBeGreaterThan(39);
  expect((await setAbsence(conversation, 'now')).status).toBe(200);
  expect((await historyOf(conversation)).goes_on_at).toBeNull();
  expect(await leadOf(conversation)).toMatchObject({ status: 'ACTIVE', away_until: null, waiting_rule: null });
  expect((await setAbsence(conversation, 'now')).status).toBe(404);
  const other = await withReply('I am out of the office.');
  expect((await setAbsence(other, 'never')).status).toBe(200);
  expect((await leadOf(other)).status).toBe('COMPLETED');
  expect((await historyOf(other)).goes_on_at).toBeNull();
});

test('a day that is over, one too far, none at all, and a stranger are refused', async () => {
  const conversation = await withReply('I am out of the office.');
  const before = (await historyOf(conversation)).goes_on_at;
  expect((await setAbsence(conversation, dayAhead(-2))).error.code).toBe('absence_past');
  expect((await setAbsence(conversation, dayAhead(500))).error.code).toBe('absence_far');
  expect((await setAbsence(conversation, 'soon')).error.code).toBe('validation_failed');
  expect((await setAbsence(conversation, 'never', stranger)).status).toBe(404);
  expect((await setAbsence(conversation, 'now', stranger)).status).toBe(404);
  expect((await historyOf(conversation)).goes_on_at).toBe(before);
});

test('a real answer ends the waiting with the campaign', async () => {
  const conversation = await withReply('I am out of the office.');
  await receiveReply(server, conversation, { text: 'I am back, and this is interesting.' });
  expect(await leadOf(conversation)).toMatchObject({ status: 'REPLIED', away_until: null });
  expect((await historyOf(conversation)).goes_on_at).toBeNull();
});
