import type { ReactElement } from 'react';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { errorMessage } from './api-client.ts';

interface FailedQuery {
  data: unknown;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface FailureLook {
  title?: string;
  /** Said where the error has no words of its own. */
  fallback?: string;
  compact?: boolean;
}

/** Error state with a retry for a failed query; undefined while there is data to show. */
export function queryFailure(query: FailedQuery, look?: FailureLook): ReactElement | undefined {
  return query.data === undefined ? tableFailure({ ...query, retry: () => void query.refetch() }, look) : undefined;
}

interface FailedTable {
  error: Error | null | undefined;
  isFetching: boolean;
  retry: () => void;
}

/** The same for the state of a table, which replaces the rows of before. */
export function tableFailure(
  { error, isFetching, retry }: FailedTable,
  { fallback = '', ...look }: FailureLook = {},
): ReactElement | undefined {
  if (!error) return undefined;
  return <ErrorState {...look} message={errorMessage(error, fallback)} onRetry={retry} retrying={isFetching} />;
}
