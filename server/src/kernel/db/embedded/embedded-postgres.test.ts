import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, type PostgresExit, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findProcessesOn, waitUntil } from './postgres-processes.ts';

const log = { info: () => {}, warn: () => {} };
const MODULE = new URL('./embedded-postgres.ts', import.meta.url).href;

let folder: string;
let prepared: string;
const running: EmbeddedPostgres[] = [];
const owners: ChildProcess[] = [];

/** Starts on a folder; what is still running at a test's end is stopped. */
async function start(dataDir: string, more: { port?: number; onExit?: (exit: PostgresExit) => void } = {}) {
  const postgres = await startEmbeddedPostgres({ dataDir, log, ...more });
  running.push(postgres);
  return postgres;
}

/** A copy of a stopped installation, which is quicker than making one. */
function makeHome(name: string): string {
  const home = join(folder, name);
  cpSync(prepared, home, { recursive: true });
  return home;
}

async function query(postgres: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: postgres.connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Another Node process that starts PostgreSQL, writes a row and waits to be killed. Answers the postmaster's number. */
async function startOwner(
  dataDir: string,
  path = process.env.PATH ?? '',
): Promise<{ owner: ChildProcess; postmaster: number }> {
  const script = `
    import pg from 'pg';
    const { startEmbeddedPostgres } = await import(${JSON.stringify(MODULE)});
    const log = { info() {}, warn() {} };
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
    const client = new pg.Client({ connectionString: postgres.connectionString });
    await client.connect();
    await client.query("create table kept as select 'committed' as word");
    console.log(postgres.pid);
    setInterval(() => {}, 1_000);`;
  const options = { cwd: import.meta.dirname, env: { ...process.env, PATH: path } };
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], options);
  owners.push(owner);
  let errors = '';
  owner.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const postmaster = await new Promise<number>((done, fail) => {
    owner.stdout.once('data', (chunk) => done(Number(chunk)));
    owner.once('exit', () => fail(new Error(errors)));
  });
  return { owner, postmaster };
}

async function kill(owner: ChildProcess): Promise<void> {
  const ended = new Promise((done) => owner.once('exit', done));
  owner.kill('SIGKILL');
  await ended;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'overture postgres, "quoted" ')); // mode 0700, as root's home has
  prepared = join(folder, 'prepared');
  mkdirSync(join(prepared, 'postgres.new-cut'), { recursive: true });
  writeFileSync(join(prepared, 'postgres.new-cut', 'PG_VERSION'), 'left by a start that was cut');
  await (await startEmbeddedPostgres({ dataDir: prepared, log })).stop();
});

afterEach(async () => {
  await Promise.all(owners.splice(0).map((owner) => (owner.exitCode ?? owner.signalCode) === null && kill(owner)));
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an installation of its own', () => {
  test('answers on 127.0.0.1 with durable settings, in UTF-8, and keeps its data over a stop', async () => {
    const home = makeHome('plain');
    const first = await start(home);
    const [row] = await query(
      first,
      `select current_database() as db, current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync,
        current_setting('jit') as jit, current_setting('server_encoding') as encoding, current_setting('server_version_num')::int >= 180000 as is_18,
        lower('ÄÖ') as lowered, current_setting('listen_addresses') as listens`,
    );
    expect(row).toEqual({
      db: 'overture',
      fsync: 'on',
      sync: 'on',
      jit: 'off',
      encoding: 'UTF8',
      is_18: true,
      lowered: 'äö',
      listens: '127.0.0.1',
    });
    expect(first.dataDirectory).toBe(join(home, 'postgres'));
    await query(first, 'create table notes as select 7 as n');
    await first.stop();
    expect(findProcessesOn(first.dataDirectory)).toEqual([]);
    const second = await start(home);
    expect(await query(second, 'select n from notes')).toEqual([{ n: 7 }]);
  });

  test('refuses connections without the password, which only the owner may read', async () => {
    const home = makeHome('password');
    const postgres = await start(home);
    expect(statSync(join(home, 'postgres-password')).mode & 0o777).toBe(0o600);
    expect(statSync(postgres.dataDirectory).mode & 0o777).toBe(0o700);
    const stranger = new pg.Client({
      host: '127.0.0.1',
      port: postgres.port,
      user: 'overture',
      password: 'x',
      database: 'overture',
    });
    await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
  });

  test('takes a new password when the file was lost', async () => {
    const home = makeHome('lost password');
    rmSync(join(home, 'postgres-password'));
    const postgres = await start(home);
    expect(await query(postgres, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test('says so when the data belongs to another version', async () => {
    const home = makeHome('old');
    writeFileSync(join(home, 'postgres', 'PG_VERSION'), '14\n');
    await expect(start(home)).rejects.toThrow(/made by PostgreSQL 14/);
  });

  test('reports when its configured port is taken, and leaves nothing running', async () => {
    const home = makeHome('port');
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    await expect(start(home, { port })).rejects.toThrow(/Address already in use/);
    server.close();
    expect(findProcessesOn(join(home, 'postgres'))).toEqual([]);
  });
});

describe('two on one folder', () => {
  test('the second is refused while the first lives, also after a backend crashed under it', async () => {
    const home = makeHome('twice');
    const first = await start(home);
    await expect(start(home)).rejects.toThrow(/already runs on .*twice/);
    const [backend] = await query(
      first,
      "select pg_backend_pid() as pid, pg_terminate_backend(pid) from pg_stat_activity where application_name = 'overture keeper'",
    );
    expect(backend).toBeDefined();
    const heldAgain = `select count(*)::int as n from pg_locks where locktype = 'advisory'`;
    await expect.poll(() => query(first, heldAgain)).toEqual([{ n: 1 }]);
    await expect(start(home)).rejects.toThrow(/already runs/);
    expect(await query(first, 'select 1 as n')).toEqual([{ n: 1 }]);
  });
});

describe('after kill -9', () => {
  test('of PostgreSQL: it is reported, and the next start has every committed row', async () => {
    const home = makeHome('postmaster');
    const exits: PostgresExit[] = [];
    const first = await start(home, { onExit: (exit) => exits.push(exit) });
    await query(first, 'create table kept as select 1 as n');
    process.kill(first.pid, 'SIGKILL');
    await expect.poll(() => exits).toMatchObject([{ signal: 'SIGKILL' }]);
    const second = await start(home);
    expect(await query(second, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  test('of PostgreSQL with a backend still working: the folder is cleared first', async () => {
    const home = makeHome('backend');
    const first = await start(home);
    const busy = query(first, 'do $$ begin loop perform 1; end loop; end $$').catch((error: Error) => error);
    await expect
      .poll(() => query(first, `select 1 from pg_stat_activity where query like 'do %' and state = 'active'`))
      .toHaveLength(1);
    process.kill(first.pid, 'SIGKILL');
    const second = await start(home);
    expect(await busy).toBeInstanceOf(Error);
    expect(await query(second, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test('of the server: PostgreSQL exits, and the next start has every committed row', async () => {
    const home = makeHome('server');
    const { owner, postmaster } = await startOwner(home);
    expect(findProcessesOn(join(home, 'postgres'))).toContain(postmaster);
    await kill(owner);
    if (process.platform === 'linux') {
      expect(await waitUntil(() => findProcessesOn(join(home, 'postgres')).length === 0, 5_000)).toBe(true);
    }
    const next = await start(home);
    expect(await query(next, 'select word from kept')).toEqual([{ word: 'committed' }]);
  });

  test('of the server where PostgreSQL lives on: the next start takes the folder over', async () => {
    const home = makeHome('orphan');
    const programs = join(folder, 'programs'); // without setpriv, which ties PostgreSQL's life to the server's
    mkdirSync(programs);
    if (existsSync('/usr/bin/unshare')) symlinkSync('/usr/bin/unshare', join(programs, 'unshare'));
    symlinkSync('/bin/true', join(programs, 'true'));
    const { owner, postmaster } = await startOwner(home, programs);
    await kill(owner);
    expect(findProcessesOn(join(home, 'postgres'))).toContain(postmaster);
    const next = await start(home);
    expect(next.pid).not.toBe(postmaster);
    expect(findProcessesOn(join(home, 'postgres'))).not.toContain(postmaster);
    expect(await query(next, 'select word from kept')).toEqual([{ word: 'committed' }]);
  });

  test('of the machine: a postmaster.pid with a recycled process number is no obstacle', async () => {
    const home = makeHome('recycled');
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { cwd: join(home, 'postgres') });
    owners.push(stranger);
    const lines = [stranger.pid, join(home, 'postgres'), '1700000000', '5999', '', '127.0.0.1', '1 1', 'ready'];
    writeFileSync(join(home, 'postgres', 'postmaster.pid'), `${lines.join('\n')}\n`);
    const postgres = await start(home);
    expect(await query(postgres, 'select 1 as n')).toEqual([{ n: 1 }]);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    expect(readFileSync(join(home, 'postgres', 'postmaster.pid'), 'utf8')).toMatch(new RegExp(`^${postgres.pid}\n`));
  });
});

test('stop ends it within seconds though a transaction is open, and may be called twice', async () => {
  const postgres = await start(makeHome('busy'));
  const client = new pg.Client({ connectionString: postgres.connectionString });
  const errors: Error[] = [];
  client.on('error', (error) => errors.push(error));
  await client.connect();
  await client.query('begin');
  const startedAt = Date.now();
  await Promise.all([postgres.stop(), postgres.stop()]);
  expect(Date.now() - startedAt).toBeLessThan(5_000);
  await expect.poll(() => errors[0]).toMatchObject({ code: '57P01' });
});
