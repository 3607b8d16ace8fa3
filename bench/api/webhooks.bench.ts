import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSilentServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createVault } from '../../server/src/kernel/crypto.ts';
import { secretPurpose } from '../../server/src/slices/webhooks/deliver.service.ts';
import type { BenchServer } from '../support/bench-server.ts';
import { type Bench, type Measurement, median, percentile } from '../support/measure.ts';
import { measureServer } from '../support/measure-in.ts';

const RATE = Number(process.env.EVENTS_PER_SECOND ?? 1000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const WARM_UP_SECONDS = 3;
const ORGANIZATIONS = 10;
const ENDPOINTS_EACH = 5;
const WRITERS = 8;
const GOAL_IN_MS = 2000;
/** As `startBenchServer` sets it. */
const KEY = 'a key for measuring, thirty-two characters';

/**
 * Events into 50 endpoints of ten organizations, each a transaction: time from its commit to the arrival of its first try, with the receiver
 * and the database on the same cores as the program. Then the same beside an endpoint that accepts connections and never answers.
 */
export const bench: Bench = {
  run() {
    const settings = { NODE_ENV: 'test', SANDBOX: 'off', BILLING: 'manual', OUTBOUND_ALLOW: '127.0.0.1' };
    return measureServer(measureDeliveries, settings);
  },
};

async function measureDeliveries(server: BenchServer): Promise<Measurement[]> {
  const receiver = await startReceiver();
  const silent = await startSilent();
  try {
    const organizations = await addEndpoints(server, receiver.url);
    // A fresh program and tables without statistics say nothing of an installation that runs.
    await measure(server, receiver, organizations, WARM_UP_SECONDS);
    await server.owner.query('analyze');
    const alone = await measure(server, receiver, organizations);
    await addEndpoint(server, organizations[0]!, `${silent.url}/`);
    const beside = await measure(server, receiver, organizations);
    return [show('alone', alone), show('beside a dead endpoint', beside, alone)];
  } finally {
    await receiver.close();
    await silent.close();
  }
}

async function addEndpoints(server: BenchServer, url: string): Promise<number[]> {
  const { rows } = await server.owner.query<{ id: number }>(
    `insert into organizations (name) select 'Hooks ' || n from generate_series(1, $1::int) n returning organization_id::int as id`,
    [ORGANIZATIONS],
  );
  for (const { id } of rows)
    for (let n = 0; n < ENDPOINTS_EACH; n += 1) await addEndpoint(server, id, `${url}/${n}`, `credits.low`);
  return rows.map(({ id }) => id);
}

/** An event goes to the endpoint of its number: `types` keeps one event from all five. */
async function addEndpoint(
  server: BenchServer,
  organization: number,
  url: string,
  type = 'credits.low',
): Promise<void> {
  const secret = createVault(KEY).seal(secretPurpose, `whsec_${Buffer.alloc(32, 7).toString('base64')}`);
  const number = url.split('/').at(-1);
  await server.owner.query(
    `insert into webhook_endpoints (organization_id, url, event_types, sealed_secret) values ($1, $2, $3, $4)`,
    [organization, url, [`${type}.${number}`], secret],
  );
}

interface Latencies {
  events: number;
  rate: number;
  latencies: number[];
  lost: number;
  /** Of the program, which other work of the machine changes little. */
  processor_ms: number;
}

async function measure(
  server: BenchServer,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
  organizations: readonly number[],
  seconds = SECONDS,
): Promise<Latencies> {
  receiver.arrived.clear();
  const committed = new Map<string, number>();
  const clients = await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      const client = new pg.Client({ connectionString: server.connectionString });
      await client.connect();
      return client;
    }),
  );
  const used = server.processorTime();
  const began = performance.now();
  let sent = 0;
  const write = async (client: pg.Client): Promise<void> => {
    while (sent < RATE * seconds) {
      const n = sent;
      sent += 1;
      const dueAt = began + (n * 1000) / RATE;
      const wait = dueAt - performance.now();
      if (wait > 1) await sleep(wait);
      const key = `${began} ${n}`;
      const organization = organizations[n % ORGANIZATIONS]!;
      const number = Math.floor(n / ORGANIZATIONS) % ENDPOINTS_EACH;
      // Beside the dead endpoint, its organization has events for it too.
      const types = [`credits.low.${number}`, ...(organization === organizations[0] ? ['credits.low.'] : [])];
      const events = types.map((type) => ({ organization_id: organization, type, event_key: key, data: { key } }));
      await client.query('select enqueue_webhooks($1::jsonb)', [JSON.stringify(events)]);
      committed.set(key, performance.now());
    }
  };
  await Promise.all(clients.map(write));
  const rate = sent / ((performance.now() - began) / 1000);
  const endsAt = performance.now() + 30_000;
  while (receiver.arrived.size < committed.size && performance.now() < endsAt) await sleep(100);
  const processor_ms = ((server.processorTime() - used) * 1000) / committed.size;
  for (const client of clients) await client.end();
  const latencies = [...committed].flatMap(([key, at]) => {
    const arrival = receiver.arrived.get(key);
    return arrival === undefined ? [] : [Math.max(0, arrival - at)];
  });
  return { events: committed.size, rate, latencies, lost: committed.size - latencies.length, processor_ms };
}

async function startReceiver() {
  const arrived = new Map<string, number>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { key } = JSON.parse(body).data;
      if (!arrived.has(key)) arrived.set(key, performance.now());
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    arrived,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Accepts connections and never answers. */
async function startSilent() {
  const sockets = new Set<Socket>();
  const server = createSilentServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function show(what: string, measured: Latencies, reference?: Latencies): Measurement {
  const { events, rate, latencies, lost } = measured;
  const p99 = percentile(latencies, 0.99);
  const words = (one: Latencies): string =>
    `median ${median(one.latencies).toFixed(0)} ms, p99 ${percentile(one.latencies, 0.99).toFixed(0)} ms, ${one.processor_ms.toFixed(2)} ms of processor time each`;
  return {
    what: `webhooks, commit to first try, ${events} events into 50 endpoints, ${what}`,
    product: `${words(measured)} at ${rate.toFixed(0)} events/s, ${lost} lost`,
    ...(reference ? { reference: words(reference), ratio: p99 / percentile(reference.latencies, 0.99) } : {}),
    goal: `p99 <= ${GOAL_IN_MS} ms at ${RATE} events/s, none lost`,
    is_met: p99 <= GOAL_IN_MS && lost === 0 && rate >= RATE * 0.95,
  };
}
