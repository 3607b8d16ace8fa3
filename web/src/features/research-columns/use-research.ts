import { useThrottledValue } from '@mantine/hooks';
import {
  type EnrichmentAnswer,
  type EnrichmentPrompt,
  enrichmentEndpoints,
  type ResearchColumn,
} from '@overture/contract/enrichment';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { useThrottled } from '../../lib/throttle.ts';
import { type CellChange, cellKey, columnsInput, newerResult, patchCachedColumns } from './columns-cache.ts';

/** Live answers are laid onto the table in lots: fifty a second must not draw it fifty times. */
const batchPause = 100;
/** After a lot that named something unknown, and when a run begins or ends, the page is asked for once. */
const fetchPause = 1000;

/** Live answers kept beside the cache. */
const keptCells = 500;

const noLeads: readonly number[] = [];

function useColumnsQuery<Data>(
  searchId: number,
  prospectIds: readonly number[] | undefined,
  select: (columns: ResearchColumn[]) => Data,
) {
  return useQuery({
    ...queryOptions(enrichmentEndpoints.listResearchColumns, columnsInput(searchId, prospectIds ?? noLeads)),
    enabled: prospectIds !== undefined,
    placeholderData: keepPreviousData,
    select,
  });
}

/** Leads whose answers are asked for: those shown, at most once a second while leads are still coming in. */
export function useShownIds(rowIds: readonly number[] | undefined): readonly number[] | undefined {
  const text = rowIds?.join(',');
  const settled = useThrottledValue(text, fetchPause);
  return useMemo(() => (settled === undefined ? undefined : settled.split(',').filter(Boolean).map(Number)), [settled]);
}

/** A task as a column of a list. */
export type ColumnTask = EnrichmentPrompt & Pick<ResearchColumn, 'automatic' | 'paused'>;

const tasksOf = (columns: ResearchColumn[]): ColumnTask[] =>
  columns.map(({ prompt, alias, automatic, paused }) => ({
    ...prompt,
    alias: alias ?? prompt.alias,
    automatic,
    paused,
  }));

/** The research columns of a list, without their answers: a new answer does not render what reads only this. */
export function useResearchTasks(searchId: number, prospectIds: readonly number[] | undefined) {
  const query = useColumnsQuery(searchId, prospectIds, tasksOf);
  return {
    tasks: query.data,
    error: query.data === undefined ? query.error : null,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
  };
}

const loadingOf = (columns: ResearchColumn[]): number =>
  columns.reduce(
    (sum, column) =>
      sum + Math.max(column.loading_count, column.results.filter(({ state }) => state === 'loading').length),
    0,
  );

/** Cells of the whole list that wait or run. */
export function useLoadingCells(searchId: number, prospectIds: readonly number[] | undefined): number {
  return useColumnsQuery(searchId, prospectIds, loadingOf).data ?? 0;
}

export interface ResearchResults {
  /** Undefined where nothing was ever asked. */
  resultOf: (promptId: number, prospectId: number) => EnrichmentAnswer | undefined;
  /** True while the answers of the rows shown are on their way. */
  isPending: boolean;
}

const allOf = (columns: ResearchColumn[]): ResearchColumn[] => columns;

export function useLiveResults(searchId: number, prospectIds: readonly number[] | undefined): ResearchResults {
  const query = useColumnsQuery(searchId, prospectIds, allOf);
  const recent = useLiveCells(searchId);
  const { data, isPlaceholderData } = query;
  return useMemo(() => {
    const answers = new Map<string, EnrichmentAnswer>();
    for (const { results } of data ?? []) {
      for (const result of results) answers.set(cellKey(result.prompt, result.prospect), result);
    }
    return {
      isPending: isPlaceholderData || data === undefined,
      resultOf: (promptId, prospectId) => {
        const key = cellKey(promptId, prospectId);
        return newerResult(answers.get(key), recent.current.get(key));
      },
    };
  }, [data, isPlaceholderData, recent]);
}

/**
 * Takes live answers into the cache, in lots. The newest ones are kept beside it as well: an answer of the server that was
 * on its way when they came may still know the cell as loading.
 */
function useLiveCells(searchId: number): RefObject<Map<string, EnrichmentAnswer>> {
  const client = useQueryClient();
  // Read while rendering, yet no state: what is put here goes into the cache in the same breath, which renders once.
  const recent = useRef(new Map<string, EnrichmentAnswer>());
  const batch = useRef<CellChange[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fetchSoon = useThrottled(() => void refetchColumns(client), fetchPause);
  useEffect(() => () => clearTimeout(timer.current), []);

  function applyBatch() {
    timer.current = undefined;
    const changes = batch.current;
    batch.current = [];
    for (const { answer } of changes) recent.current.set(cellKey(answer.prompt, answer.prospect), answer);
    for (const key of [...recent.current.keys()].slice(0, -keptCells)) recent.current.delete(key);
    patchCachedColumns(client, changes, searchId);
  }
  useLiveEvent('prompt_completed', (event) => {
    batch.current.push({ search_id: event.search_id, answer: event.answer });
    timer.current ??= setTimeout(applyBatch, batchPause);
  });
  useLiveEvent('research_changed', (event) => {
    if (event.search_id === searchId) fetchSoon();
  });
  return recent;
}

/** Asks for the columns shown again. */
export function refetchColumns(client: QueryClient): Promise<void> {
  return refetch(client, enrichmentEndpoints.listResearchColumns);
}
