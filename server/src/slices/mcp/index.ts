import { deleteInBatches } from '../../kernel/rounds/batches.ts';
import type { Slice } from '../../kernel/slice.ts';
import { deleteOldCalls } from './mcp-calls.store.ts';

export { mcpRoutes } from './mcp.routes.ts';
export { serveMcp } from './serve-mcp.service.ts';

export const mcpSlice: Slice = {
  name: 'mcp',
  loops: [
    {
      name: 'old-mcp-calls',
      interval_in_ms: 3_600_000,
      run: (ctx, signal) => deleteInBatches(ctx, deleteOldCalls, signal),
    },
  ],
};
