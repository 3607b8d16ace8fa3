import { type CampaignLead, campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { chatLabelsEndpoints } from '@overture/contract/labels';
import type { LeadColumn } from '@overture/contract/lead-columns';
import {
  IconArchive,
  IconArchiveOff,
  IconCalendarDown,
  IconDownload,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { addressOf, queryOptions } from '../../lib/api/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { saveFile } from '../../lib/save-csv.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { ActionMenu, type MenuEntry } from '../../ui/overlays/action-menu.tsx';
import { useCustomColumns } from '../custom-columns/index.ts';
import { LeadFilters } from '../prospect-table/index.ts';
import { campaignFilterColumns } from './columns.tsx';
import { t } from './texts.ts';
import type { CampaignTable } from './use-campaign-table.ts';

interface LeadsToolbarProps {
  campaignId: number;
  table: CampaignTable;
  /** Senders to filter by; none where one has all. */
  senders: readonly CampaignLead['campaign']['accounts'][number][];
  /** Left out for a draft, whose leads have no sender yet. */
  onSenders: (() => void) | undefined;
  /** Before the count: look-ups that run. */
  notice: ReactNode;
  /** What leads lack, and look-ups where research is switched on. */
  lookups: ReactNode;
  columnsMenu: ReactNode;
  /** Left out where leads cannot be added. */
  onAdd: (() => void) | undefined;
  onExport: (amount: number) => void;
  onArchiveIncomplete: () => void;
  onArchived: () => void;
}

/** Row above the table: search, filters, and what concerns all leads. */
export function LeadsToolbar(props: LeadsToolbarProps) {
  const { table, onAdd } = props;
  const go = useGo();
  const columns = useFilterColumns(props.senders);
  const [panel, setPanel] = useState({ opened: false });
  const total = table.total ?? 0;
  return (
    <FilterBar
      end={
        <>
          {props.notice}
          {table.total === undefined ? null : (
            <span className="me-2 text-ink-3 text-table whitespace-nowrap max-sm:hidden number" role="status">
              {t('showing', { shown: formatNumber(table.rows?.length ?? 0), total: formatNumber(total) })}
            </span>
          )}
          {total > 0 ? props.columnsMenu : null}
          <ActionMenu label={t('more')} entries={moreEntries(props, total, () => go(pb.exports()))} />
          {total === 0 ? null : props.lookups}
          {onAdd ? (
            <AppButton size="small" icon={<IconUserPlus size={15} aria-hidden />} onClick={onAdd}>
              {t('add_leads')}
            </AppButton>
          ) : null}
        </>
      }
    >
      <LeadFilters table={table} columns={columns} panel={panel} onPanel={setPanel} />
    </FilterBar>
  );
}

/** What is rarely wanted of all leads. */
function moreEntries(
  { campaignId, table, onSenders, onExport, onArchiveIncomplete, onArchived }: LeadsToolbarProps,
  total: number,
  onSchedule: () => void,
): MenuEntry[] {
  const archived = {
    id: 'archived',
    label: t('archived_leads'),
    icon: <IconArchiveOff size={16} aria-hidden />,
    onSelect: onArchived,
  };
  if (total === 0) return [archived];
  const exportWord = table.filters.length > 0 ? 'export_matching' : 'export_all';
  return [
    ...sendersEntry(onSenders),
    {
      id: 'export',
      label: t(exportWord, { amount: formatNumber(total) }),
      icon: <IconDownload size={16} aria-hidden />,
      onSelect: () => onExport(total),
    },
    ...fileEntries(campaignId),
    {
      id: 'export_schedule',
      label: t('export_schedule'),
      icon: <IconCalendarDown size={16} aria-hidden />,
      onSelect: onSchedule,
    },
    {
      id: 'incomplete',
      label: t('archive_incomplete'),
      icon: <IconArchive size={16} aria-hidden />,
      onSelect: onArchiveIncomplete,
    },
    archived,
  ];
}

/** Files that are read while they load, however large. */
function fileEntries(campaignId: number): MenuEntry[] {
  const params = { id: campaignId };
  const entry = (id: 'export_whole' | 'export_messages', file: string, address: string): MenuEntry => ({
    id,
    label: t(id),
    icon: <IconDownload size={16} aria-hidden />,
    onSelect: () => saveFile(file, address),
  });
  return [
    entry('export_whole', 'leads.csv', addressOf(campaignLeadsEndpoints.downloadCampaignLeads, { params, query: {} })),
    entry(
      'export_messages',
      'messages.csv',
      addressOf(campaignLeadsEndpoints.downloadCampaignMessages, { params, query: {} }),
    ),
  ];
}

function sendersEntry(onSelect: LeadsToolbarProps['onSenders']): MenuEntry[] {
  if (!onSelect) return [];
  return [{ id: 'senders', label: t('leads_by_sender'), icon: <IconUsersGroup size={16} aria-hidden />, onSelect }];
}

const NO_COLUMNS: readonly LeadColumn[] = [];

function useFilterColumns(senders: LeadsToolbarProps['senders']) {
  const { columns: custom = NO_COLUMNS } = useCustomColumns();
  const labels = useQuery(queryOptions(chatLabelsEndpoints.listChatLabels)).data?.labels;
  return useMemo(() => campaignFilterColumns(labels ?? [], senders, custom), [labels, senders, custom]);
}
