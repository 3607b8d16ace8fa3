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

/**
 * Tables without an organization: one row for the installation, DNS records of mail domains, templates the operator gives to
 * all, apps and who they say they are, counters by address, unverified addresses, the queue's own bookkeeping and secrets of its jobs.
 */
const SHARED_TABLES = [
  'adapter_states',
  'built_in_templates',
  'default_templates',
  'file_deletions',
  'file_moves',
  'installation',
  'job_secrets',
  'mail_providers',
  'migrations',
  'oauth_clients',
  'passkey_challenges',
  'rate_limits',
  'registrations',
  'signing_keys',
  'status_days',
  'worker_heartbeats',
];

/**
 * Keys between tables of tenants that may reference a row of another organization, with the reason. Every other one is
 * (organization_id, column): the database itself refuses what a query forgot to compare.
 */
const keysAcrossTenants: Record<string, string> = {
  agency_clients_client_id_fkey: 'a row of the agency names its client, another organization',
  client_report_recipients_user_id_fkey:
    'who gets a client’s report belongs to the agency, or to the client, another organization',
  organizations_agency_id_fkey: 'a client organization names the agency that looks after it, another organization',
  referral_uses_referred_organization_id_fkey:
    'who came by a code is another organization than the one whose code it is',
  sessions_actor_user_id_fkey: 'who acts as a user may belong to another organization: the agency, the installation',
  sessions_parent_session_id_fkey: "the session that started an impersonation is of the actor's organization",
};

describe('schema', () => {
  test('server/schema.sql is what the migrations give (npm run db:generate)', async () => {
    const version = await client.query<{ server_version_num: string }>('show server_version_num');
    // Another major version words some definitions differently; the committed map is of the embedded one.
    if (Number(version.rows[0]?.server_version_num) < 180_000) return;
    expect(await dumpSchema(client)).toBe(readFileSync(join(root, 'server/schema.sql'), 'utf8'));
  });

  test('every table has an organization and forced row-level security with the template policy', async () => {
    const tables = await client.query<{ name: string; is_forced: boolean; has_column: boolean; policies: string[] }>(`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_forced,
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and a.attnotnull) as has_column,
        array(select polname::text from pg_policy p where p.polrelid = c.oid order by 1) as policies
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`);
    const unsafe = tables.rows.filter(
      (table) =>
        !SHARED_TABLES.includes(table.name) &&
        !(table.is_forced && table.has_column && table.policies.join() === 'system_access,tenant_isolation'),
    );
    expect(unsafe).toEqual([]);
    expect(tables.rows.length).toBeGreaterThan(15);
  });

  test('every key between tenant tables includes the organization', async () => {
    const keys = await client.query<{ name: string; to: string; is_composite: boolean; is_validated: boolean }>(`
      with tenant as (select attrelid as id, attnum as at from pg_attribute where attname = 'organization_id' and not attisdropped)
      select k.conname as name, k.confrelid::regclass::text as to, k.convalidated as is_validated,
        exists (select from unnest(k.conkey, k.confkey) as pair (a, b) where a = own.at and b = other.at) as is_composite
      from pg_constraint k join tenant own on own.id = k.conrelid join tenant other on other.id = k.confrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1`);
    expect(keys.rows.filter((key) => !key.is_composite).map((key) => key.name)).toEqual(Object.keys(keysAcrossTenants));
    expect(keys.rows.filter((key) => !key.is_validated)).toEqual([]);
    expect(keys.rows.filter((key) => key.to !== 'organizations').length).toBeGreaterThan(80);
  });

  test('not even the role that sees every organization can name a row of another one', async () => {
    await client.query(`begin; set local role overture_system`);
    const insert = async (text: string) => (await client.query<{ id: string }>(`${text} returning id`)).rows[0]?.id;
    const made = await client.query<{ id: string }>(
      `insert into organizations (name) values ('Own'), ('Other') returning organization_id as id`,
    );
    const [own, other] = made.rows.map((row) => row.id);
    const campaign = await insert(`insert into campaigns (organization_id, name) values (${own}, 'x')`);
    const mine = await insert(`insert into prospects (organization_id, email) values (${own}, 'a@example.org')`);
    const theirs = await insert(`insert into prospects (organization_id, email) values (${other}, 'a@example.org')`);
    const lead = (prospect: string | undefined) =>
      insert(
        `insert into campaign_leads (organization_id, campaign_id, prospect_id) values (${own}, ${campaign}, ${prospect})`,
      );
    expect(await lead(mine)).toBeDefined();
    await expect(lead(theirs)).rejects.toThrow(/campaign_leads_prospect_id_fkey/);
    await client.query('rollback');
  });

  test('who is deleted leaves what they made, which keeps its organization', async () => {
    await client.query('begin');
    const made = await client.query<{ id: string }>(
      `insert into organizations (name) values ('Own') returning organization_id as id`,
    );
    const own = made.rows[0]?.id;
    const user = await client.query<{ id: string }>(
      `insert into users (organization_id, email, name) values ($1, 'maker@example.org', 'Maker') returning id`,
      [own],
    );
    const maker = user.rows[0]?.id;
    await client.query(`insert into campaigns (organization_id, name, created_by) values ($1, 'x', $2)`, [own, maker]);
    await client.query('delete from users where id = $1', [maker]);
    const left = await client.query('select organization_id, created_by from campaigns where organization_id = $1', [
      own,
    ]);
    expect(left.rows).toEqual([{ organization_id: own, created_by: null }]);
    await client.query('rollback');
  });

  test('partitions cannot be read past the policy of their table', async () => {
    const open = await client.query(`select c.relname from pg_class c where c.relispartition and c.relkind = 'r'
      and c.relnamespace = 'public'::regnamespace and (has_table_privilege('overture_app', c.oid, 'select') and not c.relforcerowsecurity)`);
    expect(open.rows).toEqual([]);
  });

  test('the application roles own nothing and cannot bypass the policies', async () => {
    const roles = await client.query(`select rolname, rolsuper, rolbypassrls, rolcanlogin,
        exists (select from pg_class where relowner = r.oid) as owns from pg_roles r where rolname in ('overture_app', 'overture_queue', 'overture_system') order by 1`);
    const harmless = { rolsuper: false, rolbypassrls: false, rolcanlogin: false, owns: false };
    expect(roles.rows).toEqual([
      { rolname: 'overture_app', ...harmless },
      { rolname: 'overture_queue', ...harmless },
      { rolname: 'overture_system', ...harmless },
    ]);
  });

  test('without an organization the application sees nothing, and it cannot write into another one', async () => {
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
