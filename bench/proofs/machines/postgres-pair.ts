import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../support/bench-server.ts';

/** Debian's PostgreSQL with a standby that follows by streaming replication. They run as the user `postgres`, so the proof runs as root. */
export interface PostgresPair {
  ports: { primary: number; standby: number };
  /** A superuser's address of the database `overture_pair`, at the port that is given. */
  address(port: number): string;
  /** SIGKILL for the primary with all of its processes, as when the machine loses power. */
  killPrimary(): Promise<void>;
  /** Starts the former primary again, as a service manager does that knows nothing of the failover. */
  startPrimary(): Promise<void>;
  promote(): Promise<void>;
  killStandby(): Promise<void>;
  startStandby(): Promise<void>;
  /** It holds its connections and answers nothing, as a machine that hangs. */
  freezeStandby(): void;
  thawStandby(): void;
  /** The standby gets nothing any longer, as by a network that is cut. */
  cutReplication(): Promise<void>;
  joinReplication(): Promise<void>;
  stop(): Promise<void>;
}

const FOLDERS = '/usr/lib/postgresql';
const SUPERUSER = 'overture_pair';

interface Place {
  programs: string;
  uid: number;
  gid: number;
}

/** Null where it is not installed. */
export function findPostgres(): Place | null {
  if (!existsSync(FOLDERS) || process.getuid?.() !== 0) return null;
  const version = readdirSync(FOLDERS)
    .filter((name) => existsSync(join(FOLDERS, name, 'bin/pg_basebackup')))
    .sort((a, b) => Number(b) - Number(a))[0];
  if (version === undefined) return null;
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
    return { programs: join(FOLDERS, version, 'bin'), uid: uid!, gid: gid! };
  } catch {
    return null;
  }
}

async function runSql(connectionString: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function launch(place: Place, data: string, port: number): Promise<ChildProcess> {
  const log = openSync(`${data}.log`, 'a');
  const { programs, uid, gid } = place;
  const child = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port)], {
    uid,
    gid,
    stdio: ['ignore', log, log],
  });
  for (let tries = 0; ; tries += 1) {
    try {
      execFileSync(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]);
      return child;
    } catch {
      if (child.exitCode !== null || tries > 300)
        throw new Error(`PostgreSQL did not start:\n${readFileSync(`${data}.log`, 'utf8').slice(-2000)}`);
      await sleep(100);
    }
  }
}

function signalWhole(child: ChildProcess, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ').filter(Boolean);
  child.kill(signal);
  for (const pid of children)
    try {
      process.kill(Number(pid), signal);
    } catch {
      // Ended already.
    }
}

async function killWhole(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  signalWhole(child, 'SIGKILL');
  await ended;
}

/** @param isSynchronous whether commits wait for the standby */
export async function startPair(folder: string, place: Place, isSynchronous: boolean): Promise<PostgresPair> {
  const home = join(folder, 'pair');
  mkdirSync(home);
  chownSync(home, place.uid, place.gid);
  const as = { uid: place.uid, gid: place.gid, stdio: 'pipe' as const };
  const [first, second] = [join(home, 'first'), join(home, 'second')];
  execFileSync(
    join(place.programs, 'initdb'),
    ['-D', first, '-A', 'trust', '-U', SUPERUSER, '-E', 'UTF8', '--locale=C'],
    as,
  );
  appendFileSync(
    join(first, 'postgresql.conf'),
    `listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
shared_buffers = 128MB
wal_keep_size = 512MB
timezone = 'UTC'
${isSynchronous ? "synchronous_standby_names = 'standby'\n" : ''}`,
  );
  const ports = { primary: await freePort(), standby: await freePort() };
  const address = (port: number): string => `postgres://${SUPERUSER}:none@127.0.0.1:${port}/${SUPERUSER}`;
  let primary = await launch(place, first, ports.primary);
  const source = `host=127.0.0.1 port=${ports.primary} user=${SUPERUSER} application_name=standby`;
  execFileSync(
    join(place.programs, 'pg_basebackup'),
    ['-D', second, '-R', '-X', 'stream', '-c', 'fast', '-d', source],
    as,
  );
  // A promoted standby has none of its own: its commits would wait for ever.
  appendFileSync(join(second, 'postgresql.auto.conf'), "synchronous_standby_names = ''\n");
  let standby = await launch(place, second, ports.standby);
  await runSql(
    `postgres://${SUPERUSER}:none@127.0.0.1:${ports.primary}/postgres`,
    `create database ${SUPERUSER}`,
    'create role haproxy login',
  );
  return {
    ports,
    address,
    killPrimary: () => killWhole(primary),
    async startPrimary() {
      primary = await launch(place, first, ports.primary);
    },
    promote: () => runSql(address(ports.standby), 'select pg_promote()'),
    killStandby: () => killWhole(standby),
    async startStandby() {
      standby = await launch(place, second, ports.standby);
    },
    freezeStandby: () => signalWhole(standby, 'SIGSTOP'),
    thawStandby: () => signalWhole(standby, 'SIGCONT'),
    cutReplication: () =>
      runSql(address(ports.standby), "alter system set primary_conninfo = ''", 'select pg_reload_conf()'),
    joinReplication: () =>
      runSql(address(ports.standby), `alter system set primary_conninfo = '${source}'`, 'select pg_reload_conf()'),
    async stop() {
      await killWhole(primary);
      await killWhole(standby);
    },
  };
}
