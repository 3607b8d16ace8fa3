import type { LeadQuery } from '@overture/adapters/lead-database/lead-database.port';
import type { FinderLead } from '@overture/contract/lead-finder';
import { hasFinderFilter, packRemembered } from '@overture/domain/finder/lead-finder';
import { parseLeadFinderFilters } from '@overture/domain/finder/lead-finder-parse';
import { FINDER_LIMITS } from '@overture/domain/limits';
import type { Context } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { findSearch } from '../searches/index.ts';
import { queryLeadDatabase } from './lead-database.service.ts';
import { countLeft, presentFinderLead } from './lead-finder.rules.ts';
import { findListedLeads, getUsage, rememberFilters } from './lead-finder.store.ts';

type Ctx = Pick<Context, 'transaction' | 'ports'>;

export type PreviewRequest = {
  filters: unknown;
  prospects_per_company?: number | null | undefined;
  page?: number | null | undefined;
  loaded_after?: string | null | undefined;
};

/**
 * The first 25 leads that pass the filters and the exact number of all; the filters are remembered in the list, while the lead database
 * looks. @param signal ends the query in the engine when the caller is gone
 */
export async function previewLeads(
  ctx: Ctx,
  searchId: number,
  request: PreviewRequest,
  signal: AbortSignal,
): Promise<{ prospects: FinderLead[]; total_prospects: number; remaining_leads: number }> {
  const query = parseLeadQuery(request.filters, request.prospects_per_company, request.loaded_after);
  const refusal = new AbortController();
  const asked = queryLeadDatabase(() =>
    ctx.ports.lead_database.previewLeads(query, {
      page: request.page ?? 1,
      page_size: FINDER_LIMITS.preview_rows,
      signal: AbortSignal.any([signal, refusal.signal]),
    }),
  );
  // Awaited below, after the check of the rights.
  asked.catch(() => undefined);
  const usage = await ctx
    .transaction(async (tx) => {
      orNotFound(await findSearch(tx, searchId));
      await rememberFilters(tx, searchId, packRemembered(query.filters, query.max_leads_per_company));
      return getUsage(tx);
    })
    .catch((error: unknown) => {
      refusal.abort(error);
      throw error;
    });
  const { leads, total } = await asked;
  const listed =
    leads.length === 0 ? new Set<string>() : await ctx.transaction((tx) => findListedLeads(tx, searchId, leads, false));
  return {
    prospects: leads.map((lead) => presentFinderLead(lead, listed.has(lead.id))),
    total_prospects: total,
    remaining_leads: countLeft(usage),
  };
}

/** @throws bad_request for invalid or empty filters */
export function parseLeadQuery(
  filters: unknown,
  perCompany: number | null | undefined,
  loadedAfter?: string | null,
): LeadQuery {
  const parsed = parseLeadFinderFilters(filters);
  if (!parsed.ok) throw new ApiError('bad_request', { reason: parsed.error });
  if (!hasFinderFilter(parsed.filters)) throw new ApiError('bad_request', { reason: 'Choose at least one filter.' });
  return {
    filters: parsed.filters,
    max_leads_per_company: perCompany ?? null,
    ...(loadedAfter ? { loaded_after: loadedAfter } : {}),
  };
}
