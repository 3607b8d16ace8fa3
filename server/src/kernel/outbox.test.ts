import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLockWaits } from '../testing/database.ts';
import { startTestServer, type TestServer } from '../testing/harness.ts';

let server: TestServer & { stop(): Promise<void> };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a job is stored even if a worker took the one under its key in between', async () => {
  const { organization_id } = await server.signUp();
  const { owner } = server;
  const dispatch = () =>
    server.program.system
      .forOrganization(organization_id)
      .transaction(async (tx) => tx.jobs.add('linkedin-events', {}, { key: `events:${organization_id}` }));
  const jobs = async () =>
    (
      await owner.query(
        "select locked_by, key from graphile_worker._private_jobs where payload->>'organization_id' = $1 order by id",
        [String(organization_id)],
      )
    ).rows;
  // The name of a task is noted with its first job, which would be waited for before the job itself.
  await owner.query("select add_job('linkedin-events', '{}')");
  const first = await owner.connect();
  let second: Promise<void>;
  try {
    await first.query('begin');
    await first.query("select add_job('linkedin-events', $1, $2)", [{ organization_id }, `events:${organization_id}`]);
    second = dispatch();
    await expect.poll(() => countLockWaits(owner, 'add_job')).toBe(1);
    // What a worker does between the first commit and the second insert.
    await first.query(
      "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker' where key = $1",
      [`events:${organization_id}`],
    );
    await first.query('commit');
  } finally {
    first.release();
  }
  await second;
  expect(await jobs()).toEqual([
    expect.objectContaining({ locked_by: 'worker' }),
    expect.objectContaining({ locked_by: null }),
  ]);
  // Two that wait are one.
  await Promise.all([dispatch(), dispatch()]);
  expect((await jobs()).filter(({ key, locked_by }) => key !== null && locked_by === null)).toHaveLength(1);
});

test('a delayed job is due after its delay, one without a delay immediately', async () => {
  const { owner, program } = server;
  const { organization_id } = await server.signUp();
  await program.system.forOrganization(organization_id).transaction(async (tx) => {
    tx.jobs.add('no_task_runs_this', {}, { delay_in_seconds: 3600 });
    tx.jobs.add('no_task_runs_this');
  });
  const { rows } = await owner.query<{ due_in: number }>(
    `select round(extract(epoch from run_at - created_at) / 60)::int as due_in from graphile_worker._private_jobs
     where payload->>'organization_id' = $1 and task_id = (select id from graphile_worker._private_tasks where identifier = 'no_task_runs_this')
     order by id`,
    [String(organization_id)],
  );
  expect(rows.map(({ due_in }) => due_in)).toEqual([60, 0]);
});
