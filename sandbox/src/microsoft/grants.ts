import { createHash, randomBytes } from 'node:crypto';
import type { SandboxClock } from '../clock.ts';
import { createStateFile, type StateFile } from '../state-file.ts';
import { GraphProblem, SignInProblem } from './problems.ts';

/** That somebody lets the application act for them. One refresh token at a time lives. */
export type Grant = {
  id: string;
  email: string;
  client_id: string;
  scope: string;
  refresh_token: string;
  is_revoked: boolean;
};

export type CodeRequest = {
  client_id: string;
  redirect_uri: string;
  code_challenge: string;
  scope: string;
  email: string;
};

type Code = CodeRequest & { expires_at: number; grant_id: string | null };
type Access = { grant_id: string; expires_at: number };
type State = { grants: Grant[] };

export type Tokens = { grant: Grant; access_token: string; expires_in: number };

const CODE_LIVES_IN_MS = 10 * 60_000;
const ACCESS_LIVES_IN_SECONDS = 3600;

/** Who consented to what, and the tokens that came of it. A refresh token dies when it is used. */
export class GrantBook {
  readonly #clock: SandboxClock;
  readonly #file: StateFile<State>;
  readonly #codes = new Map<string, Code>();
  readonly #access = new Map<string, Access>();
  #grants: Grant[];

  constructor(clock: SandboxClock, state_file: string | null) {
    this.#clock = clock;
    this.#file = createStateFile<State>(state_file, { grants: [] });
    this.#grants = this.#file.read().grants;
  }

  get grants(): readonly Grant[] {
    return this.#grants;
  }

  /** @returns the code that is handed over in the redirect; it works once, for ten minutes */
  addCode(request: CodeRequest): string {
    const code = `M.C5_${randomBytes(24).toString('base64url')}`;
    this.#codes.set(code, { ...request, expires_at: this.#clock.now() + CODE_LIVES_IN_MS, grant_id: null });
    return code;
  }

  /** @throws SignInProblem invalid_grant */
  redeemCode(text: string, client_id: string, redirect_uri: string, code_verifier: string): Tokens {
    const code = this.#codes.get(text);
    if (code === undefined || code.client_id !== client_id || code.redirect_uri !== redirect_uri) {
      throw new SignInProblem('invalid_grant', 70000, 'The provided value for the code is not valid.');
    }
    if (code.grant_id !== null) {
      // A code seen twice was stolen: what came of it dies as well.
      this.revoke((grant) => grant.id === code.grant_id);
      throw new SignInProblem('invalid_grant', 54005, 'OAuth2 Authorization code was already redeemed.');
    }
    if (code.expires_at < this.#clock.now()) {
      throw new SignInProblem('invalid_grant', 70008, 'The provided authorization code is expired.');
    }
    if (createHash('sha256').update(code_verifier).digest('base64url') !== code.code_challenge) {
      throw new SignInProblem('invalid_grant', 501481, 'The Code_Verifier does not match the code_challenge.');
    }
    const { email, scope } = code;
    const id = randomBytes(8).toString('hex');
    const grant: Grant = { id, email: email.toLowerCase(), client_id, scope, refresh_token: '', is_revoked: false };
    code.grant_id = id;
    this.#grants.push(grant);
    return this.#issue(grant);
  }

  /** @throws SignInProblem invalid_grant for a token that was used before or whose consent is gone */
  refresh(refresh_token: string, client_id: string): Tokens {
    const grant = this.#grants.find((one) => one.refresh_token === refresh_token && one.client_id === client_id);
    if (grant?.is_revoked) {
      const words = 'The provided grant has expired due to it being revoked, a fresh auth token is needed.';
      throw new SignInProblem('invalid_grant', 50173, words);
    }
    if (grant === undefined) {
      throw new SignInProblem('invalid_grant', 70000, 'The provided refresh token is not valid or was used before.');
    }
    return this.#issue(grant);
  }

  /** Whose token it is. @throws GraphProblem 401 */
  demandGrant(access_token: string): Grant {
    const access = this.#access.get(access_token);
    const grant = this.#grants.find((one) => one.id === access?.grant_id);
    if (access === undefined || grant === undefined || grant.is_revoked) {
      throw new GraphProblem(401, 'InvalidAuthenticationToken', 'The access token is not valid.');
    }
    if (access.expires_at <= this.#clock.now()) {
      const words = 'Lifetime validation failed, the token is expired.';
      throw new GraphProblem(401, 'InvalidAuthenticationToken', words);
    }
    return grant;
  }

  revoke(which: (grant: Grant) => boolean): void {
    for (const grant of this.#grants) if (which(grant)) grant.is_revoked = true;
    this.#save();
  }

  /** Access tokens die, as after an hour; refresh tokens live on. */
  expireAccess(email: string): void {
    const ids = new Set(this.#grants.filter((grant) => grant.email === email).map((grant) => grant.id));
    for (const access of this.#access.values()) if (ids.has(access.grant_id)) access.expires_at = 0;
  }

  clear(): void {
    this.#grants = [];
    this.#codes.clear();
    this.#access.clear();
    this.#save();
  }

  flush(): void {
    this.#file.flush();
  }

  #issue(grant: Grant): Tokens {
    grant.refresh_token = `M.R3_${randomBytes(32).toString('base64url')}`;
    const access_token = `EwB${randomBytes(48).toString('base64url')}`;
    const expires_at = this.#clock.now() + ACCESS_LIVES_IN_SECONDS * 1000;
    this.#access.set(access_token, { grant_id: grant.id, expires_at });
    this.#save();
    return { grant, access_token, expires_in: ACCESS_LIVES_IN_SECONDS };
  }

  #save(): void {
    this.#file.write({ grants: this.#grants });
  }
}
