import type { CampaignSummary } from '@overture/contract/campaigns';
import { formatNumber, formatPercent } from '../../../lib/format.ts';
import { nodeKindLabel } from '../../../lib/labels/campaign/node-kind.ts';
import { ThinBar } from '../../../ui/display/spark.tsx';
import { t } from './texts.ts';

type Replies = Pick<CampaignSummary, 'reply_rate' | 'total_replies' | 'total_contacted' | 'ab_testing'>;

/** 'A 6.3% / B 2.6%' in the digits of the language. */
const sayRates = (rates: string): string =>
  rates
    .split(' ')
    .map((word) => (word.endsWith('%') ? formatPercent(Number(word.slice(0, -1))) : word))
    .join(' ');

/** Reply rate as figure and bar, with that of each variant where two are tested; the bar ends at 100 percent. */
export function ReplyRate({ campaign }: { campaign: Replies }) {
  const label = t('replies_of', { count: campaign.total_replies, contacted: formatNumber(campaign.total_contacted) });
  const { step, reply_rate_display, other_steps } = campaign.ab_testing;
  const rates = reply_rate_display && sayRates(reply_rate_display);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 leading-4">
      <span className="min-w-11 number">{formatPercent(campaign.reply_rate)}</span>
      <ThinBar
        width={96}
        total={100}
        label={label}
        parts={[{ value: Math.min(100, campaign.reply_rate), tone: 'green', label }]}
      />
      {step && rates ? (
        <span
          className="text-ink-3 text-meta whitespace-nowrap number"
          title={t(other_steps > 0 ? 'variants_more' : 'variants', {
            rates,
            number: step.number,
            step: nodeKindLabel(step.type),
            count: other_steps,
          })}
        >
          {t('variants_of', { rates, number: step.number })}
        </span>
      ) : null}
    </span>
  );
}

type Completed = Pick<CampaignSummary, 'total_completed_leads' | 'total_prospects'>;

/** Leads the campaign is over for, out of all. */
export function LeadsCompleted({ campaign }: { campaign: Completed }) {
  const values = {
    completed: formatNumber(campaign.total_completed_leads),
    total: formatNumber(campaign.total_prospects),
  };
  const label = t('completed_of', values);
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span className="min-w-19 number" title={label}>
        {values.completed}
        <span className="text-ink-3"> / {values.total}</span>
      </span>
      <ThinBar
        width={72}
        total={Math.max(1, campaign.total_prospects)}
        label={label}
        parts={[{ value: campaign.total_completed_leads, tone: 'accent', label }]}
      />
    </span>
  );
}
