import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { redisUp } from '../metrics.ts';
import { parseHeads } from './live-channels.ts';
import { hasRedis, prepareRedis, type RedisProcess } from './redis.factory.ts';

type Running = TestServer & { stop(): Promise<void> };
interface Heard {
  sequence: number;
  type: string;
  data: { n?: number };
}

/** A person's page at one of the processes: what it hears, as it comes. */
async function listen(server: Running, person: { user_id: number; token: string | null }, query = '') {
  const { port } = server.program.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/${person.user_id}/${query}`, {
    headers: { jwt: person.token ?? '' },
  } as never);
  onTestFinished(() => socket.close());
  const heard: Heard[] = [];
  const closes: number[] = [];
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(data as string)));
  socket.addEventListener('close', ({ code }) => closes.push(code));
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  const numbers = () => heard.flatMap(({ data }) => (data.n === undefined ? [] : [data.n]));
  return { heard, closes, numbers };
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

/** Live messages of this organization, each committed for itself. */
async function publish(server: Running, organization_id: number, numbers: number[], user_id?: number): Promise<void> {
  for (const n of numbers)
    await server.program.system
      .forOrganization(organization_id)
      .transaction(async (tx) =>
        tx.live.publish('notifications_read' as never, { n } as never, user_id === undefined ? {} : { user_id }),
      );
}

const lines: { msg: string; reason?: string; level: number }[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const countLines = (text: string): number => lines.filter(({ msg }) => msg.startsWith(text)).length;
const AWAY = 'Redis is not available';
const BACK = 'Redis is available again';

/** One process that publishes and two with live connections, on one database. */
async function startWorld(environment: Record<string, string>) {
  const database = await createTestDatabase();
  // The first to stop would drop what the others use.
  const shared = { ...database, expectNoConnections: async () => undefined, drop: async () => undefined };
  const start = (options: Parameters<typeof startTestServer>[0]): Promise<Running> =>
    startTestServer({ database: shared, environment, log, ...options });
  const worker = await start({ roles: ['worker'] });
  const [first, second] = [await start({ roles: ['web', 'live'] }), await start({ roles: ['web', 'live'] })];
  return {
    ...{ database, worker, first, second },
    startPlain: () => start({ roles: ['web', 'live'], environment: {} }),
    async stop() {
      for (const server of [worker, first, second]) await server.stop();
      await database.expectNoConnections();
      await database.drop();
    },
  };
}

let redis: RedisProcess | undefined;
beforeAll(async () => {
  if (!hasRedis) return;
  redis = await prepareRedis('--maxmemory', '3mb', '--maxmemory-policy', 'noeviction');
  await redis.start();
});
afterAll(() => redis?.kill());

if (!hasRedis) process.stdout.write('SKIPPED: live events by Redis (`apt-get install redis-server`).\n');

describe.each(['the database', ...(hasRedis ? ['Redis'] : [])])('live messages by %s', (transport) => {
  let world: Awaited<ReturnType<typeof startWorld>>;
  beforeAll(async () => {
    world = await startWorld(transport === 'Redis' ? { REDIS_URL: redis?.url ?? '' } : {});
  });
  afterAll(() => world.stop());

  test('reach people at every process once, in order, and no other organization', async () => {
    const [person, stranger] = [await world.first.signUp(), await world.first.signUp()];
    const pages = [await listen(world.first, person), await listen(world.second, person)];
    const other = await listen(world.second, stranger);
    await Promise.all([
      publish(world.worker, person.organization_id, upTo(40)),
      publish(world.worker, stranger.organization_id, [99]),
    ]);
    for (const page of pages) {
      await expect.poll(page.numbers).toEqual(upTo(40));
      const sequences = page.heard.map(({ sequence }) => sequence);
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    }
    await expect.poll(other.numbers).toEqual([99]);
  });

  test('of one person reach that person; colleagues see the sequence move', async () => {
    const person = await world.first.signUp();
    const page = await listen(world.second, person);
    await publish(world.worker, person.organization_id, [1], person.user_id + 1);
    await publish(world.worker, person.organization_id, [2], person.user_id);
    await expect.poll(page.numbers).toEqual([2]);
    expect(page.heard.map(({ type }) => type)).toEqual(['hello', 'hello', 'notifications_read']);
  });

  test('are replayed for a page that comes back, and too many are an order to fetch', async () => {
    const person = await world.first.signUp();
    await publish(world.worker, person.organization_id, upTo(5));
    const current = async () =>
      (
        await world.first.owner.query('select sequence from live_sequences where organization_id = $1', [
          person.organization_id,
        ])
      ).rows[0]?.sequence;
    await expect.poll(current).toBe(5);
    const page = await listen(world.second, person, '?after=2');
    await expect.poll(page.numbers).toEqual([3, 4, 5]);
    await publish(world.worker, person.organization_id, [6]);
    await expect.poll(page.numbers).toEqual([3, 4, 5, 6]);
    await world.first.owner.query('delete from live_messages where organization_id = $1 and sequence < 4', [
      person.organization_id,
    ]);
    const late = await listen(world.first, person, '?after=1');
    expect(late.heard[0]).toMatchObject({ type: 'resync', sequence: 6 });
    // It saw messages that a promoted standby lacks.
    const ahead = await listen(world.first, person, '?after=90');
    expect(ahead.heard[0]).toMatchObject({ type: 'resync', sequence: 6 });
  });
});

describe.skipIf(!hasRedis)('Redis', () => {
  let world: Awaited<ReturnType<typeof startWorld>>;
  let person: Awaited<ReturnType<TestServer['signUp']>>;
  beforeAll(async () => {
    world = await startWorld({ REDIS_URL: redis?.url ?? '' });
  });
  beforeEach(async () => {
    person = await world.first.signUp();
  });
  afterAll(() => world.stop());
  const openPage = () => listen(world.second, person);
  const isReady = async () => (await world.first.program.app.inject('/readyz')).statusCode;

  test('carries the organization and its sequence, nothing else', async () => {
    const page = await openPage();
    const client = new pg.Client({ connectionString: world.database.connectionString });
    await client.connect();
    onTestFinished(() => client.end());
    const notified: (string | undefined)[] = [];
    client.on('notification', ({ payload }) => notified.push(payload));
    await client.query('listen overture_live');
    // Workers look for listeners of the database every five seconds; until they have seen none, both ways are used.
    await expect
      .poll(
        async () => {
          const before = notified.length;
          await publish(world.worker, person.organization_id, [1]);
          const heard = page.numbers().length;
          await expect.poll(() => page.numbers().length).toBeGreaterThan(heard - 1);
          await client.query('select 1');
          return notified.length - before;
        },
        { timeout: 15_000 },
      )
      .toBe(0);
    expect(redis?.run('pubsub', 'channels', '*').split('\n')).toContain(`overture:live:${person.organization_id % 64}`);
  });

  test('that dies, and comes back, costs no message: one line when it goes and one when it is back', async () => {
    const page = await openPage();
    lines.length = 0;
    await redis?.kill();
    await publish(world.worker, person.organization_id, upTo(5));
    await expect.poll(page.numbers, { timeout: 10_000 }).toEqual(upTo(5));
    expect(await isReady()).toBe(200);
    await expect.poll(() => countLines(AWAY)).toBeGreaterThan(0);
    const ups = async () => (await redisUp.get()).values.map(({ value }) => value);
    expect(await ups()).toContain(0);
    await redis?.start();
    await expect.poll(() => countLines(BACK), { timeout: 15_000 }).toBe(3);
    expect(countLines(AWAY)).toBe(3);
    expect(await ups()).toEqual([1, 1]);
    await publish(world.worker, person.organization_id, [6]);
    await expect.poll(page.numbers, { timeout: 10_000 }).toEqual(upTo(6));
    expect(page.closes).toEqual([]);
  });

  test('that hangs delays messages by seconds and stops nothing', async () => {
    const page = await openPage();
    redis?.hang();
    onTestFinished(() => redis?.resume());
    const begun = performance.now();
    await publish(world.worker, person.organization_id, upTo(5));
    await expect.poll(page.numbers, { timeout: 10_000 }).toEqual(upTo(5));
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(await isReady()).toBe(200);
  });

  test('that is slow for a moment is up again once it answers', async () => {
    const ups = async () => (await redisUp.get()).values.map(({ value }) => value);
    await expect.poll(ups, { timeout: 15_000 }).toEqual([1, 1]);
    redis?.hang();
    onTestFinished(() => redis?.resume());
    await openPage();
    await expect.poll(ups, { timeout: 10_000 }).toContain(0);
    redis?.resume();
    await expect.poll(ups, { timeout: 15_000 }).toEqual([1, 1]);
  });

  test('that is full, or refuses to publish, costs no message', async () => {
    redis?.resume();
    const page = await openPage();
    for (let n = 0; n < 4; n += 1) {
      try {
        redis?.run('eval', "for i=1,2000 do redis.call('set', ARGV[1]..i, string.rep('x', 1000)) end", '0', String(n));
      } catch {
        break;
      }
    }
    expect(redis?.run('set', 'one', 'more')).toContain('OOM');
    await publish(world.worker, person.organization_id, upTo(3));
    await expect.poll(page.numbers, { timeout: 10_000 }).toEqual(upTo(3));
    redis?.run('acl', 'setuser', 'default', '-publish');
    await publish(world.worker, person.organization_id, [4, 5]);
    await expect.poll(page.numbers, { timeout: 10_000 }).toEqual(upTo(5));
    redis?.run('acl', 'setuser', 'default', '+publish');
  });

  test('that loses what was published costs seconds, not the message', async () => {
    const page = await openPage();
    redis?.run('acl', 'setuser', 'default', 'resetchannels');
    redis?.run('client', 'kill', 'type', 'pubsub');
    onTestFinished(() => void redis?.run('acl', 'setuser', 'default', 'allchannels'));
    await publish(world.worker, person.organization_id, [1]);
    await expect.poll(page.numbers, { timeout: 10_000 }).toEqual([1]);
  });

  test('a process without it hears everything beside those that use it', async () => {
    const plain = await world.startPlain();
    try {
      const [page, other] = [await listen(plain, person), await openPage()];
      let n = 0;
      // Workers notice it within five seconds.
      await expect
        .poll(
          async () => {
            n += 1;
            await publish(world.worker, person.organization_id, [n]);
            await expect.poll(() => other.numbers().at(-1), { timeout: 5000 }).toBe(n);
            return page.numbers().includes(n);
          },
          { timeout: 15_000, interval: 300 },
        )
        .toBe(true);
    } finally {
      await plain.stop();
    }
  });
});

test('what strangers publish is read as numbers, and cut', () => {
  expect(parseHeads('1:2,3:4')).toEqual([
    { organization_id: 1, sequence: 2 },
    { organization_id: 3, sequence: 4 },
  ]);
  expect(parseHeads('x,1,1:y,__proto__:1,1e999:1, ,')).toEqual([]);
  expect(parseHeads('1:1,'.repeat(100_000))).toHaveLength(200);
});
