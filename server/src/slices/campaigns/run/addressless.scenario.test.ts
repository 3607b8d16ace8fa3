import { api } from '@overture/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { SystemContext } from '../../../kernel/context.ts';
import { DatabaseUnavailable } from '../../../kernel/db/outage.ts';
import type { TestClient } from '../../../testing/harness.ts';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { createList, importCsv } from '../../searches/lists.factory.ts';
import { getLead } from '../leads/leads.service.ts';
import { releaseCompleteLeads } from '../missing-data/release.service.ts';
import { runDueSteps } from './planning/due-steps.job.ts';
import * as world from './run.factory.ts';
import { explainLeads } from './run.service.ts';

/** Leads without an address for a channel, on a movable clock: they wait and continue on the other channel. */
const DAY = 86_400;
const DAY_IN_MS = DAY * 1000;

const { server, mail, linkedin } = useCampaignWorld({ has_linkedin: true });

const system = () => server.program.system;
const rows = async <Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await system().systemTransaction(({ db }) => statement.execute(db))).rows;

/** Moves the clocks on both sides, as the program does. */
async function jump(days: number): Promise<void> {
  await world.moveClock(system(), days * DAY);
  const offset_in_seconds = Math.round((system().clock.now().getTime() - Date.now()) / 1000);
  await fetch(`${linkedin.api_url.replace('/unipile', '')}/__control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offset_in_seconds }),
  });
  await releaseCompleteLeads(system(), new AbortController().signal);
  await world.runUntilQuiet(system());
}

/** @param people made for it, or the lines of a file that is imported */
async function start(nodes: world.NodeSpec[], people: world.PersonSpec[] | string) {
  const user = await server.signUp();
  const { organization_id } = user;
  await rows(sql`update organizations set active_subscription = true where organization_id = ${organization_id}`);
  const email = `ada${organization_id}@acme.example`;
  const account_id = await world.makeMailSender(system(), organization_id, { email, smtp_port: mail.smtp_port });
  const seat_id = await linkedin.connectSeat('SALES_NAVIGATOR');
  const linkedin_account_id = await world.makeLinkedinSender(system(), organization_id, {
    seat_id,
    tier: 'SALES_NAVIGATOR',
  });
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, linkedin_account_id, nodes });
  const prospect_ids =
    typeof people === 'string'
      ? await importPeople(user, people)
      : await world.makePeople(system(), organization_id, people);
  const begun = system().clock.now().getTime();
  const lead_ids = await world.startPeople(system(), campaign, organization_id, prospect_ids);
  await world.runUntilQuiet(system());
  const ctx = system().forOrganization(organization_id);
  const waiting = async (index: number) => {
    const id = lead_ids[index]!;
    return (await ctx.transaction((tx) => explainLeads(tx, [id]))).get(id);
  };
  const done = async (index: number) =>
    rows(sql<{
      type: string;
      event: string;
      error: string | null;
      branch: string | null;
    }>`select n.type, e.type as event,
        r.error, r.branch
      from campaign_step_runs r join campaign_nodes n on n.id = r.node_id
        left join campaign_events e on e.campaign_lead_id = r.campaign_lead_id and e.node_id = r.node_id and e.action is not null
      where r.campaign_lead_id = ${lead_ids[index]!} order by r.id`);
  const sent = () => [...mail.store.mails()].filter((one) => one.from === email).flatMap((one) => one.recipients);
  const actions = async (index: number) =>
    rows(sql<{ action: string; state: string }>`select action, state from outbound_intents
      where kind = 'campaign_step' and ref_id = ${lead_ids[index]!} and state <> 'cancelled' order by id`);
  return { user, ctx, campaign, prospect_ids, lead_ids, begun, waiting, done, sent, actions };
}

async function importPeople(user: TestClient, lines: string): Promise<number[]> {
  const mapping = { first_name: 'First name', email: 'Email', phone_number: 'Phone' };
  const { data } = await importCsv(user, await createList(user), `First name,Email,Phone\n${lines}`, { mapping });
  return data.prospects.map(({ id }) => id);
}

/** A worker that is killed at the end of its tick: nothing of it is committed. */
function dyingAtCommit(): SystemContext {
  const ctx: SystemContext = Object.create(system());
  ctx.systemTransaction = (work) =>
    system().systemTransaction(async (tx) => {
      await work(tx);
      // Any other error would count as a faulty campaign and park it.
      throw new DatabaseUnavailable('unreachable', 'killed');
    });
  return ctx;
}

const NO_EMAIL = 'This lead has no email address.';
const SKIPPED = 'Skipped: no email address after 14 days.';

test('no email: held 13 days, sent if an address arrives on day 10, skipped on day 14, once', async () => {
  const nodes: world.NodeSpec[] = [
    { type: 'EMAIL', subject: 'Hi', message: 'Hello' },
    { type: 'VISIT_LINKEDIN_PROFILE', delay_in_hours: 24 },
  ];
  const made = await start(nodes, [
    { email: null, linkedin: 'never-known' },
    { email: null, linkedin: 'known-later' },
  ]);
  const until = (await made.waiting(0))?.until ?? '';
  expect(await made.waiting(0)).toMatchObject({ rule: 'missing_data', text: NO_EMAIL });
  expect(Math.abs(Date.parse(until) - made.begun - 14 * DAY_IN_MS)).toBeLessThan(60_000);
  expect(await rows(sql`select next_lane from campaign_leads where id = ${made.lead_ids[0]!}`)).toEqual([
    { next_lane: 'local' },
  ]);

  // Paused and resumed it waits as before, from the same beginning.
  for (const status of ['PAUSED', 'ACTIVE'] as const)
    await made.user.call(api.setLeadStatus, {
      params: { id: made.campaign.id, prospectId: made.prospect_ids[1]! },
      body: { status },
    });
  await world.runUntilQuiet(system());
  expect((await made.waiting(1))?.text).toBe(NO_EMAIL);
  expect((await made.waiting(1))?.until?.slice(0, 10)).toBe(until.slice(0, 10));

  await jump(10);
  const late = `late${made.campaign.id}@northwind.example`;
  await rows(sql`update prospects set email = ${late} where id = ${made.prospect_ids[1]!}`);
  await jump(0);
  expect(made.sent()).toEqual([late]);
  await jump(3.9);
  expect(await made.done(0)).toEqual([]);
  expect(await made.waiting(0)).toMatchObject({ rule: 'missing_data', text: NO_EMAIL, until });
  // The drawer says so too.
  const drawer = await getLead(made.ctx, made.campaign.id, made.prospect_ids[0]!);
  expect(drawer.scheduled_campaign.steps[0]?.waiting_for).toMatchObject({ text: NO_EMAIL, until });

  await world.moveClock(system(), 0.2 * DAY);
  await expect(runDueSteps(dyingAtCommit())).rejects.toThrow('killed');
  expect(await made.done(0)).toEqual([]);
  await Promise.all([runDueSteps(system()), runDueSteps(system())]);
  await world.runUntilQuiet(system());
  expect(await made.done(0)).toMatchObject([{ type: 'EMAIL', event: 'skipped', error: SKIPPED }]);
  expect(await made.actions(0)).toEqual([]);
  await jump(1.1);
  expect((await made.done(0)).map(({ type }) => type)).toEqual(['EMAIL', 'VISIT_LINKEDIN_PROFILE']);
  // A lead without LinkedIn profile is not visited twice either.
  expect((await made.actions(0)).map(({ action }) => action)).toEqual(['visit']);
  expect((await made.actions(1)).map(({ action }) => action)).toEqual(['email', 'visit']);
  expect(made.sent()).toEqual([late]);
  const [counted] = await rows(
    sql<{
      contacted: boolean;
    }>`select contacted_at is not null as contacted from campaign_leads where id = ${made.lead_ids[0]!}`,
  );
  expect(counted?.contacted).toBe(false);
}, 60_000);

test('no profile: the invite is skipped after its days, not accepted, and the email goes out', async () => {
  const nodes: world.NodeSpec[] = [
    { type: 'LINKEDIN_INVITE', message: '', address_wait_in_days: 3 },
    { type: 'ACCEPTED_INVITE', delay_in_hours: 24 },
    { type: 'EMAIL', branch: 'no', subject: 'Hi', message: 'Hello' },
  ];
  const email = `mail-only${Date.now()}@northwind.example`;
  const made = await start(nodes, [{ email }]);
  await jump(2.9);
  expect(await made.done(0)).toEqual([]);
  await jump(0.2);
  expect(await made.done(0)).toMatchObject([
    { type: 'LINKEDIN_INVITE', event: 'skipped', error: 'Skipped: no LinkedIn profile after 3 days.' },
  ]);
  expect(made.sent()).toEqual([]);
  await jump(1.1);
  expect(await made.done(0)).toMatchObject([
    { type: 'LINKEDIN_INVITE' },
    { type: 'ACCEPTED_INVITE', branch: 'no' },
    { type: 'EMAIL', error: null },
  ]);
  expect(made.sent()).toEqual([email]);
}, 60_000);

test('publishing applies a new limit from the same start: longer, already over, or none', async () => {
  const made = await start([{ type: 'EMAIL' }, { type: 'CALL_PROSPECT' }], [{ email: null }]);
  const params = { id: made.campaign.id };
  const storeSession = () =>
    server.owner.query("update sessions set last_seen_at = app_now(), expires_at = app_now() + interval '30 days'");
  const save = async (wait: number | null | undefined) => {
    await storeSession();
    const { revision } = (await made.user.call(api.getRevision, { params })).data;
    const nodes = revision.campaign.steps.map((step) => ({
      id: step.id,
      type: step.step_type,
      parent_id: step.parent_step_id,
      branch: null,
      delay_in_hours: step.delay_in_hours,
      message: step.message,
      subject_line: step.subject_line,
      ...(step.step_type === 'EMAIL' && wait !== undefined ? { address_wait_in_days: wait } : {}),
    }));
    return made.user.call(api.saveRevision, { params, body: { version: revision.version, nodes } });
  };
  const publish = async (wait: number | null) => {
    const { revision } = (await save(wait)).data;
    // Clients that don't know the field change nothing.
    const again = await save(undefined);
    expect(again.data.revision.campaign.steps.map((step) => step.address_wait_in_days)).toEqual([wait, null]);
    const body = { version: again.data.revision.version };
    expect((await made.user.call(api.publishRevision, { params, body })).status).toBe(200);
    expect(revision.is_open).toBe(true);
    await world.runUntilQuiet(system());
  };
  const heldFor = async () => {
    const until = (await made.waiting(0))?.until;
    return until ? Math.round((Date.parse(until) - made.begun) / DAY_IN_MS) : until;
  };
  expect((await save(61)).status).toBe(400);
  await jump(10);
  await publish(30);
  expect(await heldFor()).toBe(30);
  await jump(10);
  expect(await made.done(0)).toEqual([]);
  await publish(null);
  expect(await heldFor()).toBeNull();
  await jump(20);
  expect(await made.waiting(0)).toMatchObject({ rule: 'missing_data', text: NO_EMAIL });
  await publish(15);
  expect(await made.done(0)).toMatchObject([{ type: 'EMAIL', error: 'Skipped: no email address after 15 days.' }]);
  expect(await made.waiting(0)).toMatchObject({ rule: 'manual_call' });
  await storeSession();
  const [first] = (await made.user.call(api.listRevisions, { params })).data.revisions;
  expect(first?.changes).toEqual([{ kind: 'address_wait', type: 'EMAIL' }]);
}, 60_000);

test('leads imported with only an email or only a phone go through the steps that can reach them', async () => {
  const nodes: world.NodeSpec[] = [
    { type: 'EMAIL', subject: 'Hi', message: 'Hello', address_wait_in_days: 1 },
    { type: 'VISIT_LINKEDIN_PROFILE', delay_in_hours: 0, address_wait_in_days: 1 },
    { type: 'CALL_PROSPECT', delay_in_hours: 0 },
  ];
  const email = `only-email${Date.now()}@northwind.example`;
  const made = await start(nodes, `Ada,${email},\nBram,,+31 30 123 45 67\n`);
  const noProfile = { rule: 'missing_data', text: 'This lead has no LinkedIn profile address.' };
  const skippedVisit = ['VISIT_LINKEDIN_PROFILE', 'Skipped: no LinkedIn profile after 1 day.'];
  expect(made.sent()).toEqual([email]);
  expect(await made.waiting(0)).toMatchObject(noProfile);
  expect(await made.waiting(1)).toMatchObject({ rule: 'missing_data', text: NO_EMAIL });
  await jump(1.1);
  expect(await made.waiting(0)).toMatchObject({ rule: 'manual_call' });
  expect(await made.waiting(1)).toMatchObject(noProfile);
  await jump(1.1);
  expect(await made.waiting(1)).toMatchObject({ rule: 'manual_call' });
  const outcomes = async (index: number) => (await made.done(index)).map(({ type, error }) => [type, error]);
  expect(await outcomes(0)).toEqual([['EMAIL', null], skippedVisit]);
  expect(await outcomes(1)).toEqual([['EMAIL', 'Skipped: no email address after 1 day.'], skippedVisit]);
  expect(made.sent()).toEqual([email]);
}, 60_000);
