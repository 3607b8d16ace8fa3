import { startWritingWorld, type WritingWorld } from '@overture/adapters/llm/testing/writing-world';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { writeToken } from '@overture/domain/message/tokens';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClock } from '../../../../../sandbox/src/clock.ts';
import { registerLlmRoutes } from '../../../../../sandbox/src/llm/llm.routes.ts';
import type { MailSandbox } from '../../../../../sandbox/src/mail/mail-sandbox.ts';
import { registerWebRoutes } from '../../../../../sandbox/src/web/web.routes.ts';
import { parkUnit } from '../../../kernel/rounds/rounds.ts';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { startSilentMail } from '../../../testing/silent-mail.ts';
import { loadCredits, setCredits } from '../../ai-segments/ai-segments.factory.ts';
import { releaseForgotten, reserveTexts } from '../../ai-segments/reserve-texts.service.ts';
import { claimText, endText } from '../../ai-segments/text-work.store.ts';
import { writeQueuedTexts } from '../../ai-segments/writer.service.ts';
import { type Dispatcher, startDispatcher } from '../../outbound/dispatch/dispatcher.service.ts';
import { getLead } from '../leads/leads.service.ts';
import { campaignStepKind } from './dispatch/campaign-step.service.ts';
import { requestUpcomingSnippets } from './dispatch/snippets.service.ts';
import * as world from './run.factory.ts';
import { explainLeads } from './run.service.ts';

const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
const HOUR = 3600;
const SNIPPET = writeToken({ kind: 'snippet', id: 1, name: 'Opening line' });
const MESSAGE = `Hi {{first_name}},\n\n${SNIPPET}\n\nShall we talk?`;
const FALLBACK = 'Hi, shall we talk about your company?';
let server: TestServer & { stop(): Promise<void> };
let mail: MailSandbox;
let writing: WritingWorld;
let dispatcher: Dispatcher;
let people = 0;

function standIns(app: FastifyInstance): void {
  registerLlmRoutes(app);
  registerWebRoutes(app, createClock());
}

beforeAll(async () => {
  mail = await startSilentMail(100);
  writing = await startWritingWorld(standIns);
  server = await startTestServer({
    roles: ['web'],
    environment: { TIME_TRAVEL: 'on' },
    mailbox: createSmtpImapMailbox({ outbound_allow: '127.0.0.1', answer_timeout_in_ms: 30_000 }),
    llm: writing.llm,
    sources: writing.sources,
  });
  dispatcher = startDispatcher(server.program.system, kinds, { poll_in_ms: 40 });
}, 60_000);
afterAll(async () => {
  await dispatcher?.stop();
  await server?.stop();
  await mail?.close();
  await writing?.close();
});
beforeEach(async () => {
  await writing.behave({ mode: 'normal' });
  await writing.takeRequests();
  await rows(sql`update campaigns set status = 'PAUSED', version = version + 1`);
});

const system = () => server.program.system;
const never = new AbortController().signal;
async function rows<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return system().systemTransaction(async ({ db }) => (await query.execute(db)).rows);
}

async function start(nodes: world.NodeSpec[], given: { credits?: number; kind?: string } = {}) {
  people += 1;
  const { credits = 10, kind = 'snip' } = given;
  const organization_id = await world.makeOrganization(system());
  const ctx = system().forOrganization(organization_id);
  await setCredits(ctx, credits);
  const account = { email: `ada${organization_id}@acme.example`, smtp_port: mail.smtp_port, imap_port: mail.imap_port };
  const account_id = await world.makeMailSender(system(), organization_id, account);
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  const email = `${kind}+${people}@northwind.example`;
  const person = { email, first_name: 'Sanne', company_name: 'Kanaal Software', website: 'kanaal-software.example' };
  const [prospect_id] = await world.makePeople(system(), organization_id, [person]);
  const [lead_id] = await world.startPeople(system(), campaign, organization_id, [prospect_id!]);
  return { organization_id, ctx, campaign, email, prospect_id: prospect_id!, lead_id: lead_id! };
}
type Made = Awaited<ReturnType<typeof start>>;

const mailsTo = (address: string) => [...mail.store.mails()].filter((one) => one.recipients.includes(address));
const textOf = (address: string) =>
  mailsTo(address)[0]!.raw.toString().replaceAll('=\r\n', '').replaceAll('\r\n', '\n');

/** Runs the worker's loops once. */
async function write(): Promise<void> {
  await requestUpcomingSnippets(system());
  await reserveTexts(system());
  await writeQueuedTexts(system(), never);
}
async function send(): Promise<void> {
  await world.moveClock(system(), 10);
  await world.runUntilQuiet(system());
}
async function textRows(made: Made) {
  return rows(
    sql<{
      id: number;
      state: string;
      text: string | null;
      reason: string | null;
      credits: number;
      used_at: Date | null;
    }>`
      select id, state, text, reason, credits, used_at from ai_segment_texts where campaign_lead_id = ${made.lead_id} order by id`,
  );
}
async function timelineOf(made: Made) {
  return (await getLead(made.ctx, made.prospect_id, made.campaign.id)).scheduled_campaign.steps;
}
async function expectSettled(made: Made, granted: number, spent: number): Promise<void> {
  expect(await loadCredits(system(), made.organization_id)).toEqual({
    balance: granted - spent,
    at_work: 0,
    ledger: granted - spent,
    spent,
  });
}

describe('a message with a snippet', () => {
  test('is written ahead of its time, shown, sent word for word in both parts, and paid once', async () => {
    const made = await start([{ type: 'EMAIL', message: MESSAGE, delay_in_hours: 1, fallback: FALLBACK }]);
    await write();
    const [text] = await textRows(made);
    expect(text).toMatchObject({ state: 'written', credits: 1, used_at: null });
    const [entry] = await timelineOf(made);
    expect(entry!.message).toBe(`Hi Sanne,\n\n${text!.text}\n\nShall we talk?`);
    expect(entry!.snippets[0]).toMatchObject({ id: 1, name: 'Opening line', text: text!.text, is_outdated: false });
    expect(entry!.snippets[0]!.sources.length).toBeGreaterThan(0);
    await world.moveClock(system(), HOUR);
    await world.runUntilQuiet(system());
    expect(mailsTo(made.email)).toHaveLength(1);
    expect(textOf(made.email).split(text!.text!)).toHaveLength(3);
    expect((await textRows(made))[0]!.used_at).not.toBeNull();
    expect((await timelineOf(made))[0]).toMatchObject({ message: entry!.message, notes: [] });
    await expectSettled(made, 10, 1);
    expect(await writing.takeRequests()).toHaveLength(1);
  });

  test('what is due far ahead is not written yet', async () => {
    const made = await start([{ type: 'EMAIL', message: MESSAGE, delay_in_hours: 3 }]);
    await write();
    expect(await textRows(made)).toEqual([]);
    await world.moveClock(system(), 1.5 * HOUR);
    await write();
    expect(await textRows(made)).toMatchObject([{ state: 'written' }]);
  });

  test('due now, it waits with a reason and is sent once written', async () => {
    const made = await start([{ type: 'EMAIL', message: MESSAGE, fallback: FALLBACK }]);
    await world.runUntilQuiet(system());
    expect(mailsTo(made.email)).toHaveLength(0);
    const waiting = await made.ctx.transaction((tx) => explainLeads(tx, [made.lead_id]));
    expect(waiting.get(made.lead_id)).toMatchObject({
      rule: 'snippet',
      text: 'Waiting for the AI snippet of this message to be written',
    });
    await write();
    await send();
    expect(textOf(made.email)).toContain('I read on your pages');
  });

  test('does not change between tries, even if snippet, sources or model do', async () => {
    const made = await start([{ type: 'EMAIL', message: MESSAGE, fallback: FALLBACK }], { kind: 'tempfail' });
    await write();
    await world.runUntilQuiet(system());
    expect(mailsTo(made.email)).toHaveLength(0);
    const [before] = await textRows(made);
    expect(before!.used_at).not.toBeNull();
    await writing.behave({ mode: 'unsupported' });
    await rows(sql`delete from research_sources`);
    await write();
    // The server takes it now.
    const email = made.email.replace('tempfail', 'taken');
    await rows(sql`update prospects set email = ${email} where id = ${made.prospect_id}`);
    await world.moveClock(system(), HOUR);
    await world.runUntilQuiet(system());
    expect(mailsTo(email)).toHaveLength(1);
    expect(textOf(email)).toContain(before!.text!);
    expect(await textRows(made)).toEqual([before]);
    expect(await writing.takeRequests()).toHaveLength(1);
  });

  test('pays a research task once a lead, however many snippets and steps draw on it', async () => {
    const other = writeToken({ kind: 'snippet', id: 7, name: 'Why we write to you' });
    const nodes: world.NodeSpec[] = [
      { type: 'EMAIL', message: `${SNIPPET} ${other}`, fallback: FALLBACK },
      { type: 'EMAIL', message: MESSAGE, delay_in_hours: 1, fallback: FALLBACK },
    ];
    const made = await start(nodes);
    await write();
    await world.runUntilQuiet(system());
    await write();
    await world.moveClock(system(), HOUR);
    await world.runUntilQuiet(system());
    expect(mailsTo(made.email)).toHaveLength(2);
    expect((await textRows(made)).map(({ state }) => state)).toEqual(['written', 'written', 'written']);
    // Task 11 once for all three texts, task 12 for the second snippet.
    await expectSettled(made, 10, 2);
  });
});

describe('without a snippet', () => {
  test('nothing found: the fallback goes out, nothing is charged, the timeline says why', async () => {
    const made = await start([{ type: 'EMAIL', message: MESSAGE, fallback: FALLBACK }]);
    await writing.behave({ mode: 'unsupported' });
    await write();
    await world.runUntilQuiet(system());
    expect(textOf(made.email)).toContain(FALLBACK);
    expect((await timelineOf(made))[0]!.notes).toEqual([
      'AI snippet “Opening line” could not be used, the fallback message takes its place. The sources that were read say nothing that fits this snippet.',
    ]);
    await expectSettled(made, 10, 0);
  });

  test('too few credits: not asked for ahead; when it is due the fallback goes out and says so', async () => {
    const made = await start([{ type: 'EMAIL', message: MESSAGE, delay_in_hours: 1, fallback: FALLBACK }], {
      credits: 0,
    });
    await write();
    expect(await textRows(made)).toMatchObject([{ state: 'wanted' }]);
    await world.moveClock(system(), HOUR);
    await world.runUntilQuiet(system());
    await write();
    await send();
    expect(textOf(made.email)).toContain(FALLBACK);
    expect((await timelineOf(made))[0]!.notes[0]).toContain('You have 0 credits, but this snippet needs 1.');
    expect(await writing.takeRequests()).toEqual([]);
    await expectSettled(made, 0, 0);
  });

  test('the cap of the organization is reached: the fallback goes out and says so', async () => {
    const made = await start([{ type: 'EMAIL', message: MESSAGE, fallback: FALLBACK }]);
    await server.owner.query('insert into credit_caps (organization_id, credits) values ($1, 0)', [
      made.organization_id,
    ]);
    await world.runUntilQuiet(system());
    await write();
    await send();
    expect(textOf(made.email)).toContain(FALLBACK);
    expect((await timelineOf(made))[0]!.notes[0]).toContain(
      'The monthly cap of your organization leaves 0 credits, but this snippet needs 1.',
    );
    await expectSettled(made, 10, 0);
  });

  test('credits that come in time are used', async () => {
    const made = await start([{ type: 'EMAIL', message: MESSAGE, delay_in_hours: 1, fallback: FALLBACK }], {
      credits: 0,
    });
    await write();
    await setCredits(made.ctx, 5);
    await world.moveClock(system(), 61);
    await write();
    await world.moveClock(system(), HOUR);
    await world.runUntilQuiet(system());
    expect(textOf(made.email)).toContain('I read on your pages');
    await expectSettled(made, 5, 1);
  });

  test('without a fallback the lead fails, in words', async () => {
    const made = await start([{ type: 'EMAIL', message: MESSAGE }]);
    await writing.behave({ mode: 'unsupported' });
    await write();
    await world.runUntilQuiet(system());
    expect(mailsTo(made.email)).toHaveLength(0);
    const [entry] = await timelineOf(made);
    expect(entry!.error).toBe('This lead lacks data the message needs: the AI snippet “Opening line”.');
    expect(entry!.notes[0]).toContain('there is no fallback message. The sources');
  });

  test('a message waits a limited time for a model that never responds, and pays nothing', async () => {
    const made = await start([{ type: 'EMAIL', message: MESSAGE, fallback: FALLBACK }]);
    await writing.behave({ mode: 'rate_limited' });
    await world.runUntilQuiet(system());
    await write();
    expect(await textRows(made)).toMatchObject([{ state: 'queued', credits: 1 }]);
    await send();
    expect(mailsTo(made.email)).toHaveLength(0);
    // Also where credits could not be set aside the last time, and are tried again within the hour.
    const { organization_id } = made;
    await parkUnit(system(), 'snippet-credits', { organization_id, key: 'texts' }, new Error('broken'));
    await reserveTexts(system(), 0);
    await send();
    expect(textOf(made.email)).toContain(FALLBACK);
    expect((await textRows(made))[0]).toMatchObject({
      state: 'failed',
      reason: 'The snippet could not be written in time.',
    });
    await expectSettled(made, 10, 0);
  });

  test('a snippet that was deleted, and one of another organization, fall back', async () => {
    const stranger = await world.makeOrganization(system(), 'Stranger');
    const [{ id }] = (await rows(
      sql<{
        id: number;
      }>`insert into ai_segments (organization_id, name, instructions, amount_of_sentences, enrichment_sources)
        values (${stranger}, 'Secret', 'Tell the secret', 1, '{11}') returning id`,
    )) as [{ id: number }];
    const message = `Hi ${writeToken({ kind: 'snippet', id, name: 'Secret' })}`;
    const made = await start([{ type: 'EMAIL', message, fallback: FALLBACK }]);
    await write();
    await world.runUntilQuiet(system());
    expect(textOf(made.email)).toContain(FALLBACK);
    expect((await textRows(made))[0]).toMatchObject({ state: 'failed', reason: 'This snippet no longer exists.' });
  });

  test('disabled for the organization: no snippet is written', async () => {
    const made = await start([{ type: 'EMAIL', message: MESSAGE, fallback: FALLBACK }]);
    await rows(
      sql`update organizations set disabled_features = '{ai_snippets_enabled}' where organization_id = ${made.organization_id}`,
    );
    await write();
    await world.runUntilQuiet(system());
    expect(textOf(made.email)).toContain(FALLBACK);
    expect(await writing.takeRequests()).toEqual([]);
  });
});

describe('workers', () => {
  test('parallel workers write a text once; one that resumes too late writes nothing', async () => {
    const made = await start([{ type: 'EMAIL', message: MESSAGE, delay_in_hours: 1, fallback: FALLBACK }]);
    await requestUpcomingSnippets(system());
    await Promise.all([reserveTexts(system()), reserveTexts(system())]);
    const zombie = (await system().systemTransaction((tx) => claimText(tx, [])))!;
    await rows(
      sql`update ai_segment_texts set lease_until = statement_timestamp() - interval '1 second' where id = ${zombie.id}`,
    );
    await Promise.all([writeQueuedTexts(system(), never), writeQueuedTexts(system(), never)]);
    const [text] = await textRows(made);
    expect(text).toMatchObject({ state: 'written' });
    const late = { state: 'written' as const, text: 'LATE', reason: null, sources: [] };
    expect(await system().systemTransaction((tx) => endText(tx, zombie, late))).toBeNull();
    expect(await textRows(made)).toEqual([text]);
    expect(await writing.takeRequests()).toHaveLength(1);
    await expectSettled(made, 10, 1);
  });

  test('a lead that is deleted while its text waits takes no credits with it', async () => {
    const made = await start([{ type: 'EMAIL', message: MESSAGE, delay_in_hours: 1 }]);
    await requestUpcomingSnippets(system());
    await reserveTexts(system());
    expect((await loadCredits(system(), made.organization_id)).at_work).toBe(1);
    await rows(sql`delete from campaign_leads where id = ${made.lead_id}`);
    await world.moveClock(system(), 2 * HOUR);
    await releaseForgotten(system());
    await expectSettled(made, 10, 0);
  });
});
