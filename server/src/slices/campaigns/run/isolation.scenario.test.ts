import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { dispatchReady } from '../../outbound/dispatch/dispatch-round.service.ts';
import { releaseCompleteLeads } from '../missing-data/release.service.ts';
import { campaignStepKind } from './dispatch/campaign-step.service.ts';
import { runDueSteps } from './planning/due-steps.job.ts';
import * as world from './run.factory.ts';

const LIMITS = { limit: 10, per_account: 10, taken: [] };
const server = useTestServer({ roles: ['web'], is_alone: true });
const system = () => server.program.system;
const rowsOf = async (text: string, values: unknown[] = []) => (await server.owner.query(text, values)).rows;
const makeDue = () => server.owner.query('update parked_units set retry_at = statement_timestamp()');
const parkedKeys = async () => (await rowsOf('select loop, key from parked_units order by 1, 2')) as unknown;

/** Makes statements on one lead's rows fail until the returned function is called. */
async function poison(table: string, event: string, condition: string): Promise<() => Promise<unknown>> {
  await server.owner.query(`create function poison() returns trigger language plpgsql as
    $$ begin raise exception 'this row is poison'; end $$`);
  await server.owner.query(
    `create trigger poison before ${event} on ${table} for each row when (${condition}) execute function poison()`,
  );
  return () => server.owner.query(`drop trigger if exists poison on ${table}; drop function if exists poison()`);
}

async function makeSender(organization_id: number): Promise<number> {
  const email = `ada${organization_id}@acme.example`;
  return world.makeMailSender(system(), organization_id, { email, smtp_port: 1 });
}

async function makeCampaign(organization_id: number, account_id: number) {
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes: [{ type: 'EMAIL' }] });
  const email = `lead${campaign.id}@northwind.example`;
  const people = await world.makePeople(system(), organization_id, [{ email }]);
  const [lead_id] = await world.startPeople(system(), campaign, organization_id, people);
  return { id: campaign.id, lead_id: lead_id! };
}

describe('a campaign that fails', () => {
  test('is parked, and everybody else is planned in the same tick', async () => {
    const [one, other] = [await world.makeOrganization(system()), await world.makeOrganization(system())];
    const sender = await makeSender(one);
    const [bad, sibling] = [await makeCampaign(one, sender), await makeCampaign(one, sender)];
    const foreign = await makeCampaign(other, await makeSender(other));
    const planned = async () =>
      (await rowsOf('select ref_id::int from outbound_intents where organization_id = any($1)', [[one, other]]))
        .map(({ ref_id }) => ref_id)
        .sort((a, b) => a - b);
    const heal = await poison('outbound_intents', 'insert', `new.ref_id = ${bad.lead_id}`);
    try {
      await runDueSteps(system());
      expect(await planned()).toEqual([sibling.lead_id, foreign.lead_id]);
      expect(await parkedKeys()).toEqual([{ loop: 'due-steps', key: String(bad.id) }]);
      // Parked, it is not claimed again.
      await runDueSteps(system());
      expect(await planned()).toHaveLength(2);
    } finally {
      await heal();
    }
    await makeDue();
    await runDueSteps(system());
    expect(await planned()).toEqual([bad.lead_id, sibling.lead_id, foreign.lead_id]);
    expect(await parkedKeys()).toEqual([]);
  });

  test('and five hundred others before it do not keep leads of a later one from going on', async () => {
    const [one, other] = [await world.makeOrganization(system()), await world.makeOrganization(system())];
    // Leads of an address that does not exist, in one campaign each; they stay.
    await server.owner.query(
      `with held as (insert into address_checks (organization_id, email, result, verified_at)
          values ($1, 'gone@northwind.example', 'invalid', app_now())),
        people as (insert into prospects (organization_id, first_name, email) values ($1, 'Kim', 'gone@northwind.example') returning id),
        made as (insert into campaigns (organization_id, name, status, activated_at)
          select $1, 'Campaign', 'ACTIVE', app_now() from generate_series(1, 500) returning id)
      insert into campaign_leads (organization_id, campaign_id, prospect_id, status, waiting_rule)
        select $1, made.id, people.id, 'SCHEDULED', 'address_held' from made, people`,
      [one],
    );
    const [bad, late] = [
      await makeCampaign(one, await makeSender(one)),
      await makeCampaign(other, await makeSender(other)),
    ];
    const leads = [bad.lead_id, late.lead_id];
    await server.owner.query(`update campaign_leads set waiting_rule = 'address_held' where id = any($1)`, [leads]);
    const waiting = async () =>
      (await rowsOf(`select id::int from campaign_leads where id = any($1) and waiting_rule is not null`, [leads])).map(
        ({ id }) => id,
      );
    const heal = await poison('campaign_leads', 'update', `new.id = ${bad.lead_id}`);
    try {
      await releaseCompleteLeads(system(), new AbortController().signal);
      expect(await waiting()).toEqual([bad.lead_id]);
      expect(await parkedKeys()).toEqual([{ loop: 'missing-data', key: `address_held ${bad.id}` }]);
    } finally {
      await heal();
    }
    await makeDue();
    // Once more, without the five hundred.
    await server.owner.query('delete from campaign_leads where organization_id = $1 and id <> all($2)', [one, leads]);
    await releaseCompleteLeads(system(), new AbortController().signal);
    expect(await waiting()).toEqual([]);
  });
});

test('an unpreparable step keeps its count of tries, and is unparked when its lead replies', async () => {
  const organization_id = await world.makeOrganization(system());
  const { lead_id } = await makeCampaign(organization_id, await makeSender(organization_id));
  const parked = () => rowsOf(`select attempts from parked_units where loop = 'outbound-dispatch'`);
  const lead = async () => (await rowsOf('select waiting_rule from campaign_leads where id = $1', [lead_id]))[0];
  const heal = await poison('outbound_intents', 'update', `new.ref_id = ${lead_id} and new.state = 'dispatching'`);
  try {
    for (const tries of [1, 2]) {
      await makeDue();
      await server.owner.query('update campaign_leads set next_at = app_now() where id = $1', [lead_id]);
      await server.owner.query('update campaign_lanes set look_at = app_now()');
      await runDueSteps(system());
      await dispatchReady(system(), new Map([[campaignStepKind.name, campaignStepKind]]), LIMITS);
      expect([await lead(), await parked()]).toEqual([{ waiting_rule: 'retry' }, [{ attempts: tries }]]);
    }
  } finally {
    await heal();
  }
  await server.owner.query(`update campaign_leads set status = 'REPLIED', waiting_rule = null where id = $1`, [
    lead_id,
  ]);
  expect(await parked()).toEqual([]);
});
