import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Config, loadConfig } from '../../kernel/config.ts';
import { migrate } from '../../kernel/db/migrate.ts';
import { listMigrationNames, UpgradeError } from '../../kernel/db/migration-history.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { computeDigests, plantRows } from '../../testing/plant-rows.ts';
import { createCommandLine } from '../commands/command-line.ts';
import { verifyArchive } from './archive-reader.ts';
import { backUpBeforeUpgrade, type UpgradeBackupOptions } from './upgrade-backup.service.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const IS_LONG = inject('is_proving');
const log = pino({ level: 'silent' });

/** One person in one organization, with a row in every other table of tenants. */
async function fill(client: pg.Client): Promise<{ organization_id: number }> {
  const { rows } = await client.query<{ organization_id: number; id: number }>(
    `with made as (insert into organizations (name) values ('Acme') returning organization_id)
     insert into users (organization_id, email, name) select organization_id, 'grace@acme.example', 'Grace' from made
     returning organization_id::int, id::int`,
  );
  const { organization_id, id } = rows[0] as (typeof rows)[number];
  await plantRows(client, organization_id, id, 'planted');
  return { organization_id };
}

async function connect(database: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  return client;
}

describe('the database of the release before', { timeout: 120_000 }, () => {
  const released = listMigrationNames().length;
  let database: TestDatabase;
  let client: pg.Client;
  let directory = '';
  let settings: Record<string, string> = {};
  let before: Map<string, string>;
  let organization_id = 0;

  beforeAll(async () => {
    database = await createTestDatabase({ is_empty: true });
    directory = await mkdtemp(join(tmpdir(), 'overture-upgrade-'));
    const list = await readFile(join(root, 'server/migrations.sha256'), 'utf8');
    // Where nothing was added since the last release, the one before it is supposed to have ended three migrations earlier.
    const most = Math.min(list.trimEnd().split('\n').length, released - 3);
    await migrate(database.connectionString, log, { version: '0.0.9', most });
    client = await connect(database);
    ({ organization_id } = await fill(client));
    before = await computeDigests(client, organization_id);
    settings = {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      DATABASE_URL: database.connectionString,
      DATABASE_POOL_SIZE: '4',
      SECRET_KEY: 'Wd3uYq0mR5vKxT8bLz1NcP7sJh2GfA9e',
      APP_URL: 'https://outreach.example.com',
      DATA_DIR: directory,
      LEAD_DATABASE: 'off',
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
    };
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
    for (const folder of [directory, `${directory}-restored`]) await rm(folder, { recursive: true, force: true });
  });

  function run(command: string, limit = ''): { child: ChildProcess; output(): string } {
    const program = command.replace('NODE', `'${process.execPath}' --disable-warning=ExperimentalWarning`);
    const child = spawn('sh', ['-c', `trap '' XFSZ; ${limit} exec ${program}`], { cwd: root, env: settings });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    return { child, output: () => output };
  }
  const UPGRADE = 'NODE server/src/overture.ts upgrade';
  const backups = async () => (await readdir(join(directory, 'backups'))).sort();
  const countApplied = async () =>
    Number((await client.query('select count(*)::int as count from migrations')).rows[0].count);

  /** Kills the command as soon as something is so. */
  async function killWhen(isSo: () => Promise<boolean>): Promise<void> {
    const { child, output } = run(UPGRADE);
    while (!(await isSo())) {
      if (child.exitCode !== null) throw new Error(output());
      await sleep(5);
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  // A process takes two seconds to load: the full disk, the interrupted backup and two parallel starts are for the proof.
  test('stays whole when the disk is full, the backup is killed or the upgrade is killed', async () => {
    const applied = await countApplied();
    if (IS_LONG) await failForLackOfRoom();
    await leavePartialBackup();
    expect(await backups()).toEqual([expect.stringMatching(/^before-upgrade-\d{4}-\d{17}\.tar\.partial$/)]);

    // Where the first migration is noted, after its statements.
    await client.query('begin; lock table migrations in share mode');
    await killWhen(async () => {
      await client.query('select pg_stat_clear_snapshot()'); // a transaction sees one state of it otherwise
      const waiting = await client.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'overture:migrate' and wait_event_type = 'Lock'`,
      );
      return (waiting.rowCount ?? 0) > 0;
    });
    await client.query('rollback');
    expect(await countApplied()).toBe(applied);
    expect(await computeDigests(client, organization_id)).toEqual(before);
    const left = await backups();
    expect(left).toEqual([expect.stringMatching(/\.tar$/)]);

    const said = await (IS_LONG ? startTwo() : runHere('upgrade'));
    expect(await countApplied()).toBe(released);
    const kept = await backups();
    expect(kept).toHaveLength(1);
    expect(kept).not.toEqual(left);
    await restoreByCommand(said, join(directory, 'backups', kept[0] as string));
  });

  /** Two parallel processes, of which one upgrades. */
  async function startTwo(): Promise<string> {
    const starts = ['worker', 'cron'].map((role) => run(`NODE server/src/main.ts --roles=${role}`));
    for (const { child, output } of starts) {
      while (!output().includes('"msg":"ready"') && child.exitCode === null) await sleep(20);
      expect(output()).toContain('"msg":"ready"');
    }
    const said = starts.map(({ output }) => output()).join('');
    expect(said.match(/"msg":"backup before the upgrade written"/g)).toHaveLength(1);
    for (const { child } of starts) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    return said;
  }

  /** A command in this process. */
  async function runHere(words: string, more: Record<string, string | undefined> = {}): Promise<string> {
    const said: string[] = [];
    const say = (line: string): void => void said.push(line);
    const program = createCommandLine({ config: loadConfig({ ...settings, ...more }), directory: root, say });
    await program.parseAsync(words.split(' '), { from: 'user' });
    return said.join('\n');
  }

  /** A limit of the file size simulates the full disk: only the error code differs. */
  async function failForLackOfRoom(): Promise<void> {
    const full = run(UPGRADE, 'ulimit -f 8;');
    expect(await once(full.child, 'exit')).toEqual([1, null]);
    expect(full.output()).toMatch(
      /backup before the upgrade could not be written .*: the disk is full\. Nothing was changed/,
    );
    expect(await backups()).toEqual([]);
  }

  async function leavePartialBackup(): Promise<void> {
    if (IS_LONG) return killWhen(async () => (await backups()).length > 0);
    await mkdir(join(directory, 'backups'), { mode: 0o700 });
    await writeFile(join(directory, 'backups', 'before-upgrade-0100-20261128000000000.tar.partial'), 'half of it');
  }

  /** Runs what the log names, on a database of its own: as a process in the proof, else the command alone. */
  async function restoreByCommand(said: string, path: string): Promise<void> {
    const [, command = ''] = /^ {2}(DATA_DIR='.*)$/m.exec(said) ?? [];
    expect(command).toContain(path);
    const empty = await createTestDatabase({ is_empty: true });
    const asked = command.replace('ADDRESS OF A NEW, EMPTY DATABASE', empty.connectionString);
    expect(await (IS_LONG ? restoreInProcess(asked) : restoreHere(asked))).toContain('Restored: ');
    const restored = await connect(empty);
    const { manifest, head } = await verifyArchive(path);
    expect(head.migrations.length).toBeLessThan(released);
    const people = await restored.query('select name from users');
    expect(people.rows).toEqual([{ name: 'Grace' }]);
    expect(manifest.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(90);
    await restored.end();
    await empty.drop();
  }

  async function restoreInProcess(command: string): Promise<string> {
    const { child, output } = run(`env ${command.replace('npm run overture --', 'NODE server/src/overture.ts')}`);
    expect([await once(child, 'exit'), output()]).toEqual([[0, null], expect.any(String)]);
    return output();
  }

  async function restoreHere(command: string): Promise<string> {
    const [, DATA_DIR, DATABASE_URL, words = ''] =
      /^DATA_DIR='([^']+)' DATABASE_URL='([^']+)' npm run overture -- (.*)$/.exec(command) ?? [];
    return runHere(words.replaceAll("'", ''), { DATA_DIR, DATABASE_URL });
  }
});

describe('the backup before an upgrade', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let config: Config;
  let migrations = '';
  let said: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    client = await connect(database);
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'overture-upgrade-'));
    config = loadConfig({ NODE_ENV: 'test', DATA_DIR, DATABASE_URL: database.connectionString });
    migrations = await mkdtemp(join(tmpdir(), 'overture-migrations-'));
    await cp(join(root, 'server/migrations'), migrations, { recursive: true });
    await writeFile(join(migrations, '9998_fails.sql'), 'select 1 / 0');
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
    for (const folder of [migrations, config.DATA_DIR]) await rm(folder, { recursive: true, force: true });
  });

  async function upgrade(options: Partial<UpgradeBackupOptions> = {}): Promise<string> {
    said = [];
    return start(options);
  }

  function start(options: Partial<UpgradeBackupOptions> = {}): Promise<string> {
    const { connectionString } = database;
    const announce = (text: string) => void said.push(text);
    const beforeUpgrade = () => backUpBeforeUpgrade({ config, connectionString, log, announce, ...options });
    return migrate(connectionString, log, { directory: migrations, beforeUpgrade }).then(
      () => 'upgraded',
      (error: Error) => (error instanceof UpgradeError ? error.message : `no words: ${error.stack}`),
    );
  }
  const backups = () => readdir(join(config.DATA_DIR, 'backups')).catch(() => []);

  test('is not made of a database without users', async () => {
    expect(await upgrade()).toMatch(/^Migration 9998_fails\.sql failed: division by zero\. /);
    expect([said, await backups()]).toEqual([[], []]);
    await fill(client);
  });

  test('asks for a decision where it is too large or has no room, and takes the decision', async () => {
    expect(await upgrade({ largest_in_bytes: 1000 })).toMatch(
      /not made automatically: it can take hours.*Nothing was changed\.\n.*--backup-done.*--no-backup/,
    );
    expect(await upgrade({ findFree: async () => 10_000_000 })).toMatch(
      /^There is no room for the backup .* up to 1\.\d GB, and 0\.0 GB are free/,
    );
    expect(await backups()).toEqual([]);
    for (const flag of ['no-backup', 'backup-done'])
      expect(await upgrade({ largest_in_bytes: 1000, given: { [flag]: true } })).toMatch(/^Migration 9998/);
    expect([said, await backups()]).toEqual([[], []]);
  });

  test('a failing upgrade keeps one backup, two parallel starts make one; three are kept', async () => {
    await upgrade();
    const [first] = await backups();
    expect(await upgrade()).toMatch(/^Migration 9998_fails\.sql failed/);
    const [second, ...more] = await backups();
    expect([second === first, more]).toEqual([false, []]);
    expect(said.at(-1)).toContain(
      `-restored' DATABASE_URL='ADDRESS OF A NEW, EMPTY DATABASE' npm run overture -- restore '`,
    );
    for (const state of ['9801', '9802', '9803'])
      await writeFile(join(config.DATA_DIR, 'backups', `before-upgrade-${state}-20260101000000000.tar`), '');
    await writeFile(join(config.DATA_DIR, 'backups', 'overture-mine.tar'), '');
    await writeFile(join(migrations, '9998_fails.sql'), 'select 1');
    said = [];
    expect(await Promise.all([start(), start()])).toEqual(['upgraded', 'upgraded']);
    expect(said.filter((text) => text === 'Backing up before the upgrade')).toHaveLength(1);
    // The newest by time: numbers of migrations began at 1 again with 1.0.0.
    const kept = (await backups()).sort();
    expect(kept.filter((name) => name.includes('-20260101'))).toEqual([
      'before-upgrade-9802-20260101000000000.tar',
      'before-upgrade-9803-20260101000000000.tar',
    ]);
    expect(kept.filter((name) => name.startsWith('before-upgrade-'))).toHaveLength(3);
    expect(kept).toContain('overture-mine.tar');
    expect(await upgrade()).toBe('upgraded');
    expect(said).toEqual([]);
  });
});
