import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { NODE_TYPES } from '@overture/domain/flow/step-types';
import type pg from 'pg';
import { pino } from 'pino';
import { openDatabases } from '../server/src/kernel/db/pools.ts';
import type { ActivityQuery } from '../server/src/slices/activities/activities.store.ts';
import { type AnalyticsWorld, makeAnalyticsWorld, sumsAreExact } from './data/analytics-data.ts';
import { type KindSums, makeKindSums } from './references/kind-columns.ts';
import type { BenchPerson, BenchServer } from './support/bench-server.ts';
import { type Bench, type Measurement, median, percentile, waitUntilQuiet } from './support/measure.ts';
import { measureServer } from './support/measure-in.ts';

const GOAL_IN_MS = 100;
const GOAL_EVENTS = 100_000_000;
/** None: the data is made and nothing is measured. */
const CALLS = Number(process.env.BENCH_CALLS ?? 200);
/** Events at which the calls are measured; the slope between them is what 100 million are derived from. 0: sums by kind alone are read. */
const sizes = (process.env.BENCH_EVENTS ?? '2000000,5000000,10000000').split(',').map(Number).filter(Boolean);
/** Only calls whose name has these words. */
const wanted = process.env.BENCH_CALL ?? '';
const pointsFile = process.env.BENCH_POINTS;

/** A call at one size. `buffers`: pages of the database that it reads, whether from memory or not. */
type Point = { events: number; p95: number; median: number; buffers: number };

/**
 * Analytics over HTTP, on the real program: the calls behind analytics, dashboard, campaign table and activity list, at
 * growing numbers of events, with the p95 at 100 million derived from the slope. It also compares the sums with a
 * recount, and the sums by kind with a table of the same rows. BENCH_EVENTS: the sizes (0 for the last alone),
 * BENCH_CALLS: calls measured at each size, BENCH_CALL: filter on their names. With BENCH_HOLD=<file> it waits after
 * the data of each size until that file exists. BENCH_POINTS=<file> stores the measurements: sizes whose data is in
 * separate folders are measured one after the other and evaluated together.
 */
export const bench: Bench = { run: () => measureServer(measure) };

async function measure(server: BenchServer): Promise<Measurement[]> {
  const ofCalls = sizes.length === 0 ? [] : await measureCalls(server);
  return CALLS === 0 ? ofCalls : [...ofCalls, ...(await measureKinds(server))];
}

async function measureCalls(server: BenchServer): Promise<Measurement[]> {
  const person = await server.signUp();
  const world = await makeAnalyticsWorld(server.owner, server.connectionString, person.organization_id);
  const measured = loadPoints();
  for (const size of sizes) {
    const events = await world.growTo(size);
    if (CALLS === 0) continue;
    await waitUntilQuiet(`${events.toLocaleString('en')} events`);
    const buffers = await meterBuffers(server.owner);
    for (const [name, path] of callsOf(world).filter(([name]) => name.includes(wanted))) {
      const point = { events, ...(await measureCall(person, path, buffers)) };
      const others = (measured.get(name) ?? []).filter((known) => known.events !== events);
      measured.set(name, [...others, point]);
      process.stdout.write(
        `  ${name}: p95 ${point.p95.toFixed(1)} ms, median ${point.median.toFixed(1)} ms, ${point.buffers} buffers\n`,
      );
    }
    if (pointsFile) writeFileSync(pointsFile, JSON.stringify([...measured], null, 1));
  }
  const isExact = await sumsAreExact(server.owner);
  return [
    ...[...measured].map(([name, points]) => present(name, points)),
    { what: 'sums by the day equal a full recount', product: isExact ? 'yes' : 'no', goal: 'yes', is_met: isExact },
  ];
}

const KIND_GOAL = 1.2;
const KIND_ROUNDS = 200;
/** Before statements are kept by the connections. */
const WARM_ROUNDS = 30;

/** How long it takes to find a page of the activity list, by kinds, against the same rows in a table that was written by hand. */
async function measureKinds(server: BenchServer): Promise<Measurement[]> {
  const databases = openDatabases(server.connectionString, 4, pino({ level: 'error' }));
  const sums = await makeKindSums(server.owner, databases);
  try {
    const measured: Measurement[] = [];
    for (const [what, kinds, days] of [
      ['activity by kind over a year, SQL alone', 1, 365],
      ['activity by five kinds over a week, SQL alone', 5, 7],
      ['activity by five kinds over a year, SQL alone', 5, 365],
    ] as const) {
      if (what.includes(wanted))
        measured.push(await measureByKind(sums, what, queryOf(NODE_TYPES.slice(-kinds), days)));
    }
    return measured;
  } finally {
    await sums.remove();
    await databases.close();
  }
}

function queryOf(actions: readonly string[], days: number): ActivityQuery {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const noFilters = { campaign_ids: null, account_ids: null, prospect_id: null, span: null };
  return { actions, from_day: day(days - 1), to_day: day(0), ...noFilters };
}

async function measureByKind(sums: KindSums, what: string, query: ActivityQuery): Promise<Measurement> {
  const taken = { product: [] as number[], reference: [] as number[] };
  for (let round = 0; round < WARM_ROUNDS + KIND_ROUNDS; round += 1) {
    const totals: number[] = [];
    for (const side of round % 2 === 0 ? (['product', 'reference'] as const) : (['reference', 'product'] as const)) {
      const start = performance.now();
      totals.push((await sums[side](query)).total);
      taken[side].push(performance.now() - start);
    }
    if (totals[0] !== totals[1]) throw new Error(`${what}: ${totals.join(' is not ')}`);
  }
  const [product, reference] = [taken.product, taken.reference].map((all) => median(all.slice(WARM_ROUNDS)));
  const ratio = product! / reference!;
  return {
    what,
    product: `${product!.toFixed(2)} ms`,
    reference: `${reference!.toFixed(2)} ms with a column a kind by hand; medians of ${KIND_ROUNDS} by turns, ${sums.rows.toLocaleString('en')} rows without events`,
    ratio,
    goal: `<= ${KIND_GOAL}`,
    is_met: ratio <= KIND_GOAL,
  };
}

function loadPoints(): Map<string, Point[]> {
  const known = pointsFile && existsSync(pointsFile) ? JSON.parse(readFileSync(pointsFile, 'utf8')) : [];
  return new Map(known as [string, Point[]][]);
}

function callsOf({ campaign_ids, account_ids, node_id }: AnalyticsWorld): [string, string][] {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const range = (days: number) => `start_date=${day(days - 1)}&end_date=${day(0)}`;
  const largest = campaign_ids[0]!;
  const filters = (given: object) => `filters=${encodeURIComponent(JSON.stringify(given))}`;
  const campaign = `/campaigns/${largest}/analytics`;
  const dashboard = '/dashboard/organization-campaign-analytics';
  const week = { fromDate: day(6), toDate: day(0) };
  return [
    ['analytics of the largest campaign, 7 days', `${campaign}/?${range(7)}`],
    ['analytics of the largest campaign, a year', `${campaign}/?${range(365)}`],
    ['analytics by sender, step and variant, 30 days', `${campaign}/senders/?${range(30)}`],
    ['analytics by sender, step and variant, a year', `${campaign}/senders/?${range(365)}`],
    ['dashboard, 30 days', `${dashboard}/?${range(30)}`],
    ['dashboard, a year', `${dashboard}/?${range(365)}`],
    ['dashboard, 90 days of one sender', `${dashboard}/?${range(90)}&sender_accounts=${account_ids[0]}`],
    ['campaign table by reply rate, 30 days', `/dashboard/campaign-analytics/?${range(30)}`],
    ['campaign table by reply rate, a year', `/dashboard/campaign-analytics/?${range(365)}`],
    ['campaign table by reply rate, all days', '/dashboard/campaign-analytics/'],
    ['activity, 7 days', `/activities/?${filters(week)}`],
    ['activity, one sort of action', `/activities/?${filters({ ...week, actionType: ['LINKEDIN_MESSAGE'] })}`],
    ['activity, a small campaign, all days', `/activities/?${filters({ campaignId: [campaign_ids.at(-1)] })}`],
    ['activity, 7 days, page 40', `/activities/?page=40&${filters(week)}`],
    ['people who replied, 30 days', `${dashboard}/prospects?category=replies&${range(30)}`],
    ['people of a step', `${campaign}/prospects?category=completion_${node_id}`],
    ['people mailed by the largest campaign, 30 days', `${campaign}/prospects?category=emails_sent&${range(30)}`],
  ];
}

/** PostgreSQL's processes report their reads after ten idle seconds. */
const STATISTICS_IN_MS = 11_000;

async function countBuffers(owner: pg.Client): Promise<number> {
  await sleep(STATISTICS_IN_MS);
  const { rows } = await owner.query(
    'select blks_hit + blks_read as buffers from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0].buffers);
}

/** Returns a function that counts the buffers read since its last call, minus the program's background reads. */
async function meterBuffers(owner: pg.Client): Promise<() => Promise<number>> {
  let before = await countBuffers(owner);
  let since = performance.now();
  const read = async (): Promise<{ buffers: number; in_ms: number }> => {
    const after = await countBuffers(owner);
    const now = performance.now();
    const found = { buffers: after - before, in_ms: now - since };
    [before, since] = [after, now];
    return found;
  };
  const idle = await read();
  return async () => {
    const { buffers, in_ms } = await read();
    return Math.max(0, buffers - (idle.buffers / idle.in_ms) * in_ms);
  };
}

const WARM_CALLS = 3;

async function measureCall(person: BenchPerson, path: string, readBuffersSince: () => Promise<number>) {
  const taken: number[] = [];
  for (let round = 0; round < WARM_CALLS + CALLS; round += 1) taken.push(await timeCall(person, path));
  const measured = taken.slice(WARM_CALLS);
  return {
    p95: percentile(measured, 0.95),
    median: median(measured),
    buffers: Math.round((await readBuffersSince()) / taken.length),
  };
}

async function timeCall(person: BenchPerson, path: string): Promise<number> {
  const start = performance.now();
  const answer = await person.call('GET', path);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${text}`);
  return performance.now() - start;
}

/**
 * The measured sizes, and an estimate for 100 million: the p95 of the last size plus the rise of the line through the
 * medians. Medians, because noise of a few ms between the p95 at 2 and at 10 million would become a hundred at 100
 * million. The line through the p95 is printed as well, and the buffers, which have no noise.
 */
function present(what: string, points: readonly Point[]): Measurement {
  const last = points.reduce((largest, point) => (point.events > largest.events ? point : largest));
  const slope = riseOf(points, ({ median }) => median);
  const ahead = GOAL_EVENTS - last.events;
  const derived = Math.max(...points.map(({ p95 }) => p95), last.p95 + slope * ahead);
  const ofP95 = last.p95 + riseOf(points, ({ p95 }) => p95) * ahead;
  return {
    what,
    product: points
      .map((point) => `${point.p95.toFixed(0)} (${point.median.toFixed(1)}) ms at ${(point.events / 1e6).toFixed(1)}M`)
      .join(', '),
    reference: `${(slope * 1e6).toFixed(2)} ms a million, ${derived.toFixed(0)} ms at 100M (by the p95 ${ofP95.toFixed(0)}); buffers ${points.map(({ buffers }) => buffers).join(', ')}`,
    goal: `p95 < ${GOAL_IN_MS} ms at 100M`,
    is_met: derived < GOAL_IN_MS,
  };
}

/** How much a figure rises with each event: the slope of the straight line nearest to the points. */
function riseOf(points: readonly Point[], figure: (point: Point) => number): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map(({ events }) => events));
  const y = mean(points.map(figure));
  const spread = points.reduce((sum, { events }) => sum + (events - x) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, one) => sum + (one.events - x) * (figure(one) - y), 0) / spread;
}
