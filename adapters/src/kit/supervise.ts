import { setTimeout as sleep } from 'node:timers/promises';

/** Real time, unless a test brings its own. */
export type SupervisorTime = {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
};

export type SupervisedPart<Part> = {
  /** As log lines name it: `The database`. */
  name: string;
  /** Starts it. `onEnd` is called once when it ends without being stopped. Rejects when it does not start. */
  start(onEnd: (reason: string) => void): Promise<Part>;
  stop(part: Part): Promise<void>;
  /** What a person should look at when it keeps dying: paths, disk, commands. */
  advise(reason: string): string;
  log: { info(message: string): void; warn(message: string): void };
  /** Where the advice is said besides the log (stderr). */
  announce?: (text: string) => void;
  time?: SupervisorTime;
};

export type Supervisor<Part> = {
  /** Null while it is down. */
  current(): Part | null;
  /** Ends it for good. Safe to call twice. */
  stop(): Promise<void>;
};

const FIRST_PAUSE_IN_MS = 200;
const LONGEST_PAUSE_IN_MS = 30_000;
/** A part that lived this long begins again with the shortest pause. */
const STEADY_AFTER_IN_MS = 60_000;
/** So many deaths within the window are no accident: a person is told what to do. It is started again all the same. */
const WORRYING_DEATHS = 3;
const WINDOW_IN_MS = 10 * 60_000;

const realTime: SupervisorTime = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
  random: Math.random,
};

/** Pause before the nth start in a row: 0.2 s doubling to 30 s, up to a quarter shorter by chance, so that parts do not start in step. */
export function pauseBeforeStart(attempt: number, random: number): number {
  const full = Math.min(FIRST_PAUSE_IN_MS * 2 ** (attempt - 1), LONGEST_PAUSE_IN_MS);
  return Math.round(full * (1 - random / 4));
}

/**
 * Starts a part of the program and starts it again whenever it ends, with growing pauses, until it is stopped. What uses
 * the part reconnects by itself: its address stays the same.
 * @throws what the first start threw
 */
export async function supervise<Part>(options: SupervisedPart<Part>): Promise<Supervisor<Part>> {
  const { name, log, time = realTime } = options;
  const stopping = new AbortController();
  let deaths: number[] = [];
  let shortLives = 0;
  let advisedAt = Number.NEGATIVE_INFINITY;
  let current: Part | null = null;
  let restarting: Promise<void> = Promise.resolve();

  async function start(): Promise<void> {
    const startedAt = time.now();
    let hasEnded = false;
    const part = await options.start((reason) => {
      if (hasEnded) return;
      hasEnded = true;
      current = null;
      if (!stopping.signal.aborted) restarting = restart(reason, time.now() - startedAt);
    });
    if (stopping.signal.aborted) return options.stop(part);
    if (!hasEnded) current = part;
  }

  async function restart(firstReason: string, firstLifeInMs: number): Promise<void> {
    let reason = firstReason;
    let lifeInMs = firstLifeInMs;
    while (!stopping.signal.aborted) {
      const pause = noteDeath(reason, lifeInMs);
      await time.sleep(pause, stopping.signal).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        await start();
        if (!stopping.signal.aborted) log.info(`${name} runs again.`);
        return;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        lifeInMs = 0;
      }
    }
  }

  function noteDeath(reason: string, lifeInMs: number): number {
    const now = time.now();
    shortLives = lifeInMs >= STEADY_AFTER_IN_MS ? 1 : shortLives + 1;
    deaths = [...deaths.filter((at) => now - at < WINDOW_IN_MS), now];
    const pause = pauseBeforeStart(shortLives, time.random());
    log.warn(`${name} ended and is started again in ${(pause / 1000).toFixed(1)} s: ${reason}`);
    if (deaths.length >= WORRYING_DEATHS && now - advisedAt >= WINDOW_IN_MS) {
      advisedAt = now;
      const text = `${name} ended ${deaths.length} times within ten minutes. It is started again and again, but this needs a person. ${options.advise(reason)}`;
      log.warn(text);
      options.announce?.(text);
    }
    return pause;
  }

  await start();
  let stopped: Promise<void> | null = null;
  return {
    current: () => current,
    stop() {
      stopped ??= (async () => {
        stopping.abort();
        await restarting;
        const part = current;
        current = null;
        if (part !== null) await options.stop(part);
      })();
      return stopped;
    },
  };
}
