import { Menu } from '@mantine/core';
import { type Account, accountsEndpoints } from '@overture/contract/accounts';
import { campaignLabelsEndpoints, type Label } from '@overture/contract/labels';
import { senderName } from '@overture/domain/accounts';
import { CAMPAIGN_STATUSES } from '@overture/domain/campaign/transitions';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { campaignStatusLabel } from '../../../lib/labels/campaign/campaign-status.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { type FilterChip, FilterChips } from '../../../ui/layout/filter-bar.tsx';
import { LabelChips } from '../../labels/index.ts';
import { t } from './texts.ts';
import { type CampaignFilters, noFilters } from './use-campaign-list.ts';

interface FilterMenusProps {
  filters: CampaignFilters;
  onChange: (filters: CampaignFilters) => void;
}

/** Archived campaigns have a page of their own. */
const statuses = CAMPAIGN_STATUSES.filter((status) => status !== 'ARCHIVED');

function toggled<Value>(list: readonly Value[], value: Value): Value[] {
  return list.includes(value) ? list.filter((known) => known !== value) : [...list, value];
}

/** Label, status and sender filters of the campaigns list. Active filters are shown as chips beside them. */
export function FilterMenus({ filters, onChange }: FilterMenusProps) {
  const accounts = useQuery(queryOptions(accountsEndpoints.listAccounts)).data?.accounts ?? [];
  const labels = useQuery(queryOptions(campaignLabelsEndpoints.listLabels)).data?.labels ?? [];
  return (
    <>
      <CheckMenu label={t('filter_labels')}>
        {labels.length === 0 ? <Menu.Label>{t('filter_no_labels')}</Menu.Label> : null}
        {labels.map((label) => (
          <CheckItem
            key={label.id}
            checked={filters.labels.includes(label.id)}
            onToggle={() => onChange({ ...filters, labels: toggled(filters.labels, label.id) })}
          >
            <LabelChips labels={[label]} />
          </CheckItem>
        ))}
      </CheckMenu>
      <CheckMenu label={t('filter_status')}>
        {statuses.map((status) => (
          <CheckItem
            key={status}
            checked={filters.statuses.includes(status)}
            onToggle={() => onChange({ ...filters, statuses: toggled(filters.statuses, status) })}
          >
            {campaignStatusLabel(status)}
          </CheckItem>
        ))}
      </CheckMenu>
      <CheckMenu label={t('filter_senders')}>
        {accounts.length === 0 ? <Menu.Label>{t('filter_no_senders')}</Menu.Label> : null}
        {accounts.map((account) => (
          <CheckItem
            key={account.id}
            checked={filters.senders.includes(account.id)}
            onToggle={() => onChange({ ...filters, senders: toggled(filters.senders, account.id) })}
          >
            {senderName(account)}
          </CheckItem>
        ))}
      </CheckMenu>
      <FilterChips
        chips={buildChips(filters, labels, accounts)}
        onClear={() => onChange({ ...noFilters, search: filters.search })}
        onRemove={(id) => onChange(withoutChip(filters, id))}
      />
    </>
  );
}

/** Names of the chosen values; a number for one that is not loaded or was deleted. */
function buildChips(filters: CampaignFilters, labels: readonly Label[], accounts: readonly Account[]): FilterChip[] {
  const nameOf = (id: number) => {
    const account = accounts.find((known) => known.id === id);
    return account ? senderName(account) : String(id);
  };
  return [
    ...filters.labels.map((id) => ({
      id: `label-${id}`,
      label: t('chip_label', { name: labels.find((label) => label.id === id)?.name ?? String(id) }),
    })),
    ...filters.statuses.map((status) => ({
      id: `status-${status}`,
      label: t('chip_status', { name: campaignStatusLabel(status) }),
    })),
    ...filters.senders.map((id) => ({ id: `sender-${id}`, label: t('chip_sender', { name: nameOf(id) }) })),
  ];
}

function withoutChip(filters: CampaignFilters, id: string): CampaignFilters {
  return {
    ...filters,
    labels: filters.labels.filter((label) => `label-${label}` !== id),
    statuses: filters.statuses.filter((status) => `status-${status}` !== id),
    senders: filters.senders.filter((sender) => `sender-${sender}` !== id),
  };
}

function CheckMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu position="bottom-start" closeOnItemClick={false} withinPortal>
      <Menu.Target>
        <AppButton size="small" rightIcon={<IconChevronDown size={14} aria-hidden />}>
          {label}
        </AppButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

function CheckItem({ checked, onToggle, children }: { checked: boolean; onToggle: () => void; children: ReactNode }) {
  return (
    <Menu.CheckboxItem checked={checked} onChange={onToggle}>
      {children}
    </Menu.CheckboxItem>
  );
}
