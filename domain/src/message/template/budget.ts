/**
 * What filling in one text for one lead may cost. It is counted, not timed: the same text and lead end the same way on every machine. The
 * work allowed takes a few milliseconds.
 */
export const RENDER_LIMITS = {
  /** Of what comes out, and of its HTML. */
  characters: 200_000,
  /** Characters that filters and conditions may read, a fixed price for each of them included. */
  work: 500_000,
} as const;

/** What an output, a filter or a comparison costs beside the characters it reads. */
const STEP = 50;

/** What is left of the limits. Once it is used up, nothing more is filled in. */
export interface Budget {
  characters: number;
  work: number;
}

export const openBudget = (): Budget => ({ ...RENDER_LIMITS });

export const isUsedUp = (budget: Budget): boolean => budget.characters < 0 || budget.work < 0;

/** Charges one step that reads these values. */
export function charge(budget: Budget, ...read: readonly unknown[]): void {
  budget.work -= STEP;
  for (const value of read) if (typeof value === 'string') budget.work -= value.length;
}
