import type { Prospect } from '@overture/contract/prospects';
import { searchesEndpoints } from '@overture/contract/searches';
import { isOwnColumn } from '@overture/domain/leads/custom-columns';
import type { TableFilter } from '@overture/domain/leads/filters';
import { namedColumns, parseFilters } from '@overture/domain/leads/filters';
import { LIST_TABLE_COLUMNS } from '@overture/domain/leads/lead-columns';
import { ENDLESS_LEADS } from '@overture/domain/leads/lead-tables';
import { PAGE_SIZES } from '@overture/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { tableRequest } from '../../lib/api/table-request.ts';
import { readStored, writeStoredEntry } from '../../lib/storage.ts';
import { type LeadTable, useLeadTable, useTableView } from '../leads/index.ts';

export interface ListTable extends LeadTable<Prospect> {
  /** The table scrolls through all leads: `page` is the first one of its rows, this the one in the middle of the view. */
  middle?: number | undefined;
}

/** What the page of a list asks the server for; also the key of its answer in the cache. */
export function pageInput(searchId: number, page: number, table: Pick<ListTable, 'filters' | 'sort'>) {
  return { params: { id: searchId }, query: { page, ...tableRequest(table) } };
}

/** What was remembered by an older version of the product may name columns that are gone. */
function readFilters(searchId: number): TableFilter[] {
  const stored = readStored('list-filters', {})[searchId];
  // The research and custom columns of the list are not known yet: those that are gone are dropped once they are.
  const others = namedColumns(stored).filter(isOwnColumn);
  const parsed = parseFilters(
    stored,
    new Map([...LIST_TABLE_COLUMNS, ...others.map((name) => [name, 'any'] as const)]),
  );
  return parsed.ok ? parsed.filters : [];
}

function readPage(searchId: number): number {
  const page = readStored('list-page', {})[searchId];
  return typeof page === 'number' && Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** Leads that an address of the list names. */
export interface OnlyLeads {
  /** Opened once it is on the page. */
  lead?: number | undefined;
  name?: string | undefined;
  company?: string | undefined;
}

function toFilters({ name, company }: OnlyLeads): TableFilter[] {
  const contains = (column: string, value: string | undefined): TableFilter[] =>
    value === undefined ? [] : [{ column, operation: 'contains', value }];
  return [...contains('name', name), ...contains('company_name', company)];
}

/** Page, filters and sort of a list with its rows. Page and filters are remembered per list. */
export function useListTable(searchId: number, only: OnlyLeads | undefined, isEndless: boolean): ListTable {
  const view = useTableView(
    only
      ? { read: () => ({ filters: toFilters(only) }) }
      : {
          read: () => ({ page: readPage(searchId), filters: readFilters(searchId) }),
          keepPage: (page) => writeStoredEntry('list-page', searchId, page),
          keepFilters: (filters) =>
            writeStoredEntry('list-filters', searchId, filters.length > 0 ? filters : undefined),
        },
  );
  const query = useQuery({
    ...queryOptions(searchesEndpoints.listSearchProspects, pageInput(searchId, view.page, view)),
    placeholderData: keepPreviousData,
  });
  const total = query.data?.totalProspects;
  const table = useLeadTable(view, { query, rows: query.data?.prospects, total });
  const isLong = total === undefined || total > ENDLESS_LEADS;
  const around = useAround(searchId, view, isEndless && !isLong ? Math.max(1, Math.ceil(total / PAGE_SIZES.leads)) : 0);
  useLastPage(view, total, around !== undefined);
  const run = useRun(view, query.isPlaceholderData ? undefined : query.data, around);
  if (around === undefined || run === undefined) return table;
  return { ...table, page: run.first, rows: run.rows, middle: view.page, isStale: run.isStale };
}

/** A page beyond the last one, because leads were deleted, becomes the last page. Tables with pages do that themselves. */
function useLastPage({ page, setPage }: Pick<ListTable, 'page' | 'setPage'>, total: number | undefined, isOn: boolean) {
  const last = Math.max(1, Math.ceil((total ?? 0) / PAGE_SIZES.leads));
  const isBeyond = isOn && total !== undefined && page > last;
  useEffect(() => {
    if (isBeyond) setPage(last);
  });
}

type Page = { prospects: readonly Prospect[] } | undefined;

interface Around {
  before: Page;
  after: Page;
  /** One of them is requested and not there yet. */
  isWaiting: boolean;
}

/** The pages before and after the one in the middle of the view, as far as they are loaded; undefined where the table has pages. */
function useAround(
  searchId: number,
  view: Pick<ListTable, 'page' | 'filters' | 'sort'>,
  pages: number,
): Around | undefined {
  const isThere = (page: number) => page > 0 && page <= pages;
  const ask = (page: number) => ({
    ...queryOptions(searchesEndpoints.listSearchProspects, pageInput(searchId, page, view)),
    enabled: isThere(page),
  });
  const before = useQuery(ask(view.page - 1));
  const after = useQuery(ask(view.page + 1));
  if (pages === 0) return undefined;
  const isWaiting = (isThere(view.page - 1) && before.isPending) || (isThere(view.page + 1) && after.isPending);
  return { before: before.data, after: after.data, isWaiting };
}

interface Run {
  first: number;
  pages: number;
  rows: readonly Prospect[];
}

/**
 * The loaded pages in the middle of the view, without a gap. Until its page is there, the rows of before stay in their place: those of other
 * filters or another sort are stale. Rows that hold the page stay until its neighbors are there: what is requested for rows is requested once.
 */
function useRun(
  { page, filters, sort }: Pick<ListTable, 'page' | 'filters' | 'sort'>,
  middle: Page,
  around: Around | undefined,
): (Run & { isStale: boolean }) | undefined {
  const { before, after } = around ?? {};
  const run = useMemo((): Run | undefined => {
    if (middle === undefined) return undefined;
    const pages = [before, middle, after].filter((one) => one !== undefined);
    const rows = withoutRepeated(pages.flatMap(({ prospects }) => prospects));
    return { first: before ? page - 1 : page, pages: pages.length, rows };
  }, [page, before, middle, after]);
  const view = useMemo(() => JSON.stringify([filters, sort]), [filters, sort]);
  const [last, setLast] = useState({ run, view });
  const isHeld = around?.isWaiting === true && last.view === view && holds(last.run, page) && isSame(last.run, run);
  if (run === undefined || isHeld) return last.run && { ...last.run, isStale: last.view !== view };
  if (run !== last.run) setLast({ run, view });
  return { ...run, isStale: false };
}

const holds = (run: Run | undefined, page: number): boolean =>
  run !== undefined && run.first <= page && page < run.first + run.pages;

/** Whether no lead was changed since: an edited cell is not held back. */
function isSame(shown: Run | undefined, run: Run | undefined): boolean {
  const known = new Map(shown?.rows.map((lead) => [lead.id, lead]));
  return run === undefined || run.rows.every((lead) => (known.get(lead.id) ?? lead) === lead);
}

/** Pages are read one after the other: a lead that moved down between two of them is in both. */
function withoutRepeated(leads: readonly Prospect[]): readonly Prospect[] {
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  return byId.size === leads.length ? leads : [...byId.values()];
}
