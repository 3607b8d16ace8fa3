import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer({ is_alone: true });

test('a backend that dies inside a transaction fails that transaction and nothing else', async () => {
  const { system } = server.program;
  const dying = system.forOrganization(1).transaction(async ({ db }) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
  });
  await expect(dying).rejects.toThrow(/terminat/);
  const alive = await system
    .forOrganization(1)
    .transaction(({ db }) => sql<{ one: number }>`select 1 as one`.execute(db));
  expect(alive.rows).toEqual([{ one: 1 }]);
});
