import { type CreditMonth, creditHistoryEndpoints } from '@overture/contract/credit-history';
import { paymentEndpoints } from '@overture/contract/payments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { call, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { refetchUser, useUser } from '../../lib/api/session.ts';
import { useBranding } from '../../lib/branding.ts';
import { formatNumber } from '../../lib/format.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { CreditCaps } from './credit-caps.tsx';
import { CreditsHistory } from './credits-history.tsx';
import { sumMonth } from './month-total.ts';
import { Card, CreditsCard, PlanCard } from './plan-cards.tsx';
import { t } from './texts.ts';

const WhitelabelDialog = lazy(() =>
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

const MonthsChart = lazy(() => import('./months-chart.tsx').then((file) => ({ default: file.MonthsChart })));

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
            <CreditsCard user={user} usedThisMonth={last && sumMonth(last)} />
            {user.organization.has_payments && !user.organization.is_whitelabel ? (
              <WhitelabelCard supportEmail={branding?.support_email ?? null} />
            ) : null}
          </div>
          <section
            className="grid content-start gap-2 p-4 border border-line rounded-card bg-surface"
            aria-label={t('chart')}
          >
            <h2 className="text-section">{t('chart')}</h2>
            <p className="text-ink-3 text-table">{t('chart_text')}</p>
            <div>{months.error ? queryFailure(months) : <Months months={months.data?.months} />}</div>
          </section>
        </div>
        <CreditCaps />
        <CreditsHistory key={lead} lead={lead} />
      </div>
    </>
  );
}

/** A chart once there is something to draw. */
function Months({ months }: { months: readonly CreditMonth[] | undefined }) {
  if (!months) return <Skeleton height={220} />;
  if (months.every((month) => sumMonth(month) === 0))
    return <EmptyState compact title={t('chart_empty')} text={t('chart_empty_text')} />;
  return (
    <Suspense fallback={<Skeleton height={220} />}>
      <MonthsChart months={months} />
    </Suspense>
  );
}

const route = getRouteApi('/private/settings/billing');

export function BillingScreen() {
  const { bought, lead } = route.useSearch();
  return <BillingPage bought={bought} lead={lead} />;
}
