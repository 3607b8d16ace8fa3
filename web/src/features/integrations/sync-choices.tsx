import { Select } from '@mantine/core';
import { type Integration, integrationsEndpoints } from '@overture/contract/integrations';
import { CRM_OWNER_KINDS, type CrmOwnerKind } from '@overture/domain/crm';
import { useQuery } from '@tanstack/react-query';
import { errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { useCustomColumns } from '../custom-columns/index.ts';
import { t } from './texts.ts';

interface StageSelectProps {
  integration: Integration;
  board: string | null;
  value: string | null;
  onChange: (stage: string | null) => void;
}

export function StageSelect({ integration, board, value, onChange }: StageSelectProps) {
  const input = { params: { id: integration.integration_type }, query: board === null ? {} : { board_id: board } };
  const stages = useQuery(queryOptions(integrationsEndpoints.listCrmStages, input));
  const isDeal = integration.interest === 'deal';
  return (
    <Select
      className="ms-12 max-w-[360px]"
      label={t(isDeal ? 'sync_stage_deal' : 'sync_stage_status')}
      placeholder={isDeal ? t('sync_stage_first') : t('mapping_choose')}
      data={stages.data?.stages.map(({ id, label }) => ({ value: id, label })) ?? []}
      value={value}
      error={stages.error ? errorMessage(stages.error, t('choices_failed', { name: integration.name })) : undefined}
      clearable
      searchable
      onChange={onChange}
    />
  );
}

interface OwnerChoice {
  owner_kind: CrmOwnerKind;
  owner_id: string | null;
}

interface OwnerFieldsProps {
  integration: Integration;
  choice: OwnerChoice;
  onChange: (choice: OwnerChoice) => void;
}

/** Who owns what is made there. */
export function OwnerFields({ integration, choice, onChange }: OwnerFieldsProps) {
  return (
    <>
      <Select
        className="max-w-[408px]"
        label={t('owner')}
        description={t(`owner_${choice.owner_kind}_text`, { name: integration.name })}
        data={CRM_OWNER_KINDS.map((value) => ({ value, label: t(`owner_${value}`) }))}
        value={choice.owner_kind}
        allowDeselect={false}
        onChange={(value) => onChange({ ...choice, owner_kind: (value ?? 'none') as CrmOwnerKind })}
      />
      {choice.owner_kind === 'user' ? (
        <OwnerSelect
          integration={integration}
          value={choice.owner_id}
          onChange={(owner_id) => onChange({ ...choice, owner_id })}
        />
      ) : null}
    </>
  );
}

function OwnerSelect({ integration, value, onChange }: Omit<StageSelectProps, 'board'>) {
  const owners = useQuery(
    queryOptions(integrationsEndpoints.listCrmOwners, { params: { id: integration.integration_type } }),
  );
  return (
    <Select
      className="max-w-[408px]"
      label={t('owner_choose', { name: integration.name })}
      placeholder={t('owner_placeholder')}
      data={(owners.data?.owners ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      error={owners.error ? errorMessage(owners.error, t('choices_failed', { name: integration.name })) : undefined}
      searchable
      onChange={onChange}
    />
  );
}

interface OwnerColumnProps {
  value: number | null;
  onChange: (id: number | null) => void;
}

/** Column that stores the CRM owner; a campaign can choose its sender by it. */
export function OwnerColumnSelect({ value, onChange }: OwnerColumnProps) {
  const { columns, query } = useCustomColumns();
  return (
    <Select
      className="ms-12 max-w-[360px]"
      label={t('owner_column')}
      description={t('owner_column_text')}
      placeholder={t('owner_column_none')}
      data={(columns ?? [])
        .filter(({ type }) => type === 'text')
        .map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      error={query.error ? errorMessage(query.error, t('sync_failed')) : undefined}
      clearable
      searchable
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
