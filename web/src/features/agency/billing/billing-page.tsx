import { Select } from '@mantine/core';
import { agencyBillingEndpoints, type ClientBill } from '@overture/contract/agency-billing';
import { paymentEndpoints } from '@overture/contract/payments';
import { shiftMonth, sumLines } from '@overture/domain/money/agency-bills';
import { IconReceiptEuro } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { useUser } from '../../../lib/api/session.ts';
import { formatNumber } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { formatCents } from '../format-cents.ts';
import { formatMonth } from '../format-month.ts';
import { CategoryRows } from './category-rows.tsx';
import { ClientBills } from './client-bills.tsx';
import { PriceListDialog } from './price-list-dialog.tsx';
import { t } from './texts.ts';

/** What the agency's subscription costs for its clients. Hidden where no plans are sold. */
function SubscriptionLine() {
  const { has_payments } = useUser().organization;
  const subscription = useQuery({ ...queryOptions(paymentEndpoints.getSubscription), enabled: has_payments });
  if (!has_payments) return null;
  if (!subscription.data) return queryFailure(subscription);
  const { status, clients } = subscription.data.data;
  const isRunning = status === 'active' || status === 'past_due';
  const words = { count: clients.clients, price: formatNumber(clients.price.total) };
  return (
    <p className="m-0 max-w-240 text-ink-2 text-table number">
      {t(isRunning ? 'on_subscription' : 'no_subscription', words)}{' '}
      <AppLink to={pb.billing()}>{t('your_plan')}</AppLink>
    </p>
  );
}

const MONTHS_SHOWN = 24;

/** A month of all clients: by what it is for, and by who it is for. */
export function AgencyBillingPage() {
  const [now] = useState(() => serverNow().toISOString().slice(0, 7));
  const [month, setMonth] = useState(now);
  const [isEditing, setEditing] = useState(false);
  const billing = useQuery({
    ...queryOptions(agencyBillingEndpoints.getAgencyBilling, { query: { month } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={<AppButton onClick={() => setEditing(true)}>{t('edit_prices')}</AppButton>}
      />
      <div className="grid grid-cols-1 content-start gap-6 flex-1 overflow-auto px-gutter pt-3 pb-8">
        <Select
          className="max-w-60"
          label={t('month')}
          allowDeselect={false}
          data={Array.from({ length: MONTHS_SHOWN }, (_, back) => shiftMonth(now, -back)).map((value) => ({
            value,
            label: formatMonth(value),
          }))}
          value={month}
          onChange={(value) => setMonth(value ?? now)}
        />
        <SubscriptionLine />
        {queryFailure(billing)}
        {billing.isPending ? <Skeleton height={320} radius={12} /> : null}
        {billing.data?.bills.length === 0 ? (
          <EmptyState icon={<IconReceiptEuro size={22} />} title={t('none')} text={t('none_text')} />
        ) : null}
        {billing.data && billing.data.bills.length > 0 ? <Bills {...billing.data} /> : null}
      </div>
      {isEditing ? <PriceListDialog onClose={() => setEditing(false)} /> : null}
    </>
  );
}

function Bills({ bills, month }: { bills: readonly ClientBill[]; month: string }) {
  const { cost_in_cents, price_in_cents } = sumLines(bills.flatMap(({ lines }) => lines));
  const sums = [
    [t('you_pay'), cost_in_cents],
    [t('clients_pay'), price_in_cents],
    [t('margin'), price_in_cents - cost_in_cents],
  ] as const;
  return (
    <>
      <dl className="grid gap-4 m-0 max-w-240 grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
        {sums.map(([label, cents]) => (
          <div key={label} className="p-4 border border-line rounded-card bg-surface">
            <dt className="text-ink-3 text-table">{label}</dt>
            <dd className="m-0 text-title font-semibold number">{formatCents(cents)}</dd>
          </div>
        ))}
      </dl>
      <CategoryRows bills={bills} />
      <ClientBills bills={bills} month={month} />
    </>
  );
}
