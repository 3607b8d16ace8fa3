import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/bench-server.ts';
import { startProgram } from '../workers/part-programs.ts';
import type { ProofWorld } from '../world/proof-world.ts';

/** One process of an installation that has many. It keeps its port when it is started again. */
export interface Part {
  name: string;
  roles: string;
  port: number;
  child: ChildProcess;
}

export const DRAIN_SECONDS = 4;
const START_LIMIT_IN_MS = 120_000;

export interface Installation {
  world: Pick<ProofWorld, 'connectionString' | 'directory'>;
  logFile: string;
  environment: Record<string, string>;
}

const isAlive = ({ child }: Part): boolean => child.exitCode === null && child.signalCode === null;

function spawnPart({ world, logFile, environment }: Installation, roles: string, port: number): ChildProcess {
  const answers: Record<string, string> = /web|live/.test(roles) ? {} : { HEALTH_PORT: String(port) };
  return startProgram(world, roles, port, logFile, {
    script: 'server/dist/main.mjs',
    environment: { ...environment, ...answers },
  });
}

export async function prepareParts(
  installation: Installation,
  given: readonly (readonly [name: string, roles: string])[],
): Promise<Part[]> {
  buildOnce();
  const parts: Part[] = [];
  for (const [name, roles] of given) {
    const port = await freePort();
    parts.push({ name, roles, port, child: spawnPart(installation, roles, port) });
    // The first one migrates; together they would take the whole machine.
    await untilReady(installation, parts.at(-1)!);
  }
  return parts;
}

let isBuilt = false;

/** What `npm start` runs. */
function buildOnce(): void {
  if (isBuilt) return;
  execFileSync(process.execPath, [join(import.meta.dirname, '../../../tools/run.mjs'), 'server'], { stdio: 'ignore' });
  isBuilt = true;
}

async function untilReady({ logFile }: Installation, part: Part): Promise<void> {
  const deadline = performance.now() + START_LIMIT_IN_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${part.port}/readyz`).catch(() => null);
    await answer?.text();
    if (answer?.ok) return;
    if (!isAlive(part) || performance.now() > deadline)
      throw new Error(`${part.name} did not start:\n${readFileSync(logFile, 'utf8').slice(-2000)}`);
    await sleep(100);
  }
}

/** Ends a process and waits for its end. @returns milliseconds until it had ended */
export async function endPart(part: Part, signal: 'SIGKILL' | 'SIGTERM'): Promise<number> {
  if (!isAlive(part)) return 0;
  const startedAt = performance.now();
  const ended = once(part.child, 'exit');
  part.child.kill(signal);
  await ended;
  return Math.round(performance.now() - startedAt);
}

export async function startAgain(installation: Installation, part: Part): Promise<void> {
  part.child = spawnPart(installation, part.roles, part.port);
  await untilReady(installation, part);
}

export const countEnded = (parts: readonly Part[]): number => parts.filter((part) => !isAlive(part)).length;
