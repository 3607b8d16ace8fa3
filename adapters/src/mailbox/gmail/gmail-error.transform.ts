import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import { ProviderError } from '../../kit/errors.ts';
import { parseRetryAfter } from '../oauth/mail-http.api.ts';

const problemSchema = z.object({
  error: z.object({
    message: z.string().optional(),
    status: z.string().optional(),
    errors: z.array(z.object({ reason: z.string().optional() })).optional(),
  }),
});

/** Too much of it for a moment. */
const SLOW_DOWN = ['rateLimitExceeded', 'userRateLimitExceeded', 'concurrentLimitExceeded'];
/** Too much of it for a day: of the project's quota, or of what the mailbox may send. */
const DAY_IS_FULL = ['dailyLimitExceeded', 'quotaExceeded', 'limitExceeded'];
const NO_ACCESS = ['insufficientPermissions', 'authError', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'];
const PAUSE_IN_MS = 60_000;

/**
 * What an answer of 400 or more means (401 is the caller's).
 * @param now milliseconds since the epoch, for `until`
 */
export function toGmailError(
  answer: { status: number; body: unknown; retry_after: string | null },
  now: number,
): ProviderError {
  const { status, body, retry_after } = answer;
  const problem = problemSchema.safeParse(body).data?.error;
  const code = problem?.errors?.[0]?.reason ?? problem?.status ?? String(status);
  const reason = cutText(problem?.message ?? `Google answered ${status}.`, 500);
  const fail = (kind: ProviderError['kind'], concerns: ProviderError['concerns'], until: Date | null = null) =>
    new ProviderError(kind, reason, { concerns, code, until });
  if (isLimit(status, code)) {
    const pause = DAY_IS_FULL.includes(code) ? null : new Date(now + PAUSE_IN_MS);
    return fail('rate_limited', 'sender', untilOf(reason, retry_after, now) ?? pause);
  }
  return fail(...classifyRefusal(status, code, reason));
}

/** A refusal that is no limit. */
function classifyRefusal(
  status: number,
  code: string,
  reason: string,
): [ProviderError['kind'], ProviderError['concerns']] {
  if (status === 404) return ['not_found', 'service'];
  if (status === 408 || status >= 500) return ['unavailable', 'service'];
  if (status === 403 && NO_ACCESS.includes(code)) return ['auth_expired', 'sender'];
  // The installation's own Google project is not set up: no mailbox is to blame.
  if (code === 'accessNotConfigured') return ['unavailable', 'service'];
  if (status === 403 || code === 'failedPrecondition') return ['rejected', 'sender'];
  return ['rejected', /\b(?:to|cc|recipient)\b/i.test(reason) ? 'recipient' : 'message'];
}

const isLimit = (status: number, code: string): boolean =>
  status === 429 || (status === 403 && [...DAY_IS_FULL, ...SLOW_DOWN].includes(code));

/** Google writes `Retry after 2026-04-02T10:11:12.000Z` into the text where it knows. */
function untilOf(reason: string, retry_after: string | null, now: number): Date | null {
  const said = /retry after (\d{4}-\d\d-\d\dT[\d:.]+Z)/i.exec(reason)?.[1];
  return parseRetryAfter(retry_after ?? said ?? null, now);
}
