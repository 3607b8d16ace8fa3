import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import { type OutboundAllowList, OutboundRefusedError } from '../../kit/address-guard.ts';
import { ProviderError } from '../../kit/errors.ts';
import { parseForeignJson } from '../../kit/foreign-json.ts';
import { createGuardedHttp, type GuardedHttp, type GuardedResponse } from '../../kit/guarded-http.ts';
import type { MailboxProfile, MailOauthPort, OauthRefusal, OauthTokens } from '../mailbox-oauth.port.ts';

/** What distinguishes one provider's OAuth from another's. */
export type TokenVendor = {
  label: string;
  authorize_url: string;
  token_url: string;
  /** Null where consent cannot be given back by a call. */
  revoke_url: string | null;
  scopes: readonly string[];
  /** Further parameters of the page of consent. */
  authorize_parameters: Readonly<Record<string, string>>;
  /** basic: the client's id and secret travel in the header. Default: in the form. */
  client_auth?: 'basic';
  /** True where the client's id and secret are sent with a revocation (RFC 7009, 2.1). */
  revokes_as_client?: true;
};

/** A mail provider's. */
export type OauthVendor = TokenVendor & {
  /**
   * Requested scopes that were not granted; users may untick some. `granted` as the token endpoint reports it, or null.
   */
  findMissingScopes(granted: string | null): string[];
  readRefusal(answer: { error: string; error_description: string }): OauthRefusal;
  createAdminConsentUrl(client_id: string, redirect_uri: string): string | null;
  readProfile(http: GuardedHttp, access_token: string): Promise<MailboxProfile>;
};

export type OauthClientSettings = {
  client_id: string;
  client_secret: string;
  /** Exemptions from the private-network guard: the provider's own addresses where they were overridden. */
  allow: OutboundAllowList;
  /** Milliseconds since the epoch; default Date.now. Tokens end by real time. */
  now?: () => number;
  timeout_in_ms?: number;
};

const LARGEST_ANSWER_IN_BYTES = 200_000;
const DEFAULT_LIFE_IN_SECONDS = 3600;

const tokenSchema = z.object({
  access_token: z.string().min(1).max(20_000),
  expires_in: z.coerce
    .number()
    .min(0)
    .max(30 * 86_400)
    .catch(DEFAULT_LIFE_IN_SECONDS),
  refresh_token: z.string().min(1).max(20_000).optional(),
  scope: z.string().max(20_000).optional(),
  /** Where the account answers, by those who say so. */
  api_domain: z.string().max(500).optional(),
  instance_url: z.string().max(500).optional(),
});
type TokenAnswer = z.output<typeof tokenSchema>;
const problemSchema = z.object({ error: z.string().max(200), error_description: z.string().nullish() });

export type TokenClient = {
  http: GuardedHttp;
  createAuthorizationUrl: MailOauthPort['createAuthorizationUrl'];
  /** @throws ProviderError as `MailOauthPort.exchangeCode` */
  exchangeCode(given: { code: string; code_verifier: string; redirect_uri: string }): Promise<TokenAnswer>;
  /** @throws ProviderError as `MailOauthPort.refreshTokens` */
  refresh(refresh_token: string): Promise<TokenAnswer>;
  present(answer: TokenAnswer, refresh_token: string): OauthTokens;
  revokeTokens(refresh_token: string): Promise<void>;
};

/** Asks a provider as the client that it knows. */
function createAsker(vendor: TokenVendor, settings: OauthClientSettings, http: GuardedHttp) {
  const { client_id, client_secret } = settings;
  const isBasic = vendor.client_auth === 'basic';
  const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;

  async function ask(url: string, form: Record<string, string>): Promise<GuardedResponse> {
    const request = {
      method: 'POST' as const,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        ...(isBasic ? { authorization: basic } : {}),
      },
      body: new URLSearchParams(form).toString(),
      max_size_in_bytes: LARGEST_ANSWER_IN_BYTES,
      max_redirects: 0,
      timeout_in_ms: settings.timeout_in_ms ?? 10_000,
    };
    return http.request(url, request).catch((error: unknown) => {
      throw unreachable(vendor, error);
    });
  }

  async function requestTokens(form: Record<string, string>, isRefresh: boolean): Promise<TokenAnswer> {
    const client: Record<string, string> = isBasic ? {} : { client_id, client_secret };
    const response = await ask(vendor.token_url, { ...form, ...client });
    const body = parseJson(response);
    if (response.status >= 300) throw toTokenError(vendor, response, body, isRefresh);
    const parsed = tokenSchema.safeParse(body);
    // Nothing of the answer goes into the message or the cause: it may hold tokens.
    if (!parsed.success) throw unavailable(`${vendor.label} gave an answer we cannot read.`, 'unexpected_answer');
    return parsed.data;
  }
  return { ask, askForTokens: requestTokens };
}

function createAuthorizationUrl(
  vendor: TokenVendor,
  client_id: string,
  { state, code_challenge, redirect_uri, login_hint }: Parameters<MailOauthPort['createAuthorizationUrl']>[0],
): string {
  const url = new URL(vendor.authorize_url);
  const parameters = {
    response_type: 'code',
    client_id,
    redirect_uri,
    scope: vendor.scopes.join(' '),
    state,
    code_challenge,
    code_challenge_method: 'S256',
    ...vendor.authorize_parameters,
    ...(login_hint === null ? {} : { login_hint }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The calls of one provider's OAuth, for any of its APIs. */
export function createTokenClient(vendor: TokenVendor, settings: OauthClientSettings): TokenClient {
  const http = createGuardedHttp({ allow: settings.allow });
  const now = settings.now ?? Date.now;
  const { ask, askForTokens } = createAsker(vendor, settings, http);
  return {
    http,
    createAuthorizationUrl: (given) => createAuthorizationUrl(vendor, settings.client_id, given),
    exchangeCode: (given) => askForTokens({ grant_type: 'authorization_code', ...given }, false),
    refresh: (refresh_token) => askForTokens({ grant_type: 'refresh_token', refresh_token }, true),
    present: (answer, refresh_token) => ({
      access_token: answer.access_token,
      expires_at: new Date(now() + answer.expires_in * 1000),
      refresh_token,
    }),
    async revokeTokens(refresh_token) {
      if (vendor.revoke_url === null) return;
      const { client_id, client_secret } = settings;
      const form = { token: refresh_token, ...(vendor.revokes_as_client ? { client_id, client_secret } : {}) };
      const response = await ask(vendor.revoke_url, form);
      if (response.status >= 500 || response.status === 429)
        throw unavailable(`${vendor.label} answered ${response.status}.`, String(response.status));
    },
  };
}

export function createOauthClient(vendor: OauthVendor, settings: OauthClientSettings): MailOauthPort {
  const client = createTokenClient(vendor, settings);
  return {
    is_configured: true,
    missing_settings: [],
    createAuthorizationUrl: client.createAuthorizationUrl,
    readRefusal: vendor.readRefusal,
    createAdminConsentUrl: (redirect_uri) => vendor.createAdminConsentUrl(settings.client_id, redirect_uri),
    async exchangeCode(given) {
      const answer = await client.exchangeCode(given);
      const missing = vendor.findMissingScopes(answer.scope ?? null);
      if (missing.length > 0 || answer.refresh_token === undefined) {
        const reason = `${vendor.label} did not grant everything that is needed.`;
        throw new ProviderError('rejected', reason, { concerns: 'sender', code: 'missing_scopes' });
      }
      return client.present(answer, answer.refresh_token);
    },
    readProfile: (access_token) => vendor.readProfile(client.http, access_token),
    async refreshTokens(refresh_token) {
      const answer = await client.refresh(refresh_token);
      return client.present(answer, answer.refresh_token ?? refresh_token);
    },
    revokeTokens: client.revokeTokens,
    close: () => client.http.close(),
  };
}

/** A port for an installation without the provider's client id. */
export function createMissingOauth(missing_settings: string[]): MailOauthPort {
  const refuse = (): never => {
    throw new ProviderError('rejected', `Not configured: ${missing_settings.join(', ')}.`, { concerns: 'service' });
  };
  return {
    is_configured: false,
    missing_settings,
    createAuthorizationUrl: refuse,
    readRefusal: () => 'failed',
    createAdminConsentUrl: () => null,
    exchangeCode: async () => refuse(),
    readProfile: async () => refuse(),
    // A mailbox that was connected while it was configured: nothing is lost, nothing can be done.
    async refreshTokens() {
      throw unavailable(`Not configured: ${missing_settings.join(', ')}.`, null);
    },
    revokeTokens: async () => {},
    close: async () => {},
  };
}

function toTokenError(
  vendor: TokenVendor,
  { status, headers }: GuardedResponse,
  body: unknown,
  isRefresh: boolean,
): ProviderError {
  const { error = String(status), error_description } = problemSchema.safeParse(body).data ?? {};
  const reason = cutText(error_description || `${vendor.label} answered ${error}.`, 300);
  if (status === 429 || error === 'temporarily_unavailable' || error === 'slow_down') {
    return new ProviderError('rate_limited', reason, { concerns: 'service', code: error, until: retryAt(headers) });
  }
  if (status >= 500) return new ProviderError('unavailable', reason, { concerns: 'service', code: error });
  // Our own id or secret is wrong: no mailbox is to blame, and none must be asked to sign in again for it.
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    return new ProviderError(isRefresh ? 'unavailable' : 'rejected', reason, { concerns: 'service', code: error });
  }
  if (isRefresh) return new ProviderError('auth_expired', reason, { concerns: 'sender', code: error });
  return new ProviderError('rejected', reason, { concerns: 'sender', code: error });
}

/** At most an hour later; null when the vendor names no number of seconds. */
function retryAt(headers: GuardedResponse['headers']): Date | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? new Date(Date.now() + Math.min(seconds, 3600) * 1000) : null;
}

function unreachable(vendor: TokenVendor, error: unknown): ProviderError {
  const code = (error as { code?: unknown }).code;
  const reason = error instanceof OutboundRefusedError ? error.message : `${vendor.label} cannot be reached right now.`;
  return unavailable(reason, typeof code === 'string' ? code : null);
}

function unavailable(reason: string, code: string | null): ProviderError {
  return new ProviderError('unavailable', reason, { concerns: 'service', code });
}

export function parseJson(response: GuardedResponse): unknown {
  try {
    return parseForeignJson(response.body);
  } catch {
    return null;
  }
}
