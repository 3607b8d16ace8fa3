import { Worker } from 'node:worker_threads';
import { ApiError } from './errors.ts';

/** Work that waits for its turn at most; whoever comes later is told to come again. */
const MAX_WAITING = 50;
const IDLE_IN_MS = 60_000;

/** Pure work beside the event loop: one thread, one piece of work after the other. */
export interface Thread<Input, Output> {
  /**
   * Input and output are copied (structured clone).
   * @throws unavailable when too much waits, or the work takes longer than its time
   */
  run(input: Input): Promise<Output>;
}

export interface ThreadOptions {
  /** Module with a function `run` of one argument. */
  module: URL;
  timeout_in_ms: number;
}

type Answer<Output> = { id: number; result: Output } | { id: number; error: string };

/** A thread that starts with its first work and ends when it had none for a minute. It keeps no process alive. */
export function createThread<Input, Output>({ module, timeout_in_ms }: ThreadOptions): Thread<Input, Output> {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL('./thread-entry.ts', import.meta.url), { workerData: { module: module.href } });
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  function end(): void {
    const ended = worker;
    worker = null;
    void ended?.terminate();
  }

  function work(input: Input): Promise<Output> {
    clearTimeout(idle);
    worker ??= start();
    const current = worker;
    lastId += 1;
    const id = lastId;
    // Alive only while somebody waits for it.
    current.ref();
    return new Promise<Output>((resolve, reject) => {
      const timer = setTimeout(() => finish(() => reject(new ApiError('unavailable')), true), timeout_in_ms);
      const onMessage = (answer: Answer<Output>) => {
        if (answer.id !== id) return;
        if ('error' in answer) finish(() => reject(new Error(answer.error)));
        else finish(() => resolve(answer.result));
      };
      const onError = (error: Error) => finish(() => reject(error), true);
      function finish(settle: () => void, isBroken = false): void {
        clearTimeout(timer);
        current.off('message', onMessage).off('error', onError);
        if (isBroken) end();
        else current.unref();
        idle = setTimeout(end, IDLE_IN_MS).unref();
        settle();
      }
      current.on('message', onMessage).on('error', onError);
      current.postMessage({ id, input });
    });
  }

  return {
    run(input) {
      if (waiting >= MAX_WAITING) return Promise.reject(new ApiError('unavailable'));
      waiting += 1;
      const turn = last
        .then(() => work(input))
        .finally(() => {
          waiting -= 1;
        });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
