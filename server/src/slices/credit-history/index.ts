import type { Slice } from '../../kernel/slice.ts';
import { reportLowCredits } from './credit-alerts.service.ts';
import { checkLedgers } from './credit-ledger.service.ts';

export { findLowCredits } from './credit-alerts.service.ts';
export { creditCapsRoutes, creditHistoryRoutes } from './credit-history.routes.ts';
export { findDifferences } from './credit-ledger.store.ts';

export const creditHistorySlice: Slice = {
  name: 'credit-history',
  loops: [
    { name: 'credit-alerts', interval_in_ms: 60_000, run: reportLowCredits },
    { name: 'credit-ledgers', interval_in_ms: 3_600_000, run: checkLedgers },
  ],
};
