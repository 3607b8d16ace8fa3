import type pg from 'pg';
import type { SystemContext } from '../server/src/kernel/context.ts';
import { runDueSteps } from '../server/src/slices/campaigns/run/planning/due-steps.job.ts';
import { addLeads, type EngineData, fillActiveLeads, fillPools, makeDue } from './data/engine-bench-data.ts';
import {
  type Bench,
  interleave,
  type Measurement,
  median,
  pairsOfBench,
  percentile,
  rowsOfBench,
} from './support/measure.ts';
import { measureEngine } from './support/measure-in.ts';

const CAMPAIGNS = 2000;
const DUE_EACH = 5;
/** Transactions of a full tick of the product (500 campaigns in each); the reference uses as many. */
const TRANSACTIONS = 4;

/** A mailbox with a rhythm plans one mail at a time: with 50 in each campaign as many senders as mails are due. */
const POOLS = { campaigns: rowsOfBench / 5000, senders: 50, leadsEach: 500 };

/** The tick that dispatches 10,000 due among 1M active leads, and the tick that finds nothing to do. */
export const bench: Bench = { run: () => measureEngine(measureAll) };

async function measureAll(client: pg.Client, system: SystemContext): Promise<Measurement[]> {
  const small = rowsOfBench / 10 / CAMPAIGNS;
  const data = await fillActiveLeads(client, CAMPAIGNS, small);
  const idleSmall = await measureIdle(client, system);
  await addLeads(client, data, 1, rowsOfBench / CAMPAIGNS - small);
  const idleLarge = await measureIdle(client, system);
  const alone = await measureFullTick(client, system, { data, each: DUE_EACH, what: 'one sender each' });
  const pools = await fillPools(client, POOLS);
  const what = `pools of ${POOLS.senders}, growing, with a rhythm`;
  const shared = await measureFullTick(client, system, { data: pools, each: POOLS.senders, what });
  return [...presentIdle(idleSmall, idleLarge), alone, shared];
}

type System = Parameters<typeof runDueSteps>[0];

/** Ticks at the product's pace: half a minute includes every kind of tick. */
const IDLE_TICKS = 320;
const WARM_UP_TICKS = 20;

/**
 * Milliseconds of ticks without due work. 2,000 campaigns are rechecked every 15 minutes, and a fifth of these ticks
 * recheck one. Every campaign has been checked once before, as in a running installation.
 */
async function measureIdle(client: pg.Client, system: System): Promise<number[]> {
  await client.query("update campaign_lanes set look_at = app_now() - interval '1 second'");
  while ((await runDueSteps(system)) > 0);
  await client.query("update campaign_lanes set look_at = app_now() + random() * interval '900 seconds'");
  await client.query('vacuum (analyze) campaign_lanes');
  await client.query('checkpoint');
  const taken: number[] = [];
  for (let tick = 0; tick < IDLE_TICKS; tick += 1) {
    const start = performance.now();
    await runDueSteps(system);
    taken.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return taken.slice(WARM_UP_TICKS);
}

function presentIdle(small: number[], large: number[]): Measurement[] {
  const words = (rows: string, values: number[]): Measurement => ({
    what: `idle tick, ${rows} active leads`,
    product: `median ${median(values).toFixed(1)} ms, p95 ${percentile(values, 0.95).toFixed(1)} ms`,
    goal: 'p95 < 10 ms',
    is_met: percentile(values, 0.95) < 10,
  });
  const ratio = median(large) / median(small);
  return [
    words('100k', small),
    words('1M', large),
    { what: 'idle tick, 1M to 100k', product: '', ratio, goal: 'the same (<= 1.3)', is_met: ratio <= 1.3 },
  ];
}

interface FullTick {
  data: EngineData;
  /** Due in each campaign. */
  each: number;
  what: string;
}

async function measureFullTick(
  client: pg.Client,
  system: System,
  { data, each, what }: FullTick,
): Promise<Measurement> {
  let due = 0;
  const seconds = await interleave(
    pairsOfBench,
    async () => {
      due = await makeDue(client, data, each);
      const start = performance.now();
      while ((await countPlanned(client)) < due) await runDueSteps(system);
      return (performance.now() - start) / 1000;
    },
    async () => {
      due = await makeDue(client, data, each);
      const start = performance.now();
      for (let part = 0; part < TRANSACTIONS; part += 1) await planBySql(client, data, part);
      const taken = (performance.now() - start) / 1000;
      if ((await countPlanned(client)) !== due) throw new Error('the reference did not plan what was due');
      return taken;
    },
  );
  const [product, reference] = [median(seconds.product), median(seconds.reference)];
  return {
    what: `tick that plans ${due} due among ${rowsOfBench} active, ${what}`,
    product: `${product.toFixed(2)} s`,
    reference: `${reference.toFixed(2)} s (raw SQL)`,
    ratio: product / reference,
    goal: '<= 2.5',
    is_met: product / reference <= 2.5,
  };
}

async function countPlanned(client: pg.Client): Promise<number> {
  const rows = await client.query('select count(*)::int as n from outbound_intents');
  return rows.rows[0].n;
}

/** The same rows locked, marked and given intents, by one statement a transaction and nothing else. */
async function planBySql(client: pg.Client, data: EngineData, part: number): Promise<void> {
  const size = Math.ceil(data.campaigns / TRANSACTIONS);
  const low = data.first_campaign_id + part * size;
  await client.query(
    `with due as (
       select l.id, l.organization_id, l.campaign_id, l.prospect_id, l.next_node_id, p.pool, p.size
       from campaigns c cross join lateral (select array_agg(s.account_id) as pool, count(*)::int as size from campaign_senders s
         where s.campaign_id = c.id) p cross join (values (false), (true)) as q (is_new) cross join lateral (select * from campaign_leads l
         where l.campaign_id = c.id and l.next_lane = 'email' and (l.status = 'SCHEDULED') = q.is_new and l.next_at <= app_now() and l.next_at is not null and not l.is_in_flight
         and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE') for update skip locked) l
       where c.id >= $1 and c.id < $2
     ), given as (
       select due.*, pool[1 + row_number() over (partition by campaign_id) % size] as account_id from due
     ), marked as (
       update campaign_leads l set is_in_flight = true, email_account_id = given.account_id from given where l.id = given.id
     )
     insert into outbound_intents (organization_id, kind, ref_id, ref_part, account_id, prospect_id, campaign_id, priority)
     select organization_id, 'campaign_step', id, next_node_id, account_id, prospect_id, campaign_id, 1 from given`,
    [low, low + size],
  );
}
