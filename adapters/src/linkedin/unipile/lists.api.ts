import type { z } from 'zod';
import { isProviderError } from '../../kit/errors.ts';
import type { Query, UnipileClient } from './unipile-client.api.ts';
import { listShape } from './unipile-shapes.api.ts';

type ListRequest<Shape extends z.ZodType> = { path: string; query: Query; item: Shape; page: number; cap: number };

/** The largest page that every version of the provider takes; the reference allows more than its package does. */
const SAFE_PAGE = 100;

/** A list page by page, until its end, the cap, or an item `until` wants no more after. */
export async function fetchList<Shape extends z.ZodType>(
  client: UnipileClient,
  { path, query, item, page, cap }: ListRequest<Shape>,
  until: (found: z.output<Shape>) => boolean = () => false,
): Promise<z.output<Shape>[]> {
  const found: z.output<Shape>[] = [];
  let largest = page;
  let cursor: string | null = null;
  do {
    const limit = Math.min(largest, cap - found.length);
    const answer: z.output<typeof listShape> = await client
      .read(listShape, path, { ...query, limit, cursor })
      .catch((error: unknown) => {
        if (limit <= SAFE_PAGE || !isProviderError(error, 'rejected')) throw error;
        largest = SAFE_PAGE;
        return client.read(listShape, path, { ...query, limit: SAFE_PAGE, cursor });
      });
    for (const entry of filterReadable(item, answer.items)) {
      found.push(entry);
      if (found.length === cap || until(entry)) return found;
    }
    // A cursor that does not move would have us ask for ever.
    cursor = answer.cursor && answer.cursor !== cursor && answer.items.length > 0 ? answer.cursor : null;
  } while (cursor !== null);
  return found;
}

/** The items that have the shape. */
export function filterReadable<Shape extends z.ZodType>(shape: Shape, given: readonly unknown[]): z.output<Shape>[] {
  return given.flatMap((entry) => {
    const parsed = shape.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}
