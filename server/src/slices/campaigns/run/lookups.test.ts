import { createContactFinder } from '@overture/adapters/contact-finder/contact-finder.adapter';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClock } from '../../../../../sandbox/src/clock.ts';
import { registerContactRoutes } from '../../../../../sandbox/src/contacts/contacts.routes.ts';
import { type DnsServer, startDnsServer } from '../../../../../sandbox/src/contacts/dns-server.ts';
import { dispatchEvents } from '../../../kernel/relay.ts';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { getBalance, reserveCredits } from '../../billing/index.ts';
import { startResearchEngine } from '../../enrichment/engine/research-engine.service.ts';
import { lookUpContact, startLookUps, taskOfLookUp } from '../../enrichment/index.ts';
import { endRemoved } from '../../enrichment/runs/stop.service.ts';
import { recordReply } from '../../lead-endings/index.ts';
import { campaignRunsSlice } from './index.ts';
import { startWantedLookUps } from './lookups/flow-lookups.service.ts';
import { runDueSteps } from './planning/due-steps.job.ts';
import * as world from './run.factory.ts';
import { explainLeads } from './run.service.ts';

const vendors = Fastify({ forceCloseConnections: true });
let url: string;
let dns: DnsServer;
let server: TestServer & { stop(): Promise<void> };

beforeAll(async () => {
  registerContactRoutes(vendors, createClock());
  url = await vendors.listen({ port: 0, host: '127.0.0.1' });
  dns = await startDnsServer(0);
  const access = (name: string) => ({ api_url: `${url}/contacts/${name}`, api_key: 'sandbox' });
  const contact_finder = createContactFinder({
    hunter: access('hunter'),
    prospeo: access('prospeo'),
    lusha: access('lusha'),
    outbound_allow: '127.0.0.1',
    dns_servers: [`127.0.0.1:${dns.port}`],
    smtp_probe: null,
  });
  server = await startTestServer({ contact_finder, roles: ['web'], environment: { TIME_TRAVEL: 'on' } });
}, 60_000);
beforeEach(async () => void (await control('clear', {})));
afterAll(async () => {
  await server?.stop();
  await vendors.close();
  await dns.close();
});

const system = () => server.program.system;
const control = (path: string, body: object) =>
  fetch(`${url}/__control/contacts/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const calls = async () =>
  ((await (await fetch(`${url}/api/contacts/calls`)).json()) as { calls: { vendor: string }[] }).calls.length;

/** A person all vendors know, and one that none knows. */
const KNOWN = { email: null, first_name: 'Known', company_name: 'known.example' };
const UNKNOWN = { email: null, first_name: 'Nobody', company_name: 'acme.example' };

async function start(
  people: world.PersonSpec[],
  credits: number,
  condition: 'HAS_EMAIL' | 'HAS_PHONE' = 'HAS_EMAIL',
  lookup_credits?: number,
) {
  const organization_id = await world.makeOrganization(system());
  const context = system().forOrganization(organization_id);
  // A new organization's credits, minus those reserved.
  await context.transaction(async (tx) =>
    reserveCredits(tx, { kind: 'research', amount: (await getBalance(tx)) - credits, purpose: 'Test', key: 'test' }),
  );
  const nodes: world.NodeSpec[] = [
    { type: condition },
    { type: 'CALL_PROSPECT', branch: 'yes' },
    { type: condition, parent: 0, branch: 'no', delay_in_hours: 1 },
  ];
  const campaign = await world.makeCampaign(system(), {
    organization_id,
    account_id: null,
    nodes,
    ...(lookup_credits === undefined ? {} : { lookup_credits }),
  });
  const prospect_ids = await world.makePeople(system(), organization_id, people);
  const lead_ids = await world.startPeople(system(), campaign, organization_id, prospect_ids);
  const waiting = async () => [...(await context.transaction((tx) => explainLeads(tx, lead_ids))).values()];
  const balance = () => context.transaction((tx) => getBalance(tx));
  const runs = async (place = 0) => {
    const { rows } = await system().systemTransaction(({ db }) =>
      sql<{ branch: string; error: string | null }>`select branch, error from campaign_step_runs
        where campaign_lead_id = ${lead_ids[place]!} order by finished_at, id`.execute(db),
    );
    return rows;
  };
  return { organization_id, context, prospect_ids, lead_ids, waiting, balance, runs };
}

/** A busy machine takes its time. */
const PATIENT = { timeout: 45_000 };

const lookUps = async (organizationId: number) => {
  const { rows } = await system().systemTransaction(({ db }) =>
    sql<{ cells: number }>`select coalesce(sum(cells), 0)::int as cells from enrichment_runs
      where organization_id = ${organizationId}`.execute(db),
  );
  return rows[0]!.cells;
};

/** Runs all cells, and relays the events to the campaigns. */
async function work(organizationId: number): Promise<void> {
  const workers = { lookUpContact, researchCell: lookUpContact };
  const engine = startResearchEngine(system(), workers, { poll_in_ms: 20 });
  try {
    await expect
      .poll(async () => {
        const { rows } = await system().systemTransaction(({ db }) =>
          sql`select 1 from enrichment_cells where organization_id = ${organizationId}`.execute(db),
        );
        return rows.length;
      }, PATIENT)
      .toBe(0);
  } finally {
    await engine.stop();
  }
  await relay();
}
async function relay(): Promise<void> {
  while ((await dispatchEvents(system(), [campaignRunsSlice.on!])) > 0);
  await world.runUntilQuiet(system());
}

describe('a lead that lacks what a condition asks for', () => {
  test('is looked up, waits and says so, is paid for when found, and takes the yes branch', async () => {
    const made = await start([KNOWN], 10);
    await world.runUntilQuiet(system());
    expect(await made.balance()).toBe(7);
    expect(await made.waiting()).toMatchObject([
      { rule: 'condition', text: 'Waiting for an email address to be found' },
    ]);
    await work(made.organization_id);
    expect(await made.runs()).toMatchObject([{ branch: 'yes', error: null }]);
    expect(await made.waiting()).toMatchObject([{ rule: 'manual_call' }]);
    expect(await made.balance()).toBe(7);
    expect(await calls()).toBeGreaterThan(0);
  });

  test('finding nothing is free; the No branch has its reason, and no look-up is repeated', async () => {
    const made = await start([UNKNOWN], 10);
    await world.runUntilQuiet(system());
    await work(made.organization_id);
    expect(await made.balance()).toBe(10);
    expect(await made.runs()).toEqual([{ branch: 'no', error: 'No email address was found.' }]);
    await world.moveClock(system(), 3700);
    await world.runUntilQuiet(system());
    expect(await made.runs()).toMatchObject([{ branch: 'no' }, { branch: 'no', error: 'No email address was found.' }]);
    expect(await lookUps(made.organization_id)).toBe(1);
  });

  test('credits for some: the first are looked up, the others take No with the reason', async () => {
    const made = await start([KNOWN, KNOWN, KNOWN], 7);
    await world.runUntilQuiet(system());
    expect(await lookUps(made.organization_id)).toBe(2);
    expect(await made.runs(2)).toEqual([
      { branch: 'no', error: 'There were not enough credits to look for the email address.' },
    ]);
    await work(made.organization_id);
    expect((await Promise.all([made.runs(0), made.runs(1)])).map(([run]) => run!.branch)).toEqual(['yes', 'yes']);
    expect(await made.balance()).toBe(1);
  });

  test('the cap of the organization for some: the others take No with that reason', async () => {
    const made = await start([KNOWN, KNOWN], 100);
    await server.owner.query('insert into credit_caps (organization_id, credits) values ($1, 5)', [
      made.organization_id,
    ]);
    await world.runUntilQuiet(system());
    expect(await lookUps(made.organization_id)).toBe(1);
    expect(await made.balance()).toBe(97);
    expect(await made.runs(1)).toEqual([
      { branch: 'no', error: 'The monthly cap of credits left too few to look for the email address.' },
    ]);
  });

  test('only as many look-ups start as credits were agreed to; the others take No with the reason', async () => {
    const made = await start([KNOWN, KNOWN, KNOWN], 100, 'HAS_EMAIL', 7);
    await world.runUntilQuiet(system());
    expect(await lookUps(made.organization_id)).toBe(2);
    expect(await made.balance()).toBe(94);
    expect(await made.runs(2)).toEqual([
      { branch: 'no', error: 'This campaign may not spend credits to look for the email address.' },
    ]);
    const none = await start([KNOWN], 100, 'HAS_EMAIL', 0);
    await world.runUntilQuiet(system());
    expect(await lookUps(none.organization_id)).toBe(0);
    expect(await none.runs()).toMatchObject([{ branch: 'no' }]);
  });

  test('a phone number costs thirty credits; a vendor that fails ends in words', async () => {
    for (const vendor of ['prospeo', 'lusha']) await control('faults', { vendor, status: 401, times: 50 });
    const made = await start([KNOWN], 30, 'HAS_PHONE');
    await world.runUntilQuiet(system());
    expect(await made.balance()).toBe(0);
    await work(made.organization_id);
    const [run] = await made.runs();
    expect(run).toMatchObject({
      branch: 'no',
      error: expect.stringMatching(/^The look-up of the phone number failed: ./),
    });
    expect(await made.balance()).toBe(30);
  });

  test('on a machine whose clock is a day behind a look-up has its 24 hours', async () => {
    const made = await start([KNOWN], 10);
    const { clock } = system();
    const { now } = clock;
    clock.now = () => new Date(now().getTime() - 26 * 3_600_000);
    await world.runUntilQuiet(system());
    clock.now = now;
    const { rows } = await server.owner.query(
      `select ends_by > app_now() + interval '23 hours' as is_later from campaign_lookups where campaign_lead_id = $1`,
      [made.lead_ids[0]],
    );
    expect(rows).toEqual([{ is_later: true }]);
  });

  test('a look-up that a person started already is waited for, not started twice', async () => {
    const made = await start([KNOWN], 10);
    await made.context.transaction((tx) =>
      startLookUps(tx, null, [{ lookup: 'FIND_EMAIL', prospect_ids: made.prospect_ids }]),
    );
    await world.runUntilQuiet(system());
    await Promise.all([startWantedLookUps(system()), startWantedLookUps(system())]);
    expect(await made.balance()).toBe(7);
    await work(made.organization_id);
    expect(await made.runs()).toMatchObject([{ branch: 'yes' }]);
    expect(await made.balance()).toBe(7);
  });

  test('one that is stopped, and one that never answers, end as no', async () => {
    const made = await start([KNOWN], 10);
    await world.runUntilQuiet(system());
    await made.context.transaction((tx) =>
      endRemoved(tx, { prompt_id: taskOfLookUp('FIND_EMAIL').id, prospect_id: made.prospect_ids[0]! }),
    );
    await relay();
    expect(await made.runs()).toEqual([{ branch: 'no', error: 'The look-up of the email address was stopped.' }]);
    expect(await made.balance()).toBe(10);
    const late = await start([KNOWN], 10);
    await world.runUntilQuiet(system());
    await world.moveClock(system(), 24 * 3600 + 60);
    await world.runUntilQuiet(system());
    expect((await late.runs())[0]).toEqual({
      branch: 'no',
      error: 'The look-up of the email address did not answer within 24 hours.',
    });
  });

  test('nothing is started for leads that stopped or whose campaign is paused', async () => {
    const made = await start([KNOWN, KNOWN], 10);
    await runDueSteps(system());
    const [replied] = made.prospect_ids;
    await made.context.transaction((tx) =>
      recordReply(tx, { prospect_id: replied!, account_id: 0, received_at: tx.clock.now(), refers_to: [] }),
    );
    await system().systemTransaction(({ db }) =>
      sql`update campaigns set status = 'PAUSED' where organization_id = ${made.organization_id}`.execute(db),
    );
    await startWantedLookUps(system());
    expect(await lookUps(made.organization_id)).toBe(0);
    await system().systemTransaction(({ db }) =>
      sql`update campaigns set status = 'ACTIVE' where organization_id = ${made.organization_id}`.execute(db),
    );
    await startWantedLookUps(system());
    expect(await lookUps(made.organization_id)).toBe(1);
  });
});
