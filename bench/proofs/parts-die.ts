import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { probeServer } from '../../server/src/kernel/db/health.ts';
import { parseSize } from '../support/size.ts';
import { settleWorld } from './workers/kill-workers.ts';
import { readLines, type Server, startProgram, startServer, watchAnswers } from './workers/part-programs.ts';
import { fillMailboxes, startCampaign } from './world/proof-campaigns.ts';
import { consultOracle, isClean, isQuiet, type ProofWorld, show, startProofWorld, until } from './world/proof-world.ts';

/**
 * Parts that die: one web and two worker processes of the real program send through an own PostgreSQL, which is killed
 * (postmaster, a backend, every connection), made read-only, and held up as by a disk that answers nothing. Afterwards the mail server's ledger and the database are
 * joined: nothing twice, nothing lost; after each outage the rate is back within ten seconds; the web process answers
 * 200 or 503, and soon.
 */
const KILLS = parseSize('KILLS', 20);
const READ_ONLY = parseSize('READ_ONLY', 5, 0);
const READ_ONLY_SECONDS = parseSize('READ_ONLY_SECONDS', 30);
const STALLED = parseSize('STALLED', 3, 0);
const STALLED_SECONDS = parseSize('STALLED_SECONDS', 10);
/** A hanging database is distinguished from a slow one by two checks of 3 s without a response. */
const SLOWEST_ANSWER_IN_MS = STALLED > 0 ? 9000 : 5000;
const SENDERS = parseSize('SENDERS', 30);
const LEADS_PER_CAMPAIGN = 40;
const CAMPAIGNS_PER_SENDER = 13;
const BACK_WITHIN_IN_MS = 10_000;
/** The rate is counted over so long. */
const WINDOW_IN_MS = 4000;
const CALM_IN_MS = 6000;

type Fault = 'postmaster killed' | 'backend killed' | 'connections cut' | 'read-only' | 'stalled';

interface Outage {
  fault: Fault;
  /** Without a database that can be written. */
  away_in_ms: number;
  /** From its return until the rate was 95 % of the one before; null when not within ten seconds. */
  rate_back_in_ms: number | null;
}

async function run(connectionString: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end().catch(() => undefined);
}

async function hurt(server: Server, fault: Fault): Promise<void> {
  const { connectionString } = server;
  if (fault === 'postmaster killed') return void process.kill(server.pid()!, 'SIGKILL');
  if (fault === 'connections cut') {
    return run(
      connectionString,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'overture%'
       and application_name <> 'overture keeper' and pid <> pg_backend_pid()`,
    );
  }
  if (fault === 'backend killed') {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'overture:overture_system' limit 1`,
    );
    process.kill(rows[0]!.pid, 'SIGKILL');
    return;
  }
  if (fault === 'stalled') {
    const children = readFileSync(`/proc/${server.pid()}/task/${server.pid()}/children`, 'utf8');
    const pids = [server.pid()!, ...children.split(' ').filter(Boolean).map(Number)];
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
      for (const pid of pids) process.kill(pid, name);
    };
    signal('SIGSTOP');
    await sleep(STALLED_SECONDS * 1000);
    return signal('SIGCONT');
  }
  await run(connectionString, 'alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
  await sleep(READ_ONLY_SECONDS * 1000);
  await run(connectionString, 'alter system reset default_transaction_read_only', 'select pg_reload_conf()');
}

async function untilWritable(connectionString: string): Promise<void> {
  for (let misses = 0; ; misses += 1) {
    if ((await probeServer(connectionString, false)).kind === 'up') return;
    if (misses > 1200) throw new Error('the database did not come back within a minute');
    await sleep(50);
  }
}

const rateOver = async (world: ProofWorld, milliseconds: number): Promise<number> => {
  const before = world.mail.ledger.total();
  await sleep(milliseconds);
  return (1000 * (world.mail.ledger.total() - before)) / milliseconds;
};

async function suffer(world: ProofWorld, server: Server, fault: Fault, usual: number): Promise<Outage> {
  const startedAt = performance.now();
  await hurt(server, fault);
  await untilWritable(world.connectionString);
  const backAt = performance.now();
  const totals: { at: number; total: number }[] = [];
  let rate_back_in_ms: number | null = null;
  while (performance.now() - backAt < BACK_WITHIN_IN_MS + WINDOW_IN_MS && rate_back_in_ms === null) {
    totals.push({ at: performance.now(), total: world.mail.ledger.total() });
    const now = totals.at(-1)!;
    const then = totals.findLast((one) => now.at - one.at >= WINDOW_IN_MS);
    // The window that shows the rate begins when the rate is back.
    if (then && (1000 * (now.total - then.total)) / (now.at - then.at) >= usual * 0.95)
      rate_back_in_ms = then.at - backAt;
    await sleep(100);
  }
  return { fault, away_in_ms: Math.round(backAt - startedAt), rate_back_in_ms };
}

export async function proveParts(world: ProofWorld, server: Server) {
  await fill(world);
  const logFile = process.env.PROGRAM_LOG ?? join(world.directory, 'programs.log');
  const port = Number(process.env.PROOF_PORT ?? 3181);
  const programs = [
    startProgram(world, 'web,live', port, logFile),
    startProgram(world, 'worker,cron', 0, logFile),
    startProgram(world, 'worker', 0, logFile),
  ];
  let ended = 0;
  for (const program of programs) program.once('exit', () => (ended += 1));
  const watching = watchAnswers(`http://127.0.0.1:${port}`);
  try {
    for (let n = 0; n < 600 && world.mail.ledger.total() < 50; n += 1) await sleep(100);
    watching.answers.other.length = 0; // before it listened
    await sleep(5000);
    const usual = await rateOver(world, 12_000);
    process.stdout.write(`  usual rate ${usual.toFixed(1)} mails/s\n`);
    const outages: Outage[] = [];
    for (const fault of plan()) {
      const outage = await suffer(world, server, fault, usual);
      outages.push(outage);
      process.stdout.write(
        `  ${outage.fault}: away ${outage.away_in_ms} ms, rate back after ${outage.rate_back_in_ms?.toFixed(0) ?? 'more than 10 000'} ms\n`,
      );
      await sleep(CALM_IN_MS);
    }
    watching.stop();
    const lines = readLines(logFile);
    const survived = programs.length - ended;
    await world.system.systemTransaction(({ db }) => sql`update accounts set send_gap_in_seconds = 0`.execute(db));
    await until(() => isQuiet(world), 900_000, 'the rest leaving');
    await settleWorld(world);
    return { usual, outages, answers: watching.answers, survived, lines, verdict: await consultOracle(world) };
  } finally {
    watching.stop();
    for (const program of programs) program.kill('SIGKILL');
  }
}

/** A campaign may send forty mails a day: each sender has several. */
async function fill(world: ProofWorld): Promise<void> {
  const nodes = [{ type: 'EMAIL' as const }];
  const organization_id = await fillMailboxes(world, {
    type: 'IMAP',
    senders: SENDERS,
    leads_per_sender: LEADS_PER_CAMPAIGN,
    nodes,
  });
  // A gap makes the rate steady, however busy this machine is.
  const accounts = await world.system.systemTransaction(({ db }) =>
    sql<{ id: number }>`update accounts set send_gap_in_seconds = 1 returning id`.execute(db),
  );
  for (const { id: account_id } of accounts.rows) {
    for (let n = 1; n < CAMPAIGNS_PER_SENDER; n += 1) {
      const people = Array.from({ length: LEADS_PER_CAMPAIGN }, (_, place) => ({
        email: `p+${place}.${n}.${account_id}@northwind.example`,
      }));
      await startCampaign(world, { organization_id, account_id, nodes }, people);
    }
  }
}

/** Every sort of fault in turn, the read-only times spread among them, the stalled ones at the end. */
function plan(): Fault[] {
  const kinds: Fault[] = ['postmaster killed', 'postmaster killed', 'backend killed', 'connections cut'];
  const faults: Fault[] = Array.from({ length: KILLS }, (_, n) => kinds[n % kinds.length]!);
  for (let n = 0; n < READ_ONLY; n += 1) {
    faults.splice(Math.round(((n + 1) * KILLS) / (READ_ONLY + 1)) + n, 0, 'read-only');
  }
  for (let n = 0; n < STALLED; n += 1) faults.push('stalled');
  return faults;
}

if (import.meta.main) {
  const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'overture-parts-'));
  const server = await startServer(directory);
  const world = await startProofWorld({ connectionString: server.connectionString, answer_timeout_in_ms: 15_000 });
  try {
    const { usual, outages, answers, survived, lines, verdict } = await proveParts(world, server);
    const late = outages.filter((outage) => outage.rate_back_in_ms === null);
    const back = outages.map((outage) => outage.rate_back_in_ms ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
    process.stdout.write(
      `parts-die: ${outages.length} outages (${READ_ONLY} read-only for ${READ_ONLY_SECONDS} s, ${STALLED} stalled for ${STALLED_SECONDS} s), usual rate ${usual.toFixed(1)} mails/s\n  ${show(verdict)}\n`,
    );
    process.stdout.write(
      `  rate back after ${back[Math.floor(back.length / 2)]?.toFixed(0)} ms (median), ${back.at(-1)?.toFixed(0)} ms (worst); late: ${late.length}; programs that lived on: ${survived} of 3\n`,
    );
    process.stdout.write(
      `  web: ${answers.total} answers, ${answers.refused} of them 503, others ${JSON.stringify(answers.other.slice(0, 5))} (${answers.other.length}), slowest ${answers.slowest_in_ms.toFixed(0)} ms\n`,
    );
    process.stdout.write(`  log: ${JSON.stringify(lines)}\n`);
    const isProven =
      isClean(verdict) &&
      verdict.unknown === 0 &&
      late.length === 0 &&
      survived === 3 &&
      answers.other.length === 0 &&
      answers.slowest_in_ms < SLOWEST_ANSWER_IN_MS;
    process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
    process.exitCode = isProven ? 0 : 1;
  } finally {
    await world.close();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
