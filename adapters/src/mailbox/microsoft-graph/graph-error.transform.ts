import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import { ProviderError, type ProviderErrorConcern, type ProviderErrorKind } from '../../kit/errors.ts';
import { parseRetryAfter, type ReadRefusal } from '../oauth/mail-http.api.ts';

const problemSchema = z.object({
  error: z.object({ code: z.string().max(200).nullish(), message: z.string().max(5000).nullish() }),
});

/** Code of a refusal that voids a delta link. */
export const LOST_CURSOR = 'lost_cursor';

/** The account as a whole may not send, or not so. The address written to is none the worse for it. */
const SENDER_PROBLEMS = [
  'ErrorSendAsDenied',
  'ErrorMessageSubmissionBlocked',
  'ErrorAccountSuspend',
  'ErrorQuotaExceeded',
  'MailboxNotEnabledForRESTAPI',
  'MailboxNotSupportedForRESTAPI',
  'ErrorNonExistentMailbox',
];
const SENDING_LIMITS = ['ErrorExceededMessageLimit', 'ErrorMessageThrottled', 'ErrorTooManyObjectsOpened'];
/** Consent was given to less than we need. */
const MISSING_CONSENT = ['ErrorAccessDenied', 'Authorization_RequestDenied', 'AccessDenied'];

/** A conflict with another call, or a server that is not itself: nothing was done, and later it may be. */
const isTemporary = (status: number): boolean => status >= 500 || [408, 409, 412, 423].includes(status);

/** What an answer of 400 or more of Graph means. */
export const toGraphError: ReadRefusal = ({ status, body, retry_after }, now) => {
  const { code, message } = problemSchema.safeParse(body).data?.error ?? {};
  const reason = cutText(message || `Microsoft answered ${status}.`, 500);
  const until = parseRetryAfter(retry_after, now);
  const fail = (kind: ProviderErrorKind, concerns: ProviderErrorConcern, details: { code?: string } = {}) =>
    new ProviderError(kind, reason, { concerns, code: details.code ?? code ?? String(status), until });
  if (status === 429) return fail('rate_limited', 'sender', { code: '429' });
  const isAmong = (codes: readonly string[]): boolean => codes.includes(code ?? '');
  if (isAmong(SENDING_LIMITS)) return fail('rate_limited', 'sender');
  if (status === 410) return fail('not_found', 'service', { code: LOST_CURSOR });
  if (isAmong(SENDER_PROBLEMS)) return fail('rejected', 'sender');
  if (isAmong(MISSING_CONSENT)) return fail('auth_expired', 'sender');
  if (status === 404) return fail('not_found', 'message');
  if (isTemporary(status)) return fail('unavailable', 'service');
  if (status === 403) return fail('rejected', 'sender');
  return fail('rejected', code === 'ErrorInvalidRecipients' ? 'recipient' : 'message');
};
