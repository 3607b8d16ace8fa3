import { type FinderSearch, finderSearchesEndpoints } from '@overture/contract/finder-searches';
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

export function isSameRequest(one: FinderRequest, other: FinderRequest): boolean {
  return JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other));
}
