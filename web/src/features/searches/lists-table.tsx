import type { Search } from '@overture/contract/searches';
import { PAGE_SIZES } from '@overture/domain/limits';
import { IconListDetails } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { formatDateTime, formatNumber, formatShortNumber, locale } from '../../lib/format.ts';
import { AppLink, useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SearchInput } from '../../ui/inputs/search-input.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import type { DataColumn, SortState } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { usePager } from '../../ui/table/use-pager.ts';
import type { RowSelection } from '../../ui/table/use-row-selection.ts';
import { FolderChips, useFolder } from './folders.tsx';
import { t as listTexts } from './list-texts.ts';
import { t } from './texts.ts';

interface ListsTableProps {
  tableId: string;
  label: string;
  /** Undefined while they load. */
  searches: readonly Search[] | undefined;
  error: ReactNode;
  /** Shown when there is no list at all. */
  empty: ReactNode;
  selection: RowSelection;
  rowActions: (search: Search) => ReactNode;
  /** Archived lists are restored before they are opened. */
  canOpen: boolean;
  filterEnd?: ReactNode;
}

const folderColumn: DataColumn<Search> = {
  id: 'folder',
  header: t('column_folder'),
  width: 180,
  title: ({ folder }) => folder ?? '',
  cell: ({ folder }) => folder,
};

const columnsFor = (canOpen: boolean, hasFolders: boolean): DataColumn<Search>[] => [
  {
    id: 'name',
    header: listTexts('column_name'),
    width: 480,
    sort_field: 'name',
    title: (search) => search.name,
    cell: (search) =>
      canOpen ? (
        <AppLink to={pb.search(search.id)} className="block text-inherit font-medium truncate">
          {search.name}
        </AppLink>
      ) : (
        search.name
      ),
  },
  {
    id: 'leads',
    header: t('column_leads'),
    width: 140,
    align: 'right',
    sort_field: 'total_prospects',
    title: (search) => formatNumber(search.total_prospects),
    cell: (search) => <span className="number">{formatShortNumber(search.total_prospects)}</span>,
  },
  ...(hasFolders ? [folderColumn] : []),
  {
    id: 'created',
    header: t('column_created'),
    width: 180,
    sort_field: 'created_at',
    cell: (search) => <DateText value={search.created_at} format={(value) => formatDateTime(value)} />,
  },
];

/** Lead lists with search by name, sort and pages; the server returns all of them, newest first. */
export function ListsTable(props: ListsTableProps) {
  const { searches, canOpen } = props;
  const go = useGo();
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState<SortState | undefined>();
  const { folder, setFolder, hasFolders } = useFolder(searches);
  const { page, setPage } = usePager(JSON.stringify([query, folder]));
  const columns = useMemo(() => columnsFor(canOpen, hasFolders), [canOpen, hasFolders]);
  const found = useMemo(
    () => sortSearches(findSearches(searches, query, folder), sort),
    [searches, query, folder, sort],
  );
  const pages = Math.max(1, Math.ceil((found?.length ?? 0) / PAGE_SIZES.leads));
  const shownPage = Math.min(page, pages);
  const rows = found?.slice((shownPage - 1) * PAGE_SIZES.leads, shownPage * PAGE_SIZES.leads);
  const isEmpty = searches?.length === 0;
  return (
    <>
      {isEmpty ? null : (
        <FilterBar end={props.filterEnd}>
          <SearchInput label={t('find')} placeholder={t('find')} value={query} onChange={setQuery} />
          <FolderChips searches={searches} folder={folder} onChange={setFolder} />
        </FilterBar>
      )}
      <DataTable<Search>
        tableId={props.tableId}
        label={props.label}
        columns={columns}
        rows={rows}
        rowId={(search) => search.id}
        rowLabel={(search) => search.name}
        error={props.error}
        empty={
          isEmpty ? (
            props.empty
          ) : (
            <NothingFound
              onClear={() => {
                setQuery('');
                setFolder(null);
              }}
            />
          )
        }
        sort={sort}
        onSortChange={setSort}
        selection={props.selection}
        rowActions={props.rowActions}
        {...(canOpen ? { onRowOpen: (search: Search) => go(pb.search(search.id)) } : {})}
        card={(search) => ({
          title: search.name,
          subtitle: `${t('leads', { count: search.total_prospects, shown: formatNumber(search.total_prospects) })} · ${formatDateTime(search.created_at)}`,
        })}
      />
      <Pagination page={shownPage} pageSize={PAGE_SIZES.leads} total={found?.length} onChange={setPage} />
    </>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<IconListDetails size={22} />}
      title={t('empty')}
      text={t('empty_found_text')}
      action={<AppButton onClick={onClear}>{t('clear_search')}</AppButton>}
    />
  );
}

function findSearches(searches: readonly Search[] | undefined, query: string, folder: string | null) {
  const wanted = query.trim().toLowerCase();
  return searches?.filter(
    (search) => search.name.toLowerCase().includes(wanted) && (folder === null || search.folder === folder),
  );
}

const names = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });

function sortSearches(searches: readonly Search[] | undefined, sort: SortState | undefined) {
  if (searches === undefined || sort === undefined) return searches;
  const sign = sort.direction === 'asc' ? 1 : -1;
  return [...searches].sort((a, b) => {
    if (sort.field === 'total_prospects') return sign * (a.total_prospects - b.total_prospects);
    if (sort.field === 'created_at') return sign * a.created_at.localeCompare(b.created_at);
    return sign * names.compare(a.name, b.name);
  });
}
