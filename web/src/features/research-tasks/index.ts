export { ResearchDialog, type ResearchView } from './research-dialog.tsx';
export { RunAmounts, RunEntries } from './runs/run-entries.tsx';
export { RunSelected, RunTasksMenu } from './runs/run-selected.tsx';
export { StopButton, StopRuns } from './runs/stop-button.tsx';
export { useRunCells } from './runs/use-run-cells.ts';
export { type TableRequest, useStartResearch } from './runs/use-start-research.ts';
export { SharedRows } from './shared-rows.tsx';
export { usePolish } from './use-polish.tsx';
export { useIsTaskOff } from './use-task-switches.ts';
