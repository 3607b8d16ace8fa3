import { campaignsEndpoints } from '@overture/contract/campaigns';
import { chatsEndpoints } from '@overture/contract/chats';
import { chatLabelsEndpoints } from '@overture/contract/labels';
import { senderName } from '@overture/domain/accounts';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { MultiChoice } from '../../../ui/inputs/multi-choice.tsx';
import { ListFilterChips } from '../../../ui/layout/filter-bar.tsx';
import { FilterPopover } from '../../../ui/overlays/filter-popover.tsx';
import { t } from '../texts.ts';
import { type CardFilters, countCardFilters, noCardFilters } from './filters.ts';

interface FilterProps {
  filters: CardFilters;
  onChange: (next: Partial<CardFilters>) => void;
}

const names = ['campaigns', 'senders', 'labels'] as const;
type ListName = (typeof names)[number];
type Options = Record<ListName, { value: string; label: string }[]>;

/** What can be chosen; asked for when something is chosen already or the panel opens. */
function useOptions(): Options {
  const senders = useQuery(queryOptions(chatsEndpoints.listChatSenders));
  const campaigns = useQuery(queryOptions(campaignsEndpoints.listCampaigns));
  const labels = useQuery(queryOptions(chatLabelsEndpoints.listChatLabels));
  const named = (id: number, label: string) => ({ value: String(id), label });
  return {
    campaigns: (campaigns.data?.campaigns ?? []).map(({ id, name }) => named(id, name)),
    senders: (senders.data?.senders ?? []).map((sender) => named(sender.id, senderName(sender))),
    labels: (labels.data?.labels ?? []).map(({ id, name }) => named(id, name)),
  };
}

/** Campaigns, senders and labels behind one button. */
export function CardFilterButton({ filters, onChange }: FilterProps) {
  const count = countCardFilters(filters);
  return (
    <FilterPopover label={t('filters')} activeLabel={t('filters_active', { count })} count={count}>
      {() => <FilterFields filters={filters} onChange={onChange} />}
    </FilterPopover>
  );
}

const labels = { campaigns: 'filter_campaigns', senders: 'filter_senders', labels: 'filter_labels' } as const;

function FilterFields({ filters, onChange }: FilterProps) {
  const options = useOptions();
  return names.map((name) => (
    <MultiChoice
      key={name}
      label={t(labels[name])}
      all={t('filter_any')}
      options={options[name]}
      value={filters[name].map(String)}
      onChange={(values) => onChange({ [name]: values.map(Number) })}
    />
  ));
}

const chipTexts = { campaigns: 'chip_campaigns', senders: 'chip_senders', labels: 'chip_labels' } as const;

/** What the cards are narrowed by; each can be taken away alone. */
export function ActiveCardFilters(props: FilterProps) {
  return countCardFilters(props.filters) === 0 ? null : <Chips {...props} />;
}

function Chips({ filters, onChange }: FilterProps) {
  return (
    <div className="flex flex-wrap gap-1.5">
      <ListFilterChips
        filters={filters}
        names={names}
        options={useOptions()}
        textOf={(name, chosen) => t(chipTexts[name], { name: chosen })}
        onRemove={(name, left) => onChange({ [name]: left })}
        onClear={() => onChange({ ...noCardFilters, search: filters.search })}
      />
    </div>
  );
}
