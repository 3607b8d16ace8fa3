import { creditHistoryEndpoints } from '@overture/contract/credit-history';
import { paymentEndpoints } from '@overture/contract/payments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { call, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { refetchUser, useUser } from '../../lib/api/session.ts';
import { useBranding } from '../../lib/branding.ts';
import { formatNumber } from '../../lib/format.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { CreditCaps } from './credit-caps.tsx';
import { CreditUses } from './credit-uses.tsx';
import { CreditsHistory } from './credits-history.tsx';
import { Card, CreditsCard, PlanCard } from './plan-cards.tsx';
import { sumUses } from './sum-uses.ts';
import { t } from './texts.ts';

const WhitelabelDialog = lazyPart(() =>
  import('./pay/whitelabel-dialog.tsx').then((file) => ({ default: file.WhitelabelDialog })),
);

function WhitelabelCard({ supportEmail }: { supportEmail: string | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t('whitelabel')}>
      <p className="text-ink-2">{t('whitelabel_text')}</p>
      <div className="mt-1">
        <AppButton onClick={() => setOpen(true)}>{t('whitelabel_more')}</AppButton>
      </div>
      <Suspense fallback={null}>
        {isOpen ? <WhitelabelDialog supportEmail={supportEmail} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </Card>
  );
}

/** After buying credits: refetches them, confirms, and removes the parameter: a reload must not confirm again. */
function useBought(credits: number | undefined): void {
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

/** Plan, credits, what they were used for by month, and each use. */
export function BillingPage({ bought, lead }: { bought?: number | undefined; lead?: number | undefined }) {
  const user = useUser();
  useBought(bought);
  const branding = useBranding();
  const months = useQuery(queryOptions(creditHistoryEndpoints.listCreditMonths));
  const last = months.data?.months.at(-1);
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="flex flex-1 flex-col min-h-0 min-w-0 overflow-auto">
        <div className="grid gap-4 pt-4 px-gutter">
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-4">
            <PlanCard user={user} supportEmail={branding?.support_email ?? null} />
            <CreditsCard user={user} usedThisMonth={last && sumUses(last)} />
            {user.organization.has_payments && !user.organization.is_whitelabel ? (
              <WhitelabelCard supportEmail={branding?.support_email ?? null} />
            ) : null}
          </div>
          <CreditUses months={months} />
        </div>
        <CreditCaps />
        <CreditsHistory key={lead} lead={lead} />
      </div>
    </>
  );
}

const route = getRouteApi('/private/settings/billing');

export function BillingScreen() {
  const { bought, lead } = route.useSearch();
  return <BillingPage bought={bought} lead={lead} />;
}
