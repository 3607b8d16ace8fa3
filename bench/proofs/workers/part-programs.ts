import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../server/src/kernel/db/embedded/embedded-postgres.ts';
import { request } from '../../support/request.ts';
import { SECRET_KEY } from '../world/engine-context.ts';
import type { ProofWorld } from '../world/proof-world.ts';

/** The real program in its own processes, on a PostgreSQL that the caller restarts. */

export interface Answers {
  total: number;
  refused: number;
  slowest_in_ms: number;
  other: string[];
}

/** A PostgreSQL that the caller restarts, as a service manager does. */
export async function startServer(directory: string) {
  let isEnding = false;
  let port: number | undefined;
  let current: EmbeddedPostgres | null = null;
  const start = async (): Promise<void> => {
    current = await startEmbeddedPostgres({
      dataDir: directory,
      log: pino({ level: 'error' }),
      ...(port === undefined ? {} : { port }),
      onExit: () => {
        current = null;
        if (!isEnding) void sleep(500).then(start);
      },
    });
    port = current.port;
  };
  await start();
  return {
    connectionString: current!.connectionString,
    pid: () => current?.pid ?? null,
    async stop() {
      isEnding = true;
      await current?.stop();
    },
  };
}
export type Server = Awaited<ReturnType<typeof startServer>>;

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

interface ProgramOptions {
  /** How many files it may have open; default: as many as its parent. */
  openFiles?: number;
  /** Where its source is: of this version, or of another one. */
  tree?: string;
  /** Within it. Default: the source; the built file starts in a third of the time. */
  script?: string;
  environment?: Record<string, string>;
}

export function startProgram(
  world: Pick<ProofWorld, 'connectionString' | 'directory'>,
  roles: string,
  port: number,
  logFile: string,
  { openFiles, tree = root, script = 'server/src/main.ts', environment = {} }: ProgramOptions = {},
): ChildProcess {
  const log = openSync(logFile, 'a');
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles} && `;
  return spawn(
    '/bin/sh',
    [
      ...['-c', `${limit}exec "$0" "$@"`, process.execPath],
      ...['--disable-warning=ExperimentalWarning', join(tree, script), `--roles=${roles}`],
    ],
    {
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(tmpdir(), 'overture-proof-cache'),
        NODE_ENV: 'production',
        LEAD_DATABASE: 'off',
        SECRET_KEY,
        DATA_DIR: world.directory,
        DATABASE_URL: world.connectionString,
        OUTBOUND_ALLOW: '127.0.0.1',
        PORT: String(port),
        HOST: '127.0.0.1',
        APP_URL: `http://127.0.0.1:${port}`,
        LOG_LEVEL: 'info',
        ...environment,
      },
    },
  );
}

/** Asks the web process ten times a second: its health, and a call that reads the database. */
export function watchAnswers(url: string): { answers: Answers; stop(): void } {
  const answers: Answers = { total: 0, refused: 0, slowest_in_ms: 0, other: [] };
  const ask = async (path: string): Promise<void> => {
    const startedAt = performance.now();
    const status = await request(url + path, { signal: AbortSignal.timeout(20_000) }).then(
      async (answer) => {
        await answer.text();
        return answer.status === 503 && !answer.headers.get('retry-after') ? '503 without Retry-After' : answer.status;
      },
      (error: Error) => error.message,
    );
    answers.total += 1;
    answers.slowest_in_ms = Math.max(answers.slowest_in_ms, performance.now() - startedAt);
    if (status === 503) answers.refused += 1;
    else if (status !== 200) answers.other.push(`${path}: ${status}`);
  };
  const timer = setInterval(() => {
    void ask('/healthz');
    void ask('/api/v1/branding/?domain=example.com');
  }, 100);
  return { answers, stop: () => clearInterval(timer) };
}

/** What the programs said, by level and phrase. */
export function readLines(path: string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const text of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const line = text.startsWith('{') ? (JSON.parse(text) as { level: number; msg: string }) : { level: 99, msg: text };
    if (line.level >= 40) counts.set(`${line.level} ${line.msg}`, (counts.get(`${line.level} ${line.msg}`) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
