import { type CreditMonth, creditHistoryEndpoints } from '@overture/contract/credit-history';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { useBranding } from '../../lib/branding.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { CreditsHistory } from './credits-history.tsx';
import { sumMonth } from './month-total.ts';
import { CreditsCard, PlanCard } from './plan-cards.tsx';
import { t } from './texts.ts';
import { useBought } from './use-bought.ts';
import { WhitelabelCard } from './whitelabel-card.tsx';

const MonthsChart = lazy(() => import('./months-chart.tsx').then((file) => ({ default: file.MonthsChart })));

/** Plan, credits, what they were used for by month, and each use. */
export function BillingPage({ bought }: { bought?: number | undefined }) {
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
        <CreditsHistory />
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
  const { bought } = route.useSearch();
  return <BillingPage bought={bought} />;
}
