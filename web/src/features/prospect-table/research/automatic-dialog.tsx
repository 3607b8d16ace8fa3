import { type AutomaticResearch, enrichmentEndpoints } from '@overture/contract/enrichment';
import { AUTOMATIC_RESEARCH } from '@overture/domain/leads/automatic-research';
import type { TableFilter } from '@overture/domain/leads/filters';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { AmountInput } from '../../../ui/inputs/amount-input.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { type ColumnTask, columnName, refetchColumns } from '../../research-columns/index.ts';
import { type FilterColumn, listFilterColumns } from '../filters/filter-columns.ts';
import { FilterRows } from '../filters/filter-rows.tsx';
import { t } from './texts.ts';

interface AutomaticDialogProps {
  searchId: number;
  task: ColumnTask;
  /** What leads can be filtered by besides their own columns. */
  columns: readonly FilterColumn[];
  onClose: () => void;
}

/** Whether a column runs for leads that are added later: for which ones, and how many a day. */
export function AutomaticDialog({ searchId, task, columns, onClose }: AutomaticDialogProps) {
  const { automatic } = task;
  const [filters, setFilters] = useState((automatic?.filters ?? []) as TableFilter[]);
  const [perDay, setPerDay] = useState<number>(automatic?.leads_per_day ?? AUTOMATIC_RESEARCH.suggested_leads_per_day);
  const { save, turnOff } = useAutomatic(searchId, task, onClose);
  const isValid = perDay >= 1 && perDay <= AUTOMATIC_RESEARCH.max_leads_per_day;
  const failure = save.error ?? turnOff.error;
  return (
    <FormDialog
      onClose={onClose}
      isChanged={isChanged(automatic, filters, perDay)}
      size="large"
      title={t('title', { name: columnName(task) })}
      problem={failure ? errorMessage(failure, t('failed')) : undefined}
      note={
        automatic === null ? null : (
          <AppButton kind="quiet" loading={turnOff.isPending} onClick={() => turnOff.mutate()}>
            {t('off')}
          </AppButton>
        )
      }
      confirmLabel={t(automatic === null ? 'on' : 'save')}
      pending={save.isPending}
      disabled={!isValid}
      confirm={() => save.mutate({ filters, leads_per_day: perDay })}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{t('text')}</p>
        <fieldset className="m-0 p-0 border-0">
          <legend className="p-0 mb-1 font-medium text-table">{t('filters')}</legend>
          <FilterRows
            columns={listFilterColumns(searchId, columns)}
            filters={filters}
            onChange={setFilters}
            emptyText={t('all')}
          />
          {filters.length === 0 ? null : (
            <p className="pt-2 text-ink-3 text-table">{t('matching', { days: AUTOMATIC_RESEARCH.days })}</p>
          )}
        </fieldset>
        <AmountInput
          label={t('limit')}
          description={t('cost', {
            count: task.cost_per_lead,
            most: isValid ? formatNumber(perDay * task.cost_per_lead) : '–',
          })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          className="[&_.mantine-Input-wrapper]:max-w-40"
          min={1}
          max={AUTOMATIC_RESEARCH.max_leads_per_day}
          value={perDay}
          onChange={setPerDay}
        />
        {automatic === null ? null : <Today {...automatic} />}
      </div>
    </FormDialog>
  );
}

function isChanged(saved: AutomaticResearch | null, filters: readonly TableFilter[], perDay: number): boolean {
  return saved !== null && (perDay !== saved.leads_per_day || filters !== saved.filters);
}

function Today({ leads_today, leads_per_day, problem }: AutomaticResearch) {
  return (
    <p className="text-ink-2" role="status">
      {t('today', { count: formatNumber(leads_today), limit: formatNumber(leads_per_day) })}
      {problem === null ? null : <span className="block text-amber">{problem}</span>}
    </p>
  );
}

function useAutomatic(searchId: number, task: ColumnTask, onDone: () => void) {
  const client = useQueryClient();
  const params = { searchId, promptId: task.id };
  const settle = (text: string) => {
    toast.success(text);
    onDone();
    return refetchColumns(client);
  };
  const save = useMutation({
    mutationFn: (body: { filters: TableFilter[]; leads_per_day: number }) =>
      call(enrichmentEndpoints.setAutomaticResearch, { params, body }),
    onSuccess: () => settle(t('turned_on')),
  });
  const turnOff = useMutation({
    mutationFn: () => call(enrichmentEndpoints.stopAutomaticResearch, { params }),
    onSuccess: () => settle(t('turned_off')),
  });
  return { save, turnOff };
}
