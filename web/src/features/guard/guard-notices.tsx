import { type GuardState, guardEndpoints } from '@overture/contract/guard';
import { may } from '@overture/domain/access/permissions';
import { IconAlertTriangle, IconHandStop } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { useUser } from '../../lib/api/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Notice } from '../../ui/layout/notice-place.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { t } from './texts.ts';

const ReleaseDialog = lazyPart(() => import('./release-dialog.tsx').then((file) => ({ default: file.ReleaseDialog })));

/** For a campaign: its own notices and those of its senders and their domains. For the senders: all but those of campaigns. */
function concerns({ scope, scope_id, account_ids }: GuardState, of: GuardNoticesProps['of']): boolean {
  if (of === 'senders') return scope !== 'campaign';
  if (scope === 'campaign') return scope_id === of.campaign_id;
  return account_ids.some((id) => of.account_ids.includes(id));
}

interface GuardNoticesProps {
  of: 'senders' | { campaign_id: number; account_ids: readonly number[] };
}

/** Pauses and warnings of the guard, for all senders and campaigns. */
export function useGuardStates() {
  return useQuery(queryOptions(guardEndpoints.listGuardStates));
}

/** Pauses and warnings of the guard, with figures and a button to resume. Renders nothing without any. */
export function GuardNotices({ of }: GuardNoticesProps) {
  const client = useQueryClient();
  const list = useGuardStates();
  const [released, setReleased] = useState<GuardState>();
  useLiveEvent('guard_changed', () => void refetch(client, guardEndpoints.listGuardStates));
  const states = (list.data?.states ?? []).filter((state) => concerns(state, of));
  if (list.isError && list.data === undefined) return <Failure onRetry={() => void list.refetch()} />;
  if (states.length === 0) return null;
  return (
    <>
      <Notice>
        <ul className="flex flex-col gap-2 mt-0 mx-gutter mb-4 p-0 list-none" aria-label={t('label')}>
          {states.map((state) => (
            <GuardNotice key={state.id} state={state} onRelease={() => setReleased(state)} />
          ))}
        </ul>
      </Notice>
      <Suspense fallback={null}>
        {released ? <ReleaseDialog state={released} onClose={() => setReleased(undefined)} /> : null}
      </Suspense>
    </>
  );
}

function GuardNotice({ state, onRelease }: { state: GuardState; onRelease: () => void }) {
  const mayRelease = may(useUser(), 'settings');
  const { scope, name, reason, since } = state;
  const isPaused = state.state === 'paused';
  return (
    <li
      className="flex flex-wrap items-start gap-x-3 gap-y-2 py-2.5 px-3 rounded-control bg-amber-soft text-amber text-table data-paused:bg-red-soft data-paused:text-red [&_svg]:flex-none"
      data-paused={isPaused || undefined}
    >
      <span className="mt-0.5 inline-flex" aria-hidden>
        {isPaused ? <IconHandStop size={16} /> : <IconAlertTriangle size={16} />}
      </span>
      <div className="min-w-0 flex-[1_1_240px]">
        <strong className="wrap-anywhere">{t(`${state.state}_${scope}`, { name })}</strong>
        <p className="text-ink">{t(isPaused ? 'paused_text' : 'warned_text', { reason })}</p>
        <p className="text-ink-2">{t('since', { time: formatDateTime(since) })}</p>
      </div>
      {isPaused && mayRelease ? (
        <AppButton size="small" onClick={onRelease} aria-label={t('release_named', { name })}>
          {t('release')}
        </AppButton>
      ) : null}
    </li>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-2 mx-gutter mb-4 text-table text-ink-2">
      {t('loading_failed')}
      <AppButton size="small" kind="quiet" onClick={onRetry}>
        {t('retry')}
      </AppButton>
    </p>
  );
}
