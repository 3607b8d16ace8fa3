import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, throughOutages } from '../lib/api/api-client.ts';
import { refetchMissedEvents } from '../lib/api/late-news.ts';
import { serverState } from '../lib/api/server-state.ts';
import { userQuery } from '../lib/api/session.ts';
import { refetchAfterWrites } from '../lib/api/writes.ts';

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
      ...throughOutages,
      refetchOnWindowFocus: true,
    },
    // Paused while offline, a save would show a spinner and be sent much later. It fails immediately, and the form keeps its text.
    mutations: { networkMode: 'always' },
  },
});

refetchMissedEvents(queryClient);
refetchAfterWrites(queryClient);

// What is on screen may be as old as the outage.
serverState.onBack(() => void queryClient.refetchQueries({ type: 'active' }));
