import { type Command, Option } from 'commander';
import type { SystemContext } from '../../kernel/context.ts';
import { checkFiles } from '../files/check-files.service.ts';
import { openFilePlaces } from '../files/file-places.ts';
import { MoveError, moveFiles } from '../files/move-files.service.ts';
import { findMove, type MoveTarget } from '../files/moves.store.ts';
import type { CommandLineOptions } from './command-options.ts';
import { withInstallation } from './open-installation.ts';

const PLACES = { folder: 'the folder', s3: 'the bucket' } as const;
const format = (value: number): string => value.toLocaleString('en-US');
const megabytes = (bytes: number): string =>
  `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;

/** `files`: stored files in the folder and in the bucket. */
export function addFilesCommands(program: Command, options: CommandLineOptions): void {
  const files = program.command('files').description('Stored files: in DATA_DIR, or in a bucket that speaks S3');
  files
    .command('check')
    .description(
      'Look for every file that a record names, in the folder and in the bucket. Ends with 1 if one is missing',
    )
    .action(() => withInstallation(options, (system) => check(options, system)));
  files
    .command('move')
    .description(
      'Move files between folder and bucket while the program runs. Every copy is read back before its original is deleted; run it again to continue',
    )
    .addOption(new Option('--to <place>', 'where FILES_STORE saves').choices(['s3', 'folder']).makeOptionMandatory())
    .action(({ to }: { to: MoveTarget }) => withInstallation(options, (system) => move(options, system, to)));
}

async function check({ config, say }: CommandLineOptions, system: SystemContext): Promise<void> {
  const places = openFilePlaces(config);
  try {
    const moved = await findMove(system);
    if (moved !== null) say(describeMove(moved));
    const report = await checkFiles(system, places, (named) => say(`${format(named)} files looked for`, true));
    const bucket = places.bucket === null ? '' : `, ${format(report.in_bucket)} in the bucket`;
    say(`${format(report.named)} files are named: ${format(report.in_folder)} in the folder${bucket}.`);
    if (report.missing_total === 0) return;
    for (const { key, table_name } of report.missing) say(`  missing: ${key} (${table_name})`);
    throw new Error(`${format(report.missing_total)} files are missing.`);
  } finally {
    await places.files.close();
  }
}

function describeMove({
  target,
  moved,
  moved_bytes,
  is_running,
  finished_at,
}: NonNullable<Awaited<ReturnType<typeof findMove>>>) {
  const state = is_running ? 'is running' : finished_at ? 'was finished' : 'was interrupted';
  return `A move to ${PLACES[target]} ${state}: ${format(moved)} files, ${megabytes(moved_bytes)}.`;
}

async function move({ config, say }: CommandLineOptions, system: SystemContext, to: MoveTarget): Promise<void> {
  const places = openFilePlaces(config);
  if (places.bucket === null)
    throw new MoveError(
      'No bucket is set: set FILES_S3_BUCKET, FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY.',
    );
  if (config.FILES_STORE !== to)
    throw new MoveError(
      `New files are saved in ${PLACES[config.FILES_STORE]}. Set FILES_STORE=${to}, start every process with it, then run this again.`,
    );
  const [target, source] = to === 's3' ? [places.bucket, places.folder] : [places.folder, places.bucket];
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop);
  try {
    const { files, bytes, outcome } = await moveFiles(system, {
      ...{ source, target, name: to, signal: stopping.signal },
      onProgress: (done) => say(`${format(done.files)} files moved, ${megabytes(done.bytes)}`, true),
    });
    say(`${format(files)} files moved to ${PLACES[to]}, ${megabytes(bytes)}.`);
    if (outcome === 'stopped') throw new MoveError('Stopped. Run it again to continue: nothing is lost.');
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop);
    await places.files.close();
  }
  await check({ config, say } as CommandLineOptions, system);
}
