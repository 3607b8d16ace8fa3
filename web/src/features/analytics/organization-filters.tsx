import { accountsEndpoints } from '@overture/contract/accounts';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { senderName } from '@overture/domain/accounts';
import type { CampaignStatus } from '@overture/domain/campaign/transitions';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { campaignStatusLabel } from '../../lib/labels/campaign/campaign-status.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { MultiChoice } from '../../ui/inputs/multi-choice.tsx';
import { FilterChips } from '../../ui/layout/filter-bar.tsx';
import { FilterPopover } from '../../ui/overlays/filter-popover.tsx';
import { type ChosenRange, RangeField } from './range-field.tsx';
import { TermsButton } from './terms-button.tsx';
import { t } from './texts.ts';

/** Filters of the dashboard. An empty list means all. */
export interface OrganizationFilters {
  chosen: ChosenRange;
  senders: readonly number[];
  campaigns: readonly number[];
  statuses: readonly CampaignStatus[];
}

/** Only these are offered. */
const STATUSES = ['ACTIVE', 'PAUSED', 'DRAFT'] as const;

interface FilterProps {
  filters: OrganizationFilters;
  onChange: (next: OrganizationFilters) => void;
}

type Option = { value: string; label: string };

function useOptions(): { senders: Option[]; campaigns: Option[] } {
  const accounts = useQuery(queryOptions(accountsEndpoints.listAccounts)).data?.accounts ?? [];
  const campaigns = useQuery(queryOptions(campaignsEndpoints.listCampaigns)).data?.campaigns ?? [];
  return {
    senders: accounts.map((account) => ({ value: String(account.id), label: senderName(account) })),
    campaigns: campaigns.map(({ id, name }) => ({ value: String(id), label: name })),
  };
}

const strings = (ids: readonly number[]) => ids.map(String);
const numbers = (ids: readonly string[]) => ids.map(Number);

/** Period and a panel of senders, campaigns and statuses. Active filters are shown as chips below. */
export function OrganizationFilterBar({ filters, onChange }: FilterProps) {
  const options = useOptions();
  const count = filters.senders.length + filters.campaigns.length + filters.statuses.length;
  return (
    <div className="flex flex-wrap gap-2">
      <RangeField value={filters.chosen} onChange={(chosen) => onChange({ ...filters, chosen })} />
      <FilterPopover label={t('filters')} activeLabel={t('filters_active', { count })} count={count}>
        {() => (
          <div className="flex flex-col gap-3">
            <MultiChoice
              label={t('senders')}
              all={t('all_senders')}
              options={options.senders}
              value={strings(filters.senders)}
              onChange={(senders) => onChange({ ...filters, senders: numbers(senders) })}
            />
            <MultiChoice
              label={t('campaigns')}
              all={t('all_campaigns')}
              options={options.campaigns}
              value={strings(filters.campaigns)}
              onChange={(campaigns) => onChange({ ...filters, campaigns: numbers(campaigns) })}
            />
            <MultiChoice
              label={t('statuses')}
              all={t('all_statuses')}
              options={STATUSES.map((value) => ({ value, label: campaignStatusLabel(value) }))}
              value={[...filters.statuses]}
              onChange={(statuses) => onChange({ ...filters, statuses: statuses as CampaignStatus[] })}
            />
            <div className="flex justify-end gap-2">
              <AppButton
                size="small"
                onClick={() => onChange({ ...filters, senders: [], campaigns: [], statuses: [] })}
              >
                {t('reset')}
              </AppButton>
            </div>
          </div>
        )}
      </FilterPopover>
      <TermsButton />
      <Chips filters={filters} onChange={onChange} options={options} />
    </div>
  );
}

function Chips({ filters, onChange, options }: FilterProps & { options: ReturnType<typeof useOptions> }) {
  const named = (list: Option[], id: number) => list.find(({ value }) => value === String(id))?.label ?? String(id);
  const chips = [
    ...filters.senders.map((id) => ({ id: `sender-${id}`, label: named(options.senders, id) })),
    ...filters.campaigns.map((id) => ({ id: `campaign-${id}`, label: named(options.campaigns, id) })),
    ...filters.statuses.map((status) => ({ id: `status-${status}`, label: campaignStatusLabel(status) })),
  ];
  if (chips.length === 0) return null;
  return (
    <FilterChips
      chips={chips}
      onClear={() => onChange({ ...filters, senders: [], campaigns: [], statuses: [] })}
      onRemove={(chip) =>
        onChange({
          ...filters,
          senders: filters.senders.filter((id) => `sender-${id}` !== chip),
          campaigns: filters.campaigns.filter((id) => `campaign-${id}` !== chip),
          statuses: filters.statuses.filter((status) => `status-${status}` !== chip),
        })
      }
    />
  );
}
