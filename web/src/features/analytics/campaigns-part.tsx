import { type CampaignSummary, campaignsEndpoints } from '@overture/contract/campaigns';
import { PAGE_SIZES } from '@overture/domain/limits';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { saveFile } from '../../lib/save-csv.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import type { DataColumn, SortState } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { rowsOfPage, usePager } from '../../ui/table/use-pager.ts';
import { CampaignStatusChip } from '../campaign-status/index.ts';
import classes from './analytics.module.css';
import { NoCampaigns } from './no-campaigns.tsx';
import type { OrganizationFilters } from './organization-filters.tsx';
import { toQuery } from './overview-part.tsx';
import { t } from './texts.ts';

const figure = (id: 'total_prospects' | 'total_contacted' | 'total_replies', header: string) =>
  ({
    id,
    header,
    width: 120,
    align: 'right',
    sort_field: id,
    cell: (campaign: CampaignSummary) => <span className="number">{formatNumber(campaign[id])}</span>,
  }) as const satisfies DataColumn<CampaignSummary>;

const columns: DataColumn<CampaignSummary>[] = [
  {
    id: 'name',
    header: t('column_name'),
    width: 260,
    sort_field: 'name',
    title: (campaign) => campaign.name,
    cell: (campaign) => <span className="truncate">{campaign.name}</span>,
  },
  {
    id: 'status',
    header: t('column_status'),
    width: 130,
    sort_field: 'status',
    cell: (campaign) => <CampaignStatusChip status={campaign.status} />,
  },
  figure('total_prospects', t('column_leads')),
  figure('total_contacted', t('column_contacted')),
  figure('total_replies', t('column_replies')),
  {
    id: 'reply_rate',
    header: t('column_rate'),
    width: 120,
    align: 'right',
    sort_field: 'reply_rate',
    cell: (campaign) => <span className="number">{formatPercent(campaign.reply_rate)}</span>,
  },
];

/** Default order of the dashboard's table. */
export const bestFirst: SortState = { field: 'reply_rate', direction: 'desc' };

/** Campaigns with their figures in the period; a row opens the campaign. */
export function CampaignsTab({ filters }: { filters: OrganizationFilters }) {
  const go = useGo();
  const [sort, setSort] = useState<SortState>(bestFirst);
  const { page, setPage } = usePager({ filters, sort });
  const list = useQuery({
    ...queryOptions(campaignsEndpoints.listCampaignAnalytics, {
      query: { ...toQuery(filters), page, sort_field: sort.field, sort_direction: sort.direction },
    }),
    placeholderData: keepPreviousData,
  });
  const rows = rowsOfPage(list.data?.campaigns, list.data?.total_campaigns);
  return (
    <section className={classes.card} aria-label={t('tab_campaigns')}>
      <header className={classes.cardHead}>
        <h3>{t('tab_campaigns')}</h3>
        <AppButton
          size="small"
          icon={<IconDownload size={15} aria-hidden />}
          disabled={!rows?.length}
          onClick={() => saveCampaigns(filters, sort)}
        >
          {t('download')}
        </AppButton>
      </header>
      <DataTable<CampaignSummary>
        tableId="dashboard-campaigns"
        label={t('tab_campaigns')}
        columns={columns}
        rows={rows}
        rowId={(campaign) => campaign.id}
        rowLabel={(campaign) => campaign.name}
        isStale={list.isPlaceholderData}
        skeletonRows={5}
        sort={sort}
        onSortChange={(next) => setSort(next ?? bestFirst)}
        error={queryFailure(list, { title: t('loading_failed'), compact: true })}
        empty={<NoCampaigns />}
        onRowOpen={(campaign) => go(pb.campaign(campaign.id))}
        card={(campaign) => ({
          title: campaign.name,
          subtitle: `${formatNumber(campaign.total_contacted)} ${t('column_contacted')} · ${formatNumber(campaign.total_replies)} ${t('column_replies')}`,
          end: <span className="number">{formatPercent(campaign.reply_rate)}</span>,
        })}
      />
      <Pagination page={page} pageSize={PAGE_SIZES.campaigns} total={list.data?.total_campaigns} onChange={setPage} />
    </section>
  );
}

/** All campaigns that pass the filters as a file, in this order. */
export function saveCampaigns(filters: OrganizationFilters, sort: SortState): void {
  const query = { ...toQuery(filters), sort_field: sort.field, sort_direction: sort.direction };
  saveFile('campaigns.csv', addressOf(campaignsEndpoints.downloadCampaignAnalytics, { query }));
}
