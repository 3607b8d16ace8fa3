export { cellKey, columnName, patchCachedColumns } from './columns-cache.ts';
export { DeleteColumnDialog } from './delete-column-dialog.tsx';
export { SourceIcon, TaskIcon } from './task-icon.tsx';
export {
  type ColumnTask,
  type ResearchResults,
  refetchColumns,
  useLiveResults,
  useLoadingCells,
  useResearchTasks,
  useShownIds,
} from './use-research.ts';
