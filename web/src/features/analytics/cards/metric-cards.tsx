import type { OrganizationAnalytics } from '@overture/contract/analytics';
import {
  changeInPercent,
  type DailyMetric,
  type MetricCategory,
  rateInPercent,
} from '@overture/domain/campaign/analytics';
import type { ReactNode } from 'react';
import { formatPercent } from '../../../lib/format.ts';
import classes from '../analytics.module.css';
import type { OpenCategory } from '../people-dialog.tsx';
import { t } from '../texts.ts';
import { MetricCard } from './metric-card.tsx';

interface Metric {
  category: MetricCategory;
  amount: keyof OrganizationAnalytics & `amount_of_${string}`;
  text: Parameters<typeof t>[0];
  series?: DailyMetric;
}

/** The numbers of campaigns, in the order of their cards. */
export const METRIC_CARDS: readonly Metric[] = [
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

interface MetricCardsProps {
  cards: readonly Metric[];
  /** Undefined while they load. */
  analytics: OrganizationAnalytics | undefined;
  /** The figures of the range before, for the change. */
  before: OrganizationAnalytics | undefined;
  onOpen: (open: OpenCategory) => void;
  /** Cards behind the last one. */
  children?: ReactNode;
}

/** Numbers with their trend and change; each opens its people. */
export function MetricCards({ cards, analytics, before, onOpen, children }: MetricCardsProps) {
  return (
    <div className={classes.metrics} data-six={cards.length === 6 || undefined}>
      {cards.map(({ category, amount, text, series }) => (
        <MetricCard
          key={category}
          name={t(text)}
          value={analytics?.[amount]}
          series={series ? analytics?.daily_metrics.map((day) => day[series]) : undefined}
          change={analytics && before ? changeInPercent(analytics[amount], before[amount]) : undefined}
          detail={formatDetail(category, analytics)}
          onOpen={() => onOpen({ category, name: t(text) })}
        />
      ))}
      {children}
    </div>
  );
}

/** Replies over contacted leads, accepted over sent invites. */
function formatDetail(category: MetricCategory, figures: OrganizationAnalytics | undefined): string | undefined {
  if (!figures) return undefined;
  if (category === 'replies') {
    const rate = rateInPercent(figures.amount_of_replies, figures.amount_of_prospects_contacted);
    return rate === null ? undefined : t('reply_rate', { rate: formatPercent(rate) });
  }
  if (category === 'interested') {
    const rate = rateInPercent(figures.amount_of_interested, figures.amount_of_prospects_contacted);
    return rate === null ? undefined : t('positive_rate', { rate: formatPercent(rate) });
  }
  if (category !== 'invites_accepted') return undefined;
  const rate = rateInPercent(figures.amount_of_invites_accepted, figures.amount_of_invites_sent);
  return rate === null ? undefined : t('acceptance_rate', { rate: formatPercent(rate) });
}
