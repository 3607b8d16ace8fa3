import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { keptPlan } from './kept-plan.ts';

const server = useTestServer({ is_alone: true });
beforeAll(async () => {
  await server.owner.query(`create table kept_things (id int primary key, name text);
    insert into kept_things values (1, 'ten'), (2, '20');
    grant select on kept_things to overture_system`);
});

const nameOf = (id: number) =>
  server.program.system.systemRead(async ({ db }) => {
    const { rows } = await sql<{ name: unknown }>`${keptPlan}select name from kept_things where id = ${id}`.execute(db);
    return rows[0]?.name;
  });

test('a connection keeps a marked statement for all parameters, and no other', async () => {
  const kept = await server.program.system.systemTransaction(async ({ db }) => {
    for (const id of [1, 2]) {
      await sql`${keptPlan}select id from kept_things where id = ${id}`.execute(db);
      await sql`select name, id from kept_things where id = ${id}`.execute(db);
    }
    return sql<{ statement: string }>`select statement from pg_prepared_statements
      where statement like '%kept_things%'`.execute(db);
  });
  expect(kept.rows).toEqual([{ statement: expect.stringMatching(/select id from kept_things where id = \$1$/) }]);
});

test('a kept statement is planned again after a migration changed it', async () => {
  expect(await nameOf(2)).toBe('20');
  await server.owner.query('alter table kept_things alter column name type int using length(name)');
  expect(await nameOf(2)).toBe(2);
  expect(await nameOf(1)).toBe(3);
  await server.owner.query('alter table kept_things rename column name to title');
  await expect(nameOf(1)).rejects.toThrow(/name/);
});

test('within a transaction it fails once', async () => {
  await server.owner.query(`create table kept_sizes (id int primary key, size int);
    insert into kept_sizes values (1, 7);
    grant select on kept_sizes to overture_system`);
  const sizeOf = () =>
    server.program.system.systemTransaction(async ({ db }) => {
      const { rows } = await sql<{ size: unknown }>`${keptPlan}select size from kept_sizes where id = 1`.execute(db);
      return rows[0]?.size;
    });
  expect(await sizeOf()).toBe(7);
  await server.owner.query('alter table kept_sizes alter column size type text');
  await expect(sizeOf()).rejects.toThrow();
  expect(await sizeOf()).toBe('7');
});
