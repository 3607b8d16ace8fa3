import { appendFileSync, cpSync, existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { runOnce } from '../../../testing/cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { locatePostgres } from '../embedded/postgres-binaries.ts';
import { findProcessesOn } from '../embedded/postgres-processes.ts';

const log = pino({ level: 'silent' });
const SMALL = { fsync: 'off', shared_buffers: '32MB', max_connections: '60', wal_keep_size: '256MB' };
/** Nothing checks what a test sends over the loopback. */
const ACCESS = 'host replication all 127.0.0.1/32 scram-sha-256\n';

export interface TestStandby {
  primary: EmbeddedPostgres;
  /** Of the standby, at a port that stays. */
  connectionString: string;
  /** Runs a statement there as superuser. */
  run(statement: string): Promise<unknown>;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** It is there and does not answer: all of its processes are held. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

function signalAll({ dataDirectory }: EmbeddedPostgres, signal: NodeJS.Signals): void {
  for (const pid of findProcessesOn(dataDirectory)) process.kill(pid, signal);
}

/** Whether the PostgreSQL of npm can follow another one. */
export function hasStandby(): boolean {
  try {
    return existsSync(join(locatePostgres(tmpdir()).root, 'lib/postgresql/libpqwalreceiver.so'));
  } catch {
    return false;
  }
}

/** A primary and a standby that follows it by streaming replication. */
export async function startStandby(): Promise<TestStandby> {
  const folder = await mkdtemp(join(tmpdir(), 'overture-standby-'));
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const begun = await startEmbeddedPostgres({ dataDir: first, log, settings: SMALL });
  const { port, connectionString } = begun;
  // Copied while nothing runs, it needs no backup.
  await begun.stop();
  appendFileSync(join(first, 'postgres/pg_hba.conf'), ACCESS);
  cpSync(first, second, { recursive: true });
  writeFileSync(join(second, 'postgres/standby.signal'), '');
  const primary = await startEmbeddedPostgres({ dataDir: first, log, port, settings: SMALL });
  const { password } = new URL(connectionString);
  const primary_conninfo = `host=127.0.0.1 port=${port} user=overture password=${password} application_name=replica`;
  const open = (at?: number): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({
      dataDir: second,
      log,
      settings: { ...SMALL, primary_conninfo, hot_standby_feedback: 'on', wal_receiver_status_interval: '1s' },
      ...(at === undefined ? {} : { port: at }),
    });
  let standby = await open();
  const address = standby.connectionString;
  return {
    primary,
    connectionString: address,
    run: (statement) => runOnce(address, statement),
    async start() {
      standby = await open(standby.port);
    },
    kill: () => standby.stop(),
    freeze: () => signalAll(standby, 'SIGSTOP'),
    thaw: () => signalAll(standby, 'SIGCONT'),
    async stop() {
      await standby.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
