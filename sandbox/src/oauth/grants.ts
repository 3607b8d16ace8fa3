import { randomBytes } from 'node:crypto';
import type { StateFile } from '../state-file.ts';

/** Who let whom into which mailbox, and the tokens of it. */
export type Grant = {
  email: string;
  name: string;
  scope: string;
  refresh_token: string;
  /** The previous token: valid until the current one is used, because a lost response must not lock a client out. */
  previous_refresh_token: string | null;
  is_revoked: boolean;
};
type AccessToken = { token: string; refresh_token: string; expires_at: number };
export type OauthState = { grants: Grant[]; access_tokens: AccessToken[] };

export const NO_GRANTS: OauthState = { grants: [], access_tokens: [] };
/** Older ones are forgotten beyond this. */
const KEPT = 2_000;

export type IssuedTokens = { access_token: string; refresh_token: string; grant: Grant };

export type Grants = {
  /** All that is remembered. */
  state: OauthState;
  /** Real milliseconds a new access token lasts. */
  life_in_ms: number;
  add(grant: Pick<Grant, 'email' | 'name' | 'scope'>): IssuedTokens;
  /** Null for a token that is unknown, used up or revoked. */
  refresh(refresh_token: string): IssuedTokens | null;
  /** Whose token it is; null when it is unknown, expired or revoked. */
  find(access_token: string): Grant | null;
  /** Withdraws consent: of an account, or of the grant with this refresh token. */
  revoke(which: { email: string } | { refresh_token: string }): void;
  /** Ends all access tokens of an account; its refresh token still works. */
  expire(email: string): void;
};

/** @param rotates true: each refresh gives a new refresh token instead of the old one */
export function createGrants(file: StateFile<OauthState>, rotates: boolean): Grants {
  const state = file.read();
  const newToken = (kind: string): string => `${kind}-${randomBytes(24).toString('base64url')}`;

  function issue(grant: Grant): IssuedTokens {
    const access_token = newToken('access');
    const { refresh_token } = grant;
    state.access_tokens.push({ token: access_token, refresh_token, expires_at: Date.now() + grants.life_in_ms });
    state.access_tokens = state.access_tokens.slice(-KEPT);
    file.write(state);
    return { access_token, refresh_token, grant };
  }

  const grants: Grants = {
    state,
    life_in_ms: 3_600_000,
    add(given) {
      const grant: Grant = {
        ...given,
        email: given.email.toLowerCase(),
        refresh_token: newToken('refresh'),
        previous_refresh_token: null,
        is_revoked: false,
      };
      state.grants = [...state.grants, grant].slice(-KEPT);
      return issue(grant);
    },
    refresh(refresh_token) {
      const grant = state.grants.find(
        (one) => !one.is_revoked && [one.refresh_token, one.previous_refresh_token].includes(refresh_token),
      );
      if (grant === undefined) return null;
      if (rotates) {
        const used = refresh_token;
        const next = newToken('refresh');
        for (const access of state.access_tokens)
          if (access.refresh_token === grant.refresh_token) access.refresh_token = next;
        grant.previous_refresh_token = used;
        grant.refresh_token = next;
      }
      return issue(grant);
    },
    find(access_token) {
      const access = state.access_tokens.find(({ token }) => token === access_token);
      if (access === undefined || access.expires_at <= Date.now()) return null;
      return state.grants.find((one) => !one.is_revoked && one.refresh_token === access.refresh_token) ?? null;
    },
    revoke(which) {
      for (const grant of state.grants) {
        const isIt =
          'email' in which ? grant.email === which.email.toLowerCase() : grant.refresh_token === which.refresh_token;
        if (isIt) grant.is_revoked = true;
      }
      file.write(state);
    },
    expire(email) {
      const mine = new Set(
        state.grants.filter((one) => one.email === email.toLowerCase()).map((one) => one.refresh_token),
      );
      for (const access of state.access_tokens) if (mine.has(access.refresh_token)) access.expires_at = 0;
      file.write(state);
    },
  };
  return grants;
}
