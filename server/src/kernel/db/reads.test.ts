import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { openDatabases } from './pools.ts';
import { readAs } from './reads.ts';

const server = useTestServer({ is_alone: true });

const read = (organizationId: number) => server.program.system.forOrganization(organizationId);
const openAlone = () => {
  const databases = openDatabases(server.connectionString, 4, pino({ level: 'silent' }));
  onTestFinished(() => databases.close());
  return databases;
};
const organizationSeen = sql<{ seen: string }>`select current_setting('app.organization_id', true) as seen`;
/** More often than a statement must be seen to be kept: both paths run. */
const often = Array.from({ length: 60 }, (_, turn) => turn);

test('each statement sees its own organization, with kept plans and under concurrency', async () => {
  const answers = await Promise.all(
    often.map((turn) => read(turn + 1).read(async ({ db }) => (await organizationSeen.execute(db)).rows[0]?.seen)),
  );
  expect(answers).toEqual(often.map((turn) => String(turn + 1)));
});

test('what was said for one statement is forgotten after it', async () => {
  const { appPool, reads } = openAlone();
  const seen = await readAs({ organization_id: 7, user_id: 8 }, () => organizationSeen.execute(reads));
  expect(seen.rows).toEqual([{ seen: '7' }]);
  const { rows } = await appPool.query(
    `select current_setting('app.organization_id', true) as organization, current_setting('app.user_id', true) as person,
      current_setting('transaction_read_only') as is_read_only`,
  );
  expect(appPool.totalCount).toBe(1);
  expect(rows).toEqual([{ organization: '', person: '', is_read_only: 'off' }]);
});

test('kept statements are planned for their parameters, the checks of written rows once', async () => {
  const planned = sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`;
  const ctx = read(1);
  const modes = await Promise.all([
    ctx.read(async ({ db }) => (await planned.execute(db)).rows[0]?.mode),
    ctx.transaction(async ({ db }) => (await planned.execute(db)).rows[0]?.mode),
  ]);
  expect(modes).toEqual(['force_custom_plan', 'auto']);
});

test('writing is refused, and the connection is as good as before', async () => {
  const { system } = server.program;
  const { organization_id: id } = await server.signUp();
  const writing = read(id).read(({ db }) => sql`delete from signatures`.execute(db));
  await expect(writing).rejects.toThrow('A read wrote: cannot execute DELETE');
  await expect(read(id).read(({ db }) => sql`select 1 / 0`.execute(db))).rejects.toMatchObject({ code: '22012' });
  const { rows } = await system.forOrganization(id).read(({ db }) => sql`select 1 as one`.execute(db));
  expect(rows).toEqual([{ one: 1 }]);
});

test('a kept statement works after a migration changed its columns', async () => {
  await server.owner.query(
    'create table changing (one int); grant select on changing to overture_app; insert into changing values (1)',
  );
  const ask = () => read(1).read(async ({ db }) => (await sql`select * from changing`.execute(db)).rows);
  await Promise.all(often.map(ask));
  await server.owner.query('alter table changing add column two text');
  for (const rows of await Promise.all(often.map(ask))) expect(rows).toEqual([{ one: 1, two: null }]);
});

test('a kept statement that was cancelled while a new connection parsed it works there afterwards', async () => {
  await server.owner.query('create table locked (one int); grant select on locked to overture_app');
  const locked = sql`select one from locked`;
  for (const _ of often) await read(1).read(({ db }) => locked.execute(db));
  const { appPool, reads } = openAlone();
  const ask = () => readAs({ organization_id: 1, user_id: null }, async () => (await locked.execute(reads)).rows);
  const holder = await server.owner.connect();
  try {
    await holder.query('begin; lock table locked');
    const asked = expect(ask()).rejects.toMatchObject({ code: '57014' });
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await server.owner.query(cancel)).rowCount).toBe(1);
    await asked;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect([await ask(), await ask()]).toEqual([[], []]);
  expect(appPool.totalCount).toBe(1);
});

test('the statement after one whose connection was ended gets another connection', async () => {
  const { reads } = openAlone();
  const reader = { organization_id: 1, user_id: null };
  const asked = readAs(reader, () => sql`select pg_sleep(60)`.execute(reads));
  const ended = expect(asked).rejects.toMatchObject({ code: '57P03' });
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  await expect.poll(async () => (await server.owner.query(end)).rowCount).toBe(1);
  await ended;
  expect((await readAs(reader, () => sql`select 1 as one`.execute(reads))).rows).toEqual([{ one: 1 }]);
});

test('a connection whose server has lost the kept statements is given up', async () => {
  const { appPool, reads } = openAlone();
  const ask = () =>
    readAs({ organization_id: 7, user_id: null }, async () => (await organizationSeen.execute(reads)).rows);
  await ask();
  await appPool.query('deallocate all');
  await expect(ask()).rejects.toMatchObject({ code: '26000' });
  expect(await ask()).toEqual([{ seen: '7' }]);
});

test('reading without an organization is refused', async () => {
  await expect(sql`select 1`.execute(openAlone().reads)).rejects.toThrow('readAs');
});
