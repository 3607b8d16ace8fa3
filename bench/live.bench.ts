import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { FromClients } from './references/live-clients.ts';
import { type BenchServer, freePort, measureProcessorTime } from './support/bench-server.ts';
import {
  announce,
  type Crowd,
  makePeople,
  measureDelays,
  openClients,
  openProduct,
  type Side,
} from './support/live-sockets.ts';
import { type Bench, type Measurement, median, pairsOfBench, percentile } from './support/measure.ts';
import { measureServer } from './support/measure-in.ts';

const sockets = Number(process.env.BENCH_SOCKETS ?? 10_000);
const [perPerson, peopleEach] = [10, 5];
const organizations = sockets / perPerson / peopleEach;
const crowd: Crowd = { organizations, peopleEach, perPerson };
/** Messages to each organization in one round of the fan-out. */
const messagesEach = 5;
const goal = { ratio: 0.6, p99_in_ms: 100 };

/**
 * The live channel with 10,000 sockets on one process, of 200 organizations with 50 each. Fan-out: from the commit of a
 * message to every organization until the last of 10,000 has it, times five, compared with bare `ws` sending the same.
 * Delay: one message every 20 ms, from before its commit until each of the 50 has it.
 */
export const bench: Bench = { run: () => measureServer(measure) };

async function measure(server: BenchServer): Promise<Measurement[]> {
  const reference = await startReference();
  try {
    const people = await makePeople(server, crowd);
    const product = await openProduct(server, people, crowd);
    process.stdout.write(`  ${sockets} sockets each are open, ${Math.round(server.memory() / 1e6)} MB\n`);
    const figures = [await measureFanOut(product, reference), await measureDelay(product)];
    product.clients.kill();
    return figures;
  } finally {
    reference.clients.kill();
    reference.process.kill();
  }
}

/** By the processor time of who sends: the listeners share the machine, and would hold both back alike. */
async function measureFanOut(product: Side, reference: Side): Promise<Measurement> {
  const taken = { product: [] as number[], reference: [] as number[] };
  for (let pair = 0; pair <= pairsOfBench; pair += 1) {
    const [bare, ours] = [await fanOut(reference), await fanOut(product)];
    // The first pair warms both up.
    if (pair === 0) continue;
    taken.reference.push(bare.processor);
    taken.product.push(ours.processor);
    process.stdout.write(
      `  pair ${pair}: processor ${ours.processor.toFixed(2)} s beside ${bare.processor.toFixed(2)} s, last heard after ${ours.seconds.toFixed(2)} s beside ${bare.seconds.toFixed(2)} s\n`,
    );
  }
  const ratio = median(taken.reference.map((seconds, pair) => seconds / (taken.product[pair] as number)));
  const rate = (seconds: number[]): string =>
    `${Math.round((sockets * messagesEach) / median(seconds) / 1000)} thousand per processor second`;
  return {
    what: `fan-out to ${sockets} sockets, ${organizations} organizations`,
    product: rate(taken.product),
    reference: `bare ws: ${rate(taken.reference)}`,
    ratio,
    goal: `>= ${goal.ratio}`,
    is_met: ratio >= goal.ratio,
  };
}

async function fanOut({ publish, clients, processorTime }: Side): Promise<{ seconds: number; processor: number }> {
  await announce(clients, { expect: sockets * messagesEach });
  const done = once(clients, 'message') as Promise<[FromClients]>;
  const used = processorTime();
  const sent_at = performance.timeOrigin + performance.now();
  const rounds = Array.from({ length: messagesEach * organizations }, (_, turn) => turn % organizations);
  await publish(rounds.map((organization) => ({ organization, sent_at })));
  const seconds = ((await done)[0].done_at - sent_at) / 1000;
  return { seconds, processor: processorTime() - used };
}

async function measureDelay(product: Side): Promise<Measurement> {
  const delays = await measureDelays(product, crowd, { messages: 500, pause_in_ms: 20 });
  const p99 = percentile(delays, 0.99);
  return {
    what: 'delay from commit to socket, 50 messages a second to 50 each',
    product: `p50 ${median(delays).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    goal: `p99 < ${goal.p99_in_ms} ms`,
    is_met: p99 < goal.p99_in_ms,
  };
}

async function startReference(): Promise<Side & { process: ChildProcess }> {
  const port = await freePort();
  const child = fork(join(import.meta.dirname, 'references/bare-live.ts'), {
    env: { ...process.env, PORT: String(port) },
  });
  await once(child, 'message');
  const clients = await openClients(
    Array.from({ length: sockets }, (_, n) => ({ url: `ws://127.0.0.1:${port}/?group=${n % organizations}` })),
  );
  return {
    process: child,
    clients,
    processorTime: () => measureProcessorTime(child.pid),
    async publish(messages) {
      const data = (sent_at: number) => ({ campaign_id: 1, status: 'ACTIVE', sent_at });
      const texts = messages.map(({ organization, sent_at }, sequence) => ({
        group: organization,
        text: JSON.stringify({ sequence, type: 'campaign_status', data: data(sent_at) }),
      }));
      child.send({ texts });
    },
  };
}
