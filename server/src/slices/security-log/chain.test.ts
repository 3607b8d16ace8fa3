import { api } from '@overture/contract';
import { afterEach, expect, test } from 'vitest';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import { useTestServer } from '../../testing/harness.ts';
import { sealDays } from './chain.service.ts';

const server = useTestServer({ roles: ['web'], is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;
const DAY_IN_SECONDS = 86_400;

afterEach(() => moveTo(0));
async function moveTo(days: number): Promise<void> {
  await server.owner.query('update installation set clock_offset = make_interval(secs => $1)', [days * DAY_IN_SECONDS]);
  server.program.system.clock.setOffset(days * DAY_IN_SECONDS * 1000);
  await server.owner.query(
    `update sessions set expires_at = app_now() + interval '1 day', last_seen_at = app_now(), confirmed_at = app_now()`,
  );
}
const seal = () => sealDays(server.program.system, new AbortController().signal);
const check = async (person: Person) => (await person.call(api.checkSecurityLog, {})).data;

/** Three days with an event each, sealed on the fourth. */
async function makeLog(): Promise<{ person: Person; days: string[] }> {
  const person = await server.signUp();
  const { organization_id, user_id } = person;
  for (const day of [0, 1, 2]) {
    await moveTo(day);
    await recordSecurityEvent(server.program.system, {
      ...{ organization_id, user_id, event: 'export_made' as const },
      subject: { kind: 'setting', label: `Day ${day}` },
    });
  }
  expect(await check(person)).toMatchObject({ sealed_days: 0, unbroken_since: null, broken: [] });
  await moveTo(4);
  await seal();
  const { rows } = await server.owner.query(
    'select day::text as day from security_days where organization_id = $1 order by day',
    [organization_id],
  );
  return { person, days: rows.map(({ day }) => day) };
}
/** As a person with the database's own login can. */
async function tamper(statement: string, ...values: unknown[]): Promise<void> {
  const client = await server.owner.connect();
  await client.query('set session_replication_role = replica');
  await client.query(statement, values);
  await client.query('set session_replication_role = origin');
  client.release();
}

test('finished days are sealed once, and an untouched log is unbroken', async () => {
  const { person, days } = await makeLog();
  expect(days).toHaveLength(3);
  await seal();
  expect(await check(person)).toMatchObject({
    ...{ sealed_days: 3, unbroken_since: days[0], sealed_until: days[2], broken: [] },
  });
});

test('rows that were deleted when the log was kept for 400 days break nothing, and later ones do', async () => {
  const { person, days } = await makeLog();
  const from = 'update installation set security_log_from = $1';
  await tamper(
    'delete from security_events where organization_id = $1 and occurred_at < $2::date',
    person.organization_id,
    days[1],
  );
  expect((await check(person)).broken).toEqual([{ day: days[0], problem: 'rows' }]);
  await server.owner.query(from, [days[0]]);
  expect(await check(person)).toMatchObject({ sealed_days: 3, unbroken_since: days[0], broken: [] });
  await tamper(
    'delete from security_events where organization_id = $1 and occurred_at < $2::date',
    person.organization_id,
    days[2],
  );
  expect((await check(person)).broken).toEqual([{ day: days[1], problem: 'rows' }]);
  await server.owner.query(from, [null]);
});

test('a log of two years is checked day by day, over all reads', async () => {
  const { person, days } = await makeLog();
  await server.owner.query(
    `insert into security_days (organization_id, day, events, content_digest, chain_digest)
      select $1::bigint, $2::date - n, 0, repeat('0', 64), repeat('0', 64) from generate_series(800, 1000) n`,
    [person.organization_id, days[0]],
  );
  const { sealed_days, broken, unbroken_since } = await check(person);
  // None of them follows from the day before it, and the first of the log follows from none.
  expect([sealed_days, broken.length > 0, unbroken_since]).toEqual([204, true, days[1]]);
});

test('the rows of a sealed day cannot be changed or deleted', async () => {
  const { person } = await makeLog();
  const own = [person.organization_id];
  for (const statement of ["update security_events set reason = 'x'", 'delete from security_events'])
    await expect(
      server.owner.query(`${statement} where organization_id = $1 and subject_label = 'Day 1'`, own),
    ).rejects.toThrow('a sealed day of the security log cannot be changed');
  await server.owner.query('delete from organizations where organization_id = $1', own);
});

test.each([
  [
    'a changed row',
    `update security_events set subject_label = 'Nothing' where organization_id = $1 and subject_label = 'Day 1'`,
    1,
    'rows',
  ],
  ['a deleted row', `delete from security_events where organization_id = $1 and subject_label = 'Day 1'`, 1, 'rows'],
  [
    'a removed seal',
    `delete from security_days where organization_id = $1 and day = (select min(day) from security_days where organization_id = $1)`,
    1,
    'chain',
  ],
  [
    'a rewritten seal',
    `update security_days set events = events + 1 where organization_id = $1 and day = (select max(day) from security_days where organization_id = $1)`,
    2,
    'chain',
  ],
])('%s breaks the chain on its day', async (_, statement, index, problem) => {
  const { person, days } = await makeLog();
  await tamper(statement, person.organization_id);
  const found = await check(person);
  expect(found.broken).toEqual([{ day: days[index], problem }]);
  expect(found.unbroken_since).toBe(days[index + 1] ?? null);
});
