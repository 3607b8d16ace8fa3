import { api } from '@overture/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import type { Outcome } from '../../action-kinds/index.ts';
import {
  type Conversation,
  cursorAfter,
  type MailChange,
  mailFrom,
  makeConversation,
  makeMailbox,
  receiveReply,
} from '../chats.factory.ts';
import { chatMessageKind } from '../send-message.service.ts';
import { receiveMail } from '../sync/receive-mail.service.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  [person, stranger] = [await server.signUp('Ada Jansen'), await server.signUp()];
});

const DAY_IN_MS = 86_400_000;
type Body = Omit<
  NonNullable<NonNullable<Parameters<typeof person.call<typeof api.sendChatMessage>>[1]>['body']>,
  'message'
>;
let count = 0;
/** Its lead was added before all messages: one added in the millisecond of a message is not held by it. */
async function make(): Promise<Conversation> {
  const conversation = await makeConversation(server, person.organization_id);
  await server.owner.query(`update campaign_leads set created_at = created_at - interval '1 minute' where id = $1`, [
    conversation.campaign_lead_id,
  ]);
  return conversation;
}
const send = ({ prospect_id, account_id }: Conversation, body: Body = {}, who: Person = person) => {
  count += 1;
  const given = { message: `Hello ${count}`, account_id, subject_line: 'Hello', ...body };
  return who.call(api.sendChatMessage, { params: { id: prospect_id }, body: given });
};
const sent = async (conversation: Conversation, body: Body = {}) => (await send(conversation, body)).data.message;
const leadOf = async ({ campaign_lead_id }: Conversation) =>
  (
    await server.owner.query(
      'select status, error, message_hold_until, next_at, waiting_rule from campaign_leads where id = $1',
      [campaign_lead_id],
    )
  ).rows[0];
const campaignsOf = async ({ prospect_id }: Conversation) =>
  (await person.call(api.listAnswerSenders, { params: { id: prospect_id } })).data.campaigns;
const heldUntil = async ({ prospect_id }: Conversation) =>
  (await person.call(api.getChatHistory, { params: { prospectId: prospect_id } })).data.message_hold_until;
const isEnding = async ({ prospect_id }: Conversation) =>
  (await person.call(api.getChatHistory, { params: { prospectId: prospect_id } })).data.message_ends_campaign;
const daysUntil = (at: string | Date | null) => (new Date(at ?? 0).getTime() - Date.now()) / DAY_IN_MS;
const choiceOf = async (id: number) =>
  (await server.owner.query('select campaign_choice from chat_messages where id = $1', [id])).rows[0].campaign_choice;

/** The outcome of a message, as the dispatcher reports it. */
async function settle(messageId: number, outcome: Outcome): Promise<void> {
  const { rows } = await server.owner.query(
    `select *, id::int, ref_id::int, organization_id::int, prospect_id::int from outbound_intents where kind = 'chat_answer' and ref_id = $1`,
    [messageId],
  );
  await server.program.system.systemTransaction((tx) =>
    chatMessageKind.settled(tx, [{ ...rows[0], outcome, dispatched_at: new Date() }], new Date()),
  );
}
const CONFIRMED: Outcome = { outcome: 'confirmed', settled_by: 'answer', at: new Date() };

test('campaigns wait seven days after a message, unless its writer chooses something else', async () => {
  const conversation = await make();
  expect(await campaignsOf(conversation)).toEqual([
    { id: conversation.campaign_id, name: expect.stringMatching(/^Campaign/) },
  ]);
  const { next_at } = await leadOf(conversation);
  const message = await sent(conversation);
  expect(await choiceOf(message.id)).toBe('pauses');
  expect(daysUntil(await heldUntil(conversation))).toBeCloseTo(7, 1);
  await settle(message.id, CONFIRMED);
  // It may still be asked about: the campaign runs, and continues after that.
  expect(await leadOf(conversation)).toMatchObject({ status: 'ACTIVE', next_at });
  expect(await campaignsOf(conversation)).toHaveLength(1);

  const going = await make();
  expect(await choiceOf((await sent(going, { campaign: 'continues' })).id)).toBe('continues');
  expect(await leadOf(going)).toMatchObject({ status: 'ACTIVE', message_hold_until: null });
});

test('one that leaves later holds them until seven days after it', async () => {
  const conversation = await make();
  const send_at = new Date(Date.now() + 5 * DAY_IN_MS).toISOString();
  const message = await sent(conversation, { send_at });
  expect(daysUntil(await heldUntil(conversation))).toBeCloseTo(12, 1);
  const params = { id: conversation.prospect_id, messageId: message.id };
  await person.call(api.sendScheduledMessage, { params });
  expect(daysUntil(await heldUntil(conversation))).toBeCloseTo(7, 1);
  const later = new Date(Date.now() + 2 * DAY_IN_MS).toISOString();
  await person.call(api.updateScheduledMessage, { params, body: { send_at: later } });
  expect(daysUntil(await heldUntil(conversation))).toBeCloseTo(9, 1);
});

test('a campaign that a writer ends waits until the message has left, and ends then', async () => {
  const conversation = await make();
  const message = await sent(conversation, { campaign: 'ends', undo_in_seconds: 10 });
  expect((await leadOf(conversation)).status).toBe('ACTIVE');
  expect(daysUntil(await heldUntil(conversation))).toBeCloseTo(7, 1);
  expect(await isEnding(conversation)).toBe(true);
  await settle(message.id, CONFIRMED);
  expect(await isEnding(conversation)).toBe(false);
  expect(await leadOf(conversation)).toMatchObject({
    status: 'COMPLETED',
    error: 'A team member has written to this lead',
    message_hold_until: null,
    next_at: null,
  });
  expect(await campaignsOf(conversation)).toEqual([]);
  expect(await heldUntil(conversation)).toBeNull();

  const unsure = await make();
  await settle((await sent(unsure, { campaign: 'ends' })).id, {
    outcome: 'unknown',
    reason: 'No response.',
    code: null,
  });
  expect((await leadOf(unsure)).status).toBe('COMPLETED');
});

test('a message that was taken back or refused leaves the campaign as it was', async () => {
  const conversation = await make();
  const { next_at } = await leadOf(conversation);
  const message = await sent(conversation, { campaign: 'ends', undo_in_seconds: 10 });
  const params = { id: conversation.prospect_id, messageId: message.id };
  const { draft } = (await person.call(api.cancelScheduledMessage, { params })).data;
  expect(draft.campaign).toBe('ends');
  const before = { status: 'ACTIVE', message_hold_until: null, next_at, waiting_rule: null };
  expect(await leadOf(conversation)).toMatchObject(before);
  const refused = await sent(conversation, { campaign: 'ends' });
  await settle(refused.id, { outcome: 'rejected', reason: 'Mailbox full.', code: '552' });
  expect(await leadOf(conversation)).toMatchObject(before);

  // Another message still holds it.
  await sent(conversation);
  const second = await sent(conversation, { undo_in_seconds: 10 });
  await person.call(api.cancelScheduledMessage, { params: { ...params, messageId: second.id } });
  expect(daysUntil(await heldUntil(conversation))).toBeCloseTo(7, 1);
});

test('a machine whose clock is a day ahead does not end the wait early', async () => {
  const conversation = await make();
  const message = await sent(conversation);
  await server.owner.query(`update chat_messages set sent_at = sent_at - interval '156 hours' where id = $1`, [
    message.id,
  ]);
  const { clock } = server.program.system;
  const { now } = clock;
  clock.now = () => new Date(now().getTime() + 26 * 3_600_000);
  await settle(message.id, CONFIRMED).finally(() => {
    clock.now = now;
  });
  expect(daysUntil((await leadOf(conversation)).message_hold_until)).toBeCloseTo(0.5, 1);
});

test('a message that its sender holds keeps the campaign waiting', async () => {
  const conversation = await make();
  const message = await sent(conversation);
  const past = `update chat_messages set sent_at = now() - interval '6 days' where id = $1`;
  await server.owner.query(past, [message.id]);
  await settle(message.id, { outcome: 'held', rule: 'sender_held', until: null, reason: 'Busy.', is_try: false });
  expect(daysUntil(await heldUntil(conversation))).toBeCloseTo(7, 1);
});

test('a team member lets the campaign continue, moves it, or ends it', async () => {
  const conversation = await make();
  const message = await sent(conversation);
  await settle(message.id, CONFIRMED);
  // The stop check has moved a step that came due.
  await server.owner.query(
    `update campaign_leads set waiting_rule = 'own_message', next_at = message_hold_until where id = $1`,
    [conversation.campaign_lead_id],
  );
  const params = { id: conversation.prospect_id };
  const day = new Date(Date.now() + 30 * DAY_IN_MS).toISOString().slice(0, 10);
  expect((await person.call(api.setAbsence, { params, body: { goes_on_after: day } })).status).toBe(200);
  expect(daysUntil(await heldUntil(conversation))).toBeGreaterThan(29);
  expect(daysUntil((await leadOf(conversation)).next_at)).toBeGreaterThan(29);
  expect((await person.call(api.setAbsence, { params, body: { goes_on_after: 'now' } })).status).toBe(200);
  const lead = await leadOf(conversation);
  expect(lead).toMatchObject({ status: 'ACTIVE', message_hold_until: null, waiting_rule: null });
  expect(daysUntil(lead.next_at)).toBeLessThan(0.1);
  // An outcome that comes later does not hold it again.
  await settle(message.id, CONFIRMED);
  expect((await leadOf(conversation)).message_hold_until).toBeNull();
  const other = await make();
  await sent(other);
  await person.call(api.setAbsence, { params: { id: other.prospect_id }, body: { goes_on_after: 'never' } });
  expect((await leadOf(other)).status).toBe('COMPLETED');
});

test('a day that a user chose is not shortened by messages, their outcomes or an undo', async () => {
  const conversation = await make();
  const params = { id: conversation.prospect_id };
  const message = await sent(conversation);
  const day = new Date(Date.now() + 30 * DAY_IN_MS).toISOString().slice(0, 10);
  await person.call(api.setAbsence, { params, body: { goes_on_after: day } });
  await settle(message.id, CONFIRMED);
  expect(daysUntil(await heldUntil(conversation))).toBeGreaterThan(29);
  const second = await sent(conversation, { undo_in_seconds: 10 });
  expect(daysUntil(await heldUntil(conversation))).toBeGreaterThan(29);
  const send_at = new Date(Date.now() + 40 * DAY_IN_MS).toISOString();
  const third = await sent(conversation, { send_at });
  expect(daysUntil(await heldUntil(conversation))).toBeCloseTo(47, 1);
  for (const { id } of [second, third])
    await person.call(api.cancelScheduledMessage, { params: { ...params, messageId: id } });
  expect(daysUntil(await heldUntil(conversation))).toBeGreaterThan(29);
  expect(daysUntil(await heldUntil(conversation))).toBeLessThan(35);

  // A shorter one is kept as well.
  const tomorrow = new Date(Date.now() + DAY_IN_MS).toISOString().slice(0, 10);
  await person.call(api.setAbsence, { params, body: { goes_on_after: tomorrow } });
  await settle(message.id, CONFIRMED);
  expect(daysUntil(await heldUntil(conversation))).toBeLessThan(6);
});

test('a campaign that continues by choice is not held again by an undone message', async () => {
  const conversation = await make();
  const params = { id: conversation.prospect_id };
  await settle((await sent(conversation)).id, CONFIRMED);
  await person.call(api.setAbsence, { params, body: { goes_on_after: 'now' } });
  const { id } = await sent(conversation, { undo_in_seconds: 10 });
  expect(daysUntil(await heldUntil(conversation))).toBeCloseTo(7, 1);
  await person.call(api.cancelScheduledMessage, { params: { ...params, messageId: id } });
  expect(await heldUntil(conversation)).toBeNull();
});

test('nothing is asked where no campaign runs, and an absence that is longer stays', async () => {
  const replied = await make();
  await receiveReply(server, replied, { text: 'Yes, please.' });
  expect(await campaignsOf(replied)).toEqual([]);
  expect(await choiceOf((await sent(replied, { campaign: 'ends' })).id)).toBeNull();
  expect(await leadOf(replied)).toMatchObject({ status: 'REPLIED', message_hold_until: null });

  const paused = await make();
  await server.owner.query(`update campaign_leads set status = 'PAUSED' where id = $1`, [paused.campaign_lead_id]);
  expect(await campaignsOf(paused)).toEqual([]);
  await sent(paused);
  expect((await leadOf(paused)).message_hold_until).toBeNull();
});

test('no message leaves while a campaign is sending to the lead', async () => {
  const conversation = await make();
  const dispatching = (state: string) =>
    server.owner.query(`update outbound_intents set state = $1 where id = $2`, [state, conversation.intent_id]);
  await dispatching('dispatching');
  const refused = await send(conversation);
  expect(refused.error.code).toBe('send_refused');
  expect(refused.error.error).toContain('A campaign is sending a message to this lead at this moment');
  expect((await leadOf(conversation)).message_hold_until).toBeNull();
  expect((await send(conversation, { campaign: 'continues' })).status).toBe(200);
  await dispatching('confirmed');
  expect((await send(conversation)).status).toBe(200);
});

test('a reply ends what a message held, and strangers change nothing', async () => {
  const conversation = await make();
  expect((await send(conversation, { campaign: 'ends' }, stranger)).status).toBe(404);
  expect((await send(conversation, { campaign: 'stops' as 'ends' })).error.code).toBe('validation_failed');
  expect((await leadOf(conversation)).message_hold_until).toBeNull();
  await sent(conversation);
  await receiveReply(server, conversation, { text: 'Yes, please.' });
  expect(await leadOf(conversation)).toMatchObject({ status: 'REPLIED', message_hold_until: null });
});

describe('a message that a user wrote in their own mail program', () => {
  async function findInSent(conversation: Conversation, change: MailChange = {}, days_ago = 0): Promise<void> {
    const copy = { from: conversation.sender, to: [{ name: null, address: conversation.lead }], ...change };
    const received_at = new Date(Date.now() - days_ago * DAY_IN_MS);
    const received = mailFrom(conversation, copy, { folder: 'SENT', received_at });
    await receiveMail(server.program.system, conversation.mailbox, received, cursorAfter(received));
  }
  const kinds = async ({ prospect_id }: Conversation) =>
    (
      await server.owner.query('select kind, campaign_choice from chat_messages where prospect_id = $1 order by id', [
        prospect_id,
      ])
    ).rows;

  test('holds the campaigns of its lead for seven days, once', async () => {
    const conversation = await make();
    await findInSent(conversation, { text: 'Shall we meet on Tuesday?' });
    expect(await kinds(conversation)).toEqual([{ kind: 'OWN_CLIENT', campaign_choice: 'pauses' }]);
    expect(daysUntil(await heldUntil(conversation))).toBeCloseTo(7, 1);
    expect(await leadOf(conversation)).toMatchObject({ status: 'ACTIVE' });
    const { message_hold_until } = await leadOf(conversation);
    await findInSent(conversation, { text: 'Shall we meet on Wednesday?' }, 2);
    expect(await leadOf(conversation)).toMatchObject({ message_hold_until });
  });

  test('holds them as well if a colleague wrote it from another mailbox', async () => {
    const conversation = await make();
    const mailbox = await makeMailbox(server, person.organization_id, 'bo.colleague@sender.example');
    const colleague = { ...conversation, mailbox, sender: mailbox.email };
    await findInSent(colleague, { in_reply_to: null, references: [], subject: 'Lunch' });
    expect(await kinds(conversation)).toEqual([{ kind: 'OWN_CLIENT', campaign_choice: 'pauses' }]);
    expect(daysUntil(await heldUntil(conversation))).toBeCloseTo(7, 1);
    // What the lead answers to the colleague is a reply.
    const [{ rfc_message_id }] = (
      await server.owner.query('select rfc_message_id from chat_messages where prospect_id = $1', [
        conversation.prospect_id,
      ])
    ).rows;
    await receiveReply(server, colleague, { in_reply_to: rfc_message_id, references: [], text: 'Gladly.' });
    expect(await leadOf(conversation)).toMatchObject({ status: 'REPLIED' });
  });

  test('holds the campaign of each lead that it was written to', async () => {
    const [one, other] = [await make(), await make()];
    const to = [one.lead, other.lead].map((address) => ({ name: null, address }));
    await findInSent(one, { to });
    expect(daysUntil(await heldUntil(one))).toBeCloseTo(7, 1);
    expect(daysUntil(await heldUntil(other))).toBeCloseTo(7, 1);
    expect(await kinds(other)).toEqual([]);
  });

  test('is none where the mail program only says that a mail was read', async () => {
    const conversation = await make();
    const headers = { 'content-type': 'multipart/report; report-type=disposition-notification; boundary=x' };
    await findInSent(conversation, { subject: 'Read: Re: Hello', headers });
    expect(await kinds(conversation)).toEqual([]);
    expect(await leadOf(conversation)).toMatchObject({ message_hold_until: null });
  });

  test('counts from the day on which it was written', async () => {
    const [some, old] = [await makeConversation(server, person.organization_id, { hours_ago: 999 }), await make()];
    await findInSent(some, {}, 4);
    expect(daysUntil(await heldUntil(some))).toBeCloseTo(3, 1);
    await server.owner.query(`update outbound_intents set dispatched_at = now() - interval '30 days' where id = $1`, [
      old.intent_id,
    ]);
    await findInSent(old, {}, 20);
    expect(await kinds(old)).toHaveLength(1);
    expect(await leadOf(old)).toMatchObject({ message_hold_until: null });
  });

  test('changes nothing about what a user chose after it was written', async () => {
    const conversation = await make();
    await sent(conversation);
    const params = { id: conversation.prospect_id };
    expect((await person.call(api.setAbsence, { params, body: { goes_on_after: 'now' } })).status).toBe(200);
    await findInSent(conversation, { text: 'Written an hour ago' }, 1 / 24);
    expect(await leadOf(conversation)).toMatchObject({ message_hold_until: null });
  });

  test.each<[string, MailChange]>([
    ['an automatic reply', { subject: 'Automatic reply: Hello', headers: { 'auto-submitted': 'auto-replied' } }],
    ['a forward', { subject: 'Fwd: Hello' }],
    ['a forward in German', { subject: 'WG: Hello' }],
  ])('does not hold if it is %s', async (_, change) => {
    const conversation = await make();
    await findInSent(conversation, change);
    expect(await kinds(conversation)).toEqual([{ kind: 'OWN_CLIENT', campaign_choice: null }]);
    expect(await leadOf(conversation)).toMatchObject({ message_hold_until: null });
  });

  test("the campaign's own email holds nothing", async () => {
    const conversation = await make();
    await findInSent(conversation, { message_id: conversation.message_id, message_ref: conversation.message_id });
    expect(await kinds(conversation)).toEqual([]);
    expect(await leadOf(conversation)).toMatchObject({ message_hold_until: null });
  });

  test('holds no campaign of another lead, and none that has not started', async () => {
    const [conversation, other] = [await make(), await make()];
    await server.owner.query(`update campaigns set status = 'DRAFT' where id = $1`, [conversation.campaign_id]);
    await findInSent(conversation);
    expect(await leadOf(conversation)).toMatchObject({ message_hold_until: null });
    expect(await leadOf(other)).toMatchObject({ message_hold_until: null });
  });
});
