import type { CrmExchange } from '@overture/contract/integrations';
import type { CrmType } from '@overture/domain/crm';
import { loadPage, type PageRequest } from '../../../kernel/api-keys/cursor.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { requireConnected, requireIntegrations } from '../integrations.service.ts';
import { findIntegration } from '../integrations.store.ts';
import * as log from '../log/exchanges.store.ts';
import { reopenPush } from '../push/pushes.store.ts';
import { crmWorkTask } from '../push/run-push.job.ts';
import { reopenEvent } from './events.store.ts';

const PAGE = 25;

/** @throws cursor_invalid */
export async function listExchanges(
  ctx: SessionContext,
  type: CrmType,
  request: PageRequest,
  only_failures: boolean,
): Promise<{ exchanges: CrmExchange[]; total: number; next_cursor: string | null }> {
  await requireIntegrations(ctx);
  return ctx.transaction(async (tx) => {
    const row = await findIntegration(tx, type);
    if (row === undefined) return { exchanges: [], total: 0, next_cursor: null };
    const { rows, next_cursor } = await loadPage(tx, request, {
      list: `crm-exchanges ${row.id}`,
      page_size: PAGE,
      read: (range) => log.listExchanges(tx, row.id, only_failures, range),
      placeOf: ({ id }) => [id],
    });
    const exchanges = rows.map(({ at, push_id, event_id, ...rest }) => ({
      ...rest,
      at: at.toISOString(),
      can_retry: rest.is_failure && (push_id !== null || event_id !== null),
    }));
    return { exchanges, total: await log.countExchanges(tx, row.id, only_failures), next_cursor };
  });
}

/** The leads of its push that failed, or the thing that happened it was about. */
export async function retryExchange(ctx: SessionContext, type: CrmType, id: number): Promise<void> {
  await requireIntegrations(ctx);
  await ctx.transaction(async (tx) => {
    const row = await requireConnected(tx, type);
    const { push_id, event_id } = orNotFound(await log.findExchange(tx, row.id, id));
    if (push_id !== null) await reopenPush(tx, push_id);
    if (event_id !== null) await reopenEvent(tx, event_id);
    tx.jobs.add(crmWorkTask, { integration_id: row.id }, { key: `crm-work:${row.id}` });
  });
}
