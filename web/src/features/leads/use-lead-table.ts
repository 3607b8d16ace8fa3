import type { TableFilter } from '@overture/domain/leads/filters';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { SortState } from '../../ui/table/columns.ts';
import { rowsOfPage } from '../../ui/table/use-pager.ts';

/** What is looked at of a table of leads. */
interface TableView {
  page: number;
  filters: readonly TableFilter[];
  sort: SortState | undefined;
  setPage: (page: number) => void;
  setFilters: (filters: TableFilter[]) => void;
  setSort: (sort: SortState | undefined) => void;
}

/** A page of a table of leads with its filters and sort. */
export interface LeadTable<Lead> extends TableView {
  rows: readonly Lead[] | undefined;
  /** Leads that pass the filters; undefined until the first page is there. */
  total: number | undefined;
  isStale: boolean;
  error: Error | null;
  isFetching: boolean;
  retry: () => void;
}

/** What a table begins with, and what of its view is kept for the next time. */
interface TableMemory {
  read: () => Partial<Pick<TableView, 'page' | 'filters' | 'sort'>>;
  keepPage?: (page: number) => void;
  keepFilters?: (filters: TableFilter[]) => void;
  keepSort?: (sort: SortState | undefined) => void;
}

/** Page, filters and sort of a table; other filters or another sort begin at its first page. */
export function useTableView(memory: TableMemory): TableView {
  const [remembered] = useState(memory.read);
  const [page, showPage] = useState(remembered.page ?? 1);
  const [filters, showFilters] = useState(remembered.filters ?? []);
  const [sort, showSort] = useState(remembered.sort);
  function setPage(next: number) {
    showPage(next);
    memory.keepPage?.(next);
  }
  function setFilters(next: TableFilter[]) {
    showFilters(next);
    memory.keepFilters?.(next);
    setPage(1);
  }
  function setSort(next: SortState | undefined) {
    showSort(next);
    memory.keepSort?.(next);
    setPage(1);
  }
  return { page, filters, sort, setPage, setFilters, setSort };
}

interface PageAnswer<Lead> {
  query: UseQueryResult<unknown>;
  rows: readonly Lead[] | undefined;
  total: number | undefined;
}

/** The rows of the current page. */
export function useLeadTable<Lead>(view: TableView, { query, rows, total }: PageAnswer<Lead>): LeadTable<Lead> {
  return {
    ...view,
    rows: rowsOfPage(rows, total),
    total,
    isStale: query.isPlaceholderData,
    error: query.data === undefined ? query.error : null,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
  };
}
