/** Modules that threads may load; a test runs each of them on hostile input. */
const works = new Map<string, Work<unknown, unknown>>();

/** Names a kind of work once, where its module is loaded. Threads refuse what was not named. */
export function defineWork<Input, Output>(work: Work<Input, Output>): Work<Input, Output> {
  works.set(work.module.href, work as Work<unknown, unknown>);
  return work;
}

/** What was named so far in this process. */
export const listWork = (): Work<unknown, unknown>[] => [...works.values()];

/** A kind of work on what strangers wrote: a module with a function `run` of plain data, and how long it may take. */
export type Work<Input, Output> = {
  /** With a function `run` of one argument, which may be asynchronous. */
  readonly module: URL;
  /** Of the work alone: waiting and loading do not count. */
  readonly timeout_in_ms: number;
  /** Pieces of this kind that wait at most; later ones are refused. */
  readonly max_waiting: number;
  /** Says what goes in and out; there is nothing to set. */
  readonly types?: (input: Input) => Output;
};

type WorkOrder = {
  /** Whose work it is: owners take turns. */
  owner?: number | string;
};

/**
 * Runs work in the server's threads, where it can't block requests. It fails with an error named `WorkStoppedError`
 * when it exceeds its time or memory, and with one of code `unavailable` when the queue is full.
 */
export type RunWork = <Input, Output>(work: Work<Input, Output>, input: Input, order?: WorkOrder) => Promise<Output>;

/** Runs work in the calling thread, without limits: for tests and tools that serve no requests. */
export const runHere: RunWork = async <Input, Output>(work: Work<Input, Output>, input: Input): Promise<Output> => {
  const { run } = (await import(work.module.href)) as { run: (input: Input) => Output | Promise<Output> };
  return run(input);
};
