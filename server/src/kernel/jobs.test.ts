import { ProviderError } from '@overture/adapters/kit/errors';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useTestServer } from '../testing/harness.ts';
import { DatabaseUnavailable } from './db/outage.ts';
import { startJobs } from './jobs.ts';
import type { Task } from './slice.ts';

const server = useTestServer({ is_alone: true });

async function withJobs(tasks: Record<string, Task>, work: () => Promise<void>): Promise<void> {
  const { system, databases } = server.program;
  const stop = await startJobs(system, databases, tasks, 2);
  try {
    await work();
  } finally {
    await stop();
  }
}

const add = (task: string) => server.owner.query('select graphile_worker.add_job($1, $2::json)', [task, '{}']);

test('who holds a job beats: a job that takes a minute is not taken for one of the dead', async () => {
  let finish: () => void = () => undefined;
  const begun = Promise.withResolvers<void>();
  const long: Task = () => {
    begun.resolve();
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  await withJobs({ long }, async () => {
    await add('long');
    await begun.promise;
    const { rows } = await server.owner.query<{ beats: boolean }>(
      `select exists (select from worker_heartbeats h where h.worker_id = j.locked_by) as beats
       from graphile_worker._private_jobs j where j.locked_by is not null`,
    );
    finish();
    expect(rows).toEqual([{ beats: true }]);
  });
});

test('an outage in the middle of a job costs it no try: it begins again in the same place', async () => {
  let runs = 0;
  const done = Promise.withResolvers<void>();
  const shaken: Task = async () => {
    runs += 1;
    if (runs < 4) throw new DatabaseUnavailable('unreachable', 'gone');
    done.resolve();
  };
  await withJobs({ shaken }, async () => {
    await add('shaken');
    await done.promise;
    const { rows } = await server.owner.query<{ attempts: number }>(
      'select max(attempts) as attempts from graphile_worker._private_jobs',
    );
    expect(runs).toBe(4);
    expect(rows[0]?.attempts ?? 1).toBe(1);
  });
});

test('a provider that is away is a warning until the last try of the job', async () => {
  const { log } = server.program.system;
  const said: string[] = [];
  const failed = Promise.withResolvers<void>();
  const spies = (['warn', 'error'] as const).map((level) =>
    vi.spyOn(log, level).mockImplementation((...words: unknown[]) => {
      if (!String(words[1]).startsWith('job failed')) return;
      said.push(`${level}: ${words[1]}`);
      if (level === 'error') failed.resolve();
    }),
  );
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
  const away: Task = async () => {
    throw new ProviderError('unavailable', 'gone', { concerns: 'service' });
  };
  await withJobs({ away }, async () => {
    await server.owner.query(`select graphile_worker.add_job('away', '{}'::json, max_attempts => 2)`);
    await expect.poll(() => said).toEqual(['warn: job failed, retrying']);
    await server.owner.query(
      `select graphile_worker.reschedule_jobs(array(select id from graphile_worker._private_jobs), now())`,
    );
    await failed.promise;
    expect(said).toEqual(['warn: job failed, retrying', 'error: job failed']);
  });
});
