import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Prospect } from '@overture/contract/prospects';
import { researchColumn } from '@overture/domain/leads/lead-columns';
import { useEffect, useMemo, useRef } from 'react';
import type { DataColumn } from '../../ui/table/columns.ts';
import { customTableColumns } from '../custom-columns/index.ts';
import { leadName } from '../leads/index.ts';
import { researchColumns } from '../research-cells/index.ts';
import type { ResearchView } from '../research-tasks/index.ts';
import type { FilterPanelState } from './filters/lead-filters.tsx';
import { leadColumns } from './lead-columns.tsx';
import type { useListResearch } from './research/use-list-research.ts';
import { t } from './texts.ts';
import { useColumnChoice } from './use-column-choice.tsx';
import type { useListCustom } from './use-list-custom.tsx';
import type { ListTable } from './use-list-table.ts';

interface ListColumnsInput {
  searchId: number;
  table: ListTable;
  research: ReturnType<typeof useListResearch>;
  /** Left out where research is switched off: its columns are then only looked at. */
  dialog: { onView: (view: ResearchView) => void } | undefined;
  onFilterPanel: (state: FilterPanelState) => void;
  own: Pick<ReturnType<typeof useListCustom>, 'columns' | 'manage'>;
}

/** Columns of the leads with those of the list's research tasks, as far as they are wanted. They stay the same while nothing about them changes. */
export function useListColumns(input: ListColumnsInput) {
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const { searchId, table, research } = input;
  const { columns: custom } = input.own;
  const { tasks, request, isTaskOff } = research;
  const { sort } = table;
  const canChange = input.dialog !== undefined;
  useShowNewColumn(research);
  const columns = useMemo((): DataColumn<Prospect>[] => {
    const now = () => latest.current;
    const changes = {
      isTaskOff,
      onEdit: (promptId: number) => now().dialog?.onView({ kind: 'task', promptId }),
      onRun: (...[task, amount]: Parameters<typeof research.run>) => now().research.run(task, amount),
      onAutomatic: (task: (typeof tasks)[number]) => now().research.setAutomatic(task),
      onDelete: (task: EnrichmentPrompt) => now().research.setDeleting(task),
    };
    const actions = {
      searchId,
      table: request,
      sort,
      onSort: (next: typeof sort) => now().table.setSort(next),
      onFilter: (promptId: number) => now().onFilterPanel({ opened: true, column: researchColumn(promptId) }),
      ...(canChange ? changes : {}),
    };
    return [...leadColumns(), ...customTableColumns<Prospect>(custom), ...researchColumns(tasks, actions, leadName)];
  }, [searchId, tasks, request, sort, canChange, isTaskOff, custom]);
  const more = [{ label: t('columns_manage'), onSelect: () => latest.current.own.manage() }];
  return useColumnChoice('list-leads', columns, more, { key: searchId, rows: table.rows });
}

/** A column that was just added is at the far end of the table: it is scrolled into view. */
function useShowNewColumn({ tasks, isFirstLoad }: ReturnType<typeof useListResearch>) {
  const known = useRef<ReadonlySet<number> | undefined>(undefined);
  useEffect(() => {
    if (isFirstLoad) return;
    const added = known.current && tasks.find(({ id }) => !known.current?.has(id));
    known.current = new Set(tasks.map(({ id }) => id));
    if (added === undefined) return;
    const header = document.querySelector(`[data-column="${researchColumn(added.id)}"]`);
    header?.scrollIntoView({ behavior: 'smooth', block: 'nearest', inline: 'end' });
  }, [tasks, isFirstLoad]);
}
