import { type LinkedinWorld, SEARCH, startLinkedinWorld } from '@overture/adapters/linkedin/testing/sandbox-world';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { api } from '@overture/contract';
import type { RehearsalAnswer } from '@overture/contract/rehearsal';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MailSandbox } from '../../../../../sandbox/src/mail/mail-sandbox.ts';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { startSilentMail } from '../../../testing/silent-mail.ts';
import { recordReply } from '../../lead-endings/index.ts';
import { type Dispatcher, startDispatcher } from '../../outbound/dispatch/dispatcher.service.ts';
import { campaignStepKind } from '../run/dispatch/campaign-step.service.ts';
import { recordRelations } from '../run/linkedin/relations.service.ts';
import * as world from '../run/run.factory.ts';

const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
const HOUR_IN_MS = 3_600_000;
const OFFICE = { days: [1, 2, 3, 4, 5], start: '09:00', end: '17:00' };
type Person = Awaited<ReturnType<TestServer['signUp']>>;
let server: TestServer & { stop(): Promise<void> };
let linkedin: LinkedinWorld;
let mail: MailSandbox;
let dispatcher: Dispatcher;

beforeAll(async () => {
  linkedin = await startLinkedinWorld();
  mail = await startSilentMail(10);
  const mailbox = createSmtpImapMailbox({ outbound_allow: '127.0.0.1', answer_timeout_in_ms: 30_000 });
  server = await startTestServer({
    roles: ['web'],
    environment: { TIME_TRAVEL: 'on' },
    linkedin: linkedin.port,
    mailbox,
  });
  dispatcher = startDispatcher(server.program.system, kinds, { poll_in_ms: 10 });
  await linkedin.control('/people', { accepts: 0, declines: 0 });
}, 60_000);
afterAll(async () => {
  await dispatcher?.stop();
  await server?.stop();
  await linkedin?.close();
  await mail?.close();
});

const system = () => server.program.system;
async function rows<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return system().systemTransaction(async ({ db }) => (await query.execute(db)).rows);
}

/** Moves both clocks to an instant. */
async function travelTo(instant: Date): Promise<void> {
  await world.moveClock(system(), (instant.getTime() - system().clock.now().getTime()) / 1000);
  const offset_in_seconds = Math.round((system().clock.now().getTime() - Date.now()) / 1000);
  await fetch(`${linkedin.api_url.replace('/unipile', '')}/__control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offset_in_seconds }),
  });
}

/** The next Thursday at ten in the morning, UTC. */
function nextThursday(): Date {
  const day = new Date(system().clock.now().getTime() + 7 * 24 * HOUR_IN_MS);
  while (day.getUTCDay() !== 4) day.setUTCDate(day.getUTCDate() + 1);
  day.setUTCHours(10, 0, 0, 0);
  return day;
}

interface Made {
  person: Person;
  campaign_id: number;
  seat_id: string;
  linkedin_account_id: number;
  email_account_id: number;
  people: { id: number; public_identifier: string; email: string }[];
}

/** A draft with a LinkedIn account, a mailbox and leads in its network that aren't connections. */
async function makeDraft(
  nodes: world.NodeSpec[],
  amount: number,
  limits: { invites: number; emails: number },
): Promise<Made> {
  const person = await server.signUp();
  const { organization_id } = person;
  // The month that is rehearsed is longer than a trial.
  await server.owner.query('update organizations set active_subscription = true where organization_id = $1', [
    organization_id,
  ]);
  const seat_id = await linkedin.connectSeat('SALES_NAVIGATOR');
  const linkedin_account_id = await world.makeLinkedinSender(system(), organization_id, {
    seat_id,
    tier: 'SALES_NAVIGATOR',
    invites: limits.invites,
  });
  const email_account_id = await world.makeMailSender(system(), organization_id, {
    email: `ada${organization_id}@acme.example`,
    smtp_port: mail.smtp_port,
    cap: limits.emails,
  });
  const { id } = await world.makeCampaign(system(), {
    organization_id,
    account_id: null,
    nodes,
    timezone: 'Europe/Amsterdam',
    sending_window: OFFICE,
  });
  await rows(sql`update campaigns set status = 'DRAFT', activated_at = null where id = ${id}`);
  const page = await linkedin.port.reading.readPage(seat_id, { source: SEARCH, cursor: null, limit: 50 });
  const strangers = page.people.filter(
    ({ public_identifier, network_distance }) => public_identifier && network_distance !== 1,
  );
  const chosen = strangers.slice(0, amount).map(({ public_identifier }, place) => ({
    public_identifier: public_identifier!,
    email: `reader${organization_id}.${place}@northwind.example`,
  }));
  const ids = await world.makePeople(
    system(),
    organization_id,
    chosen.map((one) => ({ email: one.email, linkedin: one.public_identifier })),
  );
  await rows(sql`insert into campaign_leads (organization_id, campaign_id, prospect_id)
    select ${organization_id}, ${id}, p from unnest(${ids}::bigint[]) with ordinality as t (p, place) order by place`);
  const people = chosen.map((one, place) => ({ ...one, id: ids[place]! }));
  return { person, campaign_id: id, seat_id, linkedin_account_id, email_account_id, people };
}

const senders = ({ linkedin_account_id, email_account_id }: Made) => ({ linkedin_account_id, email_account_id });

/** Confirmed actions in the outbox, by sender, local day and type. */
async function listLedger({ linkedin_account_id, email_account_id }: Made): Promise<string[]> {
  const found = await rows(sql<{
    line: string;
  }>`select concat_ws(' ', case account_id when ${email_account_id} then 'mailbox'
      else 'seat' end, (dispatched_at at time zone 'Europe/Amsterdam')::date, action, count(*)) as line
    from outbound_intents where account_id in (${linkedin_account_id}, ${email_account_id}) and state = 'confirmed'
    group by account_id, (dispatched_at at time zone 'Europe/Amsterdam')::date, action`);
  return found.map(({ line }) => line).sort();
}

function linesOf({ senders: given }: RehearsalAnswer, made: Made): string[] {
  return given
    .flatMap(({ account, days }) =>
      days.flatMap((day) => {
        const head = `${account.id === made.email_account_id ? 'mailbox' : 'seat'} ${day.date}`;
        const sorts = { email: day.emails, invite: day.invites, message: day.messages };
        return Object.entries(sorts).flatMap(([sort, amount]) => (amount > 0 ? [`${head} ${sort} ${amount}`] : []));
      }),
    )
    .sort();
}

/** Leads behave as assumed: they accept and reply one day later. */
async function behave(made: Made, { accepts, replies }: { accepts: boolean; replies: boolean }): Promise<void> {
  const before = system().clock.now().getTime() - 24 * HOUR_IN_MS + 60_000;
  const due = await rows(
    sql<{ prospect_id: number; action: string; message_id: string | null }>`select prospect_id, action, message_id
      from outbound_intents where account_id in (${made.linkedin_account_id}, ${made.email_account_id})
      and state = 'confirmed' and dispatched_at <= ${new Date(before)} order by id`,
  );
  const context = system().forOrganization(made.person.organization_id);
  for (const { prospect_id, action, message_id } of due) {
    const who = made.people.find((one) => one.id === prospect_id)!;
    if (action === 'invite' && accepts) {
      const sent = await linkedin.port.outreach.listSentInvitations(made.seat_id, 100);
      const invitation = sent.find((one) => one.public_identifier === who.public_identifier);
      if (invitation) await linkedin.control('/accept', { invitation_id: invitation.invitation_id });
    }
    if (action !== 'invite' && replies) {
      const reply = { prospect_id, received_at: context.clock.now(), refers_to: message_id ? [message_id] : [] };
      const account_id = action === 'email' ? made.email_account_id : made.linkedin_account_id;
      await context.transaction((tx) => recordReply(tx, { ...reply, account_id }));
    }
  }
  const relations = (await linkedin.port.outreach.listRelations(made.seat_id, 100)).map((relation) => ({
    ...relation,
    connected_at: relation.connected_at?.toISOString() ?? null,
  }));
  await context.transaction((tx) => recordRelations(tx, { account_id: made.linkedin_account_id, relations }));
}

/** Hours at which the engine runs; once on days without sending. */
const looksOn = (day: Date): number[] => ([0, 6].includes(day.getUTCDay()) ? [15.5] : [8.5, 10.5, 13, 15.5]);

/** Lets the engine work for some days. */
async function runFor(
  made: Made,
  from: Date,
  days: number,
  people: { accepts: boolean; replies: boolean },
): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    for (const hour of looksOn(new Date(from.getTime() + day * 24 * HOUR_IN_MS))) {
      const at = new Date(from.getTime() + (day * 24 + hour - 10) * HOUR_IN_MS);
      if (at <= system().clock.now()) continue;
      await travelTo(at);
      await behave(made, people);
      await world.runUntilQuiet(system());
    }
  }
}

const FLOW: world.NodeSpec[] = [
  { type: 'LINKEDIN_INVITE', message: 'Hi {{first_name}}!' },
  { type: 'ACCEPTED_INVITE', delay_in_hours: 72 },
  { type: 'LINKEDIN_MESSAGE', branch: 'yes', delay_in_hours: 2, message: 'Shall we talk, {{first_name}}?' },
  { type: 'LINKEDIN_MESSAGE', delay_in_hours: 48, message: 'Once more' },
  { type: 'EMAIL', parent: 1, branch: 'no', subject: 'Hello', message: 'Hi {{first_name}}' },
  { type: 'EMAIL', delay_in_hours: 24, subject: 'Again', message: 'Hi again' },
];

describe('a rehearsal and the run that follows it are equal, day by day', () => {
  test.each([
    ['nobody accepts', { accept_rate: 0, reply_rate: 0 }],
    ['all accept, nobody answers', { accept_rate: 100, reply_rate: 0 }],
    ['all accept and answer', { accept_rate: 100, reply_rate: 100 }],
  ])(
    '%s',
    async (_, rates) => {
      const start = nextThursday();
      // Two full days of invites: a lone ninth would come up for its first email at the very time of others' second ones, and which
      // of them is a minute earlier decides over a day.
      const made = await makeDraft(FLOW, 8, { invites: 4, emails: 3 });
      await travelTo(start);
      const params = { id: made.campaign_id };
      const { data, status } = await made.person.call(api.rehearseCampaign, {
        params,
        body: { ...senders(made), ...rates },
      });
      expect(status).toBe(200);
      expect((await made.person.call(api.activateCampaign, { params, body: senders(made) })).status).toBe(200);
      await world.runUntilQuiet(system());
      const days = Math.ceil((Date.parse(data.rehearsal.finishes_at!) - start.getTime()) / (24 * HOUR_IN_MS)) + 1;
      await runFor(made, start, days, { accepts: rates.accept_rate === 100, replies: rates.reply_rate === 100 });
      const planned = linesOf(data.rehearsal, made);
      expect(planned.length).toBeGreaterThan(3);
      expect(await listLedger(made)).toEqual(planned);
      const ended = await rows(sql<{ status: string; leads: number }>`select status, count(*)::int as leads
      from campaign_leads where campaign_id = ${made.campaign_id} group by status`);
      const { completed, replied, open } = data.rehearsal.leads;
      expect(open).toBe(0);
      expect(ended).toEqual([{ status: replied > 0 ? 'REPLIED' : 'COMPLETED', leads: replied + completed }]);
    },
    60_000,
  );
});

describe('what is asked for', () => {
  const EMAILS: world.NodeSpec[] = [{ type: 'EMAIL', subject: 'Hi', message: 'About {{job_title}}' }];
  const limits = { invites: 4, emails: 3 };
  test('incomplete leads fail with a reason, those without address skip the step; no writes', async () => {
    const made = await makeDraft(EMAILS, 3, limits);
    await rows(sql`update prospects set email = null where id = ${made.people[0]!.id}`);
    await rows(sql`update prospects set job_title = 'CEO' where id = ${made.people[1]!.id}`);
    const params = { id: made.campaign_id };
    const { data } = await made.person.call(api.rehearseCampaign, { params, body: senders(made) });
    expect(data.rehearsal).toMatchObject({
      leads: { total: 3, failed: 1, open: 0 },
      leads_left_out: 0,
      other_campaigns: 0,
    });
    expect(data.rehearsal.failures).toEqual([{ text: 'This lead lacks data the message needs: job title.', leads: 1 }]);
    expect(data.rehearsal.skips).toEqual([{ text: 'Skipped: no email address after 14 days.', leads: 1 }]);
    const after = await rows(sql`select status, email_account_id from campaigns where id = ${made.campaign_id}`);
    expect(after).toEqual([{ status: 'DRAFT', email_account_id: null }]);
  });
  test('named leads only; limits to try; words for the bottleneck; the same answer twice', async () => {
    const made = await makeDraft([{ type: 'EMAIL' }], 5, { invites: 4, emails: 40 });
    const params = { id: made.campaign_id };
    const body = { ...senders(made), reply_rate: 50, email_max_messages: 2 };
    const ask = async (more = {}) =>
      (await made.person.call(api.rehearseCampaign, { params, body: { ...body, ...more } })).data.rehearsal;
    const all = await ask();
    expect(all.bottleneck?.text).toBe('Emails of this campaign: 2 a day');
    expect({ ...(await ask()), starts_at: all.starts_at }).toEqual(all);
    const named = await ask({ prospect_ids: [made.people[0]!.id, made.people[1]!.id] });
    expect(named.leads.total).toBe(2);
    expect(named.bottleneck?.rule).not.toBe('daily_limit');
  });
  test('a sender that is disconnected is rehearsed as if it were back, and shown as it is', async () => {
    const made = await makeDraft([{ type: 'EMAIL' }], 2, limits);
    await rows(sql`update accounts set status = 'CREDENTIALS' where id = ${made.email_account_id}`);
    const params = { id: made.campaign_id };
    const { data } = await made.person.call(api.rehearseCampaign, { params, body: senders(made) });
    expect(data.rehearsal.leads.completed).toBe(2);
    expect(data.rehearsal.senders.map(({ account }) => account.status)).toEqual(['CREDENTIALS', 'OK']);
  });
  test('refuses with the texts of activation; foreign leads and archived campaigns are refused', async () => {
    const made = await makeDraft(EMAILS, 1, limits);
    const params = { id: made.campaign_id };
    const missing = await made.person.call(api.rehearseCampaign, { params, body: {} });
    expect([missing.status, missing.error.error]).toEqual([400, 'Please select an email account.']);
    const other = await makeDraft(EMAILS, 1, limits);
    const foreign = { ...senders(made), prospect_ids: [other.people[0]!.id] };
    expect((await made.person.call(api.rehearseCampaign, { params, body: foreign })).status).toBe(404);
    expect((await made.person.call(api.rehearseCampaign, { params, body: senders(other) })).status).toBe(404);
    await rows(sql`update campaigns set status = 'ARCHIVED' where id = ${made.campaign_id}`);
    expect((await made.person.call(api.rehearseCampaign, { params, body: senders(made) })).error.code).toBe(
      'campaign_transition_refused',
    );
  });
  test.each([
    { accept_rate: -1 },
    { reply_rate: 101 },
    { accept_after_in_hours: 1e9 },
    { email_max_messages: 41 },
    { seed: 0.5 },
    { prospect_ids: ['x'] },
  ])('refuses %j', async (bad) => {
    const person = await server.signUp();
    const body = bad as { accept_rate: number };
    expect((await person.call(api.rehearseCampaign, { params: { id: 1 }, body })).status).toBe(400);
  });
});
