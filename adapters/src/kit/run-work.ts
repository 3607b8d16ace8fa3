/** A kind of work on what strangers wrote: a module with a function `run` of plain data, and how long it may take. */
export type Work<Input, Output> = {
  readonly module: URL;
  readonly timeout_in_ms: number;
  /** Pieces of this kind that wait at most. */
  readonly max_waiting: number;
  /** Says what goes in and out; there is nothing to set. */
  readonly types?: (input: Input) => Output;
};

/**
 * Does work where it can hold up nobody: the server's threads. It fails with an error named `WorkStoppedError` for work that took too
 * long or too much, and with one of code `unavailable` when too much waits.
 */
export type RunWork = <Input, Output>(work: Work<Input, Output>, input: Input) => Promise<Output>;

/** Work done on the spot, without limits: for tests and tools that serve nobody else meanwhile. */
export const runHere: RunWork = async <Input, Output>(work: Work<Input, Output>, input: Input): Promise<Output> => {
  const { run } = (await import(work.module.href)) as { run: (input: Input) => Output | Promise<Output> };
  return run(input);
};
