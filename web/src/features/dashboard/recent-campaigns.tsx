import type { CampaignSummary } from '@overture/contract/campaigns';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { ThinBar } from '../../ui/display/spark.tsx';
import { CampaignStatusChip } from '../campaign-status/index.ts';
import classes from './dashboard.module.css';
import { t } from './texts.ts';

const shownAtMost = 5;

/** The campaigns last made, with how far they are and what came back. */
export function RecentCampaigns({ campaigns }: { campaigns: readonly CampaignSummary[] }) {
  const recent = campaigns.filter((campaign) => campaign.status !== 'ARCHIVED').slice(0, shownAtMost);
  if (recent.length === 0) return null;
  return (
    <section className="border border-line rounded-card bg-surface overflow-hidden">
      <header className="flex items-baseline justify-between pt-4 px-4 pb-2 [&_a]:text-table">
        <h2>{t('recent_campaigns')}</h2>
        <AppLink to={pb.campaigns()}>{t('all_campaigns')}</AppLink>
      </header>
      <ul className="m-0 p-0 list-none">
        {recent.map((campaign) => (
          <li key={campaign.id}>
            <AppLink to={pb.campaign(campaign.id)} className={classes.row}>
              <span className="font-medium truncate">{campaign.name}</span>
              <CampaignStatusChip status={campaign.status} />
              <span
                className={`${classes.progress} flex flex-col gap-1 text-ink-3 text-meta max-sm:flex-row max-sm:items-center`}
              >
                <ThinBar
                  total={campaign.total_prospects}
                  label={t('completed_of', {
                    done: formatNumber(campaign.total_completed_leads),
                    total: formatNumber(campaign.total_prospects),
                  })}
                  parts={[{ value: campaign.total_completed_leads, tone: 'accent', label: 'completed' }]}
                />
                <span className="number">
                  {t('completed_of', {
                    done: formatNumber(campaign.total_completed_leads),
                    total: formatNumber(campaign.total_prospects),
                  })}
                </span>
              </span>
              <span className="text-ink-2 text-end number">
                {t('replies', { count: campaign.total_replies, rate: formatPercent(campaign.reply_rate) })}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
