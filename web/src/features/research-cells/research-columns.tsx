import type { Prospect } from '@overture/contract/prospects';
import { researchColumn } from '@overture/domain/leads/lead-columns';
import type { DataColumn } from '../../ui/table/columns.ts';
import { type ColumnTask, columnName, TaskIcon } from '../research-columns/index.ts';
import { type ColumnMenuActions, toChanges } from './column-actions.ts';
import { ColumnMenu } from './column-menu.tsx';
import { ResearchCell } from './research-cell.tsx';
import { t } from './texts.ts';

const widths = { SHORT_TEXT: 200, LONG_TEXT: 280, NUMBER: 170, BOOLEAN: 170, SCORE: 170 } as const;

/** One column for each research task of the list: icon and name, a click edits it, the menu does the rest. */
export function researchColumns(
  tasks: readonly ColumnTask[],
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
        <ColumnMark task={task} />
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

/** A dot where the column runs for new leads; amber while leads wait, or while it is paused. */
function ColumnMark({ task: { automatic, paused } }: { task: ColumnTask }) {
  if (automatic === null && paused === null) return null;
  const problem = paused ?? automatic?.problem ?? null;
  const label = problem ?? t('automatic_mark');
  const color = problem === null ? 'bg-violet' : 'bg-amber';
  return <span role="img" aria-label={label} title={label} className={`flex-none size-1.5 rounded-full ${color}`} />;
}
