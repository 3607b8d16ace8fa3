import type { StepContent } from './flow.ts';

export type Variant = 'a' | 'b';

/**
 * Variant of a step for a lead: always the same for the same ids. Of every two neighboring lead ids one gets A and the
 * other B, so small campaigns are balanced too. Each step draws independently: variants of different steps don't
 * correlate.
 */
export function assignVariant(campaignLeadId: number, stepId: number): Variant {
  const coin = hashPair(stepId, Math.floor(campaignLeadId / 2)) & 1;
  return ((campaignLeadId & 1) ^ coin) === 0 ? 'a' : 'b';
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

/** What a variant says. B borrows the subject of A while it has none of its own. */
export function contentOf(step: Partial<StepContent>, variant: Variant) {
  const a = {
    message: step.message ?? '',
    subject_line: step.subject_line ?? '',
    placeholder_message: step.placeholder_message ?? null,
  };
  if (variant === 'a' || !isAbTested(step)) return a;
  return {
    message: step.message_b ?? '',
    subject_line: step.subject_line_b?.trim() ? step.subject_line_b : a.subject_line,
    placeholder_message: step.placeholder_message_b ?? null,
  };
}
