import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import type { RevisionNodeInput } from '@overture/contract/revisions';
import { unsubscribeText } from '@overture/domain/message/unsubscribe';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MailSandbox } from '../../../../../sandbox/src/mail/mail-sandbox.ts';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { startSilentMail } from '../../../testing/silent-mail.ts';
import { updateSetting } from '../../organization-settings/index.ts';
import { dispatchReady } from '../../outbound/dispatch/dispatch-round.service.ts';
import { startDispatcher } from '../../outbound/dispatch/dispatcher.service.ts';
import { checkEvidence } from '../../outbound/evidence/evidence.job.ts';
import { sweepLostLeases } from '../../outbound/evidence/lost-leases.job.ts';
import { listProblems } from '../problems/problems.service.ts';
import { campaignStepKind } from '../run/dispatch/campaign-step.service.ts';
import { runDueSteps } from '../run/planning/due-steps.job.ts';
import * as world from '../run/run.factory.ts';
import { explainLeads, releaseLinkWaits } from '../run/run.service.ts';
import { setLeadStatus } from '../start/lead-moves.store.ts';
import { setStepVariants } from '../variants/variants.service.ts';
import { previewImpact } from './impact.service.ts';
import { publishCopy, restoreRevision, sweepRevisions } from './publish.service.ts';
import { rehearseRevision } from './rehearse-revision.service.ts';
import { getWorkingCopy, saveCopy } from './working-copy.service.ts';

const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);
const DAY = 86_400;
let server: TestServer & { stop(): Promise<void> };
let mail: MailSandbox;
let made = 0;

beforeAll(async () => {
  mail = await startSilentMail(5);
  const mailbox = createSmtpImapMailbox({ outbound_allow: '127.0.0.1', answer_timeout_in_ms: 30_000 });
  server = await startTestServer({ roles: ['web'], environment: { TIME_TRAVEL: 'on' }, mailbox });
});
afterAll(async () => {
  await server.stop();
  await mail.close();
});

const system = () => server.program.system;

/** A campaign whose mails contain the name of their step and the version of its text. */
async function campaignOf(people: number, delays: number[], more: Partial<world.SenderSpec> = {}) {
  made += 1;
  const { organization_id } = await server.signUp();
  const email = `ada${made}@acme.example`;
  const account_id = await world.makeMailSender(system(), organization_id, {
    email,
    smtp_port: mail.smtp_port,
    imap_port: mail.imap_port,
    ...more,
  });
  const nodes = delays.map((delay_in_hours, index) => ({
    type: 'EMAIL' as const,
    delay_in_hours,
    subject: `Step ${index + 1}`,
    message: `old ${index + 1}`,
  }));
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  const given = Array.from({ length: people }, (_, index) => ({ email: `p${index}.c${made}@northwind.example` }));
  const prospect_ids = await world.makePeople(system(), organization_id, given);
  const lead_ids = await world.startPeople(system(), campaign, organization_id, prospect_ids);
  const ctx = system().forOrganization(organization_id);
  return { ...campaign, ctx, organization_id, email, prospect_ids, lead_ids, addresses: given.map((one) => one.email) };
}
type Made = Awaited<ReturnType<typeof campaignOf>>;

/** Rewrites the working copy: the returned change is merged into each node, and null deletes it. */
async function edit(
  { id, ctx }: Made,
  change: (node: RevisionNodeInput) => Partial<RevisionNodeInput> | null,
  added: RevisionNodeInput[] = [],
) {
  const copy = await getWorkingCopy(ctx, id);
  const nodes = copy.campaign.steps.flatMap(({ step_type, parent_step_id, attachments: _, ...step }) => {
    const node = { ...step, type: step_type, parent_id: parent_step_id, branch: null };
    const changed = change(node);
    return changed === null ? [] : [{ ...node, ...changed }];
  });
  return saveCopy(ctx, id, { version: copy.version, nodes: [...nodes, ...added] });
}

async function publish(campaign: Made, moves_waiting = true): Promise<number> {
  const { version } = await getWorkingCopy(campaign.ctx, campaign.id);
  const { changes } = await previewImpact(campaign.ctx, campaign.id, null);
  return (await publishCopy(campaign.ctx, campaign.id, { version, moves_waiting, seen: changes })).number;
}

const newMail = (id: number, parent_id: number, delay_in_hours: number): RevisionNodeInput => ({
  id,
  type: 'EMAIL',
  parent_id,
  branch: null,
  delay_in_hours,
  subject_line: 'Added',
  message: 'added',
});

const rowsOf = <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  system().systemTransaction(async ({ db }) => (await query.execute(db)).rows);

async function withDispatcher(work: () => Promise<void>): Promise<void> {
  const dispatcher = startDispatcher(system(), kinds, { poll_in_ms: 10 });
  try {
    await work();
  } finally {
    await dispatcher.stop();
  }
}
const sendDue = () => withDispatcher(() => world.runUntilQuiet(system()));
/** First word of the mails to a person, oldest first. */
const textsTo = (address: string) =>
  [...mail.store.mails()]
    .filter((one) => one.recipients.includes(address))
    .reverse()
    .map((one) => /\b(old|new|added) ?\d?/.exec(one.raw.toString().split('\r\n\r\n').slice(1).join(''))?.[0]?.trim());

describe('text', () => {
  test('a worker dies between claim and publish: one text each, and the run says which', async () => {
    const campaign = await campaignOf(3, [0], { sent_copy: 'kept_by_server' });
    mail.store.openAccount(campaign.email, { keeps_sent_copies: true });
    await runDueSteps(system());
    const claimed = await dispatchReady(system(), kinds, { limit: 1, per_account: 1, taken: [] });
    expect(claimed.dispatched).toHaveLength(1);
    await edit(campaign, () => ({ message: 'new 1' }));
    expect((await previewImpact(campaign.ctx, campaign.id, null)).changes).toMatchObject([
      { kind: 'text', not_there_yet: 0, waiting: 2, claimed: 1, past: 0 },
    ]);
    expect(await publish(campaign)).toBe(2);
    await world.moveClock(system(), 60);
    await sweepLostLeases(system(), kinds);
    // The worker is silent; once its connection must be dead and no copy was filed, the mail counts as never sent.
    for (const seconds of [60, 660, 60, 60]) {
      await world.moveClock(system(), seconds);
      await checkEvidence(system(), kinds);
      await sendDue();
    }
    expect(campaign.addresses.map(textsTo)).toEqual([['new 1'], ['new 1'], ['new 1']]);
    const runs = await rowsOf(
      sql<{ revision: number }>`select revision from campaign_step_runs where campaign_id = ${campaign.id}`,
    );
    expect(runs.map(({ revision }) => revision)).toEqual([2, 2, 2]);
  });

  test('sent mails keep their text and revision, even when confirmed after publishing', async () => {
    const campaign = await campaignOf(1, [0], { sent_copy: 'kept_by_server' });
    mail.store.openAccount(campaign.email, { keeps_sent_copies: true });
    await rowsOf(sql`update prospects set email = ${`dropafterdot-stored+${campaign.id}@northwind.example`}
      where id = ${campaign.prospect_ids[0]!}`);
    await sendDue();
    await edit(campaign, () => ({ message: 'new 1', message_b: 'new 2' }));
    await publish(campaign);
    await world.moveClock(system(), 60);
    await checkEvidence(system(), kinds);
    await sendDue();
    expect(textsTo(`dropafterdot-stored+${campaign.id}@northwind.example`)).toEqual(['old 1']);
    expect(
      await rowsOf(sql`select revision, variant, outcome from campaign_step_runs where campaign_id = ${campaign.id}`),
    ).toEqual([{ revision: 1, variant: 'a', outcome: 'done' }]);
  });

  /** A test of two texts where only B is sent; `set` stops others. */
  async function onlyB(people: number) {
    const campaign = await campaignOf(people, [0], { sent_copy: 'kept_by_server' });
    mail.store.openAccount(campaign.email, { keeps_sent_copies: true });
    const [node] = campaign.node_ids;
    await rowsOf(sql`update campaign_nodes set message_b = 'new 2' where id = ${node!}`);
    const set = (version: number, stopped: ('a' | 'b')[]) =>
      setStepVariants(campaign.ctx, campaign.id, node!, { shares: null, stopped, rule: null, version });
    await set(0, ['a']);
    const variants = async () =>
      (
        await rowsOf(sql<{ variant: string }>`select variant from campaign_step_runs
          where campaign_id = ${campaign.id} and outcome = 'done' order by campaign_lead_id`)
      ).map(({ variant }) => variant);
    return { ...campaign, set, variants };
  }

  test('a variant stopped while its mail is sent: the lead keeps it, also when that is confirmed later', async () => {
    const campaign = await onlyB(1);
    const address = `dropafterdot-stored+${campaign.id}@northwind.example`;
    await rowsOf(sql`update prospects set email = ${address} where id = ${campaign.prospect_ids[0]!}`);
    await sendDue();
    await campaign.set(1, ['b']);
    await world.moveClock(system(), 60);
    await checkEvidence(system(), kinds);
    await sendDue();
    expect(textsTo(address)).toEqual(['new 2']);
    expect(await campaign.variants()).toEqual(['b']);
  });

  test('a variant stopped between claim and sending by a worker that dies: each lead gets one mail of the other', async () => {
    const campaign = await onlyB(3);
    await runDueSteps(system());
    const claimed = await dispatchReady(system(), kinds, { limit: 1, per_account: 1, taken: [] });
    expect(claimed.dispatched).toHaveLength(1);
    await campaign.set(1, ['b']);
    await world.moveClock(system(), 60);
    await sweepLostLeases(system(), kinds);
    for (const seconds of [60, 660, 60, 60]) {
      await world.moveClock(system(), seconds);
      await checkEvidence(system(), kinds);
      await sendDue();
    }
    expect(campaign.addresses.map(textsTo)).toEqual([['old 1'], ['old 1'], ['old 1']]);
    expect(await campaign.variants()).toEqual(['a', 'a', 'a']);
  });

  test('a message that was rewritten by hand stays, and is named', async () => {
    const campaign = await campaignOf(2, [0]);
    const [node] = campaign.node_ids;
    await rowsOf(sql`insert into campaign_lead_messages (organization_id, campaign_lead_id, node_id, message, subject_line)
      values (${campaign.organization_id}, ${campaign.lead_ids[0]!}, ${node!}, 'old 7', 'Mine')`);
    await edit(campaign, () => ({ message: 'new 1' }));
    const impact = await previewImpact(campaign.ctx, campaign.id, null);
    expect(impact).toMatchObject({
      changes: [{ waiting: 2, rewritten: 1 }],
      rewritten: [{ prospect_id: campaign.prospect_ids[0], name: 'Kim Reader' }],
    });
    await publish(campaign);
    await sendDue();
    expect(campaign.addresses.map(textsTo)).toEqual([['old 7'], ['new 1']]);
  });
});

test('requiring the unsubscribe link holds running mails without it until it is published', async () => {
  const campaign = await campaignOf(2, [0, 24]);
  const require = (is_required: boolean) =>
    campaign.ctx.transaction((tx) =>
      updateSetting(tx, tx.organization.id, 'requires_link', is_required).then(() => undefined),
    );
  await require(true);
  await sendDue();
  expect(campaign.addresses.map(textsTo)).toEqual([[], []]);
  const waiting = await campaign.ctx.transaction((tx) => explainLeads(tx, campaign.lead_ids));
  expect([...waiting.values()]).toMatchObject([{ rule: 'unsubscribe_link' }, { rule: 'unsubscribe_link' }]);
  const { unlinked_steps } = await listProblems(campaign.ctx, campaign.id);
  expect(unlinked_steps.map(({ step_number }) => step_number)).toEqual([1, 2]);
  // A lead whose rewritten message lacks the link is held, regardless of the step's text.
  await rowsOf(sql`insert into campaign_lead_messages (organization_id, campaign_lead_id, node_id, message, subject_line)
    values (${campaign.organization_id}, ${campaign.lead_ids[0]!}, ${campaign.node_ids[0]!}, 'old 7', 'Mine')`);
  const link = unsubscribeText('en');
  await edit(campaign, (node) => (node.id === campaign.node_ids[0] ? { message: `new 1${link}` } : {}));
  await expect(publish(campaign)).rejects.toMatchObject({
    code: 'activation_refused',
    message: expect.stringContaining('Step 2 (Email) has no unsubscribe link in its message.'),
  });
  await edit(campaign, (node) => ({ message: `${node.message}${node.id === campaign.node_ids[0] ? '' : link}` }));
  await publish(campaign);
  await sendDue();
  expect(campaign.addresses.map(textsTo)).toEqual([[], ['new 1']]);
  await require(false);
  await campaign.ctx.transaction((tx) => releaseLinkWaits(tx, null));
  await sendDue();
  expect(campaign.addresses.map(textsTo)).toEqual([['old 7'], ['new 1']]);
});

/** A hundred leads before step 2, a hundred waiting at it, a hundred past it; steps were done three days ago. */
async function threeHundred() {
  const campaign = await campaignOf(300, [0, 96, 480]);
  const [first, second, third] = campaign.node_ids;
  const done = (from: number, to: number, node: number, next: number, delay: number) =>
    rowsOf(sql`with moved as (
      update campaign_leads l set status = 'ACTIVE', next_node_id = ${next}, contacted_at = app_now() - interval '3 days',
        next_at = app_now() - interval '3 days' + make_interval(hours => ${delay}), waiting_rule = 'delay',
        waiting_until = app_now() - interval '3 days' + make_interval(hours => ${delay})
      where l.id = any(${campaign.lead_ids.slice(from, to)}::bigint[]) returning l.id, l.prospect_id)
    insert into campaign_step_runs (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, outcome, variant,
      revision, finished_at)
    select ${campaign.organization_id}, ${campaign.id}, id, prospect_id, ${node}, 'done', 'a', 1, app_now() - interval '3 days'
    from moved`);
  await done(100, 300, first!, second!, 96);
  await done(200, 300, second!, third!, 480);
  return campaign;
}

describe('300 leads: 100 before step 2, 100 waiting at it, 100 past', () => {
  test('typo fix in 2 and a new step 4; then 4 days become 2', { timeout: 240_000 }, async () => {
    const campaign = await threeHundred();
    const [, second, third] = campaign.node_ids;
    await edit(campaign, (node) => (node.id === second ? { message: 'new 2' } : {}), [newMail(-1, third!, 24)]);
    const shown = await previewImpact(campaign.ctx, campaign.id, null);
    expect(shown.changes).toMatchObject([
      { kind: 'text', node_id: second, not_there_yet: 100, waiting: 100, past: 100, claimed: 0 },
      { kind: 'added_at_end', not_there_yet: 300, waiting: 0, past: 0, finished: 0 },
    ]);
    expect(shown).toMatchObject({ moving: 0, examples: [], problems: [] });
    expect(await publish(campaign)).toBe(2);

    await edit(campaign, (node) => (node.id === second ? { delay_in_hours: 48 } : {}));
    const delay = await previewImpact(campaign.ctx, campaign.id, null);
    expect(delay.changes).toMatchObject([{ kind: 'delay', from_hours: 96, to_hours: 48, waiting: 100 }]);
    expect(delay.moving).toBe(100);
    expect(delay.examples).toHaveLength(5);
    const before = system().clock.now().getTime();
    await publish(campaign);
    const due = await rowsOf(sql<{ next_at: Date }>`select next_at from campaign_leads
      where campaign_id = ${campaign.id} and next_node_id = ${second!}`);
    expect(due).toHaveLength(100);
    for (const { next_at } of due) {
      expect(next_at.getTime()).toBeGreaterThanOrEqual(before + 15 * 60_000);
      expect(next_at.getTime()).toBeLessThan(before + 16 * 60_000);
    }

    let sent = 0;
    for (let day = 0; day < 9; day += 1) {
      await sendDue();
      const now = [...mail.store.mails()].filter((one) => one.from === campaign.email).length;
      expect(now - sent).toBeLessThanOrEqual(40);
      sent = now;
      await world.moveClock(system(), DAY);
    }
    const texts = campaign.addresses.map(textsTo);
    const seconds = texts.map((list) => list.filter((text) => text?.endsWith('2')));
    expect(seconds.slice(0, 200)).toEqual(Array.from({ length: 200 }, () => ['new 2']));
    expect(seconds.slice(200)).toEqual(Array.from({ length: 100 }, () => []));
  });
});

describe('delays', () => {
  test('asked, and a no leaves those who wait as they are; undo gives them their date back', async () => {
    const campaign = await campaignOf(2, [0, 96]);
    await sendDue();
    const dates = async () =>
      (
        await rowsOf(
          sql<{ next_at: Date }>`select next_at from campaign_leads where campaign_id = ${campaign.id} order by id`,
        )
      ).map(({ next_at }) => next_at.getTime());
    const first = await dates();
    const [, second] = campaign.node_ids;
    await edit(campaign, (node) => (node.id === second ? { delay_in_hours: 120 } : {}));
    await publish(campaign, false);
    expect(await dates()).toEqual(first);
    await edit(campaign, (node) => (node.id === second ? { delay_in_hours: 72 } : {}));
    await publish(campaign);
    expect(await dates()).toEqual(first.map((at) => at - DAY * 1000));
    const undone = await restoreRevision(campaign.ctx, campaign.id, { number: 1, running: 3 });
    expect(undone.number).toBe(4);
    expect(await dates()).toEqual(first);
  });

  test('working days count for those who wait as they do for all others', async () => {
    const campaign = await campaignOf(3, [0, 96]);
    await rowsOf(sql`update campaigns set counts_working_days = true, timezone = 'America/New_York',
      sending_window = '{"days":[1,2,3,4,5],"start":"00:00","end":"24:00"}' where id = ${campaign.id}`);
    const [first, second] = campaign.node_ids;
    // A Friday evening, a Saturday, and an hour before the clocks change.
    const done = ['2026-10-30T21:00:00Z', '2026-10-31T15:00:00Z', '2026-11-01T05:30:00Z'];
    for (const [index, at] of done.entries())
      await rowsOf(sql`with l as (update campaign_leads set status = 'ACTIVE', next_node_id = ${second!}, waiting_rule = 'delay',
          next_at = app_now() + interval '90 days' where id = ${campaign.lead_ids[index]!} returning id, prospect_id)
        insert into campaign_step_runs (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, outcome, finished_at)
        select ${campaign.organization_id}, ${campaign.id}, id, prospect_id, ${first!}, 'done', ${at}::timestamptz from l`);
    await edit(campaign, (node) => (node.id === second ? { delay_in_hours: 720 } : {}));
    await publish(campaign);
    const rows = await rowsOf(
      sql<{ next_at: Date }>`select next_at from campaign_leads where campaign_id = ${campaign.id} order by id`,
    );
    // Thirty working days of New York: six weeks, an hour later in UTC once summer time is over.
    expect(rows.map(({ next_at }) => next_at.toISOString())).toEqual([
      '2026-12-11T22:00:00.000Z',
      '2026-12-11T16:00:00.000Z',
      '2026-12-11T06:30:00.000Z',
    ]);
  });
});

describe('steps', () => {
  test('steps added at the end continue finished leads on request, except replied or suppressed', async () => {
    const campaign = await campaignOf(4, [0]);
    await sendDue();
    const [, replied, suppressed, old] = campaign.lead_ids;
    await rowsOf(sql`update campaign_leads set status = 'REPLIED', replied_at = app_now() where id = ${replied!}`);
    await rowsOf(sql`insert into suppressions (organization_id, email, reason)
      values (${campaign.organization_id}, ${campaign.addresses[2]!}, 'unsubscribe')`);
    await rowsOf(
      sql`update campaign_step_runs set finished_at = app_now() - interval '31 days' where campaign_lead_id = ${old!}`,
    );
    const statusOf = async () =>
      (await rowsOf(sql<{ status: string }>`select status from campaigns where id = ${campaign.id}`))[0]?.status;
    expect(await statusOf()).toBe('COMPLETED');
    const statuses = async () =>
      (
        await rowsOf(
          sql<{ status: string }>`select status from campaign_leads where campaign_id = ${campaign.id} order by id`,
        )
      ).map(({ status }) => status);
    await edit(campaign, () => ({}), [newMail(-1, campaign.node_ids[0]!, 24)]);
    const { changes } = await previewImpact(campaign.ctx, campaign.id, null);
    expect(changes).toMatchObject([{ kind: 'added_at_end', finished: 2, reopenable: 1 }]);
    const { version } = await getWorkingCopy(campaign.ctx, campaign.id);
    const forecast = async (choice: object) =>
      (await rehearseRevision(campaign.ctx, campaign.id, choice)).days.map(({ after }) => after);
    expect(await forecast({})).toEqual([]);
    expect(await forecast({ reopens: true })).toEqual([1]);
    await publishCopy(campaign.ctx, campaign.id, { version, reopens: true });
    expect(suppressed).toBeDefined();
    expect(await statuses()).toEqual(['ACTIVE', 'REPLIED', 'COMPLETED', 'COMPLETED']);
    expect(await statusOf()).toBe('ACTIVE');
    await restoreRevision(campaign.ctx, campaign.id, { number: 1, running: 2 });
    expect(await statuses()).toEqual(['COMPLETED', 'REPLIED', 'COMPLETED', 'COMPLETED']);
    await sendDue();
    expect(await statusOf()).toBe('COMPLETED');
  });

  test('leads ended by hand or for a reason do not continue at new steps', async () => {
    const campaign = await campaignOf(3, [0, 24]);
    const [first, second] = campaign.node_ids;
    await sendDue();
    const [byHand, unsubscribed] = campaign.lead_ids;
    await campaign.ctx.transaction((tx) => setLeadStatus(tx, byHand!, 'COMPLETED'));
    await rowsOf(sql`update campaign_leads set status = 'COMPLETED', error = 'Unsubscribed', next_node_id = null, next_at = null,
      next_lane = null where id = ${unsubscribed!}`);
    await edit(campaign, (node) => (node.id === second ? null : {}));
    await publish(campaign);
    await edit(campaign, () => ({}), [newMail(-1, first!, 24)]);
    const { changes } = await previewImpact(campaign.ctx, campaign.id, null);
    expect(changes).toMatchObject([{ kind: 'added_at_end', finished: 1, reopenable: 1 }]);
    const { version } = await getWorkingCopy(campaign.ctx, campaign.id);
    await publishCopy(campaign.ctx, campaign.id, { version, reopens: true });
    const rows = await rowsOf(
      sql`select status, error from campaign_leads where campaign_id = ${campaign.id} order by id`,
    );
    expect(rows).toEqual([
      { status: 'COMPLETED', error: 'Ended by hand.' },
      { status: 'COMPLETED', error: 'Unsubscribed' },
      { status: 'ACTIVE', error: null },
    ]);
    await restoreRevision(campaign.ctx, campaign.id, { number: 2, running: 3 });
  });

  test('inserting reaches leads waiting below; deleting while a mail is sent loses none', async () => {
    const campaign = await campaignOf(3, [0, 0, 24]);
    const [first, second, third] = campaign.node_ids;
    await withDispatcher(async () => {
      await world.runUntilQuiet(system());
    });
    expect(campaign.addresses.map(textsTo)).toEqual([...Array(3)].map(() => ['old 1', 'old 2']));
    await edit(campaign, (node) => (node.id === third ? { parent_id: -1 } : {}), [newMail(-1, second!, 0)]);
    expect((await previewImpact(campaign.ctx, campaign.id, null)).changes).toMatchObject([
      { kind: 'inserted', waiting: 3, past: 0 },
    ]);
    await publish(campaign);
    await world.moveClock(system(), 16 * 60);
    await sendDue();
    expect(campaign.addresses.map((to) => textsTo(to).at(-1))).toEqual(['added', 'added', 'added']);
    // Their third mail is claimed by a worker that dies; the step is deleted; the mail never left.
    await world.moveClock(system(), DAY);
    await runDueSteps(system());
    expect((await dispatchReady(system(), kinds, { limit: 1, per_account: 1, taken: [] })).dispatched).toHaveLength(1);
    await edit(campaign, (node) => (node.id === third ? null : {}));
    await publish(campaign);
    await world.moveClock(system(), 60);
    await sweepLostLeases(system(), kinds);
    await sendDue();
    await sweepRevisions(system());
    for (const seconds of [660, 300, 300, 301]) {
      await world.moveClock(system(), seconds);
      await checkEvidence(system(), kinds);
      await sendDue();
    }
    const leads = await rowsOf(sql<{
      status: string;
      error: string | null;
      rule: string | null;
    }>`select status, error, waiting_rule as rule
      from campaign_leads where campaign_id = ${campaign.id}`);
    // The two that were only planned are done; the claimed one is unconfirmed, so a user decides.
    expect(leads.map(({ status, error, rule }) => `${status} ${error} ${rule}`).sort()).toEqual([
      'ACTIVE null unconfirmed',
      'COMPLETED null null',
      'COMPLETED null null',
    ]);
    expect(campaign.addresses.flatMap(textsTo).filter((text) => text === 'old 3')).toEqual([]);
    expect(first).toBeDefined();
  });
});
