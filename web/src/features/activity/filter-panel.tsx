import { Indicator, MultiSelect, Popover, Select, TextInput } from '@mantine/core';
import { accountsEndpoints } from '@overture/contract/accounts';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { DATE_PRESET_LABELS, DATE_PRESETS, type DatePreset } from '@overture/domain/date-presets';
import { CONDITION_TYPES, type NodeType, STEP_TYPES, typeInfo } from '@overture/domain/flow/step-types';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api-client.ts';
import { AppButton } from '../../ui/app-button.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import classes from './activity.module.css';
import { type ActivityFilterState, countActive, defaultFilters, isApplicable } from './filter-state.ts';
import { t } from './texts.ts';

const actionOptions = [...STEP_TYPES, ...CONDITION_TYPES].map((value) => ({ value, label: typeInfo(value).label }));
const periodOptions = DATE_PRESETS.map((value) => ({ value, label: DATE_PRESET_LABELS[value] }));

interface PanelProps {
  filters: ActivityFilterState;
  today: string;
  onApply: (filters: ActivityFilterState) => void;
}

/** Filters behind one button: chosen in a draft that counts only once it is applied. */
export function FilterButton({ filters, today, onApply }: PanelProps) {
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState(filters);
  const count = countActive(filters);
  function toggle(open: boolean) {
    if (open) setDraft(filters);
    setOpen(open);
  }
  function commit(next: ActivityFilterState) {
    onApply(next);
    setOpen(false);
  }
  return (
    <Popover opened={isOpen} onChange={toggle} position="bottom-end" width="min(400px, 96vw)" trapFocus withinPortal>
      <Indicator label={count} size={18} disabled={count === 0}>
        <Popover.Target>
          <AppButton
            icon={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-label={count > 0 ? t('filters_active', { count }) : t('filters')}
            onClick={() => toggle(!isOpen)}
          >
            {t('filters')}
          </AppButton>
        </Popover.Target>
      </Indicator>

      <Popover.Dropdown aria-label={t('filters')}>
        <Fields draft={draft} onChange={setDraft} />
        <div className={classes.footer}>
          <AppButton onClick={() => commit(defaultFilters(today))}>{t('reset')}</AppButton>
          <AppButton kind="primary" disabled={!isApplicable(draft)} onClick={() => commit(draft)}>
            {t('apply')}
          </AppButton>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

interface FieldsProps {
  draft: ActivityFilterState;
  onChange: (draft: ActivityFilterState) => void;
}

function Fields({ draft, onChange }: FieldsProps) {
  const campaigns = useQuery(queryOptions(campaignsEndpoints.listCampaigns)).data?.campaigns ?? [];
  const combobox = { withinPortal: false };
  return (
    <div className={classes.fields}>
      <MultiSelect
        label={t('action_type')}
        data={actionOptions}
        value={[...draft.actions]}
        placeholder={draft.actions.length === 0 ? t('all_actions') : ''}
        onChange={(actions) => onChange({ ...draft, actions: actions as NodeType[] })}
        comboboxProps={combobox}
        clearable
      />
      <MultiSelect
        label={t('campaign')}
        description={draft.campaigns.length === 0 ? t('all_campaigns') : undefined}
        data={campaigns.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={draft.campaigns.map(String)}
        placeholder={t('search_campaigns')}
        onChange={(ids) => onChange({ ...draft, campaigns: ids.map(Number) })}
        comboboxProps={combobox}
        searchable
        clearable
      />
      <PeriodFields draft={draft} onChange={onChange} />
      <SenderField draft={draft} onChange={onChange} />
    </div>
  );
}

function PeriodFields({ draft, onChange }: FieldsProps) {
  const { custom } = draft;
  return (
    <>
      <Select
        label={t('period')}
        data={periodOptions}
        value={draft.preset}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(preset) => onChange({ ...draft, preset: (preset ?? '7_days') as DatePreset })}
      />
      {draft.preset === 'custom' ? (
        <div className={classes.days}>
          <TextInput
            type="date"
            label={t('from')}
            value={custom.start_date}
            onChange={(event) => onChange({ ...draft, custom: { ...custom, start_date: event.currentTarget.value } })}
          />
          <TextInput
            type="date"
            label={t('to')}
            value={custom.end_date}
            error={isApplicable(draft) ? undefined : t('range_invalid')}
            onChange={(event) => onChange({ ...draft, custom: { ...custom, end_date: event.currentTarget.value } })}
          />
        </div>
      ) : null}
    </>
  );
}

function SenderField({ draft, onChange }: FieldsProps) {
  const accounts = useQuery(queryOptions(accountsEndpoints.listAccounts)).data?.accounts ?? [];
  return (
    <MultiSelect
      label={t('sender')}
      data={accounts.map(({ id, name, email }) => ({ value: String(id), label: email ?? name }))}
      value={draft.senders.map(String)}
      placeholder={draft.senders.length === 0 ? t('all_accounts') : ''}
      onChange={(ids) => onChange({ ...draft, senders: ids.map(Number) })}
      comboboxProps={{ withinPortal: false }}
      clearable
      renderOption={({ option }) => (
        <span className={classes.person}>
          <PersonAvatar
            name={option.label}
            picture_url={accounts.find(({ id }) => String(id) === option.value)?.picture_url ?? null}
            size={22}
          />
          <span className="truncate">{option.label}</span>
        </span>
      )}
    />
  );
}
