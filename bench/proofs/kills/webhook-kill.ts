import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { secretPurpose } from '../../../server/src/slices/webhooks/deliver.service.ts';
import { enqueueEvents } from '../../../server/src/slices/webhooks/webhooks.store.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { type ProofWorld, runProof } from '../world/proof-world.ts';

/**
 * Events are committed, and some rolled back, while workers that deliver them are ended with SIGKILL and receivers answer late or with
 * errors. Afterwards each committed event has arrived at least once, with one id and one body, and nothing that was rolled back.
 */
export interface WebhookKillOptions {
  kills: number;
  endpoints: number;
}

export interface WebhookKillVerdict {
  kills: number;
  events: number;
  received: number;
  /** Arrived more than once: at most what the killed workers had in hand. */
  repeated: number;
  lost: string[];
  /** Never committed. */
  strangers: string[];
  /** Arrived with two ids or two bodies. */
  changed: string[];
  /** Neither delivered nor failed in the end. */
  stuck: number;
}

/** Workers begin in about a second. */
const LIFE_IN_MS = { min: 1500, spread: 1500 };
const ROLLED_BACK_EVERY = 7;
const SETTLED_WITHIN_IN_MS = 120_000;

export async function proveWebhookKill(world: ProofWorld, options: WebhookKillOptions): Promise<WebhookKillVerdict> {
  const receiver = await startReceiver();
  try {
    const { rows } = await world.owner.query(
      `insert into organizations (name) values ('Hooks') returning organization_id as id`,
    );
    const organization_id: number = rows[0].id;
    await addEndpoints(world, organization_id, receiver.url, options.endpoints);
    let isOver = false;
    const committed = new Set<string>();
    const feeding = feed(world, organization_id, committed, () => isOver);
    const kills = await killAway(world, options.kills);
    isOver = true;
    await feeding;
    receiver.heal();
    const stuck = await settle(world);
    return { kills, events: committed.size, stuck, ...receiver.compare(committed, options.endpoints) };
  } finally {
    await receiver.close();
  }
}

async function addEndpoints(world: ProofWorld, organization_id: number, url: string, amount: number): Promise<void> {
  const secret = world.system.vault.seal(secretPurpose, `whsec_${Buffer.alloc(32, 7).toString('base64')}`);
  for (let n = 0; n < amount; n += 1)
    await world.owner.query(
      `insert into webhook_endpoints (organization_id, url, event_types, sealed_secret) values ($1, $2, '{*}', $3)`,
      [organization_id, `${url}/${n}`, secret],
    );
}

/** Every seventh transaction fails after it has written its event. */
async function feed(
  world: ProofWorld,
  organization_id: number,
  committed: Set<string>,
  isOver: () => boolean,
): Promise<void> {
  const ctx = world.system.forOrganization(organization_id);
  for (let n = 1; !isOver(); n += 1) {
    const event_key = `event ${n}`;
    const isRolledBack = n % ROLLED_BACK_EVERY === 0;
    await ctx
      .transaction(async (tx) => {
        await enqueueEvents(tx, [{ type: 'credits.low', event_key, data: { key: event_key } }]);
        if (isRolledBack) throw new Error('rolled back on purpose');
      })
      .then(
        () => committed.add(event_key),
        (error) => {
          if (!isRolledBack) throw error;
        },
      );
    await sleep(5);
  }
}

async function killAway(world: ProofWorld, wanted: number): Promise<number> {
  let kills = 0;
  while (kills < wanted) {
    const life = LIFE_IN_MS.min + Math.random() * LIFE_IN_MS.spread;
    const child = await world.startWorker({ DIES_AFTER_IN_MS: String(Math.round(life)) }, 'webhook-worker');
    await new Promise((resolve) => child.once('exit', resolve));
    if (child.signalCode === 'SIGKILL') kills += 1;
    await expireLeases(world);
  }
  return kills;
}

/** The lease of a dead worker would expire after 45 s; rests and pauses last up to hours. */
const expireLeases = (world: ProofWorld) =>
  world.owner.query(`with due as (update webhook_deliveries set next_attempt_at = now() where state = 'pending')
    update webhook_endpoints set leased_until = '-infinity', not_before = '-infinity'`);

/** One that nothing kills delivers the rest. Returns how much is left. */
async function settle(world: ProofWorld): Promise<number> {
  const child = await world.startWorker({}, 'webhook-worker');
  const endsAt = Date.now() + SETTLED_WITHIN_IN_MS;
  const left = async (): Promise<number> =>
    (await world.owner.query(`select count(*)::int as n from webhook_deliveries where state <> 'delivered'`)).rows[0].n;
  while ((await left()) > 0 && Date.now() < endsAt) await sleep(500);
  child.kill('SIGKILL');
  return left();
}

/** Every fifth answer is an error and every ninth comes late, until it is healed. */
async function startReceiver() {
  const received = new Map<string, { ids: Set<string>; bodies: Set<string>; times: number }>();
  let isHealed = false;
  let answers = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      answers += 1;
      const key = `${request.url} ${JSON.parse(body).data.key}`;
      const known = received.get(key) ?? { ids: new Set(), bodies: new Set(), times: 0 };
      known.ids.add(String(request.headers['webhook-id']));
      known.bodies.add(body);
      known.times += 1;
      received.set(key, known);
      response.statusCode = !isHealed && answers % 5 === 0 ? 500 : 200;
      if (!isHealed && answers % 9 === 0) setTimeout(() => response.end(), 400);
      else response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heal: () => {
      isHealed = true;
    },
    compare(committed: ReadonlySet<string>, endpoints: number) {
      const places = Array.from({ length: endpoints }, (_, n) => `/${n}`);
      const expected = new Set([...committed].flatMap((key) => places.map((place) => `${place} ${key}`)));
      const all = [...received];
      return {
        received: received.size,
        repeated: all.filter(([, { times }]) => times > 1).length,
        lost: [...expected].filter((key) => !received.has(key)),
        strangers: all.flatMap(([key]) => (expected.has(key) ? [] : [key])),
        changed: all.flatMap(([key, { ids, bodies }]) => (ids.size + bodies.size > 2 ? [key] : [])),
      };
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const isWebhookKillClean = ({ lost, strangers, changed, stuck }: WebhookKillVerdict): boolean =>
  lost.length + strangers.length + changed.length + stuck === 0;

if (import.meta.main) {
  const kills = parseSize('KILLS', 50);
  await runProof({ settings: { fsync: 'off' } }, async (world) => {
    const verdict = await proveWebhookKill(world, { kills, endpoints: 3 });
    const shown = { ...verdict, lost: verdict.lost.length, strangers: verdict.strangers.length };
    process.stdout.write(`webhook-kill: ${JSON.stringify(shown)}\n`);
    const isProven = isWebhookKillClean(verdict) && verdict.kills >= kills && verdict.events > 0;
    recordProof('kills/webhook-kill', isProven, shown);
    return isProven;
  });
}
