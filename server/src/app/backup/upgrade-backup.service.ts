import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import type { Config } from '../../kernel/config.ts';
import { UpgradeError } from '../../kernel/db/migration-history.ts';
import { classifyOutage, describeReason } from '../../kernel/db/outage.ts';
import { becomeOwner } from '../../kernel/db/owner-role.ts';
import { withClient } from '../../kernel/db/with-client.ts';
import { type FindFreeBytes, findFreeBytes } from '../../kernel/limits/disk-space.ts';
import type { Log } from '../../kernel/log.ts';
import { backUp } from './backup.service.ts';
import { measureFiles } from './data-files.ts';
import * as store from './dump.store.ts';

export interface UpgradeBackupOptions {
  config: Config;
  /** Of the login that migrates. */
  connectionString: string;
  log: Log;
  /** For a terminal, besides the log. */
  announce(text: string): void;
  /** `--no-backup` and `--backup-done`: the operator decided. */
  given?: { 'no-backup'?: boolean; 'backup-done'?: boolean };
  largest_in_bytes?: number;
  findFree?: FindFreeBytes;
}

/** A backup of more takes too long for a start that people wait for. Only the operator of an own PostgreSQL has other means. */
const LARGEST_BY_ITSELF_IN_BYTES = 20_000_000_000;
/** Backups from before upgrades that stay; one upgrade tried again keeps its last only. */
const KEPT_BACKUPS = 3;
const PREFIX = 'before-upgrade-';

const gigabytes = (bytes: number): string => `${(bytes / 1_000_000_000).toFixed(1)} GB`;

/**
 * The backup before an upgrade, for `beforeUpgrade` of `migrate`: the migration lock is held, so only one of several starts
 * makes it.
 * @throws UpgradeError in words if it cannot be made; nothing was changed then
 */
export async function backUpBeforeUpgrade(options: UpgradeBackupOptions): Promise<void> {
  const { config, log, announce, given = {} } = options;
  if (given['no-backup'] || given['backup-done']) {
    const reason = given['no-backup'] ? '--no-backup' : '--backup-done';
    log.warn({ reason }, 'upgrading the database without a backup');
    return;
  }
  const size = await measure(options);
  if (!size.holds_data) return;
  await requireRoom(options, size);
  announce('Backing up before the upgrade');
  const path = await makeBackup(options, size.last_migration);
  const command = restoreCommand(config, path);
  log.info({ path, restore: command }, 'backup before the upgrade written');
  announce(
    `Backup before the upgrade: ${path}\n  To go back, install the version before again and run\n  ${command}\n  with the same SECRET_KEY, then start it with these settings.`,
  );
}

const measure = ({ config, connectionString, log }: UpgradeBackupOptions) =>
  withClient(connectionString, 'overture:backup', async (client) => {
    await becomeOwner(client, log);
    return { ...(await store.measureDatabase(client)), file_bytes: await measureFiles(config.DATA_DIR) };
  });

const CHOICES =
  'Or make a backup by your own means and start once with --backup-done, or upgrade without any with --no-backup.';

async function requireRoom(
  { config, largest_in_bytes = LARGEST_BY_ITSELF_IN_BYTES, findFree = findFreeBytes }: UpgradeBackupOptions,
  { database_bytes, dump_bytes, file_bytes }: Awaited<ReturnType<typeof measure>>,
): Promise<void> {
  if (config.DATABASE_URL !== undefined && database_bytes > largest_in_bytes)
    throw new UpgradeError(
      `This start would upgrade a database of ${gigabytes(database_bytes)}. A backup of more than ${gigabytes(largest_in_bytes)} is not made automatically: it can take hours. Nothing was changed.
  Run \`npm run overture -- backup FOLDER\` while the old version runs. ${CHOICES}`,
    );
  const needed = dump_bytes + file_bytes + TENANT_LIMITS.disk_reserve_in_bytes;
  const free = await findFree(config.DATA_DIR);
  if (free >= needed) return;
  throw new UpgradeError(
    `There is no room for the backup before the upgrade: it takes up to ${gigabytes(needed)}, and ${gigabytes(free)} are free in ${config.DATA_DIR}. Nothing was changed.
  Free some room and start again. ${CHOICES}`,
  );
}

async function makeBackup(options: UpgradeBackupOptions, last_migration: string): Promise<string> {
  const directory = join(options.config.DATA_DIR, 'backups');
  const state = `${PREFIX}${last_migration.slice(0, 4)}-`;
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    // Left by a start that was killed: the lock excludes another writer.
    await remove(directory, (name) => name.startsWith(PREFIX) && name.endsWith('.partial'));
    const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 17);
    const { path } = await backUp({ ...options, target: join(directory, `${state}${stamp}.tar`) });
    // Of the same tables, by an upgrade that failed: a program that is started again and again must not fill the disk.
    await remove(directory, (name) => name.startsWith(state) && name !== basename(path));
    // By time: migrations began at 1 again with 1.0.0.
    const age = (name: string): string => `${name.slice(state.length)}${name}`;
    const kept = (await readdir(directory))
      .filter((name) => name.startsWith(PREFIX))
      .sort((a, b) => (age(a) < age(b) ? 1 : -1));
    await remove(directory, (name) => kept.indexOf(name) >= KEPT_BACKUPS);
    return path;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code);
    if (!isFull && classifyOutage(error) !== null) throw error;
    throw new UpgradeError(
      `The backup before the upgrade could not be written to ${directory}: ${isFull ? 'the disk is full' : describeReason(error)}. Nothing was changed, and nothing of it is left.
  ${isFull ? 'Free some room' : 'Fix that'} and start again. ${CHOICES}`,
      { cause: error },
    );
  }
}

async function remove(directory: string, isMissing: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(directory)) if (isMissing(name)) await rm(join(directory, name), { force: true });
}

/** Without the scripts of npm in a container. */
function restoreCommand({ DATA_DIR, DATABASE_URL }: Config, path: string): string {
  const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
  const program = existsSync(join(root, 'tools/run.mjs')) ? 'npm run overture --' : 'node server/src/overture.ts';
  const database = DATABASE_URL === undefined ? '' : "DATABASE_URL='ADDRESS OF A NEW, EMPTY DATABASE' ";
  return `DATA_DIR='${DATA_DIR}-restored' ${database}${program} restore '${path}'`;
}
