import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { readLines } from '../workers/part-programs.ts';
import { type ProofWorld, startProofWorld, until } from '../world/proof-world.ts';
import { makeTenant, type Tenant } from '../world/tenants.ts';
import { countEnded, type Part, prepareParts } from './parts.ts';
import { findPostgres, type PostgresPair, startPair } from './postgres-pair.ts';

/**
 * Two web processes that read a standby of Debian's PostgreSQL, while people change leads in one process and look for them in the other one: each sees
 * their own change, while all is calm, while the primary writes without a pause, while the standby lags, hangs, is killed, comes back and is
 * promoted and changed. No call fails.
 */
const PEOPLE = parseSize('PEOPLE', 6);
const LEADS = parseSize('LEADS', 5000);
const SECONDS = parseSize('SECONDS', 20);
const LAG_SECONDS = parseSize('LAG_SECONDS', 70);
const TOKEN = 'a token for the proof';
const RESULTS = ['replica', 'behind', 'refused', 'failed'] as const;

interface Person extends Tenant {
  name: string;
  search_id: number;
  lead_id: number;
}

interface Phase {
  /** Reads that a replica may answer, by where they were answered. */
  reads: Record<(typeof RESULTS)[number], number>;
  replica_share: number;
  read_ms: { p50: number; p95: number; most: number };
  most_lag_ms: number;
  /** Own changes that were not seen, and calls that failed. */
  wrong: string[];
}

async function makePerson(world: ProofWorld, n: number): Promise<Person> {
  const name = `person${n}`;
  const tenant = await makeTenant(world, name);
  const { rows: lists } = await world.owner.query<{ id: number }>(
    `insert into searches (organization_id, name, created_by, total_prospects) values ($1, 'Leads', $2, $3) returning id::int`,
    [tenant.organization_id, tenant.user_id, LEADS],
  );
  const search_id = lists[0]!.id;
  const { rows } = await world.owner.query<{ id: number }>(
    `with people as (insert into prospects (organization_id, first_name, last_name, email, company_name)
       select $1, 'Kim', 'Reader ' || n, 'reader' || n || '@list.example', 'Northwind ' || n % 100
       from generate_series(1, $3::int) n returning id),
     listed as (insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, id from people)
     select min(id)::int as id from people`,
    [tenant.organization_id, search_id, LEADS],
  );
  return { ...tenant, name, search_id, lead_id: rows[0]!.id };
}

/** People at work: each changes the first name of a lead in one process and looks for it in the other one. */
class Work {
  readonly #urls: string[];
  readonly #people: Person[];
  #taken: number[] = [];
  #wrong: string[] = [];
  #isEnding = false;
  #working: Promise<unknown> = Promise.resolve();

  constructor(urls: string[], people: Person[]) {
    this.#urls = urls;
    this.#people = people;
  }

  start(): void {
    this.#working = Promise.all(this.#people.map((person, lane) => this.#act(person, lane)));
  }

  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.#working;
  }

  take(): { taken: number[]; wrong: string[] } {
    const found = { taken: this.#taken, wrong: this.#wrong };
    [this.#taken, this.#wrong] = [[], []];
    return found;
  }

  async #act(person: Person, lane: number): Promise<void> {
    for (let n = 0; !this.#isEnding; n += 1) {
      const [here, there] = n % 2 === lane % 2 ? this.#urls : this.#urls.toReversed();
      const value = `Zed${lane}x${n}x`;
      const cells = [{ prospect_id: person.lead_id, column: 'first_name', value }];
      await this.#call(person, `${here}/api/v1/prospects/cells/`, { method: 'PATCH', body: JSON.stringify({ cells }) });
      const seen = await this.#read(person, `${there}/api/v1/quick-search/?search_query=${value}`);
      if (seen !== null && !seen.includes(value)) this.#wrong.push(`${value} was not found`);
      const filters = JSON.stringify([
        { column: 'company_name', operation: 'contains', value: `Northwind ${n % 100}` },
      ]);
      await this.#read(
        person,
        `${there}/api/v1/search/${person.search_id}/prospects/?page=1&filters=${encodeURIComponent(filters)}`,
      );
      await this.#read(person, `${here}/api/v1/dashboard/organization-campaign-analytics/`);
      await sleep(50);
    }
  }

  async #read(person: Person, url: string): Promise<string | null> {
    const startedAt = performance.now();
    const text = await this.#call(person, url, {});
    this.#taken.push(performance.now() - startedAt);
    return text;
  }

  async #call({ token }: Person, url: string, init: RequestInit): Promise<string | null> {
    const headers = { jwt: token, 'content-type': 'application/json' };
    const outcome = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(30_000) }).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      (error: Error) => ({ status: 0, text: error.message }),
    );
    if (outcome.status === 200) return outcome.text;
    this.#wrong.push(`${new URL(url).pathname}: ${outcome.status} ${outcome.text.slice(0, 120)}`);
    return null;
  }
}

async function loadMetrics(urls: string[]): Promise<{ reads: Phase['reads']; lag_ms: number; used: number }> {
  const reads = { replica: 0, behind: 0, refused: 0, failed: 0 };
  let [lag_ms, used] = [0, 0];
  for (const url of urls) {
    const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
    for (const result of RESULTS)
      reads[result] += Number(text.match(`overture_replica_reads_total\\{result="${result}"\\} (\\d+)`)?.[1] ?? 0);
    lag_ms = Math.max(lag_ms, 1000 * Number(/^overture_replica_lag_seconds (\S+)/m.exec(text)?.[1] ?? 0));
    used += Number(/^overture_replica_used (\S+)/m.exec(text)?.[1] ?? 0);
  }
  return { reads, lag_ms, used };
}

interface Scene {
  pair: PostgresPair;
  urls: string[];
  work: Work;
}

/** What people see while `trouble` is made, and for some seconds. */
async function watch({ urls, work }: Scene, seconds: number, trouble?: () => Promise<unknown>): Promise<Phase> {
  work.take();
  const before = await loadMetrics(urls);
  const endsAt = performance.now() + seconds * 1000;
  await trouble?.();
  let most_lag_ms = 0;
  while (performance.now() < endsAt) {
    await sleep(1000);
    most_lag_ms = Math.max(most_lag_ms, (await loadMetrics(urls)).lag_ms);
  }
  const { reads } = await loadMetrics(urls);
  const { taken, wrong } = work.take();
  for (const result of RESULTS) reads[result] -= before.reads[result];
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  const all = RESULTS.reduce((sum, result) => sum + reads[result], 0);
  return {
    reads,
    replica_share: Math.round((100 * reads.replica) / Math.max(1, all)) / 100,
    read_ms: { p50: at(0.5), p95: at(0.95), most: at(1) },
    most_lag_ms: Math.round(most_lag_ms),
    wrong,
  };
}

const untilUsed = ({ urls }: Scene): Promise<void> =>
  until(async () => (await loadMetrics(urls)).used === urls.length, 60_000, 'the replica being read');

/** The primary writes as fast as one connection can. */
async function writeThroughout(address: string): Promise<{ stop(): Promise<number> }> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query('create table ballast (id bigint generated always as identity primary key, filler text)');
  let [rows, isEnding] = [0, false];
  const work = async (): Promise<void> => {
    for (; !isEnding; rows += 2000)
      await client.query(`insert into ballast (filler) select repeat(md5(n::text), 8) from generate_series(1, 2000) n`);
  };
  const working = work();
  return {
    async stop() {
      isEnding = true;
      await working;
      await client.query('drop table ballast');
      await client.end();
      return rows;
    },
  };
}

async function play(scene: Scene): Promise<Record<string, Phase>> {
  const { pair } = scene;
  await untilUsed(scene);
  const calm = await watch(scene, SECONDS);
  const writer = await writeThroughout(pair.address(pair.ports.primary));
  const loaded = await watch(scene, SECONDS);
  const rows = await writer.stop();
  process.stdout.write(`  ${Math.round(rows / SECONDS)} rows a second were written beside the people\n`);
  const lagging = await watch(scene, LAG_SECONDS, pair.cutReplication);
  await pair.joinReplication();
  await untilUsed(scene);
  const hanging = await watch(scene, SECONDS, async () => pair.freezeStandby());
  pair.thawStandby();
  await untilUsed(scene);
  const killed = await watch(scene, SECONDS, pair.killStandby);
  await pair.startStandby();
  await untilUsed(scene);
  const back = await watch(scene, SECONDS);
  const promoted = await watch(scene, SECONDS, async () => {
    await pair.promote();
    const other = new pg.Client({ connectionString: pair.address(pair.ports.standby) });
    await other.connect();
    await until(
      async () => !(await other.query('select pg_is_in_recovery() as is_standby')).rows[0].is_standby,
      30_000,
      'the promotion',
    );
    await other.query(`update prospects set first_name = 'Elsewhere' where first_name like 'Zed%'`);
    await other.end();
  });
  return { calm, loaded, lagging, hanging, killed, back, promoted };
}

async function prove(folder: string, pair: PostgresPair): Promise<boolean> {
  const world = await startProofWorld({ connectionString: pair.address(pair.ports.primary) });
  const logFile = process.env.PROGRAM_LOG ?? join(folder, 'programs.log');
  const environment = {
    DATABASE_POOL_SIZE: '12',
    DATABASE_REPLICA_URL: pair.address(pair.ports.standby),
    METRICS_TOKEN: TOKEN,
    REQUESTS_PER_SECOND: '10000',
  };
  const named = [
    ['web-1', 'web,live'],
    ['web-2', 'web,live'],
  ] as const;
  let parts: Part[] = [];
  try {
    parts = await prepareParts({ world, logFile, environment }, named);
    const people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => makePerson(world, n)));
    await world.owner.query('analyze');
    const urls = parts.map(({ port }) => `http://127.0.0.1:${port}`);
    const work = new Work(urls, people);
    work.start();
    const phases = await play({ pair, urls, work });
    await work.stop();
    const ended = countEnded(parts);
    for (const [name, phase] of Object.entries(phases))
      process.stdout.write(`  ${name}: ${JSON.stringify({ ...phase, wrong: phase.wrong.slice(0, 5) })}\n`);
    process.stdout.write(`  log: ${JSON.stringify(readLines(logFile))}\n`);
    const { calm, loaded, lagging, hanging, killed, back, promoted } = phases as Record<string, Phase>;
    const isProven =
      ended === 0 &&
      Object.values(phases).every(({ wrong }) => wrong.length === 0) &&
      calm!.replica_share > 0.95 &&
      // It has to catch up first.
      back!.replica_share > 0.7 &&
      loaded!.reads.replica > 0 &&
      lagging!.reads.behind > 0 &&
      [hanging!, killed!, promoted!].every(({ reads }) => reads.refused > 0);
    const figures = Object.fromEntries(
      Object.entries(phases).map(([name, phase]) => [name, { ...phase, wrong: phase.wrong.length }]),
    );
    recordProof('machines/replica', isProven, { people: PEOPLE, leads: LEADS, seconds: SECONDS, ended, ...figures });
    return isProven;
  } finally {
    for (const { child } of parts) child.kill('SIGKILL');
    await world.close();
  }
}

const place = findPostgres();
if (place === null) {
  process.stdout.write(
    'SKIPPED: PostgreSQL of Debian is not installed, or this is not root (`apt-get install postgresql`).\n',
  );
} else {
  const folder = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'overture-replica-'));
  chmodSync(folder, 0o711);
  const pair = await startPair(folder, place, false);
  try {
    const isProven = await prove(folder, pair);
    process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
    process.exitCode = isProven ? 0 : 1;
  } finally {
    await pair.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
