import type { FeatureFlag } from '@overture/domain/access/feature-flags';
import type { KeyKind, KeyScope } from '@overture/domain/access/key-scopes';
import type { Role } from '@overture/domain/access/permissions';
import { normalizeHost } from '@overture/domain/brand/host-name';
import type { FastifyRequest } from 'fastify';
import { rememberLast } from '../limits/remember.ts';

/** Who a request comes from, as far as the binder must know. A program that calls by a key has the session 0. */
export interface SessionIdentity {
  session_id: number;
  organization_id: number;
  user_id: number;
  actor_user_id: number;
  role: Role;
  /** Of a white-label agency, which looks after clients. */
  is_agency: boolean;
  disabled_features: readonly FeatureFlag[];
  /** Why the organization may not spend or send; null while its trial or plan runs. */
  ended_plan: 'trial' | 'subscription' | null;
  /** When the person last proved in this session that it is them. */
  confirmed_at: Date | null;
  /** When a second factor was shown in this session. */
  mfa_at: Date | null;
  /** From then on nothing is possible but setting up a second factor; null when none is asked for or there is one. */
  second_factor_due_at: Date | null;
  /** The key by which a program calls; left out for people. */
  api_key?: { id: number; name: string; kind: KeyKind; scopes: readonly KeyScope[] };
}

/**
 * Whether a write of this caller may change sessions of other organizations: of the operator, of an agency with clients, and of an
 * impersonator, whose own session is elsewhere.
 */
export const mayChangeOthers = ({ role, is_agency, user_id, actor_user_id }: SessionIdentity): boolean =>
  role === 'ADMIN' || is_agency || actor_user_id !== user_id;

/** Whether the grace period is over for a user who must have a second factor. */
export function lacksSecondFactor(session: Pick<SessionIdentity, 'second_factor_due_at'>, now: Date): boolean {
  return session.second_factor_due_at !== null && session.second_factor_due_at <= now;
}

/** Finds the live session of a token on a host; null when there is none (ended, expired, opened on another brand's host). */
export type FindSession = (token: string, host: string | null) => Promise<SessionIdentity | null>;

/** The host a request names, as sessions and brands know it; null for what can be no brand's. */
export const hostOf = (request: FastifyRequest): string | null => readHost(request.hostname);

const readHost = rememberLast(normalizeHost);

export interface SessionCookies {
  name: string;
  is_secure: boolean;
}

/** `__Host-` binds the cookie to this host and to https; plain http (localhost) has to do without. */
export function sessionCookies(appUrl: string): SessionCookies {
  const isSecure = appUrl.startsWith('https:');
  return { name: isSecure ? '__Host-session' : 'overture_session', is_secure: isSecure };
}

/** The token of a request, and whether a browser sent it automatically (then its origin must be ours). */
export function getToken(
  request: FastifyRequest,
  cookies: SessionCookies,
): { token: string; is_cookie: boolean } | null {
  const header = request.headers.jwt;
  if (typeof header === 'string' && header !== '') return { token: header, is_cookie: false };
  const cookie = request.cookies[cookies.name];
  return cookie ? { token: cookie, is_cookie: true } : null;
}
