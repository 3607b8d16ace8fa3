import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { superviseDatabase } from '../../server/src/app/embedded-database.ts';
import { recordProof } from '../support/record.ts';
import { parseSize } from '../support/size.ts';
import { settleWorld } from './workers/kill-workers.ts';
import { readLines, startProgram } from './workers/part-programs.ts';
import { fillMailboxes } from './world/proof-campaigns.ts';
import { consultOracle, isClean, jump, type ProofWorld, show, startProofWorld, until } from './world/proof-world.ts';

/**
 * Faults of the machine while mails are sent: the database's disk fills up and is freed, the clock goes back by an
 * hour, ten thousand connections are opened at the web process. Each is reported in words, nothing is sent twice,
 * nothing is lost. Needs root for the small disk.
 */
const DISK_IN_MB = parseSize('DISK_IN_MB', 450);
const FULL_FOR_IN_MS = 15_000;
/** That the web process serves, by the files it may have open; more are opened than that. */
const CONNECTIONS = parseSize('CONNECTIONS', 10_000);
const port = Number(process.env.PROOF_PORT ?? 3182);
const url = `http://127.0.0.1:${port}`;
const registration = { email: 'grace@acme.example', password: 'a long enough one', name: 'Grace Hopper' };

const more = (world: ProofWorld, name: string) =>
  fillMailboxes(world, { type: 'IMAP', senders: 20, leads_per_sender: 30, nodes: [{ type: 'EMAIL' }], name });

async function ask(path: string, body?: object): Promise<string> {
  const init = body
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : {};
  return fetch(url + path, { ...init, signal: AbortSignal.timeout(15_000) }).then(
    async (answer) => `${answer.status} ${(await answer.text()).slice(0, 120)}`,
    (error: Error) => error.message,
  );
}

/** Fills the disk to its last byte; answers how to free it. */
function fillDisk(directory: string): () => void {
  const path = join(directory, 'ballast');
  const file = openSync(path, 'w');
  for (const size of [1 << 20, 1 << 12, 1]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch {
      // full for pieces of this size
    }
  }
  closeSync(file);
  return () => rmSync(path);
}

async function sufferFullDisk(world: ProofWorld, directory: string) {
  await more(world, 'disk');
  const start = world.mail.ledger.total();
  await until(async () => world.mail.ledger.total() > start + 30, 60_000, 'sending');
  const free = fillDisk(directory);
  const answers = new Set<string>();
  const deadline = Date.now() + FULL_FOR_IN_MS;
  while (Date.now() < deadline) {
    answers.add(await ask('/api/v1/auth/register/', registration));
    await sleep(500);
  }
  const atFull = world.mail.ledger.total();
  free();
  await until(async () => (await ask('/healthz')).startsWith('200'), 90_000, 'the health');
  await until(async () => world.mail.ledger.total() > atFull + 30, 60_000, 'sending again');
  return { answers: [...answers], went_on: true };
}

/** By the installation's clock, which is the only one that decides when something leaves. */
async function sufferClock(world: ProofWorld) {
  await more(world, 'clock');
  const before = world.mail.ledger.total();
  await until(async () => world.mail.ledger.total() > before + 20, 60_000, 'sending');
  await jump(world, -3600);
  await sleep(5000);
  await jump(world, 3600);
  return world.mail.ledger.total() - before;
}

async function sufferConnections() {
  const sockets: Socket[] = [];
  let closed = 0;
  // Each hundred once the one before is answered: what a full queue leaves out comes back after seconds only.
  for (let n = 0; n < (CONNECTIONS + 1500) / 100; n += 1) {
    const hundred = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'));
    sockets.push(...hundred);
    for (const socket of hundred) {
      socket.on('error', () => undefined);
      socket.once('close', () => (closed += 1));
    }
    await Promise.all(hundred.map((socket) => new Promise((done) => socket.once('connect', done).once('close', done))));
  }
  await sleep(1000);
  const during = await ask('/healthz');
  const refused = closed;
  for (const socket of sockets) socket.destroy();
  await sleep(2000);
  return { opened: sockets.length, refused, during, afterwards: await ask('/healthz') };
}

if (import.meta.main) {
  const parent = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'overture-machine-'));
  const directory = join(parent, 'disk');
  mkdirSync(directory);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_IN_MB}m`, 'tmpfs', directory]);
  if (mounted.status !== 0) throw new Error(`A small disk needs root: ${mounted.stderr}`);
  const announced: string[] = [];
  const logFile = join(parent, 'programs.log');
  const database = await superviseDatabase(directory, pino({ level: 'error' }), (text) => announced.push(text));
  // The ledger is the other side's: it has its own disk.
  const world = await startProofWorld({ connectionString: database.connectionString, answer_timeout_in_ms: 15_000 });
  const programs = [
    startProgram(world, 'web,live', port, logFile, { openFiles: CONNECTIONS + 500 }),
    startProgram(world, 'worker,cron', 0, logFile),
    startProgram(world, 'worker', 0, logFile),
  ];
  let ended = 0;
  for (const program of programs) program.once('exit', () => (ended += 1));
  try {
    await until(async () => (await ask('/healthz')).startsWith('200'), 90_000, 'the start');
    const disk = await sufferFullDisk(world, directory);
    process.stdout.write(`full disk: ${JSON.stringify(disk)}; announced ${JSON.stringify(announced)}\n`);
    const during = await sufferClock(world);
    process.stdout.write(`clock back by an hour: ${during} mails around it\n`);
    const connections = await sufferConnections();
    process.stdout.write(`connections: ${JSON.stringify(connections)}\n`);
    await settleWorld(world);
    const verdict = await consultOracle(world);
    const lines = readLines(logFile);
    process.stdout.write(
      `  ${show(verdict)}\n  programs that lived on: ${programs.length - ended} of 3\n  log: ${JSON.stringify(lines)}\n`,
    );
    const isReported = disk.answers.some((answer) => answer.startsWith('503') && /disk/.test(answer));
    const isProven =
      isClean(verdict) &&
      verdict.unknown === 0 &&
      ended === 0 &&
      (isReported || disk.answers.every((answer) => answer.startsWith('503'))) &&
      disk.answers.every((answer) => !answer.startsWith('500')) &&
      connections.refused > 0 &&
      connections.afterwards.startsWith('200');
    const { confirmed, parked, duplicates, lost } = verdict;
    const mails = { confirmed, parked, duplicates: duplicates.length, lost: lost.length };
    recordProof('machines/machine-trouble', isProven, {
      mails,
      disk: disk.answers.map((answer) => answer.slice(0, 3)),
      connections,
    });
    process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
    process.exitCode = isProven ? 0 : 1;
  } finally {
    for (const program of programs) program.kill('SIGKILL');
    await world.close();
    await database.stop();
    spawnSync('umount', ['-l', directory]);
    await rm(parent, { recursive: true, force: true });
  }
}
