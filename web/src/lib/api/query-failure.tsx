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

/** What stands in place of an answer that did not come, with a way to ask again; undefined while there is something to show. */
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
