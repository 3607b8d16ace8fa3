import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { FILE_LIST_TABLES, FILE_TABLES } from './erasure.store.ts';

const server = useTestServer();

test('files of every table that names one go when an organization is erased', async () => {
  const { rows } = await server.owner.query(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'file_key' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...FILE_TABLES].sort());
  const lists = await server.owner.query(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'files' and data_type = 'jsonb' order by 1`,
  );
  expect(lists.rows.map(({ name }) => name)).toEqual([...FILE_LIST_TABLES].sort());
});
