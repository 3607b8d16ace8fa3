import { Menu } from '@mantine/core';
import { type FinderSearch, finderSearchesEndpoints } from '@overture/contract/finder-searches';
import { hasFinderFilter } from '@overture/domain/finder/lead-finder';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { errorMessage, mutationOptions, refetch } from '../../../lib/api/api-client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { FinderRequest } from '../filter-state.ts';
import { bodyOf, isStored, useSavedSearches } from './saved-search.ts';
import { t } from './texts.ts';

const SaveDialog = lazyPart(() => import('./save-dialog.tsx').then((file) => ({ default: file.SaveDialog })));

interface SavedBarProps {
  /** The list that is filled. */
  searchId: number;
  /** The filters as they are set. */
  draft: FinderRequest;
  opened: FinderSearch | undefined;
  onOpen: (search: FinderSearch) => void;
  /** Filters were saved, under a new name or that of the opened search. */
  onSaved: (search: FinderSearch) => void;
}

/** Above the filters: saved searches to open, and what saves the filters that are set. */
export function SavedBar({ searchId, draft, opened, onOpen, onSaved }: SavedBarProps) {
  const query = useSavedSearches();
  const searches = query.data?.searches ?? [];
  const [isSaving, setSaving] = useState(false);
  const canSave = hasFinderFilter(draft.filters);
  const isChanged = opened === undefined || !isStored(opened, draft);
  const save = useSaveChanges(opened, draft, onSaved);
  return (
    <div className="flex flex-wrap items-center gap-1.5 py-2 pe-3 ps-4 border-b border-line">
      <Menu position="bottom-start" withinPortal width={300}>
        <Menu.Target>
          <AppButton
            kind="quiet"
            size="small"
            icon={<IconBookmark size={15} aria-hidden />}
            rightIcon={<IconChevronDown size={14} aria-hidden />}
          >
            <span className="max-w-44 truncate">{opened?.name ?? t('saved')}</span>
          </AppButton>
        </Menu.Target>
        <SavedMenu searches={searches} error={query.error} onOpen={onOpen} />
      </Menu>
      {canSave && opened && isChanged ? (
        <AppButton kind="quiet" size="small" loading={save.isPending} onClick={save.run}>
          {t('save_changes')}
        </AppButton>
      ) : null}
      {canSave && isChanged ? (
        <AppButton kind="quiet" size="small" onClick={() => setSaving(true)}>
          {t('save_new')}
        </AppButton>
      ) : null}
      {isSaving ? (
        <Suspense fallback={null}>
          <SaveDialog what={{ request: draft, searchId }} onClose={() => setSaving(false)} onSaved={onSaved} />
        </Suspense>
      ) : null}
    </div>
  );
}

interface SavedMenuProps {
  searches: readonly FinderSearch[];
  error: unknown;
  onOpen: (search: FinderSearch) => void;
}

function SavedMenu({ searches, error, onOpen }: SavedMenuProps) {
  const go = useGo();
  const none = error ? errorMessage(error, t('load_failed')) : t('none_saved');
  return (
    <Menu.Dropdown mah="min(70dvh, 520px)" style={{ overflowY: 'auto' }}>
      {searches.length === 0 ? <p className="m-0 py-2 px-3 text-ink-3 text-table">{none}</p> : null}
      {searches.map((search) => (
        <Menu.Item key={search.id} rightSection={<NewCount count={search.new_count} />} onClick={() => onOpen(search)}>
          <span className="block truncate">{search.name}</span>
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item onClick={() => go(pb.savedSearches())}>{t('manage')}</Menu.Item>
    </Menu.Dropdown>
  );
}

function NewCount({ count }: { count: number | null }) {
  if (count === null || count === 0) return null;
  return <span className="text-accent text-meta number">{t('new_count', { count, shown: formatNumber(count) })}</span>;
}

function useSaveChanges(opened: FinderSearch | undefined, draft: FinderRequest, onSaved: SavedBarProps['onSaved']) {
  const client = useQueryClient();
  const update = useMutation({
    ...mutationOptions(finderSearchesEndpoints.updateFinderSearch),
    onSuccess: async ({ search }) => {
      onSaved(search);
      await refetch(client, finderSearchesEndpoints.listFinderSearches);
      toast.success(t('saved_changes'));
    },
    onError: (error) => {
      // It may have been changed or deleted: the newest state is fetched.
      void refetch(client, finderSearchesEndpoints.listFinderSearches);
      toast.error(errorMessage(error, t('failed')));
    },
  });
  function run() {
    if (opened === undefined) return;
    const { id, name, is_own, search_id, version } = opened;
    update.mutate({ params: { id }, body: { ...bodyOf(draft), name, is_own, search_id, version } });
  }
  return { run, isPending: update.isPending };
}
