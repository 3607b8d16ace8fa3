import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ENGINE_PACKAGE } from '../clickhouse.manifest.ts';
import { type EngineLock, lockEngine } from './engine-lock.api.ts';

/** Where the engine is kept, for all installations that run from this folder of the project. */
export const ENGINE_DIRECTORY = fileURLToPath(new URL('../../../../../.runtime/lead-database', import.meta.url));

/** The engine's package and all it needs, with the digests of their bytes. */
const PINNED = fileURLToPath(new URL('./engine-package', import.meta.url));

/**
 * Installs the engine in its exact version if missing (170 MB to download, 546 MB on disk, once) and returns its
 * folder. Several processes may call it at the same time.
 * @throws Error in plain words: npm's, or that there is no build for this system
 */
export async function provideEngine(directory: string = ENGINE_DIRECTORY, signal?: AbortSignal): Promise<string> {
  if (hasEngine(directory)) return packageIn(directory);
  mkdirSync(dirname(directory), { recursive: true });
  const lock = await claimInstall(directory, signal);
  if (lock === null) return packageIn(directory);
  try {
    if (!hasEngine(directory)) await install(directory, signal);
  } finally {
    lock.release();
  }
  return packageIn(directory);
}

/**
 * The download lock belongs to a living process: that of a dead one is taken over immediately. Null when another
 * process has finished the download.
 */
async function claimInstall(directory: string, signal: AbortSignal | undefined): Promise<EngineLock | null> {
  for (;;) {
    const claim = await lockEngine(dirname(directory), `${basename(directory)}.installing`);
    if ('publish' in claim) return claim;
    await sleep(500, undefined, signal === undefined ? {} : { signal });
    if (hasEngine(directory)) return null;
  }
}

const packageIn = (directory: string): string => join(directory, 'node_modules', ENGINE_PACKAGE.name);

function hasEngine(directory: string): boolean {
  const description = join(packageIn(directory), 'package.json');
  if (!existsSync(description)) return false;
  const { version } = JSON.parse(readFileSync(description, 'utf8')) as { version?: string };
  return version === ENGINE_PACKAGE.version && existsSync(libraryIn(directory));
}

/** The package of this system's build is named after it; on Linux only builds for glibc exist. */
function libraryName(): string {
  const system = process.platform === 'linux' ? `linux-${process.arch}-gnu` : `${process.platform}-${process.arch}`;
  return `@chdb/lib-${system}`;
}

const libraryIn = (directory: string): string => join(directory, 'node_modules', libraryName());

async function install(directory: string, signal: AbortSignal | undefined): Promise<void> {
  if (process.platform === 'win32') {
    throw new Error(
      'The embedded lead database runs on Linux and macOS. Set CLICKHOUSE_URL to use a ClickHouse server.',
    );
  }
  clearLeftovers(directory);
  const staging = mkdtempSync(`${directory}.new-`);
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(PINNED, file), join(staging, file));
  // A package in the lockfile must have its pinned bytes. Builds for other systems were not available for pinning:
  // npm takes their exact versions and checks them against the registry.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--update-notifier=false'];
  await runNpm(['install', ...flags, '--prefix', staging, '--cache', join(staging, '.npm-cache')], staging, signal);
  rmSync(join(staging, '.npm-cache'), { recursive: true, force: true });
  if (!hasEngine(staging)) {
    throw new Error(
      `The lead database has no build for this system (${process.platform}, ${process.arch}). Set CLICKHOUSE_URL to use a ClickHouse server.`,
    );
  }
  rmSync(directory, { recursive: true, force: true });
  renameSync(staging, directory);
}

/** What killed programs left half fetched. An `npm` of theirs may still write for a moment: each fetch has a folder of its own. */
function clearLeftovers(directory: string): void {
  const name = basename(directory);
  for (const entry of readdirSync(dirname(directory))) {
    // The claim of older versions was a folder.
    if (entry !== `${name}.installing` && !entry.startsWith(`${name}.new`)) continue;
    rmSync(join(dirname(directory), entry), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function runNpm(words: string[], directory: string, signal: AbortSignal | undefined): Promise<void> {
  const child = spawn(process.execPath, [findNpm(), ...words], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: plainEnvironment(),
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

const NEEDED =
  /^(?:PATH|HOME|TMPDIR|LANG|LC_ALL|TZ|npm_config_.+|(?:https?|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR))$/i;

/** What programs of others get of our environment: where things are, no secret. */
export function plainEnvironment(environment: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const kept = Object.entries(environment).filter(([name, value]) => value !== undefined && NEEDED.test(name));
  return Object.fromEntries(kept) as Record<string, string>;
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
