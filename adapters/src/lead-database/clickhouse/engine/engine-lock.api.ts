import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EngineAddress, TOKEN_HEADER } from './engine-wire.ts';

type LockEntry = { owner_pid: number; owner_start: string | null; engine: EngineAddress | null };

export type EngineLock = {
  /** Writes where the engine listens, for programs of the same installation that use it too. */
  publish(engine: EngineAddress): void;
  release(): void;
};

/** Another program owns the engine of this folder; `engine` is where it listens, once it does. */
export type EngineOwner = { owner_pid: number; engine: EngineAddress | null };

const ENDING_LIMIT_IN_MS = 10_000;

/**
 * One process owns the embedded engine of a folder. A lock that a killed owner left behind is taken over, once its engine has ended too.
 * @returns the lock, or who holds it
 */
export async function lockEngine(directory: string, name = 'engine'): Promise<EngineLock | EngineOwner> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `${name}.lock`);
  for (;;) {
    if (createLockFile(path)) return lockAt(path);
    const entry = readLock(path);
    if (entry === null) continue;
    if (isOwnerAlive(entry)) return entry;
    await awaitEnd(entry.engine);
    removeDead(path, entry);
  }
}

/** Waits until no other program of the installation loads people: ids are given in turn. */
export async function lockLoading(directory: string, signal: AbortSignal): Promise<EngineLock> {
  for (;;) {
    const claim = await lockEngine(directory, 'load');
    if ('publish' in claim) return claim;
    await sleep(200, undefined, { signal });
  }
}

/** The current owner of the folder's engine; null for none. */
export function findEngineOwner(directory: string): EngineOwner | null {
  const entry = readLock(join(directory, 'engine.lock'));
  return entry !== null && isOwnerAlive(entry) ? entry : null;
}

async function isEngineAt(engine: EngineAddress): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${engine.port}/`, {
    headers: { [TOKEN_HEADER]: engine.token },
    signal: AbortSignal.timeout(2000),
  }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

function lockAt(path: string): EngineLock {
  return {
    publish: (engine) => {
      writeFileSync(`${path}.new`, JSON.stringify(ownEntry(engine)), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
    release: () => rmSync(path, { force: true }),
  };
}

/** The file appears with its content: a half-written lock of a living process never exists. */
function createLockFile(path: string): boolean {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, JSON.stringify(ownEntry(null)), { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Takes the lock of a dead owner away. Another process may have been quicker, and have its own there by now: that one is put back. */
function removeDead(path: string, dead: LockEntry): void {
  const aside = `${path}.${process.pid}.dead`;
  try {
    renameSync(path, aside);
  } catch {
    return; // another process removed it
  }
  const taken = readLock(aside);
  if (taken && (taken.owner_pid !== dead.owner_pid || taken.owner_start !== dead.owner_start)) {
    try {
      linkSync(aside, path);
    } catch {
      // a third one has made its own; the owner of this one loses nothing but the race
    }
  }
  rmSync(aside, { force: true });
}

function readLock(path: string): LockEntry | null {
  try {
    const entry = JSON.parse(readFileSync(path, 'utf8')) as LockEntry;
    return typeof entry.owner_pid === 'number' ? entry : null;
  } catch (error) {
    // Half written: its owner died in that very moment.
    if (error instanceof SyntaxError) rmSync(path, { force: true });
    return null;
  }
}

/** The engine's process ends when its owner does; its files are free a moment later. */
async function awaitEnd(engine: EngineAddress | null): Promise<void> {
  const deadline = Date.now() + ENDING_LIMIT_IN_MS;
  while (engine !== null && Date.now() < deadline && (await isEngineAt(engine))) await sleep(50);
}

const ownEntry = (engine: EngineAddress | null): LockEntry => ({
  owner_pid: process.pid,
  owner_start: startOf(process.pid),
  engine,
});

/** Process ids are reused: the start time distinguishes two processes where the system reports it (Linux). */
function isOwnerAlive({ owner_pid, owner_start }: LockEntry): boolean {
  if (owner_start !== startOf(owner_pid)) return false;
  try {
    process.kill(owner_pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** In ticks since the machine was started; null where it cannot be read. */
function startOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
