import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { KEY_BUNDLES } from '@overture/domain/access/key-scopes';
import autocannon from 'autocannon';
import {
  type BenchPerson,
  type BenchServer,
  freePort,
  measureProcessorTime,
  waitUntilAnswers,
} from '../support/bench-server.ts';
import { type Bench, type Measurement, median, pairsOfBench, percentile } from '../support/measure.ts';
import { measureServer } from '../support/measure-in.ts';

const connections = 20;
const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const goal = 0.5;
/** Of the p95 of one organization, while a program of another one is at its limit. */
const changeGoal = 1.2;

/**
 * The simplest authenticated GET of the API (one signature of one organization) beside a route of bare Fastify that makes the
 * same SELECT, at 20 connections, in turns; the same by an API key; and one organization beside a program at its limit. Processor time of
 * program and database says nearly the same on a busy machine as on a quiet one.
 */
export const bench: Bench = {
  async run() {
    const unlimited = { KEY_REQUESTS_PER_SECOND: '1000000', REQUESTS_PER_SECOND: '1000000' };
    return [
      ...(await measureServer((server) => measure(server, 'GET /signatures/', prepareSession))),
      ...(await measureServer((server) => measure(server, 'GET /signatures/ by key', prepareKey), unlimited)),
      await measureServer(measureChange),
    ];
  },
};

type Prepare = (server: BenchServer, person: BenchPerson) => Promise<Record<string, string>>;

/** Of one side in one turn. */
interface Turn {
  requests_per_second: number;
  /** Processor time of a request, in milliseconds. */
  program_ms: number;
  database_ms: number;
}

async function measure(server: BenchServer, call: string, prepare: Prepare): Promise<Measurement[]> {
  const person = await server.signUp();
  const headers = await prepare(server, person);
  const reference = await startReference(server, person.organization_id);
  const product: Side = { url: `${server.url}/api/v1/signatures/`, headers, programTime: server.processorTime };
  const bare: Side = {
    url: `${reference.url}/signatures/`,
    headers: {},
    programTime: () => measureProcessorTime(reference.process.pid),
  };
  const turns = { product: [] as Turn[], reference: [] as Turn[] };
  try {
    for (let pair = 0; pair <= pairsOfBench; pair += 1) {
      const [one, other] = [await measureTurn(server, product), await measureTurn(server, bare)];
      // The first pair warms both up.
      if (pair === 0) continue;
      turns.product.push(one);
      turns.reference.push(other);
      process.stdout.write(`  pair ${pair}: ${describe(one)}; bare ${describe(other)}\n`);
    }
  } finally {
    reference.process.kill();
  }
  return [showRate(call, turns), showProcessorTime(call, turns)];
}

const describe = (turn: Turn): string =>
  `${turn.requests_per_second.toFixed(0)} a second, ${turn.program_ms.toFixed(3)} + ${turn.database_ms.toFixed(3)} ms each`;

interface Side {
  url: string;
  headers: Record<string, string>;
  /** Of its process, in seconds. */
  programTime(): number;
}

async function measureTurn(server: BenchServer, { url, headers, programTime }: Side): Promise<Turn> {
  const before = { program: programTime(), database: server.databaseTime() };
  const result = await autocannon({ url, headers, connections, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} failed ${result.non2xx + result.errors} of ${result.requests.total} times`);
  const { total, average } = result.requests;
  return {
    requests_per_second: average,
    program_ms: ((programTime() - before.program) * 1000) / total,
    database_ms: ((server.databaseTime() - before.database) * 1000) / total,
  };
}

type Turns = Record<'product' | 'reference', Turn[]>;

function showRate(call: string, { product, reference }: Turns): Measurement {
  const rates = (turns: Turn[]): number[] => turns.map(({ requests_per_second }) => requests_per_second);
  const ratio = median(rates(product).map((rate, pair) => rate / (rates(reference)[pair] as number)));
  return {
    what: `${call}, ${connections} connections`,
    product: `${median(rates(product)).toFixed(0)} a second`,
    reference: `bare Fastify, the same SELECT: ${median(rates(reference)).toFixed(0)} a second`,
    ratio,
    goal: `>= ${goal}`,
    is_met: ratio >= goal,
  };
}

function showProcessorTime(call: string, { product, reference }: Turns): Measurement {
  const sum = ({ program_ms, database_ms }: Turn): number => program_ms + database_ms;
  const ratio = median(product.map((turn, pair) => sum(reference[pair] as Turn) / sum(turn)));
  const words = (turns: Turn[]): string =>
    `${median(turns.map(({ program_ms }) => program_ms)).toFixed(3)} ms, and ${median(turns.map(({ database_ms }) => database_ms)).toFixed(3)} ms of PostgreSQL`;
  return {
    what: `${call}, processor time of a request`,
    product: words(product),
    reference: words(reference),
    ratio,
    goal: `>= ${goal}`,
    is_met: ratio >= goal,
  };
}

async function startReference(
  server: BenchServer,
  organizationId: number,
): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../references/bare-api.ts')],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATABASE_URL: server.connectionString,
        PORT: String(port),
        ORGANIZATION_ID: String(organizationId),
      },
    },
  );
  const url = `http://127.0.0.1:${port}`;
  await waitUntilAnswers(`${url}/signatures/`, child);
  return { url, process: child };
}

async function prepareSession(_server: BenchServer, person: BenchPerson): Promise<Record<string, string>> {
  await person.call('POST', '/signatures/', { name: 'Kind regards', signature: '<p>Kind regards,<br>Ada</p>' });
  return person.headers;
}

async function prepareKey(server: BenchServer, person: BenchPerson): Promise<Record<string, string>> {
  await prepareSession(server, person);
  await server.owner.query('update sessions set confirmed_at = now()');
  const answer = await person.call('POST', '/api-keys/', { name: 'Bench', scopes: KEY_BUNDLES.read.scopes });
  const { secret } = (await answer.json()) as { secret: string };
  return { authorization: `Bearer ${secret}` };
}

/** Below the limit of a key, and often enough that a percentile is more than its third slowest request. */
const PAUSE_IN_MS = 60;

/** How long the requests of one organization take. */
async function measureTimes(url: string, headers: Record<string, string>): Promise<number[]> {
  const took: number[] = [];
  const endsAt = performance.now() + seconds * 1000;
  while (performance.now() < endsAt) {
    const startedAt = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    took.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, PAUSE_IN_MS - (performance.now() - startedAt))));
  }
  return took;
}

async function measureChange(server: BenchServer): Promise<Measurement> {
  const [quiet, busy] = [
    await prepareKey(server, await server.signUp()),
    await prepareKey(server, await server.signUp()),
  ];
  const url = `${server.url}/api/v1/signatures/`;
  const times = { alone: [] as number[], beside: [] as number[] };
  for (let pair = 0; pair <= pairsOfBench; pair += 1) {
    const alone = await measureTimes(url, quiet);
    const flood = autocannon({ url, headers: busy, connections: 50, duration: seconds + 1 });
    const beside = await measureTimes(url, quiet);
    const { non2xx } = await flood;
    if (non2xx === 0) throw new Error('the busy program never reached its limit');
    if (pair === 0) continue;
    times.alone.push(...alone);
    times.beside.push(...beside);
  }
  const [alone, beside] = [percentile(times.alone, 0.95), percentile(times.beside, 0.95)];
  const ratio = beside / alone;
  return {
    what: 'p95 of one organization beside a program of another one at its limit, 50 connections',
    product: `${beside.toFixed(1)} ms`,
    reference: `alone: ${alone.toFixed(1)} ms`,
    ratio,
    goal: `<= ${changeGoal}`,
    is_met: ratio <= changeGoal,
  };
}
