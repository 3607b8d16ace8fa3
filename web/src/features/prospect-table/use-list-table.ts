import type { Prospect } from '@overture/contract/prospects';
import { searchesEndpoints } from '@overture/contract/searches';
import { isOwnColumn } from '@overture/domain/leads/custom-columns';
import type { TableFilter } from '@overture/domain/leads/filters';
import { namedColumns, parseFilters } from '@overture/domain/leads/filters';
import { LIST_TABLE_COLUMNS } from '@overture/domain/leads/lead-columns';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { tableRequest } from '../../lib/api/table-request.ts';
import { readStored, writeStoredEntry } from '../../lib/storage.ts';
import { type LeadTable, useLeadTable, useTableView } from '../leads/index.ts';

export type ListTable = LeadTable<Prospect>;

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
export function useListTable(searchId: number, only?: OnlyLeads): ListTable {
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
  return useLeadTable(view, {
    query,
    rows: query.data?.prospects,
    total: query.data?.totalProspects,
  });
}
