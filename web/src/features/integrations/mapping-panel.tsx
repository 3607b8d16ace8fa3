import { Checkbox, Select } from '@mantine/core';
import {
  type CrmFieldChoice,
  type FieldMapping,
  type Integration,
  integrationsEndpoints,
} from '@overture/contract/integrations';
import { CRM_LEAD_FIELD_IDS, CRM_LEAD_FIELDS, type CrmLeadField } from '@overture/domain/crm';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../lib/api/writes.ts';
import { leadFieldLabel } from '../../lib/labels/lead/lead-field.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { SidePanel } from '../../ui/overlays/overlay.tsx';
import { BoardSelect } from './board-select.tsx';
import { t } from './texts.ts';

interface Row {
  hubspotField: string | null;
  prospectField: CrmLeadField | null;
  overwrites: boolean;
}

/** Which field of the CRM takes what of a lead. Boards have a mapping each. */
export function MappingPanel({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const { name, has_boards } = integration;
  const [board, setBoard] = useState<string | null>(null);
  const isReady = !has_boards || board !== null;
  return (
    <SidePanel opened onClose={onClose} width={640} title={t('mapping_title', { name })}>
      <div className="flex flex-col gap-4">
        <p className="text-ink-2 text-table">{t('mapping_text', { name })}</p>
        {has_boards ? <BoardSelect integration={integration} value={board} onChange={setBoard} /> : null}
        {isReady ? <Mapping key={board} integration={integration} board={board} onSaved={onClose} /> : null}
      </div>
    </SidePanel>
  );
}

function Mapping({
  integration,
  board,
  onSaved,
}: {
  integration: Integration;
  board: string | null;
  onSaved: () => void;
}) {
  const { name, integration_type: id } = integration;
  const input = { params: { id }, query: board === null ? {} : { board_id: board } };
  const fields = useQuery(queryOptions(integrationsEndpoints.listCrmFields, input));
  const mappings = useQuery(queryOptions(integrationsEndpoints.getFieldMappings, input));
  const both = {
    data: fields.data && mappings.data,
    error: fields.error ?? mappings.error,
    isFetching: fields.isFetching || mappings.isFetching,
    refetch: () => Promise.all([fields.refetch(), mappings.refetch()]),
  };
  if (!fields.data || !mappings.data)
    return queryFailure(both, { title: t('fields_failed', { name }), compact: true }) ?? <MappingSkeleton />;
  return (
    <MappingForm
      integration={integration}
      board={board}
      fields={fields.data.fields}
      given={mappings.data.mappings}
      isDefault={mappings.data.is_default}
      onSaved={onSaved}
    />
  );
}

interface MappingFormProps {
  integration: Integration;
  board: string | null;
  fields: CrmFieldChoice[];
  given: FieldMapping[];
  isDefault: boolean;
  onSaved: () => void;
}

function MappingForm({ integration, board, fields, given, isDefault, onSaved }: MappingFormProps) {
  const [rows, setRows] = useState<Row[]>(given);
  const save = useMutation({
    ...mutationOptions(integrationsEndpoints.saveFieldMappings),
    onSuccess: async () => {
      toast.success(t('mapping_saved'));
      await whenRefetched();
      onSaved();
    },
    onError: (error) => toast.error(errorMessage(error, t('mapping_failed'))),
  });
  const change = (index: number, part: Partial<Row>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  function submit() {
    const whole = rows.filter((row) => row.hubspotField !== null && row.prospectField !== null);
    if (whole.length === 0) return void toast.error(t('mapping_none'));
    save.mutate({ params: { id: integration.integration_type }, body: { mappings: whole, board_id: board } });
  }
  return (
    <>
      {isDefault ? <p className="text-ink-3 text-table">{t('mapping_default')}</p> : null}
      {rows.length === 0 ? <EmptyState compact title={t('mapping_empty')} /> : null}
      <ul className="flex flex-col gap-3 m-0 p-0 list-none">
        {rows.map((row, index) => (
          <MappingRow
            // Rows have no name of their own; their place is what they are.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            number={index + 1}
            row={row}
            name={integration.name}
            fields={fields}
            taken={rows.flatMap((other) => (other === row || other.hubspotField === null ? [] : [other.hubspotField]))}
            onChange={(part) => change(index, part)}
            onRemove={() => setRows(rows.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <AppButton
          size="small"
          icon={<IconPlus size={15} aria-hidden />}
          onClick={() => setRows([...rows, { hubspotField: null, prospectField: null, overwrites: false }])}
        >
          {t('mapping_add')}
        </AppButton>
        <AppButton kind="primary" loading={save.isPending} onClick={submit}>
          {t('mapping_save')}
        </AppButton>
      </div>
    </>
  );
}

const LEAD_CHOICES = CRM_LEAD_FIELD_IDS.map((value) => ({ value, label: leadFieldLabel(CRM_LEAD_FIELDS[value]) }));

interface MappingRowProps {
  number: number;
  row: Row;
  name: string;
  fields: CrmFieldChoice[];
  /** Fields of other rows: one field takes one thing. */
  taken: string[];
  onChange: (part: Partial<Row>) => void;
  onRemove: () => void;
}

function MappingRow({ number, row, name, fields, taken, onChange, onRemove }: MappingRowProps) {
  const choices = fields
    .filter((field) => !taken.includes(field.name))
    .map((field) => ({
      value: field.name,
      label: field.required ? t('mapping_required', { label: field.label }) : field.label,
    }));
  const isMissing = row.hubspotField !== null && !fields.some((field) => field.name === row.hubspotField);
  if (isMissing)
    choices.unshift({ value: row.hubspotField ?? '', label: t('mapping_missing', { name: row.hubspotField ?? '' }) });
  return (
    <li
      className="grid items-end gap-2 grid-cols-[1fr_1fr_auto_auto] max-sm:grid-cols-[1fr_auto]"
      aria-label={t('mapping_row', { row: number })}
    >
      <Select
        className="max-sm:col-span-2"
        label={t('mapping_lead')}
        placeholder={t('mapping_choose')}
        data={LEAD_CHOICES}
        value={row.prospectField}
        allowDeselect={false}
        searchable
        onChange={(value) => onChange({ prospectField: value as CrmLeadField | null })}
      />
      <Select
        className="max-sm:col-span-2"
        label={t('mapping_crm', { name })}
        placeholder={t('mapping_choose')}
        data={choices}
        value={row.hubspotField}
        error={isMissing}
        allowDeselect={false}
        searchable
        limit={200}
        onChange={(value) => onChange({ hubspotField: value })}
      />
      <Checkbox
        className="mb-2"
        label={t('mapping_overwrite')}
        checked={row.overwrites}
        onChange={(event) => onChange({ overwrites: event.currentTarget.checked })}
      />
      <span className="mb-1 justify-self-end">
        <IconButton size="small" label={t('mapping_remove', { row: number })} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </IconButton>
      </span>
    </li>
  );
}

function MappingSkeleton() {
  return (
    <div className="flex flex-col gap-3" aria-hidden>
      {[1, 2, 3, 4, 5].map((key) => (
        <Skeleton key={key} width={520} />
      ))}
    </div>
  );
}
