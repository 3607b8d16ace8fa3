import { Checkbox, Select } from '@mantine/core';
import { type Integration, integrationsEndpoints } from '@overture/contract/integrations';
import type { KanbanRule } from '@overture/contract/kanban-rules';
import { CRM_LABELS, CRM_TYPES } from '@overture/domain/crm';
import { useQuery } from '@tanstack/react-query';
import { errorMessage, queryOptions } from '../../../lib/api/api-client.ts';
import { t } from './texts.ts';

type PushChoice = Pick<KanbanRule, 'push_to' | 'push_stage' | 'push_stage_name' | 'notes_meeting'>;

interface PushFieldsProps {
  choice: PushChoice;
  onChange: (next: Partial<PushChoice>) => void;
}

/** CRM to push to, and the deal stage for the column. */
export function PushFields({ choice, onChange }: PushFieldsProps) {
  const integrations = useQuery(queryOptions(integrationsEndpoints.listIntegrations));
  const integration = integrations.data?.integrations.find((one) => one.integration_type === choice.push_to);
  return (
    <>
      <Select
        label={t('then_crm')}
        placeholder={t('no_crm')}
        data={CRM_TYPES.map((value) => ({ value, label: CRM_LABELS[value] }))}
        value={choice.push_to}
        clearable
        onChange={(push_to) => onChange({ push_to, push_stage: null, push_stage_name: null })}
      />
      {integration ? <CrmState integration={integration} /> : null}
      {integration?.connected ? <StageField integration={integration} choice={choice} onChange={onChange} /> : null}
      {choice.push_to === null ? null : (
        <Checkbox
          label={t('then_meeting')}
          checked={choice.notes_meeting}
          onChange={(event) => onChange({ notes_meeting: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** Why nothing would be pushed, in words. */
function CrmState({ integration: { name, connected, sync } }: { integration: Integration }) {
  if (connected && sync.includes('board_cards')) return null;
  return <p className="-mt-1 text-amber text-meta">{t(connected ? 'crm_off' : 'crm_missing', { crm: name })}</p>;
}

function StageField({ integration, choice, onChange }: PushFieldsProps & { integration: Integration }) {
  const { integration_type, sync_board_id: board_id, has_boards, interest } = integration;
  const input = { params: { id: integration_type }, query: board_id === null ? {} : { board_id } };
  const stages = useQuery({
    ...queryOptions(integrationsEndpoints.listCrmStages, input),
    enabled: !has_boards || board_id !== null,
  });
  const options = (stages.data?.stages ?? []).map(({ id, label }) => ({ value: id, label }));
  const { push_stage: chosen, push_stage_name: name } = choice;
  // A stage missing in the CRM is still part of the rule.
  const isMissing = chosen !== null && !options.some(({ value }) => value === chosen);
  return (
    <Select
      label={t(interest === 'deal' ? 'then_stage_deal' : 'then_stage_status')}
      placeholder={t('no_stage')}
      data={isMissing ? [...options, { value: chosen, label: name ?? chosen }] : options}
      value={chosen}
      error={stages.error ? errorMessage(stages.error, t('stages_failed')) : undefined}
      clearable
      searchable
      onChange={(push_stage) =>
        onChange({ push_stage, push_stage_name: options.find(({ value }) => value === push_stage)?.label ?? null })
      }
    />
  );
}
