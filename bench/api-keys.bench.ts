import { KEY_BUNDLES } from '@overture/domain/access/key-scopes';
import autocannon from 'autocannon';
import { startReference } from './api.bench.ts';
import { type BenchPerson, type BenchServer, startBenchServer } from './support/bench-server.ts';
import { type Bench, type Measurement, median, pairsOfBench } from './support/measure.ts';

const connections = 20;
const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const SHARE_GOAL = 0.5;
const CHANGE_GOAL = 1.2;

/**
 * A program that calls by key beside a route of bare Fastify that makes the same SELECT; and the calls of one organization, alone and
 * while a program of another organization asks far beyond its limit.
 */
export const bench: Bench = {
  async run() {
    const free = await startBenchServer({ KEY_REQUESTS_PER_SECOND: '1000000', REQUESTS_PER_SECOND: '1000000' });
    const share = await measureShare(free).finally(() => free.stop());
    const limited = await startBenchServer();
    const change = await measureChange(limited).finally(() => limited.stop());
    return [share, change];
  },
};

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
      const product = await load(`${server.url}/api/v1/signatures/`, headers);
      const bare = await load(`${reference.url}/signatures/`);
      if (pair === 0) continue;
      rates.product.push(product.requests.average);
      rates.reference.push(bare.requests.average);
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
    goal: `>= ${SHARE_GOAL}`,
    is_met: ratio >= SHARE_GOAL,
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
    goal: `<= ${CHANGE_GOAL}`,
    is_met: ratio <= CHANGE_GOAL,
  };
}

async function load(url: string, headers: Record<string, string> = {}): Promise<autocannon.Result> {
  const result = await autocannon({ url, headers, connections, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed ${result.non2xx + result.errors} times`);
  return result;
}
