import { availableParallelism, loadavg } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { ApiError } from './errors.ts';
import type { ThreadTask } from './thread-entry.ts';

/** Few threads: work for unknown visitors leaves the machine to the others. */
const MAX_THREADS = Math.min(4, Math.max(2, availableParallelism() - 1));
/** Bytes being worked on; more has to wait, and one larger piece runs alone. */
const MAX_BYTES_AT_WORK = 60_000_000;
const HEAP_IN_MB = 512;
const IDLE_IN_MS = 20_000;
/** A machine that is busy for its own reasons must not make a usual mail look hostile. */
const MAX_PATIENCE = 6;
/** For a thread to start and to load the module, also on a machine with much else to do. */
const LONGEST_START_IN_MS = 60_000;

/** A kind of work that is done beside the event loop. */
export interface ThreadWork<Input, Output> {
  /** Module with a function `run` of one argument, which may be asynchronous. Input and output are copied. */
  readonly module: URL;
  /** Of the work alone: waiting and loading do not count. On a machine with too much to do it is as much longer. */
  readonly timeout_in_ms: number;
  /** Waiting pieces of this kind; further ones are refused. */
  readonly max_waiting: number;
  /** Says what goes in and out; there is nothing to set. */
  readonly types?: (input: Input) => Output;
}

export interface ThreadOrder {
  /** Whose work it is. Owners take turns: who brings much of it waits for itself. */
  owner?: number | string;
  /** Size of a large input. */
  size_in_bytes?: number;
  /** Buffers that are handed over instead of copied: the caller has them no more. */
  transfer?: ArrayBuffer[];
}

/** Work that was ended: it took too long or too much memory, or took its thread down. The same input would do so again. */
export class WorkStoppedError extends ApiError {
  override readonly name = 'WorkStoppedError';
  readonly because: 'time' | 'memory' | 'crash';

  constructor(because: WorkStoppedError['because'], cause: unknown) {
    super('unavailable');
    this.because = because;
    this.cause = cause;
  }
}

interface Waiting {
  work: ThreadWork<unknown, unknown>;
  input: unknown;
  order: ThreadOrder;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/** Modules that threads may load: a test holds each of them to hostile input. */
const works = new Map<string, ThreadWork<unknown, unknown>>();

/** Names a kind of work once, where its module is known. Threads refuse what was not named. */
export function defineWork<Input, Output>(work: ThreadWork<Input, Output>): ThreadWork<Input, Output> {
  works.set(work.module.href, work as ThreadWork<unknown, unknown>);
  return work;
}

/** What was named so far in this process. */
export const listWork = (): ThreadWork<unknown, unknown>[] => [...works.values()];

let pool: Piscina | null = null;
/** By owner, in order of turns. */
const lines = new Map<number | string, Waiting[]>();
const waitingByModule = new Map<string, number>();
let running = 0;
let bytesAtWork = 0;

/**
 * Does a piece of work in one of the process's threads, which start when they are needed, end when they have nothing to do
 * and keep no process alive. Work is ended after its time, and its thread with it; the next piece gets a new one.
 * @throws unavailable when too much waits, WorkStoppedError (which is unavailable too), or what `run` throws
 */
export function runInThread<Input, Output>(
  work: ThreadWork<Input, Output>,
  input: Input,
  order: ThreadOrder = {},
): Promise<Output> {
  const key = work.module.href;
  if (!works.has(key)) return Promise.reject(new Error(`${key} is no work that was defined (defineWork)`));
  const waiting = waitingByModule.get(key) ?? 0;
  if (waiting >= work.max_waiting) return Promise.reject(new ApiError('unavailable'));
  waitingByModule.set(key, waiting + 1);
  return new Promise<Output>((resolve, reject) => {
    const owner = order.owner ?? key;
    const line = lines.get(owner) ?? [];
    line.push({
      work: work as ThreadWork<unknown, unknown>,
      input,
      order,
      resolve: resolve as (output: unknown) => void,
      reject,
    });
    lines.set(owner, line);
    startNext();
  });
}

function startNext(): void {
  while (running < MAX_THREADS) {
    const next = nextWaiting();
    if (next === null) return;
    const key = next.work.module.href;
    waitingByModule.set(key, (waitingByModule.get(key) ?? 1) - 1);
    const size = next.order.size_in_bytes ?? 0;
    running += 1;
    bytesAtWork += size;
    void perform(next)
      .then(next.resolve, next.reject)
      .finally(() => {
        running -= 1;
        bytesAtWork -= size;
        startNext();
      });
  }
}

/** The first piece of the first owner for whom there is room; the owner goes to the end. */
function nextWaiting(): Waiting | null {
  for (const [owner, line] of lines) {
    const [first] = line;
    if (first === undefined) continue;
    const isRoom = bytesAtWork === 0 || bytesAtWork + (first.order.size_in_bytes ?? 0) <= MAX_BYTES_AT_WORK;
    if (!isRoom) continue;
    line.shift();
    lines.delete(owner);
    if (line.length > 0) lines.set(owner, line);
    return first;
  }
  return null;
}

async function perform({ work, input, order }: Waiting): Promise<unknown> {
  pool ??= createPool();
  const { port1, port2 } = new MessageChannel();
  const end = new AbortController();
  let timer = setTimeout(() => end.abort(), LONGEST_START_IN_MS);
  port1.once('message', () => {
    clearTimeout(timer);
    timer = setTimeout(() => end.abort(), work.timeout_in_ms * patience());
  });
  const task: ThreadTask = { module: work.module.href, input, begun: port2 };
  try {
    const output: unknown = await pool.run(task, {
      signal: end.signal,
      transferList: [port2, ...(order.transfer ?? [])],
    });
    return output;
  } catch (error) {
    throw end.signal.aborted ? new WorkStoppedError('time', error) : classifyError(error);
  } finally {
    clearTimeout(timer);
    port1.close();
  }
}

/** How much longer work takes that has to share the processors with more than they can do. */
function patience(): number {
  const share = (loadavg()[0] ?? 0) / availableParallelism();
  return Math.min(Math.max(share, 1), MAX_PATIENCE);
}

function createPool(): Piscina {
  const created = new Piscina({
    filename: new URL('./thread-entry.ts', import.meta.url).href,
    name: 'run',
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_IN_MS,
    // An idle thread ends as soon as it is asked to.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: HEAP_IN_MB, maxYoungGenerationSizeMb: 64 },
    // What strangers send is worked on when nothing else wants the processor. Elsewhere it would slow the whole process.
    niceIncrement: process.platform === 'linux' ? 10 : 0,
    // No secret of the settings is of use there.
    env: {},
  });
  // The caller learns it from its own promise.
  created.on('error', () => {});
  return created;
}

function classifyError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return new WorkStoppedError('memory', error);
  return /worker exited/i.test(error.message) ? new WorkStoppedError('crash', error) : error;
}
