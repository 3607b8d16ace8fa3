import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { type BenchServer, freePort, startBenchServer, waitUntilAnswers } from './support/bench-server.ts';
import { type Bench, type Measurement, median, pairsOfBench } from './support/measure.ts';

const connections = 20;
const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const goal = 0.5;

/**
 * The simplest authenticated GET of the API (one signature of one organisation) beside a route of bare Fastify that makes the
 * same SELECT, at 20 connections, in turns.
 */
export const bench: Bench = {
  async run() {
    const server = await startBenchServer();
    try {
      return [await measure(server)];
    } finally {
      await server.stop();
    }
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

/** The route that the API is compared with, in a process of its own. */
export async function startReference(
  server: BenchServer,
  organizationId: number,
): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'references/bare-api.ts')],
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
