import {
  type EnrichmentAnswer,
  type EnrichmentPrompt,
  enrichmentEndpoints,
  type ResearchColumn,
} from '@overture/contract/enrichment';
import type { QueryClient } from '@tanstack/react-query';
import { queryKey } from '../../lib/api/api-client.ts';

/** Heading of a task's column: the name in its form; a look-up is named by what it finds. */
export function columnName(task: Pick<EnrichmentPrompt, 'name' | 'alias'>): string {
  return task.alias || task.name;
}

export function cellKey(promptId: number, prospectId: number): string {
  return `${promptId}:${prospectId}`;
}

/** What is asked of the server for the leads shown; also the key of its answer in the cache. */
export function columnsInput(searchId: number, prospectIds: readonly number[]) {
  return { params: { searchId }, query: { prospect_ids: [...prospectIds] } };
}

/** A cell that changed, and the list whose run it belonged to. */
export interface CellChange {
  search_id: number | null;
  answer: EnrichmentAnswer;
}

/** The newer of two answers of a cell. */
export function newerResult(
  known: EnrichmentAnswer | undefined,
  other: EnrichmentAnswer | undefined,
): EnrichmentAnswer | undefined {
  if (known === undefined || other === undefined) return known ?? other;
  return other.updated_at >= known.updated_at ? other : known;
}

/**
 * Applies changed cells to the columns of a page. Cells of other leads are left out; a finished cell lowers the count of
 * loading cells of its own list on every page. Returns the same columns if nothing changed.
 */
export function patchColumns(
  columns: readonly ResearchColumn[],
  changes: readonly CellChange[],
  searchId: number,
  prospectIds: ReadonlySet<number>,
): ResearchColumn[] {
  return columns.map((column) => {
    const own = changes.filter(({ answer }) => answer.prompt === column.prompt.id);
    if (own.length === 0) return column;
    const results = new Map(column.results.map((result) => [result.prospect, result]));
    let ended = 0;
    for (const { search_id, answer } of own) {
      if (search_id === searchId && answer.state !== 'loading') ended += 1;
      if (!prospectIds.has(answer.prospect)) continue;
      const newer = newerResult(results.get(answer.prospect), answer);
      if (newer) results.set(answer.prospect, newer);
    }
    return { ...column, results: [...results.values()], loading_count: Math.max(0, column.loading_count - ended) };
  });
}

/** Lays changed cells onto every cached page of the list's columns. */
export function patchCachedColumns(client: QueryClient, changes: readonly CellChange[], searchId: number): void {
  const cache = client.getQueryCache();
  for (const query of cache.findAll({ queryKey: queryKey(enrichmentEndpoints.listResearchColumns) })) {
    const input = query.queryKey[1] as ReturnType<typeof columnsInput> | undefined;
    if (input?.params.searchId !== searchId) continue;
    client.setQueryData<ResearchColumn[]>(
      query.queryKey,
      (columns) => columns && patchColumns(columns, changes, searchId, new Set(input.query.prospect_ids)),
    );
  }
}
