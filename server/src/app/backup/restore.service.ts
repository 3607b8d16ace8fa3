import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import type { Config } from '../../kernel/config.ts';
import { startEmbeddedPostgres } from '../../kernel/db/embedded/embedded-postgres.ts';
import { listFirstRelease, matchFormerMigrations } from '../../kernel/db/former-migrations.ts';
import { migrate } from '../../kernel/db/migrate.ts';
import { listMigrationNames } from '../../kernel/db/migration-history.ts';
import { becomeOwner } from '../../kernel/db/owner-role.ts';
import { withClient } from '../../kernel/db/with-client.ts';
import type { Log } from '../../kernel/log.ts';
import { version } from '../app-info.ts';
import { BackupError, type BackupTable, DATA_PREFIX, partName } from './archive-format.ts';
import { type Archive, readEntries, verifyArchive } from './archive-reader.ts';
import { computeKeyId } from './backup.service.ts';
import { closeFolder, ERASURE_JOURNAL, listBelongings, resolvePlace } from './data-files.ts';
import * as store from './load.store.ts';

export interface RestoreOptions {
  config: Config;
  log: Log;
  archive: string;
  /** What the former key had sealed (mailboxes, tokens) is given up. */
  without_key?: boolean;
  onProgress?: (text: string) => void;
}

/**
 * Puts a backup into an empty DATA_DIR and an empty database: the embedded one, or that of DATABASE_URL. What is restored sends nothing
 * until a person confirms it. Everything is checked before anything is written; what fails later is taken away again where it can be.
 * @throws BackupError in words
 */
export async function restore(options: RestoreOptions): Promise<Archive> {
  const { config } = options;
  options.onProgress?.('Reading the backup');
  const archive = await verifyArchive(options.archive);
  const most = requireKnown(listMigrationNames(), archive);
  requireKey(options, archive);
  const belongings = await listBelongings(config.DATA_DIR, options.archive);
  if (belongings.length > 0)
    throw new BackupError(
      `${config.DATA_DIR} is not empty (${belongings.slice(0, 3).join(', ')}). Name an empty folder: DATA_DIR=... npm run overture -- restore ...`,
    );
  try {
    await restoreDatabase(options, archive, most);
  } catch (error) {
    await clearFolder(config, options.archive);
    throw error;
  }
  return archive;
}

/** How many of our migrations give the tables of the backup. */
function requireKnown(own: string[], { head }: Archive): number {
  const unknown = head.migrations.find((name, index) => own[index] !== name);
  if (unknown === undefined) return head.migrations.length;
  const former = matchFormerMigrations(head.migrations);
  if (former === 'all') return listFirstRelease(own.map((name) => ({ name }))).length;
  if (former === 'some')
    throw new BackupError(
      `The backup was made by a version before 1.0.0 (${head.version}, ${head.migrations.at(-1)}), and not by the last one. Restore it with the version that made it, then upgrade.`,
    );
  throw new BackupError(
    own.includes(unknown) || head.migrations.length <= own.length
      ? `The backup was made by another line of Overture (${head.version}, ${unknown}): its tables are not those of this version.`
      : `The backup was made by a newer Overture (${head.version}, ${unknown}). Install that version or a newer one, then restore.`,
  );
}

function requireKey({ config, without_key = false }: RestoreOptions, { head }: Archive): void {
  // A key that was made for this empty folder gives way to the one of the backup.
  if (without_key || (config.has_generated_key && head.has_key)) return;
  const known = [config.SECRET_KEY, ...config.SECRET_KEY_PREVIOUS].map(computeKeyId);
  if (!config.has_generated_key && known.includes(head.key_id)) return;
  throw new BackupError(
    head.has_key
      ? 'The backup brings its own key, and SECRET_KEY is set to another. Start the command without SECRET_KEY.'
      : 'The backup was made with another SECRET_KEY. Set that key: it is not in the backup. Without it (--without-key) every mailbox, account and token must be connected again.',
  );
}

async function restoreDatabase(options: RestoreOptions, archive: Archive, most: number): Promise<void> {
  const { config, log } = options;
  const given = config.MIGRATION_DATABASE_URL ?? config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
  const own = given ? null : await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log });
  try {
    const connectionString = given ?? (own as NonNullable<typeof own>).connectionString;
    await requireEmpty(connectionString);
    options.onProgress?.('Making the tables');
    await migrate(connectionString, log, { version, most });
    await load(options, archive, connectionString);
    options.onProgress?.('Bringing the tables up to date');
    await migrate(connectionString, log, { version });
    await withClient(connectionString, 'overture:restore', async (client) => {
      await becomeOwner(client, log);
      await store.markRestored(client, archive.head.created_at);
    });
  } finally {
    await own?.stop();
  }
}

async function requireEmpty(connectionString: string): Promise<void> {
  await withClient(connectionString, 'overture:restore', async (client) => {
    if ((await store.countTables(client)) === 0) return;
    throw new BackupError(
      'The database of DATABASE_URL is not empty. Make a new one (create database ...), name it in DATABASE_URL, and try again.',
    );
  });
}

/** Rows and files in the order of the archive; the rows all or none. */
async function load(options: RestoreOptions, archive: Archive, connectionString: string): Promise<void> {
  const { head, manifest } = archive;
  await withClient(connectionString, 'overture:restore', async (client) => {
    await becomeOwner(client, options.log);
    await store.beginLoading(client);
    const rules = await store.dropRules(client);
    await store.openEventMonths(client, manifest.event_months);
    await store.emptyTables(client, manifest.tables);
    await restoreEntries(options, archive, client);
    await store.setSequences(client, manifest.sequences);
    options.onProgress?.('Checking the keys');
    await store.putRulesBack(client, rules);
    await requireCounts(client, manifest.tables);
    await store.settleRestored(
      client,
      `Restored from the backup of ${head.created_at.slice(0, 16).replace('T', ' ')} UTC.`,
    );
    await client.query('commit');
    await client.query('analyze').catch(() => undefined);
  });
}

async function requireCounts(client: pg.Client, tables: readonly BackupTable[]): Promise<void> {
  for (const table of tables) {
    const rows = await store.countRows(client, table);
    if (rows !== table.rows)
      throw new BackupError(
        `${table.name} holds ${rows} rows, and the backup names ${table.rows}. Nothing was restored.`,
      );
  }
}

async function restoreEntries(options: RestoreOptions, { manifest }: Archive, client: pg.Client): Promise<void> {
  const places = new Map(
    manifest.tables.flatMap((table) =>
      Array.from({ length: table.parts }, (_, part) => [partName(table, part), { table, part }] as const),
    ),
  );
  let open: { table: BackupTable; gzip: PassThrough; done: Promise<void> } | null = null;
  const close = async (): Promise<void> => {
    open?.gzip.end();
    await open?.done;
    open = null;
  };
  for await (const { name, content } of readEntries(options.archive)) {
    const place = places.get(name);
    if (place) {
      if (place.part === 0) {
        await close();
        options.onProgress?.(place.table.name);
        open = await openTable(client, place.table);
      }
      for await (const chunk of content)
        if (open && !open.gzip.write(chunk)) await Promise.race([once(open.gzip, 'drain'), open.done]);
      continue;
    }
    await close();
    if (name.startsWith(DATA_PREFIX)) await putFile(options, name, content);
    else await skip(content);
  }
  await close();
}

async function skip(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of content);
}

/** Parts of one table are one stream: they were cut without regard to rows. */
async function openTable(client: pg.Client, table: BackupTable) {
  const missing = await store.listMissingColumns(client, table);
  if (missing.length > 0) throw new BackupError(`This version's table ${table.name} lacks ${missing.join(', ')}.`);
  const gzip = new PassThrough();
  const done = pipeline(gzip, createGunzip(), store.openTable(client, table));
  done.catch(() => undefined); // heard of where it is waited for
  return { table, gzip, done };
}

async function putFile({ config }: RestoreOptions, name: string, content: AsyncIterable<Buffer>): Promise<void> {
  const path = resolvePlace(config.DATA_DIR, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // The journal that lies here is newer than the one in the backup, and both count.
  const flags = name === DATA_PREFIX + ERASURE_JOURNAL ? 'a' : 'w';
  await pipeline(Readable.from(content), createWriteStream(path, { flags, mode: 0o600, flush: true }));
}

/** It was empty before. The backup itself may lie in it. */
async function clearFolder(config: Config, archive: string): Promise<void> {
  for (const name of await listBelongings(config.DATA_DIR, archive))
    await rm(join(config.DATA_DIR, name), { recursive: true, force: true }).catch(() => undefined);
  await closeFolder(config.DATA_DIR);
}
