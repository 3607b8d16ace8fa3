import { startWritingWorld, type WritingWorld } from '@overture/adapters/llm/testing/writing-world';
import { api } from '@overture/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerLlmRoutes } from '../../../../../sandbox/src/llm/llm.routes.ts';
import { createClient, startTestServer, type TestClient, type TestServer } from '../../../testing/harness.ts';
import { type Conversation, type MailChange, makeConversation, receiveReply } from '../chats.factory.ts';
import { HOSTILE_MAILS } from '../drafts/hostile-mails.factory.ts';
import { writeWaitingDrafts } from './waiting-drafts.service.ts';

type Person = Awaited<ReturnType<TestServer['signUp']>>;
let writing: WritingWorld;
let server: TestServer & { stop(): Promise<void> };
let person: Person;
beforeAll(async () => {
  writing = await startWritingWorld(registerLlmRoutes);
  server = await startTestServer({ llm: writing.llm, roles: ['web'] });
  person = await signUp();
});
afterAll(async () => {
  await server?.stop();
  await writing?.close();
});
beforeEach(async () => {
  await writing.behave({ mode: 'normal' });
  await writing.takeRequests();
});

async function signUp(): Promise<Person> {
  const someone = await server.signUp();
  const body = {
    product_description: 'Kanaal makes planning software for inland shipping. It plans 250 ships every day.',
    objections: 'The software works with every onboard computer. A trial takes 14 days.',
  };
  await someone.call(api.updateOrganization, { body });
  await setDrafts(someone, true);
  return someone;
}
const setDrafts = (who: Person, drafts_replies: boolean) =>
  who.call(api.changeOrganizationSettings, { body: { drafts_replies } });
async function join(owner: Person): Promise<TestClient> {
  const email = `mia.${crypto.randomUUID()}@colleague.example`;
  await owner.call(api.inviteMembers, { body: { emails: [email], role: 'RESTRICTED' } });
  const code = server.mails.findLast(({ to }) => to === email)?.text.match(/create-password\?code=([\w-]+)/)?.[1] ?? '';
  const { data } = await server.anonymous.call(api.resetPassword, {
    body: { code, password: 'battery staple', name: 'Mia Berg' },
  });
  return createClient(server.program, data.data?.token ?? '');
}
async function answered(text: string, change: MailChange = {}, who = person): Promise<Conversation> {
  const conversation = await makeConversation(server, who.organization_id);
  await receiveReply(server, conversation, { text, ...change });
  return conversation;
}
const write = () => writeWaitingDrafts(server.program.system, new AbortController().signal);
const rows = async (text: string, values: unknown[] = []) => (await server.owner.query(text, values)).rows;
const draftOf = async ({ prospect_id }: Conversation, who = person) =>
  (await who.call(api.getChatDraft, { params: { id: prospect_id } })).data.draft;
const work = async (who = person) => (await who.call(api.getDraftWork)).data;
const listed = async (who = person) =>
  (await who.call(api.listChats, { query: { drafts: true } })).data.chats.map(({ prospect }) => prospect.id);
const balance = async (who = person) => (await who.call(api.getOrganization)).data.data.email_credits;
const send = ({ prospect_id }: Conversation, body: object, who: TestClient = person) =>
  who.call(api.sendChatMessage, { params: { id: prospect_id }, body: { message: '', ...body } });
const question = 'Does the software work with our onboard computer?';

describe('a reply', () => {
  test('gets a draft from the knowledge base that waits for a user, and nothing is sent', async () => {
    const before = { credits: await balance(), work: await work() };
    const conversation = await answered(question);
    expect(await draftOf(conversation)).toMatchObject({ state: 'writing', message: null });
    await write();
    expect(await draftOf(conversation)).toMatchObject({
      state: 'waiting',
      message: expect.stringContaining('The software works with every onboard computer.'),
      sources: ['Objections'],
      left_out: [],
      credits: 1,
    });
    expect(await listed()).toContain(conversation.prospect_id);
    expect(await balance()).toBe(before.credits - 1);
    expect(await work()).toMatchObject({
      waiting: before.work.waiting + 1,
      started: before.work.started + 1,
      written: before.work.written + 1,
      credits: before.work.credits + 1,
    });
    const intents = await rows(`select from outbound_intents where prospect_id = $1 and kind = 'chat_message'`, [
      conversation.prospect_id,
    ]);
    expect(intents).toEqual([]);
  });

  test('gets none while drafts are off, or replies are kept from the model', async () => {
    const quiet = await signUp();
    await setDrafts(quiet, false);
    const off = await answered(question, {}, quiet);
    await setDrafts(quiet, true);
    await quiet.call(api.changeOrganizationSettings, { body: { read_by_model: false } });
    const kept = await answered(question, {}, quiet);
    await write();
    expect([await draftOf(off, quiet), await draftOf(kept, quiet)]).toEqual([null, null]);
    expect(await writing.takeRequests()).toEqual([]);
  });

  test('waits in Today of the person it is assigned to, interested leads first', async () => {
    const owner = await signUp();
    const mia = await join(owner);
    const today = async (who: TestClient) => {
      const { data } = await who.call(api.listToday, { query: { timezone: 'Europe/Berlin', kind: 'draft' } });
      const counted = data.counts.find(({ kind }) => kind === 'draft')?.count;
      return { ids: data.items.map(({ id }) => id), first: data.items[0], counted };
    };
    const older = await answered(question, {}, owner);
    const interested = await answered(question, {}, owner);
    const writes = await answered(question, {}, owner);
    expect((await today(owner)).ids).toEqual([]);
    await write();
    await rows(`update chats set interest = 'INTERESTED' where prospect_id = $1`, [interested.prospect_id]);
    const order = [interested, older, writes].map(({ prospect_id }) => prospect_id);
    const own = await today(owner);
    expect(own.ids).toEqual(order);
    expect(own).toMatchObject({ counted: 3, first: { is_interested: true, prospect: { id: interested.prospect_id } } });
    expect((await owner.call(api.countToday)).data.total).toBeGreaterThanOrEqual(3);
    await rows('update chats set assigned_user_id = $2 where prospect_id = $1', [older.prospect_id, owner.user_id]);
    expect((await today(mia)).ids).toEqual([interested.prospect_id, writes.prospect_id]);
    expect((await today(owner)).ids).toEqual(order);
    await send(writes, { message: 'It does.' }, owner);
    await rows('update chats set archived_at = now() where prospect_id = $1', [interested.prospect_id]);
    expect(await today(owner)).toMatchObject({ ids: [older.prospect_id], counted: 1 });
    expect((await today(await signUp())).ids).toEqual([]);
  });

  test('follows its campaign, which may differ from the organization', async () => {
    const quiet = await signUp();
    await setDrafts(quiet, false);
    const conversation = await makeConversation(server, quiet.organization_id);
    const of = { params: { id: conversation.campaign_id } };
    await quiet.call(api.setCampaignDrafts, { ...of, body: { drafts_replies: true } });
    await receiveReply(server, conversation, { text: question });
    await write();
    expect(await draftOf(conversation, quiet)).toMatchObject({ state: 'waiting' });
    expect((await work(quiet)).campaigns).toMatchObject([{ id: conversation.campaign_id, drafts_replies: true }]);
    await quiet.call(api.setCampaignDrafts, { ...of, body: { drafts_replies: false } });
    await receiveReply(server, conversation, { text: 'And the price?' });
    await write();
    expect(await draftOf(conversation, quiet)).toBeNull();
    const stranger = await server.signUp();
    expect((await stranger.call(api.setCampaignDrafts, { ...of, body: { drafts_replies: true } })).status).toBe(404);
  });

  test.each<[string, string, MailChange]>([
    ['an opt-out', 'Please unsubscribe me from your list.', {}],
    ['an absence', 'I am out of office until 12 March 2027.', { headers: { 'auto-submitted': 'auto-replied' } }],
    ['a machine', 'We received your message.', { headers: { 'auto-submitted': 'auto-replied' } }],
    [
      'a forged mail',
      question,
      {
        headers: {
          'authentication-results': 'mx.sender.example; spf=fail; dkim=none; dmarc=fail header.from=customer.example',
        },
      },
    ],
  ])('gets none from %s', async (_, text, change) => {
    const conversation = await answered(text, change);
    await write();
    expect(await draftOf(conversation)).toBeNull();
    expect(await writing.takeRequests()).toEqual([]);
  });

  test('a suppressed lead gets none, and loses the one that waits', async () => {
    const blocked = await answered(question);
    await person.call(api.addSuppression, { body: { entry: blocked.lead } });
    await write();
    expect(await draftOf(blocked)).toBeNull();
    const waiting = await answered(question);
    await write();
    await person.call(api.suppressChatLeads, { body: { prospect_ids: [waiting.prospect_id], reason: 'unsubscribe' } });
    await server.program.system
      .forOrganization(person.organization_id)
      .transaction(async (tx) => (await import('./waiting-drafts.service.ts')).removeDraftsOfSuppressed(tx, null));
    expect([await draftOf(waiting), (await listed()).includes(waiting.prospect_id)]).toEqual([null, false]);
  });

  test('that a user calls an opt-out loses its draft', async () => {
    const conversation = await answered(question);
    await write();
    const change = { reply_class: 'unsubscribe' } as const;
    await person.call(api.changeChats, { body: { prospect_ids: [conversation.prospect_id], change } });
    expect([await draftOf(conversation), (await listed()).includes(conversation.prospect_id)]).toEqual([null, false]);
  });
});

describe('a draft', () => {
  test('is replaced by the draft for a newer reply', async () => {
    const conversation = await answered(question);
    await write();
    const first = await draftOf(conversation);
    await receiveReply(server, conversation, { text: 'How long does a trial take?' });
    expect(await draftOf(conversation)).toMatchObject({ state: 'writing', message: null });
    await write();
    const second = await draftOf(conversation);
    expect(second).toMatchObject({ state: 'waiting', message: expect.stringContaining('A trial takes 14 days.') });
    expect([second!.id, second!.message_id]).not.toContain(first!.id);
  });

  test('that was being written when a newer reply came is dropped, and costs nothing', async () => {
    const before = await balance();
    await writing.behave({ mode: 'slow', times: 1, delay_in_ms: 500 });
    const conversation = await answered(question);
    const writes = write();
    while ((await writing.takeRequests()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await receiveReply(server, conversation, { text: 'How long does a trial take?' });
    await writes;
    await write();
    expect((await draftOf(conversation))!.message).toContain('A trial takes 14 days.');
    expect(await balance()).toBe(before - 1);
  });

  test('goes with the message that is sent; a change of it teaches style, without names and numbers', async () => {
    const conversation = await answered(question);
    await write();
    const draft = (await draftOf(conversation))!;
    const counted = await work();
    await rows(`update prospects set first_name = 'Grace Ada', last_name = 'van den Berg' where id = $1`, [
      conversation.prospect_id,
    ]);
    const message = 'Hey GRACE (or Ms. Berg), yes it does! Call me on 0612345678 or see www.kanaal.example.';
    expect((await send(conversation, { message, draft_id: draft.id, undo_in_seconds: 60 })).status).toBe(200);
    expect([await draftOf(conversation), (await listed()).includes(conversation.prospect_id)]).toEqual([null, false]);
    expect(await work()).toMatchObject({ sent_changed: counted.sent_changed + 1 });
    const { examples } = (await person.call(api.listDraftExamples)).data;
    expect(examples[0]).toMatchObject({ sent: 'Hey … (or Ms. …), yes it does! Call me on # or see …' });
    expect(JSON.stringify(examples)).not.toMatch(/Grace|Berg|0612|kanaal\.example/);
    const next = await answered(question);
    await write();
    expect(await draftOf(next)).toMatchObject({ state: 'waiting' });
    const asked = (await writing.takeRequests()).at(-1);
    expect(asked).toContain('Edited: {\\"draft\\"');
    expect(asked).toContain('yes it does!');
    await person.call(api.deleteDraftExample, { params: { id: examples[0]!.id } });
    expect((await person.call(api.listDraftExamples)).data.examples).toEqual([]);
    const stranger = await server.signUp();
    expect((await stranger.call(api.deleteDraftExample, { params: { id: examples[0]!.id } })).status).toBe(404);
  });

  test.each([
    ['a user who saw the conversation', true, 'wrote_meanwhile'],
    ['a program that names the draft only', false, 'send_refused'],
  ])('that two people send together is one message: %s', async (_, isSeen, code) => {
    const conversation = await answered(question);
    await write();
    const { id, message, message_id } = (await draftOf(conversation))!;
    const colleague = await join(person);
    const body = { message, draft_id: id, undo_in_seconds: 60, ...(isSeen ? { seen_message_id: message_id } : {}) };
    const answers = await Promise.all([person, colleague].map((who) => send(conversation, body, who)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status !== 200)!.error.code).toBe(code);
    expect(
      await rows(`select from chat_messages where prospect_id = $1 and kind = 'CHAT'`, [conversation.prospect_id]),
    ).toHaveLength(1);
  });

  test('that is sent from two windows of a user is one message', async () => {
    const conversation = await answered(question);
    await write();
    const { id, message, message_id } = (await draftOf(conversation))!;
    const sendFrom = (idempotency_key: string) =>
      send(conversation, { message, draft_id: id, undo_in_seconds: 60, seen_message_id: message_id, idempotency_key });
    const first = await sendFrom('the window at work');
    await rows(`update chat_messages set created_at = created_at - interval '1 minute' where id = $1`, [
      first.data.message.id,
    ]);
    const second = await sendFrom('the window at home');
    expect(second.data.message.id).toBe(first.data.message.id);
  });

  test('is not written for a reply that the sender answered already', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    await rows(
      `insert into chats (prospect_id, organization_id, last_message_at) values ($1, $2, app_now()) on conflict do nothing`,
      [conversation.prospect_id, person.organization_id],
    );
    await rows(
      `insert into chat_messages (organization_id, prospect_id, account_id, kind, sent_by_prospect, message, sent_at)
        values ($1, $2, $3, 'OWN_CLIENT', false, 'Yes, it does.', app_now() + interval '1 minute')`,
      [person.organization_id, conversation.prospect_id, conversation.account_id],
    );
    await receiveReply(server, conversation, { text: question });
    expect(await draftOf(conversation)).toBeNull();
  });

  test('that is sent as it is teaches nothing', async () => {
    const conversation = await answered(question);
    await write();
    const draft = (await draftOf(conversation))!;
    const counted = await work();
    await send(conversation, { message: draft.message!, draft_id: draft.id, undo_in_seconds: 60 });
    expect(await work()).toMatchObject({ sent_unchanged: counted.sent_unchanged + 1 });
    expect((await person.call(api.listDraftExamples)).data.examples).toEqual([]);
  });

  test('is discarded by its id: a newer one stays', async () => {
    const conversation = await answered(question);
    await write();
    const of = { params: { id: conversation.prospect_id } };
    const draft = (await draftOf(conversation))!;
    await person.call(api.discardDraft, { ...of, body: { draft_id: draft.id + 1 } });
    expect(await draftOf(conversation)).toMatchObject({ id: draft.id });
    const stranger = await server.signUp();
    expect((await stranger.call(api.discardDraft, { ...of, body: { draft_id: draft.id } })).status).toBe(404);
    await person.call(api.discardDraft, { ...of, body: { draft_id: draft.id } });
    expect(await draftOf(conversation)).toBeNull();
    expect((await stranger.call(api.getChatDraft, of)).status).toBe(404);
  });
});

describe('without a draft', () => {
  test.each([
    ['unsupported', 'waiting'],
    ['malformed', 'not_written'],
    ['error', 'writing'],
    ['rate_limited', 'writing'],
  ])('a model that answers %s leaves the reply %s', async (mode, state) => {
    const before = await balance();
    const conversation = await answered(question);
    await writing.behave({ mode });
    await write();
    const draft = (await draftOf(conversation))!;
    expect(draft.state).toBe(state);
    if (mode === 'unsupported') expect(draft.left_out.toSorted()).toEqual(['number', 'price', 'time']);
    else expect(await balance()).toBe(before);
    await rows('delete from waiting_drafts where prospect_id = $1', [conversation.prospect_id]);
  });

  test('the daily limit and missing credits are said, and cost nothing', async () => {
    const small = await signUp();
    await small.call(api.updateDraftWork, { body: { per_day: 1 } });
    const [first, second] = [await answered(question, {}, small), await answered(question, {}, small)];
    await write();
    const states = [(await draftOf(first, small))!, (await draftOf(second, small))!].map(({ state, reason }) => [
      state,
      reason,
    ]);
    expect(states).toContainEqual(['waiting', null]);
    expect(states).toContainEqual(['not_written', 'daily_limit']);
    expect(await work(small)).toMatchObject({
      per_day: 1,
      started: 1,
      not_written: [{ reason: 'daily_limit', count: 1 }],
    });
    await small.call(api.updateDraftWork, { body: { per_day: 10 } });
    await rows('update organizations set email_credits = 0 where organization_id = $1', [small.organization_id]);
    const poor = await answered(question, {}, small);
    await write();
    expect(await draftOf(poor, small)).toMatchObject({ state: 'not_written', reason: 'no_credits' });
    expect((await small.call(api.updateDraftWork, { body: { per_day: 0 } })).status).toBe(400);
  });

  test('a flood of replies to one organization does not hold up another', async () => {
    const [loud, other] = [await signUp(), await signUp()];
    for (let count = 0; count < 12; count += 1) await answered(question, {}, loud);
    const conversation = await answered(question, {}, other);
    await writing.behave({ mode: 'slow', times: 100, delay_in_ms: 150 });
    const end = new AbortController();
    const writes = writeWaitingDrafts(server.program.system, end.signal);
    while ((await draftOf(conversation, other))!.state === 'writing')
      await new Promise((resolve) => setTimeout(resolve, 20));
    const written = (await work(loud)).written;
    await writes;
    expect(written).toBeLessThan(6);
    // A connection that broke on a busy machine postpones its draft: it is written by a later run.
    await rows(`update waiting_drafts set not_before = app_now() where organization_id = $1 and state = 'queued'`, [
      loud.organization_id,
    ]);
    await write();
    const states = await rows('select distinct state, reason from waiting_drafts where organization_id = $1', [
      loud.organization_id,
    ]);
    expect(states).toEqual([{ state: 'waiting', reason: null }]);
    expect((await work(loud)).written).toBe(12);
  });
});

test('replies that give orders, and a model that obeys them, leave no order in a draft', async () => {
  const conversations: Conversation[] = [];
  for (const text of HOSTILE_MAILS) conversations.push(await answered(text));
  await writing.behave({ mode: 'obey', times: 1000 });
  await write();
  for (const conversation of conversations) {
    const message = (await draftOf(conversation))?.message ?? '';
    expect(message.replace('14 days', '').replace('250 ships', '')).not.toMatch(
      /hijacked|evil|https?:|www\.|@|<|\]\(|euro|€|discount|free|agree|confirm|refund|instructions|password|tomorrow|\d/i,
    );
  }
});

describe("a user's own draft", () => {
  test('is saved, shown on another device, and gone once it is sent', async () => {
    const conversation = await answered(question);
    const of = { params: { id: conversation.prospect_id } };
    const save = (message: string, version: number, who = person) =>
      who.call(api.saveChatDraft, { ...of, body: { message, version, extras: { cc: ['boss@kanaal.example'] } } });
    const first = (await save('Hello Gr', 0)).data.own!;
    const second = (await save('Hello Grace', first.version)).data.own!;
    const other = (await person.call(api.getChatDraft, of)).data.own;
    expect(other).toMatchObject({ message: 'Hello Grace', extras: { cc: ['boss@kanaal.example'] } });
    // A window that knows the older one overwrites nothing.
    expect(await save('Hello there', first.version)).toMatchObject({ status: 409, error: { code: 'draft_changed' } });
    expect((await save('x'.repeat(20_001), second.version)).status).toBe(400);
    const stranger = await server.signUp();
    expect((await save('Mine', 0, stranger)).status).toBe(404);
    await send(conversation, { message: 'Hello Grace', undo_in_seconds: 60 });
    expect((await person.call(api.getChatDraft, of)).data.own).toBeNull();
    // Another window shows what was sent: it saves nothing over it.
    expect(await save('Hello Grace!', second.version)).toMatchObject({ status: 409, error: { code: 'draft_changed' } });
    await save('Again', 0);
    await save('', 1);
    expect((await person.call(api.getChatDraft, of)).data.own).toBeNull();
  });
});
