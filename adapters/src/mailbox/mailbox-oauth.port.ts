import type { OauthProvider } from './mailbox.port.ts';

/**
 * How a person lets us into a mailbox without a password: OAuth 2, authorisation code with PKCE (S256). The page is made
 * by `createAuthorizationUrl`; what comes back to our address is either a refusal (`readRefusal`) or a code.
 */

type AuthorizationRequest = {
  /** Comes back as it was given. */
  state: string;
  /** base64url of SHA-256 of the verifier. */
  code_challenge: string;
  redirect_uri: string;
  /** The address to be signed in with, as a hint; the person may still choose another. */
  login_hint: string | null;
};

export type OauthTokens = {
  access_token: string;
  /** When the access token ends; from the provider's answer and our clock. */
  expires_at: Date;
  refresh_token: string;
};

/** Whose mailbox it is, as the mail API itself says: proof that the tokens open it. */
export type MailboxProfile = { email: string; name: string | null; picture_url: string | null };

/** Why nothing was granted. `admin_consent`: the person's organization lets only an administrator agree. */
export type OauthRefusal = 'denied' | 'admin_consent' | 'failed';

export type MailOauthPort = {
  is_configured: boolean;
  /** Names of the settings without which it does not work; empty where it does. */
  missing_settings: string[];
  /** Address of the provider's page of consent. Pure. */
  createAuthorizationUrl(request: AuthorizationRequest): string;
  /** What the provider says in the address it sends the person back to. Pure. */
  readRefusal(answer: { error: string; error_description: string }): OauthRefusal;
  /** Where an administrator agrees for everybody; null where the provider knows no such page. */
  createAdminConsentUrl(redirect_uri: string): string | null;
  /**
   * Turns a code into tokens. A code works once.
   * @throws ProviderError rejected (code used, expired or not for this verifier; `code` 'missing_scopes': the person left
   *   out what we need; `concerns` service: our client id or secret is wrong) | unavailable
   */
  exchangeCode(given: { code: string; code_verifier: string; redirect_uri: string }): Promise<OauthTokens>;
  /** @throws ProviderError auth_expired | rejected (the mail API is switched off for this mailbox) | unavailable */
  readProfile(access_token: string): Promise<MailboxProfile>;
  /**
   * New tokens. The refresh token in the answer replaces the one given, which may not work again.
   * @throws ProviderError auth_expired (consent withdrawn, or our client is no longer known) | unavailable |
   * rate_limited
   */
  refreshTokens(refresh_token: string): Promise<OauthTokens>;
  /** Gives the consent back, where the provider can take it. Done once is enough: never throws for an unknown token. @throws ProviderError unavailable */
  revokeTokens(refresh_token: string): Promise<void>;
  close(): Promise<void>;
};

export type MailOauthPorts = Record<OauthProvider, MailOauthPort>;
