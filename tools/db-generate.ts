import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../server/src/kernel/db/embedded/embedded-postgres.ts';
import { migrate } from '../server/src/kernel/db/migrate.ts';
import { dumpSchema } from './dump-schema.ts';

/** Migrates an empty database and writes what follows from it: `server/schema.sql` and the table types of Kysely. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const log = pino({ level: 'warn' });
const directory = await mkdtemp(join(tmpdir(), 'overture-generate-'));
const postgres = await startEmbeddedPostgres({ dataDir: directory, log, settings: { fsync: 'off' } });
try {
  await migrate(postgres.connectionString, log);
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  await writeFile(join(root, 'server/schema.sql'), await dumpSchema(client));
  await client.end();
  const types = join(root, 'server/src/kernel/db/__generated__/database.ts');
  const generate = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js');
  await promisify(execFile)(
    process.execPath,
    [
      generate,
      '--dialect=postgres',
      `--url=${postgres.connectionString}`,
      `--out-file=${types}`,
      '--default-schema=public',
      '--include-pattern=public.*',
      '--numeric-parser=number',
      '--date-parser=string',
      '--type-mapping={"int8":"number"}',
      '--log-level=error',
    ],
    { cwd: root },
  );
  process.stdout.write('server/schema.sql and the table types are up to date.\n');
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
