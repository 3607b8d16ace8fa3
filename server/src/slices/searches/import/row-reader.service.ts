import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { FromReader, ReaderOptions, RowBatch, ToReader } from './parse-rows.job.ts';

/** Batches of a file's rows, made in a thread of its own while the caller stores the one before. */
export interface RowReader {
  /** The next batch; the last one has `is_last`. @throws when the file cannot be read */
  next(): Promise<RowBatch>;
  /** Ends the thread and the stream; safe at any time. */
  close(): Promise<void>;
}

/** Starts reading. The stream is only taken from as fast as the thread wants it. */
export function readRows(stream: Readable, options: ReaderOptions): RowReader {
  const worker = new Worker(new URL('./parse-rows.job.ts', import.meta.url), {
    workerData: options,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 },
  });
  const send = (message: ToReader): void => worker.postMessage(message);
  const ready: RowBatch[] = [];
  let failure: Error | null = null;
  let wake = (): void => undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    wake();
  };
  const pieces = stream[Symbol.asyncIterator]();
  worker.on('message', (message: FromReader) => {
    if (message.type === 'batch') {
      ready.push(message.batch);
      wake();
      return;
    }
    pieces.next().then(
      ({ value, done }) => send({ type: 'chunk', chunk: done ? null : (value as Uint8Array) }),
      (error: Error) => fail(error),
    );
  });
  worker.on('error', fail);
  worker.on('exit', (code) => code !== 0 && fail(new Error(`reading rows ended with code ${code}`)));
  send({ type: 'credit' });
  return {
    async next() {
      while (ready.length === 0) {
        if (failure) throw failure;
        await new Promise<void>((done) => {
          wake = done;
        });
      }
      // One batch is made ahead while this one is stored.
      send({ type: 'credit' });
      return ready.shift()!;
    },
    async close() {
      stream.destroy();
      await worker.terminate();
    },
  };
}
