import { searchesEndpoints } from '@overture/contract/searches';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { BackArrow, PageHeader } from '../../ui/layout/page-header.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { useRowSelection } from '../../ui/table/use-row-selection.ts';
import { t as listTexts } from './list-texts.ts';
import { ListsTable } from './lists-table.tsx';
import { t } from './texts.ts';
import { useSearchStatuses } from './use-search-statuses.ts';

export function ArchivedListsPage() {
  const lists = useQuery(queryOptions(searchesEndpoints.listArchivedSearches));
  const selection = useRowSelection();
  const statuses = useSearchStatuses(selection.clear);
  const searches = lists.data?.searches;
  return (
    <>
      <PageHeader
        title={t('archived_title')}
        count={searches === undefined ? undefined : formatNumber(searches.length)}
        back={
          <AppLink to={pb.searches()} aria-label={listTexts('back')} title={listTexts('back')}>
            <BackArrow />
          </AppLink>
        }
      />
      <ListsTable
        tableId="searches-archived"
        label={t('archived_title')}
        searches={searches}
        selection={selection}
        canOpen={false}
        error={queryFailure(lists)}
        empty={
          <EmptyState icon={<IconArchive size={22} />} title={t('archived_empty')} text={t('archived_empty_text')} />
        }
        rowActions={(search) => (
          <IconButton
            size="small"
            label={t('activate_named', { name: search.name })}
            onClick={() => statuses.activate([search.id])}
          >
            <IconArchiveOff size={16} aria-hidden />
          </IconButton>
        )}
      />
      <SelectionBar count={selection.count} label={t('selected', { count: selection.count })} onClear={selection.clear}>
        <AppButton
          size="small"
          icon={<IconArchiveOff size={15} aria-hidden />}
          loading={statuses.isPending}
          onClick={() => statuses.activate([...selection.ids])}
        >
          {t('activate')}
        </AppButton>
      </SelectionBar>
    </>
  );
}
