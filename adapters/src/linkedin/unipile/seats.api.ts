import type { PostCodeCheckpointInput } from 'unipile-node-sdk';
import { isProviderError, ProviderError } from '../../kit/errors.ts';
import { exactly } from '../../kit/exactly.ts';
import type { HostedLinkRequest, LinkedinSeats, SignInResult } from '../linkedin.port.ts';
import { fetchList } from './lists.api.ts';
import { PROVIDER_OF, parseAccount, parseOwnProfile, parseSignIn } from './seats.transform.ts';
import { unipileManifest } from './unipile.manifest.ts';
import type { UnipileClient } from './unipile-client.api.ts';
import { accountShape, doneShape, hostedLinkShape, ownProfileShape, signInShape } from './unipile-shapes.api.ts';

const { limits } = unipileManifest;

export function createSeats(client: UnipileClient): LinkedinSeats {
  return {
    createHostedLink: (request) =>
      client.change(hostedLinkShape, 'POST', '/hosted/accounts/link', {}, { json: describeLink(request, client.dsn) }),
    async signIn({ username, password }) {
      const json = { provider: 'LINKEDIN', username, password };
      return parseSignIn(await client.change(signInShape, 'POST', '/accounts', {}, { json }));
    },
    solveCheckpoint: (account_id, code) => solveCheckpoint(client, account_id, code),
    async getAccount(account_id) {
      const found = await client.read(accountShape, `/accounts/${encodeURIComponent(account_id)}`);
      const account = parseAccount(found);
      if (account) return account;
      throw new ProviderError('not_found', 'This is no account that we connect.', { concerns: 'sender' });
    },
    async listAccounts() {
      const found = await fetchList(client, {
        path: '/accounts',
        query: {},
        item: accountShape,
        page: limits.accounts_per_page,
        cap: limits.max_accounts,
      });
      return found.flatMap((entry) => parseAccount(entry) ?? []);
    },
    async deleteAccount(account_id) {
      await client.change(doneShape, 'DELETE', `/accounts/${encodeURIComponent(account_id)}`).catch((error) => {
        if (!isProviderError(error, 'not_found')) throw error;
      });
    },
    getOwnProfile: async (account_id) =>
      parseOwnProfile(await client.read(ownProfileShape, '/users/me', { account_id })),
  };
}

async function solveCheckpoint(client: UnipileClient, account_id: string, code: string): Promise<SignInResult> {
  const json = exactly<PostCodeCheckpointInput>()({ provider: 'LINKEDIN', account_id, code });
  try {
    return parseSignIn(await client.change(signInShape, 'POST', '/accounts/checkpoint', {}, { json }));
  } catch (error) {
    // Answered too late: the provider has given the sign-in up.
    if (!isProviderError(error, 'unknown_outcome') || error.code !== 'request_timeout') throw error;
    throw new ProviderError('not_found', error.reason, { concerns: 'sender', code: error.code, cause: error });
  }
}

function describeLink(request: HostedLinkRequest, dsn: string) {
  return {
    type: request.kind,
    ...(request.kind === 'reconnect'
      ? { reconnect_account: request.account_id }
      : { providers: [PROVIDER_OF[request.account_type ?? 'LINKEDIN']] }),
    api_url: dsn,
    // Milliseconds and Z are demanded.
    expiresOn: request.expires_at.toISOString(),
    success_redirect_url: request.success_url,
    failure_redirect_url: request.failure_url,
    notify_url: request.notify_url,
    name: request.reference,
  };
}
