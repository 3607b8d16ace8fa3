import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeApiKey } from '../../server/src/kernel/api-keys/key-format.ts';
import { hashToken } from '../../server/src/kernel/crypto.ts';
import { freePort } from '../support/bench-server.ts';
import { recordProof } from '../support/record.ts';
import { request } from '../support/request.ts';
import { parseSize } from '../support/size.ts';
import { settleWorld } from './workers/kill-workers.ts';
import { readLines, startProgram, startServer, watchAnswers } from './workers/part-programs.ts';
import { fillMailboxes } from './world/proof-campaigns.ts';
import { consultOracle, isClean, isQuiet, type ProofWorld, show, startProofWorld, until } from './world/proof-world.ts';
import { makeTenant } from './world/tenants.ts';

/**
 * The program behind Debian's PgBouncer in transaction mode: three processes send and serve with few server connections, the pooler drops all of
 * them in the middle of their work and comes back. Two organizations that read side by side see their own rows alone, and a program that writes all
 * the time, and repeats what was refused, has each of its lists once.
 */
const SENDERS = parseSize('SENDERS', 20);
const LEADS = parseSize('LEADS', 25);
const READS = parseSize('READS', 2000);
const KILLS = parseSize('KILLS', 5);
const SERVER_CONNECTIONS = 6;
const LOGIN = 'overture_hosted';
const POOLER_PASSWORD = 'pooled';

function findAccount(): { uid: number; gid: number } | null {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })));
    return process.getuid?.() === 0 ? { uid: uid!, gid: gid! } : null;
  } catch {
    return null;
  }
}

/** The settings and the statements that docs/operate/database.md shows. */
function loadPage(): { settings: string; statements: string } {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operate/database.md'), 'utf8');
  const blocks = [...page.matchAll(/```\n([\s\S]+?)```/g)].map(([, text]) => text!);
  const settings = blocks.find((text) => text.startsWith('[databases]'));
  const statements = blocks.find((text) => text.startsWith('create role pgbouncer'));
  if (!settings || !statements) throw new Error('docs/operate/database.md shows no PgBouncer.');
  return { settings, statements };
}

async function runAll(connectionString: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** An installation as an operator makes it: a login that is no superuser and owns the database, and what the page adds for the pooler. */
async function makeInstallation(superuser: string): Promise<string> {
  await runAll(
    superuser,
    `create role ${LOGIN} login createrole password 'hosted'`,
    `create database ${LOGIN} owner ${LOGIN}`,
  );
  const address = new URL(superuser);
  await runAll(
    Object.assign(new URL(superuser), { pathname: `/${LOGIN}` }).toString(),
    loadPage().statements.replace("'...'", `'${POOLER_PASSWORD}'`),
  );
  return Object.assign(address, { username: LOGIN, password: 'hosted', pathname: `/${LOGIN}` }).toString();
}

interface Pooler {
  address: string;
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** It does not run as root. */
async function preparePooler(
  folder: string,
  superuser: string,
  direct: string,
  account: { uid: number; gid: number },
): Promise<Pooler> {
  const port = await freePort();
  const server = new URL(superuser);
  const home = join(folder, 'pooler');
  mkdirSync(home);
  const files = {
    'userlist.txt': `"pgbouncer" "${POOLER_PASSWORD}"\n`,
    'pgbouncer.ini': loadPage()
      .settings.replace(/^overture = .*$/m, `* = host=${server.hostname} port=${server.port}`)
      .replace(/^default_pool_size = .*$/m, `default_pool_size = ${SERVER_CONNECTIONS}`)
      .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
      .replace(/^auth_file = .*$/m, `auth_file = ${join(home, 'userlist.txt')}`)
      .replace(/^unix_socket_dir = .*$/m, 'unix_socket_dir =')
      .replace(/^(?:pidfile|logfile) = .*\n/gm, '')
      .concat('log_connections = 0\nlog_disconnections = 0\n'),
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(home, name), text);
    chownSync(join(home, name), account.uid, account.gid);
  }
  chmodSync(folder, 0o711);
  let child: ChildProcess | null = null;
  const address = new URL(direct);
  address.port = String(port);
  return {
    address: address.toString(),
    async start() {
      child = spawn('pgbouncer', [join(home, 'pgbouncer.ini')], { ...account, stdio: 'ignore' });
      await sleep(500);
      if (child.exitCode !== null) throw new Error('PgBouncer ended while starting.');
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Two organizations read in parallel. @returns answers that held something of the other, or failed */
async function useSideBySide(world: ProofWorld, url: string): Promise<string[]> {
  const tenants = await Promise.all(['north', 'south'].map((name) => makeTenant(world, name)));
  for (const [n, { token }] of tenants.entries())
    await request(`${url}/api/v1/searches/`, {
      method: 'POST',
      headers: { jwt: token, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Only of ${n}` }),
    });
  const wrong: string[] = [];
  let refused = 0;
  const read = async (n: number): Promise<void> => {
    const path = ['/searches/', '/campaigns/', '/accounts/'][n % 3]!;
    const own = n % 2;
    const answer = await request(`${url}/api/v1${path}`, { headers: { jwt: tenants[own]!.token } });
    const text = await answer.text();
    const lacks = path === '/searches/' && !text.includes(`Only of ${own}`);
    // A busy machine or a pooler that is away: said in words, and no answer of another organization.
    if (answer.status === 503) refused += 1;
    else if (answer.status !== 200 || lacks || text.includes(`Only of ${1 - own}`))
      wrong.push(`${path}: ${text.slice(0, 200)}`);
  };
  for (let n = 0; n < READS; n += 6) await Promise.all(Array.from({ length: 6 }, (_, place) => read(n + place)));
  return refused > READS / 10 ? [...wrong, `${refused} of ${READS} reads were refused`] : wrong;
}

interface Written {
  /** Calls that were answered, and how many of them had to be repeated. */
  done: number;
  repeated: number;
  /** Calls that failed for good, and lists that are there twice or not at all. */
  wrong: string[];
}

const MOST_TRIES = 60;

/** A program with a key makes a list after the other. What is refused or breaks off it repeats with the same `Idempotency-Key`, as docs/api says. */
async function writeThroughout(world: ProofWorld, url: string): Promise<{ stop(): Promise<Written> }> {
  const { organization_id, user_id } = await makeTenant(world, 'writer');
  const { secret, start } = makeApiKey('live');
  await world.owner.query(
    `insert into api_keys (organization_id, name, key_hash, start, scopes, created_by, expires_at)
     values ($1, 'Writer', $2, $3, '{leads:write}', $4, now() + interval '1 day')`,
    [organization_id, hashToken(secret), start, user_id],
  );
  const written: Written = { done: 0, repeated: 0, wrong: [] };
  let isEnding = false;
  const write = async (name: string): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      const outcome = await fetch(`${url}/api/v1/searches/`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          'idempotency-key': name,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ name }),
        signal: AbortSignal.timeout(20_000),
      }).then(
        async (answer) => `${answer.status} ${(await answer.text()).slice(0, 100)}`,
        (error: Error) => `none: ${error.message}`,
      );
      if (outcome.startsWith('200')) return;
      if (!/^(?:503|429|none)/.test(outcome) || tries === MOST_TRIES)
        return void written.wrong.push(`${name}: ${outcome}`);
      if (tries === 1) written.repeated += 1;
      await sleep(500);
    }
  };
  const work = async (lane: number): Promise<void> => {
    for (let n = 0; !isEnding; n += 1) {
      await write(`List-${lane}.${n}`);
      written.done += 1;
      await sleep(50);
    }
  };
  const working = Promise.all([0, 1].map(work));
  return {
    async stop() {
      isEnding = true;
      await working;
      const { rows } = await world.owner.query<{ name: string; count: number }>(
        'select name, count(*)::int from searches where organization_id = $1 group by name',
        [organization_id],
      );
      written.wrong.push(...rows.filter(({ count }) => count > 1).map(({ name, count }) => `${name}: ${count} times`));
      if (rows.length !== written.done) written.wrong.push(`${rows.length} lists of ${written.done} calls`);
      return written;
    },
  };
}

/** Connections of requests and loops at the server: those of the pooler, and one of each process that listens. */
async function countServerConnections(world: ProofWorld): Promise<number> {
  const { rows } = await world.owner.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity
     where datname = $1 and (usename like 'overture\\_app\\_%' or usename like 'overture\\_system\\_%')`,
    [LOGIN],
  );
  return rows[0]!.count;
}

async function prove(world: ProofWorld, pooler: Pooler): Promise<boolean> {
  const nodes = [{ type: 'EMAIL' as const }];
  await fillMailboxes(world, { type: 'IMAP', senders: SENDERS, leads_per_sender: LEADS, nodes });
  await world.owner.query('update accounts set send_gap_in_seconds = 1');
  const logFile = process.env.PROGRAM_LOG ?? join(world.directory, 'programs.log');
  const port = await freePort();
  const behind = { directory: world.directory, connectionString: pooler.address };
  const programs = [
    startProgram(behind, 'web,live', port, logFile),
    startProgram(behind, 'worker,cron', 0, logFile),
    startProgram(behind, 'worker', 0, logFile),
  ];
  const url = `http://127.0.0.1:${port}`;
  const watching = watchAnswers(url);
  try {
    await until(async () => world.mail.ledger.total() >= 20, 120_000, 'the first mails');
    watching.answers.other.length = 0; // before it listened
    const connections = await countServerConnections(world);
    const wrong = await useSideBySide(world, url);
    const writing = await writeThroughout(world, url);
    for (let n = 0; n < KILLS; n += 1) {
      await pooler.kill();
      await sleep(1500);
      await pooler.start();
      await sleep(4000);
    }
    const written = await writing.stop();
    await until(() => isQuiet(world), 600_000, 'the rest leaving');
    watching.stop();
    // Requests that are under way get their answer.
    await sleep(5000);
    const ended = programs.filter(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null).length;
    for (const program of programs) program.kill('SIGKILL');
    await settleWorld(world);
    const verdict = await consultOracle(world);
    const lines = readLines(logFile);
    const unknown = readFileSync(logFile, 'utf8').match(
      /prepared statement .{0,40} does not exist|permission denied|unsupported startup/g,
    );
    const { answers } = watching;
    process.stdout.write(
      `pgbouncer: ${connections} server connections for three processes, ${READS} reads side by side, ${wrong.length} wrong ${wrong[0] ?? ''}\n  ${show(verdict)}\n` +
        `  calls that write: ${written.done}, ${written.repeated} of them repeated, ${written.wrong.length} wrong ${JSON.stringify(written.wrong.slice(0, 3))}\n` +
        `  web: ${answers.total} answers, ${answers.refused} of them 503, others ${JSON.stringify(answers.other.slice(0, 5))} (${answers.other.length}); ended programs: ${ended}\n  log: ${JSON.stringify(lines)}\n`,
    );
    const isProven =
      isClean(verdict) &&
      verdict.unknown === 0 &&
      verdict.confirmed + verdict.parked === SENDERS * LEADS &&
      wrong.length + written.wrong.length + ended + answers.other.length === 0 &&
      written.repeated > 0 &&
      unknown === null &&
      connections <= 2 * SERVER_CONNECTIONS + programs.length;
    recordProof('machines/pgbouncer', isProven, {
      kills: KILLS,
      connections,
      reads: READS,
      wrong: wrong.length,
      written: { ...written, wrong: written.wrong.length },
      verdict,
    });
    return isProven;
  } finally {
    watching.stop();
    for (const program of programs) program.kill('SIGKILL');
  }
}

const account = findAccount();
if (account === null) {
  process.stdout.write('SKIPPED: PgBouncer is not installed, or this is not root (`apt-get install pgbouncer`).\n');
} else {
  const folder = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'overture-pgbouncer-'));
  const server = await startServer(folder);
  const direct = await makeInstallation(server.connectionString);
  const pooler = await preparePooler(folder, server.connectionString, direct, account);
  await pooler.start();
  process.env.DATABASE_DIRECT_URL = direct;
  const world = await startProofWorld({ connectionString: direct, answer_timeout_in_ms: 15_000 });
  try {
    const isProven = await prove(world, pooler);
    process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
    process.exitCode = isProven ? 0 : 1;
  } finally {
    await world.close();
    await pooler.kill();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
