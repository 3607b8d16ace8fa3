import type { Variant } from '../flow/flow.ts';

/** What a variant wins by. */
export const WINNER_MEASURES = ['replies', 'positive'] as const;
export type WinnerMeasure = (typeof WINNER_MEASURES)[number];

/** When the variant that does best gets all further leads, without a person. */
export interface WinnerRule {
  measure: WinnerMeasure;
  /** Messages that each variant needs before anything is decided. */
  minimum_sent: number;
  /** In percent: 95 allows a chance of error of 5 % over the whole test. */
  confidence: number;
}

export const WINNER_LIMITS = {
  min_sent: 50,
  max_sent: 10_000,
  min_confidence: 80,
  max_confidence: 99,
} as const;
export const DEFAULT_WINNER_RULE: WinnerRule = { measure: 'replies', minimum_sent: 200, confidence: 95 };

/** A message counts this long after it was sent, with what came back until then: three working days at least. */
export const COUNTED_AFTER_IN_DAYS = 5;

/** Messages of a variant that count, and those of them that came to something. */
interface VariantCount {
  sent: number;
  hits: number;
}

/** Messages of one day by variant, in the order of the days. */
export type VariantDay = Partial<Record<Variant, VariantCount>>;

export interface WinnerVerdict {
  state: 'too_early' | 'undecided' | 'won';
  /** The variant that does best so far, and the strongest of the others; null before anything was sent. */
  best: Variant | null;
  second: Variant | null;
  /** From 0 to 1, over all looks at the test; 1 says nothing yet. */
  chance_of_error: number;
  counts: Partial<Record<Variant, VariantCount>>;
}

/** How many times as good a better variant may be. The evidence is the mean over them. */
const LIFTS = [1.25, 1.6, 2.5];
/** What is expected before anything came back: 3 of 100. */
const PRIOR = { sent: 50, hits: 1.5 };

/**
 * The state of a test. People and the program look every day, so an ordinary significance test would be wrong far more
 * often than it says. This is a test by betting: for each ordered pair of variants a fortune starts at 1 and is staked
 * each day on the first being better, at odds that are fair or worse while it is not. A fortune that reaches `x` at any
 * time, without being better, has a chance of 1/x at most. A winner has beaten each running variant by that measure.
 * @param tested all variants of the test, stopped ones too: each is a chance to be wrong
 */
export function judgeVariants(
  days: readonly VariantDay[],
  tested: readonly Variant[],
  running: readonly Variant[],
  rule: WinnerRule,
): WinnerVerdict {
  const counts = sumDays(days, tested);
  // An early fortune outlives a lead that is lost again: only the variant with the best rate now may win.
  const [top, next] = running
    .map((variant) => ({
      variant,
      rate: rateOf(counts[variant]),
      fortune: largestFortune(days, variant, running),
    }))
    .toSorted((one, other) => other.rate - one.rate || other.fortune - one.fortune);
  const [best, second] = [top?.variant ?? null, next?.variant ?? null];
  const isAhead = top !== undefined && next !== undefined && top.rate > next.rate;
  const chance_of_error = isAhead ? Math.min(1, tested.length / top.fortune) : 1;
  const isEarly = running.some((variant) => (counts[variant]?.sent ?? 0) < rule.minimum_sent);
  const isWon = running.length > 1 && chance_of_error <= 1 - rule.confidence / 100;
  return { state: isEarly ? 'too_early' : isWon ? 'won' : 'undecided', best, second, chance_of_error, counts };
}

function sumDays(days: readonly VariantDay[], tested: readonly Variant[]): Partial<Record<Variant, VariantCount>> {
  return Object.fromEntries(
    tested.map((variant) => [
      variant,
      days.reduce(
        (sum, day) => ({
          sent: sum.sent + (day[variant]?.sent ?? 0),
          hits: sum.hits + (day[variant]?.hits ?? 0),
        }),
        { sent: 0, hits: 0 },
      ),
    ]),
  );
}

function rateOf(count: VariantCount | undefined): number {
  return count === undefined || count.sent === 0 ? 0 : count.hits / count.sent;
}

/** The largest that the smallest of a variant's fortunes against the others has been. */
function largestFortune(days: readonly VariantDay[], variant: Variant, running: readonly Variant[]): number {
  const against = running.filter((other) => other !== variant).map((other) => fortunes(days, variant, other));
  if (against.length === 0) return 0;
  return days.reduce((most, _, index) => Math.max(most, Math.min(...against.map((each) => each[index]!))), 0);
}

/** The fortune staked on `better` against `worse` after each day. */
function fortunes(days: readonly VariantDay[], better: Variant, worse: Variant): number[] {
  const logs = LIFTS.map(() => 0);
  const past = { ...PRIOR };
  return days.map((day) => {
    const [one, other] = [day[better], day[worse]];
    if (one && other && one.sent > 0 && other.sent > 0) {
      // The rate is that of the days before: a stake must not know the outcome.
      const rate = Math.min(0.95, past.hits / past.sent);
      for (const [index, lift] of LIFTS.entries()) logs[index]! += logGain(one, other, rate, lift);
      past.sent += one.sent + other.sent;
      past.hits += one.hits + other.hits;
    }
    return logs.reduce((sum, log) => sum + Math.exp(Math.min(log, 600)), 0) / LIFTS.length;
  });
}

/** The logarithm of what a day multiplies the fortune by. */
function logGain(one: VariantCount, other: VariantCount, rate: number, lift: number): number {
  const high = Math.min(0.97, (2 * lift * rate) / (1 + lift));
  const low = Math.min(high, (2 * rate) / (1 + lift));
  const even = (one.sent * high + other.sent * low) / (one.sent + other.sent);
  return gainOf(one, high, even) + gainOf(other, low, even);
}

function gainOf({ sent, hits }: VariantCount, rate: number, even: number): number {
  return hits * Math.log(rate / even) + (sent - hits) * Math.log((1 - rate) / (1 - even));
}

/** A gap of so few replies per message is not worth a longer test, if it is a small part of the rate besides. */
const SMALL_GAP = 0.005;
const SMALL_PART = 0.25;
/** Two-sided, for an interval of 90 %. */
const Z_OF_90 = 1.645;

/**
 * Whether the rates of all running variants are so close that waiting brings nothing: the 90 % interval of each gap is within half a
 * percentage point and a quarter of the mean rate: 16 against 4 of 4,000 is no small difference. One reply and one message without a
 * reply are added to each (Agresti and Caffo): without any reply yet the interval would have no width.
 */
function isGapSmall(counts: WinnerVerdict['counts'], running: readonly Variant[]): boolean {
  const rates = running.map((variant) => {
    const { sent, hits } = counts[variant] ?? { sent: 0, hits: 0 };
    const rate = (hits + 1) / (sent + 2);
    return { rate, variance: (rate * (1 - rate)) / (sent + 2) };
  });
  const mean = rates.reduce((sum, { rate }) => sum + rate, 0) / rates.length;
  const small = Math.min(SMALL_GAP, SMALL_PART * mean);
  return rates.every((one, index) =>
    rates
      .slice(index + 1)
      .every((other) => Math.abs(one.rate - other.rate) + Z_OF_90 * Math.sqrt(one.variance + other.variance) <= small),
  );
}

const nameOf = (variant: Variant | null): string => `Variant ${(variant ?? 'a').toUpperCase()}`;

/** A verdict in words: "Variant A is ahead: 36 of 200 against 21 of 198 replied; 40 % chance of error". */
export function describeVerdict(verdict: WinnerVerdict, rule: WinnerRule, running: readonly Variant[]): string {
  const { state, best, second, counts } = verdict;
  if (state === 'too_early') {
    const least = Math.min(...running.map((variant) => counts[variant]?.sent ?? 0));
    return `Too early to say: ${least} of ${rule.minimum_sent} messages per variant count so far.`;
  }
  const of = (variant: Variant | null) => {
    const { hits, sent } = (variant && counts[variant]) ?? { hits: 0, sent: 0 };
    return `${hits} of ${sent}`;
  };
  const what = rule.measure === 'replies' ? 'replied' : 'were interested';
  const figures = `${of(best)} against ${of(second)} ${what}`;
  const percent = Math.max(1, Math.ceil(verdict.chance_of_error * 100));
  if (state === 'won') return `${nameOf(best)} wins: ${figures}; ${percent} % chance of error.`;
  if (isGapSmall(counts, running)) return `No difference worth waiting for: ${figures}.`;
  if (percent >= 100) return `No difference to see yet: ${figures}.`;
  return `${nameOf(best)} is ahead: ${figures}; ${percent} % chance of error.`;
}
