import { hashToken, newToken } from '../server/src/kernel/crypto.ts';
import { makeAnalyticsWorld } from './data/analytics-data.ts';
import type { BenchPerson, BenchServer } from './support/bench-server.ts';
import { type Bench, type Measurement, median, percentile, waitUntilQuiet } from './support/measure.ts';
import { measureServer } from './support/measure-in.ts';

const GOAL_IN_MS = 300;
const CALLS = Number(process.env.BENCH_CALLS ?? 60);
const WARM_CALLS = 3;
/** Events of the one client in a year, of which the last weeks have most: a report counts those of two months. */
const sizes = (process.env.BENCH_EVENTS ?? '1500000').split(',').map(Number);

/** A client's monthly report over HTTP, on the real program, for its agency: counted from the facts, so the more there are the longer it takes. */
export const bench: Bench = { run: () => measureServer(measure) };

async function measure(server: BenchServer): Promise<Measurement[]> {
  const client = await server.signUp();
  const world = await makeAnalyticsWorld(server.owner, server.connectionString, client.organization_id);
  const agency = await makeAgency(server, client.organization_id);
  const measured: Measurement[] = [];
  for (const size of sizes) {
    const events = await world.growTo(size);
    await waitUntilQuiet(`${events.toLocaleString('en')} events`);
    for (const [name, month, zone] of reportsOf(new Date())) {
      await client.call('PATCH', '/organization/settings/', { time_zone: zone });
      measured.push(await measureReport(server, agency, client, { name, month, events }));
    }
  }
  return measured;
}

/** A person of the agency whose client the organization is, for a database that is kept the same as before. */
async function makeAgency({ owner, url }: BenchServer, client: number): Promise<BenchPerson> {
  const first = async (text: string, values: unknown[]) => (await owner.query(text, values)).rows[0];
  const known = await first('select organization_id from agency_clients where client_id = $1', [client]);
  const agency =
    known ??
    (await first(
      "insert into organizations (name, is_agency, is_whitelabel, active_subscription) values ('Bench agency', true, true, true) returning organization_id",
      [],
    ));
  const ids = [agency.organization_id, client];
  if (!known) {
    await owner.query(
      'update organizations set agency_id = $1, active_subscription = true where organization_id = $2',
      ids,
    );
    await owner.query(
      "insert into agency_clients (organization_id, client_id, contact_name, email, created_at) values ($1, $2, 'Bench', 'bench@client.example', now() - interval '2 years')",
      ids,
    );
  }
  const user = await first(
    "insert into users (organization_id, email, name, role, verified_at) values ($1, $2, 'Gus', 'USER', now()) returning id",
    [ids[0], `gus${Date.now()}@bench.example`],
  );
  const jwt = newToken();
  await owner.query(
    "insert into sessions (token_hash, organization_id, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')",
    [hashToken(jwt), ids[0], user.id],
  );
  return {
    organization_id: Number(ids[0]),
    headers: { jwt },
    call: (method, path) => fetch(`${url}/api/v1${path}`, { method, headers: { jwt } }),
  };
}

/** In a zone of half hours, because whole days of UTC could be had from sums. */
function reportsOf(now: Date): [name: string, month: string, zone: string][] {
  const month = (back: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 15)).toISOString().slice(0, 7);
  return [
    ['report of the running month', month(0), 'Asia/Kolkata'],
    ['report of the month before', month(1), 'Asia/Kolkata'],
  ];
}

async function measureReport(
  { owner }: BenchServer,
  agency: BenchPerson,
  client: BenchPerson,
  { name, month, events }: { name: string; month: string; events: number },
): Promise<Measurement> {
  const path = `/agency/clients/${client.organization_id}/report/?month=${month}`;
  const taken: number[] = [];
  let counted = 0;
  for (let round = 0; round < WARM_CALLS + CALLS; round += 1) {
    const start = performance.now();
    const answer = await agency.call('GET', path);
    const text = await answer.text();
    taken.push(performance.now() - start);
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    const { report } = JSON.parse(text);
    counted = report.figures.emails_sent;
  }
  const calls = taken.slice(WARM_CALLS);
  const p95 = percentile(calls, 0.95);
  const { rows } = await owner.query(
    "select count(*) as facts from campaign_events where organization_id = $1 and occurred_at >= ($2::date - interval '1 month') and occurred_at < ($2::date + interval '1 month')",
    [client.organization_id, `${month}-01`],
  );
  const facts = Number(rows[0].facts).toLocaleString('en');
  return {
    what: `${name}, a client of ${(events / 1e6).toFixed(1)}M events a year`,
    product: `p95 ${p95.toFixed(0)} ms, median ${median(calls).toFixed(0)} ms; ${facts} events in its two months, ${counted.toLocaleString('en')} emails`,
    goal: `p95 < ${GOAL_IN_MS} ms`,
    is_met: p95 < GOAL_IN_MS,
  };
}
