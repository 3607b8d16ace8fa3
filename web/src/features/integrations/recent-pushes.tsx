import { type CrmPush, integrationsEndpoints } from '@overture/contract/integrations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatAgo, formatNumber } from '../../lib/format.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

const SHOWN = 8;

/** What was pushed lately, what of it failed and why, and the way to try again. */
export function RecentPushes() {
  const client = useQueryClient();
  const query = useQuery(queryOptions(integrationsEndpoints.listCrmPushes));
  useLiveEvent('crm_push_progress', () => void refetch(client, integrationsEndpoints.listCrmPushes));
  const pushes = query.data?.pushes.slice(0, SHOWN);
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-section">{t('pushes_title')}</h2>
      {queryFailure(query, { compact: true })}
      {query.isPending ? <Skeleton width={220} /> : null}
      {pushes?.length === 0 ? <p className="text-ink-3 text-table">{t('pushes_none')}</p> : null}
      {pushes && pushes.length > 0 ? (
        <ul className="m-0 p-0 border border-line rounded-card list-none overflow-hidden">
          {pushes.map((push) => (
            <PushLine key={push.id} push={push} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function PushLine({ push }: { push: CrmPush }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const reload = () => refetch(client, integrationsEndpoints.listCrmPushes);
  const failure = (text: string) => (error: unknown) => void toast.error(errorMessage(error, text));
  const retry = useMutation({
    ...mutationOptions(integrationsEndpoints.retryCrmPush),
    onSuccess: reload,
    onError: failure(t('push_retry_failed')),
  });
  const stop = useMutation({
    ...mutationOptions(integrationsEndpoints.stopCrmPush),
    onSuccess: reload,
    onError: failure(t('stop_failed')),
  });
  const params = { pushId: push.id };
  const canRetry = push.state !== 'running' && push.pushed_count < push.total_count;
  return (
    <li className="flex flex-col gap-2 py-2.5 px-4 border-b border-line last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="w-[120px] font-medium text-table truncate">{push.name}</span>
        <PushState push={push} />
        <span className="flex-1 min-w-[180px] text-table number">
          {t('push_line', { pushed: formatNumber(push.pushed_count), total: formatNumber(push.total_count) })}
          <span className="text-ink-3">{` · ${t('push_new', { count: formatNumber(push.created_count) })}`}</span>
        </span>
        <span className="text-ink-3 text-meta">
          <DateText value={push.created_at} format={formatAgo} />
        </span>
        <span className="flex gap-2">
          {push.failed_count > 0 ? (
            <AppButton kind="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t('push_details')}
            </AppButton>
          ) : null}
          {canRetry ? (
            <AppButton size="small" loading={retry.isPending} onClick={() => retry.mutate({ params })}>
              {t('push_retry')}
            </AppButton>
          ) : null}
          {push.state === 'running' ? (
            <AppButton size="small" loading={stop.isPending} onClick={() => stop.mutate({ params })}>
              {t('push_stop')}
            </AppButton>
          ) : null}
        </span>
      </div>
      {push.error ? <p className="text-ink-2 text-table wrap-anywhere">{push.error}</p> : null}
      {isOpen ? <PushErrors pushId={push.id} /> : null}
    </li>
  );
}

function PushState({ push }: { push: CrmPush }) {
  const isHeld = push.state === 'running' && push.error !== null;
  const tones: Record<CrmPush['state'], StatusTone> = {
    running: 'blue',
    done: 'green',
    stopped: 'grey',
    failed: 'red',
  };
  const tone = isHeld ? 'amber' : push.state === 'done' && push.failed_count > 0 ? 'amber' : tones[push.state];
  return <StatusChip tone={tone}>{t(isHeld ? 'push_state_waiting' : `push_state_${push.state}`)}</StatusChip>;
}

function PushErrors({ pushId }: { pushId: number }) {
  const query = useQuery(queryOptions(integrationsEndpoints.getCrmPush, { params: { pushId } }));
  return (
    <div className="flex flex-col gap-1 ps-1">
      <h3 className="text-ink-3 text-meta font-medium">{t('push_errors')}</h3>
      {queryFailure(query, { compact: true })}
      <ul className="flex flex-col gap-1 m-0 p-0 list-none">
        {query.data?.errors.map(({ prospect_id, name, error }) => (
          <li key={prospect_id} className="text-table wrap-anywhere">
            <span className="font-medium">{name}</span> <span className="text-ink-2">{error}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
