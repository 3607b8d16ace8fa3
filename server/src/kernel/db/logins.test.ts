import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { runOnce, useTestCluster } from '../../testing/cluster.ts';
import { type DatabaseLogins, loginPrefix, openLogins } from './logins.ts';
import { migrate } from './migrate.ts';
import { openDatabases } from './pools.ts';
import { readAs } from './reads.ts';

const key = 'one key of two, thirty-two characters';
// Its roles and rules are what is tried.
const cluster = useTestCluster();
const { said, log } = cluster;

const run = (statement: string, address = cluster.connectionString): Promise<pg.QueryResult> =>
  runOnce(address, statement);

function buildAddress(name: string, database: string): string {
  const url = new URL(cluster.connectionString);
  return Object.assign(url, { username: name, password: 'hosted', pathname: `/${database}` }).toString();
}

async function makeInstallation(name: string, rights: string): Promise<string> {
  await run(`create role ${name} login ${rights} nosuperuser password 'hosted'`);
  await run(`create database ${name} owner ${name}`);
  return buildAddress(name, name);
}

const open = (address: string, secret_key = key) => openLogins({ address, secret_key, runs_jobs: true }, log);

const asWhom = async (logins: DatabaseLogins): Promise<string[]> =>
  Promise.all(
    [logins.app, logins.system, logins.queue].map(
      async (address) => (await run('select session_user::text as name', address)).rows[0].name as string,
    ),
  );

test('a login that is no superuser creates the others; parallel starts agree', async () => {
  const address = await makeInstallation('hosted', 'createrole');
  await migrate(address, log);
  const [logins, again] = await Promise.all([open(address), open(address)]);
  expect(again).toEqual(logins);
  expect(said).toEqual([]);
  const names = await asWhom(logins);
  expect(names.map((name) => name.slice(0, -8))).toEqual(
    ['app', 'system', 'queue'].map((acting) => loginPrefix(acting, 'hosted')),
  );
  const rights =
    await run(`select array_agg(g.rolname::text order by 1) as roles, bool_or(r.rolcreaterole or r.rolcreatedb or
      r.rolsuper or r.rolbypassrls or r.rolreplication) as has_more
    from pg_roles r left join pg_auth_members m on m.member = r.oid left join pg_roles g on g.oid = m.roleid
    where r.rolname = any('{${names.join()}}') group by r.rolname order by 1`);
  expect(rights.rows).toEqual(
    ['overture_app', 'overture_queue', 'overture_system'].map((role) => ({ roles: [role], has_more: false })),
  );
});

test('a new secret key creates new logins; the old ones are dropped once unused', async () => {
  const address = buildAddress('hosted', 'hosted');
  const former = await open(address);
  const [name] = await asWhom(former);
  const working = new pg.Client({ connectionString: former.app });
  await working.connect();
  const other = 'the other key, thirty-two characters at least';
  const exists = async () => (await run(`select from pg_roles where rolname = '${name}'`)).rowCount === 1;
  expect((await asWhom(await open(address, other))).includes(name as string)).toBe(false);
  expect(await exists()).toBe(true);
  await working.end();
  await expect.poll(async () => (await run(`select from pg_stat_activity where usename = '${name}'`)).rowCount).toBe(0);
  await open(address, other);
  expect(await exists()).toBe(false);
});

test('a login that changed its own password gets in again after a start', async () => {
  const address = buildAddress('hosted', 'hosted');
  const logins = await open(address);
  const [name] = await asWhom(logins);
  await run(`alter role ${name} password 'mischief'`, logins.app);
  await expect(asWhom(logins)).rejects.toThrow(/password/);
  expect(await open(address)).toEqual(logins);
  expect(await asWhom(logins)).toContain(name);
});

test('a login that cannot create others keeps working, and the log says how to fix it', async () => {
  said.length = 0;
  const address = await makeInstallation('modest', 'nocreaterole');
  await run('grant overture_app, overture_system to modest');
  await migrate(address, log);
  said.length = 0;
  expect(await open(address)).toEqual({ app: address, system: address, queue: address });
  expect(said).toHaveLength(1);
  expect(said[0]?.reason).toMatch(/permission denied/);
  const [, remedy] = /run: (.*)\n/.exec(said[0]?.msg ?? '') ?? [];
  await run(remedy as string);
  expect(await open(address)).not.toMatchObject({ app: address });
  expect(said).toHaveLength(1);
});

test('rules that reject the new logins are no obstacle, and are logged', async () => {
  said.length = 0;
  const address = buildAddress('hosted', 'hosted');
  const rules = join(cluster.folder, 'postgres', 'pg_hba.conf');
  const before = await readFile(rules, 'utf8');
  await writeFile(rules, `host all /^overture_.* 127.0.0.1/32 reject\n${before}`);
  await run('select pg_reload_conf()');
  try {
    await expect.poll(async () => (await open(address)).app).toBe(address);
    expect(said.at(-1)?.reason).toMatch(/pg_hba/);
  } finally {
    await writeFile(rules, before);
    await run('select pg_reload_conf()');
  }
});

test('a superuser login is warned about once, and the warning’s fix works', async () => {
  said.length = 0;
  const address = buildAddress('overture', 'big').replace('hosted', new URL(cluster.connectionString).password);
  await run('create database big');
  await migrate(address, log);
  await open(address);
  expect(said).toHaveLength(1);
  const [, remedy] = /\n *(create role .*)\n/.exec(said[0]?.msg ?? '') ?? [];
  await run((remedy as string).replace("'...'", "'hosted'"), address);
  const mended = buildAddress('overture_migrator', 'big');
  await migrate(mended, log);
  expect(await open(mended)).toMatchObject({ app: expect.stringContaining('overture_app_') });
  expect(await open(mended, 'a key of later, thirty-two characters')).not.toMatchObject({ app: mended });
  expect(said).toHaveLength(1);
});

test('the migrating login grants what an operator’s login lacks; else the error says what to run', async () => {
  await run(`create role own_web login password 'hosted'; create role own_worker login password 'hosted'`);
  const admin_address = buildAddress('hosted', 'hosted');
  const start = (name: string, runs_jobs: boolean, admin: string) =>
    openLogins({ address: buildAddress(name, 'hosted'), admin_address: admin, secret_key: key, runs_jobs }, log);
  await expect(start('own_web', false, buildAddress('own_web', 'hosted'))).rejects.toThrow(
    'Let a superuser run: grant overture_app, overture_system to "own_web";',
  );
  const web = await start('own_web', false, admin_address);
  expect(new Set(await asWhom(web))).toEqual(new Set(['own_web']));
  await start('own_worker', true, admin_address);
  const may = await run(`select rolname::text as name, pg_has_role(oid, 'overture_queue', 'usage') as may from pg_roles
    where rolname in ('own_web', 'own_worker') order by 1`);
  expect(may.rows).toEqual([
    { name: 'own_web', may: false },
    { name: 'own_worker', may: true },
  ]);
});

test('a login with exactly the needed rights is used as it is', async () => {
  said.length = 0;
  await run(
    `create role humble login password 'hosted'; grant overture_app, overture_system, overture_queue to humble`,
  );
  const address = buildAddress('humble', 'hosted');
  expect(await open(address)).toEqual({ app: address, system: address, queue: address });
  expect(said).toEqual([]);
});

test('behind a pooler the logins have role and limits as their defaults, and the queue goes past it', async () => {
  const direct_address = buildAddress('hosted', 'hosted');
  // The same server by another name takes the place of the pooler.
  const address = direct_address.replace('127.0.0.1', 'localhost');
  const start = () => openLogins({ address, direct_address, secret_key: key, runs_jobs: true }, log);
  const [logins, again] = await Promise.all([start(), start()]);
  expect(again).toEqual(logins);
  const hosts = [logins.app, logins.system, logins.queue, logins.direct ?? ''].map((login) => new URL(login).hostname);
  expect(hosts).toEqual(['localhost', 'localhost', '127.0.0.1', '127.0.0.1']);
  const says = `select current_user::text as role, current_setting('statement_timeout') as time, current_setting('jit') as jit`;
  expect((await run(says, logins.app)).rows).toEqual([{ role: 'overture_app', time: '1min', jit: 'off' }]);
  expect((await run(says, logins.system)).rows).toEqual([{ role: 'overture_system', time: '1min', jit: 'off' }]);
  const databases = openDatabases(logins, 4, log);
  try {
    const asked = { organization_id: 7, user_id: null };
    const seen = sql<{ id: string; kept: number }>`select current_setting('app.organization_id', true) as id,
      (select count(*)::int from pg_prepared_statements where name <> '') as kept`;
    for (let n = 0; n < 30; n += 1)
      expect((await readAs(asked, () => seen.execute(databases.reads))).rows).toEqual([{ id: '7', kept: 0 }]);
  } finally {
    await databases.close();
  }
});

test('a pooler without logins of its own is refused in words', async () => {
  const direct_address = buildAddress('humble', 'hosted');
  const start = openLogins({ address: direct_address, direct_address, secret_key: key, runs_jobs: true }, log);
  await expect(start).rejects.toThrow(/leads through a pooler.*could not be made or used: it owns nothing/);
});

/** Hands bytes on to the server of an address, as a pooler does; those that begin a session may be changed. */
function makeRelay(address: string, change = (start: Buffer): Buffer => start): Server {
  const { port, hostname } = new URL(address);
  return createServer((client) => {
    const server = connect(Number(port), hostname);
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
    client.once('data', (start) => {
      server.write(change(start));
      client.pipe(server);
    });
    server.pipe(client);
  });
}

/** PgBouncer does so with `ignore_startup_parameters = options`. */
function dropOptions(start: Buffer): Buffer {
  const words = start.toString('latin1', 8).split('\0');
  const kept = words.filter((_, place) => words[place - (place % 2)] !== 'options').join('\0');
  const changed = Buffer.concat([start.subarray(0, 8), Buffer.from(kept, 'latin1')]);
  changed.writeInt32BE(changed.length, 0);
  return changed;
}

async function serve(server: Server, address: string): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return Object.assign(new URL(address), { port: String((server.address() as AddressInfo).port) }).toString();
}

test('an address where sessions do not begin with their role is refused, and nothing is migrated through it', async () => {
  const direct = ['hosted', 'humble'].map((name) => buildAddress(name, 'hosted'));
  const ignoring = await Promise.all(direct.map((address) => serve(makeRelay(address, dropOptions), address)));
  const refusing = createServer((client) => {
    const text = 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter in options: role\0\0';
    const head = Buffer.from('E\0\0\0\0');
    head.writeInt32BE(text.length + 4, 1);
    client.on('error', () => undefined).once('data', () => client.end(Buffer.concat([head, Buffer.from(text)])));
  });
  const addresses = [...ignoring, `${direct[0]}?options=-c%20jit%3Doff`, await serve(refusing, direct[0]!)];
  for (const address of addresses) {
    await expect(open(address), address).rejects.toThrow(/rows of other organizations.*DATABASE_DIRECT_URL/s);
    await expect(migrate(address, log), address).rejects.toThrow(/rows of other organizations/);
  }
});

test('a direct address of another database than that behind the pooler is refused', async () => {
  await run('create database elsewhere');
  const direct_address = buildAddress('hosted', 'hosted');
  const address = buildAddress('hosted', 'elsewhere').replace('127.0.0.1', 'localhost');
  const start = openLogins({ address, direct_address, secret_key: key, runs_jobs: true }, log);
  await expect(start).rejects.toThrow(/lead to different databases/);
});

test('a pooler that starts after the program is waited for', async () => {
  const direct_address = buildAddress('hosted', 'hosted');
  const listening = makeRelay(direct_address);
  const reserved = createServer().listen(0, '127.0.0.1');
  await once(reserved, 'listening');
  const { port: free } = reserved.address() as AddressInfo;
  await new Promise((resolve) => reserved.close(resolve));
  said.length = 0;
  const address = Object.assign(new URL(direct_address), { port: String(free) }).toString();
  const opening = openLogins({ address, direct_address, secret_key: key, runs_jobs: true }, log);
  await expect
    .poll(() => said.map(({ msg }) => msg))
    .toEqual(['the pooler of DATABASE_URL cannot be used yet; waiting']);
  listening.listen(free, '127.0.0.1');
  onTestFinished(() => void listening.close());
  expect(new URL((await opening).app).port).toBe(String(free));
});
