/** Runs work that several callers request only once. It is aborted when no caller waits any longer. */
export interface SharedWork<Result> {
  /** The result of `work` under this key, from its own run or a running one. @throws the signal's reason once aborted */
  run(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  size(): number;
}

interface Running<Result> {
  promise: Promise<Result>;
  abort: AbortController;
  waiters: number;
}

const NO_CALLERS = new Error('No caller is waiting any longer.');

export function createSharedWork<Result>(): SharedWork<Result> {
  const running = new Map<string, Running<Result>>();

  function begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Running<Result> {
    const abort = new AbortController();
    const entry: Running<Result> = { abort, waiters: 0, promise: work(abort.signal) };
    running.set(key, entry);
    const end = (): void => {
      if (running.get(key) === entry) running.delete(key);
    };
    entry.promise.then(end, end);
    return entry;
  }

  return {
    size: () => running.size,
    async run(key, signal, work) {
      signal.throwIfAborted();
      const entry = running.get(key) ?? begin(key, work);
      entry.waiters += 1;
      let leave: () => void = () => undefined;
      const aborted = new Promise<never>((_, reject) => {
        leave = () => reject(signal.reason);
        signal.addEventListener('abort', leave, { once: true });
      });
      try {
        return await Promise.race([entry.promise, aborted]);
      } finally {
        signal.removeEventListener('abort', leave);
        entry.waiters -= 1;
        if (entry.waiters === 0 && running.get(key) === entry) {
          running.delete(key);
          entry.abort.abort(NO_CALLERS);
        }
      }
    },
  };
}
