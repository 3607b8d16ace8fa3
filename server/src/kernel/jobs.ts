import { EventEmitter } from 'node:events';
import { Logger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type { SystemContext } from './context.ts';
import type { Databases } from './db/pools.ts';
import type { Loop, Task } from './slice.ts';

/** A worker that stopped beating for this long is dead; graphile-worker alone would keep its jobs locked for hours. */
const deadAfter = '45 seconds';

/** Runs queued jobs. A job that throws is tried again by the queue with growing pauses. */
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
      async (payload: unknown) => task(ctx, (payload ?? {}) as Record<string, unknown>, abort.signal),
    ]),
  );
  const workerIds = new Set<string>();
  const events: WorkerEvents = new EventEmitter() as WorkerEvents;
  events.on('worker:create', ({ worker }) => workerIds.add(worker.workerId));
  events.on('job:error', ({ job, error }) =>
    ctx.log.error({ err: error, task: job.task_identifier, attempt: job.attempts }, 'a job failed'),
  );
  const runner: Runner = await run({
    pgPool: databases.owner,
    taskList,
    concurrency,
    events,
    noHandleSignals: true,
    pollInterval: 2000,
    crontab: '',
    logger: new Logger(() => (level, message) => ctx.log.debug({ queue: level }, message)),
  });
  const stopLoop = startLoop(ctx, {
    name: 'job-heartbeat',
    interval_in_ms: 10_000,
    run: () => keepLocksHonest(ctx, databases, [...workerIds]),
  });
  return async () => {
    abort.abort();
    await stopLoop();
    await runner.stop();
    await ctx.systemTransaction(async ({ db }) => {
      await sql`delete from worker_heartbeats where worker_id = any(${[...workerIds]}::text[])`.execute(db);
    });
  };
}

/** Beats for this process's workers and releases jobs locked by workers that no longer beat. */
async function keepLocksHonest(ctx: SystemContext, databases: Databases, workerIds: string[]): Promise<void> {
  const alive = await ctx.systemTransaction(async ({ db }) => {
    await sql`insert into worker_heartbeats (worker_id) select unnest(${workerIds}::text[])
      on conflict (worker_id) do update set beat_at = statement_timestamp()`.execute(db);
    await sql`delete from worker_heartbeats where beat_at < statement_timestamp() - interval '1 day'`.execute(db);
    const rows = await sql<{ worker_id: string }>`select worker_id from worker_heartbeats
      where beat_at > statement_timestamp() - ${deadAfter}::interval`.execute(db);
    return rows.rows.map((row) => row.worker_id);
  });
  const dead = await databases.owner.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker._private_jobs
     where locked_at < statement_timestamp() - $1::interval and locked_by <> all($2::text[])`,
    [deadAfter, alive],
  );
  if (dead.rows.length === 0) return;
  await databases.owner.query('select graphile_worker.force_unlock_workers($1::text[])', [
    dead.rows.map((row) => row.locked_by),
  ]);
  ctx.log.warn({ workers: dead.rows.length }, 'jobs of workers that died were released');
}

/** Starts a loop; the answer stops it and waits for a run under way. Runs never overlap; a failure is logged. */
export function startLoop(ctx: SystemContext, loop: Loop): () => Promise<void> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const turn = (): void => {
    running = loop
      .run(ctx, abort.signal)
      .catch((error) => {
        if (!abort.signal.aborted) ctx.log.error({ err: error, loop: loop.name }, 'a loop failed; it goes on');
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
