import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { supervise } from '../../../kit/supervise.ts';
import { ENGINE_LIMITS } from '../clickhouse.manifest.ts';
import type { EngineAddress, EngineOrder } from './engine-wire.ts';

export type EngineKeeper = {
  /** Where the engine listens; null while it is not running. */
  address(): EngineAddress | null;
  pid(): number | null;
  stop(): Promise<void>;
};

export type KeeperOptions = {
  package_directory: string;
  data_directory: string;
  log: { info(message: string): void; warn(message: string): void };
  /** Called when the engine listens, and again after each restart. */
  onRunning(engine: EngineAddress): void;
};

const script = fileURLToPath(new URL('./engine-process.ts', import.meta.url));

/** Starts the engine's process and keeps it running until `stop`. @throws Error when the first start fails */
export async function superviseEngine(options: KeeperOptions): Promise<EngineKeeper> {
  mkdirSync(options.data_directory, { recursive: true, mode: 0o700 });
  const supervisor = await supervise<{ child: ChildProcess; address: EngineAddress }>({
    name: "The lead database's engine",
    log: options.log,
    async start(onEnd) {
      const started = await launch(options);
      started.child.once('exit', (code, signal) => onEnd(`it ended with ${signal ?? `code ${code}`}`));
      if (hasEnded(started.child)) onEnd('it exited during the start');
      else options.onRunning(started.address);
      return started;
    },
    stop: ({ child }) => endChild(child),
    advise: () =>
      `Look at free memory (dmesg: the system may have killed it) and disk space (df -h ${options.data_directory}), or use a ClickHouse server: CLICKHOUSE_URL.`,
  });
  return {
    address: () => supervisor.current()?.address ?? null,
    pid: () => supervisor.current()?.child.pid ?? null,
    stop: supervisor.stop,
  };
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function launch(options: KeeperOptions): Promise<{ child: ChildProcess; address: EngineAddress }> {
  const token = randomBytes(24).toString('base64url');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C reaches us alone. Where the engine writes besides its folder, it writes into it too.
    detached: true,
    cwd: options.data_directory,
    // None of our secrets: neither SECRET_KEY nor the database's address is the engine's business.
    env: { TMPDIR: process.env.TMPDIR ?? '/tmp', MALLOC_ARENA_MAX: '2' },
  });
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-2000);
  });
  child.stdin?.on('error', () => undefined);
  const order: EngineOrder = {
    package_directory: options.package_directory,
    data_directory: join(options.data_directory, 'store'),
    lanes: ENGINE_LIMITS.lanes,
    token,
  };
  child.stdin?.write(`${JSON.stringify(order)}\n`);
  try {
    return { child, address: { port: await waitForPort(child), token } };
  } catch (error) {
    child.kill('SIGKILL');
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(lastWords.trim() === '' ? reason : lastWords.trim(), { cause: error });
  }
}

function waitForPort(child: ChildProcess): Promise<number> {
  if (!child.stdout) return Promise.reject(new Error('the engine has no output'));
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it did not start in time')), ENGINE_LIMITS.start_timeout);
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      finish();
    };
    lines.once('line', (line) => {
      settle(() => resolve((JSON.parse(line) as { port: number }).port));
      child.stdout?.resume();
    });
    child.once('exit', (code, signal) => settle(() => reject(new Error(`it ended with ${signal ?? `code ${code}`}`))));
    child.once('error', (error) => settle(() => reject(error)));
  });
}

async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdin?.end();
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(timer);
}
