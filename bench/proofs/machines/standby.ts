import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { releaseSendingHold } from '../../../server/src/app/sending-epoch.ts';
import { probeServer } from '../../../server/src/kernel/db/health.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { settleWorld } from '../workers/kill-workers.ts';
import { readLines } from '../workers/part-programs.ts';
import { fillMailboxes } from '../world/proof-campaigns.ts';
import {
  consultOracle,
  isClean,
  isQuiet,
  type ProofWorld,
  show,
  startProofWorld,
  until,
  type Verdict,
} from '../world/proof-world.ts';
import { makeTenant } from '../world/tenants.ts';
import { type Called, startCallers } from './callers.ts';
import { hasHaproxy, startBalancer } from './haproxy.ts';
import { countEnded, endPart, type Installation, type Part, prepareParts, startAgain } from './parts.ts';
import { findPostgres, type PostgresPair, startPair } from './postgres-pair.ts';

/**
 * A standby is promoted under load: Debian's PostgreSQL with streaming replication, behind HAProxy, under four processes that send and serve. The primary is
 * killed with all of its processes. With synchronous replication everything continues without a restart: no email twice, none lost, no call fails for good.
 * With a standby that lags, nothing leaves until a person confirms. A former primary that comes back behind the same address, beside the promoted server
 * and alone, sends nothing.
 */
const SENDERS = parseSize('SENDERS', 12);
const LEADS = parseSize('LEADS', 40);
const LAG_SECONDS = parseSize('LAG_SECONDS', 60);
const MIXED_SECONDS = parseSize('MIXED_SECONDS', 30);
const OUTAGE_LIMIT_IN_MS = 120_000;
const PARTS = [
  ['web-1', 'web,live'],
  ['worker-1', 'worker'],
  ['worker-2', 'worker'],
  ['cron', 'cron'],
] as const;

interface Scene {
  world: ProofWorld;
  pair: PostgresPair;
  parts: Part[];
  installation: Installation;
  url: string;
  logFile: string;
}

/** An installation of its own on a pair of its own. */
async function stage<Result>(
  name: string,
  isSynchronous: boolean,
  play: (scene: Scene) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), `overture-${name}-`));
  chmodSync(folder, 0o711);
  const pair = await startPair(folder, place!, isSynchronous);
  const balancer = await startBalancer(folder, 'postgres', {
    'db-1': pair.ports.primary,
    'db-2': pair.ports.standby,
  });
  await untilPrimary(pair.address(balancer.port));
  const world = await startProofWorld({
    connectionString: pair.address(balancer.port),
    answer_timeout_in_ms: 15_000,
  });
  const logFile = process.env.PROGRAM_LOG ? `${process.env.PROGRAM_LOG}.${name}` : join(folder, 'programs.log');
  let parts: Part[] = [];
  try {
    await fillMailboxes(world, { type: 'IMAP', senders: SENDERS, leads_per_sender: LEADS, nodes: [{ type: 'EMAIL' }] });
    await world.owner.query('update accounts set send_gap_in_seconds = 1');
    const installation = { world, logFile, environment: { DATABASE_POOL_SIZE: '10' } };
    parts = await prepareParts(installation, PARTS);
    return await play({ world, pair, parts, installation, url: `http://127.0.0.1:${parts[0]!.port}`, logFile });
  } finally {
    for (const part of parts) part.child.kill('SIGKILL');
    await world.close();
    await balancer.stop();
    await pair.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** HAProxy begins with both servers, and has checked them after two seconds. */
async function untilPrimary(address: string): Promise<void> {
  const isPrimary = async (): Promise<boolean> => (await probeServer(address, false)).kind === 'up';
  let times = 0;
  await until(
    async () => {
      times = (await isPrimary()) ? times + 1 : 0;
      return times >= 20;
    },
    60_000,
    'the primary',
  );
}

async function untilSending({ mail }: ProofWorld, more: number): Promise<number> {
  const before = mail.ledger.total();
  const startedAt = performance.now();
  await until(async () => mail.ledger.total() >= before + more, OUTAGE_LIMIT_IN_MS, 'sending');
  return Math.round(performance.now() - startedAt);
}

/** Why sending is held; null where it is not, or where the database is away. */
const findHold = async ({ owner }: Pick<ProofWorld, 'owner'>): Promise<string | null> => {
  const held = await owner
    .query<{ reason: string | null }>(
      'select sending_held_reason as reason from installation where sending_held_since is not null',
    )
    .catch(() => null);
  return held?.rows[0]?.reason ?? null;
};

/** Everything leaves, and the ledger is joined with the database. */
async function finish({ world, parts }: Scene): Promise<{ verdict: Verdict; ended: number }> {
  // The database may just have been led elsewhere.
  const hurry = () => world.owner.query('update accounts set send_gap_in_seconds = 0');
  await until(
    () =>
      hurry().then(
        () => true,
        () => false,
      ),
    OUTAGE_LIMIT_IN_MS,
    'the database',
  );
  await until(() => isQuiet(world).catch(() => false), 600_000, 'the rest leaving');
  const ended = countEnded(parts);
  for (const part of parts) await endPart(part, 'SIGKILL');
  await settleWorld(world);
  return { verdict: await consultOracle(world), ended };
}

interface Synchronous {
  sent_before: number;
  sends_again_after_ms: number;
  called: Called;
  hold: string | null;
  ended: number;
  verdict: Verdict;
}

async function failOver(scene: Scene): Promise<Synchronous> {
  const { world, pair, url, logFile } = scene;
  const tenant = await makeTenant(world, 'caller');
  const callers = await startCallers(world, url, [tenant], OUTAGE_LIMIT_IN_MS);
  await untilSending(world, 40);
  const sent_before = world.mail.ledger.total();
  await pair.killPrimary();
  const startedAt = performance.now();
  // What notices the death and decides takes its time.
  await sleep(2000);
  await pair.promote();
  await untilSending(world, 20);
  const sends_again_after_ms = Math.round(performance.now() - startedAt);
  await sleep(3000);
  const hold = await findHold(world);
  const called = await callers.stop();
  const end = await finish(scene);
  process.stdout.write(`  log: ${JSON.stringify(readLines(logFile))}\n`);
  return { sent_before, sends_again_after_ms, called, hold, ...end };
}

interface Lagging {
  /** Mails that left in the time that the standby lacks. */
  sent_in_lag: number;
  hold: string | null;
  /** Mails that left between the failover and the confirmation. */
  sent_while_held: number;
  /** After a person confirmed. */
  twice: number;
}

async function failOverToLagging({ world, pair, parts, logFile }: Scene): Promise<Lagging> {
  await untilSending(world, 30);
  await pair.cutReplication();
  const atCut = world.mail.ledger.total();
  await sleep(LAG_SECONDS * 1000);
  const atDeath = world.mail.ledger.total();
  await pair.killPrimary();
  await sleep(2000);
  await pair.promote();
  await until(async () => (await findHold(world)) !== null, OUTAGE_LIMIT_IN_MS, 'the hold');
  const hold = await findHold(world);
  const atHold = world.mail.ledger.total();
  await sleep(15_000);
  const sent_while_held = world.mail.ledger.total() - atHold;
  await releaseSendingHold(world.system);
  await world.owner.query('update accounts set send_gap_in_seconds = 0');
  await until(() => isQuiet(world), 600_000, 'the rest leaving');
  for (const part of parts) await endPart(part, 'SIGKILL');
  const { duplicates } = await consultOracle(world);
  process.stdout.write(`  log: ${JSON.stringify(readLines(logFile))}\n`);
  return { sent_in_lag: atDeath - atCut, hold, sent_while_held, twice: duplicates.length };
}

interface Former {
  /** Why the former primary is held while the promoted server sends beside it. */
  hold: string | null;
  mixed_seconds: number;
  sent_in_mix: number;
  /** What the former primary dispatched after its return. */
  dispatched_there: number;
  ended: number;
  verdict: Verdict;
  /** The promoted one dies, and new processes find the former primary alone. */
  alone: { hold: string | null; sent: number };
}

/** Programs keep their connections. As by a pooler that drops them, each of the next ones leads to one of both servers. */
async function dropConnections(pools: readonly pg.Pool[]): Promise<void> {
  for (const pool of pools)
    await pool
      .query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name like 'overture%' and datname = current_database()`,
      )
      .catch(() => undefined);
}

/** The former primary comes back as a primary: HAProxy leads each connection to one of both. */
async function returnToFormer(scene: Scene): Promise<Former> {
  const { world, pair, parts } = scene;
  await untilSending(world, 30);
  await pair.killPrimary();
  await sleep(2000);
  await pair.promote();
  await until(async () => (await findHold(world)) !== null, OUTAGE_LIMIT_IN_MS, 'the hold');
  // What running workers sent is recorded again.
  await sleep(6000);
  const release = () => releaseSendingHold(world.system);
  await until(
    () =>
      release().then(
        () => true,
        () => false,
      ),
    OUTAGE_LIMIT_IN_MS,
    'the release',
  );
  await untilSending(world, 10);
  const open = (port: number): pg.Pool => {
    const pool = new pg.Pool({ connectionString: pair.address(port), max: 1 });
    return pool.on('error', () => undefined);
  };
  const [first, second] = [open(pair.ports.primary), open(pair.ports.standby)];
  const back = new Date();
  await pair.startPrimary();
  await sleep(3000);
  const mixed = async (): Promise<boolean> => {
    await dropConnections([first, second]);
    await sleep(4000);
    return (await findHold({ owner: first })) !== null;
  };
  await until(mixed, OUTAGE_LIMIT_IN_MS, 'the hold of the former primary');
  const hold = await findHold({ owner: first });
  const atHold = world.mail.ledger.total();
  for (const end = Date.now() + MIXED_SECONDS * 1000; Date.now() < end; ) await mixed();
  const sent_in_mix = world.mail.ledger.total() - atHold;
  const { rows } = await first.query<{ count: number }>(
    'select count(*)::int from outbound_intents where dispatched_at > $1',
    [back],
  );
  await pair.killPrimary();
  const end = await finish(scene);
  await pair.startPrimary();
  await pair.killStandby();
  const sentBefore = world.mail.ledger.total();
  for (const part of parts.filter(({ roles }) => roles === 'worker')) await startAgain(scene.installation, part);
  await sleep(10_000);
  const alone = { hold: await findHold({ owner: first }), sent: world.mail.ledger.total() - sentBefore };
  for (const pool of [first, second]) await pool.end();
  const dispatched_there = rows[0]!.count;
  return { hold, mixed_seconds: MIXED_SECONDS, sent_in_mix, dispatched_there, ...end, alone };
}

const place = findPostgres();
if (place === null || !hasHaproxy()) {
  process.stdout.write(
    'SKIPPED: PostgreSQL or HAProxy of Debian is not installed, or this is not root (`apt-get install postgresql haproxy`).\n',
  );
} else {
  const synchronous = await stage('synchronous', true, failOver);
  const { verdict, called, hold, ended } = synchronous;
  process.stdout.write(
    `standby, synchronous: sends again after ${synchronous.sends_again_after_ms} ms; hold ${hold}; ended ${ended}; calls ${JSON.stringify(called)}\n  ${show(verdict)}\n`,
  );
  const lagging = await stage('lagging', false, failOverToLagging);
  process.stdout.write(`standby that lags by ${LAG_SECONDS} s: ${JSON.stringify(lagging)}\n`);
  const former = await stage('former', false, returnToFormer);
  process.stdout.write(`former primary: ${JSON.stringify(former)}\n  ${show(former.verdict)}\n`);
  const isProven =
    isClean(verdict) &&
    verdict.unknown === 0 &&
    verdict.confirmed + verdict.parked === SENDERS * LEADS &&
    called.wrong.length + ended === 0 &&
    hold === null &&
    lagging.sent_in_lag > 0 &&
    lagging.hold !== null &&
    lagging.sent_while_held === 0 &&
    lagging.twice === 0 &&
    former.hold !== null &&
    former.dispatched_there + former.ended === 0 &&
    isClean(former.verdict) &&
    former.alone.hold !== null &&
    former.alone.sent === 0;
  recordProof('machines/standby', isProven, {
    synchronous: { ...synchronous, called: { ...called, wrong: called.wrong.length } },
    lagging: { lag_seconds: LAG_SECONDS, ...lagging },
    former,
  });
  process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
  process.exitCode = isProven ? 0 : 1;
}
