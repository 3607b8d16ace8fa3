import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { listMigrationNames } from '../../kernel/db/migration-history.ts';
import { checkArchive } from '../../slices/organization-archives/index.ts';
import type { CommandLineOptions } from './command-line.ts';

const format = (value: number): string => value.toLocaleString('en-US');

/** `archive`: files that an organization made in its settings. */
export function addArchiveCommands(program: Command, options: CommandLineOptions): void {
  const archive = program.command('archive').description('Archives of an organization (Settings, Data)');
  archive
    .command('check')
    .description('Read an archive to its end and compare every row and file with its manifest. Nothing is changed')
    .argument('<file>', 'a ZIP file that was downloaded')
    .option('--passphrase-file <file>', 'also check that the passphrase in this file opens the mailbox passwords')
    .action((file: string, given: { passphraseFile?: string }) => runCheck(options, file, given.passphraseFile));
}

async function runCheck({ directory, say }: CommandLineOptions, file: string, passphraseFile: string | undefined) {
  const passphrase =
    passphraseFile === undefined ? null : (await readFile(resolve(directory, passphraseFile), 'utf8')).trim();
  const report = await checkArchive(resolve(directory, file), {
    passphrase,
    schema: listMigrationNames().at(-1) ?? '',
    onProgress: (name) => say(`Checking ${name}`, true),
  });
  say(`Archive of ${report.organization}, made ${report.created_at} by version ${report.app_version}.`);
  for (const { title, rows } of report.groups) say(`  ${title}: ${format(rows)} rows`);
  say(`  Stored files: ${format(report.files)}`);
  say(`  Mailbox passwords: ${report.has_secrets ? 'encrypted with a passphrase' : 'none'}`);
  if (report.unknown_tables.length > 0) say(`  Unknown to this version: ${report.unknown_tables.join(', ')}`);
  say('Every row and file is as it was written.');
}
