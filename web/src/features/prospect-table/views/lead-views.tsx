import { type LeadView, leadViewsEndpoints } from '@overture/contract/lead-views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { call, errorMessage, mutationOptions, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { t } from '../texts.ts';
import type { ListTable } from '../use-list-table.ts';
import { factsOf, isSame, stateOf, type ViewState } from './view-state.ts';

const ViewDialog = lazyPart(() => import('./view-dialog.tsx').then((file) => ({ default: file.ViewDialog })));

interface LeadViewsProps {
  searchId: number;
  table: Pick<ListTable, 'filters' | 'sort'>;
  /** How the table looks: columns in their order, their widths, the height of rows. */
  look: Pick<ViewState, 'columns' | 'known' | 'widths' | 'height'>;
  /** Its columns were moved. */
  isOrdered?: boolean;
  onApply: (state: ViewState) => void;
}

type ShownView = Pick<LeadView, 'id' | 'version'>;

/** Saved views of a list as tabs: own ones and those of the organization. */
export function LeadViews({ searchId, table, look, isOrdered = false, onApply }: LeadViewsProps) {
  const views = useQuery(queryOptions(leadViewsEndpoints.listLeadViews, { query: { search_id: searchId } })).data
    ?.views;
  const [shown, setShown] = useState<ShownView>();
  const state: ViewState = { filters: [...table.filters], sort: table.sort, ...look };
  const isPlain = state.filters.length === 0 && state.sort === undefined && !isOrdered;
  if (views === undefined || (views.length === 0 && isPlain)) return null;
  const chosen = views.find(({ id }) => id === shown?.id) ?? views.find((view) => isSame(view, state));
  function choose(view: LeadView | undefined) {
    setShown(view);
    onApply(view === undefined ? { filters: [], sort: undefined, columns: [], widths: {} } : stateOf(view));
  }
  const isChanged = chosen === undefined ? !isPlain : !isSame(chosen, state);
  const seen = seenVersion(chosen, shown);
  return (
    <nav aria-label={t('views')} className="flex flex-wrap items-center gap-1 px-gutter pb-2">
      <Tab isCurrent={chosen === undefined && isPlain} label={t('view_all')} onClick={() => choose(undefined)} />
      {views.map((view) => (
        <Tab key={view.id} isCurrent={view === chosen} label={view.name} onClick={() => choose(view)} />
      ))}
      <ViewActions {...{ searchId, chosen, seen, state, isChanged }} onShown={setShown} />
      {chosen && isChanged && chosen.version !== seen ? <Outdated onShow={() => choose(chosen)} /> : null}
    </nav>
  );
}

/** The version that the table was set to; of a view that it happens to show, the newest one. */
const seenVersion = (chosen: ShownView | undefined, shown: ShownView | undefined): number | undefined =>
  chosen && chosen.id === shown?.id ? shown.version : chosen?.version;

/** The table shows what the view was before a teammate changed it. */
function Outdated({ onShow }: { onShow: () => void }) {
  return (
    <span role="status" className="flex items-center gap-2 ps-2 text-ink-3 text-table">
      {t('view_outdated')}
      <AppButton size="small" onClick={onShow}>
        {t('view_show')}
      </AppButton>
    </span>
  );
}

interface ViewActionsProps {
  searchId: number;
  chosen: (LeadView & { may_delete: boolean }) | undefined;
  /** The version of it that the table was set to. */
  seen: number | undefined;
  state: ViewState;
  /** The table shows something that is not saved. */
  isChanged: boolean;
  onShown: (view: ShownView | undefined) => void;
}

function ViewActions({ searchId, chosen, seen, state, isChanged, onShown }: ViewActionsProps) {
  const [dialog, setDialog] = useState<'new' | 'edit'>();
  const { save, remove } = useViewChanges(chosen, seen, state, onShown);
  const entries = [
    { id: 'edit', label: t('view_edit'), onSelect: () => setDialog('edit') },
    { id: 'delete', label: t('view_delete'), danger: true, disabled: !chosen?.may_delete, onSelect: remove },
  ];
  return (
    <>
      {chosen ? (
        <ActionMenu label={t('view_actions', { name: chosen.name })} position="bottom-start" entries={entries} />
      ) : null}
      {chosen && isChanged ? (
        <AppButton size="small" kind="quiet" onClick={save}>
          {t('view_save')}
        </AppButton>
      ) : null}
      {isChanged ? (
        <AppButton size="small" kind="quiet" onClick={() => setDialog('new')}>
          {t('view_new')}
        </AppButton>
      ) : null}
      {dialog ? (
        <Suspense fallback={null}>
          <ViewDialog
            view={dialog === 'edit' ? chosen : undefined}
            searchId={searchId}
            state={state}
            onClose={() => setDialog(undefined)}
            onSaved={onShown}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function useViewChanges(
  chosen: LeadView | undefined,
  seen: number | undefined,
  state: ViewState,
  onShown: ViewActionsProps['onShown'],
) {
  const client = useQueryClient();
  const fetchViews = () => refetch(client, leadViewsEndpoints.listLeadViews);
  const fail = (error: Error) => {
    // It may have been changed or deleted: the newest state is fetched.
    void fetchViews();
    toast.error(errorMessage(error, t('view_failed')));
  };
  const update = useMutation({
    ...mutationOptions(leadViewsEndpoints.updateLeadView),
    mutationFn: async (view: LeadView) => {
      const { toBody } = await import('./view-body.ts');
      const body = { ...factsOf(view), ...toBody(state, view), version: seen };
      return call(leadViewsEndpoints.updateLeadView, { params: { id: view.id }, body });
    },
    onSuccess: async ({ view }) => {
      onShown(view);
      await fetchViews();
      toast.success(t('view_saved'));
    },
    onError: fail,
  });
  const deletion = useMutation({
    ...mutationOptions(leadViewsEndpoints.deleteLeadView),
    onSuccess: async () => {
      onShown(undefined);
      await fetchViews();
    },
    onError: fail,
  });
  return {
    save: () => chosen && update.mutate(chosen),
    remove: () => chosen && deletion.mutate({ params: { id: chosen.id } }),
  };
}

function Tab({ isCurrent, label, onClick }: { isCurrent: boolean; label: string; onClick: () => void }) {
  const look = isCurrent ? 'bg-sunken text-ink font-medium' : 'text-ink-3 hover:bg-hover';
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      className={`bare max-w-60 py-1 px-2.5 rounded-control text-table truncate cursor-pointer ${look}`}
      onClick={onClick}
    >
      {label}
    </button>
  );
}
