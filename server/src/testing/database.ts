import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of its own for a test file, cloned from the migrated template. */
export async function createTestDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const server = inject('database_url');
  await run(server, `create database ${name} template ${inject('template_database')}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { connectionString: url.toString(), drop: () => run(server, `drop database if exists ${name} with (force)`) };
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
