import type { ChildProcess } from 'node:child_process';
import { count, isQuiet, jump, type ProofWorld, until } from '../world/proof-world.ts';

export interface Killing {
  kills: number;
  workers: number;
  /** How likely each place kills when it is passed, in [0, 1]. */
  likelihood: Record<string, number>;
  /** Real milliseconds between moves of the clock by `tick_in_seconds`. */
  tick_in_ms?: number;
  tick_in_seconds?: number;
  /** A worker that lives this long is asked to end. */
  life_in_ms?: number;
  /** Workers that lived on, one after the other, before there is thought to be nothing left to die at; no end by default. */
  most_idle?: number;
  /** Nothing is left to do: the workers are asked to end and none starts. Without it, each waits out its life. */
  isFinished?: () => Promise<boolean>;
  onKill?: (total: number) => void;
}

/** For the places where workers die one after another, each the first time it is passed. */
export const certain = (places: readonly string[]): Record<string, number> =>
  Object.fromEntries(places.map((place) => [place, 1]));

/** Workers one after the other, each of which dies at one place, until so many of them did; answers how many at which place. */
export async function killWorkers(world: ProofWorld, killing: Killing): Promise<Map<string, number>> {
  const { workers, likelihood, tick_in_ms = 2000, tick_in_seconds = 20, life_in_ms = 180_000 } = killing;
  const points = Object.keys(likelihood);
  const { most_idle = Number.POSITIVE_INFINITY } = killing;
  const kills = new Map<string, number>();
  const survived: string[] = [];
  const isSecondTry = new Set<string>();
  let total = 0;
  let idle = 0;
  let turn = 0;
  let alive = 0;
  const finished = new AbortController();
  const live = async (): Promise<void> => {
    // No more than are to die: the last of them would have to be waited for as well.
    while (total + alive < killing.kills && idle < most_idle && !finished.signal.aborted) {
      // A place that a worker lived through, as some do on a slow machine, is the next one's, once: else it might be died at never.
      const point = survived.shift() ?? points[turn++ % points.length]!;
      alive += 1;
      const child = await world.startWorker({ FAILPOINT: `${point}:kill:${likelihood[point]}`, MAX_IN_FLIGHT: '10' });
      const by = await endedBy(child, life_in_ms, finished.signal);
      alive -= 1;
      if (by !== 'SIGKILL') {
        idle += 1;
        if (!isSecondTry.delete(point)) {
          isSecondTry.add(point);
          survived.push(point);
        }
        continue;
      }
      total += 1;
      isSecondTry.delete(point);
      // A slow machine has some that live on between those that die.
      idle = 0;
      kills.set(point, (kills.get(point) ?? 0) + 1);
      killing.onKill?.(total);
    }
  };
  const tick = async (): Promise<void> => {
    await jump(world, tick_in_seconds);
    if (await killing.isFinished?.()) finished.abort();
  };
  const ticking = setInterval(() => void tick().catch(() => undefined), tick_in_ms);
  await Promise.all(Array.from({ length: workers }, live));
  clearInterval(ticking);
  return kills;
}

/** The signal that ended a worker; one that lives on is asked to end. */
function endedBy(child: ChildProcess, limitInMs: number, finished: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const end = (): void => void child.kill('SIGTERM');
    const timer = setTimeout(end, limitInMs);
    finished.addEventListener('abort', end);
    if (finished.aborted) end();
    child.once('exit', (_code, signal) => {
      clearTimeout(timer);
      finished.removeEventListener('abort', end);
      resolve(signal);
    });
  });
}

/** Evidence takes three outcomes of a sender every two real seconds, however far the clock moves. */
const SETTLE_LIMIT_IN_MS = 180_000;

/** An undisturbed worker finishes the rest; the clock runs past leases and the time for evidence. */
export async function settleWorld(
  world: ProofWorld,
  andThen: () => Promise<void> = async () => undefined,
): Promise<void> {
  const child = await world.startWorker();
  await jump(world, 60);
  const startedAt = performance.now();
  for (let round = 0; round < 12 || performance.now() - startedAt < SETTLE_LIMIT_IN_MS; round += 1) {
    await until(() => isQuiet(world), 180_000, 'the engine coming to rest');
    // Asked again: an outcome that was settled since may be on its way once more.
    if (round > 1 && (await count(world, 'unknown')) === 0 && (await isQuiet(world))) break;
    await jump(world, 301);
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
  await andThen();
  child.kill('SIGKILL');
}
