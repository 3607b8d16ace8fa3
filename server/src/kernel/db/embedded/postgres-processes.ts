import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The processes that run on a data folder: a postmaster and its backends. Every PostgreSQL process works in its data folder,
 * which distinguishes it from another program with a recycled process number.
 */
export function findProcessesOn(dataDirectory: string): number[] {
  if (process.platform === 'linux') return findByWorkingFolder(dataDirectory);
  if (process.platform === 'win32') return [];
  const lines = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(`-D ${dataDirectory} `)).map((line) => Number.parseInt(line, 10));
}

function findByWorkingFolder(dataDirectory: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readWorkingFolder(pid) === dataDirectory)
    .map(Number)
    .filter(isPostgres);
}

function readWorkingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // it has ended, or it is another user's
  }
}

/** A user's shell may have the data folder as its working folder too: do not end it. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}

export type PostmasterClaim = { pid: number; port: number; isReady: boolean };

/** What `postmaster.pid` claims of the server that wrote it last: its process number, its TCP port, whether it answers. */
export function parsePostmasterClaim(dataDirectory: string): PostmasterClaim | undefined {
  try {
    const lines = readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    if (!(pid > 0)) return undefined;
    return { pid, port: Number.parseInt(lines[3] ?? '', 10), isReady: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** True while some process, ours or not, has this number (a process that ended and was not collected counts). */
export function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Signals in rising order of force, with the time each is given: fast shutdown, immediate shutdown, kill. */
const STOP_SIGNALS = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 3_000],
  ['SIGKILL', 2_000],
] as const;

/**
 * Ends a postmaster: cleanly where it still listens, else by force (its write-ahead log makes that safe).
 * @param isRunning asked until it answers false
 */
export async function endPostmaster(pid: number, isRunning: () => boolean): Promise<void> {
  for (const [signal, milliseconds] of STOP_SIGNALS) {
    if (!isRunning()) return;
    sendSignal(pid, signal);
    if (await waitUntil(() => !isRunning(), milliseconds)) return;
  }
}

/** Ends backends whose postmaster died: they would keep its shared memory, and with it the folder, occupied. */
export async function endOrphanedBackends(dataDirectory: string): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const pid of findProcessesOn(dataDirectory)) sendSignal(pid, signal);
    if (await waitUntil(() => findProcessesOn(dataDirectory).length === 0, 2_000)) return;
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it ended in the meantime
  }
}

/** Asks every 20 ms; false when the time (in milliseconds) is over first. */
export async function waitUntil(isDone: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (!isDone()) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
