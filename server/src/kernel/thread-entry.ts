import { parentPort, workerData } from 'node:worker_threads';

/** Beginning of a thread (`threads.ts`): answers every message with what the `run` of its module makes of it. */
const { run } = (await import((workerData as { module: string }).module)) as { run: (input: unknown) => unknown };
parentPort?.on('message', ({ id, input }: { id: number; input: unknown }) => {
  try {
    parentPort?.postMessage({ id, result: run(input) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
