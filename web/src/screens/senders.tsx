import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SendersPage } from '../features/accounts/senders-page.tsx';
import { t } from '../features/accounts/texts.ts';
import { refetchSenders } from '../features/accounts/use-senders.ts';
import { useGo } from '../lib/navigation.tsx';
import { pb } from '../lib/paths.ts';
import { toast } from '../ui/toast.tsx';

const route = getRouteApi('/private/senders');

/** `?linkStatus=success` fetches the accounts again and leaves the address (campaigns 2). */
export function SendersScreen() {
  const { linkStatus, settings } = route.useSearch();
  const go = useGo();
  const client = useQueryClient();
  useEffect(() => {
    if (linkStatus === undefined) return;
    go(pb.senders(), { replace: true });
    if (linkStatus === 'failure') toast.error(t('link_failed'));
    if (linkStatus !== 'success') return;
    void refetchSenders(client);
    toast.success(t('connected_toast'));
  }, [linkStatus, go, client]);
  return <SendersPage settingsOf={settings} />;
}
