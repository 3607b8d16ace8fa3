import { RESEARCH_RUN_AMOUNTS } from '@overture/domain/money/credits';

/** How many leads a run may take: the unenriched count, then 200, 100, 50, 25, 10 up to it, each once. */
export function runAmounts(unenriched: number): number[] {
  if (unenriched <= 0) return [];
  return [...new Set([unenriched, ...RESEARCH_RUN_AMOUNTS.map((amount) => Math.min(amount, unenriched))])];
}
