import type { CampaignSummary } from '@overture/contract/campaigns';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { AppLink, useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { DateText } from '../../../ui/display/date-text.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { BackArrow, PageHeader } from '../../../ui/layout/page-header.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Pagination } from '../../../ui/table/pagination.tsx';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import { rowsOfPage, usePager } from '../../../ui/table/use-pager.ts';
import { useRowSelection } from '../../../ui/table/use-row-selection.ts';
import { CampaignStatusChip } from '../../campaign-status/index.ts';
import { t as shared } from '../texts.ts';
import { useCampaignStatuses } from '../use-campaign-changes.ts';
import { t } from './texts.ts';

const pageSize = 25;

const columns: DataColumn<CampaignSummary>[] = [
  {
    id: 'name',
    header: t('column_archived_name'),
    width: 420,
    title: (campaign) => campaign.name,
    cell: (campaign) => (
      <AppLink to={pb.campaign(campaign.id)} className="block text-inherit font-medium truncate">
        {campaign.name}
      </AppLink>
    ),
  },
  {
    id: 'status',
    header: t('column_status'),
    width: 150,
    cell: (campaign) => <CampaignStatusChip status={campaign.status} />,
  },
  {
    id: 'leads',
    header: t('column_leads'),
    width: 120,
    align: 'right',
    cell: (campaign) => <span className="number">{formatNumber(campaign.total_prospects)}</span>,
  },
  {
    id: 'created',
    header: t('column_created'),
    width: 160,
    cell: (campaign) => <DateText value={campaign.created_at} format={(value) => formatDate(value)} />,
  },
];

export function ArchivedCampaignsPage() {
  const { page, setPage } = usePager();
  const list = useQuery({
    ...queryOptions(campaignsEndpoints.listCampaignAnalytics, {
      query: { page, sort_field: 'created_at', sort_direction: 'desc', campaign_statuses: ['ARCHIVED'] },
    }),
    placeholderData: keepPreviousData,
  });
  const selection = useRowSelection();
  const go = useGo();
  const { moveBack } = useCampaignStatuses(selection.clear);
  return (
    <>
      <PageHeader
        title={t('archived_title')}
        count={list.data ? formatNumber(list.data.total_campaigns) : undefined}
        back={
          <AppLink to={pb.campaigns()} aria-label={shared('back')} title={shared('back')}>
            <BackArrow />
          </AppLink>
        }
      />
      <DataTable<CampaignSummary>
        tableId="campaigns-archived"
        label={t('archived_title')}
        columns={columns}
        rows={rowsOfPage(list.data?.campaigns, list.data?.total_campaigns)}
        rowId={(campaign) => campaign.id}
        rowLabel={(campaign) => campaign.name}
        isStale={list.isPlaceholderData}
        skeletonRows={6}
        error={queryFailure(list)}
        empty={
          <EmptyState icon={<IconArchive size={22} />} title={t('archived_empty')} text={t('archived_empty_text')} />
        }
        selection={selection}
        onRowOpen={(campaign) => go(pb.campaign(campaign.id))}
        card={(campaign) => ({
          title: campaign.name,
          subtitle: `${t('leads', { count: campaign.total_prospects, shown: formatNumber(campaign.total_prospects) })} · ${formatDate(campaign.created_at)}`,
        })}
      />
      <Pagination page={page} pageSize={pageSize} total={list.data?.total_campaigns} onChange={setPage} />
      <SelectionBar count={selection.count} label={t('selected', { count: selection.count })} onClear={selection.clear}>
        <AppButton
          size="small"
          icon={<IconArchiveOff size={15} aria-hidden />}
          loading={moveBack.isPending}
          onClick={() => moveBack.mutate([...selection.ids])}
        >
          {shared('move_back')}
        </AppButton>
      </SelectionBar>
    </>
  );
}
