import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listMigrationNames } from '../../../server/src/kernel/db/migration-history.ts';
import { SECRET_KEY } from '../world/engine-context.ts';
import { findChanges, loadContent, withDatabase } from './content.ts';

const root = join(import.meta.dirname, '../../..');

interface Database {
  connectionString: string;
  directory: string;
}

/** `overture upgrade` of this version in a process of its own, which says each migration that it begins. */
function startUpgrade({ connectionString, directory }: Database): { child: ChildProcess; output(): string } {
  const words = ['--disable-warning=ExperimentalWarning', 'server/src/overture.ts', 'upgrade', '--no-backup'];
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LEAD_DATABASE: 'off',
      SECRET_KEY,
      DATA_DIR: directory,
      DATABASE_URL: connectionString,
      APP_URL: 'http://127.0.0.1:3999',
      LOG_LEVEL: 'debug',
    },
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk));
  return { child, output: () => output };
}

/** Until what a killed process left running at the server is over. */
async function awaitRollback(connectionString: string): Promise<void> {
  await withDatabase(connectionString, async (client) => {
    for (let tries = 0; tries < 600; tries += 1) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where application_name = 'overture:migrate' and datname = current_database()`,
      );
      if (rowCount === 0) return;
      await sleep(50);
    }
    throw new Error('The server did not end the upgrade of a killed process within 30 s.');
  });
}

/** @param isReached asked with what the upgrade said so far. @returns whether it was killed; it may come to its end before */
async function killWhen(
  database: Database,
  isReached: (output: string) => boolean | Promise<boolean>,
): Promise<boolean> {
  const { child, output } = startUpgrade(database);
  const ended = once(child, 'exit');
  // Without a pause: the last migrations take a few milliseconds.
  child.stdout!.on('data', () => isReached(output()) === true && child.kill('SIGKILL'));
  while (child.exitCode === null && child.signalCode === null && (await isReached(output())) !== true) await sleep(5);
  child.kill('SIGKILL');
  const [code, signal] = await ended;
  if (signal === null && code !== 0) throw new Error(`The upgrade failed:\n${output().slice(-2000)}`);
  await awaitRollback(database.connectionString);
  return signal === 'SIGKILL';
}

async function finish(database: Database): Promise<void> {
  const { child, output } = startUpgrade(database);
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`The upgrade failed:\n${output().slice(-2000)}`);
}

export interface KilledUpgrades {
  pending: number;
  kills: number;
  /** Kills after which the database had another list of migrations than before. */
  half_applied: string[];
  rows: number;
  /** What of the former content an upgrade changed. */
  changes: string[];
}

/** Some of a list, spread evenly, with the first and the last. */
const spread = <Item>(items: readonly Item[], amount: number): Item[] => {
  if (amount >= items.length) return [...items];
  const step = (items.length - 1) / Math.max(1, amount - 1);
  return [...new Set(Array.from({ length: amount }, (_, n) => Math.round(n * step)))].map((place) => items[place]!);
};

/** A copy of a database without connections, made again as often as it is asked for. */
async function makeCopy(database: Database): Promise<Database> {
  const address = new URL(database.connectionString);
  const maintenance = Object.assign(new URL(address), { pathname: '/postgres' });
  await withDatabase(maintenance.href, async (client) => {
    await client.query(`drop database if exists ${COPY} with (force)`);
    await client.query(`create database ${COPY} template "${address.pathname.slice(1)}"`);
  });
  return { ...database, connectionString: Object.assign(new URL(address), { pathname: `/${COPY}` }).href };
}

const COPY = 'upgraded_copy';
/** A migration that is over before the signal arrives is begun again. */
const MOST_TRIES = 20;

/**
 * Kills the upgrade of a copy at the beginning of migrations: none is applied, or all are where the kill came after the commit. At last it is
 * killed right after its commit and brought to its end. The installation itself stays at the former release.
 */
export async function killUpgrades(database: Database, most: number): Promise<KilledUpgrades> {
  const applied = await listApplied(database.connectionString);
  const pending = listMigrationNames().filter((name) => !applied.includes(name));
  const all = applied.length + pending.length;
  const before = await withDatabase(database.connectionString, (client) => loadContent(client));
  let copy = await makeCopy(database);
  const half_applied: string[] = [];
  const killed = spread(pending, most);
  for (const name of killed) {
    for (let tries = 1; ; tries += 1) {
      const wasKilled = await killWhen(copy, (output) => output.includes(`"migration":"${name}"`));
      const { length } = await listApplied(copy.connectionString);
      if (length !== applied.length) copy = await makeCopy(database);
      if (length !== applied.length && length !== all) half_applied.push(name);
      if (wasKilled || length !== all) break;
      if (tries === MOST_TRIES) throw new Error(`The upgrade could not be killed at ${name}.`);
    }
  }
  const after = await withDatabase(copy.connectionString, (client) => loadContent(client));
  for (const [table, digest] of before.digests) if (after.digests.get(table) !== digest) half_applied.push(table);
  if (after.digests.size !== before.digests.size) half_applied.push('tables');
  const changes = await finishCopy(database, copy, all);
  return { pending: pending.length, kills: killed.length + 1, half_applied, rows: before.rows, changes };
}

const listApplied = (connectionString: string): Promise<string[]> =>
  withDatabase(connectionString, async (client) =>
    (await client.query<{ name: string }>('select name from migrations')).rows.map(({ name }) => name),
  );

async function finishCopy(database: Database, copy: Database, all: number): Promise<string[]> {
  await killWhen(copy, async () => (await listApplied(copy.connectionString)).length === all);
  await finish(copy);
  return withDatabase(database.connectionString, (former) =>
    withDatabase(copy.connectionString, (upgraded) => findChanges(former, upgraded)),
  );
}
