import type { LeadView } from '@overture/contract/lead-views';
import type { SortRequest } from '@overture/domain/leads/filters';
import { LEAD_VIEWS } from '@overture/domain/limits';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import type { Actor, Context, TransactionContext } from '../../../kernel/context.ts';
import { requireMayDelete } from '../../../kernel/edits/made-by.ts';
import { requireVersion } from '../../../kernel/edits/requested-version.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { parseListRequest } from '../list-table.service.ts';
import { findSearch } from '../searches.store.ts';
import * as store from './lead-views.store.ts';

type Ctx = Pick<Context, 'transaction'> & { user: Actor };

interface GivenView extends SortRequest {
  name: string;
  is_own: boolean;
  search_id?: number | null | undefined;
  filters?: unknown;
  columns?: LeadView['columns'] | null | undefined;
  row_height?: LeadView['row_height'] | undefined;
}

/** @throws not_found for an unknown list, validation_failed for filters and sorts that the table would refuse, too_many_lead_views */
export async function createLeadView(ctx: Ctx, given: GivenView): Promise<LeadView> {
  return ctx.transaction(async (tx) => {
    const view = await parseView(tx, given);
    if ((await store.countLeadViews(tx, ctx.user.id)) >= LEAD_VIEWS.views) {
      throw new ApiError('too_many_lead_views', { count: String(LEAD_VIEWS.views) });
    }
    return store.insertLeadView(tx, ctx.user.id, view);
  });
}

/** @throws not_found, validation_failed, changed_meanwhile */
export async function updateLeadView(
  ctx: Ctx,
  id: number,
  { version, ...given }: GivenView & { version?: number | null | undefined },
): Promise<LeadView> {
  return ctx.transaction(async (tx) => {
    const current = orNotFound(await store.findLeadView(tx, ctx.user.id, id));
    await requireVersion(tx, { table: 'lead_views', id }, version, async () => ({ view: current }));
    const view = await parseView(tx, given);
    // A shared view that becomes private is taken from the others, as a deletion takes it.
    if (!current.is_own && view.is_own) await requireMayDelete(tx, 'lead_views', [id]);
    return orNotFound(await store.updateLeadView(tx, ctx.user.id, id, view));
  });
}

/** @throws not_found, not_yours */
export async function deleteLeadView(ctx: Ctx, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound(await store.findLeadView(tx, ctx.user.id, id));
    await requireMayDelete(tx, 'lead_views', [id]);
    await store.deleteLeadView(tx, ctx.user.id, id);
  });
}

/** The view as it is stored: what a table would refuse is refused before. */
async function parseView(tx: TransactionContext, given: GivenView): Promise<store.NewView> {
  if (given.search_id) orNotFound(await findSearch(tx, given.search_id));
  const { filters, sort } = await parseListRequest(tx, given);
  const hasSort = Boolean(given.sort_field);
  return {
    name: toSingleLine(cleanText(given.name)),
    is_own: given.is_own,
    search_id: given.search_id ?? null,
    filters: [...filters],
    sort_field: hasSort ? sort.sort_field : null,
    sort_direction: hasSort ? sort.sort_direction : null,
    then_sorts: hasSort ? [...(sort.further ?? [])] : [],
    columns: given.columns ?? [],
    row_height: given.row_height ?? null,
  };
}
