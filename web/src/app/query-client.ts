import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-client.ts';
import { userQuery } from '../lib/session.ts';

/** A session that ended elsewhere (logout, password change, role change) shows itself as 401 on any call. */
function noticeEndedSession(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'unauthenticated') return;
  if (queryClient.getQueryData(userQuery.queryKey)) queryClient.setQueryData(userQuery.queryKey, null);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndedSession }),
  mutationCache: new MutationCache({ onError: noticeEndedSession }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // What the server refused once it refuses again; only answers that never came are worth a second try.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
      refetchOnWindowFocus: true,
    },
  },
});
