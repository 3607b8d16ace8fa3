import { type Sandbox, startSandbox } from '../../../../sandbox/src/sandbox.ts';
import { loadSettings } from '../../../../sandbox/src/settings.ts';
import { createSmtpImapMailbox } from '../smtp-imap/smtp-imap.adapter.ts';
import type { ImapWorld } from './mailbox-world.ts';

/** The servers of the sandbox, in the calling process, for the worlds of every provider. */
export type RunningSandbox = {
  ready: Sandbox['addresses'];
  control(path: string, body: object): Promise<Record<string, unknown>>;
  get<T>(path: string): Promise<T>;
  close(): Promise<void>;
};

export type SandboxWorld = ImapWorld & Pick<RunningSandbox, 'control' | 'get'> & { smtp_url: string };

/** @param args flags of sandbox/src/settings.ts */
export async function startSandboxServers(args: string[] = []): Promise<RunningSandbox> {
  const { addresses: ready, close } = await startSandbox(loadSettings(['--reply-delay', '0-0', ...args]).options);
  return {
    ready,
    async control(path, body) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const response = await fetch(`${ready.http_url}/__control${path}`, init);
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Record<string, unknown>;
    },
    get: async (path) => (await fetch(`${ready.http_url}${path}`)).json() as never,
    close,
  };
}

/** Its SMTP and IMAP servers. */
export async function startSandboxWorld(args: string[] = [], answer_timeout_in_ms = 10_000): Promise<SandboxWorld> {
  const { ready, control, get, close } = await startSandboxServers(args);
  const port = createSmtpImapMailbox({
    outbound_allow: '127.0.0.1',
    answer_timeout_in_ms,
    connect_timeout_in_ms: 3_000,
  });
  return {
    name: 'sandbox',
    port,
    smtp_url: `smtp://127.0.0.1:${ready.smtp.port}`,
    keepsSentCopies: true,
    faults: {
      sent: ['dropafterdot-stored', 'four21afterdot'],
      lost: ['dropafterdot-lost', 'four21afterdot-lost'],
    },
    control,
    get,
    async createAccount(local) {
      const email = `${local}-${Math.random().toString(36).slice(2, 8)}@corp.test`;
      await control('/accounts', { email });
      const server = { host: '127.0.0.1', secure: false, username: email, password: ready.password };
      const [imap, smtp] = [ready.imap, ready.smtp].map(({ port }) => ({ ...server, port }));
      return { type: 'IMAP', email, imap: imap!, smtp: smtp! };
    },
    deliver: async ({ email }, raw) => void (await control('/deliver', { email, raw })),
    revoke: async ({ email }) => void (await control('/accounts', { email, password: 'changed' })),
    voidCursor: async ({ email }) => void (await control('/uidvalidity', { email })),
    restart: async ({ email }) => void (await control('/disconnect', { email })),
    async close() {
      await port.close();
      await close();
    },
  };
}
