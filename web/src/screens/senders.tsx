import { isHealthyStatus } from '@overture/domain/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { refetchSenders, SendersPage, sendersQuery, accountsTexts as t } from '../features/accounts/index.ts';
import { GuardNotices, useGuardStates } from '../features/guard/index.ts';
import { useGo } from '../lib/navigation/navigation.tsx';
import { pb } from '../lib/navigation/paths.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { isFirstAwaited, NoticePlace } from '../ui/layout/notice-place.tsx';

const route = getRouteApi('/private/senders');

/**
 * `?linkStatus=success` fetches the accounts again and leaves the address. A sender that was to be reconnected
 * is announced as connected only if it is: another person may have signed in, and then its row says so.
 */
export function SendersScreen() {
  const { linkStatus, account_id, settings } = route.useSearch();
  const go = useGo();
  const client = useQueryClient();
  useEffect(() => {
    if (linkStatus === undefined) return;
    go(pb.senders(), { replace: true });
    if (linkStatus === 'failure') toast.error(t('link_failed'));
    if (linkStatus !== 'success') return;
    void refetchSenders(client).then(() => {
      const accounts = client.getQueryData(sendersQuery.queryKey)?.accounts ?? [];
      const again = accounts.find((account) => account.id === account_id);
      if (again === undefined || isHealthyStatus(again.status)) toast.success(t('connected_toast'));
    });
  }, [linkStatus, account_id, go, client]);
  const isPending = isFirstAwaited(useGuardStates());
  return (
    <SendersPage
      settingsOf={settings}
      withNotices={(page) => (
        <NoticePlace isPending={isPending} notices={<GuardNotices of="senders" />}>
          {page}
        </NoticePlace>
      )}
    />
  );
}
