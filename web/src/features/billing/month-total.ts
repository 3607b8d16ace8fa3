import type { CreditMonth } from '@overture/contract/credit-history';
import { CREDIT_USES } from '@overture/domain/money/credits';

export function sumMonth(month: CreditMonth): number {
  return CREDIT_USES.reduce((sum, kind) => sum + month[kind], 0);
}
