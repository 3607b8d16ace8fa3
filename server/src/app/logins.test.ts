import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../kernel/jobs.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { useTestServer } from '../testing/harness.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

interface Session {
  login: string;
  application: string;
  owns: boolean;
  is_superuser: boolean;
}

/** Who is signed in at a database, besides who asks. */
async function listSessions(owner: pg.Pool | pg.Client): Promise<Session[]> {
  const { rows } = await owner.query<Session>(`
    select distinct a.usename::text as login, a.application_name as application, r.rolsuper as is_superuser,
      pg_has_role(a.usename, (select relowner from pg_class where oid = 'installation'::regclass), 'member') as owns
    from pg_stat_activity a join pg_roles r on r.rolname = a.usename
    where a.datname = current_database() and a.application_name like 'overture%' order by 2`);
  return rows;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

describe('a process of its own', { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let owner: pg.Client;
  let directory: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new pg.Client({ connectionString: database.connectionString });
    await owner.connect();
    directory = await mkdtemp(join(tmpdir(), 'overture-logins-'));
  });
  afterAll(async () => {
    await endChildren();
    await owner.end();
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  async function endChildren(): Promise<void> {
    for (const child of children.splice(0)) {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
  }

  async function start(roles: string, more: Record<string, string> = {}): Promise<string> {
    const address = `http://127.0.0.1:${await findFreePort()}`;
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, `--roles=${roles}`], {
      env: {
        PATH: process.env.PATH ?? '',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        NODE_ENV: 'production',
        DATABASE_URL: database.connectionString,
        SECRET_KEY: 'Wd3uYq0mR5vKxT8bLz1NcP7sJh2GfA9e',
        APP_URL: 'https://outreach.example.com',
        DATA_DIR: directory,
        LEAD_DATABASE: 'off',
        PORT: new URL(address).port,
        HOST: '127.0.0.1',
        ...more,
      },
    });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    await expect.poll(() => output, { timeout: 60_000, interval: 50 }).toContain('"msg":"ready"');
    return address;
  }

  test('of the role web has no session that owns the tables or is a superuser', async () => {
    const address = await start('web');
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${address}/api/v1/branding/?host=a.example`)));
    const sessions = await listSessions(owner);
    expect(new Set(sessions.map((session) => session.application))).toEqual(
      new Set(['overture:listen', 'overture:overture_system']),
    );
    expect(sessions.filter((session) => session.owns || session.is_superuser)).toEqual([]);
  });

  test('migrates as one login, works as another, and keeps no connection of the first', async () => {
    await endChildren();
    const name = `own_${new URL(database.connectionString).pathname.slice(1)}`;
    await owner.query(`create role ${name} login password 'of the operator'`);
    const own = new URL(database.connectionString);
    Object.assign(own, { username: name, password: 'of the operator' });
    try {
      const address = await start('web', {
        DATABASE_URL: own.toString(),
        MIGRATION_DATABASE_URL: database.connectionString,
      });
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      const sessions = await listSessions(owner);
      expect(new Set(sessions.map((session) => session.login))).toEqual(new Set([name]));
      expect(sessions.filter((session) => session.owns || session.is_superuser)).toEqual([]);
    } finally {
      await endChildren();
      await owner.query(`drop role ${name}`);
    }
  });

  test('of the role worker reaches the queue through a login that reaches nothing else', async () => {
    await start('worker,cron');
    const sessions = await listSessions(owner);
    const queue = sessions.find((session) => session.application === 'overture:queue');
    expect(queue?.login).toMatch(/^overture_queue_[0-9a-f]{8}_[0-9a-f]{8}$/);
    expect(sessions.filter((session) => session.owns || session.is_superuser)).toEqual([]);
  });
});

describe('the logins of the program', () => {
  const server = useTestServer({ is_alone: true });
  let other: Awaited<ReturnType<typeof server.signUp>>;

  beforeAll(async () => {
    await server.signUp('Ada');
    other = await server.signUp('Grace');
    await server.owner.query(`insert into signatures (organization_id, name, signature) values ($1, 'secret', 'x')`, [
      other.organization_id,
    ]);
  });

  /** The first thing an injected statement could do: it leaves the role that the pool set. */
  const attempts: [string, string][] = [
    ['drops a table', 'drop table signatures'],
    ['switches row-level security off', 'alter table signatures disable row level security'],
    ['stops forcing it', 'alter table signatures no force row level security'],
    ['makes a policy', 'create policy everybody on signatures using (true)'],
    ['becomes the owner', 'set role overture'],
    ['becomes another login', `set session authorization overture`],
    ['makes a role', 'create role overture_friend login'],
    ['runs a program', `copy signatures to program 'cat'`],
    ['reads a file', `select pg_read_file('/etc/passwd')`],
    ['reads the queue', 'select * from graphile_worker._private_jobs'],
    ['rewrites what a migration said', 'delete from migrations'],
    [
      'has its function called',
      'create function now() returns timestamptz language sql as $$ select null::timestamptz $$',
    ],
  ];
  const openings = ['select 1', 'set role none', 'reset role', 'reset session authorization'];

  async function attack(pool: pg.Pool, opening: string, statement: string): Promise<pg.QueryResult> {
    const client = await pool.connect();
    try {
      await client.query(opening);
      return await client.query(statement);
    } finally {
      client.release(true);
    }
  }

  test.each(attempts)('lacks %s', async (_, statement) => {
    const { appPool, systemPool } = server.program.databases;
    for (const pool of [appPool, systemPool]) {
      for (const opening of openings)
        await expect(attack(pool, opening, statement), opening).rejects.toMatchObject({ code: /42501|42P01/ });
    }
  });

  test('a request reads no other organization, and cannot become the role that does', async () => {
    const { appPool } = server.program.databases;
    for (const opening of openings) {
      const read = attack(appPool, opening, `select * from signatures where name = 'secret'`);
      expect(
        await read.then(
          ({ rows }) => rows,
          (error) => error.code,
        ),
        opening,
      ).toSatisfy((seen) => seen === '42501' || (Array.isArray(seen) && seen.length === 0));
      for (const role of ['overture_system', 'overture_queue'])
        await expect(attack(appPool, opening, `set role ${role}`)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('the login of the queue reads no table of the application', async () => {
    const { queue } = server.program.databases;
    await expect(queue.query('select 1 from users')).rejects.toMatchObject({ code: '42501' });
    await expect(queue.query('set role overture_system')).rejects.toMatchObject({ code: '42501' });
    await expect(queue.query('drop table graphile_worker._private_jobs')).rejects.toMatchObject({ code: '42501' });
    expect((await queue.query('select count(*)::int as n from graphile_worker._private_jobs')).rows).toHaveLength(1);
  });

  test('a job of a request runs through the login of the queue, and a notification arrives', async () => {
    const { system, databases } = server.program;
    const ran: unknown[] = [];
    const stop = await startJobs(system, databases, { note: async (_, payload) => void ran.push(payload.text) }, 1);
    try {
      const adding = system.forOrganization(other.organization_id);
      await adding.transaction(async (tx) => tx.jobs.add('note', { text: 'from the web' }));
      await expect.poll(() => ran).toEqual(['from the web']);
    } finally {
      await stop();
    }
    await databases.systemPool.query(`update installation set clock_offset = interval '5 seconds'`);
    await databases.systemPool.query(`select pg_notify('overture_clock', '')`);
    await expect.poll(() => system.clock.offset_in_ms()).toBe(5000);
  });
});
