import type { Slice } from '../../kernel/slice.ts';
import { reportLowCredits } from './credit-alerts.service.ts';

export { findLowCredits } from './credit-alerts.service.ts';
export { creditCapsRoutes, creditHistoryRoutes } from './credit-history.routes.ts';

export const creditHistorySlice: Slice = {
  name: 'credit-history',
  loops: [{ name: 'credit-alerts', interval_in_ms: 60_000, run: reportLowCredits }],
};
