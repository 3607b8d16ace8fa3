import { type Endpoint, isOwnBusiness, mayCall } from '@overture/contract/endpoint';
import type { KeyAccess } from '@overture/domain/access/key-scopes';
import type { FastifyRequest } from 'fastify';
import { type FindKey, getApiKey, requireAssistantCall, requireKeyAccess } from '../api-keys/key-caller.ts';
import { rememberKeyOfRequest } from '../api-keys/key-use.ts';
import type { SystemContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { getSite } from './request-site.ts';
import {
  type FindSession,
  getToken,
  hostOf,
  lacksSecondFactor,
  type SessionCookies,
  type SessionIdentity,
} from './sessions.ts';

export interface KnownCallers {
  system: SystemContext;
  findSession: FindSession;
  findKey: FindKey;
  cookies: SessionCookies;
}

/** Whose session it is, known before it is refused. */
export interface Caller {
  session: SessionIdentity | null;
}

/** Lets in whom the contract lets in: a person by session, a program by key. @throws ApiError why not */
export async function authenticate(
  request: FastifyRequest,
  endpoint: Endpoint,
  access: KeyAccess,
  known: KnownCallers,
  caller: Caller,
): Promise<void> {
  const key = getApiKey(request);
  const isByKey = key !== null && endpoint.auth !== 'public';
  if (isByKey) await authenticateKey(request, key, access, known, caller);
  else await authenticatePerson(request, endpoint, known, caller);
  if (caller.session) requireRights(endpoint, caller.session);
}

/** @throws ApiError why this person or program may not call it */
function requireRights(endpoint: Endpoint, session: SessionIdentity): void {
  if (!mayCall(endpoint, session.role)) throw new ApiError('forbidden');
  if (session.actor_user_id !== session.user_id && isOwnBusiness(endpoint)) throw new ApiError('not_while_acting');
  if (endpoint.for_agencies && !session.is_agency) throw new ApiError('forbidden');
  if (endpoint.feature && session.disabled_features.includes(endpoint.feature)) throw new ApiError('feature_disabled');
  if (endpoint.needs_plan && session.ended_plan)
    throw new ApiError('subscription_required', { what: session.ended_plan });
}

/** No page can send a key for its visitor: where the request comes from does not matter. */
async function authenticateKey(
  request: FastifyRequest,
  key: string,
  access: KeyAccess,
  { findKey }: KnownCallers,
  caller: Caller,
): Promise<void> {
  const program = await findKey(key);
  if (!program) throw new ApiError('api_key_unknown');
  caller.session = program;
  rememberKeyOfRequest(request, { key_id: program.api_key.id, organization_id: program.organization_id });
  requireAssistantCall(program);
  requireKeyAccess(program, access, request);
}

async function authenticatePerson(
  request: FastifyRequest,
  endpoint: Endpoint,
  { system, findSession, cookies }: KnownCallers,
  caller: Caller,
): Promise<void> {
  const given = getToken(request, cookies);
  const site = endpoint.method === 'GET' ? 'own' : getSite(request, system.config.APP_URL);
  if (endpoint.auth === 'public' && (site === 'own' || (site === 'unsaid' && !given?.is_cookie))) return;
  const session = given ? await findSession(given.token, hostOf(request)) : null;
  caller.session = session;
  if (isForged(site, given?.is_cookie === true, session !== null)) throw new ApiError('foreign_origin');
  if (endpoint.auth === 'public') {
    caller.session = null;
    return;
  }
  if (!session) throw new ApiError('unauthenticated');
  if (!endpoint.before_second_factor && lacksSecondFactor(session, system.clock.now()))
    throw new ApiError('second_factor_needed');
}

/**
 * A browser adds cookies automatically: with one, the origin must be ours; without, it must at least not be another's. No
 * page can send the header `jwt` for a user: a session sent by it may come from anywhere.
 */
const isForged = (site: ReturnType<typeof getSite>, isCookie: boolean, hasSession: boolean): boolean =>
  isCookie ? site !== 'own' : site === 'foreign' && !hasSession;
