import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { api } from '@overture/contract';
import { writeToken } from '@overture/domain/message/tokens';
import { UNSUBSCRIBE_PAGE_TEXTS } from '@overture/domain/message/unsubscribe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MailSandbox } from '../../../../../sandbox/src/mail/mail-sandbox.ts';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { startSilentMail } from '../../../testing/silent-mail.ts';
import { type Dispatcher, startDispatcher } from '../../outbound/dispatch/dispatcher.service.ts';
import { sweepLostLeases } from '../../outbound/evidence/lost-leases.job.ts';
import { campaignStepKind } from '../run/index.ts';
import * as world from '../run/run.factory.ts';
import { pruneTestMails, testMailKind } from './test-mail-kind.service.ts';

const kinds = new Map([campaignStepKind, testMailKind].map((kind) => [kind.name, kind]));
const DAY = 86_400;
const SIGNATURE = '<p>Ada Jansen<br>Acme</p>';
let server: TestServer & { stop(): Promise<void> };
let mail: MailSandbox;
let dispatcher: Dispatcher;
let person: Awaited<ReturnType<TestServer['signUp']>>;
let people = 0;

beforeAll(async () => {
  mail = await startSilentMail(10);
  server = await startTestServer({
    roles: ['web'],
    environment: { TIME_TRAVEL: 'on' },
    mailbox: createSmtpImapMailbox({ outbound_allow: '127.0.0.1', answer_timeout_in_ms: 30_000 }),
  });
  start();
}, 60_000);
afterAll(async () => {
  await dispatcher?.stop();
  await server?.stop();
  await mail?.close();
});
beforeEach(async () => {
  person = await server.signUp();
});

const system = () => server.program.system;
function start(): void {
  dispatcher = startDispatcher(system(), kinds, { poll_in_ms: 40 });
}
async function rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await server.owner.query(text, values)).rows;
}

/** A campaign of three mails with a signature, a file, two variants and an unsubscribe link, and one lead. */
interface WorldSpec {
  cap?: number;
  company_name?: string | null;
  first?: Partial<world.NodeSpec>;
  second?: Partial<world.NodeSpec>;
}

async function makeWorld(given: WorldSpec = {}) {
  const { organization_id } = person;
  people += 1;
  const email = `ada${people}@acme.example`;
  const account_id = await world.makeMailSender(system(), organization_id, {
    email,
    smtp_port: mail.smtp_port,
    imap_port: mail.imap_port,
    ...(given.cap === undefined ? {} : { cap: given.cap }),
  });
  const signature_id = (
    await rows<{ id: number }>(
      `insert into signatures (organization_id, name, signature) values ($1, 'Ada', $2) returning id`,
      [organization_id, SIGNATURE],
    )
  )[0]!.id;
  const rich = `{Hi|Hello|Hey|Dear} {{first_name}} of {{company_name}} — größe,
{% if industry contains "Soft" %}{{ industry }}{% else %}{{ location | default: campaign.name }}{% endif %}, {{ research.recent_news }}, {{ sender.email }} ${'a long line '.repeat(20)}
${writeToken({ kind: 'signature', id: Number(signature_id), name: 'Ada' })}
${writeToken({ kind: 'unsubscribe', text: 'unsubscribe here' })}`;
  const nodes: world.NodeSpec[] = [
    { type: 'EMAIL', ...given.first },
    { type: 'EMAIL', delay_in_hours: 24, subject: 'Second', ...given.second },
    {
      type: 'EMAIL',
      delay_in_hours: 24,
      subject: '{Third|The third|Number three} for {{first_name}}',
      message: rich,
      message_b: `B: ${rich}`,
    },
  ];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  const address = `lead${people}@northwind.example`;
  const prospects = await world.makePeople(system(), organization_id, [
    {
      email: address,
      first_name: 'Sanne',
      company_name: given.company_name === undefined ? 'Kanaal' : given.company_name,
    },
  ]);
  await rows(
    `insert into enrichment_answers (organization_id, prospect_id, prompt_id, state, answer)
      values ($1, $2, 12, 'done', '{"output": "They moved {{x}}"}')`,
    [organization_id, prospects[0]],
  );
  const leads = await world.startPeople(system(), campaign, organization_id, prospects);
  return { organization_id, account_id, email, campaign, address, prospect_id: prospects[0]!, lead_id: leads[0]! };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

function send(made: World, step: number, body: Partial<Parameters<typeof sendBody>[1]> = {}) {
  const params = { id: made.campaign.id, stepId: made.campaign.node_ids[step]! };
  return person.call(api.sendMessageTest, { params, body: sendBody(made, body) });
}
function sendBody(
  made: World,
  body: {
    recipients?: string[];
    variant?: 'a' | 'b';
    message?: string;
    prospect_id?: number;
    subject_prefix?: string;
  },
) {
  return { prospect_id: made.prospect_id, recipients: [person.email], ...body };
}
async function states(made: World, testId: number) {
  const answer = await person.call(api.getMessageTest, { params: { id: made.campaign.id, testId } });
  return answer.data.recipients;
}
/** Sends a test and waits for its end. */
async function sendAndWait(made: World, step: number, body: Parameters<typeof send>[2] = {}) {
  const answer = await send(made, step, body);
  expect(answer).toMatchObject({ status: 200 });
  await world.runUntilQuiet(system());
  return states(made, answer.data.test_id);
}
const mailsTo = (address: string) =>
  [...mail.store.mails()].filter((one) => one.recipients.includes(address)).reverse();

/** A mail without the parts that must differ: address, our ids, link token, send time and MIME boundaries. */
function comparable(raw: Buffer, address: string): string {
  const text = raw.toString();
  const boundaries = [...new Set([...text.matchAll(/boundary="([^"]+)"/g)].map(([, name]) => name!))];
  return boundaries
    .reduce((all, name, index) => all.replaceAll(name, `part-${index}`), text)
    .replaceAll(address, 'ADDRESS')
    .replaceAll(/^(Message-ID|X-Message-Ref): .*$/gim, '$1: ID')
    .replace(/^Date: .*$/im, 'Date: DATE')
    .replaceAll(/(\/u\/[0-9a-z]+\.(?:=\r\n)?)[\w-]{1,22}(?:=\r\n)?[\w-]{0,21}(?=[>\s"=])/g, '$1TOKEN');
}

describe('a test mail', () => {
  test('of step 3 is byte-equal to what the lead gets, save address, token and id', async () => {
    const made = await makeWorld();
    const file = { field: 'file', filename: 'plan.pdf', content: '%PDF-1.7\n', content_type: 'application/pdf' };
    const params = { id: made.campaign.id, stepId: made.campaign.node_ids[2]! };
    expect((await person.call(api.addAttachment, { params }, [file])).status).toBe(200);
    await world.runUntilQuiet(system());
    await world.moveClock(system(), DAY + 60);
    await world.runUntilQuiet(system());
    expect(mailsTo(made.address)).toHaveLength(2);
    expect(await sendAndWait(made, 2)).toEqual([{ email: person.email, state: 'sent', reason: null }]);
    const before = await leadOf(made);
    await world.moveClock(system(), DAY + 60);
    await world.runUntilQuiet(system());
    const [, , real] = mailsTo(made.address);
    const [tested] = mailsTo(person.email);
    const expected = comparable(real!.raw, made.address);
    expect(expected).toMatch(/^In-Reply-To: /m);
    expect(expected).toMatch(/^References: <.*\r\n?\s*<|^References: <\S+> </m);
    expect(expected).toContain('plan.pdf');
    expect(expected.replaceAll(/=\r?\n/g, '')).toContain('They moved {{x}}');
    expect(comparable(tested!.raw, person.email)).toBe(expected);
    expect(tested!.message_id).not.toBe(real!.message_id);
    expect(tested!.from).toBe(made.email);
    // Once more now that it was sent: still the thread as it was before it.
    await sendAndWait(made, 2);
    expect(comparable(mailsTo(person.email)[1]!.raw, person.email)).toBe(expected);
    expect(before).toMatchObject({ status: 'ACTIVE', next_node_id: String(made.campaign.node_ids[2]) });
  });

  test('takes the texts of the editor and the chosen variant, and goes to several of the team', async () => {
    const made = await makeWorld();
    const colleague = `colleague${people}@acme.example`;
    await rows(
      `insert into users (organization_id, email, name, role, verified_at) values ($1, $2, 'Bo', 'USER', now())`,
      [made.organization_id, colleague],
    );
    const recipients = [person.email.toUpperCase(), colleague, person.email];
    const result = await sendAndWait(made, 2, { message: 'Unsaved for {{first_name}}', variant: 'a', recipients });
    expect(result.map(({ email, state }) => [email, state])).toEqual([
      [person.email, 'sent'],
      [colleague, 'sent'],
    ]);
    expect(mailsTo(colleague)[0]!.raw.toString()).toContain('Unsaved for Sanne');
    await sendAndWait(made, 2, { variant: 'b' });
    expect(mailsTo(person.email)[1]!.raw.toString()).toMatch(/B: (Hi|Hello|Hey|Dear) Sanne/);
  });

  test('has what is put before its subject on one line, and nothing more', async () => {
    const made = await makeWorld();
    await sendAndWait(made, 1, { subject_prefix: ' [Test]\r\nBcc: eve@x.example ' });
    await sendAndWait(made, 1, { subject_prefix: '  ' });
    const subjects = mailsTo(person.email).map(({ raw }) => /^Subject: (.*)$/im.exec(raw.toString())?.[1]?.trim());
    expect(subjects).toEqual(['[Test] Bcc: eve@x.example Second', 'Second']);
    expect((await send(made, 1, { subject_prefix: 'x'.repeat(31) })).status).toBe(400);
    const params = { id: made.campaign.id };
    const body = { prospect_id: made.prospect_id, recipients: [person.email], subject_prefix: '[All]' };
    expect((await person.call(api.sendSequenceTest, { params, body })).status).toBe(200);
    const stored = await rows<{ subject: string }>(
      `select letter ->> 'subject' as subject from test_mails where campaign_id = $1 order by id desc limit 3`,
      [made.campaign.id],
    );
    expect(stored.map(({ subject }) => subject.startsWith('[All] '))).toEqual([true, true, true]);
  });

  test('changes nothing of lead, campaign and figures; only the mailbox counts it', async () => {
    const made = await makeWorld();
    await world.runUntilQuiet(system());
    const before = await stateOf(made);
    await sendAndWait(made, 1);
    const after = await stateOf(made);
    expect(after).toEqual({ ...before, account_day: before.account_day + 1 });
    const [intent] = await rows(
      `select prospect_id, campaign_id from outbound_intents where kind = 'test_mail'
      and organization_id = $1`,
      [made.organization_id],
    );
    expect(intent).toEqual({ prospect_id: null, campaign_id: null });
  });

  test('has an unsubscribe link that shows the page and unsubscribes no lead', async () => {
    const made = await makeWorld();
    await sendAndWait(made, 0);
    const [, path] = /List-Unsubscribe: <http:\/\/localhost(\/u\/[\w.-]+)>/.exec(
      mailsTo(person.email)[0]!.raw.toString(),
    )!;
    const ask = (method: 'GET' | 'POST', url = path!) => server.program.app.inject({ method, url });
    const page = await ask('GET');
    expect([page.statusCode, page.body.includes('<form')]).toEqual([200, true]);
    const done = await ask('POST');
    expect([done.statusCode, done.body.includes(UNSUBSCRIBE_PAGE_TEXTS.en.test)]).toEqual([200, true]);
    expect(await rows('select * from suppressions where organization_id = $1', [made.organization_id])).toEqual([]);
    expect((await leadOf(made)).status).not.toBe('COMPLETED');
    expect((await ask('POST', `${path!.slice(0, -1)}${path!.endsWith('A') ? 'B' : 'A'}`)).statusCode).toBe(404);
  });
});

describe('a test mail is refused', () => {
  test.each([
    ['a stranger', 'stranger@elsewhere.example'],
    ['the lead', 'LEAD'],
    ['a member of another organization', 'OTHER'],
    ['a member who has not confirmed the address', 'unconfirmed@acme.example'],
    ['a header in an address', 'a@b.example\r\nBcc: x@y.example'],
  ])('to %s', async (_, given) => {
    const made = await makeWorld();
    await rows(
      `insert into users (organization_id, email, name, role) values ($1, $2, 'Cy', 'USER') on conflict do nothing`,
      [made.organization_id, 'unconfirmed@acme.example'],
    );
    const other = given === 'OTHER' ? (await server.signUp()).email : given;
    const recipient = given === 'LEAD' ? made.address : other;
    const answer = await send(made, 0, { recipients: [person.email, recipient] });
    expect(answer).toMatchObject({ status: 400, error: { code: 'test_recipient_unknown' } });
    expect(await rows(`select * from test_mails where organization_id = $1`, [made.organization_id])).toEqual([]);
  });

  test('to six recipients, or to none', async () => {
    const made = await makeWorld();
    expect((await send(made, 0, { recipients: [] })).status).toBe(400);
    expect((await send(made, 0, { recipients: Array.from({ length: 6 }, (_, i) => `p${i}@x.example`) })).status).toBe(
      400,
    );
  });

  test('with the preview’s reason when the lead lacks data; without mailbox, lead or message', async () => {
    const made = await makeWorld({ company_name: null });
    expect(await send(made, 2)).toMatchObject({
      status: 400,
      error: { error: "This lead lacks: Company name. The message isn't sent without a fallback message." },
    });
    expect(await send(made, 2, { message: '  ', variant: 'a' })).toMatchObject({ status: 400 });
    const elsewhere = await makeWorld();
    expect(await send(made, 0, { prospect_id: elsewhere.prospect_id })).toMatchObject({
      status: 400,
      error: { error: 'This lead is not in this campaign.' },
    });
    await rows(`update campaigns set email_account_id = null where id = $1`, [elsewhere.campaign.id]);
    expect((await send(elsewhere, 1)).error.error).toContain('Choose the mailbox');
  });

  test('to a user of another organization', async () => {
    const made = await makeWorld();
    const { test_id: testId } = (await send(made, 0)).data;
    person = await server.signUp();
    expect((await send(made, 0)).status).toBe(404);
    const params = { id: made.campaign.id, testId };
    expect((await person.call(api.getMessageTest, { params })).status).toBe(404);
  });

  test('after twenty within an hour, in words', async () => {
    const made = await makeWorld({ cap: 100 });
    for (let n = 0; n < 20; n += 1) expect((await send(made, 0)).status).toBe(200);
    const answer = await send(made, 0);
    expect(answer).toMatchObject({ status: 429, error: { code: 'too_many_test_mails' } });
    expect(answer.error.error).toContain('20 test emails an hour');
    await world.runUntilQuiet(system());
  });
});

describe('a test mail that cannot leave', () => {
  test('reports an exhausted daily limit immediately, and is not sent tomorrow', async () => {
    const made = await makeWorld({ cap: 1 });
    await world.runUntilQuiet(system());
    const [result] = await sendAndWait(made, 1);
    expect(result).toEqual({ email: person.email, state: 'failed', reason: 'The daily limit is used up' });
    await world.moveClock(system(), 2 * DAY);
    await world.runUntilQuiet(system());
    expect(mailsTo(person.email)).toEqual([]);
  });

  test('reports the server’s response; suppresses no address and does not count for the guard', async () => {
    const made = await makeWorld();
    const bounced = `reject+${people}@team.example`;
    await rows(`update users set email = $2 where id = $1`, [person.user_id, bounced]);
    const [result] = await sendAndWait(made, 1, { recipients: [bounced] });
    expect(result).toMatchObject({ email: bounced, state: 'failed', reason: expect.stringContaining('No such user') });
    expect(await rows(`select * from suppressions where organization_id = $1`, [made.organization_id])).toEqual([]);
    expect(await rows(`select * from guard_events where organization_id = $1`, [made.organization_id])).toEqual([]);
  });

  test('whose worker dies between dispatch and answer is never sent again', async () => {
    const made = await makeWorld();
    await world.runUntilQuiet(system());
    await sendAndWait(made, 1);
    // As a worker leaves it that was killed after the call: marked as being sent, its lease running out.
    await rows(
      `update outbound_intents set state = 'dispatching', settled_at = null, settled_by = null, leased_until = app_now() - interval '1 second'
        where kind = 'test_mail' and organization_id = $1`,
      [made.organization_id],
    );
    await sweepLostLeases(system(), kinds);
    await world.runUntilQuiet(system());
    const [test] = await rows<{ id: number }>(`select id from test_mails where organization_id = $1`, [
      made.organization_id,
    ]);
    expect((await states(made, Number(test!.id)))[0]).toMatchObject({ state: 'unconfirmed' });
    expect(mailsTo(person.email)).toHaveLength(1);
  });

  test('is forgotten after a week; that it left stays known', async () => {
    const made = await makeWorld();
    const { test_id: testId } = (await send(made, 0)).data;
    await world.runUntilQuiet(system());
    await world.moveClock(system(), 8 * DAY);
    await pruneTestMails(system());
    expect((await person.call(api.getMessageTest, { params: { id: made.campaign.id, testId } })).status).toBe(404);
    const kept = await rows(
      `select body_text, body_html, subject, to_name, state from outbound_intents where kind = 'test_mail' and organization_id = $1`,
      [made.organization_id],
    );
    expect(kept).toEqual([{ body_text: '', body_html: null, subject: '', to_name: null, state: 'confirmed' }]);
  });
});

async function leadOf(made: World) {
  const found = await rows<{ status: string; next_node_id: string }>(
    `select status, next_node_id::text, error from campaign_leads where id = $1`,
    [made.lead_id],
  );
  return found[0]!;
}

async function stateOf(made: World) {
  const one = async (query: string) => (await rows<{ n: number }>(query, [made.organization_id]))[0]?.n ?? 0;
  return {
    lead: await leadOf(made),
    account_day: await one(`select used as n from sending_days where organization_id = $1 and scope = 'account'`),
    campaign_day: await one(`select used as n from sending_days where organization_id = $1 and scope = 'campaign'`),
    events: await one(`select count(*)::int as n from campaign_events where organization_id = $1`),
    messages: await one(`select count(*)::int as n from chat_messages where organization_id = $1`),
    runs: await one(`select count(*)::int as n from campaign_step_runs where organization_id = $1`),
  };
}

describe('a follow-up without a subject', () => {
  const subjectOf = (raw: Buffer) => /^Subject: (.+?)\r?$/m.exec(raw.toString())?.[1];

  test('replies in the thread of the email before, with the subject that was sent; preview, timeline and test agree', async () => {
    const first = { subject: '{Plan|Idea|Question} for {{first_name}}', message_b: 'B: Hi {{first_name}}' };
    const made = await makeWorld({ first, second: { subject: null } });
    const params = { id: made.campaign.id, stepId: made.campaign.node_ids[1]! };
    const preview = async () =>
      (await person.call(api.previewStep, { params, body: { prospect_id: made.prospect_id } })).data.subject_line;
    const timeline = async () => {
      const place = { params: { id: made.prospect_id }, query: { campaign_id: made.campaign.id } };
      const { steps } = (await person.call(api.getCampaignLead, place)).data.prospect.scheduled_campaign;
      return steps[1]!.subject_line;
    };
    await sendAndWait(made, 1);
    const before = subjectOf(mailsTo(person.email)[0]!.raw);
    expect(before).toMatch(/^Re: (Plan|Idea|Question) for Sanne$/);
    expect([await preview(), await timeline()]).toEqual([before, before]);
    await world.runUntilQuiet(system());
    // The subject that was sent stays the thread's, also under a new name of the lead.
    await rows(`update prospects set first_name = 'Zoe' where id = $1`, [made.prospect_id]);
    await world.moveClock(system(), DAY + 60);
    await world.runUntilQuiet(system());
    const [opening, followUp] = mailsTo(made.address);
    expect(`Re: ${subjectOf(opening!.raw)}`).toBe(before);
    expect(subjectOf(followUp!.raw)).toBe(before);
    expect(followUp!.raw.toString()).toContain(`In-Reply-To: ${opening!.message_id}`);
    expect(followUp!.raw.toString()).toMatch(/^References: </m);
    expect(await timeline()).toBe(before);
  });

  test('is the first email of a lead whose opening email was skipped: no reply to nothing', async () => {
    const made = await makeWorld({ first: { subject: 'Hello' }, second: { subject: null } });
    await rows(`update campaign_leads set skipped_nodes = array[$2::bigint] where id = $1`, [
      made.lead_id,
      made.campaign.node_ids[0],
    ]);
    await world.runUntilQuiet(system());
    await world.moveClock(system(), DAY + 60);
    await world.runUntilQuiet(system());
    const [only] = mailsTo(made.address);
    expect(subjectOf(only!.raw)).toBe('Hello');
    expect(only!.raw.toString()).not.toMatch(/^(In-Reply-To|References):/im);
  });
});

describe('the signature of the campaign', () => {
  const BOARD = 'The board of Acme';
  test.each([
    ['sender', true, [true, true, true]],
    ['fixed', false, [true, false, false]],
    ['none', true, [false, false, false]],
  ] as const)(
    '%s, in follow-ups %s: preview, test mail and mail have the same',
    async (choice, inFollowUps, signed) => {
      const made = await makeWorld();
      const { data } = await person.call(api.createSignature, {
        body: { name: 'Board', signature: `<p>${BOARD}</p>` },
      });
      const signature_id = data.signature.id;
      // The first email to leave informs the lead: tests after it would have no link to the notice.
      await rows('update organizations set adds_privacy_link = false where organization_id = $1', [
        made.organization_id,
      ]);
      if (choice === 'sender')
        await rows('insert into sender_signatures (account_id, organization_id, signature_id) values ($1, $2, $3)', [
          made.account_id,
          made.organization_id,
          signature_id,
        ]);
      const params = { id: made.campaign.id };
      const change = { signature_choice: choice, signs_follow_ups: inFollowUps };
      const body = choice === 'fixed' ? { ...change, signature_id } : change;
      expect((await person.call(api.updateCampaign, { params, body })).status).toBe(200);
      for (const [step, isSigned] of signed.entries()) {
        await world.runUntilQuiet(system());
        await sendAndWait(made, step);
        const real = mailsTo(made.address)[step]!;
        const expected = comparable(real.raw, made.address);
        expect(comparable(mailsTo(person.email)[step]!.raw, person.email)).toBe(expected);
        const flat = real.raw.toString().replaceAll(/=\r?\n/g, '');
        expect([step, flat.split(BOARD).length - 1, flat.includes('Ada Jansen<br>')]).toEqual([
          step,
          isSigned ? 2 : 0,
          false,
        ]);
        const preview = { prospect_id: made.prospect_id };
        const stepId = made.campaign.node_ids[step]!;
        const shown = (await person.call(api.previewStep, { params: { ...params, stepId }, body: preview })).data;
        const [sent] = await rows<{ text: string; html: string }>(
          `select letter ->> 'text' as text, letter ->> 'html' as html from test_mails where campaign_id = $1 order by id desc limit 1`,
          [made.campaign.id],
        );
        const unlinked = (text: string) => text.replaceAll(/http:\/\/localhost\/[\w./-]+/g, 'LINK');
        expect([shown.message, shown.html].map(unlinked)).toEqual([sent!.text, sent!.html].map(unlinked));
        await world.moveClock(system(), DAY + 60);
      }
    },
  );
});

describe('the whole sequence to me now', () => {
  const sequence = (made: World, recipients = [person.email], more: { in_working_copy?: boolean } = {}) =>
    person.call(api.sendSequenceTest, {
      params: { id: made.campaign.id },
      body: { prospect_id: made.prospect_id, recipients, ...more },
    });

  test('from the working copy sends what is edited there, with its new step and files; what runs is tested as it runs', async () => {
    const made = await makeWorld({ first: { subject: 'Hello' } });
    const params = { id: made.campaign.id };
    const [first, second] = made.campaign.node_ids as [number, number];
    const file = { field: 'file', filename: 'copy.pdf', content: '%PDF-1.7\n', content_type: 'application/pdf' };
    const { attachment } = (await person.call(api.addRevisionFile, { params: { ...params, stepId: first } }, [file]))
      .data;
    const mail = { type: 'EMAIL' as const, branch: null, delay_in_hours: 0 };
    const nodes = [
      {
        ...mail,
        id: first,
        parent_id: null,
        subject_line: 'Edited',
        message: 'New words',
        attachment_ids: [attachment.id],
      },
      { ...mail, id: -1, parent_id: first, subject_line: null, message: 'Added for {{company_name}}' },
      { ...mail, id: second, parent_id: -1, subject_line: null, message: 'Last words' },
    ];
    const saved = await person.call(api.saveRevision, { params, body: { version: 0, nodes } });
    expect(saved.status).toBe(200);
    const added = saved.data.revision.campaign.steps.find(({ message }) => message?.startsWith('Added'))!.id;
    const body = { prospect_id: made.prospect_id, in_working_copy: true };
    const shown = await person.call(api.previewStep, { params: { ...params, stepId: added }, body });
    const results = [{ name: 'research.recent_news', value: 'They moved {{x}}' }];
    expect(shown.data).toMatchObject({ subject_line: 'Re: Edited', message: 'Added for Kanaal', results });
    const { data } = await sequence(made, undefined, { in_working_copy: true });
    expect(data.tests.map(({ step_id, reason }) => [step_id, reason])).toEqual([
      [first, null],
      [added, null],
      [second, null],
    ]);
    const planned = async (tests: typeof data.tests) =>
      rows<{ subject: string; text: string; files: number }>(
        `select letter->>'subject' as subject, letter->>'text' as text, jsonb_array_length(letter->'attachments')::int as files
          from test_mails where id = any($1::bigint[]) order by id`,
        [tests.map(({ test_id }) => test_id)],
      );
    // As previewed: the first email informs the lead, later ones don't.
    const informing = expect.stringMatching(/^New words\n\nWhere we have your data from, and your rights: http\S+$/);
    expect(await planned(data.tests)).toEqual([
      { subject: 'Edited', text: informing, files: 1 },
      { subject: 'Re: Edited', text: 'Added for Kanaal', files: 0 },
      { subject: 'Re: Edited', text: 'Last words', files: 0 },
    ]);
    const running = await planned((await sequence(made)).data.tests);
    expect(running.map(({ subject, files }) => [subject, files]).slice(0, 2)).toEqual([
      ['Hello', 0],
      ['Second', 0],
    ]);
    const lacking = async (in_working_copy?: boolean) =>
      (await person.call(api.listProblemLeads, { params, query: { step_id: added, in_working_copy } })).data.total;
    await rows(`update prospects set company_name = null where id = $1`, [made.prospect_id]);
    expect([await lacking(true), await lacking()]).toEqual([1, 0]);
  });

  test('every mail in the order of the steps, a minute apart; the lead keeps its place', async () => {
    const made = await makeWorld();
    const before = await leadOf(made);
    const { data } = await sequence(made);
    expect(data.tests.map(({ step_number, reason }) => [step_number, reason])).toEqual([
      [1, null],
      [2, null],
      [3, null],
    ]);
    const times = data.tests.map(({ leaves_at }) => Date.parse(leaves_at ?? ''));
    expect([times[1]! - times[0]!, times[2]! - times[1]!]).toEqual([60_000, 60_000]);
    const arrived = [];
    for (const _ of data.tests) {
      await expect.poll(() => mailsTo(person.email).length, { timeout: 20_000 }).toBe(arrived.length + 1);
      arrived.push(1);
      await world.moveClock(system(), 61);
    }
    for (const { test_id } of data.tests)
      await expect.poll(() => states(made, test_id ?? 0)).toMatchObject([{ state: 'sent', reason: null }]);
    expect(await leadOf(made)).toEqual(before);
  }, 60_000);

  test('what cannot be written is said; more than 20 an hour, or a flow without mails, sends none', async () => {
    const made = await makeWorld({ company_name: null, first: { message: 'About {{company_name}}' } });
    const { data } = await sequence(made);
    expect(data.tests.map(({ test_id, reason }) => [test_id !== null, reason])).toEqual([
      [false, "This lead lacks: Company name. The message isn't sent without a fallback message."],
      [true, null],
      [false, "This lead lacks: Company name. The message isn't sent without a fallback message."],
    ]);
    const other = await makeWorld();
    const codes = [];
    for (let round = 0; round < 8; round += 1) codes.push((await sequence(other)).error?.code);
    expect(codes.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => undefined));
    expect(codes[7]).toBe('too_many_test_mails');
  });
});
