import type { TableFilter } from '@overture/domain/leads/filters';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { nameSlowFilter } from './slow-filters.service.ts';

const server = useTestServer();
const has = (column: string): TableFilter => ({ column, operation: 'contains', value: 'a' });

test('a statement over its time names the most expensive filter', async () => {
  const { organization_id } = await server.signUp();
  const inside = server.program.system.forOrganization(organization_id);
  const sleep = () =>
    inside.transaction(async ({ db }) => {
      await sql`select set_config('statement_timeout', '20', true)`.execute(db);
      await sql`select pg_sleep(10)`.execute(db);
    });
  const nested: TableFilter[] = [has('job_title'), { match: 'any', filters: [has('anything'), has('duplicate')] }];
  await expect(nameSlowFilter(nested, sleep)).rejects.toMatchObject({
    code: 'filter_too_slow',
    status: 422,
    body: { values: { filter: 'duplicates' } },
  });
  await expect(nameSlowFilter([has('prompt_7')], sleep)).rejects.toMatchObject({ values: { filter: 'results' } });
  await expect(nameSlowFilter([has('location')], sleep)).rejects.toMatchObject({ values: { filter: 'columns' } });
  await expect(nameSlowFilter([], sleep)).rejects.toMatchObject({ code: '57014' });
  const other = () => Promise.reject(new Error('not of a filter'));
  await expect(nameSlowFilter([has('anything')], other)).rejects.toThrow('not of a filter');
});
