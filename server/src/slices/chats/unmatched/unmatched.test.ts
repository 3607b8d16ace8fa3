import { api } from '@overture/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import {
  attachment,
  type Conversation,
  cursorAfter,
  type MailChange,
  mailFrom,
  makeConversation,
} from '../chats.factory.ts';
import { receiveMail } from '../sync/receive-mail.service.ts';
import { deleteOldDecisions, remindOfUnmatchedReplies } from './unmatched.service.ts';

const ELSEWHERE = 'grace@private.example';
const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp();
});

const start = () => makeConversation(server, person.organization_id);
const deliver = async (conversation: Conversation, change: MailChange = {}) => {
  const synced = mailFrom(conversation, { from: ELSEWHERE, ...change });
  await receiveMail(server.program.system, conversation.mailbox, synced, cursorAfter(synced));
  return synced;
};
const query = async (text: string, values: unknown[]) => (await server.owner.query(text, values)).rows;
const leadOf = async (conversation: Conversation) =>
  (
    await query(
      `select status, possible_answer_from, waiting_rule, next_at <= app_now() as is_due from campaign_leads where id = $1`,
      [conversation.campaign_lead_id],
    )
  )[0];
const asked = async (conversation: Conversation) =>
  (await person.call(api.listUnmatchedReplies)).data.possible_answers.filter(
    (answer) => answer.prospect.id === conversation.prospect_id,
  );
const decide = (id: number, is_answer: boolean) =>
  person.call(api.decideUnmatchedReply, { params: { id }, body: { is_answer } });
const history = async (conversation: Conversation) =>
  (await person.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id } })).data.messages;

describe('an answer from another address', () => {
  test('holds the lead and is shown with who wrote; the conversation stays as it was', async () => {
    const conversation = await start();
    await deliver(conversation, { text: 'Call me.\n\n> Hello', attachments: [attachment({ filename: 'map.pdf' })] });
    const [answer] = await asked(conversation);
    expect(answer).toMatchObject({
      prospect: { id: conversation.prospect_id, first_name: 'Grace', email: conversation.lead },
      from: { name: 'Grace Hopper', email: ELSEWHERE },
      message: 'Call me.',
      attachments: ['map.pdf'],
      account: { id: conversation.account_id },
    });
    expect(await leadOf(conversation)).toMatchObject({ status: 'ACTIVE', possible_answer_from: ELSEWHERE });
    expect(await history(conversation)).toEqual([]);
    const { prospects } = (
      await person.call(api.listCampaignLeads, { params: { id: conversation.campaign_id }, query: { page: 1 } })
    ).data;
    expect(prospects[0]?.next_action?.waiting_for.rule).toBe('possible_answer');
  });

  test('accepted as theirs it joins the conversation, stops everything, and the address may reply', async () => {
    const conversation = await start();
    await deliver(conversation, { text: 'Yes.', attachments: [attachment({ filename: 'map.pdf' })] });
    const [answer] = await asked(conversation);
    expect((await decide(answer!.id, true)).status).toBe(200);
    const [message] = await history(conversation);
    expect(message).toMatchObject({
      kind: 'REPLY',
      message: 'Yes.',
      read: false,
      from: { email: ELSEWHERE },
      attachments: [{ name: 'map.pdf' }],
    });
    expect(await leadOf(conversation)).toMatchObject({ status: 'REPLIED', possible_answer_from: null });
    expect(await asked(conversation)).toEqual([]);
    await deliver(conversation, { text: 'One more thing.' });
    expect((await history(conversation)).map((entry) => entry.message)).toEqual(['One more thing.', 'Yes.']);
    expect(await asked(conversation)).toEqual([]);
  });

  test('with an opt-out, accepted as theirs: neither address is written to again', async () => {
    const conversation = await start();
    await deliver(conversation, {
      from: 'away@private.example',
      text: 'Please unsubscribe me.',
      subject: 'Unsubscribe',
    });
    const [answer] = await asked(conversation);
    await decide(answer!.id, true);
    const rows = await query('select email::text from suppressions where email = any($1) order by 1', [
      ['away@private.example', conversation.lead],
    ]);
    expect(rows.map((row) => row.email).sort()).toEqual(['away@private.example', conversation.lead].sort());
  });

  test('rejected, the lead continues as planned, and the same mail is not asked about again', async () => {
    const conversation = await start();
    const synced = await deliver(conversation);
    const [answer] = await asked(conversation);
    expect((await decide(answer!.id, false)).status).toBe(200);
    const free = { status: 'ACTIVE', possible_answer_from: null, is_due: false };
    expect(await leadOf(conversation)).toMatchObject(free);
    expect(await history(conversation)).toEqual([]);
    await receiveMail(server.program.system, conversation.mailbox, synced, cursorAfter(synced));
    expect(await leadOf(conversation)).toMatchObject(free);
    expect((await decide(answer!.id, true)).status).toBe(404);
  });

  test('said to be none after the step had become due: it leaves next', async () => {
    const conversation = await start();
    await deliver(conversation);
    await query(`update campaign_leads set waiting_rule = 'possible_answer' where id = $1`, [
      conversation.campaign_lead_id,
    ]);
    await decide((await asked(conversation))[0]!.id, false);
    expect(await leadOf(conversation)).toMatchObject({ waiting_rule: null, is_due: true });
  });

  test('beside another one: the lead waits until both are decided', async () => {
    const conversation = await start();
    await deliver(conversation);
    await deliver(conversation, { from: 'grace@second.example' });
    const [first, second] = await asked(conversation);
    await decide(first!.id, false);
    expect((await leadOf(conversation)).possible_answer_from).not.toBeNull();
    await decide(second!.id, false);
    expect((await leadOf(conversation)).possible_answer_from).toBeNull();
  });

  test('is asked about five times in a month, not more: mails get forwarded', async () => {
    const conversation = await start();
    for (let index = 0; index < 6; index += 1) await deliver(conversation);
    const answers = await asked(conversation);
    expect(answers).toHaveLength(5);
    for (const answer of answers) await decide(answer.id, false);
    await deliver(conversation);
    expect([await asked(conversation), (await leadOf(conversation)).possible_answer_from]).toEqual([[], null]);
  });

  test('of two simultaneous decisions one counts', async () => {
    const conversation = await start();
    await deliver(conversation);
    const [answer] = await asked(conversation);
    const statuses = await Promise.all([decide(answer!.id, true), decide(answer!.id, false)]);
    expect(statuses.map((one) => one.status).sort()).toEqual([200, 404]);
  });

  test('is for its own organization to decide', async () => {
    const conversation = await start();
    await deliver(conversation);
    const [answer] = await asked(conversation);
    const other = await server.signUp();
    const foreign = await other.call(api.decideUnmatchedReply, {
      params: { id: answer!.id },
      body: { is_answer: true },
    });
    expect(foreign.status).toBe(404);
    expect((await other.call(api.listUnmatchedReplies)).data.possible_answers).toEqual([]);
  });

  test('decided a month ago is gone; an undecided one stays', async () => {
    const [old, open] = [await start(), await start()];
    await deliver(old);
    await deliver(open);
    const [answer] = await asked(old);
    await decide(answer!.id, false);
    await query(`update possible_answers set decided_at = app_now() - interval '31 days' where id = $1`, [answer!.id]);
    await query(`update possible_answers set created_at = app_now() - interval '90 days' where prospect_id = $1`, [
      open.prospect_id,
    ]);
    await deleteOldDecisions(server.program.system);
    expect(await query('select 1 from possible_answers where id = $1', [answer!.id])).toEqual([]);
    expect(await asked(open)).toHaveLength(1);
  });
});

describe('is not asked about', () => {
  test.each<[string, (conversation: Conversation) => MailChange]>([
    ['a mail with a guessed id', () => ({ in_reply_to: 'guess@sender.example', references: ['guess@sender.example'] })],
    ['a mail without ids', () => ({ in_reply_to: null, references: [] })],
    ['an automatic answer', () => ({ headers: { 'auto-submitted': 'auto-replied' } })],
    ['a person of our own company', () => ({ from: 'colleague@mail.sender.example' })],
    ['who signs in here', () => ({ from: person.email })],
  ])('%s', async (_, change) => {
    const conversation = await start();
    await deliver(conversation, change(conversation));
    expect(await asked(conversation)).toEqual([]);
    expect((await leadOf(conversation)).possible_answer_from).toBeNull();
  });
});

describe('a colleague of the lead', () => {
  const colleague = (email: string) =>
    query('select first_name, last_name, company_name from prospects where organization_id = $1 and email = $2', [
      person.organization_id,
      email,
    ]);
  const add = (id: number) =>
    person.call(api.decideUnmatchedReply, { params: { id }, body: { is_answer: true, is_colleague: true } });

  test('becomes a lead of the same company and list, and the reply stops the sequence', async () => {
    const conversation = await start();
    const { data: list } = await person.call(api.createSearch, { body: { name: 'Engineers' } });
    await query('insert into search_prospects (organization_id, search_id, prospect_id) values ($1, $2, $3)', [
      person.organization_id,
      list.id,
      conversation.prospect_id,
    ]);
    await deliver(conversation, { from: 'petra@elsewhere.example' });
    const [answer] = await asked(conversation);
    expect((await add(answer!.id)).status).toBe(200);
    const [lead] = await query('select company_name from prospects where id = $1', [conversation.prospect_id]);
    expect(await colleague('petra@elsewhere.example')).toEqual([
      { first_name: 'Grace', last_name: 'Hopper', company_name: lead.company_name },
    ]);
    const listed = await query('select count(*)::int as count from search_prospects where search_id = $1', [list.id]);
    expect(listed).toEqual([{ count: 2 }]);
    expect(await leadOf(conversation)).toMatchObject({ status: 'REPLIED' });
    expect(await history(conversation)).toHaveLength(1);
    // Decided twice, it is one colleague.
    expect((await add(answer!.id)).status).toBe(404);
    expect(await colleague('petra@elsewhere.example')).toHaveLength(1);
  });

  test('who became a lead after they wrote gets nothing more either', async () => {
    const conversation = await start();
    const other = await start();
    await deliver(conversation, { from: 'paul@elsewhere.example' });
    await query('update prospects set email = $1 where id = $2', ['paul@elsewhere.example', other.prospect_id]);
    expect(await leadOf(other)).toMatchObject({ status: 'ACTIVE' });
    const [answer] = await asked(conversation);
    expect((await add(answer!.id)).status).toBe(200);
    expect([await leadOf(conversation), await leadOf(other)]).toMatchObject([
      { status: 'REPLIED' },
      { status: 'REPLIED' },
    ]);
    expect(await colleague('paul@elsewhere.example')).toHaveLength(1);
  });

  test('who must not be written to is not added, and nothing is decided', async () => {
    const conversation = await start();
    await deliver(conversation, { from: 'petra@blocked.example' });
    await person.call(api.addSuppression, { body: { entry: 'petra@blocked.example' } });
    const [answer] = await asked(conversation);
    expect(await add(answer!.id)).toMatchObject({ status: 409, error: { code: 'referral_refused' } });
    expect([await colleague('petra@blocked.example'), (await asked(conversation)).length]).toEqual([[], 1]);
  });
});

test('managers are reminded once of replies that wait for more than two working days', async () => {
  const conversation = await start();
  await deliver(conversation);
  const notices = () =>
    query(`select subject from notice_mails where organization_id = $1 and path = '/inbox'`, [person.organization_id]);
  await query(`update possible_answers set reminded_at = app_now() where organization_id = $1 and prospect_id <> $2`, [
    person.organization_id,
    conversation.prospect_id,
  ]);
  await remindOfUnmatchedReplies(server.program.system);
  expect(await notices()).toEqual([]);
  await query(`update possible_answers set created_at = app_now() - interval '6 days' where prospect_id = $1`, [
    conversation.prospect_id,
  ]);
  await remindOfUnmatchedReplies(server.program.system);
  await remindOfUnmatchedReplies(server.program.system);
  expect(await notices()).toEqual([{ subject: '1 unmatched reply waits for your decision' }]);
});
