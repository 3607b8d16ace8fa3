import { type FinderSearch, finderSearchesEndpoints } from '@overture/contract/finder-searches';
import { parseLeadFinderFilters } from '@overture/domain/finder/lead-finder-parse';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { type FinderRequest, parseRemembered, usedFilters } from '../filter-state.ts';

export function useSavedSearches() {
  return useQuery(queryOptions(finderSearchesEndpoints.listFinderSearches));
}

/** What the dialog asks for when a saved search is opened. */
export function requestOf({ leaves_out, ...stored }: FinderSearch): FinderRequest {
  return { ...parseRemembered(stored), leavesOut: [...leaves_out] };
}

/** The part of a saved search that filters set. */
export function bodyOf({ filters, perCompany, leavesOut }: FinderRequest) {
  return { filters: usedFilters(filters), prospects_per_company: perCompany ?? null, leaves_out: leavesOut };
}

/** Whether a saved search has exactly these filters. False while one of its filters is invalid: it can then be saved without that filter. */
export function isStored(search: FinderSearch, request: FinderRequest): boolean {
  if (!parseLeadFinderFilters(search.filters).ok) return false;
  return JSON.stringify(bodyOf(requestOf(search))) === JSON.stringify(bodyOf(request));
}
