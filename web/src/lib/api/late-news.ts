import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * A query that becomes stale during its first fetch is fetched again: the response under way may have been
 * read before the change. The library refetches only data it already has, and treats the first response as fresh.
 */
export function refetchMissedEvents(client: QueryClient): void {
  const late = new WeakSet<Query>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const { data, fetchStatus } = query.state;
    if (action.type === 'invalidate' && data === undefined && fetchStatus !== 'idle') late.add(query);
    if (action.type === 'success' && late.delete(query))
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
}
