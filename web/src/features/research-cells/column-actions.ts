import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { SortState } from '../../ui/table/columns.ts';
import type { ColumnTask } from '../research-columns/index.ts';
import type { TableRequest } from '../research-tasks/index.ts';

export interface ColumnMenuActions {
  searchId: number;
  table: TableRequest;
  sort: SortState | undefined;
  onSort: (sort: SortState | undefined) => void;
  onFilter: (promptId: number) => void;
  /** Tasks that may be neither changed nor run; their columns can still be deleted. */
  isTaskOff?: (task: EnrichmentPrompt) => boolean;
  /** The four are left out where research may not be changed. */
  onEdit?: ((promptId: number) => void) | undefined;
  onRun?: ((task: EnrichmentPrompt, amount: number) => void) | undefined;
  onAutomatic?: ((task: ColumnTask) => void) | undefined;
  onDelete?: ((task: EnrichmentPrompt) => void) | undefined;
}

export function toChanges(task: EnrichmentPrompt, { isTaskOff, onEdit, onRun, onAutomatic }: ColumnMenuActions) {
  return isTaskOff?.(task) ? {} : { onEdit, onRun, onAutomatic };
}
