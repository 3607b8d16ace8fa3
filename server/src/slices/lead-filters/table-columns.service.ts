import { CUSTOM_KINDS, customName } from '@overture/domain/leads/custom-columns';
import { listSortFields, namedColumns, type SortRequest } from '@overture/domain/leads/filters';
import { type ColumnSet, parsePromptId, withResearchColumns } from '@overture/domain/leads/lead-columns';
import type { TransactionContext } from '../../kernel/context.ts';
import { findNamedColumns } from '../lead-columns/index.ts';
import { findTasks } from '../research-tasks/index.ts';
import type { ResultColumns } from './result-filters.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** More research columns than a request can sensibly name. */
const maxColumns = 60;

/**
 * The table's columns with the research and custom columns that a request names. Those of other organizations stay unknown, as do
 * columns that were deleted. Costs nothing where none is named.
 */
export async function loadTableColumns(
  tx: Tx,
  columns: ColumnSet,
  request: SortRequest & { filters?: unknown },
): Promise<{ columns: ColumnSet; answer_columns: ResultColumns; sort_fields: readonly string[] }> {
  const names = namesIn(request);
  const custom = (await findNamedColumns(tx, names)).map(
    ({ key, type }) => [customName(key), CUSTOM_KINDS[type]] as const,
  );
  const all = new Map([...columns, ...custom]);
  const customNames = custom.map(([name]) => name);
  const ids = listPrompts(names).slice(0, maxColumns);
  if (ids.length === 0) return { columns: all, answer_columns: {}, sort_fields: customNames };
  const research = withResearchColumns(new Map(), await findTasks(tx, ids));
  return {
    columns: new Map([...all, ...research]),
    answer_columns: Object.fromEntries(research),
    sort_fields: [...customNames, ...research.keys()],
  };
}

function namesIn(request: SortRequest & { filters?: unknown }): string[] {
  return [...listSortFields(request), ...namedColumns(request.filters)];
}

function listPrompts(names: readonly string[]): number[] {
  return [...new Set(names.flatMap((name) => parsePromptId(name) ?? []))].filter(Number.isSafeInteger);
}
