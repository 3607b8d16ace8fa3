import { DEFAULT_DATE_PRESETS } from '@overture/domain/time/date-presets';
import { useId, useState } from 'react';
import { WithOwnZone } from '../../lib/own-zone.tsx';
import { TabList } from '../../ui/layout/tab-list.tsx';
import classes from './analytics.module.css';
import { CampaignsTab } from './campaigns-part.tsx';
import { NoCampaigns } from './no-campaigns.tsx';
import { OrganizationFilterBar, type OrganizationFilters } from './organization-filters.tsx';
import { OverviewPart } from './overview-part.tsx';
import { PerformancePart } from './performance-part.tsx';
import { toRange } from './range-field.tsx';
import { t } from './texts.ts';

const TABS = ['overview', 'campaigns', 'performance'] as const;
type Tab = (typeof TABS)[number];

/** The dashboard's figures over all campaigns: overview, campaigns, performance, behind one row of filters. */
export function OrganizationAnalyticsSection(props: { hasCampaigns: boolean }) {
  return <WithOwnZone height={320}>{(zone) => <Section {...props} zone={zone} />}</WithOwnZone>;
}

function Section({ hasCampaigns, zone }: { hasCampaigns: boolean; zone: string }) {
  const [tab, setTab] = useState<Tab>('overview');
  const [filters, setFilters] = useState<OrganizationFilters>(() => ({
    chosen: toRange(DEFAULT_DATE_PRESETS.dashboard, zone),
    senders: [],
    campaigns: [],
    statuses: [],
  }));
  const id = useId();
  return (
    <section className="flex flex-col gap-4" aria-labelledby={`${id}-title`}>
      <div className={`${classes.sectionHead} flex flex-wrap items-center justify-between gap-3`}>
        <h2 id={`${id}-title`}>{t('section')}</h2>
        {hasCampaigns ? <OrganizationFilterBar filters={filters} onChange={setFilters} /> : null}
      </div>
      {hasCampaigns ? (
        <>
          <TabList
            label={t('tabs')}
            tabs={TABS}
            current={tab}
            onChange={setTab}
            idStart={id}
            panelId={`${id}-part`}
            classes={classes}
          >
            {(name) => t(`tab_${name}`)}
          </TabList>
          <div id={`${id}-part`} role="tabpanel" aria-labelledby={`${id}-${tab}`} className="flex flex-col gap-4">
            {tab === 'overview' ? <OverviewPart filters={filters} /> : null}
            {tab === 'campaigns' ? <CampaignsTab filters={filters} /> : null}
            {tab === 'performance' ? <PerformancePart filters={filters} /> : null}
          </div>
        </>
      ) : (
        <NoCampaigns />
      )}
    </section>
  );
}
