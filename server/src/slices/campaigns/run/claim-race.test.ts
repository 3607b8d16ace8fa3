import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { runDueSteps } from './planning/due-steps.job.ts';
import * as world from './run.factory.ts';

/** A campaign is started in the moment in which the planner looks at it. */
let server: TestServer & { stop(): Promise<void> };
beforeAll(async () => {
  server = await startTestServer({ roles: ['web'] });
});
afterAll(() => server.stop());

const SYSTEM = 'overture_system';

/** The planner's statements take a moment between what they see and what they lock. */
const slowDown = () =>
  server.owner.query(
    `alter function app_now() rename to true_now;
     create function app_now() returns timestamptz language plpgsql volatile as $$
     begin
       if current_user = '${SYSTEM}' then perform pg_sleep(0.3); end if;
       return true_now();
     end $$`,
  );

/** The planner's first statement lists what is due, and the second one claims it. */
async function untilClaiming(): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { rowCount } = await server.owner.query(
      `select from pg_stat_activity where wait_event = 'PgSleep' and query not like '%row_number() over (partition%'
         and datname = current_database()`,
    );
    if (rowCount) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('The planner claimed nothing.');
}

test('a campaign that starts while the planner claims it is planned', { timeout: 60_000 }, async () => {
  const { system } = server.program;
  const { organization_id } = await server.signUp();
  const account_id = await world.makeMailSender(system, organization_id, { email: 'ada@acme.example', smtp_port: 1 });
  const campaign = await world.makeCampaign(system, { organization_id, account_id, nodes: [{ type: 'EMAIL' }] });
  const people = await world.makePeople(system, organization_id, [{ email: 'kim@northwind.example' }]);
  await world.startPeople(system, campaign, organization_id, people);
  await server.owner.query(`update campaigns set status = 'PAUSED' where id = $1`, [campaign.id]);
  await server.owner.query('update campaign_lanes set look_at = app_now()');
  await slowDown();
  const tick = runDueSteps(system);
  await untilClaiming();
  const client = await server.owner.connect();
  await client.query('begin');
  await client.query(`update campaigns set status = 'ACTIVE', version = version + 1 where id = $1`, [campaign.id]);
  await client.query('update campaign_lanes set look_at = least(look_at, true_now()) where campaign_id = $1', [
    campaign.id,
  ]);
  await client.query('commit');
  client.release();
  await tick;
  await runDueSteps(system);
  const { rows } = await server.owner.query(
    `select waiting_rule, (select count(*)::int from outbound_intents where campaign_id = $1) as planned
     from campaign_lanes where campaign_id = $1`,
    [campaign.id],
  );
  expect(rows).toEqual([{ waiting_rule: null, planned: 1 }]);
});
