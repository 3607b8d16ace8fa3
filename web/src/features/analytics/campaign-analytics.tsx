import { analyticsEndpoints, type CampaignAnalytics } from '@overture/contract/analytics';
import type { Campaign } from '@overture/contract/campaigns';
import { previousRange } from '@overture/domain/campaign/analytics';
import { DEFAULT_DATE_PRESETS } from '@overture/domain/time/date-presets';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf, call, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { replyClassLabel } from '../../lib/labels/inbox/reply-class.ts';
import { WithOwnZone } from '../../lib/own-zone.tsx';
import { CampaignLinks } from '../link-tracking/index.ts';
import { AbResults } from './ab-results.tsx';
import classes from './analytics.module.css';
import { METRIC_CARDS, MetricCards } from './cards/metric-cards.tsx';
import { SeriesCard } from './cards/series-card.tsx';
import { RevisionFiguresCard } from './compared/revision-figures.tsx';
import { SenderFiguresCard } from './compared/sender-figures.tsx';
import { MeetingsCard } from './meetings-card.tsx';
import { type OpenCategory, PeopleDialog } from './people-dialog.tsx';
import { type ChosenDays, type ChosenRange, RangeField, toDays, toRange, wholeRange } from './range-field.tsx';
import { StepFunnel } from './step-funnel.tsx';
import { TermsButton } from './terms-button.tsx';
import { t } from './texts.ts';

/** How many leads say what; nothing before the first answer. */
function ClassCounts({ campaignId }: { campaignId: number }) {
  const { data } = useQuery(queryOptions(analyticsEndpoints.listCampaignClasses, { params: { id: campaignId } }));
  if (!data || data.classes.length === 0) return null;
  return (
    <section className={classes.card} aria-label={t('reply_types')}>
      <header className={classes.cardHead}>
        <div>
          <h3>{t('reply_types')}</h3>
          <p>{t('reply_types_text')}</p>
        </div>
      </header>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-4 m-0 py-3 px-4 border-t border-line">
        {data.classes.map(({ class: name, leads }) => (
          <div key={name}>
            <dt className="text-ink-3 text-meta">{replyClassLabel(name)}</dt>
            <dd className="m-0 text-figure font-semibold leading-[1.25] number">{leads}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type AnalyzedCampaign = Pick<Campaign, 'id' | 'status' | 'activated_at'>;

/** The last days of these say nothing: they open with all their days. */
const IS_OVER: readonly Campaign['status'][] = ['COMPLETED', 'ARCHIVED'];

/** The analytics tab of a campaign: figures, series, steps and branches, A/B tests. */
export function CampaignAnalyticsTab(props: { campaign: AnalyzedCampaign }) {
  return <WithOwnZone height={320}>{(zone) => <Analytics {...props} zone={zone} />}</WithOwnZone>;
}

function Analytics({ campaign, zone }: { campaign: AnalyzedCampaign; zone: string }) {
  const campaignId = campaign.id;
  const since = campaign.activated_at ?? undefined;
  const [chosen, choose] = useState<ChosenRange>(() =>
    since !== undefined && IS_OVER.includes(campaign.status)
      ? wholeRange(since, zone)
      : toRange(DEFAULT_DATE_PRESETS.campaign_analytics, zone),
  );
  const [open, setOpen] = useState<OpenCategory | undefined>();
  const { range } = chosen;
  const days = toDays(chosen);
  const params = { id: campaignId };
  const figures = useQuery({
    ...queryOptions(analyticsEndpoints.getCampaignAnalytics, { params, query: days }),
    placeholderData: keepPreviousData,
  });
  const before = useQuery({
    ...queryOptions(analyticsEndpoints.getCampaignAnalytics, { params, query: { ...days, ...previousRange(range) } }),
    // Nothing was sent before the campaign.
    enabled: chosen.preset !== 'whole',
  });
  const analytics = figures.data?.analytics;
  return (
    <div className="flex flex-col gap-4 pt-0 px-gutter pb-8">
      <h2 className="visually-hidden">{t('figures')}</h2>
      <div className="flex flex-wrap gap-2">
        <RangeField value={chosen} onChange={choose} since={since} />
        <TermsButton />
      </div>
      {queryFailure(figures, { title: t('loading_failed') }) ?? (
        <>
          <MetricCards cards={METRIC_CARDS} analytics={analytics} before={before.data?.analytics} onOpen={setOpen}>
            <ReplyTime seconds={analytics?.average_reply_time ?? null} onOpen={setOpen} />
          </MetricCards>
          <SeriesCard
            range={range}
            zone={chosen.zone}
            days={figures.isPlaceholderData ? undefined : analytics?.daily_metrics}
            onShowAll={
              since === undefined || chosen.preset === 'whole'
                ? undefined
                : () => choose(wholeRange(since, chosen.zone))
            }
          />
          <ClassCounts campaignId={campaignId} />
          {analytics ? <StepCards campaignId={campaignId} days={days} analytics={analytics} onOpen={setOpen} /> : null}
        </>
      )}
      {open ? (
        <CountedPeople
          key={open.category}
          campaignId={campaignId}
          days={days}
          open={open}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </div>
  );
}

/** How long leads take to answer, beside the counts. */
function ReplyTime({ seconds, onOpen }: { seconds: number | null; onOpen: (open: OpenCategory) => void }) {
  const name = t('reply_time');
  return (
    <button
      type="button"
      className={classes.metric}
      title={t('open_people', { name })}
      onClick={() => onOpen({ category: 'replies', name })}
    >
      <span className="m-0 text-ink-3 text-meta">{name}</span>
      <span className="text-figure font-semibold leading-[1.25] number">{durationInWords(seconds)}</span>
    </button>
  );
}

interface CountedPeopleProps {
  campaignId: number;
  days: ChosenDays;
  open: OpenCategory;
  onClose: () => void;
}

/** Who was counted for a number. */
function CountedPeople({ campaignId, days, open, onClose }: CountedPeopleProps) {
  const params = { id: campaignId };
  const counted = isOfPipeline(open.category) ? null : days;
  return (
    <PeopleDialog
      open={open}
      cacheKey={[campaignId, counted]}
      fileOf={(category) =>
        addressOf(analyticsEndpoints.downloadCampaignAnalyticsProspects, { params, query: { category, ...counted } })
      }
      load={(category, page) =>
        call(analyticsEndpoints.listCampaignAnalyticsProspects, { params, query: { category, page, ...counted } })
      }
      onClose={onClose}
    />
  );
}

interface StepCardsProps {
  campaignId: number;
  days: ChosenDays;
  analytics: CampaignAnalytics;
  onOpen: (open: OpenCategory) => void;
}

/** What the steps came to: of all, by sender, by variant. */
function StepCards({ campaignId, days, analytics, onOpen }: StepCardsProps) {
  const { steps } = analytics.ab_testing;
  return (
    <>
      <MeetingsCard query={{ ...days, campaigns: [campaignId] }} />
      <StepFunnel analytics={analytics} onOpen={onOpen} />
      <SenderFiguresCard campaignId={campaignId} days={days} steps={analytics.metrics_per_step} />
      <RevisionFiguresCard campaignId={campaignId} />
      <CampaignLinks campaignId={campaignId} />
      {steps.length > 0 ? (
        <AbResults campaignId={campaignId} tests={steps} steps={analytics.metrics_per_step} onOpen={onOpen} />
      ) : null}
    </>
  );
}

/** Numbers of the pipeline are over the whole campaign; the others are of the range. */
const isOfPipeline = (category: string): boolean => /\d|^(not_started|completed|failed|replied)$/.test(category);

/** Seconds as people say them; a dash for none. */
export function durationInWords(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 5400) return t('minutes', { count: Math.max(1, Math.round(seconds / 60)) });
  if (seconds < 172_800) return t('hours', { count: Math.round(seconds / 3600) });
  return t('days', { count: Math.round(seconds / 86_400) });
}
