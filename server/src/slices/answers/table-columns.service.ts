import { type ColumnSet, promptIdOf, withResearchColumns } from '@overture/domain/leads/lead-columns';
import type { TransactionContext } from '../../kernel/context.ts';
import type { AnswerColumns } from './answer-filters.store.ts';
import { findTasks } from './tasks.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** More research columns than a request can sensibly name. */
const maxColumns = 60;

/**
 * The table's columns with the research columns that a request names. Tasks of other organisations stay unknown, as do
 * columns of tasks that were deleted. Costs nothing where no research column is named.
 */
export async function loadTableColumns(
  tx: Tx,
  columns: ColumnSet,
  request: { filters?: unknown; sort_field?: string | null | undefined },
): Promise<{ columns: ColumnSet; answer_columns: AnswerColumns }> {
  const ids = namedPrompts(request).slice(0, maxColumns);
  if (ids.length === 0) return { columns, answer_columns: {} };
  const research = withResearchColumns(new Map(), await findTasks(tx, ids));
  return { columns: new Map([...columns, ...research]), answer_columns: Object.fromEntries(research) };
}

function namedPrompts(request: { filters?: unknown; sort_field?: string | null | undefined }): number[] {
  const named = [request.sort_field, ...columnsOf(request.filters)].flatMap((name) =>
    typeof name === 'string' ? (promptIdOf(name) ?? []) : [],
  );
  return [...new Set(named)].filter(Number.isSafeInteger);
}

/** The columns filters name, whatever else is wrong with them: that is for `parseFilters` to say. */
function columnsOf(filters: unknown): unknown[] {
  if (!Array.isArray(filters)) return [];
  return filters.map((filter: unknown) =>
    typeof filter === 'object' && filter !== null && 'column' in filter ? filter.column : null,
  );
}
