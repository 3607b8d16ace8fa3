import type { LookupEstimate } from '@overture/contract/enrichment';
import { RESEARCH_RUN_AMOUNTS } from '@overture/domain/money/credits';

/** How many leads a run may take: the unenriched count, then 200, 100, 50, 25, 10 up to it, each once. */
export function runAmounts(unenriched: number): number[] {
  if (unenriched <= 0) return [];
  return [...new Set([unenriched, ...RESEARCH_RUN_AMOUNTS.map((amount) => Math.min(amount, unenriched))])];
}

/** Credits of a run at most: leads whose data is known count as without a result, and cost nothing. */
export const costOfRun = (amount: number, costPerLead: number, estimate: LookupEstimate | null | undefined): number =>
  Math.min(amount * costPerLead, estimate?.most_credits ?? Number.POSITIVE_INFINITY);
