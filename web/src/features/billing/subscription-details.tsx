import { paymentEndpoints, type SubscriptionState } from '@overture/contract/payments';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { setPlanDialog } from '../../lib/plan/plan-dialogs.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { usePortalPage } from './pay/use-payment-page.ts';
import { t } from './texts.ts';

const CancelDialog = lazyPart(() => import('./pay/cancel-dialog.tsx').then((file) => ({ default: file.CancelDialog })));
const ExtrasDialog = lazyPart(() => import('./pay/extras-dialog.tsx').then((file) => ({ default: file.ExtrasDialog })));

/** Price, renewal, open invoice, and all actions of the subscription. */
export function SubscriptionDetails({ subscription }: { subscription: SubscriptionState }) {
  const { status, unpaid_invoice_url, grace_until } = subscription;
  const [open, setOpen] = useState<'cancel' | 'extras'>();
  const close = () => setOpen(undefined);
  const isRunning = status === 'active' || status === 'past_due';
  return (
    <>
      {isRunning ? <PriceLine subscription={subscription} /> : null}
      {status === 'past_due' ? (
        <p role="alert" className="py-2 px-3 rounded-control bg-red-soft text-red text-table">
          {t('past_due', { date: grace_until ? formatDate(grace_until) : '' })}{' '}
          {unpaid_invoice_url ? (
            <a href={unpaid_invoice_url} target="_blank" rel="noreferrer">
              {t('pay_now')}
            </a>
          ) : null}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2 mt-1">
        {isRunning ? (
          <RunningActions subscription={subscription} onOpen={setOpen} />
        ) : (
          <AppButton kind="primary" onClick={() => setPlanDialog('upgrade')}>
            {t('upgrade')}
          </AppButton>
        )}
      </div>
      <Suspense fallback={null}>
        {open === 'cancel' ? <CancelDialog periodEndsAt={subscription.period_ends_at} onClose={close} /> : null}
        {open === 'extras' ? <ExtrasDialog subscription={subscription} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function PriceLine({ subscription }: { subscription: SubscriptionState }) {
  const { price, clients, is_ending, period_ends_at } = subscription;
  const date = period_ends_at ? formatDate(period_ends_at) : '';
  const { extra_linkedin_accounts, extra_email_accounts, extra_credits } = subscription;
  const extras = [
    extra_linkedin_accounts > 0 && t('with_linkedin', { count: extra_linkedin_accounts }),
    extra_email_accounts > 0 && t('with_email', { count: extra_email_accounts }),
    extra_credits > 0 && t('with_credits', { credits: formatNumber(extra_credits) }),
    clients.clients > 0 && t('with_clients', { count: clients.clients, price: formatNumber(clients.price.total) }),
  ].filter((words) => words !== false);
  return (
    <p className="text-ink-2 text-table number">
      {t('price_month', { price: formatNumber(price.total + clients.price.total) })}
      {extras.length > 0 ? ` ${t('with', { what: extras.join(', ') })}` : ''}.{' '}
      {t(is_ending ? 'ends' : 'renews', { date })}
    </p>
  );
}

interface RunningActionsProps {
  subscription: SubscriptionState;
  onOpen: (dialog: 'cancel' | 'extras') => void;
}

function RunningActions({ subscription, onOpen }: RunningActionsProps) {
  const portal = usePortalPage();
  const keep = useMutation({
    ...mutationOptions(paymentEndpoints.keepSubscription),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('kept'));
    },
    onError: (error) => toast.error(errorMessage(error, t('keep_failed'))),
  });
  return (
    <>
      <AppButton onClick={() => onOpen('extras')}>{t('change_extras')}</AppButton>
      <AppButton loading={portal.isPending} onClick={() => portal.mutate()}>
        {t('invoices')}
      </AppButton>
      {subscription.is_ending ? (
        <AppButton kind="primary" loading={keep.isPending} onClick={() => keep.mutate({})}>
          {t('keep')}
        </AppButton>
      ) : (
        <AppButton kind="quiet" onClick={() => onOpen('cancel')}>
          {t('cancel')}
        </AppButton>
      )}
    </>
  );
}
