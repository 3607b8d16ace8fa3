import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { KEY_BUNDLES } from '@overture/domain/access/key-scopes';
import autocannon from 'autocannon';
import { type BenchPerson, type BenchServer, freePort, waitUntilAnswers } from '../support/bench-server.ts';
import { type Bench, type Measurement, median, pairsOfBench } from '../support/measure.ts';
import { measureServer } from '../support/measure-in.ts';

const connections = 20;
const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const goal = 0.5;
/** Of the p95 of one organization, while a program of another one is at its limit. */
const changeGoal = 1.2;

/**
 * The simplest authenticated GET of the API (one signature of one organization) beside a route of bare Fastify that makes the
 * same SELECT, at 20 connections, in turns; the same by an API key; and one organization beside a program at its limit.
 */
export const bench: Bench = {
  async run() {
    const unlimited = { KEY_REQUESTS_PER_SECOND: '1000000', REQUESTS_PER_SECOND: '1000000' };
    return [
      await measureServer(measure),
      await measureServer(measureShare, unlimited),
      await measureServer(measureChange),
    ];
  },
};

async function measure(server: BenchServer): Promise<Measurement> {
  const person = await server.signUp();
  await person.call('POST', '/signatures/', { name: 'Kind regards', signature: '<p>Kind regards,<br>Ada</p>' });
  const reference = await startReference(server, person.organization_id);
  const rates = { product: [] as number[], reference: [] as number[] };
  try {
    for (let pair = 0; pair <= pairsOfBench; pair += 1) {
      const product = await requestsPerSecond(`${server.url}/api/v1/signatures/`, person.headers);
      const bare = await requestsPerSecond(`${reference.url}/signatures/`);
      // The first pair warms both up.
      if (pair === 0) continue;
      rates.product.push(product);
      rates.reference.push(bare);
      process.stdout.write(`  pair ${pair}: ${product.toFixed(0)} of ${bare.toFixed(0)} a second\n`);
    }
  } finally {
    reference.process.kill();
  }
  const ratio = median(rates.product.map((rate, pair) => rate / (rates.reference[pair] as number)));
  return {
    what: `GET /signatures/, ${connections} connections`,
    product: `${median(rates.product).toFixed(0)} a second`,
    reference: `bare Fastify, the same SELECT: ${median(rates.reference).toFixed(0)} a second`,
    ratio,
    goal: `>= ${goal}`,
    is_met: ratio >= goal,
  };
}

async function requestsPerSecond(url: string, headers: Record<string, string> = {}): Promise<number> {
  const result = await autocannon({ url, headers, connections, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} failed ${result.non2xx + result.errors} of ${result.requests.total} times`);
  return result.requests.average;
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

async function prepare(server: BenchServer, person: BenchPerson): Promise<Record<string, string>> {
  await person.call('POST', '/signatures/', { name: 'Kind regards', signature: '<p>Kind regards,<br>Ada</p>' });
  await server.owner.query('update sessions set confirmed_at = now()');
  const answer = await person.call('POST', '/api-keys/', { name: 'Bench', scopes: KEY_BUNDLES.read.scopes });
  const { secret } = (await answer.json()) as { secret: string };
  return { authorization: `Bearer ${secret}` };
}

async function measureShare(server: BenchServer): Promise<Measurement> {
  const person = await server.signUp();
  const headers = await prepare(server, person);
  const reference = await startReference(server, person.organization_id);
  const rates = { product: [] as number[], reference: [] as number[] };
  try {
    for (let pair = 0; pair <= pairsOfBench; pair += 1) {
      const product = await requestsPerSecond(`${server.url}/api/v1/signatures/`, headers);
      const bare = await requestsPerSecond(`${reference.url}/signatures/`);
      if (pair === 0) continue;
      rates.product.push(product);
      rates.reference.push(bare);
    }
  } finally {
    reference.process.kill();
  }
  const ratio = median(rates.product.map((rate, pair) => rate / (rates.reference[pair] as number)));
  return {
    what: `GET /signatures/ by key, ${connections} connections`,
    product: `${median(rates.product).toFixed(0)} a second`,
    reference: `bare Fastify, the same SELECT: ${median(rates.reference).toFixed(0)} a second`,
    ratio,
    goal: `>= ${goal}`,
    is_met: ratio >= goal,
  };
}

/** 10 requests a second of one organization, and their p95. */
async function measureP95(url: string, headers: Record<string, string>): Promise<number> {
  const took: number[] = [];
  const endsAt = performance.now() + seconds * 1000;
  while (performance.now() < endsAt) {
    const startedAt = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    took.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 100 - (performance.now() - startedAt))));
  }
  return took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.95)] as number;
}

async function measureChange(server: BenchServer): Promise<Measurement> {
  const [quiet, busy] = [await prepare(server, await server.signUp()), await prepare(server, await server.signUp())];
  const url = `${server.url}/api/v1/signatures/`;
  const times = { alone: [] as number[], beside: [] as number[] };
  for (let pair = 0; pair <= pairsOfBench; pair += 1) {
    const alone = await measureP95(url, quiet);
    const flood = autocannon({ url, headers: busy, connections: 50, duration: seconds + 1 });
    const beside = await measureP95(url, quiet);
    const { non2xx } = await flood;
    if (non2xx === 0) throw new Error('the busy program never reached its limit');
    if (pair === 0) continue;
    times.alone.push(alone);
    times.beside.push(beside);
  }
  const ratio = median(times.beside.map((time, pair) => time / (times.alone[pair] as number)));
  return {
    what: 'p95 of one organization beside a program of another one at its limit, 50 connections',
    product: `${median(times.beside).toFixed(1)} ms`,
    reference: `alone: ${median(times.alone).toFixed(1)} ms`,
    ratio,
    goal: `<= ${changeGoal}`,
    is_met: ratio <= changeGoal,
  };
}
