import type { SandboxClock } from './clock.ts';

/** Work that is due at an instant of the installation's clock; time travel makes everything passed over happen, in order. */
export type Schedule = {
  at(due_at: number, task: () => Promise<void>): void;
  /** Runs all that is due now and resolves when it has happened. */
  runDue(): Promise<void>;
  size(): number;
  stop(): void;
};

const LONGEST_TIMER_IN_MS = 60_000;

export function createSchedule(clock: SandboxClock): Schedule {
  let waiting: { due_at: number; task: () => Promise<void> }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function arm(): void {
    clearTimeout(timer);
    const next = waiting[0];
    if (next === undefined) return;
    timer = setTimeout(() => void runDue(), Math.min(Math.max(next.due_at - clock.now(), 0), LONGEST_TIMER_IN_MS));
  }

  function runDue(): Promise<void> {
    running = running.then(async () => {
      for (let next = waiting[0]; next !== undefined && next.due_at <= clock.now(); next = waiting[0]) {
        waiting.shift();
        await next.task().catch((error: unknown) => console.error('sandbox: a scheduled task failed', error));
      }
      arm();
    });
    return running;
  }

  return {
    at(due_at, task) {
      const index = waiting.findLastIndex((entry) => entry.due_at <= due_at);
      waiting.splice(index + 1, 0, { due_at, task });
      if (index === -1) arm();
    },
    runDue,
    size: () => waiting.length,
    stop() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
