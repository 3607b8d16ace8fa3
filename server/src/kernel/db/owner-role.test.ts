import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { runOnce, useTestCluster } from '../../testing/cluster.ts';
import { migrate } from './migrate.ts';

// Its roles are what is tried.
const cluster = useTestCluster();
const { said, log } = cluster;
beforeEach(() => {
  said.length = 0;
});

function buildAddress(database: string, login?: string): string {
  const url = new URL(cluster.connectionString);
  if (login) Object.assign(url, { username: login, password: 'hosted' });
  return Object.assign(url, { pathname: `/${database}` }).toString();
}

async function makeDatabase(name: string, rights: string): Promise<string> {
  await runOnce(cluster.connectionString, `create role ${name} login ${rights} nosuperuser password 'hosted'`);
  await runOnce(cluster.connectionString, `create database ${name} owner ${name}`);
  return buildAddress(name, name);
}

/** Everybody who owns something in our schemas, but for what came with an extension. */
async function listOwners(address: string): Promise<string[]> {
  const { rows } = await runOnce(
    address,
    `with ours as (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
     select distinct owner::regrole::text as owner from (
       select relowner as owner, tableoid, oid from pg_class where relnamespace in (select oid from ours)
       union all select proowner, tableoid, oid from pg_proc where pronamespace in (select oid from ours)
       union all select typowner, tableoid, oid from pg_type where typcategory <> 'A' and typnamespace in (select oid from ours)
       union all select collowner, tableoid, oid from pg_collation where collnamespace in (select oid from ours)
       union all select nspowner, tableoid, oid from pg_namespace where nspname = 'graphile_worker') as owned
     where not exists (select from pg_depend d where d.classid = owned.tableoid and d.objid = owned.oid and d.deptype = 'e')
     order by 1`,
  );
  return rows.map((row) => row.owner).filter((owner) => owner !== 'overture_system');
}

const addRow = `insert into outbox_events (organization_id, type, payload) values (7, 'told', '{}')`;

/** The tables of one that was migrated by a login which may do nothing else: what each installation of before is copied from. */
let copied: Promise<void> | undefined;
function provideCopied(): Promise<void> {
  copied ??= makeCopied();
  return copied;
}

async function makeCopied(): Promise<void> {
  const address = await makeDatabase('before', 'nocreaterole');
  await runOnce(cluster.connectionString, `grant overture_app, overture_system to before`);
  await migrate(address, log);
  await runOnce(cluster.connectionString, 'alter database before owner to overture');
}

/** An installation of before: its login was given the two roles, made the tables, and may do nothing else. */
async function makeOldInstallation(name: string): Promise<string> {
  await provideCopied();
  said.length = 0;
  await runOnce(cluster.connectionString, `create role ${name} login nocreaterole nosuperuser password 'hosted'`);
  await runOnce(cluster.connectionString, `create database ${name} template before owner ${name} strategy file_copy`);
  await runOnce(buildAddress(name), `reassign owned by before to ${name}`);
  await runOnce(cluster.connectionString, `grant overture_app, overture_system to ${name}`);
  const address = buildAddress(name, name);
  await migrate(address, log);
  expect(await listOwners(buildAddress(name))).toEqual([name]);
  await runOnce(address, addRow);
  return address;
}

async function expectWorks(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query('set role overture_system');
    const { rows } = await client.query('select organization_id::int from outbox_events');
    expect(rows).toEqual([{ organization_id: 7 }]);
    // What acts with the rights of its owner still may.
    await client.query(`select add_job('note', '{}')`);
    await client.query(`select open_event_months(now(), now() + interval '9 months')`);
  } finally {
    await client.end();
  }
}

test('everything of a new database belongs to a role that cannot sign in', async () => {
  const hosted = await makeDatabase('hosted', 'createrole');
  await migrate(hosted, log);
  await migrate(hosted, log);
  await runOnce(cluster.connectionString, 'create database big');
  await migrate(buildAddress('big'), log);
  expect(said).toEqual([]);
  for (const name of ['hosted', 'big']) expect(await listOwners(buildAddress(name))).toEqual(['overture_owner']);
  const owner = await runOnce(cluster.connectionString, `select * from pg_roles where rolname = 'overture_owner'`);
  expect(owner.rows[0]).toMatchObject({
    rolcanlogin: false,
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
  });
  const acls = await runOnce(
    buildAddress('hosted'),
    `select count(*)::int as n from pg_class, aclexplode(relacl) as a
    where relnamespace = 'public'::regnamespace and a.grantee = 'hosted'::regrole`,
  );
  expect(acls.rows).toEqual([{ n: 0 }]);
});

test('an installation of a superuser hands over all its objects', async () => {
  const address = buildAddress('big');
  await runOnce(address, addRow);
  await runOnce(address, 'reassign owned by overture_owner to overture');
  expect(await listOwners(address)).toEqual(['overture']);
  await migrate(address, log);
  expect(said).toEqual([]);
  expect(await listOwners(address)).toEqual(['overture_owner']);
  await expectWorks(address);
});

test('so does one without a superuser, while a process of the old version keeps working', async () => {
  const address = await makeOldInstallation('older');
  const before = new pg.Client({ connectionString: address });
  await before.connect();
  await runOnce(
    cluster.connectionString,
    `alter role older createrole;
    grant overture_owner, overture_app, overture_system to older with admin option`,
  );
  said.length = 0;
  await migrate(address, log);
  expect(said).toEqual([]);
  expect(await listOwners(buildAddress('older'))).toEqual(['overture_owner']);
  expect((await before.query('select count(*)::int as n from graphile_worker._private_jobs')).rows).toEqual([{ n: 0 }]);
  await before.end();
  await expectWorks(address);
  await migrate(address, log);
  expect(said).toEqual([]);
});

test('a login that may not hand over migrates as before, and the log says what to run', async () => {
  const address = await makeOldInstallation('stuck');
  expect(said).toHaveLength(1);
  await expectWorks(address);
  await migrate(address, log);
  const [, remedy] = /in this database: (.*)$/m.exec(said.at(-1)?.msg ?? '') ?? [];
  await runOnce(buildAddress('stuck'), remedy as string);
  said.length = 0;
  await migrate(address, log);
  expect(said).toEqual([]);
  expect(await listOwners(buildAddress('stuck'))).toEqual(['overture_owner']);
});

test('what others keep in the database stays theirs', async () => {
  await makeOldInstallation('shared');
  await runOnce(cluster.connectionString, `create role analyst nologin`);
  await runOnce(buildAddress('shared'), 'create table reports (id int); alter table reports owner to analyst');
  await migrate(buildAddress('shared'), log);
  expect(await listOwners(buildAddress('shared'))).toEqual(['analyst', 'overture_owner']);
  await expectWorks(buildAddress('shared'));
});

test('a login without rights to the tables is enough unless a migration is due', async () => {
  await runOnce(
    cluster.connectionString,
    `create role guest login password 'hosted'; grant overture_app, overture_system to guest`,
  );
  const address = buildAddress('hosted', 'guest');
  await migrate(address, log);
  expect(said).toEqual([]);
  await runOnce(
    buildAddress('hosted'),
    `insert into migrations (name, run_on, version) values ('9999_later', now(), '9.0.0')`,
  );
  await expect(migrate(address, log)).rejects.toThrow(/upgraded by Overture 9\.0\.0 on/);
  await runOnce(buildAddress('hosted'), `delete from migrations where name = '9999_later'`);
  await runOnce(buildAddress('hosted'), 'alter table account_days rename column kind_inmail to kind_once');
  await expect(migrate(address, log)).rejects.toThrow(/lacks columns for INMAIL.*"guest" may not/);
  await runOnce(buildAddress('hosted'), `delete from migrations where name = (select max(name) from migrations)`);
  await expect(migrate(address, log)).rejects.toThrow(/lacks 1 migrations \(the first is \d{4}_.*"guest" may not/);
  await expect(runOnce(address, 'set role overture_owner')).rejects.toMatchObject({ code: '42501' });
});
