import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signaturesEndpoints } from '@overture/contract/signatures';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../kernel/db/migrate.ts';
import { startJobs } from '../kernel/jobs.ts';
import { createLog } from '../kernel/log.ts';
import { startTestServer, type TestClient, type TestServer } from '../testing/harness.ts';
import { type SupervisedDatabase, superviseDatabase } from './embedded-database.ts';

/** A whole program on an embedded database of its own, which the tests hurt. */
const lines: { level: number; msg: string }[] = [];
const log = createLog('info', false, { write: (line) => void lines.push(JSON.parse(line)) });
const announced: string[] = [];
const ran: string[] = [];
let folder: string;
let database: SupervisedDatabase;
let server: TestServer & { stop(): Promise<void> };
let user: TestClient;
let stopJobs: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overture-outage-'));
  database = await superviseDatabase(folder, log, (text) => announced.push(text));
  await migrate(database.connectionString, log);
  server = await startTestServer({
    roles: ['web', 'live', 'worker', 'cron'],
    log,
    database: {
      connectionString: database.connectionString,
      expectNoConnections: async () => undefined,
      drop: async () => undefined,
    },
  });
  const { system, databases } = server.program;
  const note = async (_ctx: unknown, payload: Record<string, unknown>): Promise<void> =>
    void ran.push(String(payload.name));
  stopJobs = await startJobs(system, databases, { note }, 2);
  user = await server.signUp();
}, 120_000);

afterAll(async () => {
  await stopJobs?.();
  await server?.stop();
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function run(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(statement);
  await client.end();
}

interface Seen {
  statuses: Set<number>;
  slowest_in_ms: number;
  retry_after: unknown;
  code: string | undefined;
}

/** Asks again and again until it was refused and then served, `is_write` by changing something. */
async function callThroughOutage(isWrite: boolean): Promise<Seen> {
  const seen: Seen = { statuses: new Set(), slowest_in_ms: 0, retry_after: null, code: undefined };
  const deadline = Date.now() + 60_000;
  for (;;) {
    const startedAt = performance.now();
    const answer = isWrite
      ? await user.call(signaturesEndpoints.createSignature, { body: { name: 'Sales', signature: '<p>Ada</p>' } })
      : await user.call(signaturesEndpoints.listSignatures);
    seen.slowest_in_ms = Math.max(seen.slowest_in_ms, performance.now() - startedAt);
    seen.statuses.add(answer.status);
    if (answer.status >= 500) {
      seen.retry_after = answer.headers['retry-after'];
      seen.code = answer.error.code;
    } else if (seen.statuses.has(503)) return seen;
    if (Date.now() > deadline) throw new Error(`statuses ${[...seen.statuses]} within a minute`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within 30 s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const health = async () => (await server.program.app.inject({ url: '/healthz' })).statusCode;
const said = (words: string) => lines.filter((line) => line.msg.includes(words)).length;
const troubles = () => lines.filter((line) => line.level >= 50);

/** Notifications, jobs and loops are at work again. */
async function expectAllAtWork(name: string): Promise<void> {
  await until('the health', async () => (await health()) === 200);
  const { system, databases } = server.program;
  const before = system.clock.offset_in_ms();
  await until('a notification', async () => {
    await sql`update installation set clock_offset = ${`${before / 1000 + 1} seconds`}::interval`.execute(
      databases.system,
    );
    await sql`select pg_notify('overture_clock', '')`.execute(databases.system);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return system.clock.offset_in_ms() === before + 1000;
  });
  await server.owner.query(`select graphile_worker.add_job('note', json_build_object('name', $1::text))`, [name]);
  await until('a job', () => ran.includes(name));
}

test('the embedded database is killed: 503 with Retry-After immediately, then it recovers', async () => {
  lines.length = 0;
  const before = database.pid() as number;
  process.kill(before, 'SIGKILL');
  const unhealthy = until('the health to fall', async () => (await health()) === 503);
  const seen = await callThroughOutage(false);
  await unhealthy;
  expect([...seen.statuses].filter((status) => status !== 200)).toEqual([503]);
  expect(seen.code).toBe('unavailable');
  expect(Number(seen.retry_after)).toBeGreaterThan(0);
  expect(seen.slowest_in_ms).toBeLessThan(5000);
  expect(database.pid()).not.toBe(before);
  await expectAllAtWork('after the kill');
  expect(said('the database cannot be reached')).toBe(1);
  expect(said('the database is back')).toBe(1);
  expect(said('The database ended and is started again')).toBe(1);
  expect(troubles()).toEqual([]);
}, 90_000);

test('connections that are cut cost one answer at most, and are no outage', async () => {
  lines.length = 0;
  for (let n = 0; n < 5; n += 1) {
    await run(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'overture%'
      and application_name <> 'overture keeper' and pid <> pg_backend_pid()`);
    await until('an answer', async () => (await user.call(signaturesEndpoints.listSignatures)).status === 200);
  }
  await expectAllAtWork('after the cuts');
  expect(said('the database cannot be reached')).toBe(0);
  expect(troubles()).toEqual([]);
}, 60_000);

test('a read-only database: writes get 503, reads work, and its sessions are not used again', async () => {
  lines.length = 0;
  await run('alter system set default_transaction_read_only = on');
  await run('select pg_reload_conf()');
  setTimeout(async () => {
    // Sessions opened during the outage are read-only; the setting of the server does not reach sessions that set it
    // themselves.
    await run('alter system reset default_transaction_read_only');
    await run('select pg_reload_conf()');
  }, 2500);
  await until('the refusal', async () => {
    const { status } = await user.call(signaturesEndpoints.createSignature, { body: { name: 'A', signature: 'a' } });
    return status === 503;
  });
  expect((await user.call(signaturesEndpoints.listSignatures)).status).toBe(200);
  await until('the health to fall', async () => (await health()) === 503);
  const seen = await callThroughOutage(true);
  expect([...seen.statuses].filter((status) => status >= 300)).toEqual([503]);
  await expectAllAtWork('after the reading');
  expect(said('the database takes no changes')).toBe(1);
  expect(troubles()).toEqual([]);
}, 60_000);

test('a database out of connections: 503 or served, never 500, and healthy when they are free', async () => {
  const held: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client({ connectionString: database.connectionString });
    client.on('error', () => undefined);
    const isIn = await client.connect().then(
      () => true,
      () => false,
    );
    if (!isIn) break;
    held.push(client);
  }
  const answers = await Promise.all(Array.from({ length: 30 }, () => user.call(signaturesEndpoints.listSignatures)));
  expect([...new Set(answers.map((answer) => answer.status))].filter((status) => ![200, 503].includes(status))).toEqual(
    [],
  );
  expect(answers.some((answer) => answer.status === 503)).toBe(true);
  await Promise.all(held.map((client) => client.end()));
  await until('an answer', async () => (await user.call(signaturesEndpoints.listSignatures)).status === 200);
  await expectAllAtWork('after the crowd');
  expect(troubles()).toEqual([]);
}, 60_000);

test('after the third crash within ten minutes the log says what to do, and it restarts anyway', async () => {
  for (let n = 0; n < 2; n += 1) {
    const pid = database.pid() as number;
    process.kill(pid, 'SIGKILL');
    await until('a new one', () => database.pid() !== null && database.pid() !== pid);
    await until('the health', async () => (await health()) === 200);
  }
  expect(announced).toHaveLength(1);
  expect(announced[0]).toContain(join(folder, 'postgres.log'));
  expect(announced[0]).toContain('df -h');
  await expectAllAtWork('after three deaths');
}, 90_000);
