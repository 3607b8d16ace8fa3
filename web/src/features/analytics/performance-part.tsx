import { campaignsEndpoints } from '@overture/contract/campaigns';
import { UI } from '@overture/domain/limits';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatPercent } from '../../lib/format.ts';
import { nameZone } from '../../lib/time-zones.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { WhenSeen } from '../../ui/layout/when-seen.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import classes from './analytics.module.css';
import { bestFirst, saveCampaigns } from './campaigns-part.tsx';
import { NoCampaigns } from './no-campaigns.tsx';
import type { OrganizationFilters } from './organization-filters.tsx';
import { toQuery } from './overview-part.tsx';
import { t } from './texts.ts';

const TopChart = lazyPart(() => import('./cards/series-chart.tsx').then((file) => ({ default: file.TopChart })));

/** The ten best campaigns by reply rate. */
export function PerformancePart({ filters }: { filters: OrganizationFilters }) {
  const list = useQuery({
    ...queryOptions(campaignsEndpoints.listCampaignAnalytics, {
      query: { ...toQuery(filters), page: 1, sort_field: 'reply_rate', sort_direction: 'desc' },
    }),
    placeholderData: keepPreviousData,
  });
  const contacted = list.data?.campaigns.filter((campaign) => campaign.total_contacted > 0).slice(0, UI.top_campaigns);
  const failure = queryFailure(list, { title: t('loading_failed'), compact: true });
  if (failure) return failure;
  if (contacted?.length === 0) return <NoCampaigns />;
  const words = contacted?.map(({ name, reply_rate }) => `${name}: ${formatPercent(reply_rate)}`).join(', ');
  return (
    <section className={classes.card} aria-label={t('top')}>
      <header className={classes.cardHead}>
        <div>
          <h3>{t('top')}</h3>
          <p>{t('top_text', { zone: nameZone(filters.chosen.zone) })}</p>
        </div>
        <AppButton
          size="small"
          icon={<IconDownload size={15} aria-hidden />}
          disabled={!contacted}
          onClick={() => saveCampaigns(filters, bestFirst)}
        >
          {t('download')}
        </AppButton>
      </header>
      <div
        className="min-h-[276px] pt-2 px-4 pb-4 data-fit:min-h-0"
        data-fit
        role="img"
        aria-label={`${t('top')}: ${words ?? ''}`}
      >
        {contacted ? (
          <WhenSeen fallback={<Skeleton height={260} />}>
            <Suspense fallback={<Skeleton height={260} />}>
              <TopChart campaigns={contacted} />
            </Suspense>
          </WhenSeen>
        ) : (
          <Skeleton height={260} />
        )}
      </div>
    </section>
  );
}
