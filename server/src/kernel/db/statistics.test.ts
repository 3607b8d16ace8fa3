import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { refreshStatistics } from './statistics.ts';

const server = useTestServer({ is_alone: true });

/** What is counted here would be counted by autovacuum too, at a time of its own. */
beforeAll(async () => {
  await server.owner.query('alter table excluded_domains set (autovacuum_enabled = off)');
});

async function rowsByStatistics(): Promise<number> {
  const { rows } = await server.owner.query<{ n: number }>(
    `select reltuples::int as n from pg_class where oid = 'excluded_domains'::regclass`,
  );
  return rows[0]!.n;
}

async function fill(organization_id: number, name: string, amount: number): Promise<void> {
  await server.owner.query('begin');
  await server.owner.query(
    `insert into excluded_domains (organization_id, domain, unicode_domain) select $1, d, d
     from (select $2 || n || '.example' as d from generate_series(1, $3::int) n) g`,
    [organization_id, name, amount],
  );
  await server.owner.query('select pg_stat_force_next_flush()');
  await server.owner.query('commit');
}

test('statistics follow a table that has grown by half, and no other', async () => {
  const { system } = server.program;
  const { organization_id } = await server.signUp();
  await fill(organization_id, 'first', 3000);
  await refreshStatistics(system, ['prospects']);
  expect(await rowsByStatistics()).toBeLessThan(3000);
  await refreshStatistics(system, ['excluded_domains', 'no_table']);
  expect(await rowsByStatistics()).toBe(3000);
  await fill(organization_id, 'few', 1000);
  await refreshStatistics(system, ['excluded_domains']);
  expect(await rowsByStatistics()).toBe(3000);
  await fill(organization_id, 'many', 2000);
  await refreshStatistics(system, ['excluded_domains']);
  expect(await rowsByStatistics()).toBe(6000);
});

test('a loader does not wait for another one', async () => {
  const { system } = server.program;
  const { organization_id } = await server.signUp();
  await fill(organization_id, 'waiting', 20_000);
  const { owner } = server;
  await owner.query('begin');
  await owner.query('lock table excluded_domains in share update exclusive mode');
  const before = await rowsByStatistics();
  await refreshStatistics(system, ['excluded_domains']);
  expect(await rowsByStatistics()).toBe(before);
  await owner.query('rollback');
});

test('an organization cannot ask for statistics', async () => {
  const { organization_id } = await server.signUp();
  const ctx = server.program.system.forOrganization(organization_id);
  const asked = ctx.transaction(({ db }) => sql`select refresh_statistics('{prospects}')`.execute(db));
  await expect(asked).rejects.toThrow(/permission denied/);
});
