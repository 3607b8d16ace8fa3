import { LIST_COPY } from '@overture/domain/list-limits';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { nameSlowFilter } from '../lead-filters/index.ts';
import { parseListRequest, type SelectionRequest, selectProspects } from './list-table.service.ts';
import * as leads from './search-prospects.store.ts';
import { listLeads } from './searches.service.ts';
import { addToTotal, lockSearches } from './searches.store.ts';

interface CopyRequest extends SelectionRequest {
  target_id: number;
  moves?: boolean | null | undefined;
  everything?: boolean | null | undefined;
  after?: number | null | undefined;
}

interface CopyResult {
  added_ids: number[];
  known_prospects: number;
  removed_prospects: number;
  continue_after: number | null;
}

/**
 * Copies leads of a list to another list, or moves them. All leads of a view are copied batch by batch in the order of their ids: each request
 * ends soon, and one that is repeated adds nothing twice. Both lists are locked, so an archived target is noticed before a batch is stored.
 * @throws not_found for an unknown list, list_archived, validation_failed
 */
export async function copyLeads(
  ctx: Pick<Context, 'transaction'>,
  searchId: number,
  request: CopyRequest,
): Promise<CopyResult> {
  const { target_id, moves } = request;
  if (target_id === searchId) throw new ApiError('validation_failed', {}, { target_id: 'Choose another list.' });
  return ctx.transaction(async (tx) => {
    const lists = await lockSearches(tx, [searchId, target_id]);
    orNotFound(lists.get(searchId));
    const target = orNotFound(lists.get(target_id));
    if (target.status === 'archived') throw new ApiError('list_archived', { name: target.name });
    const { ids, continue_after } = await selectBatch(tx, searchId, request);
    const added_ids = await listLeads(tx, target_id, ids);
    const removed_prospects = moves ? await removeFromList(tx, searchId, ids) : 0;
    return { added_ids, known_prospects: ids.length - added_ids.length, removed_prospects, continue_after };
  });
}

/** The leads of this request, and the place where the next one continues. */
async function selectBatch(
  tx: TransactionContext,
  search_id: number,
  request: CopyRequest,
): Promise<{ ids: number[]; continue_after: number | null }> {
  if (!request.everything) {
    return { ids: await selectProspects(tx, { ...request, search_id }), continue_after: null };
  }
  const view: leads.ListView = { search_id, status: 'IN_REVIEW', ...(await parseListRequest(tx, request)) };
  const found = await nameSlowFilter(view.filters, () =>
    leads.listIdsAfter(tx, view, request.after ?? 0, LIST_COPY.leads_a_batch + 1),
  );
  const ids = found.slice(0, LIST_COPY.leads_a_batch);
  return { ids, continue_after: found.length > ids.length ? (ids.at(-1) ?? null) : null };
}

async function removeFromList(tx: TransactionContext, searchId: number, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const removed = await leads.moveLeads(tx, searchId, ids, 'IN_REVIEW', 'ARCHIVED');
  await addToTotal(tx, searchId, -removed);
  return removed;
}
