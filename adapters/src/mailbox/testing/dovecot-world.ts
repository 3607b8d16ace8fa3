import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { MailboxConnection } from '../mailbox.port.ts';
import { createSmtpImapMailbox } from '../smtp-imap/smtp-imap.adapter.ts';
import { dovecotConf, postfixMainCf, postfixMasterCf } from './dovecot-config.ts';
import type { ImapWorld } from './mailbox-world.ts';

const run = promisify(execFile);
const BINARIES = ['/usr/sbin/dovecot', '/usr/sbin/postfix', '/usr/lib/dovecot/lmtp'];

/** Why Debian's mail servers cannot be run here; null when they can. As root on Debian, missing packages are installed. */
export async function reasonWithoutDovecot(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'needs root: Postfix and Dovecot change users';
  if (BINARIES.every((file) => existsSync(file))) return null;
  if (!existsSync('/etc/debian_version')) return 'needs Debian, or dovecot-imapd, dovecot-lmtpd and postfix installed';
  try {
    await installPackages();
  } catch (error) {
    return `apt-get could not install dovecot-imapd, dovecot-lmtpd and postfix: ${(error as Error).message.split('\n')[0]}`;
  }
  return BINARIES.every((file) => existsSync(file)) ? null : 'the packages lack a program that is needed';
}

/** Installs the programs only: a policy file keeps the packages from starting their own services. */
async function installPackages(): Promise<void> {
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = !existsSync(policy);
  if (isOurs) await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 120_000 };
  const install = [
    'install',
    '-y',
    '-q',
    '-o',
    'DPkg::Lock::Timeout=60',
    '--no-install-recommends',
    'dovecot-imapd',
    'dovecot-lmtpd',
    'postfix',
  ];
  try {
    await run('apt-get', install, options).catch(async () => {
      await run('apt-get', ['update', '-q'], options);
      await run('apt-get', install, options);
    });
  } finally {
    if (isOurs) await rm(policy, { force: true });
  }
}

/** Dovecot behind Postfix, both with their own configuration and data in a temporary directory and on their own ports. */
export async function startDovecotWorld(): Promise<ImapWorld> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'overture-dovecot-'));
  await chmod(directory, 0o755);
  const ports = { imap: await freePort(), imaps: await freePort(), smtp: await freePort(), smtps: await freePort() };
  const at = (...names: string[]) => path.join(directory, ...names);
  for (const name of ['mail', 'run', 'state', 'queue', 'data', 'postfix']) await mkdir(at(name));
  await writeFile(at('dovecot.conf'), dovecotConf(directory, ports));
  await writeFile(at('postfix', 'main.cf'), postfixMainCf(directory));
  await writeFile(at('postfix', 'master.cf'), postfixMasterCf(ports));
  // All accounts from the start: Dovecot notices a changed file by the second only.
  const passwords = new Map(Array.from({ length: 40 }, (_, index) => [`user${index}@corp.test`, 'secret']));
  const writeUsers = () =>
    writeFile(at('users'), [...passwords].map(([user, password]) => `${user}:{PLAIN}${password}\n`).join(''));
  await writeUsers();
  const subject = [
    '-subj',
    '/CN=mail.corp.test',
    '-days',
    '2',
    '-nodes',
    '-keyout',
    at('tls.key'),
    '-out',
    at('tls.crt'),
  ];
  await run('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', ...subject]);
  await run('chown', ['dovenull:dovenull', at('mail')]);
  await run('chown', ['postfix:postfix', at('data')]);
  await run('/usr/sbin/postfix', ['-c', at('postfix'), 'start']);
  let dovecot = await startDovecot(directory, ports.imap);
  await untilListening(ports.smtp);

  const port = createSmtpImapMailbox({
    outbound_allow: '127.0.0.1',
    connect_timeout_in_ms: 5_000,
    answer_timeout_in_ms: 10_000,
  });
  let accounts = 0;
  const restartDovecot = async (whileDown: () => Promise<void> = async () => {}) => {
    await stop(dovecot);
    await whileDown();
    dovecot = await startDovecot(directory, ports.imap);
  };

  return {
    name: 'Dovecot behind Postfix',
    port,
    keepsSentCopies: false,
    async createAccount() {
      const email = `user${accounts++}@corp.test`;
      const server = { host: '127.0.0.1', secure: false, username: email, password: 'secret' };
      return { type: 'IMAP', email, imap: { ...server, port: ports.imap }, smtp: { ...server, port: ports.smtp } };
    },
    overTls: (connection) => ({
      ...connection,
      imap: { ...connection.imap, port: ports.imaps, secure: true },
      smtp: { ...connection.smtp, port: ports.smtps, secure: true },
    }),
    revoke: (connection) =>
      restartDovecot(async () => {
        passwords.set(connection.email, 'changed');
        await writeUsers();
      }),
    voidCursor: (connection: MailboxConnection) => restartDovecot(() => forgetUids(at('mail', connection.email))),
    restart: () => restartDovecot(),
    async close() {
      await port.close();
      await run('/usr/sbin/postfix', ['-c', at('postfix'), 'stop']).catch(() => {});
      await stop(dovecot);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** As a restored or rebuilt mailbox: the mails are there, their numbers are not. */
async function forgetUids(maildir: string): Promise<void> {
  for (const name of await readdir(maildir)) {
    if (/^dovecot(?:-uidlist|\.index)/.test(name)) await rm(path.join(maildir, name), { recursive: true });
  }
}

async function startDovecot(directory: string, imap_port: number): Promise<ChildProcess> {
  const child = spawn('/usr/sbin/dovecot', ['-c', path.join(directory, 'dovecot.conf'), '-F'], {
    stdio: 'ignore',
    detached: true,
  });
  await untilListening(imap_port).catch(async (error: Error) => {
    throw new Error(`${error.message}\n${await readFile(path.join(directory, 'dovecot.log'), 'utf8').catch(() => '')}`);
  });
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  // Sessions outlive Dovecot's master process; a machine that goes down takes them along.
  try {
    process.kill(-(child.pid ?? 0), 'SIGTERM');
  } catch {
    // None was left.
  }
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await answersAt(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Nothing listens on port ${port}.`);
}

function answersAt(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
