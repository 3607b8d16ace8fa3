import { createHash, randomBytes } from 'node:crypto';
import type { CrmType } from '@overture/domain/crm';
import { type RunningSandbox, startSandboxServers } from '../../mailbox/testing/sandbox-world.ts';
import type { CrmConnection, CrmPort, CrmTarget, CrmTokens } from '../crm.port.ts';
import { CRM_VENDORS, standInSettings } from '../crm-vendors.ts';

const REDIRECT_URI = 'http://localhost/settings/integrations';

export type CrmWorld = {
  type: CrmType;
  port: CrmPort;
  board_id: string | null;
  connect(email?: string, without?: string): Promise<CrmConnection & { email: string }>;
  prepare(connection: CrmConnection): Promise<CrmTarget>;
  /** See sandbox/src/crm/crm-world.ts. */
  control<Answer = unknown>(body: object, path?: string): Promise<Answer>;
  rows(kind?: string): Promise<{ id: number; fields: Record<string, unknown> }[]>;
  /** What shows a stage: deals, or the people themselves. */
  deal_kind: string;
  note_kind: string;
  /** @param without a scope that is not requested */
  askForCode(email: string, without?: string): Promise<{ code: string; code_verifier: string; redirect_uri: string }>;
};

/** One CRM of the sandbox. */
export function openCrmWorld(sandbox: { ready: Pick<RunningSandbox['ready'], 'http_url'> }, type: CrmType): CrmWorld {
  const base = sandbox.ready.http_url;
  const settings = standInSettings(type, base);
  const port = CRM_VENDORS[type].create({ ...settings, timeout_in_ms: 3_000, back_off_in_ms: 20 });
  const { records, capabilities } = port.manifest;
  const board_id = capabilities.has_boards ? '501' : null;
  const control: CrmWorld['control'] = async (body, path = '/crm') => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${settings.api_url}/__control${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as never;
  };
  const requestCode: CrmWorld['askForCode'] = async (email, without) => {
    await control({ auto_approve: email }, '/oauth');
    const code_verifier = randomBytes(32).toString('base64url');
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
    const url = new URL(
      port.oauth.createAuthorizationUrl({ state: 'state', code_challenge, redirect_uri: REDIRECT_URI }),
    );
    const scopes = url.searchParams.get('scope')?.split(' ') ?? [];
    url.searchParams.set('scope', scopes.filter((scope) => scope !== without).join(' '));
    const response = await fetch(url, { redirect: 'manual' });
    const code = new URL(response.headers.get('location') ?? 'http://none').searchParams.get('code');
    if (code === null) throw new Error(`no consent: ${response.status} ${await response.text()}`);
    return { code, code_verifier, redirect_uri: REDIRECT_URI };
  };
  return {
    type,
    port,
    board_id,
    note_kind: records.note,
    deal_kind: records.deal,
    control,
    askForCode: requestCode,
    async connect(email = `${randomBytes(4).toString('hex')}@corp.test`, without) {
      const tokens = await port.oauth.exchangeCode(await requestCode(email, without));
      return { email, api_url: tokens.api_url, tokens: createTokenStore(port, tokens) };
    },
    prepare: (connection) => port.prepareTarget(connection, board_id),
    async rows(kind = records.person) {
      const response = await fetch(`${settings.api_url}/__control/rows?kind=${kind}`);
      return ((await response.json()) as { rows: never[] }).rows;
    },
  };
}

export const startCrmSandbox = (): Promise<RunningSandbox> => startSandboxServers();

/** The tokens of a test, refreshed when refused or expired. A rotated refresh token is kept. */
function createTokenStore({ oauth }: CrmPort, begin: CrmTokens): CrmConnection['tokens'] {
  let tokens: Omit<CrmTokens, 'api_url'> = begin;
  let refreshing: Promise<Omit<CrmTokens, 'api_url'>> | null = null;
  return {
    async getAccessToken(refused) {
      if (tokens.access_token !== refused && tokens.expires_at.getTime() > Date.now()) return tokens.access_token;
      refreshing ??= oauth.refreshTokens(tokens.refresh_token).finally(() => {
        refreshing = null;
      });
      tokens = await refreshing;
      return tokens.access_token;
    },
  };
}
