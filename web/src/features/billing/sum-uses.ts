import { CREDIT_USES, type CreditUse } from '@overture/domain/money/credits';

/** Credits of a month or a day, of all uses. */
export function sumUses(used: Readonly<Record<CreditUse, number>>): number {
  return CREDIT_USES.reduce((sum, kind) => sum + used[kind], 0);
}
