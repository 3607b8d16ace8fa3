import { creditHistoryEndpoints } from '@overture/contract/credit-history';
import { paymentEndpoints } from '@overture/contract/payments';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, refetch } from '../../lib/api/api-client.ts';
import { refetchUser } from '../../lib/api/session.ts';
import { formatNumber } from '../../lib/format.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

/** After buying credits: refetches them, confirms, and removes the parameter so that a reload does not confirm again. */
export function useBought(credits: number | undefined): void {
  const client = useQueryClient();
  const go = useGo();
  const isSaid = useRef(false);
  useEffect(() => {
    if (credits === undefined || isSaid.current) return;
    isSaid.current = true;
    go(pb.billing(), { replace: true });
    call(paymentEndpoints.confirmPayment, {})
      .then(async () => {
        await Promise.all([refetchUser(client), refetch(client, creditHistoryEndpoints.listCredits)]);
        toast.success(t('bought', { credits: formatNumber(credits) }));
      })
      .catch(() => toast.info(t('bought_late')));
  }, [credits, client, go]);
}
