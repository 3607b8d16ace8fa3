import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Prospect } from '@overture/contract/prospects';
import { researchColumn } from '@overture/domain/leads/lead-columns';
import type { DataColumn } from '../../ui/table/columns.ts';
import { columnName, TaskIcon } from '../research-columns/index.ts';
import { type ColumnMenuActions, toChanges } from './column-actions.ts';
import { ColumnMenu } from './column-menu.tsx';
import { ResearchCell } from './research-cell.tsx';

const widths = { SHORT_TEXT: 200, LONG_TEXT: 280, NUMBER: 170, BOOLEAN: 170, SCORE: 170 } as const;

/** One column for each research task of the list: icon and name, a click edits it, the menu does the rest. */
export function researchColumns(
  tasks: readonly EnrichmentPrompt[],
  actions: ColumnMenuActions,
  nameOf: (lead: Prospect) => string,
): DataColumn<Prospect>[] {
  return tasks.map((task) => ({
    id: researchColumn(task.id),
    header: (
      <span
        className="flex items-center gap-1.5 min-w-0 max-w-full [&>svg]:flex-none [&>svg]:text-violet"
        title={task.prompt || task.name}
      >
        <TaskIcon prompt={task} size={14} />
        <span className="truncate">{columnName(task)}</span>
      </span>
    ),
    label: columnName(task),
    width: widths[task.output_type],
    sort_field: researchColumn(task.id),
    ...(toChanges(task, actions).onEdit ? { onHeaderClick: () => actions.onEdit?.(task.id) } : {}),
    header_menu: <ColumnMenu task={task} actions={actions} />,
    interactive: true,
    filled: true,
    cell: (lead) => <ResearchCell task={task} lead={lead} leadName={nameOf(lead)} />,
  }));
}
