import { Select, TextInput } from '@mantine/core';
import { accountsEndpoints } from '@overture/contract/accounts';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { senderName } from '@overture/domain/accounts';
import { NODE_TYPES, type NodeType } from '@overture/domain/flow/step-types';
import { UI } from '@overture/domain/limits';
import { DATE_PRESETS, type DatePreset } from '@overture/domain/time/date-presets';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { nodeKindLabel } from '../../lib/labels/campaign/node-kind.ts';
import { datePresetLabel } from '../../lib/labels/organization/date-preset.ts';
import { PersonAvatar } from '../../ui/display/person-avatar.tsx';
import { MultiChoice } from '../../ui/inputs/multi-choice.tsx';
import { FilterDraft } from '../../ui/overlays/filter-draft.tsx';
import { type ActivityFilterState, countActive, defaultFilters, isApplicable } from './filter-state.ts';
import { t } from './texts.ts';

const actionOptions = NODE_TYPES.map((value) => ({ value, label: nodeKindLabel(value) }));
const periodOptions = DATE_PRESETS.map((value) => ({ value, label: datePresetLabel(value) }));

interface PanelProps {
  filters: ActivityFilterState;
  today: string;
  onApply: (filters: ActivityFilterState) => void;
}

export function FilterButton({ filters, today, onApply }: PanelProps) {
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
      none={defaultFilters(today)}
      count={count}
      width={UI.activity_filter_width}
      isApplicable={isApplicable}
      onApply={onApply}
    >
      {(draft, onChange) => <Fields draft={draft} onChange={onChange} />}
    </FilterDraft>
  );
}

interface FieldsProps {
  draft: ActivityFilterState;
  onChange: (draft: ActivityFilterState) => void;
}

function Fields({ draft, onChange }: FieldsProps) {
  const campaigns = useQuery(queryOptions(campaignsEndpoints.listCampaigns)).data?.campaigns ?? [];
  return (
    <div className="flex flex-col gap-3">
      <MultiChoice
        label={t('action_type')}
        all={t('all_actions')}
        options={actionOptions}
        value={draft.actions}
        onChange={(actions) => onChange({ ...draft, actions: actions as NodeType[] })}
        isSearchable={false}
      />
      <MultiChoice
        label={t('campaign')}
        all={t('all_campaigns')}
        placeholder={t('search_campaigns')}
        options={campaigns.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={draft.campaigns.map(String)}
        onChange={(ids) => onChange({ ...draft, campaigns: ids.map(Number) })}
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
        <div className="grid grid-cols-[1fr_1fr] gap-2">
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
    <MultiChoice
      label={t('sender')}
      all={t('all_accounts')}
      options={accounts.map((account) => ({ value: String(account.id), label: senderName(account) }))}
      value={draft.senders.map(String)}
      onChange={(ids) => onChange({ ...draft, senders: ids.map(Number) })}
      isSearchable={false}
      opensUpwards
      renderOption={({ option }) => {
        const account = accounts.find(({ id }) => String(id) === option.value);
        return (
          <span className="inline-flex items-center gap-2 min-w-0">
            {account ? <PersonAvatar name={option.label} picture_url={account.picture_url} size={22} /> : null}
            <span className="truncate">{option.label}</span>
          </span>
        );
      }}
    />
  );
}
