import type { User } from '@overture/contract/auth';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { searchesEndpoints } from '@overture/contract/searches';
import { IconPlugConnected, IconSend, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { WhenSeen } from '../../ui/layout/when-seen.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { DashboardGoals } from '../goals/index.ts';
import classes from './dashboard.module.css';
import { FirstSteps, SenderWarning } from './first-steps.tsx';
import { RecentCampaigns } from './recent-campaigns.tsx';
import { t } from './texts.ts';

/** The cards of the dashboard, each hidden by its feature flag (campaigns-inbox-agency 2). */
function QuickActions({ user }: { user: User }) {
  const flags = user.organization.branding_settings;
  const cards = [
    flags.lead_lists_enabled && {
      to: pb.searches(),
      icon: IconUsersPlus,
      title: t('find_leads'),
      text: t('find_leads_text'),
    },
    flags.campaign_creation_enabled && {
      to: pb.campaigns(),
      icon: IconSend,
      title: t('create_campaign'),
      text: t('create_campaign_text'),
    },
    { to: pb.senders(), icon: IconPlugConnected, title: t('manage_senders'), text: t('manage_senders_text') },
  ].filter((card) => card !== false);
  return (
    <section aria-label={t('actions')} className={classes.cards}>
      {cards.map(({ to, icon: Icon, title, text }) => (
        <AppLink key={title} to={to} className={classes.card}>
          <span className="grid place-items-center size-9.5 mb-2 rounded-[10px] bg-accent-soft text-accent">
            <Icon size={20} stroke={1.7} aria-hidden />
          </span>
          <h2>{title}</h2>
          <p>{text}</p>
        </AppLink>
      ))}
    </section>
  );
}

const OrganizationAnalyticsSection = lazyPart(() =>
  import('../analytics/organization-analytics.tsx').then((file) => ({ default: file.OrganizationAnalyticsSection })),
);

/** What to do next: what is broken first, then the quick actions, the campaigns that run and their figures, and the steps still to take. */
export function DashboardContent({ user }: { user: User }) {
  const flags = user.organization.branding_settings;
  const lists = useQuery({ ...queryOptions(searchesEndpoints.listSearches), enabled: flags.lead_lists_enabled });
  const campaigns = useQuery({
    ...queryOptions(campaignsEndpoints.listCampaigns),
    enabled: flags.campaign_creation_enabled,
  });
  // Steps are shown only once it is known which of them are done.
  const isKnown =
    (lists.isSuccess || !flags.lead_lists_enabled) && (campaigns.isSuccess || !flags.campaign_creation_enabled);
  const all = campaigns.data?.campaigns ?? [];
  return (
    <>
      <SenderWarning user={user} />
      <QuickActions user={user} />
      {campaigns.isLoading ? <Skeleton height={220} radius={12} /> : null}
      {queryFailure(campaigns) ?? queryFailure(lists)}
      <RecentCampaigns campaigns={all} />
      <DashboardGoals />
      {flags.campaign_creation_enabled && campaigns.isSuccess ? (
        <WhenSeen fallback={<Skeleton height={320} radius={12} />}>
          <Suspense fallback={<Skeleton height={320} radius={12} />}>
            <OrganizationAnalyticsSection hasCampaigns={all.length > 0} />
          </Suspense>
        </WhenSeen>
      ) : null}
      {isKnown ? (
        <FirstSteps
          user={user}
          hasList={(lists.data?.searches ?? []).some(({ is_example }) => !is_example)}
          hasRunningCampaign={all.some((campaign) => campaign.status === 'ACTIVE' || campaign.status === 'COMPLETED')}
        />
      ) : null}
    </>
  );
}
