import type { StepContent, StepNode, Variant, VariantRules } from './flow.ts';
import { VARIANTS } from './flow.ts';

export type { Variant } from './flow.ts';

/** What decides which variant of a step a lead gets. */
export type VariantSource = Partial<StepContent> & Pick<StepNode, 'variant_rules'>;

/**
 * Variant of a step with two messages and no shares: always the same for the same ids. Of every two neighboring lead ids
 * one gets A and the other B, so small campaigns are balanced too. Each step draws independently: variants of different
 * steps don't correlate.
 */
export function assignVariant(campaignLeadId: number, stepId: number): 'a' | 'b' {
  const coin = hashPair(stepId, Math.floor(campaignLeadId / 2)) & 1;
  return ((campaignLeadId & 1) ^ coin) === 0 ? 'a' : 'b';
}

/** The variant that a lead would get at a step now. What was sent to a lead is stored with its run. */
export function drawVariant(step: VariantSource, campaignLeadId: number, stepId: number): Variant {
  const variants = listVariants(step);
  if (variants.length === 1) return 'a';
  const shares = sharesOf(variants, step.variant_rules);
  if (variants.length === 2 && shares.a === 50 && shares.b === 50) return assignVariant(campaignLeadId, stepId);
  let place = drawPlace(campaignLeadId, stepId);
  for (const variant of variants) {
    place -= shares[variant] ?? 0;
    if (place < 0) return variant;
  }
  return 'a';
}

/** Factors that spread neighboring lead ids over the hundred places. They have no divisor in common with 100. */
const SPREADS = [27, 33, 37, 39, 41, 59, 61, 63, 67, 73];

/** A place from 0 to 99. Of every hundred neighboring lead ids each has its own, so shares hold exactly in each hundred. */
function drawPlace(campaignLeadId: number, stepId: number): number {
  const hash = hashPair(stepId, Math.floor(campaignLeadId / 100));
  const spread = SPREADS[(hash >>> 8) % SPREADS.length]!;
  return ((campaignLeadId % 100) * spread + (hash % 100)) % 100;
}

/** Mixes two integers to 32 bits (the finaliser of MurmurHash3). */
function hashPair(left: number, right: number): number {
  let hash = Math.imul(left | 0, 0x9e3779b1) ^ Math.imul(right | 0, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** True when a step has a second message to test; blank B messages are stored as null. */
export function isAbTested(step: Partial<StepContent>): boolean {
  return typeof step.message_b === 'string' && step.message_b.trim() !== '';
}

/** The variants of a step that have a text, A first. */
export function listVariants(step: Partial<StepContent>): Variant[] {
  if (!isAbTested(step)) return ['a'];
  const more = (step.more_variants ?? []).filter(({ message }) => message.trim() !== '');
  return ['a', 'b', ...more.map(({ variant }) => variant)];
}

/** The variants that further leads get. If all were stopped, none is: a step without a text would hold its leads. */
export function listRunning(variants: readonly Variant[], rules: VariantRules | null | undefined): Variant[] {
  const running = variants.filter((variant) => !rules?.stopped?.includes(variant));
  return running.length === 0 ? [...variants] : running;
}

/** Shares of the variants in percent, 100 together; 0 for stopped ones. */
export function sharesOf(
  variants: readonly Variant[],
  rules: VariantRules | null | undefined,
): Partial<Record<Variant, number>> {
  const running = listRunning(variants, rules);
  const given = rules?.shares ?? null;
  const isForThese = given !== null && VARIANTS.every((one) => (given[one] !== undefined) === running.includes(one));
  const shares = isForThese ? given : evenShares(running);
  return Object.fromEntries(variants.map((variant) => [variant, shares[variant] ?? 0]));
}

/** As even as whole percents can be; the first variants get what is left. */
export function evenShares(variants: readonly Variant[]): Partial<Record<Variant, number>> {
  const each = Math.floor(100 / variants.length);
  const left = 100 - each * variants.length;
  return Object.fromEntries(variants.map((variant, index) => [variant, each + (index < left ? 1 : 0)]));
}

/** What a variant says. The others borrow the subject of A while they have none of their own. */
export function contentOf(step: Partial<StepContent>, variant: Variant) {
  const formatted = step.formatted_texts?.[isAbTested(step) ? variant : 'a'] ?? null;
  const a = {
    formatted,
    message: step.message ?? '',
    subject_line: step.subject_line ?? '',
    placeholder_message: step.placeholder_message ?? null,
  };
  const other = isAbTested(step) ? findOther(step, variant) : undefined;
  if (other === undefined) return a;
  return {
    formatted,
    message: other.message,
    subject_line: other.subject_line?.trim() ? other.subject_line : a.subject_line,
    placeholder_message: other.placeholder_message,
  };
}

function findOther(step: Partial<StepContent>, variant: Variant) {
  if (variant !== 'b') return step.more_variants?.find((one) => one.variant === variant);
  return {
    message: step.message_b ?? '',
    subject_line: step.subject_line_b ?? null,
    placeholder_message: step.placeholder_message_b ?? null,
  };
}

/** The texts of all variants of a step, A first. */
export function listContents(step: Partial<StepContent>) {
  return listVariants(step).map((variant) => contentOf(step, variant));
}
