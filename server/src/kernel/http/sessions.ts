import type { FeatureFlag } from '@overture/domain/feature-flags';
import type { Role } from '@overture/domain/permissions';
import type { FastifyRequest } from 'fastify';

/** Who a request comes from, as far as the binder must know. */
export interface SessionIdentity {
  organization_id: number;
  user_id: number;
  actor_user_id: number;
  role: Role;
  disabled_features: readonly FeatureFlag[];
}

/** Finds the live session of a token; null when there is none (ended, expired, user deactivated). */
export type FindSession = (token: string) => Promise<SessionIdentity | null>;

export interface SessionCookies {
  name: string;
  is_secure: boolean;
}

/** `__Host-` binds the cookie to this host and to https; plain http (localhost) has to do without. */
export function sessionCookies(appUrl: string): SessionCookies {
  const isSecure = appUrl.startsWith('https:');
  return { name: isSecure ? '__Host-session' : 'overture_session', is_secure: isSecure };
}

/** The token a request carries, and whether a browser sent it by itself (then its origin must be ours). */
export function readToken(
  request: FastifyRequest,
  cookies: SessionCookies,
): { token: string; is_cookie: boolean } | null {
  const header = request.headers.jwt;
  if (typeof header === 'string' && header !== '') return { token: header, is_cookie: false };
  const cookie = request.cookies[cookies.name];
  return cookie ? { token: cookie, is_cookie: true } : null;
}

/** True when the request names an origin that is this very host: the browser's proof against forged requests. */
export function comesFromOwnOrigin(request: FastifyRequest, appUrl: string): boolean {
  const origin = request.headers.origin;
  if (typeof origin === 'string') {
    if (origin === new URL(appUrl).origin) return true;
    try {
      return new URL(origin).host === request.host;
    } catch {
      return false;
    }
  }
  return request.headers['sec-fetch-site'] === 'same-origin';
}
