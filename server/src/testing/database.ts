import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of its own for a test file, cloned from the migrated template. */
export async function createTestDatabase(): Promise<{
  connectionString: string;
  /** The leak guard: fails when somebody still holds a connection after everything was stopped. */
  expectNoConnections(): Promise<void>;
  drop(): Promise<void>;
}> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const server = inject('database_url');
  await run(server, `create database ${name} template ${inject('template_database')}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    connectionString: url.toString(),
    expectNoConnections: () => expectNoConnections(server, name),
    drop: () => run(server, `drop database if exists ${name} with (force)`),
  };
}

/** A backend takes a moment to go after its client has; one that stays for two seconds was left open by the program. */
async function expectNoConnections(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    for (let n = 0; n < 40; n += 1) {
      const open = await client.query<{ application_name: string }>(
        `select application_name from pg_stat_activity where datname = $1 and application_name like 'overture%'`,
        [name],
      );
      if (open.rows.length === 0) return;
      if (n === 39) throw new Error(`left open: ${open.rows.map((row) => row.application_name).join(', ')}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    await client.end();
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
