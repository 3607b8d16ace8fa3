import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * What is said to be out of date while it is fetched for the first time is fetched once more: the answer under way may have been
 * read before the change. The library asks anew only for what it has already, and takes the first answer for fresh.
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
