import type { Variant } from '../flow/flow.ts';
import { countDays, type DateRange, isGroupedByWeek, shiftDay } from '../time/date-presets.ts';

/** Series of a day that charts draw. */
export const DAILY_METRICS = [
  'emails_sent',
  'linkedin_messages_sent',
  'invites_sent',
  'invites_accepted',
  'replies',
  'interested',
] as const;
export type DailyMetric = (typeof DAILY_METRICS)[number];
export type DailyMetrics = { date: string } & Record<DailyMetric, number>;

/** Numbers of the cards whose people can be listed. Pipeline numbers have names of their own (`parsePipelineKey`). */
export const METRIC_CATEGORIES = [...DAILY_METRICS, 'prospects_contacted'] as const;
export type MetricCategory = (typeof METRIC_CATEGORIES)[number];

const PIPELINE_STATES = ['not_started', 'completed', 'failed', 'replied'] as const;

/** Longest span of days that is answered. */
export const MAX_ANALYTICS_DAYS = 3660;

/** Every day of the range in order; days without facts are zero. */
export function fillDays<Day extends { date: string }>(
  range: DateRange,
  days: readonly Day[],
  empty: Omit<Day, 'date'>,
): Day[] {
  const known = new Map(days.map((day) => [day.date, day]));
  return Array.from({ length: countDays(range) }, (_, index) => {
    const date = shiftDay(range.start_date, index);
    return known.get(date) ?? ({ ...empty, date } as Day);
  });
}

export type Bucket = DailyMetrics & { end_date: string };

/** Days as charts show them: 7-day buckets from the first day on when the range exceeds ten days. */
export function groupDays(range: DateRange, days: readonly DailyMetrics[]): Bucket[] {
  const size = isGroupedByWeek(range) ? 7 : 1;
  const buckets: Bucket[] = [];
  for (let start = 0; start < days.length; start += size) {
    const part = days.slice(start, start + size);
    const bucket = { date: part[0]!.date, end_date: part.at(-1)!.date } as Bucket;
    for (const metric of DAILY_METRICS) bucket[metric] = part.reduce((sum, day) => sum + day[metric], 0);
    buckets.push(bucket);
  }
  return buckets;
}

/** The range of the same length that ends the day before. */
export function previousRange(range: DateRange): DateRange {
  const days = countDays(range);
  return { start_date: shiftDay(range.start_date, -days), end_date: shiftDay(range.start_date, -1) };
}

/** Change against an earlier value in percent, rounded; null where there was nothing to compare with. */
export function changeInPercent(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 100);
}

/** Part of a whole in percent with one decimal; null without a whole. */
export function rateInPercent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
}

/** What may come of a step beside its being carried out; `sent` is asked by variant only, as all that was sent is `completion`. */
const STEP_OUTCOMES = ['failed', 'replied', 'interested', 'bounced', 'complained', 'sent'] as const;
export type StepOutcome = (typeof STEP_OUTCOMES)[number];

/** What a number of the pipeline counts. */
export type PipelineKey =
  | { kind: 'state'; state: (typeof PIPELINE_STATES)[number] }
  | { kind: 'waiting'; node_id: number }
  | { kind: 'outcome'; outcome: StepOutcome; node_id: number; variant: Variant | null }
  | { kind: 'completion'; node_id: number; branch: 'yes' | 'no' | null };

const OUTCOME_KEY = new RegExp(`^(${STEP_OUTCOMES.join('|')})_(?:([a-f])_)?([1-9]\\d{0,14})$`);

/**
 * Reads `12`, `not_started`, `completion_12`, `completion_yes_12`, outcomes of a step as `failed_12`
 * and `bounced_12`, and those of one message of an A/B test as `sent_a_12` and `replied_b_12`; null for anything else.
 */
export function parsePipelineKey(key: string): PipelineKey | null {
  const state = PIPELINE_STATES.find((known) => known === key);
  if (state) return { kind: 'state', state };
  const outcome = OUTCOME_KEY.exec(key);
  if (outcome) return toPipelineKey(outcome);
  const match = /^(?:(completion)_(?:(yes|no)_)?)?([1-9]\d{0,14})$/.exec(key);
  if (!match) return null;
  const node_id = Number(match[3]);
  if (!match[1]) return { kind: 'waiting', node_id };
  return { kind: 'completion', node_id, branch: (match[2] as 'yes' | 'no' | undefined) ?? null };
}

function toPipelineKey([, outcome, variant, node]: RegExpExecArray): PipelineKey | null {
  if (outcome === 'sent' && variant === undefined) return null;
  return {
    kind: 'outcome',
    outcome: outcome as StepOutcome,
    node_id: Number(node),
    variant: (variant as Variant | undefined) ?? null,
  };
}

export interface VariantResult {
  sent: number;
  replies: number;
  interested: number;
}

/** What became of a variant's messages, from sums of events by type and variant; every `..._sent` is a message. */
export function countVariant(
  sums: readonly { type: string; variant: string; amount: number }[],
  variant: Variant,
): VariantResult {
  const count = (match: (type: string) => boolean) =>
    sums.filter((row) => row.variant === variant && match(row.type)).reduce((total, row) => total + row.amount, 0);
  return {
    sent: count((type) => type.endsWith('_sent')),
    replies: count((type) => type === 'replied'),
    interested: count((type) => type === 'interested'),
  };
}

/** A rate with the 95 % interval it is known by. */
export interface RateInterval {
  rate: number;
  low: number;
  high: number;
}

const Z_95 = 1.959964;

/** Wilson's interval of `part` in `whole`, as shares from 0 to 1: honest for small numbers and for none and all. */
export function wilsonBounds(part: number, whole: number): RateInterval {
  if (whole <= 0) return { rate: 0, low: 0, high: 1 };
  const rate = Math.min(1, part / whole);
  const z2 = Z_95 * Z_95;
  const middle = (rate + z2 / (2 * whole)) / (1 + z2 / whole);
  const half = (Z_95 * Math.sqrt((rate * (1 - rate)) / whole + z2 / (4 * whole * whole))) / (1 + z2 / whole);
  return { rate, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** The same in percent with one decimal. */
export function wilsonInterval(part: number, whole: number): RateInterval {
  const { rate, low, high } = wilsonBounds(part, whole);
  return { rate: percent(rate), low: percent(low), high: percent(high) };
}

function percent(share: number): number {
  return Math.round(share * 1000) / 10;
}

/** Below this neither rate means anything: messages a variant, and replies of both. */
export const AB_MINIMUM = { sent: 50, replies: 10 } as const;
export type AbVerdict = 'not_enough_data' | 'no_difference' | 'a' | 'b';

/**
 * Which variant gets more replies. A winner needs a difference of the two rates whose 95 % interval (Newcombe, from both
 * Wilson intervals) leaves zero out.
 */
export function compareVariants(a: VariantResult, b: VariantResult): AbVerdict {
  if (Math.min(a.sent, b.sent) < AB_MINIMUM.sent || a.replies + b.replies < AB_MINIMUM.replies)
    return 'not_enough_data';
  const left = wilsonInterval(a.replies, a.sent);
  const right = wilsonInterval(b.replies, b.sent);
  const difference = left.rate - right.rate;
  const below = Math.hypot(left.rate - left.low, right.high - right.rate);
  const above = Math.hypot(left.high - left.rate, right.rate - right.low);
  if (difference - below > 0) return 'a';
  if (difference + above < 0) return 'b';
  return 'no_difference';
}
