import { MultiChoice } from '../../../ui/inputs/multi-choice.tsx';
import { ListFilterChips } from '../../../ui/layout/filter-bar.tsx';
import { FilterPopover } from '../../../ui/overlays/filter-popover.tsx';
import { useRelationOptions } from '../relation-options.ts';
import { t } from '../texts.ts';
import { type CardFilters, countCardFilters, noCardFilters } from './filters.ts';

interface FilterProps {
  filters: CardFilters;
  onChange: (next: Partial<CardFilters>) => void;
}

const names = ['campaigns', 'senders', 'labels'] as const;

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
  const options = useRelationOptions();
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
        options={useRelationOptions()}
        textOf={(name, chosen) => t(chipTexts[name], { name: chosen })}
        onRemove={(name, left) => onChange({ [name]: left })}
        onClear={() => onChange({ ...noCardFilters, search: filters.search })}
      />
    </div>
  );
}
