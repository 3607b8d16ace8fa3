import { analyticsEndpoints } from '@overture/contract/analytics';
import { previousRange } from '@overture/domain/campaign/analytics';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf, call, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { CallsCard } from './calls-card.tsx';
import { METRIC_CARDS, MetricCards } from './cards/metric-cards.tsx';
import { SeriesCard } from './cards/series-card.tsx';
import { MeetingsCard } from './meetings-card.tsx';
import type { OrganizationFilters } from './organization-filters.tsx';
import { type OpenCategory, PeopleDialog } from './people-dialog.tsx';
import { toDays } from './range-field.tsx';
import { ReplyTypesCard } from './reply-types-card.tsx';
import { t } from './texts.ts';

/** The dashboard's six. */
const cards = METRIC_CARDS.filter(({ category }) => category !== 'interested');

export function toQuery(filters: OrganizationFilters) {
  return {
    ...toDays(filters.chosen),
    sender_accounts: filters.senders.length > 0 ? [...filters.senders] : undefined,
    campaigns: filters.campaigns.length > 0 ? [...filters.campaigns] : undefined,
    campaign_statuses: filters.statuses.length > 0 ? [...filters.statuses] : undefined,
  };
}

/** Six numbers with their trend and change, and the series; each number opens its people. */
export function OverviewPart({ filters }: { filters: OrganizationFilters }) {
  const [open, setOpen] = useState<OpenCategory | undefined>();
  const { range, zone } = filters.chosen;
  const query = toQuery(filters);
  const figures = useQuery({
    ...queryOptions(analyticsEndpoints.getOrganizationAnalytics, { query }),
    placeholderData: keepPreviousData,
  });
  const before = useQuery(
    queryOptions(analyticsEndpoints.getOrganizationAnalytics, { query: { ...query, ...previousRange(range) } }),
  ).data?.analytics;
  const analytics = figures.data?.analytics;
  const failure = queryFailure(figures, { title: t('loading_failed'), compact: true });
  if (failure) return failure;
  return (
    <>
      <MetricCards cards={cards} analytics={analytics} before={before} onOpen={setOpen} />
      <SeriesCard range={range} zone={zone} days={figures.isPlaceholderData ? undefined : analytics?.daily_metrics} />
      <ReplyTypesCard query={query} onOpen={setOpen} />
      <MeetingsCard query={query} />
      <CallsCard query={query} />
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
