import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpSchema } from '../../../tools/dump-schema.ts';
import { createTestDatabase } from '../testing/database.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Tables that belong to nobody: one row for the installation, counters by address, the queue's own bookkeeping. */
const tablesOfNobody = ['installation', 'migrations', 'rate_limits', 'worker_heartbeats'];

describe('schema', () => {
  test('server/schema.sql is what the migrations give (npm run db:generate)', async () => {
    const version = await client.query<{ server_version_num: string }>('show server_version_num');
    // Another major version words some definitions differently; the committed map is of the embedded one.
    if (Number(version.rows[0]?.server_version_num) < 180_000) return;
    expect(await dumpSchema(client)).toBe(readFileSync(join(root, 'server/schema.sql'), 'utf8'));
  });

  test('every table has an organisation and forced row-level security with the template policy', async () => {
    const tables = await client.query<{ name: string; is_forced: boolean; has_column: boolean; policies: string[] }>(`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_forced,
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and a.attnotnull) as has_column,
        array(select polname::text from pg_policy p where p.polrelid = c.oid order by 1) as policies
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`);
    const unsafe = tables.rows.filter(
      (table) =>
        !tablesOfNobody.includes(table.name) &&
        !(table.is_forced && table.has_column && table.policies.join() === 'system_access,tenant_isolation'),
    );
    expect(unsafe).toEqual([]);
    expect(tables.rows.length).toBeGreaterThan(15);
  });

  test('partitions cannot be read past the policy of their table', async () => {
    const open = await client.query(`select c.relname from pg_class c where c.relispartition and c.relkind = 'r'
      and c.relnamespace = 'public'::regnamespace and (has_table_privilege('overture_app', c.oid, 'select') and not c.relforcerowsecurity)`);
    expect(open.rows).toEqual([]);
  });

  test('the application roles own nothing and cannot bypass the policies', async () => {
    const roles = await client.query(`select rolname, rolsuper, rolbypassrls, rolcanlogin,
        exists (select from pg_class where relowner = r.oid) as owns from pg_roles r where rolname like 'overture\\_%' order by 1`);
    const harmless = { rolsuper: false, rolbypassrls: false, rolcanlogin: false, owns: false };
    expect(roles.rows).toEqual([
      { rolname: 'overture_app', ...harmless },
      { rolname: 'overture_system', ...harmless },
    ]);
  });

  test('without an organisation the application sees nothing, and it cannot write into another one', async () => {
    await client.query(`insert into organizations (name) values ('A'), ('B')`);
    await client.query('begin; set local role overture_app');
    expect((await client.query('select count(*)::int as n from organizations')).rows[0].n).toBe(0);
    const ids = await client
      .query('reset role; select organization_id from organizations order by 1')
      .then((results) => (results as unknown as pg.QueryResult[])[1]!.rows);
    await client.query(
      `set local role overture_app; select set_config('app.organization_id', '${ids[0].organization_id}', true)`,
    );
    expect((await client.query('select name from organizations')).rows).toEqual([{ name: 'A' }]);
    await expect(
      client.query(
        `insert into signatures (organization_id, name, signature) values (${ids[1].organization_id}, 'x', 'x')`,
      ),
    ).rejects.toThrow(/row-level security/);
    await client.query('rollback');
  });
});
