import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { PostgresAccount } from './postgres-account.ts';

export type Password = { text: string; isNew: boolean };

type Log = { info(message: string): void };

/** Reads the superuser's password from `<home>/postgres-password` (mode 0600), which is made when it is missing. */
export function loadOrCreatePassword(home: string): Password {
  const path = join(home, 'postgres-password');
  const stored = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (stored !== '') return { text: stored, isNew: false };
  const text = randomBytes(24).toString('hex');
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  return { text, isNew: true };
}

/**
 * Creates the cluster if there is none. It is created in a temporary folder and moved when complete: an interruption leaves
 * nothing half made. A cluster whose password file was lost gets the new password.
 */
export async function ensureCluster(account: PostgresAccount, password: Password, log: Log): Promise<void> {
  const { dataDirectory } = account;
  if (existsSync(join(dataDirectory, 'PG_VERSION'))) {
    checkVersion(account);
    chmodSync(dataDirectory, 0o700); // a copy or a restored backup may be wider, which PostgreSQL refuses
    if (password.isNew) await setPassword(account, dataDirectory, password.text);
    return;
  }
  log.info('Creating the database.');
  const staging = makeStagingFolder(dirname(dataDirectory));
  changeOwner(account, staging);
  // C.UTF-8 is PostgreSQL's own: every machine has it, and no update of a library changes its order under an index.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const words = ['-D', staging, '-U', 'overture', '--auth=trust', '--no-instructions', ...locale];
  await withPasswordFile(account, `${staging}.password`, password.text, (path) =>
    runProgram(account, 'initdb', [...words, `--pwfile=${path}`]),
  );
  const access = ['local all all scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256', ''];
  writeFileSync(join(staging, 'pg_hba.conf'), access.join('\n'), { flush: true });
  rmSync(dataDirectory, { recursive: true, force: true }); // has no PG_VERSION: an empty folder at most
  renameSync(staging, dataDirectory);
}

/** A new folder each time: the `initdb` of a start that was killed may still write in the last one. */
function makeStagingFolder(parent: string): string {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith('postgres.new-'))) {
    rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
  return mkdtempSync(join(parent, 'postgres.new-'));
}

function changeOwner({ uid, gid }: PostgresAccount, path: string): void {
  if (uid !== undefined) lchownSync(path, uid, gid ?? uid);
}

/** Only the account may read it, and it is gone when the work ends; what a kill leaves goes with the staging folders. */
async function withPasswordFile(
  account: PostgresAccount,
  path: string,
  password: string,
  work: (path: string) => Promise<void>,
): Promise<void> {
  writeFileSync(path, `${password}\n`, { mode: 0o600, flag: 'wx' });
  try {
    changeOwner(account, path);
    await work(path);
  } finally {
    rmSync(path, { force: true });
  }
}

function checkVersion({ dataDirectory, binaries }: PostgresAccount): void {
  const made = readFileSync(join(dataDirectory, 'PG_VERSION'), 'utf8').trim();
  const ours = binaries.version.split('.')[0];
  if (made === ours) return;
  throw new Error(
    `${dataDirectory} was made by PostgreSQL ${made}, and this Overture brings PostgreSQL ${ours}. See docs on upgrades.`,
  );
}

async function setPassword(account: PostgresAccount, dataDirectory: string, password: string): Promise<void> {
  const args = ['--single', '-c', 'exit_on_error=on', '-D', dataDirectory, 'postgres'];
  await runProgram(account, 'postgres', args, `alter role overture password '${password}';\n`);
}

/** Runs one of PostgreSQL's programs to its end; its output is shown only when it fails. */
function runProgram(account: PostgresAccount, name: string, args: string[], input = ''): Promise<void> {
  const { binaries, prefix, uid, gid } = account;
  const words = [...prefix, join(binaries.root, 'bin', name), ...args];
  const child = spawn(words[0] as string, words.slice(1), {
    cwd: '/',
    env: binaries.env,
    ...(uid === undefined ? {} : { uid, gid }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  child.stdin.on('error', () => {}); // it ended early: its exit says why
  child.stdin.end(input);
  return new Promise((done, fail) => {
    child.once('error', (error) => fail(new Error(`${name} could not be run: ${error.message}`)));
    child.once('close', (code) => (code === 0 ? done() : fail(new Error(`${name} failed: ${output.trim()}`))));
  });
}
