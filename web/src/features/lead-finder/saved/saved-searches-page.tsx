import { Switch } from '@mantine/core';
import { type FinderSearch, finderSearchesEndpoints } from '@overture/contract/finder-searches';
import { searchesEndpoints } from '@overture/contract/searches';
import { IconBookmark } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { DeleteQuestion } from '../../../lib/api/delete-question.tsx';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { describeFilters } from './filter-words.ts';
import { requestOf, useSavedSearches } from './saved-search.ts';
import { t } from './texts.ts';

const SaveDialog = lazyPart(() => import('./save-dialog.tsx').then((file) => ({ default: file.SaveDialog })));

type Shown = FinderSearch & { may_delete: boolean };

/** Saved searches of the finder: what is new to each, who is mailed, and where they are renamed and deleted. */
export function SavedSearchesPage() {
  const go = useGo();
  const query = useSavedSearches();
  const [edited, setEdited] = useState<Shown>();
  const [deleted, setDeleted] = useState<Shown>();
  const searches = query.data?.searches;
  const start = <AppButton onClick={() => go(pb.searches())}>{t('empty_action')}</AppButton>;
  return (
    <>
      <PageHeader title={t('saved')} subtitle={t('page_subtitle')} />
      <div className="flex flex-col gap-4 px-gutter pb-8">
        {queryFailure(query)}
        {query.isPending ? <Skeleton height={160} radius={12} /> : null}
        {searches?.length === 0 ? (
          <EmptyState icon={<IconBookmark size={24} />} title={t('empty')} text={t('empty_text')} action={start} />
        ) : null}
        {searches !== undefined && searches.length > 0 ? (
          <ul
            aria-label={t('saved')}
            className="max-w-[980px] m-0 p-0 border border-line rounded-card bg-surface list-none"
          >
            {searches.map((search) => (
              <SearchLine
                key={search.id}
                search={search}
                onEdit={() => setEdited(search)}
                onDelete={() => setDeleted(search)}
              />
            ))}
          </ul>
        ) : null}
      </div>
      <Suspense fallback={null}>
        {edited ? <SaveDialog what={{ search: edited }} onClose={() => setEdited(undefined)} /> : null}
      </Suspense>
      {deleted ? (
        <DeleteQuestion
          endpoint={finderSearchesEndpoints.deleteFinderSearch}
          input={{ params: { id: deleted.id } }}
          title={t('delete_title', { name: deleted.name })}
          confirmLabel={t('delete_confirm')}
          deleted={t('deleted')}
          failed={t('delete_failed')}
          onClose={() => setDeleted(undefined)}
        >
          {t(deleted.is_own ? 'delete_text_own' : 'delete_text')}
        </DeleteQuestion>
      ) : null}
    </>
  );
}

interface LineProps {
  search: Shown;
  onEdit: () => void;
  onDelete: () => void;
}

function SearchLine({ search, onEdit, onDelete }: LineProps) {
  const { name } = search;
  const opening = useOpening(search);
  const entries = [
    { id: 'edit', label: t('edit'), onSelect: onEdit },
    { id: 'delete', label: t('delete'), danger: true, disabled: !search.may_delete, onSelect: onDelete },
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 px-4 border-b border-line last:border-b-0">
      <div className="flex-1 min-w-[min(100%,280px)]">
        <p className="flex items-center gap-2 m-0">
          <button
            type="button"
            className="bare font-medium truncate text-start cursor-pointer hover:underline"
            aria-label={t('open', { name })}
            disabled={opening.isPending}
            onClick={opening.open}
          >
            {name}
          </button>
          {search.is_own ? null : <span className="flex-none text-ink-3 text-meta">{t('is_shared')}</span>}
        </p>
        <p className="m-0 text-ink-3 text-table truncate">{describeFilters(requestOf(search).filters).join(' · ')}</p>
        <News search={search} />
      </div>
      <MailSwitch search={search} />
      <ActionMenu label={t('actions', { name })} entries={entries} />
    </li>
  );
}

function News({ search: { new_count, counted_at, problem } }: { search: FinderSearch }) {
  if (problem !== null)
    return (
      <p className="m-0 mt-1 text-table">
        <StatusChip tone="amber">{t('not_counted')}</StatusChip> {problem}
      </p>
    );
  const words = { count: new_count ?? 0, shown: formatNumber(new_count ?? 0), day: formatDate(counted_at) };
  const look = (new_count ?? 0) > 0 ? 'text-accent font-medium' : 'text-ink-3';
  return (
    <p className={`m-0 text-table number ${look}`}>
      {new_count === null ? t('line_uncounted') : t(new_count === 0 ? 'line_none_new' : 'line_new', words)}
    </p>
  );
}

/** Opens the search in its list; one whose list is gone gets a list of its own. */
function useOpening({ id, name, search_id }: FinderSearch) {
  const go = useGo();
  const create = useMutation({
    ...mutationOptions(searchesEndpoints.createSearch),
    onSuccess: (list) => go(pb.search(list.id, { saved: id })),
    onError: (error) => toast.error(errorMessage(error, t('open_failed'))),
  });
  return {
    isPending: create.isPending,
    open: () => (search_id === null ? create.mutate({ body: { name } }) : go(pb.search(search_id, { saved: id }))),
  };
}

function MailSwitch({ search: { id, name, is_mailed } }: { search: FinderSearch }) {
  const choose = useMutation({
    ...mutationOptions(finderSearchesEndpoints.setFinderSearchMail),
    onError: (error) => toast.error(errorMessage(error, t('mail_failed'))),
  });
  const isOn = choose.isPending ? choose.variables.body.is_on : is_mailed;
  return (
    <Switch
      label={t('mail_on')}
      aria-label={t('mail_of', { name })}
      labelPosition="left"
      checked={isOn}
      disabled={choose.isPending}
      onChange={(event) => choose.mutate({ params: { id }, body: { is_on: event.currentTarget.checked } })}
    />
  );
}
