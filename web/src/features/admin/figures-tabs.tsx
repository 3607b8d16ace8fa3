import { Select } from '@mantine/core';
import { adminFiguresEndpoints } from '@overture/contract/admin-figures';
import {
  ADMIN_DATE_PRESET_LABELS,
  ADMIN_DATE_PRESETS,
  type AdminDatePreset,
  DEFAULT_DATE_PRESETS,
  resolveDatePreset,
} from '@overture/domain/time/date-presets';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { serverToday } from '../../lib/api/server-clock.ts';
import { formatNumber, locale } from '../../lib/format.ts';
import { defineTexts } from '../../lib/texts.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { DaysCard } from './days-card.tsx';
import { t } from './texts.ts';

const periodLabel = defineTexts({ ...ADMIN_DATE_PRESET_LABELS });

const options = ADMIN_DATE_PRESETS.map((value) => ({ value, label: periodLabel(value) }));
const euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });

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
  return (
    <>
      {field}
      <Cards>
        {leads.data ? (
          <>
            <DaysCard name={t('leads_found')} days={leads.data.search_prospects.map(toDay('count'))} />
            <DaysCard name={t('leads_imported')} days={leads.data.csv_prospects.map(toDay('count'))} />
          </>
        ) : null}
        {campaigns.data ? (
          <>
            {SERIES.map((metric) => (
              <DaysCard key={metric} name={t(metric)} days={campaigns.data.daily_metrics.map(toDay(metric))} />
            ))}
            <Card name={t('campaign_leads')} value={formatNumber(campaigns.data.total_prospects)} />
            <Card name={t('leads_with_emails')} value={formatNumber(campaigns.data.prospects_with_emails)} />
          </>
        ) : null}
      </Cards>
      {[leads, campaigns].map((half, index) =>
        half.error ? <div key={index === 0 ? 'leads' : 'campaigns'}>{queryFailure(half)}</div> : null,
      )}
      {leads.isPending || campaigns.isPending ? <Skeleton height={160} /> : null}
    </>
  );
}

const SERIES = [
  'emails_sent',
  'invites_sent',
  'invites_accepted',
  'linkedin_messages_sent',
  'replies',
  'interested',
] as const;

const toDay =
  <Field extends string>(field: Field) =>
  (day: { date: string } & Record<Field, number>) => ({ date: day.date, count: day[field] });

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
