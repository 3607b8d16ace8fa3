import { EventEmitter } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isProviderError } from '@overture/adapters/kit/errors';
import { Logger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import { createClockNotice, measureClock } from './clock.ts';
import type { SystemContext } from './context.ts';
import { DatabaseUnavailable } from './db/outage.ts';
import type { Databases } from './db/pools.ts';
import { loopRounds, loopSeconds } from './metrics.ts';
import type { Loop, Task } from './slice.ts';
import { trace } from './tracing/tracing.ts';

/** A runner that stopped beating for this long is dead; graphile-worker alone would keep its jobs locked for hours. */
const deadAfter = '45 seconds';
/** How often in a row an outage may interrupt a job before it counts as a failed try. */
const MAX_INTERRUPTIONS = 20;
const CHECK_EVERY_IN_MS = 1000;

/** One runner of the queue. An outage may leave it with fewer workers, or with a job locked that it never heard of: then it is replaced. */
interface QueueRunner {
  /** What it locks jobs by. */
  id: string;
  hasFailed: boolean;
  stop(): Promise<void>;
}

/** Runs queued jobs. A job that throws is tried again by the queue with growing pauses; one that an outage interrupts, when it is over. */
export async function startJobs(
  ctx: SystemContext,
  databases: Databases,
  tasks: Record<string, Task>,
  concurrency: number,
): Promise<() => Promise<void>> {
  const abort = new AbortController();
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown) => {
        const { traceparent, ...given } = (payload ?? {}) as Record<string, unknown> & { traceparent?: string };
        const options = {
          kind: 'consumer',
          attributes: { 'overture.task': name },
          parent: traceparent ?? null,
        } as const;
        return trace(`job ${name}`, options, () => runThroughOutages(ctx, task, given, abort.signal));
      },
    ]),
  );
  const start = (): Promise<QueueRunner> => startRunner(ctx, databases, taskList, concurrency);
  const runners = new Runners(ctx, start, await start());
  const stopCheck = startLoop(ctx, {
    name: 'job-runner',
    interval_in_ms: CHECK_EVERY_IN_MS,
    run: () => runners.replaceWorn(),
  });
  const noticeClock = createClockNotice(ctx);
  const stopBeat = startLoop(ctx, {
    name: 'job-heartbeat',
    interval_in_ms: 10_000,
    run: async () => noticeClock(await releaseStaleLocks(ctx, databases, runners.ids())),
  });
  return async () => {
    abort.abort();
    await stopCheck();
    await stopBeat();
    const ids = runners.ids();
    await runners.end();
    await ctx
      .systemTransaction(async ({ db }) => {
        await sql`delete from worker_heartbeats where worker_id = any(${ids}::text[])`.execute(db);
      })
      .catch((error) => ctx.log.warn({ err: error }, 'job queue disconnected uncleanly'));
  };
}

/** The runner that takes jobs, and those before it that are not at their end yet. */
class Runners {
  readonly #ctx: SystemContext;
  readonly #start: () => Promise<QueueRunner>;
  readonly #alive: Set<string>;
  readonly #endings = new Set<Promise<void>>();
  #current: QueueRunner;

  constructor(ctx: SystemContext, start: () => Promise<QueueRunner>, first: QueueRunner) {
    this.#ctx = ctx;
    this.#start = start;
    this.#current = first;
    this.#alive = new Set([first.id]);
  }

  /** What jobs are locked by. */
  ids(): string[] {
    return [...this.#alive];
  }

  async replaceWorn(): Promise<void> {
    if (!this.#current.hasFailed) return;
    const next = await this.#start();
    this.#alive.add(next.id);
    this.#retire(this.#current);
    this.#current = next;
  }

  /** Stops the one that takes jobs and waits for the end of all. */
  async end(): Promise<void> {
    this.#retire(this.#current);
    await Promise.all(this.#endings);
  }

  #retire(runner: QueueRunner): void {
    const ending = runner
      .stop()
      .catch((error) => this.#ctx.log.warn({ err: error }, 'job queue runner did not stop cleanly'))
      .finally(() => {
        this.#alive.delete(runner.id);
        this.#endings.delete(ending);
      });
    this.#endings.add(ending);
  }
}

async function startRunner(
  ctx: SystemContext,
  databases: Databases,
  taskList: Record<string, (payload: unknown) => Promise<void>>,
  concurrency: number,
): Promise<QueueRunner> {
  const state = { id: '', hasFailed: false };
  const markFailed = (): void => {
    state.hasFailed = true;
  };
  const events: WorkerEvents = new EventEmitter() as WorkerEvents;
  events.on('pool:create', ({ workerPool }) => {
    state.id = workerPool.id;
  });
  // The answer may be lost though the job is locked, and a worker whose job could not be marked as done ends.
  for (const name of ['worker:getJob:error', 'worker:fatalError', 'pool:fatalError', 'pool:gracefulShutdown'] as const)
    events.on(name, markFailed);
  events.on('job:error', ({ job, error }) => {
    const fields = { err: error, task: job.task_identifier, attempt: job.attempts };
    // A provider that is away for a while is no fault of ours: the operator is called when the last try failed.
    if (isProviderError(error) && job.attempts < job.max_attempts) ctx.log.warn(fields, 'job failed, retrying');
    else ctx.log.error(fields, 'job failed');
  });
  const runner: Runner = await run({
    pgPool: databases.queue,
    taskList,
    concurrency,
    events,
    noHandleSignals: true,
    pollInterval: 2000,
    crontab: '',
    logger: new Logger(() => (level, message) => ctx.log.debug({ queue: level }, message)),
  });
  const ended = runner.promise
    .catch((error) => ctx.log.debug({ err: error }, 'job queue runner ended'))
    .then(markFailed);
  return Object.assign(state, {
    // If the queue stopped itself it rejects; only its end is left to wait for.
    stop: () => runner.stop().catch(() => ended),
  });
}

/** Jobs may run more than once anyway: an interrupted one begins again here, and has lost no try. */
async function runThroughOutages(
  ctx: SystemContext,
  task: Task,
  payload: Record<string, unknown>,
  signal: AbortSignal,
): Promise<void> {
  for (let interruptions = 0; ; interruptions += 1) {
    try {
      return await task(ctx, payload, signal);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || interruptions >= MAX_INTERRUPTIONS) throw error;
      await sleep(200, undefined, { signal });
      await ctx.whenDatabaseUp(signal);
    }
  }
}

/**
 * Beats for this process's runners and releases jobs locked by runners that no longer beat.
 * @returns how far the clock of this machine is ahead of the database's, in milliseconds
 */
async function releaseStaleLocks(ctx: SystemContext, databases: Databases, runnerIds: string[]): Promise<number> {
  const { alive, ahead } = await ctx.systemTransaction(async ({ db }) => {
    const ahead = await measureClock({ db });
    await sql`insert into worker_heartbeats (worker_id, host, clock_ahead_in_ms)
      select unnest(${runnerIds}::text[]), ${hostname()}, ${ahead}::float8
      on conflict (worker_id) do update set beat_at = statement_timestamp(), host = excluded.host,
        clock_ahead_in_ms = excluded.clock_ahead_in_ms`.execute(db);
    await sql`delete from worker_heartbeats where beat_at < statement_timestamp() - interval '1 day'`.execute(db);
    const rows = await sql<{ worker_id: string }>`select worker_id from worker_heartbeats
      where beat_at > statement_timestamp() - ${deadAfter}::interval`.execute(db);
    return { alive: rows.rows.map((row) => row.worker_id), ahead };
  });
  const dead = await databases.queue.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker._private_jobs
     where locked_at < statement_timestamp() - $1::interval and locked_by <> all($2::text[])`,
    [deadAfter, alive],
  );
  if (dead.rows.length === 0) return ahead;
  await databases.queue.query('select graphile_worker.force_unlock_workers($1::text[])', [
    dead.rows.map((row) => row.locked_by),
  ]);
  ctx.log.warn({ workers: dead.rows.length }, 'jobs of dead workers released');
  return ahead;
}

async function runRound(ctx: SystemContext, loop: Loop, signal: AbortSignal): Promise<void> {
  const started = performance.now();
  let result = 'failed';
  try {
    await loop.run(ctx, signal);
    result = 'done';
  } finally {
    loopRounds.inc({ loop: loop.name, result });
    loopSeconds.inc({ loop: loop.name }, (performance.now() - started) / 1000);
  }
}

/** Starts a loop; the answer stops it and waits for a run under way. Runs never overlap; a failure is logged, an outage waited for. */
export function startLoop(ctx: SystemContext, loop: Loop): () => Promise<void> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const turn = (): void => {
    running = ctx
      .whenDatabaseUp(abort.signal)
      .then(() => runRound(ctx, loop, abort.signal))
      .catch((error) => {
        if (!abort.signal.aborted) ctx.log.error({ err: error, loop: loop.name }, 'background loop failed, retrying');
      })
      .finally(() => {
        if (!abort.signal.aborted) timer = setTimeout(turn, loop.interval_in_ms);
      });
  };
  turn();
  return async () => {
    abort.abort();
    clearTimeout(timer);
    await running;
  };
}
