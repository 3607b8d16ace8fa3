import { join } from 'node:path';
import { type Supervisor, supervise } from '@overture/adapters/kit/supervise';
import {
  type EmbeddedPostgres,
  type PostgresExit,
  startEmbeddedPostgres,
} from '../kernel/db/embedded/embedded-postgres.ts';
import type { Log } from '../kernel/log.ts';

export interface SupervisedDatabase {
  /** Stays the same however often PostgreSQL is started again: pools reconnect to it. */
  connectionString: string;
  /** The postmaster's process number; null while it is down. */
  pid(): number | null;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL, restarted on the same port whenever it ends. */
export async function superviseDatabase(
  dataDirectory: string,
  log: Log,
  announce: (text: string) => void,
): Promise<SupervisedDatabase> {
  let port: number | undefined;
  const logFile = join(dataDirectory, 'postgres.log');
  const supervisor: Supervisor<EmbeddedPostgres> = await supervise<EmbeddedPostgres>({
    name: 'The database',
    log,
    announce,
    async start(onEnd) {
      const postgres = await startEmbeddedPostgres({
        dataDir: dataDirectory,
        log,
        ...(port === undefined ? {} : { port }),
        onExit: (exit) => onEnd(explainExit(exit)),
      });
      port = postgres.port;
      return postgres;
    },
    stop: (postgres) => postgres.stop(),
    advise: (reason) => adviseOnDatabase(reason, dataDirectory, logFile),
  });
  const { connectionString } = supervisor.current() as EmbeddedPostgres;
  return { connectionString, pid: () => supervisor.current()?.pid ?? null, stop: supervisor.stop };
}

/** The last of its own words that say why it ended, in one line; those of its backends that its end took by surprise do not. */
export function explainExit({ signal, code, reason }: PostgresExit): string {
  const words = reason
    .split('\n')
    .filter((line) => /\b(PANIC|FATAL|ERROR):/.test(line) && !line.includes('unexpected postmaster exit'))
    .at(-1);
  const said = words?.replace(/^.*?\b(PANIC|FATAL|ERROR): +/, '');
  return said ?? `it ended with ${signal ?? `code ${code}`}`;
}

/** What to look at, the likeliest first. */
export function adviseOnDatabase(reason: string, dataDirectory: string, logFile: string): string {
  const steps = [
    `Its own words are in ${logFile}`,
    `free disk space (df -h ${dataDirectory})`,
    'free memory: the system may have killed it (dmesg)',
    `and that nothing else uses ${join(dataDirectory, 'postgres')}`,
  ];
  if (/No space left|disk full/i.test(reason))
    return `Its disk is full: free some space (df -h ${dataDirectory}). ${steps[0]}.`;
  if (/could not bind|Address already in use/i.test(reason))
    return `Another program has taken its port: end it, or start Overture again. ${steps[0]}.`;
  if (
    /invalid page|checksum verification failed|could not locate a valid checkpoint|database files are incompatible/i.test(
      reason,
    )
  )
    return `Its files may be damaged: stop Overture, keep a copy of ${dataDirectory}, and restore a backup. ${steps[0]}.`;
  return `${steps[0]}. Look at ${steps.slice(1).join('; ')}.`;
}
