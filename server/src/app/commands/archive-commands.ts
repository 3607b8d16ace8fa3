import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { ArchiveImport } from '@overture/contract/archive-imports';
import type { Command } from 'commander';
import { listMigrationNames } from '../../kernel/db/migration-history.ts';
import { checkArchive, importByOperator, runArchiveImport } from '../../slices/organization-archives/index.ts';
import type { CommandLineOptions } from './command-options.ts';
import { withInstallation } from './open-installation.ts';

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
  archive
    .command('import')
    .description('Move an archive into an organization. Campaigns arrive paused and nothing is sent')
    .argument('<file>', 'a ZIP file on this machine')
    .requiredOption('--organization <id>', 'its number, as `organization list` names it')
    .option('--passphrase-file <file>', 'the passphrase of the archive')
    .option('--yes', 'move it in; without this, only say what would happen')
    .action((file: string, given: ImportOptions) => runImport(options, file, given));
}

interface ImportOptions {
  organization: string;
  passphraseFile?: string;
  yes?: boolean;
}

async function loadPassphrase(directory: string, file: string | undefined): Promise<string | null> {
  return file === undefined ? null : (await readFile(resolve(directory, file), 'utf8')).trim();
}

async function runImport(options: CommandLineOptions, file: string, given: ImportOptions): Promise<void> {
  const { directory, say } = options;
  const id = Number(given.organization);
  if (!Number.isSafeInteger(id) || id < 1) throw new Error('--organization is the number of an organization.');
  const path = resolve(directory, file);
  const { size } = await stat(path);
  const passphrase = await loadPassphrase(directory, given.passphraseFile);
  const signal = new AbortController().signal;
  await withInstallation(options, async (system) => {
    const moved = await importByOperator(
      system.forOrganization(id),
      { path, filename: basename(path), size_in_bytes: size },
      {
        passphrase,
        work: (import_id) => runArchiveImport(system, { organization_id: id, import_id }, signal),
        confirm: (checked) => {
          for (const line of describeReport(checked)) say(line);
          return given.yes === true;
        },
      },
    );
    if (moved.error !== null) throw new Error(moved.error);
    for (const { title, made, found, left_out } of moved.results) {
      const left = left_out.map(({ reason, rows }) => `, ${format(rows)} left out (${reason})`).join('');
      say(`  ${title}: ${format(made)} moved in, ${format(found)} here already${left}`);
    }
    say(moved.state === 'done' ? 'The archive was moved in.' : 'Nothing was moved in. Add --yes to move it in.');
  });
}

function describeReport({ report }: ArchiveImport): string[] {
  if (report === null) return [];
  return [
    `Archive of ${report.organization}, made ${report.archived_at} by version ${report.app_version}.`,
    ...report.groups.map(({ title, rows }) => `  ${title}: ${format(rows)} rows`),
    `  Leads here already: ${format(report.known_leads)}; erased here: ${format(report.erased_leads)}`,
    `  Running campaigns, which arrive paused: ${format(report.running_campaigns)}`,
    ...report.collisions.map(({ kind, total }) => `  Names here already, both stay: ${format(total)} ${kind}`),
    ...report.left_out.map(({ title, rows, reason }) => `  Left out: ${title}, ${format(rows)} rows. ${reason}`),
  ];
}

async function runCheck({ directory, say }: CommandLineOptions, file: string, passphraseFile: string | undefined) {
  const passphrase = await loadPassphrase(directory, passphraseFile);
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
