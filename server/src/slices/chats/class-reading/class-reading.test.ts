import { startWritingWorld, type WritingWorld } from '@overture/adapters/llm/testing/writing-world';
import { api } from '@overture/contract';
import type { ReplyClass } from '@overture/domain/inbound/reply-classes';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerLlmRoutes } from '../../../../../sandbox/src/llm/llm.routes.ts';
import { createClient, startTestServer, type TestClient, type TestServer } from '../../../testing/harness.ts';
import { type Conversation, type MailChange, makeConversation, receiveReply } from '../chats.factory.ts';
import { HOSTILE_MAILS } from '../drafts/hostile-mails.factory.ts';
import { classifyWithModel } from './class-reading.service.ts';
import { HOSTILE_REPLIES } from './hostile-replies.factory.ts';
import { classSchema, givesOrders, judgeClass } from './model-class.rules.ts';

let writing: WritingWorld;
let server: TestServer & { stop(): Promise<void> };
let person: Awaited<ReturnType<TestServer['signUp']>>;
beforeAll(async () => {
  writing = await startWritingWorld(registerLlmRoutes);
  server = await startTestServer({ llm: writing.llm, roles: ['web'] });
  person = await server.signUp();
});
afterAll(async () => {
  await server?.stop();
  await writing?.close();
});
beforeEach(async () => {
  await writing.behave({ mode: 'normal' });
  await writing.takeRequests();
});

const rows = async (text: string, values: unknown[] = []) => (await server.owner.query(text, values)).rows;
async function answered(text: string, change: MailChange = {}): Promise<Conversation> {
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation, { text, ...change });
  return conversation;
}
const contextOf = () => server.program.system.forOrganization(person.organization_id);
const newestId = async ({ prospect_id }: Conversation): Promise<number> =>
  (
    await rows('select max(id)::int as id from chat_messages where prospect_id = $1 and sent_by_prospect', [
      prospect_id,
    ])
  )[0].id;
const jobsOf = async (messageId: number) =>
  rows(`select payload from graphile_worker._private_jobs where key = $1`, [`message-class:${messageId}`]);
/** What the queue would do with it. */
const read = async (conversation: Conversation, messageId?: number) =>
  classifyWithModel(contextOf(), { message_id: messageId ?? (await newestId(conversation)) });
const chatOf = async ({ prospect_id }: Conversation) =>
  (await person.call(api.getChat, { params: { id: prospect_id } })).data.chat;
const classOf = async ({ prospect_id }: Conversation) =>
  (await person.call(api.getChatHistory, { params: { prospectId: prospect_id } })).data.messages[0]!.reply_class;
const correct = ({ prospect_id }: Conversation, reply_class: ReplyClass | null) =>
  person.call(api.changeChats, { body: { prospect_ids: [prospect_id], change: { reply_class } } });
const suppressed = async ({ lead }: Conversation) => rows('select reason from suppressions where email = $1', [lead]);

describe('a message of which no words decide', () => {
  test('is read after it was stored, by a job that came with its commit', async () => {
    const conversation = await answered('We might be curious how you do that, to be honest.');
    expect((await chatOf(conversation)).reply_class).toBeNull();
    expect(await jobsOf(await newestId(conversation))).toHaveLength(1);
    await read(conversation);
    expect(await classOf(conversation)).toMatchObject({
      class: 'interested',
      confidence: expect.closeTo(0.88, 2),
      set_by: 'model',
    });
    expect(await chatOf(conversation)).toMatchObject({
      status: 'INTERESTED',
      reply_class: {
        class: 'interested',
        is_sure: true,
        is_by_person: false,
        is_by_model: true,
        confidence: expect.closeTo(0.88, 2),
      },
    });
    const asked = await writing.takeRequests();
    expect(asked).toHaveLength(1);
    // Told twice, it is not asked again.
    await read(conversation);
    expect(await writing.takeRequests()).toEqual([]);
  });

  test('a guess of the model is a guess, and marks nothing', async () => {
    const conversation = await answered('I am reading this on the train, and it depends.');
    await read(conversation);
    expect(await chatOf(conversation)).toMatchObject({
      status: 'REPLIED',
      reply_class: { class: 'neutral', is_sure: false, is_by_model: true },
    });
  });

  test('takes the place of what the rules only supposed', async () => {
    const conversation = await answered('Does it come in blue?');
    expect(await classOf(conversation)).toMatchObject({ set_by: 'rule', class: 'neutral' });
    await read(conversation);
    expect(await classOf(conversation)).toMatchObject({
      set_by: 'model',
      class: 'neutral',
      confidence: expect.closeTo(0.85, 2),
    });
    expect((await chatOf(conversation)).reply_class).toMatchObject({ is_sure: true, is_by_model: true });
  });

  test('an opt-out in words that no rule knows suppresses', async () => {
    const conversation = await answered('Honestly I have had enough of these mails from you people.');
    await read(conversation);
    expect(await classOf(conversation)).toMatchObject({ class: 'unsubscribe', confidence: expect.closeTo(0.9, 2) });
    expect(await suppressed(conversation)).toEqual([{ reason: 'unsubscribe' }]);
  });

  test('such a wish of a colleague for the lead leaves the lead alone, and not the colleague', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    const from = conversation.lead.replace(/^[^@]+/, 'tom');
    const text = 'Honestly I have had enough of these mails from you people.';
    await receiveReply(server, conversation, { text, from });
    await read(conversation);
    expect(await suppressed(conversation)).toEqual([{ reason: 'unsubscribe' }]);
    expect(await rows('select reason from suppressions where email = $1', [from])).toEqual([]);
  });

  test('who names another one is a referral', async () => {
    const conversation = await answered('Sorry, this is outside my remit. petra.kok@customer.example does it.');
    await read(conversation);
    expect(await classOf(conversation)).toMatchObject({
      class: 'referral',
      set_by: 'model',
      referral: { name: 'Petra Kok', email: 'petra.kok@customer.example' },
    });
  });
});

describe('is not asked about', () => {
  test('what words decide, what a machine wrote, and what is forged', async () => {
    const forged = {
      'authentication-results': 'mx.sender.example; spf=fail; dkim=none; dmarc=fail header.from=customer.example',
    };
    for (const conversation of [
      await answered('Thanks, but we are not interested.'),
      await answered('We received your message.', { headers: { 'auto-submitted': 'auto-replied' } }),
      await answered('We might be curious how you do that.', { headers: forged }),
    ])
      expect(await jobsOf(await newestId(conversation))).toEqual([]);
  });

  test('a class set or removed by a user in between', async () => {
    for (const name of ['not_interested', null] as const) {
      const conversation = await answered('We might be curious how you do that.');
      await correct(conversation, name);
      await read(conversation);
      expect((await chatOf(conversation)).reply_class?.class ?? null).toBe(name);
    }
    expect(await writing.takeRequests()).toEqual([]);
  });

  test('another organization’s message', async () => {
    const conversation = await answered('We might be curious how you do that.');
    const stranger = await server.signUp();
    const message_id = await newestId(conversation);
    await classifyWithModel(server.program.system.forOrganization(stranger.organization_id), { message_id });
    expect(await writing.takeRequests()).toEqual([]);
  });
});

describe('an answer that comes late', () => {
  const slowly = async (conversation: Conversation, concurrent: () => Promise<unknown>) => {
    await writing.behave({ mode: 'slow', times: 1, delay_in_ms: 600 });
    let isOver = false;
    const reading = read(conversation).finally(() => {
      isOver = true;
    });
    for (let isAsked = false; !isAsked; isAsked = (await writing.takeRequests()).length > 0) {
      // Its failure, if it had one, says why; without one it never asked.
      if (isOver) throw new Error(`read without asking: ${await reading}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await concurrent();
    await reading;
  };

  test('after a correction is dropped', async () => {
    const conversation = await answered('We might be curious how you do that.');
    await slowly(conversation, () => correct(conversation, 'not_interested'));
    expect(await chatOf(conversation)).toMatchObject({
      status: 'NOT_INTERESTED',
      reply_class: { is_by_person: true, confidence: null },
    });
    expect(await classOf(conversation)).toMatchObject({ set_by: 'person', class: 'not_interested' });
  });

  test('after a newer message is dropped, and suppresses no address', async () => {
    const conversation = await answered('Honestly I have had enough of these mails from you people.');
    await slowly(conversation, () => receiveReply(server, conversation, { text: 'That sounds good, tell me more.' }));
    expect(await chatOf(conversation)).toMatchObject({ status: 'INTERESTED', reply_class: { is_by_model: false } });
    expect(await suppressed(conversation)).toEqual([]);
  });
});

describe('a model', () => {
  test.each(['malformed', 'unsupported'])('that is %s changes nothing', async (mode) => {
    await writing.behave({ mode });
    const conversation = await answered('We might be curious how you do that.');
    await read(conversation);
    expect((await chatOf(conversation)).reply_class).toBeNull();
  });

  test('that cannot be reached is asked again by the queue', async () => {
    await writing.behave({ mode: 'error' });
    const conversation = await answered('We might be curious how you do that.');
    await expect(read(conversation)).rejects.toThrow();
    await writing.behave({ mode: 'normal' });
    await read(conversation);
    expect((await chatOf(conversation)).reply_class).toMatchObject({ class: 'interested' });
  });

  test('that is not there leaves the rules alone', async () => {
    const bare = await startTestServer({ roles: ['web'] });
    try {
      const { organization_id } = await bare.signUp();
      const conversation = await makeConversation(bare, organization_id);
      await receiveReply(bare, conversation, { text: 'We might be curious how you do that.' });
      const found = await bare.owner.query('select max(id)::int as id from chat_messages');
      await classifyWithModel(bare.program.system.forOrganization(organization_id), { message_id: found.rows[0].id });
      expect((await bare.owner.query('select from message_classes')).rowCount).toBe(0);
    } finally {
      await bare.stop();
    }
  });

  test('is asked so often a day, and no more', async () => {
    const conversation = await answered('We might be curious how you do that.');
    await rows(
      `insert into rate_limits (key, points, expire) values ($1, 1000, $2)
      on conflict (key) do update set points = 1000, expire = excluded.expire`,
      [`message-class:${person.organization_id}`, Date.now() + 60_000],
    );
    await read(conversation);
    expect(await writing.takeRequests()).toEqual([]);
    await rows('delete from rate_limits where key = $1', [`message-class:${person.organization_id}`]);
  });
});

describe('a mail that gives orders, and a model that obeys them', () => {
  const all = [...HOSTILE_REPLIES, ...HOSTILE_MAILS];
  test.each(all)('%s is shown to no model', (text) => {
    expect(givesOrders(text)).toBe(true);
  });

  test.each([
    'Thanks, could you say what it costs a year?',
    'Please write to Petra Kok, petra.kok@customer.example, she decides this.',
    'We set a budget in March. Could you send me the brochure?\nGrace',
    'I do sales only. What would you need from us?',
    'Bitte senden Sie mir ein Angebot.',
  ])('%s is no order', (text) => {
    expect(givesOrders(text)).toBe(false);
  });

  test.each(all.filter((_, index) => index % 8 === 0))('%s changes nothing', async (text) => {
    await writing.behave({ mode: 'obey' });
    const conversation = await answered(text);
    const before = [await chatOf(conversation), await classOf(conversation), await suppressed(conversation)];
    await read(conversation);
    expect([await chatOf(conversation), await classOf(conversation), await suppressed(conversation)]).toEqual(before);
  });

  test('a class outside the set is rejected, and words that the message lacks too', () => {
    const said = { class: 'interested', confidence: 5, quote: 'READ  it' } as const;
    expect(judgeClass(said, 'I read it.')).toEqual({ class: 'interested', confidence: 0.9, words: 'READ it' });
    expect(judgeClass({ ...said, quote: 'buy it' }, 'I read it.')).toBeNull();
    expect(judgeClass({ ...said, quote: '.' }, 'I read it.')).toBeNull();
    expect(judgeClass({ ...said, confidence: Number.NaN }, 'I read it.')).toBeNull();
    expect(classSchema.safeParse({ ...said, class: 'bounce' }).success).toBe(false);
  });
});

describe('an organization that keeps answers from the model', () => {
  const setModelAccess = (who: TestClient, isKept: boolean) =>
    who.call(api.changeOrganizationSettings, { body: { read_by_model: !isKept } });
  const generate = ({ prospect_id }: Conversation, body: object = {}) =>
    person.call(api.generateResponse, { params: { id: prospect_id }, body });
  afterEach(() => setModelAccess(person, false));

  test('the setting hides replies from the model in every process, and is in the security log', async () => {
    const waiting = await answered('We might be curious how you do that.');
    expect((await setModelAccess(person, true)).data).toMatchObject({ read_by_model: false });
    expect((await person.call(api.getOrganizationSettings)).data).toMatchObject({ read_by_model: false });
    await read(waiting);
    await read(await answered('Does it come in blue?'));
    expect(await writing.takeRequests()).toEqual([]);
    expect(await classOf(waiting)).toBeNull();
    const { events } = (await person.call(api.listSecurityEvents, { query: {} })).data;
    expect(events[0]).toMatchObject({
      event: 'setting_changed',
      subject: { label: 'AI may not read replies' },
    });
    // Told twice, it is one change.
    await setModelAccess(person, true);
    expect((await person.call(api.listSecurityEvents, { query: {} })).data.events).toHaveLength(events.length);
    await setModelAccess(person, false);
    await read(waiting);
    expect(await classOf(waiting)).toMatchObject({ set_by: 'model', class: 'interested' });
  });

  test('drops what the model says of one it was reading', async () => {
    await writing.behave({ mode: 'slow', times: 1, delay_in_ms: 600 });
    const conversation = await answered('Honestly I have had enough of these mails from you people.');
    const reading = read(conversation);
    while ((await writing.takeRequests()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await setModelAccess(person, true);
    await reading;
    expect(await classOf(conversation)).toBeNull();
    expect(await suppressed(conversation)).toEqual([]);
  });

  test('is asked before each reply, which is the one thing that sends a conversation', async () => {
    const conversation = await answered('Does the software work with our onboard computer?');
    await setModelAccess(person, true);
    const before = (await person.call(api.getOrganization)).data.data.email_credits;
    const refused = await generate(conversation);
    expect(refused).toMatchObject({ status: 409, error: { code: 'reply_not_confirmed' } });
    expect(await writing.takeRequests()).toEqual([]);
    expect((await person.call(api.getOrganization)).data.data.email_credits).toBe(before);
    expect((await generate(conversation, { sends_conversation: true })).error?.code).not.toBe('reply_not_confirmed');
    expect((await writing.takeRequests()).length).toBeGreaterThan(0);
    expect((await generate(conversation)).error?.code).toBe('reply_not_confirmed');
  });

  test('shows it a conversation only for who may change the setting', async () => {
    const conversation = await answered('Does it need a separate server?');
    await setModelAccess(person, true);
    // Another role ends the sessions of before.
    const become = async (role: string) => {
      await server.owner.query('update users set role = $1 where id = $2', [role, person.user_id]);
      const { email } = person;
      const { data } = await server.anonymous.call(api.login, { body: { email, password: 'correct horse' } });
      person = { ...person, ...createClient(server.program, data.data?.token ?? null) };
    };
    await become('RESTRICTED');
    for (const body of [{}, { sends_conversation: true }])
      expect(await generate(conversation, body)).toMatchObject({
        status: 403,
        error: { code: 'reply_kept_from_model' },
      });
    await become('USER');
    expect(await writing.takeRequests()).toEqual([]);
  });

  test('is alone with it: another one is as it was', async () => {
    const stranger = await server.signUp();
    await setModelAccess(stranger, true);
    expect((await person.call(api.getOrganizationSettings)).data).toMatchObject({ read_by_model: true });
  });
});
