import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseAccount, type PostgresAccount } from './postgres-account.ts';
import { locatePostgres } from './postgres-binaries.ts';
import { ensureCluster, loadOrCreatePassword } from './postgres-cluster.ts';
import { openKeeper, type PostgresAddress, probeOwner } from './postgres-keeper.ts';
import {
  endOrphanedBackends,
  endPostmaster,
  findProcessesOn,
  hasProcess,
  parsePostmasterClaim,
} from './postgres-processes.ts';

/** Fits the application's logger. */
type Log = { info(message: string): void; warn(message: string): void };

/** How PostgreSQL ended without being asked to; `reason` is the end of its log. */
export type PostgresExit = { code: number | null; signal: NodeJS.Signals | null; reason: string };

export type EmbeddedPostgresOptions = {
  /** The installation's folder. The cluster is in `<dataDir>/postgres`, its log and password beside it. */
  dataDir: string;
  log: Log;
  /** TCP port on 127.0.0.1; a free one by default. */
  port?: number;
  /** Added to the settings below, or overrides them (PostgreSQL's names). */
  settings?: Record<string, string>;
  /** Called once when PostgreSQL ends without `stop()`. Starting again recovers it. */
  onExit?: (exit: PostgresExit) => void;
};

export type EmbeddedPostgres = {
  /** The superuser's address of the database `overture`, over TCP. */
  connectionString: string;
  dataDirectory: string;
  port: number;
  /** The postmaster's process number. */
  pid: number;
  /** Ends it within a few seconds, cutting the connections that are still open. Safe to call twice. */
  stop(): Promise<void>;
};

/** Durable first; sizes suit two cores and 4 GB. */
const SETTINGS: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  max_locks_per_transaction: '128',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The application reports its own failed statements; this log is for starts, stops and crashes, and so stays small.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

const START_ATTEMPTS = 5;
const LOG_SIZE_LIMIT_IN_BYTES = 1_000_000;

/**
 * Starts PostgreSQL as a child process on `<dataDir>/postgres`, which the first call creates. PostgreSQL recovers on its own
 * after any crash of the machine, the server or itself, and ends when this process ends.
 * @throws Error in plain words: the folder is in use by a running Overture, is another major version's, or the reason
 * PostgreSQL gave for not starting
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const home = realpathSync(resolve(options.dataDir));
  const account = chooseAccount(home, locatePostgres(home));
  const { dataDirectory } = account;
  if (account.notice) options.log.warn(account.notice);
  const password = loadOrCreatePassword(home);
  await clearFolder(dataDirectory, home, password.text, options.log);
  await ensureCluster(account, password, options.log);
  const logFile = openLog(join(home, 'postgres.log'));
  for (let attempt = 1; ; attempt++) {
    const address = { port: options.port ?? (await findFreePort()), password: password.text, dataDirectory };
    const child = launchPostmaster(account, address, logFile, options.settings);
    const started = await openKeeper(address, child, options.log);
    if ('keeper' in started) return superviseChild(child, address, started.keeper, logFile, options);
    const reason = logFile.readNew();
    const isAddressTaken = options.port === undefined && /could not bind|Address already in use/.test(reason);
    const isStillOccupied = /lock file|still in use/.test(reason);
    if (attempt === START_ATTEMPTS || !(isAddressTaken || isStillOccupied)) {
      throw new Error(`PostgreSQL did not start on ${dataDirectory}. ${reason || started.failure}`);
    }
    await sleep(300);
    await clearFolder(dataDirectory, home, password.text, options.log);
  }
}

/** The address of the embedded database that already runs on an installation's folder; undefined where none does. */
export function findRunningPostgres(dataDir: string): string | undefined {
  if (!existsSync(join(dataDir, 'postgres-password'))) return undefined;
  const home = realpathSync(resolve(dataDir));
  const { dataDirectory } = chooseAccount(home, locatePostgres(home));
  const claim = parsePostmasterClaim(dataDirectory);
  if (!claim?.isReady || !findProcessesOn(dataDirectory).includes(claim.pid)) return undefined;
  return buildAddress(claim.port, loadOrCreatePassword(home).text);
}

function buildAddress(port: number, password: string): string {
  return `postgres://overture:${password}@127.0.0.1:${port}/overture`;
}

/**
 * Makes sure that nothing runs on the folder: a server with a living owner is refused, one whose owner was killed is
 * stopped, backends without a postmaster are ended, and a `postmaster.pid` whose number now is a stranger's is removed.
 */
async function clearFolder(dataDirectory: string, home: string, password: string, log: Log): Promise<void> {
  const claim = parsePostmasterClaim(dataDirectory);
  const isRunning = (): boolean => claim !== undefined && findProcessesOn(dataDirectory).includes(claim.pid);
  if (claim && isRunning()) {
    const owner = await probeOwner({ port: claim.port, password, dataDirectory }, isRunning);
    if (owner === 'alive') {
      throw new Error(
        `Overture already runs on ${home} (PostgreSQL is process ${claim.pid}). Stop it, or set another DATA_DIR.`,
      );
    }
    if (isRunning()) log.info('Stopping the PostgreSQL of an Overture that was killed.');
    await endPostmaster(claim.pid, isRunning);
  }
  await endOrphanedBackends(dataDirectory);
  if (claim && hasProcess(claim.pid) && parsePostmasterClaim(dataDirectory)?.pid === claim.pid) {
    rmSync(join(dataDirectory, 'postmaster.pid'));
  }
}

function launchPostmaster(
  account: PostgresAccount,
  address: PostgresAddress,
  logFile: PostgresLog,
  extra: Record<string, string> = {},
): ChildProcess {
  const { binaries, dataDirectory, uid, gid } = account;
  const settings = {
    ...SETTINGS,
    listen_addresses: '127.0.0.1',
    port: String(address.port),
    // The name of a socket may have 107 bytes.
    unix_socket_directories: Buffer.byteLength(dataDirectory) < 85 ? `"${dataDirectory.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
    ...extra,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const words = [...account.prefix, ...endWithParent(), join(binaries.root, 'bin', 'postgres'), '-D', dataDirectory];
  const descriptor = logFile.open();
  const child = spawn(words[0] as string, [...words.slice(1), ...flags], {
    cwd: '/',
    env: binaries.env,
    stdio: ['ignore', descriptor, descriptor],
    // A process group of its own: Ctrl-C must not reach it before we have finished our work.
    detached: true,
    ...(uid === undefined ? {} : { uid, gid }),
  });
  closeSync(descriptor);
  child.once('error', () => {}); // the keeper sees that it never ran
  child.unref();
  return child;
}

/** On Linux the kernel itself asks PostgreSQL for a clean stop when this process is killed. */
function endWithParent(): string[] {
  const prefix = ['setpriv', '--pdeathsig', 'INT'];
  const isKnown = process.platform === 'linux' && spawnSync('setpriv', [...prefix.slice(1), 'true']).status === 0;
  return isKnown ? prefix : [];
}

function superviseChild(
  child: ChildProcess,
  address: PostgresAddress,
  keeper: { close(): Promise<void> },
  logFile: PostgresLog,
  options: EmbeddedPostgresOptions,
): EmbeddedPostgres {
  const pid = child.pid as number;
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  let stopping: Promise<void> | undefined;
  child.once('exit', (code, signal) => {
    if (stopping) return;
    stopping = keeper.close();
    options.onExit?.({ code, signal, reason: logFile.readNew() });
  });
  if (hasEnded()) child.emit('exit', child.exitCode, child.signalCode);
  const stop = async (): Promise<void> => {
    await keeper.close();
    await endPostmaster(pid, () => !hasEnded());
  };
  return {
    connectionString: buildAddress(address.port, address.password),
    dataDirectory: address.dataDirectory,
    port: address.port,
    pid,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

type PostgresLog = { open(): number; readNew(): string };

/** The log is a file: PostgreSQL never waits for us to read it. One old file is kept. */
function openLog(path: string): PostgresLog {
  const size = (): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size() > LOG_SIZE_LIMIT_IN_BYTES) renameSync(path, `${path}.1`);
  let start = size();
  return {
    open: () => {
      start = size();
      return openSync(path, 'a', 0o600);
    },
    readNew: () => readFileSync(path).subarray(start).toString('utf8').trim().split('\n').slice(-8).join('\n'),
  };
}

function findFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
