import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken, newToken } from '../server/src/kernel/crypto.ts';
import type { FromClients, ToClients } from './references/live-clients.ts';
import { type BenchServer, freePort, measureProcessorTime } from './support/bench-server.ts';
import { type Bench, type Measurement, median, pairsOfBench, percentile } from './support/measure.ts';
import { measureServer } from './support/measure-in.ts';

const sockets = Number(process.env.BENCH_SOCKETS ?? 10_000);
const [perPerson, peopleEach] = [10, 5];
const organizations = sockets / perPerson / peopleEach;
const socketsEach = perPerson * peopleEach;
/** Messages to each organization in one round of the fan-out. */
const messagesEach = 5;
const goal = { ratio: 0.6, p99_in_ms: 100 };

interface Side {
  publish(messages: { organization: number; sent_at: number }[]): Promise<void>;
  clients: ChildProcess;
  /** Processor time of who sends, in seconds. */
  processorTime(): number;
}

/**
 * The live channel with 10,000 sockets on one process, of 200 organizations with 50 each. Fan-out: from the commit of a
 * message to every organization until the last of 10,000 has it, times five, compared with bare `ws` sending the same.
 * Delay: one message every 20 ms, from before its commit until each of the 50 has it.
 */
export const bench: Bench = { run: () => measureServer(measure) };

async function measure(server: BenchServer): Promise<Measurement[]> {
  const reference = await startReference();
  try {
    const people = await makePeople(server);
    const product = await openProduct(server, people);
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

async function measureDelay({ publish, clients }: Side): Promise<Measurement> {
  const messages = 500;
  await announce(clients, { expect: messages * socketsEach });
  const done = once(clients, 'message') as Promise<[FromClients]>;
  for (let turn = 0; turn < messages; turn += 1) {
    const organization = (turn * 37) % organizations;
    await Promise.all([publish([{ organization, sent_at: performance.timeOrigin + performance.now() }]), sleep(20)]);
  }
  const [{ delays }] = await done;
  const p99 = percentile(delays, 0.99);
  return {
    what: 'delay from commit to socket, 50 messages a second to 50 each',
    product: `p50 ${median(delays).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    goal: `p99 < ${goal.p99_in_ms} ms`,
    is_met: p99 < goal.p99_in_ms,
  };
}

interface Person {
  id: number;
  organization_id: number;
  token: string;
}

/** Five people in each organization, each with a session. */
async function makePeople({ owner }: BenchServer): Promise<Person[]> {
  const { rows } = await owner.query(
    `with made as (insert into organizations (name) select 'Live ' || n from generate_series(1, $1::int) n returning organization_id)
    insert into users (organization_id, email, name, role, verified_at)
    select organization_id, 'live' || organization_id || '-' || n || '@bench.example', 'Live', 'USER', now()
    from made, generate_series(1, $2::int) n returning id, organization_id`,
    [organizations, peopleEach],
  );
  const people = rows.map((row) => ({
    id: Number(row.id),
    organization_id: Number(row.organization_id),
    token: newToken(),
  }));
  await owner.query(
    `insert into sessions (token_hash, organization_id, user_id, expires_at)
    select t, o, u, now() + interval '1 day' from unnest($1::bytea[], $2::bigint[], $3::bigint[]) as s (t, o, u)`,
    [people.map((one) => hashToken(one.token)), people.map((one) => one.organization_id), people.map((one) => one.id)],
  );
  return people;
}

async function openProduct({ owner, url, processorTime }: BenchServer, people: Person[]): Promise<Side> {
  const ids = [...new Set(people.map((one) => one.organization_id))];
  const live = url.replace('http', 'ws');
  const clients = await openClients(
    people.flatMap(({ id, token }) => Array.from({ length: perPerson }, () => ({ url: `${live}/ws/${id}/`, token }))),
  );
  return {
    clients,
    processorTime,
    // What a commit of the product leaves behind, and the wake-up that follows it.
    async publish(messages) {
      await owner.query(
        `insert into live_messages (organization_id, type, data)
        select o, 'campaign_status', jsonb_build_object('campaign_id', 1, 'status', 'ACTIVE', 'sent_at', s)
        from unnest($1::bigint[], $2::float8[]) as m (o, s)`,
        [messages.map((one) => ids[one.organization]), messages.map((one) => one.sent_at)],
      );
      await owner.query("select pg_notify('overture_outbox', '')");
    },
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

async function openClients(open: { url: string; token?: string }[]): Promise<ChildProcess> {
  const clients = fork(join(import.meta.dirname, 'references/live-clients.ts'));
  await announce(clients, { open });
  return clients;
}

/** Sends and waits for the answer; throws when the process ends instead. */
async function announce(child: ChildProcess, message: ToClients): Promise<void> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the clients ended before they answered')));
  const answered = once(child, 'message');
  child.send(message);
  await Promise.race([answered, ended]);
}
