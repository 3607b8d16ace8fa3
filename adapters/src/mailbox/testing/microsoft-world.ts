import type { OauthConnection } from '../mailbox.port.ts';
import type { MailOauthPort } from '../mailbox-oauth.port.ts';
import {
  createMicrosoftGraphMailbox,
  type MicrosoftGraphSettings,
} from '../microsoft-graph/microsoft-graph.adapter.ts';
import { createMicrosoftOauth } from '../microsoft-graph/microsoft-graph.oauth.ts';
import type { MailboxWorld } from './mailbox-world.ts';
import { connectAccount } from './oauth-account.ts';
import { startSandboxServers } from './sandbox-world.ts';

export type MicrosoftWorld = Omit<MailboxWorld, 'createAccount'> & {
  /** The base addresses to give to an adapter. */
  api_url: string;
  auth_url: string;
  oauth: MailOauthPort;
  createAccount(local: string): Promise<OauthConnection>;
  /** See sandbox/src/microsoft/microsoft.control.ts. */
  control(path: string, body: object): Promise<Record<string, unknown>>;
  /** What was really sent, independent of the responses. */
  ledger(): Promise<{ email: string; message_id: string; recipients: string[]; fault: string | null }[]>;
  /** Calls of Graph that reached the sandbox, oldest first. */
  calls(): Promise<{ method: string; path: string; email: string | null }[]>;
  /** What lies in a mailbox. */
  items(email: string): Promise<{ folder: string; message_id: string; is_draft: boolean }[]>;
};

export const SANDBOX_CLIENT = { client_id: 'sandbox', client_secret: 'sandbox' };

/** The sandbox's Graph, with its own sign-in. */
export async function startMicrosoftWorld(settings: MicrosoftGraphSettings = {}): Promise<MicrosoftWorld> {
  const sandbox = await startSandboxServers();
  const { get } = sandbox;
  const api_url = `${sandbox.ready.http_url}/microsoft`;
  const auth_url = `${api_url}/common`;
  const port = createMicrosoftGraphMailbox({ api_url, timeout_in_ms: 3_000, back_off_in_ms: 20, ...settings });
  const oauth = createMicrosoftOauth({ ...SANDBOX_CLIENT, api_url, auth_url });
  const control: MicrosoftWorld['control'] = async (path, body) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${api_url}/__control${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  await control('/oauth', { auto_approve: 'nobody@corp.test' });
  return {
    name: 'sandbox',
    port,
    oauth,
    api_url,
    auth_url,
    control,
    keepsSentCopies: true,
    faults: {
      sent: ['dropafterdot-stored', 'four21afterdot', 'done503', 'doneslow'],
      lost: ['dropafterdot-lost', 'four21afterdot-lost', 'lost500'],
    },
    createAccount: (local) =>
      connectAccount('MICROSOFT', oauth, `${local}-${Math.random().toString(36).slice(2, 8)}@corp.test`),
    deliver: async ({ email }, raw) => void (await sandbox.control('/deliver', { email, raw })),
    revoke: async ({ email }) => void (await control('/oauth', { revoke: email })),
    voidCursor: async ({ email }) => void (await control('/lose-cursors', { email })),
    restart: async ({ email }) => void (await control('/faults', { email, drop: 'before', times: 6 })),
    ledger: async () => (await get<{ entries: never }>('/microsoft/ledger.json')).entries,
    calls: async () => (await get<{ calls: never }>('/microsoft/__control/state')).calls,
    items: async (email) => (await get<{ items: never }>(`/microsoft/__control/mailbox/${email}`)).items,
    async close() {
      await Promise.all([port.close(), oauth.close()]);
      await sandbox.close();
    },
  };
}
