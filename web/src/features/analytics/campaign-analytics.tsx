import { analyticsEndpoints, type CampaignAnalytics } from '@overture/contract/analytics';
import {
  changeInPercent,
  type DailyMetric,
  type MetricCategory,
  previousRange,
  rateInPercent,
} from '@overture/domain/analytics';
import { DEFAULT_DATE_PRESETS, isDateRangeValid } from '@overture/domain/date-presets';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf, call, errorMessage, queryOptions } from '../../lib/api-client.ts';
import { formatPercent } from '../../lib/format.ts';
import { ErrorState } from '../../ui/states.tsx';
import { AbResults } from './ab-results.tsx';
import classes from './analytics.module.css';
import { MetricCard } from './metric-card.tsx';
import { type OpenCategory, PeopleDialog } from './people-dialog.tsx';
import { type ChosenRange, RangeField, rangeOf } from './range-field.tsx';
import { SeriesCard } from './series-card.tsx';
import { StepFunnel } from './step-funnel.tsx';
import { t } from './texts.ts';

/** The analytics tab of a campaign: figures, series, steps and branches, A/B tests. */
export function CampaignAnalyticsTab({ campaignId }: { campaignId: number }) {
  const [chosen, choose] = useState<ChosenRange>(() => rangeOf(DEFAULT_DATE_PRESETS.campaign_analytics));
  const [open, setOpen] = useState<OpenCategory | undefined>();
  const { range } = chosen;
  const params = { id: campaignId };
  const isValid = isDateRangeValid(range);
  const figures = useQuery({
    ...queryOptions(analyticsEndpoints.getCampaignAnalytics, { params, query: range }),
    enabled: isValid,
    placeholderData: keepPreviousData,
  });
  const before = useQuery({
    ...queryOptions(analyticsEndpoints.getCampaignAnalytics, { params, query: isValid ? previousRange(range) : range }),
    enabled: isValid,
  });
  const analytics = figures.data?.analytics;
  // Numbers of the pipeline are over the whole campaign; the others are of the range.
  const isStanding = open !== undefined && /\d|^(not_started|completed|failed|replied)$/.test(open.category);
  return (
    <div className={classes.page}>
      <RangeField value={chosen} onChange={choose} />
      {figures.isError && !analytics ? (
        <ErrorState
          title={t('loading_failed')}
          message={errorMessage(figures.error, '')}
          onRetry={() => void figures.refetch()}
          retrying={figures.isFetching}
        />
      ) : (
        <>
          <CampaignCards analytics={analytics} before={before.data?.analytics} onOpen={setOpen} />
          <SeriesCard range={range} days={figures.isPlaceholderData ? undefined : analytics?.daily_metrics} />
          {analytics ? <StepFunnel analytics={analytics} onOpen={setOpen} /> : null}
          {analytics && analytics.ab_testing.steps.length > 0 ? <AbResults tests={analytics.ab_testing.steps} /> : null}
        </>
      )}
      {open ? (
        <PeopleDialog
          key={open.category}
          open={open}
          cacheKey={[campaignId, isStanding ? null : range]}
          fileOf={(category) =>
            addressOf(analyticsEndpoints.downloadCampaignAnalyticsProspects, {
              params,
              query: { category, ...(isStanding ? {} : range) },
            })
          }
          load={(category, page) =>
            call(analyticsEndpoints.listCampaignAnalyticsProspects, {
              params,
              query: { category, page, ...(isStanding ? {} : range) },
            })
          }
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </div>
  );
}

interface CardsProps {
  analytics: CampaignAnalytics | undefined;
  before: CampaignAnalytics | undefined;
  onOpen: (open: OpenCategory) => void;
}

type Amount = Exclude<keyof CampaignAnalytics & `amount_of_${string}`, 'amount_of_prospects'>;

const cards: { category: MetricCategory; amount: Amount; text: Parameters<typeof t>[0]; series?: DailyMetric }[] = [
  { category: 'prospects_contacted', amount: 'amount_of_prospects_contacted', text: 'contacted' },
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
  { category: 'interested', amount: 'amount_of_interested', text: 'interested', series: 'interested' },
];

function CampaignCards({ analytics, before, onOpen }: CardsProps) {
  return (
    <div className={classes.metrics}>
      {cards.map(({ category, amount, text, series }) => (
        <MetricCard
          key={category}
          name={t(text)}
          value={analytics?.[amount]}
          series={series ? analytics?.daily_metrics.map((day) => day[series]) : undefined}
          change={analytics && before ? changeInPercent(analytics[amount], before[amount]) : undefined}
          detail={detailOf(category, analytics)}
          onOpen={() => onOpen({ category, name: t(text) })}
        />
      ))}
      <div className={classes.metric} data-still>
        <span className={classes.metricName}>{t('reply_time')}</span>
        <span className={`${classes.figure} number`}>{durationInWords(analytics?.average_reply_time ?? null)}</span>
      </div>
    </div>
  );
}

/** Replies over contacted leads, accepted over sent invites (campaigns 9 Analytics). */
export function detailOf(
  category: MetricCategory,
  figures: Pick<CampaignAnalytics, Amount> | undefined,
): string | undefined {
  if (!figures) return undefined;
  if (category === 'replies') {
    const rate = rateInPercent(figures.amount_of_replies, figures.amount_of_prospects_contacted);
    return rate === null ? undefined : t('reply_rate', { rate: formatPercent(rate) });
  }
  if (category !== 'invites_accepted') return undefined;
  const rate = rateInPercent(figures.amount_of_invites_accepted, figures.amount_of_invites_sent);
  return rate === null ? undefined : t('acceptance_rate', { rate: formatPercent(rate) });
}

/** Seconds as people say them; a dash for none. */
export function durationInWords(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 5400) return t('minutes', { count: Math.max(1, Math.round(seconds / 60)) });
  if (seconds < 172_800) return t('hours', { count: Math.round(seconds / 3600) });
  return t('days', { count: Math.round(seconds / 86_400) });
}
