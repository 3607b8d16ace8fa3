/** Outgoing webhooks: limits and the schedule of tries (Standard Webhooks 1.0.0). */
export const WEBHOOK_LIMITS = {
  endpoints: 20,
  /** Tries of an organization a day (UTC); what is beyond waits for the next day. */
  tries_a_day: 500_000,
  kept_in_days: 30,
  /** Stored messages of an organization. Above this limit the oldest ones without a pending delivery are deleted. */
  messages_kept: 1_000_000,
  description_max: 200,
  url_max: 2048,
  /** Requests to one endpoint at the same time. */
  at_once: 4,
  timeout_in_ms: 15_000,
  /** Kept of a response, for the log. */
  answer_in_bytes: 1024,
  /** Both secrets sign for this long after a rotation. */
  rotation_in_hours: 24,
  /** Replayed by one call, the oldest first. */
  replayed_at_once: 10_000,
  deliveries_a_page: 25,
} as const;

/** An endpoint is switched off after this long without a success, and this many failed tries. */
export const WEBHOOK_SWITCH_OFF = { days: 5, failures: 20 } as const;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses before the second try and each later one: 75 hours in all. */
export const WEBHOOK_PAUSES_IN_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
const JITTER = 0.1;
/** A receiver cannot put its messages off for longer. */
const MAX_RETRY_AFTER_IN_MS = 24 * HOUR;

/**
 * Milliseconds until the next try, or null when that was the last one.
 * @param attempts tries so far, the failed one included
 * @param retry_after_in_ms what the receiver asked for, or null
 * @param random in [0, 1)
 */
export function planRetry(attempts: number, retry_after_in_ms: number | null, random: number): number | null {
  const pause = WEBHOOK_PAUSES_IN_MS[attempts - 1];
  if (pause === undefined) return null;
  const jittered = Math.round(pause * (1 - JITTER + 2 * JITTER * random));
  return Math.max(jittered, Math.min(retry_after_in_ms ?? 0, MAX_RETRY_AFTER_IN_MS));
}

const LONGEST_REST_IN_MS = 5 * MINUTE;

/** Rest of an endpoint whose last turn was all failures: none after the first one, then 5 seconds, doubling to 5 minutes. */
export function restAfterFailures(failures: number): number {
  return failures < 2 ? 0 : Math.min(5 * SECOND * 2 ** Math.min(failures - 2, 10), LONGEST_REST_IN_MS);
}

export const WEBHOOK_MODES = ['full', 'thin'] as const;
export const WEBHOOK_OFF_REASONS = ['person', 'gone', 'failures'] as const;
