import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { MailboxConnection } from '../mailbox.port.ts';
import { createSmtpImapMailbox } from '../smtp-imap/smtp-imap.adapter.ts';
import type { MailboxWorld } from './mailbox-world.ts';

const MAIN = fileURLToPath(new URL('../../../../sandbox/src/main.ts', import.meta.url));

export type SandboxWorld = MailboxWorld & {
  smtp_url: string;
  control(path: string, body: object): Promise<Record<string, unknown>>;
  get<T>(path: string): Promise<T>;
};

type Ready = { http_url: string; smtp: { port: number }; imap: { port: number }; password: string };

/** Starts the sandbox as the program it is. */
export async function startSandboxWorld(args: string[] = [], answer_timeout_in_ms = 10_000): Promise<SandboxWorld> {
  const child = spawn(process.execPath, [MAIN, '--end-with-stdin', '--reply-delay', '0-0', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH },
  });
  const ready = await readReadyLine(child);
  const port = createSmtpImapMailbox({
    outbound_allow: '127.0.0.1',
    answer_timeout_in_ms,
    connect_timeout_in_ms: 3_000,
  });
  const control: SandboxWorld['control'] = async (path, body) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${ready.http_url}/__control${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  return {
    name: 'sandbox',
    port,
    smtp_url: `smtp://127.0.0.1:${ready.smtp.port}`,
    keepsSentCopies: true,
    control,
    get: async (path) => (await fetch(`${ready.http_url}${path}`)).json() as never,
    async createAccount(local) {
      const email = `${local}-${Math.random().toString(36).slice(2, 8)}@corp.test`;
      await control('/accounts', { email });
      const server = { host: '127.0.0.1', secure: false, username: email, password: ready.password };
      return { email, imap: { ...server, port: ready.imap.port }, smtp: { ...server, port: ready.smtp.port } };
    },
    setPassword: async (connection, password) =>
      void (await control('/accounts', { email: connection.email, password })),
    renumberInbox: async (connection) => void (await control('/uidvalidity', { email: connection.email })),
    restart: async (connection: MailboxConnection) => void (await control('/disconnect', { email: connection.email })),
    async close() {
      await port.close();
      child.stdin?.end();
      await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null)));
    },
  };
}

function readReadyLine(child: ChildProcess): Promise<Ready> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code} before it was ready.`)));
    createInterface({ input: child.stdout! }).once('line', (line) => resolve(JSON.parse(line) as Ready));
  });
}
