import type { CampaignLead } from '@overture/contract/campaign-leads';
import { chatLabelsEndpoints } from '@overture/contract/labels';
import type { LeadColumn } from '@overture/contract/lead-columns';
import type { TableFilter } from '@overture/domain/leads/filters';
import { IconArchive, IconDownload, IconUserPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SearchInput } from '../../ui/inputs/search-input.tsx';
import { FilterBar, FilterChips } from '../../ui/layout/filter-bar.tsx';
import { ActionMenu, type MenuEntry } from '../../ui/overlays/action-menu.tsx';
import { useCustomColumns } from '../custom-columns/index.ts';
import { describeFilter, FilterPanel } from '../prospect-table/index.ts';
import { campaignFilterColumns } from './columns.tsx';
import { t } from './texts.ts';
import type { CampaignTable } from './use-campaign-table.ts';

interface LeadsToolbarProps {
  table: CampaignTable;
  /** Senders to filter by; none where one has all. */
  senders: readonly CampaignLead['campaign']['accounts'][number][];
  /** Left out for a draft: nobody has leads yet. */
  onSenders: (() => void) | undefined;
  canAdd: boolean;
  /** Before the count: look-ups that run. */
  notice: ReactNode;
  /** What leads lack, and look-ups where research is switched on. */
  lookups: ReactNode;
  columnsMenu: ReactNode;
  onAdd: () => void;
  onExport: (amount: number) => void;
  onArchiveIncomplete: () => void;
}

/** Row above the table: search, filters, and what concerns all leads. */
export function LeadsToolbar(props: LeadsToolbarProps) {
  const { table, canAdd, notice, lookups, columnsMenu, onAdd, onExport, onArchiveIncomplete } = props;
  const columns = useFilterColumns(props.senders);
  const [isOpen, setOpen] = useState(false);
  // The search field is the filter `name contains`, kept out of the chips because it stands in the field.
  const search = table.filters.find(({ column, operation }) => column === 'name' && operation === 'contains');
  const others = table.filters.filter((filter) => filter !== search);
  function find(value: string) {
    const name: TableFilter = { column: 'name', operation: 'contains', value };
    table.setFilters(value.trim() === '' ? others : [name, ...others]);
  }
  const total = table.total ?? 0;
  const exportWord = table.filters.length > 0 ? 'export_matching' : 'export_all';
  return (
    <FilterBar
      end={
        <>
          {notice}
          {table.total === undefined ? null : (
            <span className="me-2 text-ink-3 text-table whitespace-nowrap max-sm:hidden number" role="status">
              {t('showing', { shown: formatNumber(table.rows?.length ?? 0), total: formatNumber(total) })}
            </span>
          )}
          {total > 0 ? columnsMenu : null}
          <ActionMenu
            label={t('more')}
            entries={
              total === 0
                ? []
                : [
                    ...sendersEntry(props.onSenders),
                    {
                      id: 'export',
                      label: t(exportWord, { amount: formatNumber(total) }),
                      icon: <IconDownload size={16} aria-hidden />,
                      onSelect: () => onExport(total),
                    },
                    {
                      id: 'incomplete',
                      label: t('archive_incomplete'),
                      icon: <IconArchive size={16} aria-hidden />,
                      onSelect: onArchiveIncomplete,
                    },
                  ]
            }
          />
          {total === 0 ? null : lookups}
          {canAdd ? (
            <AppButton size="small" icon={<IconUserPlus size={15} aria-hidden />} onClick={onAdd}>
              {t('add_leads')}
            </AppButton>
          ) : null}
        </>
      }
    >
      <SearchInput label={t('search')} placeholder={t('search')} value={search?.value ?? ''} onChange={find} />
      <FilterPanel
        columns={columns}
        filters={table.filters}
        onChange={table.setFilters}
        opened={isOpen}
        onOpenedChange={setOpen}
      />
      <FilterChips
        chips={others.map((filter, index) => ({ id: String(index), label: describeFilter(filter, columns) }))}
        onRemove={(id) => table.setFilters(table.filters.filter((filter) => filter !== others[Number(id)]))}
        onOpen={() => setOpen(true)}
        onClear={() => table.setFilters([])}
      />
    </FilterBar>
  );
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
