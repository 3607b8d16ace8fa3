import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { recordBounce, recordReply } from '../../lead-endings/index.ts';
import { holdForUnmatchedReply, releaseUnmatchedReply } from '../../lead-holds/index.ts';
import { checkEvidence } from '../../outbound/evidence/evidence.job.ts';
import { releaseCompleteLeads } from '../missing-data/release.service.ts';
import { campaignStepKind } from './dispatch/campaign-step.service.ts';
import { listStepRuns } from './leads/step-runs.store.ts';
import * as world from './run.factory.ts';
import { completeCall, explainLeads, settleUnconfirmed } from './run.service.ts';

const DAY = 86_400;
const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
// Short, because one of these servers never responds; where all do, a slow machine must not look like it.
const { server, mail } = useCampaignWorld({ slow_in_ms: 100, answer_timeout_in_ms: 1500 });
let people = 0;

const system = () => server.program.system;
function personal(kind = 'person'): string {
  people += 1;
  return `${kind}+${people}@northwind.example`;
}

async function makeCampaign(
  nodes: world.NodeSpec[],
  persons: world.PersonSpec[],
  more: Partial<world.SenderSpec> & Partial<world.CampaignSpec> = {},
) {
  const organization_id = await world.makeOrganization(system());
  // lookups.test.ts covers look-ups; without credits a missing address takes the No branch immediately.
  await system().systemTransaction(({ db }) =>
    sql`update organizations set email_credits = 0 where organization_id = ${organization_id}`.execute(db),
  );
  const email = `ada${organization_id}@acme.example`;
  const account_id = await world.makeMailSender(system(), organization_id, {
    email,
    smtp_port: mail.smtp_port,
    imap_port: mail.imap_port,
    ...(more.gap_in_seconds === undefined ? {} : { gap_in_seconds: more.gap_in_seconds }),
    ...(more.sent_copy === undefined ? {} : { sent_copy: more.sent_copy }),
  });
  const { cap, timezone, sending_window } = more;
  const campaign = await world.makeCampaign(system(), {
    organization_id,
    account_id,
    nodes,
    ...(cap === undefined ? {} : { cap }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(sending_window === undefined ? {} : { sending_window }),
  });
  const prospect_ids = await world.makePeople(system(), organization_id, persons);
  const lead_ids = await world.startPeople(system(), campaign, organization_id, prospect_ids);
  return { organization_id, account_id, campaign, prospect_ids, lead_ids, email };
}

const mailsTo = (address: string) =>
  [...mail.store.mails()].filter((one) => one.recipients.includes(address)).reverse();
const inside = <Result>(
  organizationId: number,
  work: Parameters<ReturnType<typeof inOrganization>['transaction']>[0],
) => inOrganization(organizationId).transaction(work) as Promise<Result>;
const inOrganization = (organizationId: number) => system().forOrganization(organizationId);

async function lead(id: number) {
  const rows = await system().systemTransaction(({ db }) =>
    sql<{ status: string; error: string | null; next_node_id: number | null; is_in_flight: boolean }>`
      select status, error, next_node_id, is_in_flight from campaign_leads where id = ${id}`.execute(db),
  );
  return rows.rows[0]!;
}

describe('a campaign on real mail', () => {
  test('thirty days: condition, follow-ups in one thread, a reply that stops, completion', async () => {
    const nodes: world.NodeSpec[] = [
      { type: 'HAS_EMAIL' },
      { type: 'EMAIL', branch: 'yes', subject: 'Hello {{first_name}}' },
      { type: 'EMAIL', delay_in_hours: 72, subject: 'Once more', message: 'Did you see my mail, {{first_name}}?' },
      { type: 'EMAIL', delay_in_hours: 27 * 24, subject: 'Goodbye', message: 'I will not write again.' },
      { type: 'CALL_PROSPECT', parent: 0, branch: 'no' },
    ];
    const [silent, replier] = [personal(), personal()];
    const made = await makeCampaign(nodes, [
      { email: silent, first_name: 'Sil' },
      { email: replier, first_name: 'Rep' },
      { email: null, first_name: 'Cal' },
    ]);
    await world.runUntilQuiet(system());
    expect(mailsTo(silent)).toHaveLength(1);
    const [first] = mailsTo(silent);
    const head = first!.raw.toString().split('\r\n\r\n')[0]!;
    expect(head).toMatch(/^Message-ID: <[\w.-]+@acme\.example>$/im);
    expect(head).toMatch(/^List-Unsubscribe: <http:\/\/localhost\/u\/[\w.-]+>$/im);
    expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/im);
    expect(head).toMatch(/^Subject: Hello Sil$/im);
    expect(head).not.toMatch(/^In-Reply-To/im);
    expect(first!.from).toBe(made.email);

    const waiting = await inside<Map<number, { rule: string; text: string }>>(made.organization_id, (tx) =>
      explainLeads(tx, made.lead_ids),
    );
    expect(waiting.get(made.lead_ids[0]!)!.rule).toBe('delay');
    expect(waiting.get(made.lead_ids[2]!)!.rule).toBe('manual_call');

    await inside(made.organization_id, (tx) =>
      recordReply(tx, {
        prospect_id: made.prospect_ids[1]!,
        account_id: made.account_id,
        received_at: tx.clock.now(),
        refers_to: [mailsTo(replier)[0]!.message_id!.replace(/[<>]/g, '')],
      }),
    );
    expect(await lead(made.lead_ids[1]!)).toMatchObject({ status: 'REPLIED', next_node_id: null });

    await world.moveClock(system(), 3 * DAY);
    await world.runUntilQuiet(system());
    expect(mailsTo(replier)).toHaveLength(1);
    const [, second] = mailsTo(silent);
    const secondHead = second!.raw.toString().split('\r\n\r\n')[0]!;
    expect(secondHead).toContain(`In-Reply-To: ${first!.message_id}`);
    expect(secondHead).toContain(`References: ${first!.message_id}`);

    await world.moveClock(system(), 27 * DAY);
    await world.runUntilQuiet(system());
    const [, , third] = mailsTo(silent);
    expect(third!.raw.toString()).toMatch(new RegExp(`References: ${first!.message_id}\\s+${second!.message_id}`));
    expect((await lead(made.lead_ids[0]!)).status).toBe('COMPLETED');

    expect(await inside(made.organization_id, (tx) => completeCall(tx, made.campaign.id, made.prospect_ids[2]!))).toBe(
      true,
    );
    expect(await inside(made.organization_id, (tx) => completeCall(tx, made.campaign.id, made.prospect_ids[2]!))).toBe(
      false,
    );
    await world.runUntilQuiet(system());
    const status = await system().systemTransaction(({ db }) =>
      sql<{ status: string }>`select status from campaigns where id = ${made.campaign.id}`.execute(db),
    );
    expect(status.rows[0]!.status).toBe('COMPLETED');
  });

  test.each([-26, -0.05, 0.05, 26])(
    'a call completed on a machine whose clock is %d h off: the next email keeps its delay',
    async (hours) => {
      const nodes: world.NodeSpec[] = [
        { type: 'CALL_PROSPECT' },
        { type: 'EMAIL', delay_in_hours: 48, subject: 'Our call' },
      ];
      const called = personal();
      const made = await makeCampaign(nodes, [{ email: called }]);
      await world.runUntilQuiet(system());
      const wrong = () => new Date(system().clock.now().getTime() + hours * 3_600_000);
      await inside(made.organization_id, (tx) =>
        completeCall({ ...tx, clock: { ...tx.clock, now: wrong } }, made.campaign.id, made.prospect_ids[0]!),
      );
      await world.moveClock(system(), 2 * DAY - 60);
      await world.runUntilQuiet(system());
      expect(mailsTo(called)).toHaveLength(0);
      await world.moveClock(system(), 120);
      await world.runUntilQuiet(system());
      expect(mailsTo(called)).toHaveLength(1);
    },
  );

  test('missing data: the fallback is sent, or the lead waits with a reason until it arrives', async () => {
    const [covered, bare] = [personal(), personal()];
    const withFallback = await makeCampaign(
      [{ type: 'EMAIL', subject: 'Hi', message: 'About {{company_name}}', fallback: 'About your company' }],
      [{ email: covered, company_name: null }],
    );
    const without = await makeCampaign(
      [{ type: 'EMAIL', subject: 'Hi', message: '{{company_name}}?' }],
      [{ email: bare, company_name: null }, { email: null }, { email: 'not an address' }],
    );
    await world.runUntilQuiet(system());
    expect(mailsTo(covered)[0]!.raw.toString()).toContain('About your company');
    expect((await lead(withFallback.lead_ids[0]!)).status).toBe('COMPLETED');
    const held = await Promise.all(without.lead_ids.map(lead));
    // An address that is none does not become one by waiting.
    expect(held.map((row) => row.status)).toEqual(['SCHEDULED', 'SCHEDULED', 'FAILED']);
    expect(held[2]!.error).toBe('The email address of this lead is not valid.');
    expect(mailsTo(bare)).toHaveLength(0);
    const why = await inside<Map<number, { rule: string; text: string }>>(without.organization_id, (tx) =>
      explainLeads(tx, without.lead_ids),
    );
    expect(without.lead_ids.map((id) => why.get(id))).toMatchObject([
      { rule: 'missing_data', text: 'This lead lacks data the message needs: company name.', until: null },
      { rule: 'missing_data', text: 'This lead has no email address.', until: expect.any(String) },
      undefined,
    ]);

    // Nothing has changed: no lead is released, and the campaign is not complete.
    const release = () => releaseCompleteLeads(system(), new AbortController().signal);
    await release();
    await world.runUntilQuiet(system());
    expect((await lead(without.lead_ids[0]!)).status).toBe('SCHEDULED');
    const late = personal();
    await system().systemTransaction(async ({ db }) => {
      await sql`update prospects set company_name = 'Acme' where id = ${without.prospect_ids[0]!}`.execute(db);
      await sql`update prospects set email = ${late}, company_name = 'Late' where id = ${without.prospect_ids[1]!}`.execute(
        db,
      );
    });
    await release();
    await world.runUntilQuiet(system());
    expect(mailsTo(bare)).toHaveLength(1);
    expect(mailsTo(bare)[0]!.raw.toString()).toContain('Acme?');
    expect(mailsTo(late)[0]!.raw.toString()).toContain('Late?');
    expect((await Promise.all(without.lead_ids.map(lead))).map((row) => row.status)).toEqual([
      'COMPLETED',
      'COMPLETED',
      'FAILED',
    ]);
  });

  test('an unmatched reply holds the follow-up until a user decides; if it is not theirs, it is sent', async () => {
    const [asked, other] = [personal(), personal()];
    const made = await makeCampaign(
      [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 }],
      [{ email: asked }, { email: other }],
    );
    await world.runUntilQuiet(system());
    const [prospect_id] = made.prospect_ids as [number];
    await inside(made.organization_id, (tx) =>
      holdForUnmatchedReply(tx, { prospect_id, from_email: 'kim@private.example', refers_to: [] }, async () => true),
    );
    for (const days of [1, 1, 3]) {
      await world.moveClock(system(), days * DAY);
      await world.runUntilQuiet(system());
    }
    expect([mailsTo(asked).length, mailsTo(other).length]).toEqual([1, 2]);
    const why = await inside<Map<number, { rule: string; text: string }>>(made.organization_id, (tx) =>
      explainLeads(tx, made.lead_ids),
    );
    expect(why.get(made.lead_ids[0]!)).toMatchObject({
      rule: 'possible_answer',
      text: expect.stringContaining('kim@private.example may have answered'),
      until: null,
    });

    const decide = (another_waits: boolean) =>
      inside(made.organization_id, (tx) => releaseUnmatchedReply(tx, prospect_id, async () => ({ another_waits })));
    await decide(true);
    await world.runUntilQuiet(system());
    expect(mailsTo(asked)).toHaveLength(1);
    await decide(false);
    await world.runUntilQuiet(system());
    expect(mailsTo(asked)).toHaveLength(2);
    expect((await lead(made.lead_ids[0]!)).status).toBe('COMPLETED');
  });

  test.each([
    ['without a plan', (is: boolean) => sql`active_subscription = ${is}, trial_ends_at = app_now() - interval '1 day'`],
    ['suspended', (is: boolean) => sql`suspended_at = case when ${!is} then app_now() end`],
  ])('%s nothing is sent, conditions wait too with a reason; then it resumes', async (_, open) => {
    const made = await makeCampaign([{ type: 'HAS_EMAIL' }, { type: 'EMAIL', branch: 'yes' }], [{ email: personal() }]);
    const change = (isOpen: boolean) =>
      system().systemTransaction(({ db }) =>
        sql`update organizations set ${open(isOpen)} where organization_id = ${made.organization_id}`.execute(db),
      );
    await change(false);
    await world.runUntilQuiet(system());
    const why = await inside<Map<number, { rule: string; text: string }>>(made.organization_id, (tx) =>
      explainLeads(tx, made.lead_ids),
    );
    expect(why.get(made.lead_ids[0]!)?.rule).toBe('subscription');
    expect((await lead(made.lead_ids[0]!)).next_node_id).toBe(made.campaign.node_ids[0]);
    await change(true);
    await world.moveClock(system(), 16 * 60);
    await world.runUntilQuiet(system());
    expect((await lead(made.lead_ids[0]!)).status).toBe('COMPLETED');
  });

  test('a budget lasts for its day, also after a jump over many days', async () => {
    const made = await makeCampaign(
      [{ type: 'EMAIL' }],
      Array.from({ length: 9 }, () => ({ email: personal() })),
      { cap: 3 },
    );
    const sent = () => [...mail.store.mails()].filter((one) => one.from === made.email).length;
    await world.runUntilQuiet(system());
    expect(sent()).toBe(3);
    const waiting = await inside<Map<number, { rule: string; text: string }>>(made.organization_id, (tx) =>
      explainLeads(tx, made.lead_ids),
    );
    const held = [...waiting.values()];
    expect(held).toHaveLength(6);
    expect(new Set(held.map((one) => one.text))).toEqual(new Set(['The daily limit of 3 is used up']));
    await world.moveClock(system(), 10 * DAY);
    await world.runUntilQuiet(system());
    expect(sent()).toBe(6);
  });

  test('outside its window nothing leaves, and the lead says so', async () => {
    const now = system().clock.now();
    const today = ((now.getUTCDay() + 6) % 7) + 1;
    const tomorrow = (today % 7) + 1;
    const address = personal();
    const made = await makeCampaign([{ type: 'EMAIL' }], [{ email: address }], {
      sending_window: { days: [tomorrow], start: '00:00', end: '24:00' },
    });
    await world.runUntilQuiet(system());
    expect(mailsTo(address)).toHaveLength(0);
    const waiting = await inside<Map<number, { rule: string }>>(made.organization_id, (tx) =>
      explainLeads(tx, made.lead_ids),
    );
    expect(waiting.get(made.lead_ids[0]!)!.rule).toBe('window');
    await world.moveClock(system(), DAY);
    await world.runUntilQuiet(system());
    expect(mailsTo(address)).toHaveLength(1);
  });
});

describe('excluded domains', () => {
  test('a domain or address excluded after the start stops planned mails; others continue', async () => {
    const [own, below, other] = [personal(), 'eve@mail.eu.globex.example', personal('else')];
    const alone = personal('alone').replace('northwind', 'initech');
    const made = await makeCampaign(
      [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 }],
      [{ email: own }, { email: below }, { email: other.replace('northwind', 'initech') }, { email: alone }],
    );
    await world.runUntilQuiet(system());
    await inside(made.organization_id, (tx) =>
      sql`insert into excluded_domains (organization_id, domain, unicode_domain)
        values (${made.organization_id}, 'globex.example', 'globex.example'),
          (${made.organization_id}, 'northwind.example', 'northwind.example'),
          (${made.organization_id}, ${alone}, ${alone})`.execute(tx.db),
    );
    await world.moveClock(system(), DAY);
    await world.runUntilQuiet(system());
    expect([mailsTo(own).length, mailsTo(below).length, mailsTo(alone).length]).toEqual([1, 1, 1]);
    expect(mailsTo(other.replace('northwind', 'initech'))).toHaveLength(2);
    const failed = { status: 'FAILED', error: 'The domain or address of this lead is excluded.' };
    expect(await lead(made.lead_ids[0]!)).toMatchObject(failed);
    expect(await lead(made.lead_ids[1]!)).toMatchObject(failed);
    expect(await lead(made.lead_ids[3]!)).toMatchObject(failed);
  });
});

describe('what servers answer', () => {
  test('a bad address fails its lead and is suppressed; policy and rate limits hold the sender', async () => {
    const bad = personal('reject');
    const made = await makeCampaign([{ type: 'EMAIL' }], [{ email: bad }]);
    const policy = await makeCampaign([{ type: 'EMAIL' }], [{ email: personal('policy') }]);
    const limited = await makeCampaign([{ type: 'EMAIL' }], [{ email: personal('ratelimit') }]);
    const greylisted = await makeCampaign([{ type: 'EMAIL' }], [{ email: personal('tempfail') }]);
    await world.runUntilQuiet(system());
    expect(await lead(made.lead_ids[0]!)).toMatchObject({ status: 'FAILED' });
    const suppressed = await system().systemTransaction(({ db }) =>
      sql<{ email: string; reason: string }>`select email::text, reason from suppressions`.execute(db),
    );
    expect(suppressed.rows).toEqual([{ email: bad, reason: 'hard_bounce' }]);
    for (const one of [policy, limited]) {
      expect(await lead(one.lead_ids[0]!)).toMatchObject({ status: 'SCHEDULED', is_in_flight: false });
      const waiting = await inside<Map<number, { rule: string }>>(one.organization_id, (tx) =>
        explainLeads(tx, one.lead_ids),
      );
      expect(waiting.get(one.lead_ids[0]!)!.rule).toBe('sender_held');
    }
    const retry = await inside<Map<number, { rule: string }>>(greylisted.organization_id, (tx) =>
      explainLeads(tx, greylisted.lead_ids),
    );
    expect(retry.get(greylisted.lead_ids[0]!)!.rule).toBe('retry');
    const used = await system().systemTransaction(({ db }) =>
      sql<{
        used: number;
      }>`select used from sending_days where scope = 'account' and scope_id = ${greylisted.account_id}`.execute(db),
    );
    expect(used.rows[0]!.used).toBe(0);
  });

  test.each([
    ['dropafterdot-stored', 1, 'COMPLETED'],
    ['four21afterdot', 1, 'COMPLETED'],
    ['hangafterdot', 1, 'COMPLETED'],
  ])('%s with a server that files sent mail: found, never sent again', async (fault, count, status) => {
    const address = personal(fault);
    const made = await makeCampaign([{ type: 'EMAIL' }], [{ email: address }], { sent_copy: 'kept_by_server' });
    mail.store.openAccount(made.email, { keeps_sent_copies: true });
    await world.runUntilQuiet(system());
    await world.moveClock(system(), 60);
    await checkEvidence(system(), kinds);
    await world.runUntilQuiet(system());
    expect(mailsTo(address)).toHaveLength(count);
    expect((await lead(made.lead_ids[0]!)).status).toBe(status);
  });

  test('lost after the dot: sent again only where a missing copy is proof', async () => {
    const address = personal('dropafterdot-lost');
    const proven = await makeCampaign([{ type: 'EMAIL' }], [{ email: address }], { sent_copy: 'kept_by_server' });
    mail.store.openAccount(proven.email, { keeps_sent_copies: true });
    await world.runUntilQuiet(system());
    expect(await lead(proven.lead_ids[0]!)).toMatchObject({ is_in_flight: true });
    await world.moveClock(system(), 60);
    await checkEvidence(system(), kinds);
    expect(await lead(proven.lead_ids[0]!)).toMatchObject({ is_in_flight: false, status: 'SCHEDULED' });
  });

  test('without a Sent folder to prove it the mail is parked, shown, and moved by a person only', async () => {
    const made = await makeCampaign([{ type: 'EMAIL' }], [{ email: personal('dropafterdot-lost') }], {
      sent_copy: 'appended',
    });
    await world.runUntilQuiet(system());
    await checkEvidence(system(), kinds);
    for (const seconds of [300, 300, 301]) {
      await world.moveClock(system(), seconds);
      await checkEvidence(system(), kinds);
      await world.runUntilQuiet(system());
    }
    const waiting = await inside<Map<number, { rule: string }>>(made.organization_id, (tx) =>
      explainLeads(tx, made.lead_ids),
    );
    expect(waiting.get(made.lead_ids[0]!)!.rule).toBe('unconfirmed');
    const state = await system().systemTransaction(({ db }) =>
      sql<{
        state: string;
        attempts: number;
      }>`select state, attempts from outbound_intents where ref_id = ${made.lead_ids[0]!}`.execute(db),
    );
    expect(state.rows).toEqual([{ state: 'parked', attempts: 1 }]);
    const decide = (wasSent: boolean) =>
      inside<boolean>(made.organization_id, (tx) =>
        settleUnconfirmed(tx, made.campaign.id, made.prospect_ids[0]!, wasSent),
      );
    expect(await decide(true)).toBe(true);
    expect(await decide(false)).toBe(false);
    expect((await lead(made.lead_ids[0]!)).status).toBe('COMPLETED');
  });

  test('a hard bounce suppresses the address in every campaign; a soft one changes nothing', async () => {
    const address = personal();
    const made = await makeCampaign([{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 }], [{ email: address }]);
    await world.runUntilQuiet(system());
    const message_id = mailsTo(address)[0]!.message_id!.replace(/[<>]/g, '');
    const bounce = (is_hard: boolean, reason: string) =>
      inside(made.organization_id, (tx) =>
        recordBounce(tx, { email: address, message_id, is_hard, at: system().clock.now(), reason }),
      );
    const runs = () => inside(made.organization_id, (tx) => listStepRuns(tx, made.lead_ids));
    await bounce(false, '452 Mailbox full');
    expect((await lead(made.lead_ids[0]!)).status).toBe('ACTIVE');
    expect(await runs()).toMatchObject([{ bounce_reason: '452 Mailbox full', is_hard_bounce: false }]);
    await bounce(true, '550 No such user');
    // A permanent bounce after a temporary one; later reports change nothing.
    await bounce(false, '452 Mailbox full');
    expect(await runs()).toMatchObject([{ bounce_reason: '550 No such user', is_hard_bounce: true }]);
    expect(await lead(made.lead_ids[0]!)).toMatchObject({
      status: 'FAILED',
      error: 'The message bounced: 550 No such user',
    });
    await world.moveClock(system(), DAY);
    await world.runUntilQuiet(system());
    expect(mailsTo(address)).toHaveLength(1);
  });
});
