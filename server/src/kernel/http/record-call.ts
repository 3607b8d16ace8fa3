import { actingEndpoints } from '@overture/contract/acting';
import type { Endpoint } from '@overture/contract/endpoint';
import type { ErrorCode } from '@overture/contract/errors';
import type { SecurityEventName } from '@overture/domain/security/events';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { recordSecurityEvent, type SecurityLogContext } from '../security-log/security-log.ts';
import type { SessionIdentity } from './sessions.ts';

/** Responses that are security events on every call: access denied, or rate limited. */
const refusals: Partial<Record<ErrorCode, SecurityEventName>> = {
  forbidden: 'refused',
  foreign_origin: 'foreign_origin',
  rate_limited: 'rate_limited',
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

/** Writes what a call was, if the contract or its refusal says it is an event. @param error what it threw; null for success */
export async function recordCall(
  ctx: SecurityLogContext,
  endpoint: Endpoint,
  session: SessionIdentity | null,
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  const { method, path, recorded } = endpoint;
  const code = error instanceof ApiError ? error.code : null;
  const failed = code === null || mistakes.includes(code) ? undefined : recorded?.failed;
  const event = error === null ? toEvent(recorded?.event, endpoint, session) : ((code && refusals[code]) ?? failed);
  if (!event) return;
  const isRefusal = code !== null && event === refusals[code];
  const id = Number((request.params as Record<string, unknown> | undefined)?.id);
  await recordSecurityEvent(ctx, {
    event,
    organization_id: session?.organization_id ?? null,
    user_id: session?.user_id ?? null,
    actor_id: session?.actor_user_id ?? null,
    subject: {
      kind: isRefusal ? 'call' : (recorded?.subject ?? 'call'),
      ...(!isRefusal && recorded?.subject && Number.isSafeInteger(id) ? { id } : {}),
    },
    reason: failed && !isRefusal ? (code ?? '') : `${method} ${path}`,
  });
}

/** Each change made during impersonation is an event that names both users; the end of an impersonation is an event too. */
function toEvent(
  own: SecurityEventName | undefined,
  endpoint: Endpoint,
  session: SessionIdentity | null,
): SecurityEventName | undefined {
  const isActing = session !== null && session.actor_user_id !== session.user_id;
  const changes = endpoint.method !== 'GET' && !endpoint.reads_only && endpoint !== actingEndpoints.endActing;
  return own ?? (isActing && changes ? 'acted' : undefined);
}
