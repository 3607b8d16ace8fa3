import type { LinkedinTier } from '@overture/domain/accounts';
import { parseLinkedinSource } from '@overture/domain/linkedin/linkedin-import';
import { startSandboxServers } from '../../mailbox/testing/sandbox-world.ts';
import type { LinkedinPort } from '../linkedin.port.ts';
import { createUnipileLinkedin } from '../unipile/unipile.adapter.ts';

/** A search that the sandbox has people for. */
export const SEARCH = parseLinkedinSource(
  'linkedin-search',
  'https://www.linkedin.com/search/results/people/?keywords=director',
)!;

/** People answer when the clock is moved, not in the middle of a test. */
const PATIENCE = ['--accept-delay', '3600-7200', '--reply-delay', '3600-7200'];

/** What the conformance suite needs of a server it is run against. */
export type LinkedinWorld = {
  port: LinkedinPort;
  webhook_secret: string;
  /** The base address to give to an adapter. */
  api_url: string;
  connectSeat(tier: LinkedinTier): Promise<string>;
  /** Makes something happen; `path` and `body` are those of the sandbox's control calls. */
  control(path: string, body?: object): Promise<Record<string, unknown>>;
  /** Moves the server's clock this far ahead of ours; answers when all that was due has happened. */
  travel(offset_in_seconds: number): Promise<void>;
  /** What was really done, independent of the responses. */
  ledger(): Promise<{ action: string; public_identifier: string; text: string | null; fault: string | null }[]>;
  state(): Promise<{ webhooks: { source: string }[]; visits: object[]; reactions: { post_id: string }[] }>;
  close(): Promise<void>;
};

export async function startLinkedinWorld(args: string[] = []): Promise<LinkedinWorld> {
  const sandbox = await startSandboxServers([...PATIENCE, ...args]);
  const api_url = `${sandbox.ready.http_url}/unipile`;
  const webhook_secret = 'the secret of this test';
  const port = createUnipileLinkedin({ api_url, api_key: 'sandbox', webhook_secret, timeout_in_ms: 5000 });
  const control: LinkedinWorld['control'] = async (path, body = {}) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${api_url}/__control${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  return {
    port,
    webhook_secret,
    api_url,
    control,
    connectSeat: async (tier) => String((await control('/connect', { as: tier })).account_id),
    travel: async (offset_in_seconds) => void (await sandbox.control('/clock', { offset_in_seconds })),
    ledger: async () => (await sandbox.get<{ entries: [] }>('/unipile/ledger.json')).entries,
    state: async () => sandbox.get('/unipile/__control/state'),
    async close() {
      await port.close();
      await sandbox.close();
    },
  };
}
