import {
  emptyLeadFinderFilters,
  hasFinderFilter,
  type KnownPlace,
  type LeadFinderFilters,
} from '@overture/domain/finder/lead-finder';
import { parseLeadFinderFilters } from '@overture/domain/finder/lead-finder-parse';

/** What the dialog asks for: filters and, where a person set one, the most leads of one company. */
export interface FinderRequest {
  filters: LeadFinderFilters;
  /** 1 to 20; undefined for no limit. */
  perCompany: number | undefined;
  /** People who are known from there are not added. */
  leavesOut: KnownPlace[];
  /** A position in the lead database: only leads that are new since. */
  loadedAfter?: string | undefined;
}

export const EMPTY_REQUEST: FinderRequest = { filters: emptyLeadFinderFilters(), perCompany: undefined, leavesOut: [] };

/** What a list remembers. A filter that can no longer be read counts as none, the others stay. */
export function parseRemembered(stored: { filters: unknown; prospects_per_company: number | null }): FinderRequest {
  return {
    ...EMPTY_REQUEST,
    filters: parseReadable(stored.filters),
    perCompany: stored.prospects_per_company ?? undefined,
  };
}

function parseReadable(stored: unknown): LeadFinderFilters {
  const parsed = parseLeadFinderFilters(stored ?? {});
  if (parsed.ok) return parsed.filters;
  const readable = Object.entries(Object(stored)).filter(
    ([name, value]) => parseLeadFinderFilters({ [name]: value }).ok,
  );
  const others = parseLeadFinderFilters(Object.fromEntries(readable));
  return others.ok ? others.filters : emptyLeadFinderFilters();
}

/** Only the filters that ask for something: a short body, and equal requests look equal. */
export function usedFilters(filters: LeadFinderFilters): Partial<LeadFinderFilters> {
  return Object.fromEntries(
    Object.entries(filters).filter(([name, value]) =>
      hasFinderFilter({ ...emptyLeadFinderFilters(), [name]: value } as LeadFinderFilters),
    ),
  );
}

/** How many values a filter has, for the mark at its heading. */
export function countValues(filters: LeadFinderFilters, name: keyof LeadFinderFilters): number {
  const value = filters[name];
  return (Array.isArray(value) ? value : Object.values(value).flat()).length;
}

/** As calls take it. */
export const requestBody = ({ filters, perCompany, loadedAfter }: FinderRequest) => ({
  filters: usedFilters(filters),
  ...(perCompany === undefined ? undefined : { prospects_per_company: perCompany }),
  ...(loadedAfter === undefined ? undefined : { loaded_after: loadedAfter }),
});
