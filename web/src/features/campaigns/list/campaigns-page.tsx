import type { CampaignSummary } from '@overture/contract/campaigns';
import { PAGE_SIZES } from '@overture/domain/limits';
import { IconArchive, IconPlus, IconSend, IconTag } from '@tabler/icons-react';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { tableFailure } from '../../../lib/api/query-failure.tsx';
import { useUser } from '../../../lib/api/session.ts';
import { formatDate, formatNumber, formatPercent } from '../../../lib/format.ts';
import { AppLink, useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { DateText } from '../../../ui/display/date-text.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { SearchInput } from '../../../ui/inputs/search-input.tsx';
import { FilterBar } from '../../../ui/layout/filter-bar.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Pagination } from '../../../ui/table/pagination.tsx';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import { type RowSelection, useRowSelection } from '../../../ui/table/use-row-selection.ts';
import { CampaignStatusChip } from '../../campaign-status/index.ts';
import { LabelSummary } from '../../labels/index.ts';
import { MoveInLink } from '../../tool-imports/index.ts';
import { ArchiveDialog } from '../archive-dialog.tsx';
import { CampaignMenu } from '../campaign-menu.tsx';
import classes from '../campaigns.module.css';
import { t as shared } from '../texts.ts';
import { useLiveCampaignList } from '../use-campaign-changes.ts';
import { FilterMenus } from './filter-menus.tsx';
import { LeadsCompleted, ReplyRate } from './reply-rate.tsx';
import { t } from './texts.ts';
import { noFilters, useCampaignList } from './use-campaign-list.ts';

const CampaignLabelsDialog = lazyPart(() =>
  import('../../campaign-labels/index.ts').then((file) => ({ default: file.CampaignLabelsDialog })),
);
const SaveTemplateDialog = lazyPart(() =>
  import('../../templates/save-template-dialog.tsx').then((file) => ({ default: file.SaveTemplateDialog })),
);

const columns: DataColumn<CampaignSummary>[] = [
  {
    id: 'name',
    sort_field: 'name',
    header: t('column_name'),
    width: 330,
    title: (campaign) => campaign.name,
    cell: (campaign) => (
      <span className="flex items-center gap-2 min-w-0">
        <AppLink to={pb.campaign(campaign.id)} className="block text-inherit font-medium truncate">
          {campaign.name}
        </AppLink>
        <LabelSummary labels={campaign.labels} />
      </span>
    ),
  },
  {
    id: 'status',
    sort_field: 'status',
    header: t('column_status'),
    width: 190,
    cell: (campaign) => <CampaignStatusChip status={campaign.status} waiting={campaign.waiting_for_data} />,
  },
  {
    id: 'completed',
    header: t('column_completed'),
    width: 210,
    cell: (campaign) => <LeadsCompleted campaign={campaign} />,
  },
  {
    id: 'reply_rate',
    sort_field: 'reply_rate',
    header: t('column_reply_rate'),
    width: 200,
    cell: (campaign) => <ReplyRate campaign={campaign} />,
  },
  {
    id: 'created',
    sort_field: 'created_at',
    header: t('column_created'),
    width: 140,
    cell: (campaign) => <DateText value={campaign.created_at} format={(value) => formatDate(value)} />,
  },
];

/** Campaigns list: search, filters, table, archive in bulk. */
export function CampaignsPage({ onCreate }: { onCreate: () => void }) {
  const list = useCampaignList();
  const selection = useRowSelection();
  const { onLabels, onTemplate, onArchive, dialogs } = useCampaignDialogs(selection.clear);
  const canCreate = useUser().organization.branding_settings.campaign_creation_enabled;
  useLiveCampaignList();
  const create = canCreate ? (
    <AppButton kind="primary" icon={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
      {t('create')}
    </AppButton>
  ) : null;
  const isEmpty = list.total === 0 && !list.isFiltered;
  return (
    <>
      <PageHeader
        title={t('title')}
        count={list.total === undefined ? undefined : formatNumber(list.total)}
        actions={
          <>
            <AppLink to={pb.archivedCampaigns()} className={classes.archivedLink}>
              <IconArchive size={16} aria-hidden />
              {t('archived')}
            </AppLink>
            {isEmpty ? null : create}
          </>
        }
      />
      {isEmpty ? null : (
        <FilterBar>
          <SearchInput
            label={t('search')}
            placeholder={t('search')}
            value={list.filters.search}
            onChange={(search) => list.setFilters({ ...list.filters, search })}
          />
          <FilterMenus filters={list.filters} onChange={list.setFilters} />
        </FilterBar>
      )}
      <CampaignsTable
        list={list}
        selection={selection}
        empty={<NoCampaigns list={list} create={create} />}
        rowActions={(campaign) => (
          <CampaignMenu
            campaign={campaign}
            onLabels={() => onLabels([campaign])}
            onTemplate={() => onTemplate(campaign)}
            onArchive={() => onArchive([campaign.id])}
          />
        )}
      />
      <ChosenCampaigns
        selection={selection}
        onLabels={() => onLabels([...selection.ids].map((id) => ({ id })))}
        onArchive={() => onArchive([...selection.ids])}
      />
      {dialogs}
    </>
  );
}

/** What is done with campaigns in a dialog: their labels, a template of one, and the archive. */
function useCampaignDialogs(onArchived: () => void) {
  const [archiving, setArchiving] = useState<readonly number[]>([]);
  const [labelling, setLabelling] = useState<readonly { id: number; name?: string }[]>([]);
  const [saving, setSaving] = useState<CampaignSummary | undefined>();
  const endSaving = useCallback(() => setSaving(undefined), []);
  const dialogs = (
    <>
      <Suspense fallback={null}>
        {labelling.length > 0 ? <CampaignLabelsDialog campaigns={labelling} onClose={() => setLabelling([])} /> : null}
        {saving ? <SaveTemplateDialog campaign={saving} onClose={endSaving} /> : null}
      </Suspense>
      <ArchiveDialog ids={archiving} onClose={() => setArchiving([])} onDone={onArchived} />
    </>
  );
  return { onLabels: setLabelling, onTemplate: setSaving, onArchive: setArchiving, dialogs };
}

interface CampaignsTableProps {
  list: ReturnType<typeof useCampaignList>;
  selection: RowSelection;
  empty: ReactNode;
  rowActions: (campaign: CampaignSummary) => ReactNode;
}

function CampaignsTable({ list, selection, empty, rowActions }: CampaignsTableProps) {
  const go = useGo();
  return (
    <>
      <DataTable<CampaignSummary>
        tableId="campaigns"
        label={t('table')}
        columns={columns}
        rows={list.campaigns}
        rowId={(campaign) => campaign.id}
        rowLabel={(campaign) => campaign.name}
        isStale={list.isStale}
        sort={list.sort}
        onSortChange={list.setSort}
        skeletonRows={10}
        error={tableFailure(list)}
        empty={empty}
        selection={selection}
        onRowOpen={(campaign) => go(pb.campaign(campaign.id))}
        rowActions={rowActions}
        card={(campaign) => ({
          title: campaign.name,
          subtitle: `${t('completed_of', { completed: formatNumber(campaign.total_completed_leads), total: formatNumber(campaign.total_prospects) })} · ${t('replied_rate', { rate: formatPercent(campaign.reply_rate) })}`,
          detail: (
            <span className="flex items-center gap-2 pt-1">
              <CampaignStatusChip status={campaign.status} waiting={campaign.waiting_for_data} />
              <LabelSummary labels={campaign.labels} />
            </span>
          ),
        })}
      />
      <Pagination page={list.page} pageSize={PAGE_SIZES.campaigns} total={list.total} onChange={list.setPage} />
    </>
  );
}

function NoCampaigns({ list, create }: { list: ReturnType<typeof useCampaignList>; create: ReactNode }) {
  if (!list.isFiltered)
    return (
      <EmptyState
        icon={<IconSend size={22} />}
        title={t('empty')}
        text={t('empty_text')}
        action={
          <>
            {create}
            <MoveInLink />
          </>
        }
      />
    );
  return (
    <EmptyState
      title={t('empty')}
      text={t('empty_filtered')}
      action={<AppButton onClick={() => list.setFilters(noFilters)}>{t('clear')}</AppButton>}
    />
  );
}

interface ChosenCampaignsProps {
  selection: RowSelection;
  onLabels: () => void;
  onArchive: () => void;
}

function ChosenCampaigns({ selection, onLabels, onArchive }: ChosenCampaignsProps) {
  return (
    <SelectionBar count={selection.count} label={t('selected', { count: selection.count })} onClear={selection.clear}>
      <AppButton size="small" icon={<IconTag size={15} aria-hidden />} onClick={onLabels}>
        {shared('labels')}
      </AppButton>
      <AppButton size="small" icon={<IconArchive size={15} aria-hidden />} onClick={onArchive}>
        {shared('archive')}
      </AppButton>
    </SelectionBar>
  );
}
