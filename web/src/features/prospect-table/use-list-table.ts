import type { Prospect } from '@overture/contract/prospects';
import { searchesEndpoints } from '@overture/contract/searches';
import type { TableFilter } from '@overture/domain/leads/filters';
import { parseFilters } from '@overture/domain/leads/filters';
import { LIST_TABLE_COLUMNS, promptIdOf } from '@overture/domain/leads/lead-columns';
import { PAGE_SIZES } from '@overture/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { tableRequest } from '../../lib/api/table-request.ts';
import { readStored, writeStoredEntry } from '../../lib/storage.ts';
import type { SortState } from '../../ui/table/columns.ts';

export interface ListTable {
  page: number;
  filters: readonly TableFilter[];
  sort: SortState | undefined;
  rows: readonly Prospect[] | undefined;
  /** Leads that pass the filters; undefined until the first page is there. */
  total: number | undefined;
  isStale: boolean;
  error: Error | null;
  isFetching: boolean;
  retry: () => void;
  setPage: (page: number) => void;
  setFilters: (filters: TableFilter[]) => void;
  setSort: (sort: SortState | undefined) => void;
}

/** What the page of a list asks the server for; also the key of its answer in the cache. */
export function pageInput(searchId: number, page: number, table: Pick<ListTable, 'filters' | 'sort'>) {
  return { params: { id: searchId }, query: { page, ...tableRequest(table) } };
}

/** What was remembered by an older version of the product may name columns that are gone. */
function readFilters(searchId: number): TableFilter[] {
  const stored = readStored('list-filters', {})[searchId];
  // The research columns of the list are not known yet: those that are gone are dropped once they are.
  const research = Array.isArray(stored) ? stored.map((filter) => String(filter?.column)).filter(promptIdOf) : [];
  const columns = new Map([...LIST_TABLE_COLUMNS, ...research.map((column) => [column, 'text'] as const)]);
  const parsed = parseFilters(stored, columns);
  return parsed.ok ? parsed.filters : [];
}

function readPage(searchId: number): number {
  const page = readStored('list-page', {})[searchId];
  return typeof page === 'number' && Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** Page, filters and sort of a list with its rows. Page and filters are remembered per list (leads 2). */
export function useListTable(searchId: number): ListTable {
  const [page, showPage] = useState(() => readPage(searchId));
  const [filters, showFilters] = useState<readonly TableFilter[]>(() => readFilters(searchId));
  const [sort, showSort] = useState<SortState | undefined>();
  const query = useQuery({
    ...queryOptions(searchesEndpoints.listSearchProspects, pageInput(searchId, page, { filters, sort })),
    placeholderData: keepPreviousData,
  });
  const total = query.data?.totalProspects;

  function setPage(next: number) {
    showPage(next);
    writeStoredEntry('list-page', searchId, next);
  }
  function setFilters(next: TableFilter[]) {
    showFilters(next);
    writeStoredEntry('list-filters', searchId, next.length > 0 ? next : undefined);
    setPage(1);
  }
  function setSort(next: SortState | undefined) {
    showSort(next);
    setPage(1);
  }
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / PAGE_SIZES.leads));
  const isBeyond = total !== undefined && !query.isPlaceholderData && page > lastPage;
  useEffect(() => {
    // The list became shorter than the remembered page.
    if (!isBeyond) return;
    showPage(lastPage);
    writeStoredEntry('list-page', searchId, lastPage);
  }, [isBeyond, lastPage, searchId]);

  return {
    page,
    filters,
    sort,
    rows: isBeyond ? undefined : query.data?.prospects,
    total,
    isStale: query.isPlaceholderData,
    error: query.data === undefined ? query.error : null,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
    setPage,
    setFilters,
    setSort,
  };
}
