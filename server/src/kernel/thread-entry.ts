import type { MessagePort } from 'node:worker_threads';

/** What a thread of `thread-pool.ts` is given: a module, its input, and where to say that the work itself begins. */
export interface ThreadTask {
  module: string;
  input: unknown;
  begun: MessagePort;
}

/** Loading a module is no part of its work: the time limit counts from here. */
export async function run({ module, input, begun }: ThreadTask): Promise<unknown> {
  const loaded = (await import(module)) as { run: (input: unknown) => unknown };
  begun.postMessage(null);
  begun.close();
  return loaded.run(input);
}
