import { useState } from 'react';

/** What the cards of a board are narrowed by. */
export interface CardFilters {
  search: string;
  campaigns: number[];
  senders: number[];
  labels: number[];
}

export const noCardFilters: CardFilters = { search: '', campaigns: [], senders: [], labels: [] };

/** Filters of the panel; the search is separate. */
export function countCardFilters({ campaigns, senders, labels }: CardFilters): number {
  return campaigns.length + senders.length + labels.length;
}

export function isNarrowed(filters: CardFilters): boolean {
  return filters.search !== '' || countCardFilters(filters) > 0;
}

/** As the calls take them; what is not set is left out. */
export function cardQuery({ search, campaigns, senders, labels }: CardFilters) {
  return {
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(campaigns.length > 0 ? { campaigns } : {}),
    ...(senders.length > 0 ? { senders } : {}),
    ...(labels.length > 0 ? { labels } : {}),
  };
}

/** Filters of the board that is open; another board begins without any. */
export function useCardFilters(boardId: number | undefined) {
  const [state, setState] = useState({ boardId, filters: noCardFilters });
  const filters = state.boardId === boardId ? state.filters : noCardFilters;
  const change = (next: Partial<CardFilters>) => setState({ boardId, filters: { ...filters, ...next } });
  return { filters, change };
}
