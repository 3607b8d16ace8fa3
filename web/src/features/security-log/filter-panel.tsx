import { Select, TextInput } from '@mantine/core';
import {
  SECURITY_EVENT_KINDS,
  SECURITY_OUTCOMES,
  type SecurityEventKind,
  type SecurityOutcome,
} from '@overture/domain/security/events';
import { defineTexts } from '../../lib/texts.ts';
import { FilterDraft } from '../../ui/overlays/filter-draft.tsx';
import { countActive, isApplicable, type LogFilters, noFilters } from './filter-state.ts';
import { t } from './texts.ts';

interface FilterButtonProps {
  filters: LogFilters;
  people: readonly { id: number; name: string; email: string }[];
  onApply: (filters: LogFilters) => void;
}

export function FilterButton({ filters, people, onApply }: FilterButtonProps) {
  const count = countActive(filters);
  const words = {
    label: t('filters'),
    activeLabel: t('filters_active', { count }),
    reset: t('reset'),
    apply: t('apply'),
  };
  return (
    <FilterDraft
      words={words}
      filters={filters}
      none={noFilters}
      count={count}
      isApplicable={isApplicable}
      onApply={onApply}
    >
      {(draft, onChange) => <Fields draft={draft} people={people} onChange={onChange} />}
    </FilterDraft>
  );
}

interface FieldsProps extends Pick<FilterButtonProps, 'people'> {
  draft: LogFilters;
  onChange: (draft: LogFilters) => void;
}

const kindLabel = defineTexts({ ...SECURITY_EVENT_KINDS });
const kinds = (Object.keys(SECURITY_EVENT_KINDS) as SecurityEventKind[]).map((value) => ({
  value,
  label: kindLabel(value),
}));
const outcomes = SECURITY_OUTCOMES.map((value) => ({ value, label: t(`outcome_${value}`) }));

function Fields({ draft, people, onChange }: FieldsProps) {
  return (
    <div className="flex flex-col gap-3">
      <Select
        label={t('kind')}
        placeholder={t('all_kinds')}
        data={kinds}
        value={draft.kind}
        clearable
        comboboxProps={{ withinPortal: false }}
        onChange={(kind) => onChange({ ...draft, kind: kind as SecurityEventKind | null })}
      />
      <Select
        label={t('outcome')}
        placeholder={t('all_outcomes')}
        data={outcomes}
        value={draft.outcome}
        clearable
        comboboxProps={{ withinPortal: false }}
        onChange={(outcome) => onChange({ ...draft, outcome: outcome as SecurityOutcome | null })}
      />
      <Select
        label={t('person')}
        placeholder={t('everyone')}
        data={people.map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` }))}
        value={draft.user_id === null ? null : String(draft.user_id)}
        clearable
        searchable={people.length > 8}
        comboboxProps={{ withinPortal: false }}
        onChange={(id) => onChange({ ...draft, user_id: id === null ? null : Number(id) })}
      />
      <div className="grid grid-cols-[1fr_1fr] gap-2">
        <TextInput
          type="date"
          label={t('from')}
          value={draft.from_day}
          onChange={(event) => onChange({ ...draft, from_day: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('to')}
          value={draft.to_day}
          error={isApplicable(draft) ? undefined : t('range_invalid')}
          onChange={(event) => onChange({ ...draft, to_day: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}
