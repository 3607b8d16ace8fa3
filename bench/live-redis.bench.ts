import { hasRedis, prepareRedis } from '../server/src/kernel/live/redis.factory.ts';
import type { BenchServer } from './support/bench-server.ts';
import { type Crowd, makePeople, measureDelays, openProduct, type Side } from './support/live-sockets.ts';
import { type Bench, type Measurement, median, pairsOfBench, percentile } from './support/measure.ts';
import { measureServer } from './support/measure-in.ts';

const crowd: Crowd = { organizations: 20, peopleEach: 5, perPerson: 10 };
const round = { messages: 200, pause_in_ms: 20 };
const goal = { ratio: 0.5 };

/**
 * Delay of a live message from its commit until each of 50 connections has it: announced through Redis, beside the same program that announces through
 * its database. Both run in one process each, and take turns.
 */
export const bench: Bench = {
  kept_as: 'live',
  async run() {
    if (!hasRedis) {
      process.stdout.write('  SKIPPED: redis-server is not installed (`apt-get install redis-server`).\n');
      return [];
    }
    const redis = await prepareRedis();
    await redis.start();
    try {
      return await measureServer((through) => measureServer((plain) => measure(through, plain)), {
        REDIS_URL: redis.url,
      });
    } finally {
      await redis.kill();
    }
  },
};

async function open(server: BenchServer): Promise<Side> {
  return openProduct(server, await makePeople(server, crowd), crowd);
}

async function measure(through: BenchServer, plain: BenchServer): Promise<Measurement[]> {
  const [product, reference] = [await open(through), await open(plain)];
  try {
    const taken = { product: [] as number[], reference: [] as number[] };
    // The first pair warms both up.
    for (let pair = 0; pair <= pairsOfBench; pair += 1) {
      const bare = await measureDelays(reference, crowd, round);
      const ours = await measureDelays(product, crowd, round);
      if (pair === 0) continue;
      taken.reference.push(...bare);
      taken.product.push(...ours);
    }
    return [describe(taken.product, taken.reference)];
  } finally {
    for (const { clients } of [product, reference]) clients.kill();
  }
}

function describe(product: number[], reference: number[]): Measurement {
  const say = (delays: number[]): string =>
    `p50 ${median(delays).toFixed(1)} ms, p99 ${percentile(delays, 0.99).toFixed(0)} ms`;
  const ratio = median(reference) / median(product);
  return {
    what: 'delay from commit to socket through Redis, 50 messages a second to 50 each',
    product: say(product),
    reference: `through the database: ${say(reference)}`,
    ratio,
    goal: `>= ${goal.ratio}`,
    is_met: ratio >= goal.ratio,
  };
}
