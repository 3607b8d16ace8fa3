import { VARIANTS, type Variant, type VariantRules } from '../flow/flow.ts';
import { WINNER_LIMITS, WINNER_MEASURES, type WinnerRule } from './variant-winner.ts';

/** Shares and stopped variants as a step keeps them. What comes from elsewhere may be anything: each send reads it. */
export function isVariantRules(value: unknown): value is VariantRules {
  if (!isObject(value)) return false;
  const { shares = null, stopped = [] } = value;
  const isEachShare = shares === null || (isObject(shares) && Object.entries(shares).every(isShare));
  return isEachShare && Array.isArray(stopped) && stopped.every(isVariant);
}

/** The rule for a winner as a step keeps it. */
export function isWinnerRule(value: unknown): value is WinnerRule {
  if (!isObject(value)) return false;
  const { min_sent, max_sent, min_confidence, max_confidence } = WINNER_LIMITS;
  return (
    WINNER_MEASURES.some((measure) => measure === value.measure) &&
    isBetween(value.minimum_sent, min_sent, max_sent) &&
    isBetween(value.confidence, min_confidence, max_confidence)
  );
}

const MOST_WORDS = 1000;

/** What a rule decided, with the rules that held before. */
export function isWinnerOutcome(value: unknown): boolean {
  if (!isObject(value) || !isVariant(value.variant) || !isInstant(value.at)) return false;
  const { words, before = null } = value;
  return typeof words === 'string' && words.length <= MOST_WORDS && (before === null || isVariantRules(before));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isVariant = (value: unknown): value is Variant => VARIANTS.some((variant) => variant === value);
const isBetween = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const isShare = ([variant, share]: [string, unknown]): boolean => isVariant(variant) && isBetween(share, 0, 100);
const isInstant = (value: unknown): boolean =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;
