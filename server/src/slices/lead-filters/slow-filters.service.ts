import { listColumnFilters, type TableFilter } from '@overture/domain/leads/filters';
import { parsePromptId, SEARCH_COLUMN, TOUCH_LOCK_COLUMN } from '@overture/domain/leads/lead-columns';
import {
  DUPLICATE_COLUMN,
  IN_CAMPAIGN_COLUMN,
  LAST_TOUCHED_COLUMN,
  SUPPRESSED_COLUMN,
} from '@overture/domain/leads/lead-history';
import { ApiError, sqlState } from '../../kernel/errors.ts';

/** Most expensive first: the names of columns, as the sentence of `filter_too_slow` says them. */
const SLOWEST = [
  [DUPLICATE_COLUMN, 'duplicates'],
  [LAST_TOUCHED_COLUMN, 'touches'],
  [SUPPRESSED_COLUMN, 'suppression'],
  [IN_CAMPAIGN_COLUMN, 'campaigns'],
  [SEARCH_COLUMN, 'text'],
  [TOUCH_LOCK_COLUMN, 'locks'],
] as const;
const STATEMENT_OVER_ITS_TIME = '57014';

/** Runs the reads of a filtered table. @throws filter_too_slow where PostgreSQL ended one of them for its time */
export async function nameSlowFilter<Result>(
  filters: readonly TableFilter[],
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (filters.length === 0 || sqlState(error) !== STATEMENT_OVER_ITS_TIME) throw error;
    throw new ApiError('filter_too_slow', { filter: findSlowest(filters) });
  }
}

function findSlowest(filters: readonly TableFilter[]): string {
  const named = listColumnFilters(filters).map(({ column }) => column);
  const known = SLOWEST.find(([column]) => named.includes(column))?.[1];
  return known ?? (named.some((column) => parsePromptId(column) !== null) ? 'results' : 'columns');
}
