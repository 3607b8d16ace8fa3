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
/** From this number of deaths within the window on, the operator gets advice. The part is still restarted. */
const WORRYING_DEATHS = 3;
const WINDOW_IN_MS = 10 * 60_000;

const realTime: SupervisorTime = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
  random: Math.random,
};

/**
 * Pause before the nth start in a row: 0.2 s doubling to 30 s, with up to a quarter of jitter, which keeps parts from
 * restarting in step.
 */
export function pauseBeforeStart(attempt: number, random: number): number {
  const full = Math.min(FIRST_PAUSE_IN_MS * 2 ** (attempt - 1), LONGEST_PAUSE_IN_MS);
  return Math.round(full * (1 - random / 4));
}

/**
 * Starts a part of the program and restarts it whenever it ends, with growing pauses, until it is stopped. Its clients
 * reconnect on their own: its address stays the same.
 * @throws what the first start threw
 */
export async function supervise<Part>(options: SupervisedPart<Part>): Promise<Supervisor<Part>> {
  const supervision = new Supervision(options);
  await supervision.start();
  let stopped: Promise<void> | null = null;
  return {
    current: () => supervision.current,
    stop() {
      stopped ??= supervision.end();
      return stopped;
    },
  };
}

class Supervision<Part> {
  readonly #options: SupervisedPart<Part>;
  readonly #time: SupervisorTime;
  readonly #deaths: Deaths;
  readonly #stopping = new AbortController();
  #current: Part | null = null;
  #restarting: Promise<void> = Promise.resolve();

  constructor(options: SupervisedPart<Part>) {
    this.#options = options;
    this.#time = options.time ?? realTime;
    this.#deaths = new Deaths(options, this.#time);
  }

  get current(): Part | null {
    return this.#current;
  }

  async start(): Promise<void> {
    const { signal } = this.#stopping;
    const startedAt = this.#time.now();
    let hasEnded = false;
    const part = await this.#options.start((reason) => {
      if (hasEnded) return;
      hasEnded = true;
      this.#current = null;
      if (!signal.aborted) this.#restarting = this.#restart(reason, this.#time.now() - startedAt);
    });
    if (signal.aborted) return this.#options.stop(part);
    if (!hasEnded) this.#current = part;
  }

  async end(): Promise<void> {
    this.#stopping.abort();
    await this.#restarting;
    const part = this.#current;
    this.#current = null;
    if (part !== null) await this.#options.stop(part);
  }

  async #restart(firstReason: string, firstLifeInMs: number): Promise<void> {
    const { name, log } = this.#options;
    const { signal } = this.#stopping;
    let reason = firstReason;
    let lifeInMs = firstLifeInMs;
    while (!signal.aborted) {
      const pause = this.#deaths.note(reason, lifeInMs);
      await this.#time.sleep(pause, signal).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.start();
        if (!signal.aborted) log.info(`${name} runs again.`);
        return;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        lifeInMs = 0;
      }
    }
  }
}

type TellsOfDeaths = Pick<SupervisedPart<unknown>, 'name' | 'log' | 'advise' | 'announce'>;

/** The deaths of a part: how long to wait after each, and when a person must be told. */
class Deaths {
  readonly #part: TellsOfDeaths;
  readonly #time: SupervisorTime;
  #within: number[] = [];
  #shortLives = 0;
  #advisedAt = Number.NEGATIVE_INFINITY;

  constructor(part: TellsOfDeaths, time: SupervisorTime) {
    this.#part = part;
    this.#time = time;
  }

  /** Answers the pause before the next start. */
  note(reason: string, lifeInMs: number): number {
    const { name, log } = this.#part;
    const now = this.#time.now();
    this.#shortLives = lifeInMs >= STEADY_AFTER_IN_MS ? 1 : this.#shortLives + 1;
    this.#within = [...this.#within.filter((at) => now - at < WINDOW_IN_MS), now];
    const pause = pauseBeforeStart(this.#shortLives, this.#time.random());
    log.warn(`${name} ended and is started again in ${(pause / 1000).toFixed(1)} s: ${reason}`);
    const deaths = this.#within.length;
    if (deaths >= WORRYING_DEATHS && now - this.#advisedAt >= WINDOW_IN_MS) {
      this.#advisedAt = now;
      const text = `${name} ended ${deaths} times within ten minutes. It is started again and again, but this needs a person. ${this.#part.advise(reason)}`;
      log.warn(text);
      this.#part.announce?.(text);
    }
    return pause;
  }
}
