import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import {
  type ClickhouseLeadDatabase,
  createClickhouseLeadDatabase,
} from '@overture/adapters/lead-database/clickhouse/clickhouse.adapter';
import type { Statement } from '@overture/adapters/lead-database/clickhouse/clickhouse-query.api';
import {
  COMPANY_DICTIONARY,
  FACTS_DICTIONARY,
} from '@overture/adapters/lead-database/clickhouse/find/company-lookup.api';
import { packedStatement, peopleStatement } from '@overture/adapters/lead-database/clickhouse/find/lead-people.api';
import {
  CAPPED_CANDIDATES,
  cappedCountStatement,
  companiesStatement,
  firstStatement,
} from '@overture/adapters/lead-database/clickhouse/find/lead-read.api';
import type { LeadQuery } from '@overture/adapters/lead-database/lead-database.port';
import { addMany, newPerson, newSearch } from './data/finder-add.ts';
import {
  bytesOnDisk,
  copyToPostgres,
  makePlainPeople,
  placesInUse,
  queryPostgres,
  randomQueries,
  recount,
} from './data/finder-data.ts';
import type { BenchPerson, BenchServer } from './support/bench-server.ts';
import { type Bench, type Measurement, median, percentile } from './support/measure.ts';
import { measureServer } from './support/measure-in.ts';

/**
 * The finder: preview and exact number through HTTP, against the same SQL sent straight to the engine and against an indexed PostgreSQL
 * table of the same people; totals recounted without the adapter's means; 500 added to a list.
 * FINDER_LEADS: sizes in turn (default 10, 20 and 40 million); FINDER_QUERIES: filter sets (1,000), FINDER_SLOPE: those of further sizes,
 * FINDER_RECOUNT: those recounted; FINDER_POSTGRES: how many PostgreSQL is asked (100; 0 leaves it out). All but the slope is measured at
 * the first size.
 */
const sizes = (process.env.FINDER_LEADS ?? '10000000,20000000,40000000').split(',').map(Number);
const queryCount = Number(process.env.FINDER_QUERIES ?? 1000);
const postgresCount = Math.min(queryCount, Number(process.env.FINDER_POSTGRES ?? 100));
/** Filter sets whose totals are recounted. */
const recountCount = Math.min(queryCount, Number(process.env.FINDER_RECOUNT ?? queryCount));
/** Filter sets at the further sizes. */
const slopeCount = Number(process.env.FINDER_SLOPE ?? queryCount);
/** A folder whose lead database was made before and is kept; by default a new one is made. */
const madeBefore = process.env.FINDER_DATA;
const FULL_SIZE = 220_000_000;
/** By then a preview is read ahead (`lead-ahead.api`). */
const READ_AHEAD_IN_MS = 800;

type World = { server: BenchServer; person: BenchPerson; search: number; database: ClickhouseLeadDatabase };
type Timed = { product: number[]; raw: number[]; totals: number[] };

export const bench: Bench = {
  run: () => measureServer(measure, { LEAD_DATABASE: 'on', SAMPLE_LEADS: '0' }, linkData),
};

async function measure(server: BenchServer): Promise<Measurement[]> {
  const world = await openWorld(server);
  const queries = randomQueries(queryCount, 20_261_121);
  const measurements: Measurement[] = [];
  const note = (...found: Measurement[]): void => {
    for (const { what, product, reference = '', ratio } of found)
      process.stdout.write(`  ${what}: ${product} ${reference} ${ratio?.toFixed(2) ?? ''}\n`);
    measurements.push(...found);
  };
  const slope: { size: number; p95: number; median: number }[] = [];
  for (const [place, size] of sizes.entries()) {
    note(await growTo(world, size, place));
    await waitForCompanies(world, queries, size);
    const timed = await timeQueries(world, place === 0 ? queries : queries.slice(0, slopeCount));
    slope.push({ size, p95: percentile(timed.product, 0.95), median: median(timed.product) });
    note(...compareRaw(size, timed));
    if (place > 0) continue;
    note(await sizeOf(world, size));
    note(...(await addMany(server, queries)));
    if (recountCount > 0) note(await compareTotals(world, queries.slice(0, recountCount), timed));
    if (postgresCount > 0) note(await comparePostgres(world, queries, timed));
  }
  if (slope.length > 1) note(deriveFullSize(slope));
  await world.database.close();
  return measurements;
}

async function linkData(directory: string): Promise<void> {
  if (madeBefore === undefined) return;
  const kept = join(madeBefore, 'lead-database');
  await mkdir(kept, { recursive: true });
  await symlink(kept, join(directory, 'lead-database'));
}

async function openWorld(server: BenchServer): Promise<World> {
  const person = await newPerson(server);
  for (let tries = 0; ; tries += 1) {
    const answer = (await (await person.call('GET', '/lead-database/')).json()) as { state: string; text: string };
    if (answer.state === 'ready') break;
    if (tries > 1200) throw new Error(`the lead database did not start: ${answer.text}`);
    await sleep(250);
  }
  const database = createClickhouseLeadDatabase({
    log: { info: () => undefined, warn: (message) => process.stderr.write(`${message}\n`) },
    server_url: null,
    data_directory: server.directory,
    sample_leads: 0,
    joins_owner: true,
  });
  await database.whenReady();
  return { server, person, search: await newSearch(person), database };
}

async function growTo(world: World, size: number, seed: number): Promise<Measurement> {
  const { total_leads } = await world.database.describe();
  const count = size - total_leads;
  const start = performance.now();
  if (count > 0)
    await world.database.generateLeads({ count, seed: seed + 1 }, (done) => {
      if (done % 1_000_000 === 0 || done === count) process.stdout.write(`  ${done} of ${count} people made\n`);
    });
  const seconds = (performance.now() - start) / 1000;
  await settle(world.database);
  return {
    what: `${size} people: made-up and loaded`,
    product: count > 0 ? `${Math.round(count / seconds)} a second (${Math.round(seconds)} s)` : 'made before',
  };
}

/** Merges in the background would disturb what is measured, on either side. */
async function settle(database: ClickhouseLeadDatabase): Promise<void> {
  for (const table of ['lead_terms', 'lead_keys', 'lead_people', 'lead_companies']) {
    await database.client.command({ query: `OPTIMIZE TABLE ${table}` }).catch(() => undefined);
  }
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await database.client.query({
      query: 'SELECT count() AS n FROM system.merges',
      format: 'JSONEachRow',
    });
    if (Number((await answer.json<{ n: string }>())[0]?.n) === 0) return;
    await sleep(1000);
  }
}

/** Product and raw query in turn, the first of the pair changing places. */
async function timeQueries(world: World, queries: readonly LeadQuery[]): Promise<Timed> {
  const timed: Timed = { product: [], raw: [], totals: [] };
  for (const query of queries.slice(0, 30)) await queryProduct(world, query);
  for (const [place, query] of queries.entries()) {
    const sides = place % 2 === 0 ? ['product', 'raw'] : ['raw', 'product'];
    for (const side of sides) {
      const start = performance.now();
      if (side === 'raw') await queryRaw(world.database, query);
      else timed.totals.push(await queryProduct(world, query));
      timed[side === 'raw' ? 'raw' : 'product'].push(performance.now() - start);
    }
  }
  return timed;
}

async function queryProduct(world: World, query: LeadQuery): Promise<number> {
  const answer = await world.person.call('POST', `/search/${world.search}/prospects/`, {
    filters: query.filters,
    ...(query.max_leads_per_company === null ? {} : { prospects_per_company: query.max_leads_per_company }),
  });
  const body = (await answer.json()) as { total_prospects: number; error?: string };
  if (!answer.ok) throw new Error(`${answer.status} ${body.error} ${JSON.stringify(query.filters)}`);
  return body.total_prospects;
}

/** Companies in the engine's memory, as the product uses them once they are there. */
const HELD = { dictionary: COMPANY_DICTIONARY, up_to: 2 ** 32 };

/** The product reads companies into memory in the background, when it is asked under a cap. */
async function waitForCompanies(world: World, queries: readonly LeadQuery[], size: number): Promise<void> {
  isHeld = undefined;
  const capped = queries.find((query) => query.max_leads_per_company !== null);
  for (let tries = 0; capped !== undefined && tries < 120; tries += 1) {
    const answer = await world.database.client.query({
      query: `SELECT element_count AS n FROM system.dictionaries WHERE name = '${COMPANY_DICTIONARY}'`,
      format: 'JSONEachRow',
    });
    if (Number((await answer.json<{ n: string }>())[0]?.n) >= size) return;
    await queryProduct(world, capped);
    await sleep(1000);
  }
}

let isHeld: Promise<string | null> | undefined;

/** The statements as the product sends them, without its way to them. */
async function queryRaw({ client }: ClickhouseLeadDatabase, query: LeadQuery): Promise<void> {
  const cap = query.max_leads_per_company;
  const [page] = await fetchRaw<{ total: string; ids: number[] }>(
    client,
    firstStatement(query, cap === null ? 25 : CAPPED_CANDIDATES),
  );
  const ids = page?.ids ?? [];
  if (cap !== null && ids.length > 0) {
    const isCounted = Number(page?.total) > CAPPED_CANDIDATES;
    await Promise.all([
      fetchRaw(client, companiesStatement(ids, HELD)),
      isCounted ? fetchRaw(client, cappedCountStatement(query, cap, HELD)) : null,
    ]);
  }
  if (ids.length > 0) await queryRawPeople(client, ids.slice(0, 25));
}

async function queryRawPeople(client: ClickHouseClient, ids: readonly number[]): Promise<void> {
  const held = await heldFacts(client);
  if (held === null) return void (await fetchRaw(client, peopleStatement(ids)));
  const { sql, params = {} } = packedStatement(ids, held);
  const answer = await client.query({ query: sql, query_params: params, format: 'TabSeparatedRaw' });
  await answer.text();
}

/** Facts of companies in the engine's memory, where they are few enough to be held. */
async function heldFacts(client: ClickHouseClient): Promise<string | null> {
  isHeld ??= fetchRaw<{ name: string }>(client, {
    sql: `SELECT name FROM system.dictionaries WHERE name = '${FACTS_DICTIONARY}' AND element_count > 0`,
  }).then(([row]) => row?.name ?? null);
  return isHeld;
}

async function fetchRaw<Row>(client: ClickHouseClient, { sql, params = {} }: Statement): Promise<Row[]> {
  const answer = await client.query({ query: sql, query_params: params, format: 'JSONEachRow' });
  return answer.json<Row>();
}

function compareRaw(size: number, { product, raw }: Timed): Measurement[] {
  const [p95, reference] = [percentile(product, 0.95), percentile(raw, 0.95)];
  const bound = Math.min(60, 1.3 * reference + 5);
  return [
    {
      what: `${size} people: preview and exact number over HTTP, p95`,
      product: `${p95.toFixed(1)} ms`,
      reference: `${reference.toFixed(1)} ms raw`,
      ratio: p95 / reference,
      ...(size <= 10_000_000 ? { goal: '<= 1.3 raw + 5 ms, <= 60 ms', is_met: p95 <= bound } : {}),
    },
    {
      what: `${size} people: the same, median and slowest`,
      product: `${median(product).toFixed(1)} ms, ${Math.max(...product).toFixed(0)} ms`,
    },
  ];
}

async function compareTotals(world: World, queries: readonly LeadQuery[], { totals }: Timed): Promise<Measurement> {
  await makePlainPeople(world.database.client);
  const counted = await recount(world.database.client, queries);
  const equal = counted.filter((number, place) => number === totals[place]).length;
  for (const [place, number] of counted.entries()) {
    if (number !== totals[place])
      process.stdout.write(`  ${totals[place]} instead of ${number}: ${JSON.stringify(queries[place])}\n`);
  }
  return {
    what: 'totals equal to a plain recount',
    product: `${equal} of ${counted.length}`,
    goal: 'all',
    is_met: equal === counted.length,
  };
}

async function sizeOf(world: World, size: number): Promise<Measurement> {
  const bytes = (await bytesOnDisk(world.database.client)) / size;
  return { what: 'bytes a person on disk', product: bytes.toFixed(1), goal: '<= 100 (moonshot)' };
}

async function comparePostgres(world: World, queries: readonly LeadQuery[], timed: Timed): Promise<Measurement> {
  const { client } = world.database;
  await makePlainPeople(client);
  process.stdout.write(`  ${await copyToPostgres(client, world.server.owner)} rows in PostgreSQL\n`);
  const places = await placesInUse(client);
  const asked = queries
    .map((query, place) => ({ query, place }))
    .filter(({ query }) => query.max_leads_per_company === null);
  const times: number[] = [];
  const own: number[] = [];
  let equal = 0;
  for (const { query, place } of asked.slice(0, postgresCount)) {
    // What was previewed before is read ahead by now: the reference has the machine to itself.
    await sleep(READ_AHEAD_IN_MS);
    const start = performance.now();
    const total = await queryPostgres(world.server.owner, query, places);
    times.push(performance.now() - start);
    const again = performance.now();
    await queryProduct(world, query);
    own.push(performance.now() - again);
    if (total === timed.totals[place]) equal += 1;
  }
  const ratio = median(times.map((time, place) => time / own[place]!));
  const [p95, reference] = [percentile(own, 0.95), percentile(times, 0.95)];
  return {
    what: `indexed PostgreSQL, ${times.length} filter sets (${equal} equal totals), p95; ratio: median of the pairs`,
    product: `${p95.toFixed(1)} ms`,
    reference: `${reference.toFixed(0)} ms (${(reference / p95).toFixed(1)} times)`,
    ratio,
    goal: '>= 10 times faster',
    is_met: ratio >= 10 && equal === times.length,
  };
}

/** A straight line through the sizes, by least squares. */
function deriveFullSize(points: readonly { size: number; p95: number; median: number }[]): Measurement {
  const extrapolate = (value: (point: (typeof points)[number]) => number): number => {
    const meanSize = points.reduce((sum, { size }) => sum + size, 0) / points.length;
    const mean = points.reduce((sum, point) => sum + value(point), 0) / points.length;
    const covariance = points.reduce((sum, point) => sum + (point.size - meanSize) * (value(point) - mean), 0);
    const variance = points.reduce((sum, { size }) => sum + (size - meanSize) ** 2, 0);
    return mean + (covariance / variance) * (FULL_SIZE - meanSize);
  };
  return {
    what: `derived for ${FULL_SIZE} people, from ${points.map(({ size }) => size).join(', ')}`,
    product: `p95 ${extrapolate(({ p95 }) => p95).toFixed(0)} ms, median ${extrapolate((point) => point.median).toFixed(0)} ms`,
    goal: '<= 400 ms (moonshot)',
  };
}
