import type { FinderSearch } from '@overture/contract/finder-searches';
import { hasFinderFilter } from '@overture/domain/finder/lead-finder';
import { useState } from 'react';
import { EMPTY_REQUEST, type FinderRequest, parseRemembered } from './filter-state.ts';
import { requestOf, useSavedSearches } from './saved/saved-search.ts';

export type Pane = 'filters' | 'results';

interface Given {
  /** As last used in this list. */
  remembered: { filters: unknown; prospects_per_company: number | null };
  /** A saved search to open. */
  savedId?: number | undefined;
}

/** The filters that are set, those that were applied, and the saved search they came from. */
export function useAsked({ remembered, savedId }: Given) {
  const [draft, setDraft] = useState<FinderRequest>(() => parseRemembered(remembered));
  const [applied, setApplied] = useState<FinderRequest | undefined>(() => withFilter(draft));
  const [opened, setOpened] = useState<FinderSearch>();
  const [pane, setPane] = useState<Pane>('filters');
  // Fields keep what is typed into them: filters from elsewhere need new ones.
  const [revision, setRevision] = useState(0);
  const replace = (request: FinderRequest) => {
    setDraft(request);
    setRevision((known) => known + 1);
  };

  function show(request: FinderRequest) {
    setApplied(withFilter(request));
    setPane('results');
  }
  function open(search: FinderSearch) {
    const request = requestOf(search);
    setOpened(search);
    replace(request);
    show((search.new_count ?? 0) > 0 ? { ...request, loadedAfter: search.new_after } : request);
  }
  useOpenOnce(savedId, open);
  return {
    draft,
    applied,
    opened,
    pane,
    revision,
    setDraft,
    setPane,
    show,
    open,
    keep: (search: FinderSearch) => {
      setOpened(search);
      setApplied(withFilter(draft));
    },
    apply: () => show(draft),
    /** Filters that a sentence became. What else is set stays. */
    take: (filters: unknown) => replace({ ...draft, filters: parseFilters(filters) }),
    clear: () => {
      setDraft(EMPTY_REQUEST);
      setApplied(undefined);
      setOpened(undefined);
    },
  };
}

const parseFilters = (filters: unknown) => parseRemembered({ filters, prospects_per_company: null }).filters;

const withFilter = (request: FinderRequest): FinderRequest | undefined =>
  hasFinderFilter(request.filters) ? request : undefined;

/** Opens the search of the address once it was fetched. */
function useOpenOnce(savedId: number | undefined, open: (search: FinderSearch) => void): void {
  const [done, setDone] = useState<number>();
  const found = useSavedSearches().data?.searches.find(({ id }) => id === savedId);
  if (found === undefined || done === savedId) return;
  setDone(savedId);
  open(found);
}
