import { deleteInBatches } from '../../kernel/rounds/batches.ts';
import type { Slice } from '../../kernel/slice.ts';
import { sweepApprovals } from './approvals.store.ts';

export { createApprovalsRoutes } from './approvals.routes.ts';
export { getPolicy } from './approvals.store.ts';

export const approvalsSlice: Slice = {
  name: 'approvals',
  loops: [
    {
      name: 'old-approvals',
      interval_in_ms: 60_000,
      run: (ctx, signal) => deleteInBatches(ctx, sweepApprovals, signal),
    },
  ],
};
