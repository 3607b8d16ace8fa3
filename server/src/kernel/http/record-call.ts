import { actingEndpoints } from '@overture/contract/acting';
import type { Endpoint } from '@overture/contract/endpoint';
import type { ErrorCode } from '@overture/contract/errors';
import { isOutward, type KeyAccess } from '@overture/domain/access/key-scopes';
import type { SecurityEventName } from '@overture/domain/security/events';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { recordSecurityEvent, type SecurityEvent, type SecurityLogContext } from '../security-log/security-log.ts';
import type { SessionIdentity } from './sessions.ts';

/** Responses that are security events on every call: access denied, or rate limited. */
const refusals: Partial<Record<ErrorCode, SecurityEventName>> = {
  forbidden: 'refused',
  foreign_origin: 'foreign_origin',
  rate_limited: 'rate_limited',
  api_key_revoked: 'api_key_refused',
  api_key_expired: 'api_key_refused',
  api_key_ip_refused: 'api_key_refused',
  api_key_scope_missing: 'api_key_refused',
  not_by_api_key: 'api_key_refused',
  api_key_for_assistants: 'api_key_refused',
  app_disconnected: 'api_key_refused',
  app_person_left: 'api_key_refused',
  too_many_uploads: 'quota_reached',
  upload_quota_used: 'quota_reached',
  too_many_downloads: 'quota_reached',
  too_many_imports: 'quota_reached',
  too_many_research_runs: 'quota_reached',
  too_many_test_mails: 'rate_limited',
  account_guarded: 'rate_limited',
  sign_up_closed: 'sign_up_refused',
  sign_up_domain: 'sign_up_refused',
};

/** Mistakes of a form, not attempts. */
const mistakes: readonly ErrorCode[] = ['validation_failed', 'unauthenticated', 'not_found', 'feature_disabled'];

export interface Call {
  endpoint: Endpoint;
  /** The scope by which a key reaches it. */
  access: KeyAccess;
  /** Whether a program may repeat it by `Idempotency-Key`, or must be able to. */
  idempotency: 'required' | 'accepted' | undefined;
}

/** Writes what a call was, if the contract or its refusal says it is an event. @param error what it threw; null for success */
export async function recordCall(
  ctx: SecurityLogContext,
  { endpoint, access }: Call,
  session: SessionIdentity | null,
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  const { method, path } = endpoint;
  const code = error instanceof ApiError ? error.code : null;
  const refusal = code === null ? undefined : refusals[code];
  const event = error === null ? findSuccess({ endpoint, access }, session) : (refusal ?? findFailure(endpoint, code));
  if (!event) return;
  await recordSecurityEvent(ctx, {
    event,
    organization_id: session?.organization_id ?? null,
    ...actorsOf(session),
    subject: refusal ? { kind: 'call' } : describeSubject(endpoint, request),
    reason: code !== null && !refusal ? code : `${method} ${path}`,
  });
}

const findFailure = ({ recorded }: Endpoint, code: ErrorCode | null): SecurityEventName | undefined =>
  code === null || mistakes.includes(code) ? undefined : recorded?.failed;

function describeSubject({ recorded }: Endpoint, request: FastifyRequest): NonNullable<SecurityEvent['subject']> {
  if (!recorded?.subject) return { kind: 'call' };
  const id = Number((request.params as Record<string, unknown> | undefined)?.id);
  return { kind: recorded.subject, ...(Number.isSafeInteger(id) ? { id } : {}) };
}

/**
 * Each change made during impersonation is an event that names both users; the end of an impersonation is an event too. So is what a
 * key sends, spends, exports or deletes.
 */
function findSuccess(
  { endpoint, access }: Pick<Call, 'endpoint' | 'access'>,
  session: SessionIdentity | null,
): SecurityEventName | undefined {
  if (endpoint.recorded?.event) return endpoint.recorded.event;
  if (session?.api_key) return isOutward(access) ? 'api_key_acted' : undefined;
  const isActing = session !== null && session.actor_user_id !== session.user_id;
  const changes = endpoint.method !== 'GET' && !endpoint.reads_only && endpoint !== actingEndpoints.endActing;
  return isActing && changes ? 'acted' : undefined;
}

/** A program by its key, not the person whose rights it has. */
function actorsOf(session: SessionIdentity | null): Pick<SecurityEvent, 'user_id' | 'actor_id' | 'api_key_id'> {
  if (session?.api_key) return { user_id: null, actor_id: null, api_key_id: session.api_key.id };
  return { user_id: session?.user_id ?? null, actor_id: session?.actor_user_id ?? null };
}
