import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../kernel/config.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../../kernel/db/embedded/embedded-postgres.ts';
import { migrate } from '../../kernel/db/migrate.ts';
import { UpgradeError } from '../../kernel/db/migration-history.ts';
import { createLog, type Log } from '../../kernel/log.ts';
import { version } from '../app-info.ts';
import { type Archive, verifyArchive } from '../backup/archive-reader.ts';
import { backUp } from '../backup/backup.service.ts';
import { restore } from '../backup/restore.service.ts';
import { backUpBeforeUpgrade, type UpgradeBackupOptions } from '../backup/upgrade-backup.service.ts';
import type { CommandLineOptions } from './command-options.ts';

const formatSize = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} KB`
    : `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;

/** `backup` and `restore`: the whole installation in one file; `upgrade`: what a start does to the database first. */
export function addBackupCommands(program: Command, options: CommandLineOptions): void {
  program
    .command('backup')
    .description('Write database and files into one file, while the program runs')
    .argument('<file-or-folder>', 'a file that is not there yet, or a folder in which one is made')
    .action((target: string) => runBackup(options, target));
  program
    .command('restore')
    .description(
      'Put a backup into an empty DATA_DIR and an empty database. Sending is held until a person confirms it',
    )
    .argument('<file>', 'as `backup` made it')
    .option('--check', 'only read it to its end and say what is in it')
    .option(
      '--without-key',
      'although the SECRET_KEY it was made with is lost: secrets sealed with it must be entered again',
    )
    .action((file: string, given: { check?: boolean; withoutKey?: boolean }) =>
      given.check ? checkBackup(options, file) : runRestore(options, file, given.withoutKey === true),
    );
  program
    .command('upgrade')
    .description('Back up the database, bring it up to date and end: what a start does first')
    .option('--no-backup', 'without a backup')
    .option('--backup-done', 'there is one already, made by other means')
    .action((given: { backup: boolean; backupDone?: boolean }) =>
      runUpgrade(options, { 'no-backup': !given.backup, 'backup-done': given.backupDone === true }),
    );
}

/** On the server of the settings, by the login that migrates, or on the embedded database, which is started unless it runs. */
async function withDatabase(
  config: Config,
  log: Log,
  work: (connectionString: string) => Promise<void>,
): Promise<void> {
  const given = config.MIGRATION_DATABASE_URL ?? config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
  const running = given ?? findRunningPostgres(config.DATA_DIR);
  const own = running ? null : await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log });
  try {
    await work(running ?? (own as NonNullable<typeof own>).connectionString);
  } finally {
    await own?.stop();
  }
}

async function runUpgrade({ config, say }: CommandLineOptions, given: UpgradeBackupOptions['given']): Promise<void> {
  if (config.DATABASE_URL === undefined && findRunningPostgres(config.DATA_DIR))
    throw new UpgradeError(
      `Overture runs on ${config.DATA_DIR}. Stop it and start the new version: that upgrades the database.`,
    );
  const log = createLog(config.LOG_LEVEL, !config.is_production);
  await withDatabase(config, log, async (connectionString) => {
    const beforeUpgrade = () => backUpBeforeUpgrade({ config, connectionString, log, announce: say, given });
    await migrate(connectionString, log, { version, beforeUpgrade });
  });
  say(`The database is up to date with Overture ${version}.`);
}

async function runBackup({ config, directory, say }: CommandLineOptions, target: string): Promise<void> {
  const log = createLog(config.LOG_LEVEL, !config.is_production);
  await withDatabase(config, log, async (connectionString) => {
    const place = resolve(directory, target) + (target.endsWith('/') ? '/' : '');
    const made = await backUp({ config, connectionString, log, target: place, onProgress: (text) => say(text, true) });
    say(`${made.path}: ${describe(made)}, read back and whole.`);
    if (made.head.has_key)
      say(
        'It contains the secret key: anyone with the file can decrypt what is stored. Keep it where only you can read it.',
      );
    else say('SECRET_KEY is not in it: keep a copy of it elsewhere.');
    if (config.FILES_S3_BUCKET !== undefined)
      say(
        `Files in the bucket ${config.FILES_S3_BUCKET} are not in it: use the versioning or replication of your store.`,
      );
    if (config.LEAD_DATABASE === 'on')
      say('The lead database is not in it: `leads load` fills it again from the same files.');
  });
}

async function checkBackup({ directory, say }: CommandLineOptions, file: string): Promise<void> {
  const archive = await verifyArchive(resolve(directory, file));
  say(`${file} is whole: ${describe(archive)}.`);
}

async function runRestore(options: CommandLineOptions, file: string, without_key: boolean): Promise<void> {
  const { config, directory, say } = options;
  const log = createLog(config.LOG_LEVEL, !config.is_production);
  const onProgress = (text: string): void => say(text, true);
  const archive = await restore({ config, log, archive: resolve(directory, file), without_key, onProgress });
  say(`Restored: ${describe(archive)}.`);
  say(
    'Everybody is signed out. Passwords, members and their roles, invitations, second factors and recovery codes are as old as the backup: after an incident, change them again.',
  );
  say(
    'Start the program as usual. It sends nothing until an ADMIN confirms it on screen (or `release-hold`): first make sure that the former installation is off, and give the inbox some minutes: emails that it finds in Sent folders count as sent.',
  );
  say('Files in a bucket are not in a backup: `files check` lists those that records name and no place has.');
}

function describe({ head, manifest, size_in_bytes }: Archive): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const files = Object.keys(manifest.entries).filter((name) => name.startsWith('data/')).length;
  return `${head.created_at.slice(0, 19).replace('T', ' ')} UTC, Overture ${head.version}, ${rows.toLocaleString('en-US')} rows, ${files.toLocaleString('en-US')} files, ${formatSize(size_in_bytes)}`;
}
