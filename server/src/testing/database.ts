import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type DatabaseLogins, loginPrefix } from '../kernel/db/logins.ts';
import { getSocket } from '../kernel/db/watched-pool.ts';

export interface TestDatabase {
  connectionString: string;
  /** The leak guard: fails if a connection is still held after everything was stopped. */
  expectNoConnections(): Promise<void>;
  drop(): Promise<void>;
}

/** A database of its own for a test file, cloned from the migrated template, or without anything in it. */
export async function createTestDatabase({ is_empty = false } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const server = inject('database_url');
  // Copied as files it takes a quarter of the work: the log of every page is for servers that must survive a crash.
  const template = is_empty ? 'template0' : inject('template_database');
  await run(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    connectionString: url.toString(),
    expectNoConnections: () => expectNoConnections(server, name),
    drop: async () => {
      await run(server, `drop database if exists ${name} with (force)`);
      await run(server, dropLogins(name));
    },
  };
}

/** How a program signs in at a database cloned from the template, without making logins of its own. */
export function toLogins(connectionString: string): DatabaseLogins {
  const { pathname } = new URL(connectionString);
  const at = (login: string): string => {
    const url = new URL(login);
    url.pathname = pathname;
    return url.toString();
  };
  const { app, system, queue } = inject('template_logins');
  return { app: at(app), system: at(system), queue: at(queue) };
}

/** A backend takes a moment to go after its client has; one that stays for two seconds was left open by the program. */
async function expectNoConnections(server: string, name: string): Promise<void> {
  const client = await connectOnce(server);
  for (let n = 0; n < 40; n += 1) {
    const open = await client.query<{ application_name: string }>(
      `select application_name from pg_stat_activity where datname = $1 and application_name like 'overture%'`,
      [name],
    );
    if (open.rows.length === 0) return;
    if (n === 39) throw new Error(`left open: ${open.rows.map((row) => row.application_name).join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** They belong to the cluster, and would outlive their database. */
export function dropLogins(database: string): string {
  const prefixes = ['app', 'system', 'queue'].map((acting) => `'${loginPrefix(acting, database)}'`);
  return `do $$ declare login text; begin
    for login in select rolname from pg_roles where left(rolname, -8) in (${prefixes.join(', ')}) loop
      execute format('drop role %I', login);
    end loop; end $$`;
}

async function run(server: string, statement: string): Promise<void> {
  await (await connectOnce(server)).query(statement);
}

let connected: Promise<pg.Client> | null = null;

/** One connection for all files of a worker, which does not keep the worker alive; the end of the cluster ends it. */
function connectOnce(server: string): Promise<pg.Client> {
  connected ??= connect(server);
  return connected;
}

async function connect(server: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server });
  const forget = (): void => {
    connected = null;
  };
  client.on('error', forget);
  client.on('end', forget);
  try {
    await client.connect();
  } catch (error) {
    forget();
    throw error;
  }
  getSocket(client).unref();
  return client;
}

/**
 * How many connections of this database wait for a lock, of those whose statement has the given text. Other databases of the
 * same server, where other tests run, do not count. Asked as the owner: others do not see what a connection waits for.
 */
export async function countLockWaits(owner: Pick<pg.Pool, 'query'>, text = ''): Promise<number> {
  const { rowCount } = await owner.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and position($1 in query) > 0`,
    [text],
  );
  return rowCount ?? 0;
}
