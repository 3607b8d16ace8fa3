import type { Endpoint } from '@overture/contract/endpoint';
import type { Tag } from '@overture/contract/tags';
import type { QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    /** Tags of a query with a key of its own. */
    queryMeta: { shows?: readonly Tag[] };
  }
}

let client: QueryClient | undefined;
let latest: Promise<unknown> = Promise.resolve();

/** From now on every write refetches the answers of this cache that show what it touched. */
export function refetchAfterWrites(of: QueryClient): void {
  client = of;
}

/**
 * Called when the server has accepted a write: what is on screen and shows what it touches is refetched, the rest when it is next shown.
 * A query with a key of its own names its tags as `meta: { shows }`.
 */
export function reportWrite({ method, path }: Pick<Endpoint, 'method' | 'path'>): void {
  if (client && method !== 'GET') latest = refetchTouched(client, `${method} ${path}`);
}

async function refetchTouched(cache: QueryClient, write: string): Promise<void> {
  // Without the tables, which a newer release has replaced, everything is fetched again.
  const tables = await import('./tag-table.ts').catch(() => undefined);
  const tags = tables?.touched[write];
  if (tables && !tags) return;
  await cache.invalidateQueries({
    predicate: ({ queryKey: [name], meta }) =>
      !tables || !tags || (meta?.shows ?? tables.shown[String(name)] ?? []).some((tag) => tags.includes(tag)),
  });
}

/** Settles with the refetches of the latest write: awaited where a button stays busy until the screen shows the change. */
export function whenRefetched(): Promise<unknown> {
  return latest;
}
