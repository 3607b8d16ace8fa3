import { createHash, randomBytes } from 'node:crypto';
import { isProviderError } from '../../kit/errors.ts';
import type { OauthConnection, OauthProvider, TokenSource } from '../mailbox.port.ts';
import type { MailOauthPort, OauthTokens } from '../mailbox-oauth.port.ts';

export const REDIRECT_URI = 'http://localhost/callback';

/** A code as the browser returns it, from a sandbox that consents automatically (`auto_approve`). */
export async function requestCode(oauth: MailOauthPort, email: string) {
  const { code_verifier, code_challenge } = createPkce();
  const request = { state: 'state', code_challenge, redirect_uri: REDIRECT_URI, login_hint: email };
  const response = await fetch(oauth.createAuthorizationUrl(request), { redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`no consent: ${response.status} ${await response.text()}`);
  return { code: new URL(location).searchParams.get('code') ?? '', code_verifier, redirect_uri: REDIRECT_URI };
}

/** Signs an address in at a sandbox, with the adapter's own calls. */
export async function connectAccount(
  type: OauthProvider,
  oauth: MailOauthPort,
  email: string,
): Promise<OauthConnection> {
  const tokens = await oauth.exchangeCode(await requestCode(oauth, email));
  return { type, email, tokens: createTokenSource(oauth, tokens) };
}

/** Tokens of one test: refreshed when refused or about to end, the rotated refresh token kept. */
function createTokenSource(oauth: MailOauthPort, begin: OauthTokens): TokenSource {
  let tokens = begin;
  let refreshing: Promise<OauthTokens> | null = null;
  return {
    async getAccessToken(refused) {
      const isGood = tokens.access_token !== refused && tokens.expires_at.getTime() > Date.now() + 1_000;
      if (isGood) return tokens.access_token;
      refreshing ??= oauth.refreshTokens(tokens.refresh_token).finally(() => {
        refreshing = null;
      });
      tokens = await refreshing.catch((error: unknown) => {
        if (isProviderError(error)) throw error;
        throw new Error('the tokens were not refreshed', { cause: error });
      });
      return tokens.access_token;
    },
  };
}

function createPkce() {
  const code_verifier = randomBytes(32).toString('base64url');
  return { code_verifier, code_challenge: createHash('sha256').update(code_verifier).digest('base64url') };
}
