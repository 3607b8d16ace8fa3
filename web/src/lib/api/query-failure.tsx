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
export function queryFailure(
  query: FailedQuery,
  { fallback = '', ...look }: FailureLook = {},
): ReactElement | undefined {
  if (query.error === null || query.data !== undefined) return undefined;
  return (
    <ErrorState
      {...look}
      message={errorMessage(query.error, fallback)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
