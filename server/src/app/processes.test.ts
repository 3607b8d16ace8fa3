import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../kernel/crypto.ts';
import { createTestDatabase } from '../testing/database.ts';

// The program as the README starts it in production: several processes with the same settings on one machine.
const sourceDirectory = fileURLToPath(new URL('..', import.meta.url));

interface Started {
  child: ChildProcess;
  /** Everything it has said so far. */
  output(): string;
  /** It ended, and all that it said is there. */
  isClosed(): boolean;
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let directory = '';
let settings: Record<string, string> = {};
const running: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'overture-processes-'));
  settings = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    DATABASE_URL: database.connectionString,
    DATABASE_POOL_SIZE: '4',
    SECRET_KEY: 'Wd3uYq0mR5vKxT8bLz1NcP7sJh2GfA9e',
    APP_URL: 'https://outreach.example.com',
    DATA_DIR: directory,
    LEAD_DATABASE: 'off',
    PORT: String(await findFreePort()),
    HOST: '127.0.0.1',
  };
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function start(script: string, words: string[], more: Record<string, string> = {}): Started {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(sourceDirectory, script), ...words],
    { env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings, ...more } },
  );
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  let isClosed = false;
  child.once('close', () => (isClosed = true));
  return { child, output: () => output, isClosed: () => isClosed };
}

/** Until it says that it is ready, or ends. */
async function whenReady({ output, isClosed }: Started): Promise<string> {
  while (!output().includes('"msg":"ready"') && !isClosed()) await sleep(50);
  return output();
}

async function check(more: Record<string, string> = {}): Promise<number | null> {
  const { child } = start('health-check.ts', [], more);
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  return client;
}

async function countHeartbeats(): Promise<number> {
  const client = await connect();
  const { rows } = await client.query<{ beats: number }>('select count(*)::int as beats from worker_heartbeats');
  await client.end();
  return rows[0]?.beats ?? 0;
}

/** A person who is signed in. @returns their id */
async function signIn(token: string): Promise<number> {
  const client = await connect();
  const { rows } = await client.query<{ user_id: number }>(
    `with o as (insert into organizations (name, active_subscription) values ('Acme', true) returning organization_id),
      u as (insert into users (organization_id, email, name, password_hash, role, verified_at)
        select organization_id, 'grace@acme.example', 'Grace Hopper', 'none', 'USER', app_now() from o returning id, organization_id)
    insert into sessions (token_hash, organization_id, user_id, expires_at)
    select $1, organization_id, id, app_now() + interval '1 day' from u returning user_id`,
    [hashToken(token)],
  );
  await client.end();
  return rows[0]!.user_id;
}

const ask = async (port: string, path: string): Promise<number | null> =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    (answer) => answer.status,
    () => null,
  );

describe('processes of one installation on one machine', { timeout: 120_000 }, () => {
  test("the README's two production commands run side by side with the same PORT", async () => {
    const web = start('main.ts', ['--roles=web,live']);
    const worker = start('main.ts', ['--roles=worker,cron']);
    expect(await whenReady(web)).toContain(`"address":"http://127.0.0.1:${settings.PORT}"`);
    expect(await whenReady(worker)).toContain('"address":null');
    expect([web.child.exitCode, worker.child.exitCode]).toEqual([null, null]);
    expect(await ask(settings.PORT as string, '/healthz')).toBe(200);
    // The worker works: its heart beats in the database that both share.
    expect(await countHeartbeats()).toBeGreaterThan(0);
    worker.child.kill('SIGTERM');
    expect((await once(worker.child, 'exit'))[0]).toBe(0);
    expect(await ask(settings.PORT as string, '/healthz')).toBe(200);
  });

  test('a process that ends closes its live connections with the code for a restart', async () => {
    const live = start('main.ts', ['--roles=live']);
    await whenReady(live);
    const token = 'a token of a person who listens';
    const address = `ws://127.0.0.1:${settings.PORT}/ws/${await signIn(token)}/`;
    const socket = new WebSocket(address, { headers: { jwt: token } } as never);
    const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
    await Promise.race([new Promise((resolve) => socket.addEventListener('message', resolve, { once: true })), closed]);
    live.child.kill('SIGTERM');
    // Pages connect to another process, and ask for what they missed.
    expect(await closed).toBe(1012);
    if (live.child.exitCode === null) await once(live.child, 'exit');
    expect(live.child.exitCode).toBe(0);
  });

  test('a connection that is lost in the last step of a start is no end: the step is taken again', async () => {
    const holder = await connect();
    await holder.query('begin; lock table users in access exclusive mode');
    const worker = start('main.ts', ['--roles=worker,cron']);
    // Another connection looks: within a transaction the list of sessions stays as it was first read.
    const onlooker = await connect();
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'update users set active = false%'`;
    while ((await onlooker.query(cut)).rowCount === 0) await sleep(50);
    for (const client of [holder, onlooker]) await client.end();
    expect(await whenReady(worker)).toContain('"msg":"ready"');
    expect(worker.child.exitCode).toBe(null);
  });

  test('a worker reports its health on HEALTH_PORT for the image’s check, and serves nothing else', async () => {
    const port = String(await findFreePort());
    const worker = start('main.ts', ['--roles=worker,cron'], { HEALTH_PORT: port, METRICS_TOKEN: 'let me see them' });
    expect(await check({ HEALTH_PORT: port })).toBe(1);
    expect(await whenReady(worker)).toContain(`"address":"http://127.0.0.1:${port}"`);
    expect(await check({ HEALTH_PORT: port })).toBe(0);
    expect(await check()).toBe(1);
    expect(await ask(port, '/metrics')).toBe(404);
    expect(await ask(port, '/api/v1/app/')).toBe(404);
    expect(await ask(port, '/')).toBe(404);
  });

  test('a port that is taken is named with the setting it came from', async () => {
    const stranger = createServer().listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { port } = stranger.address() as { port: number };
    const worker = start('main.ts', ['--roles=cron'], { HEALTH_PORT: String(port) });
    await once(worker.child, 'exit');
    stranger.close();
    expect(worker.output()).toContain(`Port ${port} is taken.`);
    expect(worker.output()).toContain(`HEALTH_PORT=${port + 1}`);
  });
});

test.each([
  ['SECRET_KEY', ['--roles=web,live'], 'SECRET_KEY is required when NODE_ENV=production'],
  ['SECRET_KEY', [], 'SECRET_KEY is required when NODE_ENV=production'],
  ['DATABASE_URL', ['--roles=cron'], 'Several processes share one database: set DATABASE_URL to use --roles.'],
] as const)('without %s a start ends with one sentence that names it (%j)', async (name, words, said) => {
  const refused = start('main.ts', [...words], { [name]: '' });
  await once(refused.child, 'close');
  expect(refused.child.exitCode).toBe(1);
  expect(refused.output().trim().split('\n')).toEqual([expect.stringContaining(said)]);
  expect(refused.output()).not.toContain('    at ');
});
