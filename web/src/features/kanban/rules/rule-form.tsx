import { Checkbox, Select } from '@mantine/core';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import type { KanbanBoard } from '@overture/contract/kanban';
import { type KanbanRule, kanbanRulesEndpoints } from '@overture/contract/kanban-rules';
import { chatLabelsEndpoints } from '@overture/contract/labels';
import { canUseIntegrations } from '@overture/domain/access/permissions';
import type { CrmType } from '@overture/domain/crm';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { useUser } from '../../../lib/api/session.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { MultiChoice } from '../../../ui/inputs/multi-choice.tsx';
import { PushFields } from './push-fields.tsx';
import { t } from './texts.ts';

interface RuleFormProps {
  board: KanbanBoard;
  rule?: KanbanRule;
  onClose: () => void;
}

type Draft = Omit<KanbanRule, 'id'>;

const moments = ['interested', 'replied', 'not_interested', 'entered'] as const;

export function RuleForm({ board, rule, onClose }: RuleFormProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => toDraft(rule) ?? newRule(board));
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next });
  const save = useMutation({
    mutationFn: () => {
      const body = { ...draft, push_to: draft.push_to as CrmType | null };
      return rule
        ? call(kanbanRulesEndpoints.updateKanbanRule, { params: { id: board.id, ruleId: rule.id }, body })
        : call(kanbanRulesEndpoints.createKanbanRule, { params: { id: board.id }, body });
    },
    onSuccess: async () => {
      await refetch(client, kanbanRulesEndpoints.listKanbanRules);
      onClose();
    },
  });
  const isEntry = draft.set_off_by === 'entered';
  const doesNothing = isEntry && draft.label_id === null && draft.push_to === null && !draft.stops_campaigns;
  return (
    <Form className="flex flex-col gap-3" onSubmit={() => save.mutate()}>
      <Select
        label={t('when')}
        data={moments.map((value) => ({ value, label: t(`when_${value}`) }))}
        value={draft.set_off_by}
        allowDeselect={false}
        onChange={(value) => change({ set_off_by: (value ?? draft.set_off_by) as Draft['set_off_by'] })}
      />
      <Select
        label={t(isEntry ? 'column' : 'put_into')}
        data={board.columns.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(draft.column_id)}
        allowDeselect={false}
        onChange={(value) => change({ column_id: Number(value ?? draft.column_id) })}
      />
      {isEntry ? (
        <EntryFields draft={draft} onChange={change} />
      ) : (
        <CampaignField ids={draft.campaign_ids} onChange={(campaign_ids) => change({ campaign_ids })} />
      )}
      {save.error ? (
        <p className="text-red text-table" role="alert">
          {errorMessage(save.error, t('save_failed'))}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <AppButton size="small" onClick={onClose}>
          {t('cancel')}
        </AppButton>
        <AppButton size="small" kind="primary" type="submit" disabled={doesNothing} loading={save.isPending}>
          {t('save')}
        </AppButton>
      </div>
    </Form>
  );
}

function toDraft(rule: KanbanRule | undefined): Draft | undefined {
  if (rule === undefined) return undefined;
  const { id: _, ...draft } = rule;
  return draft;
}

function newRule(board: KanbanBoard): Draft {
  return {
    column_id: board.columns[0]?.id ?? 0,
    set_off_by: 'interested',
    campaign_ids: [],
    label_id: null,
    push_to: null,
    push_stage: null,
    push_stage_name: null,
    notes_meeting: false,
    stops_campaigns: false,
    is_active: true,
  };
}

function CampaignField({ ids, onChange }: { ids: readonly number[]; onChange: (ids: number[]) => void }) {
  const campaigns = useQuery(queryOptions(campaignsEndpoints.listCampaigns));
  return (
    <MultiChoice
      label={t('campaigns')}
      all={t('campaigns_any')}
      options={(campaigns.data?.campaigns ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={ids.map(String)}
      onChange={(values) => onChange(values.map(Number))}
    />
  );
}

function EntryFields({ draft, onChange }: { draft: Draft; onChange: (next: Partial<Draft>) => void }) {
  const labels = useQuery(queryOptions(chatLabelsEndpoints.listChatLabels));
  const hasCrm = canUseIntegrations(useUser());
  return (
    <>
      <Select
        label={t('then_label')}
        placeholder={t('no_label')}
        data={(labels.data?.labels ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={draft.label_id === null ? null : String(draft.label_id)}
        clearable
        searchable
        onChange={(value) => onChange({ label_id: value === null ? null : Number(value) })}
      />
      {hasCrm ? <PushFields choice={draft} onChange={onChange} /> : null}
      <Checkbox
        label={t('then_stop')}
        checked={draft.stops_campaigns}
        onChange={(event) => onChange({ stops_campaigns: event.currentTarget.checked })}
      />
    </>
  );
}
