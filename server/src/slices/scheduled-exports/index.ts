import { deleteInBatches } from '../../kernel/rounds/batches.ts';
import type { Slice } from '../../kernel/slice.ts';
import { mailExports } from './scheduled-exports.service.ts';
import { deleteOldLinks, EXPORTS_LOOP } from './scheduled-exports.store.ts';

export { scheduledExportsRoutes } from './scheduled-exports.routes.ts';

export const scheduledExportsSlice: Slice = {
  name: 'scheduled-exports',
  loops: [
    { name: EXPORTS_LOOP, interval_in_ms: 60_000, run: mailExports },
    {
      name: 'old-export-links',
      interval_in_ms: 3_600_000,
      run: (ctx, signal) => deleteInBatches(ctx, deleteOldLinks, signal),
    },
  ],
};
