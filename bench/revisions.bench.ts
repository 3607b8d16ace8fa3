import type pg from 'pg';
import type { SystemContext } from '../server/src/kernel/context.ts';
import { publishCopy } from '../server/src/slices/campaigns/revisions/publish.service.ts';
import { getWorkingCopy, saveCopy } from '../server/src/slices/campaigns/revisions/working-copy.service.ts';
import { runDueSteps } from '../server/src/slices/campaigns/run/planning/due-steps.job.ts';
import { fillActiveLeads } from './data/engine-bench-data.ts';
import { type Bench, interleave, type Measurement, median, pairsOfBench } from './support/measure.ts';
import { measureEngine } from './support/measure-in.ts';

const LEADS = 100_000;
const GOAL_RATIO = 1.5;
const HELD_GOAL_IN_MS = 200;
/** Pause between looks of the engine at the campaign that is being published. */
const PAUSE_IN_MS = 50;

/**
 * A new delay is published for 100,000 waiting leads, while the engine ticks; compared with one statement that writes
 * the same rows. Then as many are deferred until tomorrow and a setting changes: all are rechecked and deferred again.
 */
export const bench: Bench = { run: () => measureEngine(measureAll) };

async function measureAll(client: pg.Client, system: SystemContext): Promise<Measurement[]> {
  const data = await fillActiveLeads(client, 1, LEADS);
  await client.query("update organizations set active_subscription = true where name = 'Bench'");
  await client.query("update campaign_leads set waiting_rule = 'delay', waiting_until = next_at");
  const published = await measure(client, system, data.first_campaign_id);
  return [...published, ...(await measureRechecked(client, system, data.first_campaign_id))];
}

async function measure(client: pg.Client, system: SystemContext, id: number): Promise<Measurement[]> {
  const { organization_id } = (await client.query('select organization_id from campaigns where id = $1', [id])).rows[0];
  const ctx = system.forOrganization(Number(organization_id));
  const held: number[] = [];
  const seconds = await interleave(
    pairsOfBench,
    async (pair) => {
      const copy = await getWorkingCopy(ctx, id);
      const nodes = copy.campaign.steps.map(({ step_type, attachments: _, ...step }) => ({
        ...step,
        type: step_type,
        parent_id: null,
        branch: null,
        delay_in_hours: 240 + pair * 24,
      }));
      const { version } = await saveCopy(ctx, id, { version: copy.version, nodes });
      const ticking = tickUntilDone(client, system, id);
      const start = performance.now();
      await publishCopy(ctx, id, { version });
      const taken = (performance.now() - start) / 1000;
      held.push(await ticking.stop());
      return taken;
    },
    async (pair) => {
      const start = performance.now();
      await client.query(
        `update campaign_leads set next_at = started_at + make_interval(hours => $2), waiting_until = started_at + make_interval(hours => $2)
          where campaign_id = $1 and not is_in_flight`,
        [id, 480 + pair * 24],
      );
      return (performance.now() - start) / 1000;
    },
  );
  const [product, reference] = [median(seconds.product), median(seconds.reference)];
  const longest = Math.max(...held);
  return [
    {
      what: `a revision published over ${LEADS} waiting leads`,
      product: `${product.toFixed(2)} s`,
      reference: `${reference.toFixed(2)} s (raw SQL)`,
      ratio: product / reference,
      goal: `<= ${GOAL_RATIO}`,
      is_met: product / reference <= GOAL_RATIO,
    },
    {
      what: 'longest tick of the same campaign during it',
      product: `${longest.toFixed(0)} ms`,
      goal: `< ${HELD_GOAL_IN_MS} ms`,
      is_met: longest < HELD_GOAL_IN_MS,
    },
  ];
}

/** The engine looks at the campaign again and again; answers the longest look in milliseconds. */
function tickUntilDone(client: pg.Client, system: SystemContext, id: number): { stop(): Promise<number> } {
  let isDone = false;
  let longest = 0;
  const loop = (async () => {
    while (!isDone) {
      const start = performance.now();
      await client.query("update campaign_lanes set look_at = app_now() - interval '1 second' where campaign_id = $1", [
        id,
      ]);
      await runDueSteps(system);
      longest = Math.max(longest, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_IN_MS));
    }
  })();
  return {
    async stop() {
      isDone = true;
      await loop;
      return longest;
    },
  };
}

async function measureRechecked(client: pg.Client, system: SystemContext, id: number): Promise<Measurement[]> {
  await client.query(
    `insert into sending_days (organization_id, scope, scope_id, day, zone, starts_at, ends_at, used, cap)
     select organization_id, 'campaign:new', id, app_now()::date, 'UTC', app_now() - interval '1 hour', app_now() + interval '20 hours', 1, 1
     from campaigns where id = $1`,
    [id],
  );
  await client.query(
    `update campaign_leads set next_at = app_now() + interval '20 hours', waiting_rule = 'new_leads_limit',
       waiting_until = app_now() + interval '20 hours' where campaign_id = $1 and not is_in_flight`,
    [id],
  );
  await client.query('vacuum (analyze) campaign_leads');
  await client.query('checkpoint');
  await client.query('update campaigns set max_new_leads_per_day = 1, version = version + 1 where id = $1', [id]);
  const taken: number[] = [];
  for (let isAsking = true; isAsking; ) {
    await client.query("update campaign_lanes set look_at = app_now() - interval '1 second' where campaign_id = $1", [
      id,
    ]);
    const start = performance.now();
    await runDueSteps(system);
    taken.push(performance.now() - start);
    const lane = await client.query('select rechecked_up_to from campaign_lanes where campaign_id = $1', [id]);
    isAsking = lane.rows[0].rechecked_up_to !== null;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_IN_MS));
  }
  const longest = Math.max(...taken);
  return [
    {
      what: `longest tick while ${LEADS} deferred leads are rechecked`,
      product: `${longest.toFixed(0)} ms, median ${median(taken).toFixed(0)} ms, ${taken.length} ticks`,
      goal: `< ${HELD_GOAL_IN_MS} ms`,
      is_met: longest < HELD_GOAL_IN_MS,
    },
  ];
}
