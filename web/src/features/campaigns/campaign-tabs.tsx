import type { Campaign } from '@overture/contract/campaigns';
import type { KeyboardEvent } from 'react';
import { formatShortNumber } from '../../lib/format.ts';
import classes from './campaign-page.module.css';
import { t } from './texts.ts';

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
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const move = event.key === 'ArrowRight' ? 1 : CAMPAIGN_TABS.length - 1;
    const next = CAMPAIGN_TABS[(CAMPAIGN_TABS.indexOf(tab) + move) % CAMPAIGN_TABS.length] ?? tab;
    onChange(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }
  return (
    <div role="tablist" tabIndex={-1} aria-label={t('tabs')} className={classes.tabs} onKeyDown={onKeyDown}>
      {CAMPAIGN_TABS.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          data-tab={name}
          id={`tab-${name}`}
          aria-selected={tab === name}
          aria-controls="campaign-part"
          tabIndex={tab === name ? 0 : -1}
          className={classes.tab}
          onClick={() => onChange(name)}
        >
          {t(`tab_${name}`)}
          {counts[name] ? (
            <span className={`${classes.tabCount} number`}>{formatShortNumber(counts[name])}</span>
          ) : null}
        </button>
      ))}
    </div>
  );
}
