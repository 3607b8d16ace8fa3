import { searchesEndpoints } from '@overture/contract/searches';
import { IconArchive, IconBookmark, IconListDetails, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { formatNumber } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { useRowSelection } from '../../ui/table/use-row-selection.ts';
import { MoveInLink } from '../tool-imports/index.ts';
import { useListsActions } from './copy/lists-actions.tsx';
import { foldersOf } from './folders.tsx';
import { ListsTable } from './lists-table.tsx';
import { t } from './texts.ts';
import { useSearchStatuses } from './use-search-statuses.ts';

const archivedLink =
  'inline-flex items-center gap-1.75 h-(--control-height) px-3 rounded-(--button-radius) text-ink-2 font-medium hover:bg-pressed hover:text-ink hover:no-underline';

export function ListsPage({ onCreate }: { onCreate: () => void }) {
  const lists = useQuery(queryOptions(searchesEndpoints.listSearches));
  const selection = useRowSelection();
  const statuses = useSearchStatuses(selection.clear);
  const canCreate = useUser().organization.branding_settings.lead_list_creation_enabled;
  const searches = lists.data?.searches;
  const actions = useListsActions(foldersOf(searches), selection.clear);
  const selected = searches?.filter(({ id }) => selection.ids.has(id)) ?? [];
  const create = canCreate ? (
    <AppButton kind="primary" icon={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
      {t('create')}
    </AppButton>
  ) : null;
  return (
    <>
      <PageHeader
        title={t('title')}
        count={searches === undefined ? undefined : formatNumber(searches.length)}
        actions={<HeaderActions>{searches?.length === 0 ? null : create}</HeaderActions>}
      />
      <ListsTable
        tableId="searches"
        label={t('table')}
        searches={searches}
        selection={selection}
        canOpen
        error={queryFailure(lists)}
        empty={<NoLists create={create} />}
        rowActions={(search) => (
          <>
            <IconButton
              size="small"
              label={t('archive_named', { name: search.name })}
              onClick={() => statuses.archive([search.id])}
            >
              <IconArchive size={16} aria-hidden />
            </IconButton>
            {actions.menu(search)}
          </>
        )}
      />
      <SelectionBar count={selection.count} label={t('selected', { count: selection.count })} onClear={selection.clear}>
        <AppButton
          size="small"
          icon={<IconArchive size={15} aria-hidden />}
          loading={statuses.isPending}
          onClick={() => statuses.archive([...selection.ids])}
        >
          {t('archive')}
        </AppButton>
        {actions.buttons(selected)}
      </SelectionBar>
      {actions.dialog}
    </>
  );
}

function HeaderActions({ children }: { children: ReactNode }) {
  return (
    <>
      {useUser().organization.branding_settings.lead_finder_enabled ? (
        <AppLink to={pb.savedSearches()} className={archivedLink}>
          <IconBookmark size={16} aria-hidden />
          {t('saved_link')}
        </AppLink>
      ) : null}
      <AppLink to={pb.archivedSearches()} className={archivedLink}>
        <IconArchive size={16} aria-hidden />
        {t('archived_link')}
      </AppLink>
      {children}
    </>
  );
}

function NoLists({ create }: { create: ReactNode }) {
  const action = (
    <>
      {create}
      <MoveInLink />
    </>
  );
  return <EmptyState icon={<IconListDetails size={22} />} title={t('empty')} text={t('empty_text')} action={action} />;
}
