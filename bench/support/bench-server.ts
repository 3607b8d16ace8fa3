import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { hashToken, newToken } from '../../server/src/kernel/crypto.ts';
import { type BenchDatabase, startBenchDatabase } from './bench-database.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** What `npm start` gives the program (tools/run.mjs). */
const lean: { node: string[]; glibc: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'tools/run/memory.json'), 'utf8'),
);

/** The real program in a process of its own, on a fresh embedded PostgreSQL with durable settings. */
export interface BenchServer extends BenchDatabase {
  url: string;
  /** A signed-in person: of a new organization, or of the one whose data was made before. */
  signUp(): Promise<BenchPerson>;
  /** Most memory the server process ever held, in bytes. */
  peakMemory(): number;
  /** The most it has held counts from now on, without its start. */
  resetPeakMemory(): void;
  /** Memory it holds now, in bytes. */
  memory(): number;
  /** Processor time it has used, in seconds. */
  processorTime(): number;
  /** The same of PostgreSQL, of all its processes. */
  databaseTime(): number;
}

export interface BenchPerson {
  organization_id: number;
  headers: Record<string, string>;
  call(method: string, path: string, body?: unknown): Promise<Response>;
}

/**
 * With `BENCH_DATA=<folder>` the database is in that folder, migrated to the current schema and kept at the end: data
 * that takes hours is made once.
 * @param environment settings of the program besides those of every benchmark
 * @param prepare puts files for the program into its data folder
 * @param log_file gets the program's output, warnings included, and is kept
 */
export async function startBenchServer(
  environment: Record<string, string> = {},
  prepare: (directory: string) => Promise<void> = async () => undefined,
  log_file: string | null = null,
): Promise<BenchServer> {
  const kept = process.env.BENCH_DATA;
  const { directory, connectionString, owner, stop } = await startBenchDatabase(kept);
  await prepare(directory);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  execFileSync(process.execPath, [join(root, 'tools/run.mjs'), 'server'], { stdio: 'ignore' });
  const log = log_file === null ? null : openSync(log_file, 'a');
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...lean.node, join(root, 'server/dist/main.mjs')],
    {
      stdio: ['ignore', log ?? 'ignore', log ?? 'inherit', 'ipc'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(root, '.runtime/compile-cache'),
        ...lean.glibc,
        NODE_ENV: 'production',
        LEAD_DATABASE: 'off',
        ...environment,
        SECRET_KEY: 'a key for measuring, thirty-two characters',
        DATA_DIR: directory,
        DATABASE_URL: connectionString,
        PORT: String(port),
        // What is measured is the product without its limits.
        REQUESTS_PER_SECOND: '1000000',
        STRANGER_REQUESTS_PER_MINUTE: '100000000',
        HOST: '127.0.0.1',
        APP_URL: url,
        LOG_LEVEL: log === null ? 'error' : 'warn',
      },
    },
  );
  await waitUntilAnswers(`${url}/healthz`, child);
  const database = await findPostgres(owner);
  return {
    url,
    directory,
    connectionString,
    owner,
    signUp: () => signUp(owner, url, kept !== undefined),
    peakMemory: () => measureMemory(child.pid, 'VmHWM'),
    resetPeakMemory: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    memory: () => measureMemory(child.pid, 'VmRSS'),
    processorTime: () => measureProcessorTime(child.pid),
    databaseTime: () => measureTreeTime(database),
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
      await stop();
    },
  };
}

function measureMemory(pid: number | undefined, field: 'VmHWM' | 'VmRSS'): number {
  const line = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) * 1024;
}

/** From the third field of its `stat` on. */
const loadStat = (pid: number | undefined): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];

/** Seconds of a processor that a process has used: fields 14 and 15 of its `stat`, in hundredths. */
export function measureProcessorTime(pid: number | undefined): number {
  const fields = loadStat(pid);
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The process that starts all others of PostgreSQL. */
async function findPostgres(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query('select pg_backend_pid() as pid');
  return Number(loadStat(rows[0].pid)[1]);
}

/** Seconds that a process has used with those it started, the ended ones included. */
function measureTreeTime(pid: number): number {
  const [, , ended, endedInSystem] = loadStat(pid).slice(11, 15);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const ofEnded = (Number(ended) + Number(endedInSystem)) / 100;
  return children.reduce((sum, child) => sum + measureIfRunning(Number(child)), measureProcessorTime(pid) + ofEnded);
}

function measureIfRunning(pid: number): number {
  try {
    return measureProcessorTime(pid);
  } catch {
    return 0;
  }
}

/** Waits until `url` answers well, up to three minutes on a busy machine; throws when the process ends before. */
export async function waitUntilAnswers(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1800; tries += 1) {
    if (child.exitCode !== null) throw new Error('the server ended while starting');
    const isReady = await fetch(url)
      .then((answer) => answer.ok)
      .catch(() => false);
    if (isReady) return;
    await sleep(100);
  }
  throw new Error('the server did not start within three minutes');
}

async function signUp(owner: pg.Client, url: string, joinsKept: boolean): Promise<BenchPerson> {
  const token = newToken();
  const { rows: made } = await owner.query(
    "select organization_id, id from users where name = 'Bench' order by id limit 1",
  );
  const { organization_id, id } = (joinsKept && made[0]) || (await makePerson(owner));
  const organizationId = Number(organization_id);
  await owner.query(
    "insert into sessions (token_hash, organization_id, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')",
    [hashToken(token), organizationId, id],
  );
  const headers = { jwt: token };
  return {
    organization_id: organizationId,
    headers,
    call: (method, path, body) =>
      fetch(`${url}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}

async function makePerson(owner: pg.Client): Promise<{ organization_id: string; id: string }> {
  const { rows } = await owner.query("insert into organizations (name) values ('Bench') returning organization_id");
  const organizationId: string = rows[0].organization_id;
  const user = await owner.query(
    "insert into users (organization_id, email, name, role, verified_at) values ($1, $2, 'Bench', 'USER', now()) returning id",
    [organizationId, `bench${organizationId}@bench.example`],
  );
  return { organization_id: organizationId, id: user.rows[0].id };
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
