import type { CampaignLead } from '@overture/contract/campaign-leads';
import type { Campaign } from '@overture/contract/campaigns';
import { PAGE_SIZES } from '@overture/domain/limits';
import { IconArchive, IconArchiveOff, IconArrowBackUp, IconRoute, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { tableFailure } from '../../lib/api/query-failure.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import type { DataTableProps } from '../../ui/table/use-data-table.ts';
import { leadName, personCard } from '../leads/index.ts';
import type { useLeadSelection } from '../prospect-table/index.ts';
import type { AskedAction } from './actions/lead-action-dialog.tsx';
import { nextActionLine } from './actions/next-action.tsx';
import { LeadStatusChip } from './lead-status.tsx';
import { t } from './texts.ts';
import type { CampaignTable } from './use-campaign-table.ts';

interface CampaignLeadsTableProps {
  /** Left out while it loads. */
  campaign: Campaign | undefined;
  chosen: ReturnType<typeof useLeadSelection<CampaignLead>>;
  columns: readonly DataColumn<CampaignLead>[];
  moves: DataTableProps<CampaignLead>['moves'];
  openId: number | undefined;
  onOpen: (lead: CampaignLead) => void;
  onAsk: (action: AskedAction) => void;
  /** Left out where leads cannot be added. */
  onAdd: (() => void) | undefined;
  onArchived: () => void;
}

/** The page of leads that is looked at, with what can be done with each, and the way to the others. */
export function CampaignLeadsTable(props: CampaignLeadsTableProps) {
  const { campaign, chosen, onOpen } = props;
  const { table } = chosen;
  const timezone = timezoneOf(campaign);
  return (
    <>
      <DataTable<CampaignLead>
        tableId="campaign-leads"
        label={t('table')}
        columns={props.columns}
        moves={props.moves}
        rows={campaign ? table.rows : undefined}
        rowId={(lead) => lead.id}
        rowLabel={leadName}
        isStale={table.isStale}
        sort={table.sort}
        onSortChange={table.setSort}
        selection={chosen.onPage}
        selectionMenu={chosen.menu}
        onRowOpen={onOpen}
        openRowId={props.openId}
        rowActions={(lead) => (
          <RowMenu lead={lead} onOpen={() => onOpen(lead)} onAsk={(kind) => props.onAsk({ kind, lead })} />
        )}
        card={(lead) =>
          personCard(lead, {
            subtitle: nextActionLine(lead, timezone),
            end: <LeadStatusChip status={lead.campaign_status} />,
          })
        }
        error={tableFailure(table)}
        empty={<NoLeads campaign={campaign} table={table} onAdd={props.onAdd} onArchived={props.onArchived} />}
      />
      <Pagination page={table.page} pageSize={PAGE_SIZES.campaign_leads} total={table.total} onChange={table.setPage} />
    </>
  );
}

/** Times are shown in the campaign's time zone. */
export const timezoneOf = (campaign: Campaign | undefined): string => campaign?.timezone ?? 'UTC';

/** True if the campaign has no leads at all, regardless of filters. */
export const hasNoLeads = ({ total, filters }: Pick<CampaignTable, 'total' | 'filters'>): boolean =>
  total === 0 && filters.length === 0;

interface NoLeadsProps extends Pick<CampaignLeadsTableProps, 'campaign' | 'onAdd' | 'onArchived'> {
  table: CampaignTable;
}

function NoLeads({ campaign, table, onAdd, onArchived }: NoLeadsProps) {
  if (!hasNoLeads(table)) {
    return (
      <EmptyState
        title={t('empty_filtered')}
        text={t('empty_filtered_text')}
        action={<AppButton onClick={() => table.setFilters([])}>{t('clear_filters')}</AppButton>}
      />
    );
  }
  return (
    <EmptyState
      icon={<IconUsers size={22} />}
      title={t('empty')}
      text={campaign?.status === 'DRAFT' ? t('empty_text') : t('empty_text_active')}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {campaign?.status === 'DRAFT' ? null : (
            <AppButton icon={<IconArchiveOff size={16} aria-hidden />} onClick={onArchived}>
              {t('archived_leads')}
            </AppButton>
          )}
          {onAdd ? (
            <AppButton kind="primary" icon={<IconUserPlus size={16} aria-hidden />} onClick={onAdd}>
              {t('add_leads')}
            </AppButton>
          ) : null}
        </div>
      }
    />
  );
}

interface RowMenuProps {
  lead: CampaignLead;
  onOpen: () => void;
  onAsk: (kind: 'move_back' | 'archive') => void;
}

function RowMenu({ lead, onOpen, onAsk }: RowMenuProps) {
  return (
    <ActionMenu
      label={t('row_menu', { name: leadName(lead) })}
      entries={[
        { id: 'open', label: t('open'), icon: <IconRoute size={16} aria-hidden />, onSelect: onOpen },
        {
          id: 'move-back',
          label: t('move_back'),
          icon: <IconArrowBackUp size={16} aria-hidden />,
          onSelect: () => onAsk('move_back'),
        },
        {
          id: 'archive',
          label: t('archive_lead'),
          icon: <IconArchive size={16} aria-hidden />,
          onSelect: () => onAsk('archive'),
        },
      ]}
    />
  );
}
