import { analyticsEndpoints } from '@overture/contract/analytics';
import { changeInPercent, type DailyMetric, type MetricCategory, previousRange } from '@overture/domain/analytics';
import { isDateRangeValid } from '@overture/domain/date-presets';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf, call, errorMessage, queryOptions } from '../../lib/api-client.ts';
import { ErrorState } from '../../ui/states.tsx';
import classes from './analytics.module.css';
import { detailOf } from './campaign-analytics.tsx';
import { MetricCard } from './metric-card.tsx';
import type { OrganizationFilters } from './organization-filters.tsx';
import { type OpenCategory, PeopleDialog } from './people-dialog.tsx';
import { SeriesCard } from './series-card.tsx';
import { t } from './texts.ts';

const cards = [
  { category: 'prospects_contacted', amount: 'amount_of_prospects_contacted', text: 'contacted', series: null },
  { category: 'emails_sent', amount: 'amount_of_emails_sent', text: 'emails_sent', series: 'emails_sent' },
  {
    category: 'linkedin_messages_sent',
    amount: 'amount_of_linkedin_messages_sent',
    text: 'linkedin_messages_sent',
    series: 'linkedin_messages_sent',
  },
  { category: 'invites_sent', amount: 'amount_of_invites_sent', text: 'invites_sent', series: 'invites_sent' },
  {
    category: 'invites_accepted',
    amount: 'amount_of_invites_accepted',
    text: 'invites_accepted',
    series: 'invites_accepted',
  },
  { category: 'replies', amount: 'amount_of_replies', text: 'replies', series: 'replies' },
] as const satisfies readonly { category: MetricCategory; series: DailyMetric | null; [key: string]: unknown }[];

/** Filters as the calls take them. */
export function queryOf(filters: OrganizationFilters) {
  return {
    ...filters.chosen.range,
    sender_accounts: filters.senders.length > 0 ? [...filters.senders] : undefined,
    campaigns: filters.campaigns.length > 0 ? [...filters.campaigns] : undefined,
    campaign_statuses: filters.statuses.length > 0 ? [...filters.statuses] : undefined,
  };
}

/** Six numbers with their trend and change, and the series; each number opens its people. */
export function OverviewPart({ filters }: { filters: OrganizationFilters }) {
  const [open, setOpen] = useState<OpenCategory | undefined>();
  const { range } = filters.chosen;
  const query = queryOf(filters);
  const isValid = isDateRangeValid(range);
  const figures = useQuery({
    ...queryOptions(analyticsEndpoints.getOrganizationAnalytics, { query }),
    enabled: isValid,
    placeholderData: keepPreviousData,
  });
  const earlier = { ...query, ...(isValid ? previousRange(range) : {}) };
  const before = useQuery({
    ...queryOptions(analyticsEndpoints.getOrganizationAnalytics, { query: earlier }),
    enabled: isValid,
  }).data?.analytics;
  const analytics = figures.data?.analytics;
  if (figures.isError && !analytics) {
    return (
      <ErrorState
        compact
        title={t('loading_failed')}
        message={errorMessage(figures.error, '')}
        onRetry={() => void figures.refetch()}
        retrying={figures.isFetching}
      />
    );
  }
  return (
    <>
      <div className={classes.metrics}>
        {cards.map(({ category, amount, text, series }) => (
          <MetricCard
            key={category}
            name={t(text)}
            value={analytics?.[amount]}
            series={series ? analytics?.daily_metrics.map((day) => day[series]) : undefined}
            change={analytics && before ? changeInPercent(analytics[amount], before[amount]) : undefined}
            detail={detailOf(category, analytics)}
            onOpen={() => setOpen({ category, name: t(text) })}
          />
        ))}
      </div>
      <SeriesCard range={range} days={figures.isPlaceholderData ? undefined : analytics?.daily_metrics} />
      {open ? (
        <PeopleDialog
          key={open.category}
          open={open}
          cacheKey={['organization', query]}
          fileOf={(category) =>
            addressOf(analyticsEndpoints.downloadOrganizationAnalyticsProspects, { query: { ...query, category } })
          }
          load={(category, page) =>
            call(analyticsEndpoints.listOrganizationAnalyticsProspects, { query: { ...query, category, page } })
          }
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </>
  );
}
