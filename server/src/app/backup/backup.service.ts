import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import type { Config } from '../../kernel/config.ts';
import { derive } from '../../kernel/crypto.ts';
import { becomeOwner } from '../../kernel/db/owner-role.ts';
import { withClient } from '../../kernel/db/with-client.ts';
import type { Log } from '../../kernel/log.ts';
import { version } from '../app-info.ts';
import { BackupError, type BackupTable, FORMAT, HEAD_ENTRY, partName } from './archive-format.ts';
import { type Archive, verifyArchive } from './archive-reader.ts';
import { type ArchiveWriter, openArchive } from './archive-writer.ts';
import { type StagedFiles, stageFiles } from './data-files.ts';
import * as store from './dump.store.ts';

/** Parts are held in memory one at a time. */
const PART_IN_BYTES = 8_000_000;

export interface BackupOptions {
  config: Config;
  /** Of a login that sees every row. */
  connectionString: string;
  log: Log;
  /** A file that is not there yet, or a folder in which one is made. */
  target: string;
  onProgress?: (text: string) => void;
}

/** Distinguishes keys for an operator and reveals nothing about the key. */
export const computeKeyId = (secretKey: string): string =>
  derive(secretKey, 'backup-key-id').toString('hex').slice(0, 16);

/**
 * Writes a backup while the program runs: a consistent snapshot of the database, and the files that it names. The file is read
 * back before it gets its name.
 * @throws BackupError in words
 */
export async function backUp(options: BackupOptions): Promise<Archive & { path: string }> {
  const path = await chooseFile(options.target);
  const partial = `${path}.partial`;
  await rm(partial, { force: true });
  const files = await stageFiles(options.config.DATA_DIR);
  const archive = openArchive(partial);
  try {
    await write(options, archive, files);
    options.onProgress?.('Reading it back');
    const verified = await verifyArchive(partial);
    await rename(partial, path);
    return { ...verified, path };
  } catch (error) {
    await archive.abandon();
    await rm(partial, { force: true });
    throw error;
  } finally {
    await files.remove();
  }
}

/** A folder is one that is there, or a name that ends like one. */
async function chooseFile(target: string): Promise<string> {
  const wanted = resolve(target);
  const isFolder =
    target.endsWith('/') ||
    (await stat(wanted).then(
      (about) => about.isDirectory(),
      () => false,
    ));
  const stamp = new Date().toISOString().replaceAll(/[-:]/g, '').slice(0, 15).replace('T', '-');
  const path = isFolder ? join(wanted, `overture-${stamp}.tar`) : wanted;
  await mkdir(dirname(path), { recursive: true });
  if (existsSync(path)) throw new BackupError(`${path} is there already. Name another file.`);
  return path;
}

function write(options: BackupOptions, archive: ArchiveWriter, files: StagedFiles): Promise<void> {
  return withClient(options.connectionString, 'overture:backup', async (client) => {
    await becomeOwner(client, options.log);
    if (!(await store.seesEverything(client)))
      throw new BackupError(
        'The database login does not see every row. Set MIGRATION_DATABASE_URL (or DATABASE_URL) to the login that migrates.',
      );
    // Before and after the instant: a file that a row names then is among them, even if it is deleted a moment later.
    await files.gather();
    await store.beginSnapshot(client);
    await files.gather();
    await writeHead(options, archive, client);
    const tables = await writeTables(options, archive, client);
    const rest = { sequences: await store.listSequences(client), event_months: await store.listEventMonths(client) };
    await client.query('commit');
    options.onProgress?.('Files');
    await files.write(archive);
    await archive.finish({ tables, ...rest });
  });
}

async function writeHead({ config }: BackupOptions, archive: ArchiveWriter, client: pg.Client): Promise<void> {
  const head = {
    format: FORMAT,
    version,
    created_at: new Date().toISOString(),
    postgres_version: await store.findPostgresVersion(client),
    migrations: await store.listMigrations(client),
    key_id: computeKeyId(config.SECRET_KEY),
    has_key: config.has_generated_key,
  };
  await archive.addBuffer(HEAD_ENTRY, Buffer.from(JSON.stringify(head, null, 2)));
}

async function writeTables(options: BackupOptions, archive: ArchiveWriter, client: pg.Client): Promise<BackupTable[]> {
  const written: BackupTable[] = [];
  for (const table of await store.listTables(client)) {
    options.onProgress?.(table.name);
    const rows = store.openRows(client, table);
    const gzip = createGzip({ level: 5 });
    rows.on('error', (error) => gzip.destroy(error));
    rows.pipe(gzip);
    let parts = 0;
    for await (const part of inParts(gzip)) {
      await archive.addBuffer(partName(table, parts), part);
      parts += 1;
    }
    written.push({ ...table, rows: Number(rows.rowCount ?? 0), parts });
  }
  return written;
}

/** A stream's bytes in pieces of a known size: a tar file says before each entry how long it is. */
async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PART_IN_BYTES) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunks);
}
