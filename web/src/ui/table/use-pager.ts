import { useState } from 'react';

export interface Pager {
  /** 1-based. */
  page: number;
  setPage: (page: number) => void;
}

/**
 * The page of a list. `Pagination` moves it to the last page when rows disappear.
 * @param filters what the list is filtered and sorted by; changing it starts at page 1
 */
export function usePager(filters: unknown = null): Pager {
  const key = JSON.stringify(filters);
  const [shown, setShown] = useState({ key, page: 1 });
  return { page: shown.key === key ? shown.page : 1, setPage: (page) => setShown({ key, page }) };
}

/** The rows of a page. A page that lost its last row is still loading: its rows are those of the page before. */
export const rowsOfPage = <Row>(
  rows: readonly Row[] | undefined,
  total: number | undefined,
): readonly Row[] | undefined => (rows?.length === 0 && total ? undefined : rows);
