import { paymentEndpoints } from '@overture/contract/payments';
import { IconCircleCheck, IconClockHour4 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { refetchUser, useUser } from '../../../lib/api/session.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { writeStored } from '../../../lib/storage.ts';
import { PageSpinner } from '../../../ui/feedback/spinner.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

/** How often a pending payment is polled. */
const TRIES = 5;
const AGAIN_IN_MS = 2000;

/** Without paid plans there is no payment to wait for. */
export function PaymentSuccess() {
  const go = useGo();
  const { has_payments } = useUser().organization;
  useEffect(() => {
    if (!has_payments) go(pb.billing(), { replace: true });
  }, [has_payments, go]);
  return has_payments ? <Confirmation /> : null;
}

/** After the payment page: reads the payment and confirms it once it is settled. */
function Confirmation() {
  const client = useQueryClient();
  const answer = useQuery({
    queryKey: ['payment-success'],
    queryFn: () => call(paymentEndpoints.confirmPayment, {}),
    retry: TRIES,
    retryDelay: AGAIN_IN_MS,
    refetchInterval: ({ state }) =>
      state.data && !isPaid(state.data.data.status) && state.dataUpdateCount < TRIES ? AGAIN_IN_MS : false,
    gcTime: 0,
  });
  const paid = answer.data !== undefined && isPaid(answer.data.data.status);
  useEffect(() => {
    if (paid) void refetchUser(client);
  }, [paid, client]);
  if (paid) return <Activated bonus={answer.data?.referral_bonus ?? null} />;
  const isChecking = answer.isLoading || (answer.data !== undefined && answer.isFetching);
  return isChecking ? <PageSpinner label={t('success_checking')} /> : <Late onAgain={() => void answer.refetch()} />;
}

const isPaid = (status: string): boolean => status === 'active' || status === 'past_due';

function Page({ children }: { children: ReactNode }) {
  return <div className="grid flex-1 content-center justify-items-center gap-3 p-6 text-center">{children}</div>;
}

function Activated({ bonus }: { bonus: number | null }) {
  const go = useGo();
  const [isClosed, setClosed] = useState(false);
  function closeBonus() {
    writeStored('referral_code', undefined);
    setClosed(true);
  }
  return (
    <Page>
      <IconCircleCheck size={56} stroke={1.4} aria-hidden className="text-green" />
      <h1 tabIndex={-1} className="text-title font-semibold">
        {t('success')}
      </h1>
      <AppButton kind="primary" onClick={() => go(pb.senders())}>
        {t('success_connect')}
      </AppButton>
      <Dialog
        opened={bonus !== null && !isClosed}
        onClose={closeBonus}
        size="small"
        title={t('bonus_title')}
        footer={
          <AppButton kind="primary" onClick={closeBonus}>
            {t('bonus_ok')}
          </AppButton>
        }
      >
        <p>{t('bonus_text', { credits: formatNumber(bonus ?? 0) })}</p>
      </Dialog>
    </Page>
  );
}

function Late({ onAgain }: { onAgain: () => void }) {
  const go = useGo();
  return (
    <Page>
      <IconClockHour4 size={48} stroke={1.4} aria-hidden className="text-ink-3" />
      <h1 tabIndex={-1} className="text-title font-semibold">
        {t('success_late')}
      </h1>
      <p className="text-ink-2">{t('success_late_text')}</p>
      <div className="flex gap-2">
        <AppButton onClick={() => go(pb.billing())}>{t('success_billing')}</AppButton>
        <AppButton kind="primary" onClick={onAgain}>
          {t('success_again')}
        </AppButton>
      </div>
    </Page>
  );
}
