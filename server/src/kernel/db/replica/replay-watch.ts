import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_IN_MS = 2;
const LONGEST_PAUSE_IN_MS = 20;
/** After a wait that was too short, others do not try it again for this long. */
const HOPELESS_FOR_IN_MS = 1000;

interface Waiter {
  position: number;
  finish(isReached: boolean): void;
}

/** Knows how far a replica has replayed the log of the primary, and asks it only while something waits. */
export class ReplayWatch {
  readonly #ask: () => Promise<number | null>;
  readonly #waiters = new Set<Waiter>();
  #replayed = 0;
  #isPolling = false;
  #hopeless = { until: 0, patience_in_ms: 0 };

  /** @param ask null if the server is no replica any longer */
  constructor(ask: () => Promise<number | null>) {
    this.#ask = ask;
  }

  /** Whether the replica has this position, or has it within the time. */
  reach(position: number, patienceInMs: number): Promise<boolean> {
    if (position <= this.#replayed) return Promise.resolve(true);
    const isHopeless = performance.now() < this.#hopeless.until && patienceInMs <= this.#hopeless.patience_in_ms;
    if (isHopeless) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        position,
        finish: (isReached) => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          resolve(isReached);
        },
      };
      const timer = setTimeout(() => {
        this.#hopeless = { until: performance.now() + HOPELESS_FOR_IN_MS, patience_in_ms: patienceInMs };
        waiter.finish(false);
      }, patienceInMs);
      this.#waiters.add(waiter);
      if (!this.#isPolling) void this.#poll();
    });
  }

  /** What a check has found beside the polling. */
  learn(replayed: number): void {
    this.#replayed = replayed;
    for (const waiter of [...this.#waiters]) if (waiter.position <= replayed) waiter.finish(true);
  }

  /** The replica is refused: what waits for it waits no longer. */
  forget(): void {
    this.#replayed = 0;
    for (const waiter of [...this.#waiters]) waiter.finish(false);
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    try {
      for (let pause = FIRST_PAUSE_IN_MS; this.#waiters.size > 0; pause = Math.min(pause * 1.5, LONGEST_PAUSE_IN_MS)) {
        const replayed = await this.#ask().catch(() => null);
        if (replayed === null) return this.forget();
        this.learn(Math.max(replayed, this.#replayed));
        if (this.#waiters.size > 0) await sleep(pause);
      }
    } finally {
      this.#isPolling = false;
    }
  }
}
