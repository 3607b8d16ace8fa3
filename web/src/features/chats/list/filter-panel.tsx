import { membersEndpoints } from '@overture/contract/members';
import { REPLY_CLASSES } from '@overture/domain/inbound/reply-classes';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { useUser } from '../../../lib/api/session.ts';
import { replyClassLabel } from '../../../lib/labels/inbox/reply-class.ts';
import { ListFilterChips } from '../../../ui/layout/filter-bar.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { FilterPopover } from '../../../ui/overlays/filter-popover.tsx';
import { type FilterOption, toOption, useRelationOptions } from '../../kanban/index.ts';
import { type ChatFilterState, type ChatStatus, chatStatuses, countFilters } from '../filters.ts';
import { t } from '../texts.ts';

// Needed once the panel opens.
const MultiChoice = lazyPart(() =>
  import('../../../ui/inputs/multi-choice.tsx').then((file) => ({ default: file.MultiChoice })),
);

const statusWords: Record<ChatStatus, () => string> = {
  INTERESTED: () => t('status_interested'),
  NOT_INTERESTED: () => t('status_not_interested'),
  REPLIED: () => t('status_replied'),
};

interface FilterProps {
  filters: ChatFilterState;
  onChange: (next: Partial<ChatFilterState>) => void;
}

type ListName = 'sending_accounts' | 'campaign' | 'status' | 'reply_class' | 'labels' | 'assigned_to';
const names: readonly ListName[] = ['assigned_to', 'sending_accounts', 'campaign', 'status', 'reply_class', 'labels'];
type Options = Record<ListName, FilterOption[]>;

/** Loaded when the filters open or one is active. */
function useOptions(): Options {
  const { senders, campaigns, labels } = useRelationOptions();
  const members = useQuery(queryOptions(membersEndpoints.listMembers));
  const user = useUser();
  return {
    sending_accounts: senders,
    campaign: campaigns,
    labels,
    status: chatStatuses.map((status) => ({ value: status, label: statusWords[status]() })),
    reply_class: REPLY_CLASSES.map((name) => ({ value: name, label: replyClassLabel(name) })),
    assigned_to: [
      { value: 'me', label: t('assigned_me') },
      { value: 'nobody', label: t('assigned_none') },
      ...(members.data?.members ?? []).filter(({ id }) => id !== user.id).map(toOption),
    ],
  };
}

/** Senders, campaigns, status and labels behind one button. */
export function FilterButton({ filters, onChange }: FilterProps) {
  const count = countFilters(filters);
  return (
    <FilterPopover label={t('filters')} activeLabel={t('filters_active', { count })} count={count}>
      {() => <FilterFields filters={filters} onChange={onChange} />}
    </FilterPopover>
  );
}

function FilterFields({ filters, onChange }: FilterProps) {
  const options = useOptions();
  const fields: { name: ListName; label: string }[] = [
    { name: 'assigned_to', label: t('filter_assigned') },
    { name: 'sending_accounts', label: t('filter_senders') },
    { name: 'campaign', label: t('filter_campaign') },
    { name: 'status', label: t('filter_status') },
    { name: 'reply_class', label: t('filter_class') },
    { name: 'labels', label: t('filter_labels') },
  ];
  return (
    <Suspense fallback={null}>
      {fields.map(({ name, label }) => (
        <MultiChoice
          key={name}
          label={label}
          all={t('filter_any')}
          options={options[name]}
          value={filters[name].map(String)}
          onChange={(values) => onChange({ [name]: listChosen(name, values) })}
        />
      ))}
    </Suspense>
  );
}

/** A conversation has one class: the one pressed last is meant. */
function listChosen(name: ListName, values: string[]): (string | number)[] {
  if (name === 'reply_class') return values.slice(-1);
  return name === 'status' || name === 'assigned_to' ? values : values.map(Number);
}

const chipTexts = {
  sending_accounts: 'chip_sender',
  campaign: 'chip_campaign',
  status: 'chip_status',
  reply_class: 'chip_class',
  labels: 'chip_label',
  assigned_to: 'chip_assigned',
} as const satisfies Record<ListName, string>;

/** What the list is narrowed by; each can be taken away alone. */
export function ActiveFilters({ filters, onChange }: FilterProps) {
  return countFilters(filters) === 0 ? null : <Chips filters={filters} onChange={onChange} />;
}

function Chips({ filters, onChange }: FilterProps) {
  return (
    <div className="flex flex-wrap gap-1.5 pb-3">
      <ListFilterChips
        filters={filters}
        names={names}
        options={useOptions()}
        textOf={(name, chosen) => t(chipTexts[name], { name: chosen })}
        onRemove={(name, left) => onChange({ [name]: left })}
        onClear={() =>
          onChange({ sending_accounts: [], campaign: [], status: [], reply_class: [], labels: [], assigned_to: [] })
        }
      />
    </div>
  );
}
