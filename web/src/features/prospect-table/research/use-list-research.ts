import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { LeadColumn } from '@overture/contract/lead-columns';
import { customName, isCustomName } from '@overture/domain/leads/custom-columns';
import { listColumnFilters, withoutColumns } from '@overture/domain/leads/filters';
import type { ColumnKind } from '@overture/domain/leads/lead-columns';
import {
  LIST_TABLE_COLUMNS,
  parsePromptId,
  researchColumn,
  withResearchColumns,
} from '@overture/domain/leads/lead-columns';
import { useEffect, useMemo, useState } from 'react';
import { tableRequest } from '../../../lib/api/table-request.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { sortKeys, toSort } from '../../../ui/table/columns.ts';
import { type ColumnTask, columnName, useResearchTasks, useShownIds } from '../../research-columns/index.ts';
import { useIsTaskOff, useStartResearch } from '../../research-tasks/index.ts';
import type { FilterColumn } from '../filters/filter-columns.ts';
import { t } from '../texts.ts';
import type { ListTable } from '../use-list-table.ts';

const noTasks: readonly ColumnTask[] = [];
const noRows: readonly number[] = [];

/** The research columns of a list as its table needs them: tasks, filter columns, runs, and what is being deleted. */
export function useListResearch(searchId: number, table: ListTable, custom: readonly LeadColumn[] | undefined) {
  const { rows, error } = table;
  // A remembered filter may name a column that is gone: the columns are then asked for without any rows.
  const rowIds = useShownIds(useMemo(() => rows?.map(({ id }) => id) ?? (error ? noRows : undefined), [rows, error]));
  const query = useResearchTasks(searchId, rowIds);
  const tasks = query.tasks ?? noTasks;
  const isTaskOff = useIsTaskOff();
  const [automatic, setAutomatic] = useState<ColumnTask | undefined>();
  const [deleting, setDeleting] = useState<EnrichmentPrompt | undefined>();
  const request = useMemo(
    () => tableRequest({ filters: table.filters, sort: table.sort }),
    [table.filters, table.sort],
  );
  const { mutate } = useStartResearch(searchId, request);
  useForgetMissingColumns(table, query.tasks, custom);
  return {
    rowIds,
    tasks,
    isTaskOff,
    error: query.error,
    retry: query.retry,
    isFetching: query.isFetching,
    /** Rows are loaded, their columns are not: the table waits, otherwise it would jump. */
    isFirstLoad: query.tasks === undefined && query.error === null,
    request,
    filterColumns: useMemo(() => tasks.map(filterColumn), [tasks]),
    /** The column whose dialog on new leads is open. */
    automatic,
    setAutomatic,
    deleting,
    setDeleting,
    run: (task: EnrichmentPrompt, amount: number) =>
      mutate({ kind: 'continue', prompt_id: task.id, prospect_limit: amount }),
  };
}

const scores = ['1', '2', '3', '4', '5'].map((score) => ({ value: score, label: score }));

function filterColumn(task: EnrichmentPrompt): FilterColumn {
  const id = researchColumn(task.id);
  const kind: ColumnKind = withResearchColumns(LIST_TABLE_COLUMNS, [task]).get(id) ?? 'text';
  return { id, label: columnName(task), kind, group: 'research', ...(kind === 'score' ? { options: scores } : {}) };
}

/** Filters and sorts of columns that left the list would be refused: they leave too. */
function useForgetMissingColumns(
  table: ListTable,
  tasks: readonly EnrichmentPrompt[] | undefined,
  custom: readonly LeadColumn[] | undefined,
) {
  const { filters, sort, setFilters, setSort } = table;
  useEffect(() => {
    if (tasks === undefined) return;
    const isRemoved = (column: string) => {
      if (isCustomName(column)) return custom !== undefined && !custom.some(({ key }) => customName(key) === column);
      const id = parsePromptId(column);
      return id !== null && !tasks.some((task) => task.id === id);
    };
    if (listColumnFilters(filters).some(({ column }) => isRemoved(column))) {
      setFilters(withoutColumns(filters, isRemoved));
      toast.info(t('filter_dropped'));
    }
    const kept = sortKeys(sort).filter(({ field }) => !isRemoved(field));
    if (kept.length < sortKeys(sort).length) setSort(toSort(kept));
  });
}
