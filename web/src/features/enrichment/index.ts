export {
  AnswersContext,
  CellActionsContext,
  type OpenCell,
  type ResearchAnswers,
  useAnswers,
  useCellActions,
} from './answers/research-context.ts';
export { CardAnswers } from './cells/card-answers.tsx';
export { LeadResearch } from './cells/lead-research.tsx';
export { ResearchCell } from './cells/research-cell.tsx';
export { ResearchCells } from './cells/research-cells.tsx';
export { researchColumns } from './cells/research-columns.tsx';
export { cellKey } from './columns/columns-cache.ts';
export { DeleteColumnDialog } from './columns/delete-column-dialog.tsx';
export { columnName } from './columns/task-name.ts';
export { useResearchTasks, useShownIds } from './columns/use-research.ts';
export { RunAmounts } from './runs/run-entries.tsx';
export { RunSelected, RunTasksMenu } from './runs/run-selected.tsx';
export { StopButton, StopRuns } from './runs/stop-button.tsx';
export { useStartResearch } from './runs/use-start-research.ts';
export { ResearchDialog, type ResearchView } from './tasks/research-dialog.tsx';
export { SharedRows } from './tasks/shared-rows.tsx';
export { usePolish } from './tasks/use-polish.tsx';
export { useIsTaskOff } from './tasks/use-task-switches.ts';
export { t as enrichmentTexts } from './texts.ts';
