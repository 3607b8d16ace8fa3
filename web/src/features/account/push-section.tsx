import { type PushDevice, pushEndpoints } from '@overture/contract/push';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorMessage, mutationOptions, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { formatDate } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { NotificationSwitch } from './notification-switch.tsx';
import { getPushState, turnOffPush, turnOnPush } from './push.ts';
import { t } from './texts.ts';

/** Notifications while the application is closed: asked for by a button alone. */
export function PushSection() {
  const client = useQueryClient();
  const list = useQuery(queryOptions(pushEndpoints.listPushDevices));
  const devices = list.data?.devices ?? [];
  const current = devices.find(({ is_current }) => is_current);
  const [known, setState] = useState(getPushState);
  const [isBusy, setBusy] = useState(false);
  // Turned off elsewhere, it is off here too.
  const state = known === 'on' && list.data && !current && !isBusy ? 'off' : known;
  async function change(work: () => Promise<ReturnType<typeof getPushState>>) {
    setBusy(true);
    try {
      setState(await work());
    } catch (error) {
      toast.error(error instanceof ApiError ? errorMessage(error, t('push_failed')) : t('push_failed'));
    } finally {
      await refetch(client, pushEndpoints.listPushDevices);
      setBusy(false);
    }
  }
  const buttons = {
    off: { label: t('push_turn_on'), isBusy, onClick: () => void change(turnOnPush) },
    on: { label: t('push_turn_off'), isBusy, onClick: () => void change(() => turnOffPush(current?.id)) },
    blocked: null,
    unsupported: null,
    needs_install: null,
  };
  return (
    <NotificationSwitch
      id="push-notifications"
      title={t('push_title')}
      text={t('push_text')}
      status={t(`push_${state}`)}
      button={buttons[state]}
    >
      {list.isError ? (
        <ErrorState
          compact
          title={t('push_not_loaded')}
          message={errorMessage(list.error, t('push_not_loaded'))}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : null}
      {list.isPending ? <Skeleton height={40} /> : null}
      {devices.length > 0 ? <Devices devices={devices} /> : null}
    </NotificationSwitch>
  );
}

function Devices({ devices }: { devices: readonly PushDevice[] }) {
  const client = useQueryClient();
  const remove = useMutation({
    ...mutationOptions(pushEndpoints.deletePushDevice),
    onError: (error) => toast.error(errorMessage(error, t('push_failed'))),
    onSettled: () => refetch(client, pushEndpoints.listPushDevices),
  });
  return (
    <div className="w-full">
      <h3 className="m-0 text-base">{t('push_devices')}</h3>
      <ul className="m-0 p-0 list-none">
        {devices.map(({ id, name, is_current, created_at }) => (
          <li
            key={id}
            className="flex items-center justify-between gap-3 py-2 border-0 border-b border-solid border-line"
          >
            <span className="flex flex-col min-w-0">
              <span className="truncate">{name}</span>
              <span className="text-ink-3 text-meta">
                {is_current ? t('push_current') : t('push_since', { date: formatDate(created_at) })}
              </span>
            </span>
            {is_current ? null : (
              <AppButton
                aria-label={t('push_remove', { name })}
                loading={remove.isPending && remove.variables?.params?.id === id}
                onClick={() => remove.mutate({ params: { id } })}
              >
                {t('replies_turn_off')}
              </AppButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
