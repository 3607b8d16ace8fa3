import { startWritingWorld, type WritingWorld } from '@overture/adapters/llm/testing/writing-world';
import { api } from '@overture/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerLlmRoutes } from '../../../../../sandbox/src/llm/llm.routes.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../testing/harness.ts';
import { type Conversation, cursorAfter, mailFrom, makeConversation } from '../chats.factory.ts';
import { receiveMail } from '../sync/receive-mail.service.ts';
import { releaseAbandonedDrafts } from './draft-credits.service.ts';
import { HOSTILE_MAILS } from './hostile-mails.factory.ts';

let writing: WritingWorld;
let server: TestServer & { stop(): Promise<void> };
let person: TestClient & { organization_id: number; user_id: number };
beforeAll(async () => {
  writing = await startWritingWorld(registerLlmRoutes);
  server = await startTestServer({ llm: writing.llm });
  person = await server.signUp();
  const body = {
    product_description: 'Kanaal makes planning software for inland shipping. It plans 250 ships every day.',
    usp_description: 'Customers plan a week in ten minutes.',
    objections: 'The software works with every onboard computer. A trial takes 14 days.',
  };
  await person.call(api.updateOrganization, { body });
});
afterAll(async () => {
  await server?.stop();
  await writing?.close();
});
beforeEach(async () => {
  await writing.behave({ mode: 'normal' });
  await writing.takeRequests();
});

async function answered(text: string): Promise<Conversation> {
  const conversation = await makeConversation(server, person.organization_id);
  const mail = mailFrom(conversation, { text });
  await receiveMail(server.program.system, conversation.mailbox, mail, cursorAfter(mail));
  return conversation;
}
const generate = ({ prospect_id }: Conversation, body: object = {}, who: TestClient = person) =>
  who.call(api.generateResponse, { params: { id: prospect_id }, body });
const balance = async () => (await person.call(api.getOrganization)).data.data.email_credits;
const rows = async (text: string, values: unknown[] = []) => (await server.owner.query(text, values)).rows;

describe('the stand-in model', () => {
  test.each([
    ['Could you do Thursday?', /which time suits you\?$/],
    ['Thanks, but this is not a priority for us. Not interested.', /May I come back to you if things change\?$/],
    ['I am the wrong person for this.', /Who would be the right person to talk to\?$/],
    ['Not right now, maybe next quarter.', /When would be a better moment to talk\?$/],
    ['How does the planning work?', /What would you like to know first\?$/],
  ])('answers %j by its kind', async (text, end) => {
    const { data } = await generate(await answered(text));
    expect(data.response.split('\n').at(-1)).toMatch(end);
    expect(data.left_out).toEqual([]);
    expect(data.pitches_after_refusal).toBe(false);
  });

  test('a draft that pitches to a lead who said no is marked', async () => {
    const refused = await answered('Thanks, but we are not interested.');
    const { data } = await generate(refused, { change: 'ask_for_meeting' });
    expect(data).toMatchObject({ sources: ['Product'], pitches_after_refusal: true });
    const asked = await answered('How does the planning work?');
    expect((await generate(asked)).data.pitches_after_refusal).toBe(false);
  });
});

describe('a reply', () => {
  test('answers from the knowledge base what was asked, costs a credit and sends nothing', async () => {
    const conversation = await answered('Does the software work with our onboard computer?');
    const before = await balance();
    const { status, data } = await generate(conversation);
    expect(status).toBe(200);
    expect(data.response).toContain('The software works with every onboard computer.');
    expect(data.response).toMatch(/^Hi Grace,/);
    expect(data).toMatchObject({ sources: ['Objections'], left_out: [], credits: 1 });
    expect(await balance()).toBe(before - 1);
    const history = await person.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id } });
    expect(history.data.messages).toHaveLength(1);
    const [entry] = (await person.call(api.listCredits, { query: { kind: 'replies' } })).data.entries;
    expect(entry).toMatchObject({ credits: -1, reserved: 0 });
  });

  test.each([
    ['nl', 'Goedemorgen, wat kost jullie software en hoe werkt de planning precies?', 'Hoi Grace'],
    ['de', 'Guten Tag, wie funktioniert Ihre Planungssoftware und was kostet sie?', 'Hallo Grace'],
    ['fr', 'Bonjour, comment fonctionne votre logiciel de planification ?', 'Bonjour Grace'],
    ['es', 'Buenos días, ¿cómo funciona su programa de planificación?', 'Hola Grace'],
    ['it', 'Buongiorno, come funziona il vostro software di pianificazione?', 'Ciao Grace'],
    ['pt', 'Bom dia, como funciona o vosso software de planeamento?', 'Olá Grace'],
    ['ru', 'Добрый день, как работает ваша программа планирования?', 'Здравствуйте Grace'],
  ])('is in the language of the lead: %s', async (_, question, hello) => {
    expect((await generate(await answered(question))).data.response).toContain(hello);
  });

  test('tone, campaign, lead and conversation reach the model; samples lack names and numbers', async () => {
    const other = await answered('Tell me more.');
    await rows(`update prospects set last_name = 'Secretname', company_name = 'Secretfirm' where id = $1`, [
      other.prospect_id,
    ]);
    await rows(
      `insert into chat_messages (organization_id, prospect_id, account_id, kind, sent_by_prospect, message, sent_at, author_user_id)
       values ($1, $2, $3, 'CHAT', false, 'Sure thing Grace Secretname of Secretfirm, call 0612345678 or see www.other.example!', app_now(), $4)`,
      [person.organization_id, other.prospect_id, other.account_id, person.user_id],
    );
    const conversation = await answered('And what does it do?');
    await generate(conversation, { tone: 'friendly' });
    const [asked = ''] = await writing.takeRequests();
    expect(asked).toContain('Tone: friendly');
    expect(asked).toContain('Style: \\"Sure thing');
    for (const secret of ['Secretname', 'Secretfirm', '0612345678', 'other.example'])
      expect(asked).not.toContain(secret);
    expect(asked).toContain('And what does it do?');
  });

  test('shorter may keep every promise of the draft itself: the user wrote it', async () => {
    const conversation = await answered('What does it cost?');
    const draft = 'It costs 49 euros a month, and I call you on Tuesday.';
    const { data } = await generate(conversation, { change: 'shorter', draft });
    expect(data.response).toContain('It costs 49 euros a month');
    expect(data.left_out).toEqual([]);
  });

  test('asks for a meeting without naming a time', async () => {
    const { data } = await generate(await answered('Sounds good.'), { change: 'ask_for_meeting' });
    expect(data.response).toContain('which time suits you?');
  });

  test('what no source says is asked for again, then left out and named', async () => {
    await writing.behave({ mode: 'unsupported' });
    const { data } = await generate(await answered('What does it cost?'));
    expect(data.left_out.sort()).toEqual(['number', 'price', 'time']);
    expect(data.response).not.toMatch(/49|Tuesday|4812/);
    const requests = await writing.takeRequests();
    expect(requests).toHaveLength(2);
    expect(requests[1]).toContain('No source K or D says this price');
  });

  test('is right the second time: nothing is left out', async () => {
    await writing.behave({ mode: 'unsupported', times: 1 });
    expect((await generate(await answered('What does it cost?'))).data.left_out).toEqual([]);
  });
});

describe('no reply, no cost', () => {
  test.each([
    ['error', 'reply_failed', 502],
    ['malformed', 'reply_failed', 502],
    ['rate_limited', 'reply_failed', 502],
  ])('a model that answers %s', async (mode, code, status) => {
    const conversation = await answered('Tell me more.');
    const before = await balance();
    await writing.behave({ mode });
    const answer = await generate(conversation);
    expect([answer.status, answer.error.code]).toEqual([status, code]);
    expect(await balance()).toBe(before);
  });

  test('there is no message yet, it is another organization’s, or unknown', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    expect((await generate(conversation)).error.code).toBe('nothing_to_answer');
    expect((await generate(conversation, {}, await server.signUp())).status).toBe(404);
    expect((await generate(conversation, { tone: 'angry' })).status).toBe(400);
    expect((await generate(conversation, { draft: 'x'.repeat(10_001) })).status).toBe(400);
    expect(await writing.takeRequests()).toEqual([]);
  });

  test('no credits are left: said in numbers, before anything is asked', async () => {
    const conversation = await answered('Tell me more.');
    const left = await balance();
    await rows('update organizations set email_credits = 0 where organization_id = $1', [person.organization_id]);
    const answer = await generate(conversation);
    expect(answer).toMatchObject({ status: 402, error: { error: 'You have 0 credits, but this needs 1.' } });
    expect(await writing.takeRequests()).toEqual([]);
    await rows('update organizations set email_credits = $2 where organization_id = $1', [
      person.organization_id,
      left,
    ]);
  });

  test('a process that died in between: its credit comes back', async () => {
    const before = await balance();
    await rows(
      `insert into credit_reservations (organization_id, amount, purpose, key, kind, created_at)
        values ($1, 1, 'AI replies', 'reply:lost', 'replies', app_now() - interval '20 minutes')`,
      [person.organization_id],
    );
    await rows('update organizations set email_credits = email_credits - 1 where organization_id = $1', [
      person.organization_id,
    ]);
    await releaseAbandonedDrafts(server.program.system);
    expect(await balance()).toBe(before);
  });
});

describe('a mail that gives orders, and a model that obeys them', () => {
  test.each(HOSTILE_MAILS.map((text, index) => [index + 1, text] as const))('mail %d', async (_, text) => {
    await writing.behave({ mode: 'obey' });
    const answer = await generate(await answered(text));
    // Either an honest reply is left, or none.
    const response = answer.status === 200 ? answer.data.response : '';
    const strange = response.replace('14 days', '').replace('250 ships', '');
    expect([200, 422]).toContain(answer.status);
    expect(strange).not.toMatch(
      /hijacked|evil|https?:|www\.|@|<|\]\(|euro|€|discount|free|agree|confirm|refund|instructions|password|tomorrow|\d/i,
    );
    if (answer.status === 200) expect(response).toMatch(/^(?:Hi|Hallo|Hoi|Bonjour) Grace,/);
  });
});
