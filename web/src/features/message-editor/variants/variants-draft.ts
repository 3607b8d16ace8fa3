import type { StepVariants } from '@overture/contract/step-variants';
import { DEFAULT_WINNER_RULE, type WinnerRule } from '@overture/domain/campaign/variant-winner';
import { evenShares } from '@overture/domain/flow/ab-variant';
import type { Variant } from '@overture/domain/flow/flow';

/** Shares and rule of a step as they are edited. */
export interface VariantsDraft {
  shares: Partial<Record<Variant, number>>;
  stopped: readonly Variant[];
  is_automatic: boolean;
  rule: WinnerRule;
}

export function draftOfVariants({ variants, rule }: StepVariants): VariantsDraft {
  return {
    shares: Object.fromEntries(variants.map(({ variant, share }) => [variant, share])),
    stopped: variants.flatMap(({ variant, is_stopped }) => (is_stopped ? [variant] : [])),
    is_automatic: rule !== null,
    rule: rule ?? DEFAULT_WINNER_RULE,
  };
}

const runningOf = (all: readonly Variant[], { stopped }: VariantsDraft) => all.filter((one) => !stopped.includes(one));

/** The draft with even shares of the variants that run. */
export function withEvenShares(all: readonly Variant[], draft: VariantsDraft): VariantsDraft {
  return { ...draft, shares: evenShares(runningOf(all, draft)) };
}

/** Stops a variant or lets it run again; the shares are even then. */
export function withStopped(
  all: readonly Variant[],
  draft: VariantsDraft,
  variant: Variant,
  isStopped: boolean,
): VariantsDraft {
  const others = draft.stopped.filter((one) => one !== variant);
  return withEvenShares(all, { ...draft, stopped: isStopped ? [...others, variant] : others });
}

export function sumShares(all: readonly Variant[], draft: VariantsDraft): number {
  return runningOf(all, draft).reduce((sum, one) => sum + (draft.shares[one] ?? 0), 0);
}

/** What keeps a draft from being saved: the key of its words, or null. */
export function findVariantsProblem(
  all: readonly Variant[],
  draft: VariantsDraft,
): 'variants_none' | 'sum' | 'rule' | null {
  const running = runningOf(all, draft);
  if (running.length === 0) return 'variants_none';
  if (sumShares(all, draft) !== 100) return 'sum';
  return draft.is_automatic && Number.isNaN(draft.rule.minimum_sent) ? 'rule' : null;
}

/** The body that stores a draft. Even shares stay even when a variant is added. */
export function bodyOfVariants(all: readonly Variant[], draft: VariantsDraft) {
  const running = runningOf(all, draft);
  const even = evenShares(running);
  const isEven = running.every((one) => draft.shares[one] === even[one]);
  const shares = running.map((variant) => ({ variant, share: draft.shares[variant] ?? 0 }));
  const rule = draft.is_automatic && running.length > 1 ? draft.rule : null;
  return { shares: isEven ? null : shares, stopped: [...draft.stopped], rule };
}
