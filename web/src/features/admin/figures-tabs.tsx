import { Select } from '@mantine/core';
import { adminFiguresEndpoints } from '@overture/contract/admin-figures';
import {
  ADMIN_DATE_PRESETS,
  type AdminDatePreset,
  DATE_PRESET_LABELS,
  DEFAULT_DATE_PRESETS,
  resolveDatePreset,
} from '@overture/domain/time/date-presets';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { serverToday } from '../../lib/api/server-clock.ts';
import { formatNumber } from '../../lib/format.ts';
import { Sparkline } from '../../ui/display/spark.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { t } from './texts.ts';

const options = ADMIN_DATE_PRESETS.map((value) => ({ value, label: DATE_PRESET_LABELS[value] }));
const euros = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });

function usePeriod(first: AdminDatePreset) {
  const [preset, setPreset] = useState<AdminDatePreset>(first);
  const field = (
    <Select
      aria-label={t('period')}
      data={options}
      value={preset}
      allowDeselect={false}
      w={160}
      mb={16}
      onChange={(next) => setPreset((next ?? first) as AdminDatePreset)}
    />
  );
  return { field, range: resolveDatePreset(preset, serverToday())! };
}

/** What an organization brings and costs, as the operator estimates it. */
export function CostsTab({ id }: { id: number }) {
  const { field, range } = usePeriod(DEFAULT_DATE_PRESETS.admin_costs);
  const found = useQuery(queryOptions(adminFiguresEndpoints.getAdminCosts, { params: { id }, query: range }));
  const { data } = found;
  return (
    <>
      {field}
      {found.error ? queryFailure(found) : null}
      {data ? (
        <Cards>
          <Card name={t('revenue')} value={euros.format(data.revenue.total_revenue)}>
            <Line name={t('base_revenue')} value={euros.format(data.revenue.base_revenue)} />
            <Line name={t('extra_linkedin_revenue')} value={euros.format(data.revenue.extra_linkedin_revenue)} />
            <Line name={t('extra_email_revenue')} value={euros.format(data.revenue.extra_email_revenue)} />
          </Card>
          <Card name={t('costs')} value={euros.format(data.costs.total_costs)}>
            <Line name={t('search_costs')} value={euros.format(data.costs.search_costs)} />
            <Line name={t('sender_accounts_costs')} value={euros.format(data.costs.sender_accounts_costs)} />
            <Line name={t('email_credits_costs')} value={euros.format(data.costs.email_credits_costs)} />
          </Card>
          <Card name={t('margin')} value={euros.format(data.margin)} />
          <Card name={t('metrics')}>
            <Line name={t('search_costs')} value={formatNumber(data.metrics.total_prospects_found)} />
            <Line name={t('leads_with_emails')} value={formatNumber(data.metrics.prospects_with_emails)} />
            <Line name={t('sender_accounts_costs')} value={formatNumber(data.metrics.active_sender_accounts)} />
            <Line name={t('extra_linkedin_revenue')} value={formatNumber(data.metrics.extra_linkedin_accounts)} />
            <Line name={t('extra_email_revenue')} value={formatNumber(data.metrics.extra_email_accounts)} />
          </Card>
        </Cards>
      ) : (
        <Skeleton height={160} />
      )}
      <p className="mt-3 text-ink-3 text-table">{t('costs_note')}</p>
    </>
  );
}

/** Leads and campaigns of an organization in a period. */
export function AnalyticsTab({ id }: { id: number }) {
  const { field, range } = usePeriod(DEFAULT_DATE_PRESETS.admin_analytics);
  const leads = useQuery(queryOptions(adminFiguresEndpoints.getAdminSearchAnalytics, { params: { id }, query: range }));
  const campaigns = useQuery(
    queryOptions(adminFiguresEndpoints.getAdminCampaignAnalytics, { params: { id }, query: range }),
  );
  const days = campaigns.data?.daily_metrics ?? [];
  return (
    <>
      {field}
      {leads.error ? queryFailure(leads) : null}
      {campaigns.error ? queryFailure(campaigns) : null}
      {leads.data && campaigns.data ? (
        <Cards>
          <Series name={t('leads_found')} values={leads.data.search_prospects.map(({ count }) => count)} />
          <Series name={t('leads_imported')} values={leads.data.csv_prospects.map(({ count }) => count)} />
          <Series name={t('emails_sent')} values={days.map((day) => day.emails_sent)} />
          <Series name={t('invites_sent')} values={days.map((day) => day.invites_sent)} />
          <Series name={t('messages_sent')} values={days.map((day) => day.linkedin_messages_sent)} />
          <Series name={t('leads_replied')} values={days.map((day) => day.replies)} />
          <Card name={t('campaign_leads')} value={formatNumber(campaigns.data.total_prospects)} />
          <Card name={t('leads_with_emails')} value={formatNumber(campaigns.data.prospects_with_emails)} />
        </Cards>
      ) : (
        <Skeleton height={160} />
      )}
    </>
  );
}

function Cards({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-4">{children}</div>;
}

function Card({ name, value, children }: { name: string; value?: string; children?: ReactNode }) {
  return (
    <section className="grid content-start gap-2 p-4 border border-line rounded-card bg-surface" aria-label={name}>
      <h2 className="text-ink-3 text-meta">{name}</h2>
      {value === undefined ? null : <p className="text-figure font-semibold number">{value}</p>}
      {children ? <dl className="grid gap-1 m-0">{children}</dl> : null}
    </section>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-3 text-table">
      <dt className="text-ink-3">{name}</dt>
      <dd className="m-0 number">{value}</dd>
    </div>
  );
}

function Series({ name, values }: { name: string; values: readonly number[] }) {
  const total = values.reduce((sum, value) => sum + value, 0);
  return (
    <section
      className="flex items-end justify-between gap-3 p-4 border border-line rounded-card bg-surface"
      aria-label={name}
    >
      <div className="grid gap-2">
        <h2 className="text-ink-3 text-meta">{name}</h2>
        <p className="text-figure font-semibold number">{formatNumber(total)}</p>
      </div>
      <Sparkline values={values} width={120} height={32} label={`${name}: ${formatNumber(total)}`} />
    </section>
  );
}
