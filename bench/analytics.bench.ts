import { type AnalyticsWorld, makeAnalyticsWorld, sumsAreExact } from './analytics-data.ts';
import { type BenchPerson, startBenchServer } from './bench-server.ts';
import { type Bench, type Measurement, percentile, waitUntilQuiet } from './measure.ts';

const GOAL_IN_MS = 100;
const GOAL_EVENTS = 100_000_000;
const CALLS = Number(process.env.BENCH_CALLS ?? 40);
/** Events at which the calls are measured; the slope between them is what 100 million are derived from. */
const sizes = (process.env.BENCH_EVENTS ?? '2000000,5000000,10000000').split(',').map(Number);

/**
 * The figures of campaigns over HTTP, on the real program: the calls behind analytics, dashboard, campaign table and activity list, at
 * growing numbers of events, with the p95 at 100 million derived from the slope; and whether the sums equal a recount. BENCH_EVENTS names
 * the sizes, BENCH_CALLS the calls measured at each; with BENCH_HOLD=<file> it waits after the data of each size until that file exists.
 */
export const bench: Bench = {
  async run() {
    const server = await startBenchServer();
    try {
      const person = await server.signUp();
      const world = await makeAnalyticsWorld(server.owner, server.connectionString, person.organization_id);
      const measured = new Map<string, { events: number; p95: number }[]>();
      for (const size of sizes) {
        const events = await world.growTo(size);
        await waitUntilQuiet(`${events.toLocaleString('en')} events`);
        for (const [name, path] of callsOf(world)) {
          const p95 = await timeCalls(person, path);
          measured.set(name, [...(measured.get(name) ?? []), { events, p95 }]);
          process.stdout.write(`  ${name}: ${p95.toFixed(0)} ms\n`);
        }
      }
      const isExact = await sumsAreExact(server.owner);
      return [
        ...[...measured].map(([name, points]) => present(name, points)),
        { what: 'sums by the day equal a full recount', product: isExact ? 'yes' : 'no', goal: 'yes', is_met: isExact },
      ];
    } finally {
      await server.stop();
    }
  },
};

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
    ['dashboard, 30 days', `${dashboard}/?${range(30)}`],
    ['dashboard, a year', `${dashboard}/?${range(365)}`],
    ['dashboard, 90 days of one sender', `${dashboard}/?${range(90)}&sender_accounts=${account_ids[0]}`],
    ['campaign table by reply rate, 30 days', `/dashboard/campaign-analytics/?${range(30)}`],
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

async function timeCalls(person: BenchPerson, path: string): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < CALLS + 3; round += 1) {
    const start = performance.now();
    const answer = await person.call('GET', path);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    // The first ones warm up.
    if (round >= 3) taken.push(performance.now() - start);
  }
  return percentile(taken, 0.95);
}

/** The last size as measured, and what the line through all sizes says of 100 million. */
function present(what: string, points: { events: number; p95: number }[]): Measurement {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map(({ events }) => events));
  const y = mean(points.map(({ p95 }) => p95));
  const spread = points.reduce((sum, { events }) => sum + (events - x) ** 2, 0);
  const slope = spread === 0 ? 0 : points.reduce((sum, { events, p95 }) => sum + (events - x) * (p95 - y), 0) / spread;
  const derived = Math.max(...points.map(({ p95 }) => p95), y + slope * (GOAL_EVENTS - x));
  return {
    what,
    product: points.map(({ events, p95 }) => `${p95.toFixed(0)} ms (${(events / 1e6).toFixed(1)}M)`).join(', '),
    reference: `${(slope * 1e6).toFixed(2)} ms a million, ${derived.toFixed(0)} ms at 100M`,
    goal: `p95 < ${GOAL_IN_MS} ms at 100M`,
    is_met: derived < GOAL_IN_MS,
  };
}
