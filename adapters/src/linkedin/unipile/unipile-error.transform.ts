import { z } from 'zod';
import { ProviderError } from '../../kit/errors.ts';
import { unipileManifest } from './unipile.manifest.ts';

const problemSchema = z.object({
  type: z.string().optional(),
  title: z.string().nullish(),
  detail: z.string().nullish(),
});

export type RefusedAnswer = { status: number; body: unknown; retry_after: string | null };

/** About the installation's own key, not about one seat. */
const KEY_PROBLEMS = ['missing_credentials', 'invalid_api_key'];
/** LinkedIn throttles the seat: nothing was done, and later it may be. */
const THROTTLED = ['cannot_resend_yet', 'limit_exceeded'];
const SENDER_PROBLEMS = [
  'insufficient_permissions',
  'feature_not_subscribed',
  'subscription_required',
  'account_mismatch',
  'insufficient_credits',
];

/**
 * What an answer of 400 or more means.
 * @param isChange true when the call changes something: an answer of a gateway then leaves open whether it was done
 * @param now milliseconds since the epoch, for `until`
 */
export function toProviderError(answer: RefusedAnswer, isChange: boolean, now: number): ProviderError {
  const { status, body, retry_after } = answer;
  const { code, reason } = parseProblem(body, `The provider answered ${status}.`);
  const fail = (
    kind: ProviderError['kind'],
    concerns: ProviderError['concerns'],
    until: Date | null = null,
  ): ProviderError => new ProviderError(kind, reason, { concerns, code, until });
  const limited = (until: Date | null): ProviderError => fail('rate_limited', 'sender', until);
  if (status === 401) return fail('auth_expired', isAmong(code, KEY_PROBLEMS) ? 'service' : 'sender');
  if (status === 404) return fail('not_found', 'recipient');
  if (isAmong(code, THROTTLED)) return limited(new Date(now + unipileManifest.limits.throttled_for_in_ms));
  if (status === 429) return limited(parseRetryAfter(retry_after, now));
  if (status === 408 || status >= 500) {
    if (isChange) return fail('unknown_outcome', 'service');
    // LinkedIn's own limits often come as a 500 of the provider.
    const isLimit = status === 500 && code === 'provider_error';
    return isLimit ? limited(parseRetryAfter(retry_after, now)) : fail('unavailable', 'service');
  }
  if (code === 'account_restricted')
    return fail('rejected', 'sender', new Date(now + unipileManifest.limits.restricted_for_in_ms));
  return fail('rejected', findConcern(status, code));
}

function parseProblem(body: unknown, unnamed: string): { code: string | null; reason: string } {
  const { type, detail, title } = problemSchema.safeParse(body).data ?? {};
  return { code: type?.replace(/^.*\//, '') ?? null, reason: detail || title || unnamed };
}

function findConcern(status: number, code: string | null): ProviderError['concerns'] {
  if (isAmong(code, SENDER_PROBLEMS)) return 'sender';
  return status === 422 ? 'recipient' : 'message';
}

const isAmong = (code: string | null, codes: readonly string[]): code is string =>
  code !== null && codes.includes(code);

function parseRetryAfter(header: string | null, now: number): Date | null {
  if (header === null) return null;
  const seconds = Number(header);
  const at = Number.isFinite(seconds) ? now + seconds * 1000 : Date.parse(header);
  return Number.isFinite(at) ? new Date(Math.min(Math.max(at, now), now + 7 * 86_400_000)) : null;
}
