import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.ts';

/** How PostgreSQL's programs are run, and where the cluster is. */
export type PostgresAccount = {
  /** The folder of the cluster, without symbolic links. It may not exist yet. */
  dataDirectory: string;
  binaries: PostgresBinaries;
  /** Words put before a program's name: they enter a user namespace. */
  prefix: string[];
  /** Set where the programs run as another user of the machine. */
  uid?: number;
  gid?: number;
  /** Said to the person who started us, where the data is not where they would look. */
  notice?: string | undefined;
};

/** Where the cluster goes when root's own folders are closed to the user that must run PostgreSQL. */
const SYSTEM_FOLDER = '/var/lib/overture';

/**
 * PostgreSQL refuses to run as root. An ordinary user runs it directly. Root runs it in a user namespace: the process has
 * another user number and the files stay root's, which works even in a folder that only root may enter. Where namespaces are
 * refused, it runs as another user. If that user cannot reach `home`, its data goes to /var/lib/overture, with a link and a
 * notice.
 */
export function chooseAccount(home: string, binaries: PostgresBinaries): PostgresAccount {
  const dataDirectory = resolveLink(join(home, 'postgres'));
  const account = chooseRunner(home, { dataDirectory, binaries, prefix: [] });
  if (account.dataDirectory === join(home, 'postgres')) return account;
  return { ...account, notice: account.notice ?? `The database is kept in ${account.dataDirectory}.` };
}

function chooseRunner(home: string, account: PostgresAccount): PostgresAccount {
  if (process.getuid?.() !== 0) return account;
  const prefix = enterNamespace();
  if (!prefix) return chooseOtherUser(home, account);
  changeOwner(account.dataDirectory, 0, 0);
  return { ...account, prefix };
}

/** The words that start a program as a user other than root, seen from inside, or undefined where that is refused. */
function enterNamespace(): string[] | undefined {
  const user = findUsers().find((candidate) => candidate.uid !== 0);
  if (process.platform !== 'linux' || !user) return undefined;
  const prefix = ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`];
  return spawnSync('unshare', [...prefix.slice(1), 'true']).status === 0 ? prefix : undefined;
}

function chooseOtherUser(home: string, { dataDirectory: wanted, binaries }: PostgresAccount): PostgresAccount {
  const user = findOrCreateUser();
  chmodSync(home, statSync(home).mode | 0o011); // may pass through, may not list; secrets in it are 0600
  const isReachable = existsSync(wanted) ? canEnter(dirname(wanted), user) : canEnter(home, user);
  const dataDirectory = isReachable ? wanted : moveToSystemFolder(home, wanted);
  changeOwner(dataDirectory, user.uid, user.gid);
  const notice = isReachable
    ? undefined
    : `The database is kept in ${dataDirectory}, because its user "${user.name}" may not enter ${home}.`;
  return { dataDirectory, binaries: makeReachable(binaries, user), prefix: [], uid: user.uid, gid: user.gid, notice };
}

type User = { name: string; uid: number; gid: number };

function findUsers(): User[] {
  if (!existsSync('/etc/passwd')) return [];
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const users = rows.map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }));
  return users.filter((user) => user.name !== '' && user.uid >= 0);
}

function findOrCreateUser(): User {
  const find = (name: string): User | undefined => findUsers().find((user) => user.name === name);
  const existing = find('postgres');
  if (existing) return existing;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  const user = find('postgres') ?? find('nobody');
  if (!user)
    throw new Error(
      'PostgreSQL refuses to run as root and no other user could be made. Set DATABASE_URL, or start as an ordinary user.',
    );
  return user;
}

function canEnter(folder: string, user: User): boolean {
  return spawnSync('test', ['-x', folder], { uid: user.uid, gid: user.gid }).status === 0;
}

function moveToSystemFolder(home: string, current: string): string {
  const name = createHash('sha256').update(home).digest('hex').slice(0, 12);
  const target = join(SYSTEM_FOLDER, name, 'postgres');
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
  if (existsSync(current)) moveFolder(current, target);
  const link = join(home, 'postgres');
  rmSync(link, { force: true });
  symlinkSync(target, link);
  return target;
}

function moveFolder(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    rmSync(`${to}.copy`, { recursive: true, force: true });
    const filter = (path: string): boolean => !basename(path).startsWith('.s.PGSQL.'); // sockets cannot be copied
    cpSync(from, `${to}.copy`, { recursive: true, verbatimSymlinks: true, filter });
    renameSync(`${to}.copy`, to);
    rmSync(from, { recursive: true });
  }
}

/** Copies the programs to the system folder where the user cannot run them in place. */
function makeReachable(binaries: PostgresBinaries, user: User): PostgresBinaries {
  const runs = (root: string): boolean =>
    spawnSync(join(root, 'bin', 'postgres'), ['--version'], {
      uid: user.uid,
      gid: user.gid,
      cwd: '/',
      env: binaries.env,
    }).status === 0;
  if (runs(binaries.root)) return binaries;
  const root = join(SYSTEM_FOLDER, `postgres-${binaries.version}`);
  if (!runs(root)) {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(dirname(root), { recursive: true, mode: 0o755 });
    cpSync(binaries.root, root, { recursive: true, verbatimSymlinks: true });
  }
  return { ...binaries, root };
}

/** Gives a cluster made under another user to the one that runs it now. */
function changeOwner(folder: string, uid: number, gid: number): void {
  if (!existsSync(folder) || lstatSync(folder).uid === uid) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) changeOwner(path, uid, gid);
    else lchownSync(path, uid, gid);
  }
  lchownSync(folder, uid, gid); // last: a cut in between is finished next time
}

function resolveLink(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  if (!lstatSync(path, { throwIfNoEntry: false })) return path;
  const target = readlinkSync(path);
  if (existsSync(dirname(target))) return target; // a first start that was cut before the cluster was made
  throw new Error(
    `${path} points to a database folder that is missing. Bring it back, or delete the link to start empty.`,
  );
}
