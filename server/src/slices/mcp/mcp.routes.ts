import type { approvalsEndpoints } from '@overture/contract/approvals';
import { PAGE_SIZES } from '@overture/domain/limits';
import type { RouteTable } from '../../kernel/slice.ts';
import * as store from './mcp-calls.store.ts';

/** Calls of assistants, as people look them up. */
export const mcpRoutes: RouteTable<Pick<typeof approvalsEndpoints, 'listAssistantCalls'>> = {
  listAssistantCalls: (ctx, { query }) =>
    ctx.read(async (reader) => {
      const api_key_id = query.api_key_id ?? null;
      const limit = PAGE_SIZES.credits;
      const rows = await store.pageCalls(reader, { api_key_id, limit, offset: (query.page - 1) * limit });
      return {
        calls: rows.map((row) => ({ ...row, called_at: row.called_at.toISOString() })),
        total_calls: await store.countCalls(reader, api_key_id),
        api_keys: await store.listCallingKeys(reader),
      };
    }),
};
