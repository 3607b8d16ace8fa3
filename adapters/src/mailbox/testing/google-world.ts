import { createGmailMailbox } from '../gmail/gmail.adapter.ts';
import { createGoogleOauth } from '../gmail/gmail.oauth.ts';
import type { OauthConnection } from '../mailbox.port.ts';
import type { MailOauthPort } from '../mailbox-oauth.port.ts';
import type { MailboxWorld } from './mailbox-world.ts';
import { connectAccount } from './oauth-account.ts';
import { type RunningSandbox, startSandboxServers } from './sandbox-world.ts';

export type GoogleWorld = Omit<MailboxWorld, 'createAccount'> & {
  sandbox: RunningSandbox;
  oauth: MailOauthPort;
  createAccount(local: string): Promise<OauthConnection>;
  /** See sandbox/src/google/google.control.ts. */
  control<Answer = unknown>(path: string, body: object): Promise<Answer>;
};

/** Gmail as the sandbox speaks it. */
export async function startGoogleWorld(timeout_in_ms = 20_000): Promise<GoogleWorld> {
  const sandbox = await startSandboxServers();
  const base = `${sandbox.ready.http_url}/google`;
  const addresses = { auth_url: `${base}/o/oauth2/v2`, token_url: base, api_url: base };
  const port = createGmailMailbox({ api_url: base, timeout_in_ms, back_off_in_ms: 20 });
  const oauth = createGoogleOauth({ client_id: 'sandbox', client_secret: 'sandbox', ...addresses });
  const control: GoogleWorld['control'] = async (path, body) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${base}/__control${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as never;
  };
  await control('/oauth', { auto_approve: 'nobody@corp.test' });
  return {
    name: 'Gmail in the sandbox',
    sandbox,
    oauth,
    control,
    port,
    keepsSentCopies: true,
    faults: {
      sent: ['dropafterdot-stored', 'four21afterdot'],
      lost: ['dropafterdot-lost', 'four21afterdot-lost'],
    },
    async createAccount(local) {
      const email = `${local}-${Math.random().toString(36).slice(2, 8)}@corp.test`;
      return connectAccount('GOOGLE', oauth, email);
    },
    deliver: async ({ email }, raw) => void (await sandbox.control('/deliver', { email, raw })),
    revoke: async ({ email }) => void (await control('/oauth', { revoke: email })),
    voidCursor: async ({ email }) => void (await control('/expire-history', { email })),
    restart: async ({ email }) => void (await control('/oauth', { expire: email })),
    async close() {
      await port.close();
      await oauth.close();
      await sandbox.close();
    },
  };
}
