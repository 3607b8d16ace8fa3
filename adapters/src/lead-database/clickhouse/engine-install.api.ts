import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ENGINE_PACKAGE } from './clickhouse.manifest.ts';

/** Where the engine is kept, for all installations that run from this folder of the project. */
export const ENGINE_DIRECTORY = fileURLToPath(new URL('../../../../.runtime/lead-database', import.meta.url));

const STALE_AFTER_IN_MS = 15 * 60_000;

/**
 * Makes sure that the engine is there in its exact version (170 MB to fetch, 546 MB on disk, once) and answers its folder. Safe to call
 * from several processes at once.
 * @throws Error in plain words: npm's, or that this system has no build of the engine
 */
export async function provideEngine(directory: string = ENGINE_DIRECTORY, signal?: AbortSignal): Promise<string> {
  if (hasEngine(directory)) return packageIn(directory);
  mkdirSync(dirname(directory), { recursive: true });
  const claim = `${directory}.installing`;
  while (!takeClaim(claim)) {
    await sleep(500, undefined, signal === undefined ? {} : { signal });
    if (hasEngine(directory)) return packageIn(directory);
  }
  try {
    if (!hasEngine(directory)) await install(directory, signal);
  } finally {
    rmSync(claim, { recursive: true, force: true });
  }
  return packageIn(directory);
}

const packageIn = (directory: string): string => join(directory, 'node_modules', ENGINE_PACKAGE.name);

function hasEngine(directory: string): boolean {
  const description = join(packageIn(directory), 'package.json');
  if (!existsSync(description)) return false;
  const { version } = JSON.parse(readFileSync(description, 'utf8')) as { version?: string };
  return version === ENGINE_PACKAGE.version && existsSync(libraryIn(directory));
}

/** The package of this system's build is named after it; on Linux only builds for glibc exist. */
function libraryIn(directory: string): string {
  const system = process.platform === 'linux' ? `linux-${process.arch}-gnu` : `${process.platform}-${process.arch}`;
  return join(directory, 'node_modules', '@chdb', `lib-${system}`);
}

function takeClaim(claim: string): boolean {
  try {
    mkdirSync(claim);
    return true;
  } catch {
    const startedAt = statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - startedAt > STALE_AFTER_IN_MS) rmSync(claim, { recursive: true, force: true });
    return false;
  }
}

async function install(directory: string, signal: AbortSignal | undefined): Promise<void> {
  if (process.platform === 'win32') {
    throw new Error(
      'The embedded lead database runs on Linux and macOS. Set CLICKHOUSE_URL to use a ClickHouse server.',
    );
  }
  const staging = `${directory}.new`;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  writeFileSync(join(staging, 'package.json'), '{ "private": true }\n');
  const words = [
    'install',
    `${ENGINE_PACKAGE.name}@${ENGINE_PACKAGE.version}`,
    '--prefix',
    staging,
    '--ignore-scripts',
  ];
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--update-notifier=false', '--save-exact'];
  await runNpm([...words, ...flags, '--cache', join(staging, '.npm-cache')], staging, signal);
  rmSync(join(staging, '.npm-cache'), { recursive: true, force: true });
  if (!hasEngine(staging)) {
    throw new Error(
      `The lead database has no build for this system (${process.platform}, ${process.arch}). Set CLICKHOUSE_URL to use a ClickHouse server.`,
    );
  }
  rmSync(directory, { recursive: true, force: true });
  renameSync(staging, directory);
}

async function runNpm(words: string[], directory: string, signal: AbortSignal | undefined): Promise<void> {
  const child = spawn(process.execPath, [findNpm(), ...words], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The lead database could not be fetched. npm says: ${output.trim().slice(-1000)}`);
}

/** The npm that started us, or the one beside Node, or the one on the PATH. */
function findNpm(): string {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm'));
  const beside = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const candidates = [process.env.npm_execpath, beside, ...onPath.filter(existsSync).map((path) => realpathSync(path))];
  const found = candidates.find((path) => path?.endsWith('npm-cli.js') && existsSync(path));
  if (found === undefined) throw new Error('The lead database could not be fetched: npm was not found.');
  return found;
}

// Run as a program (before the tests): gets the engine, or says in words why not.
if (import.meta.main) {
  await provideEngine().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
