import type { Campaign } from '@overture/contract/campaigns';
import { formatShortNumber } from '../../../lib/format.ts';
import { TabList } from '../../../ui/layout/tab-list.tsx';
import classes from '../campaigns.module.css';
import { t } from '../texts.ts';

export const CAMPAIGN_TABS = ['steps', 'prospects', 'analytics'] as const;
export type CampaignTab = (typeof CAMPAIGN_TABS)[number];

interface CampaignTabsProps {
  tab: CampaignTab;
  campaign: Campaign | undefined;
  onChange: (tab: CampaignTab) => void;
}

/** Steps, prospects and analytics. Arrow keys move between them. */
export function CampaignTabs({ tab, campaign, onChange }: CampaignTabsProps) {
  const counts: Record<CampaignTab, number | undefined> = {
    steps: campaign && campaign.steps.length + campaign.conditions.length,
    prospects: campaign?.total_prospects,
    analytics: undefined,
  };
  return (
    <TabList
      label={t('tabs')}
      tabs={CAMPAIGN_TABS}
      current={tab}
      onChange={onChange}
      idStart="tab"
      panelId="campaign-part"
      classes={classes}
    >
      {(name) => (
        <>
          {t(`tab_${name}`)}
          {counts[name] ? (
            <span className={`${classes.tabCount} number`}>{formatShortNumber(counts[name])}</span>
          ) : null}
        </>
      )}
    </TabList>
  );
}
