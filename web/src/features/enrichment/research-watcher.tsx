import { type EnrichmentAnswer, enrichmentEndpoints } from '@overture/contract/enrichment';
import { searchesEndpoints } from '@overture/contract/searches';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, errorMessage, queryOptions } from '../../lib/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { dismissJob, showJob } from '../../lib/jobs.ts';
import { useLiveEvent } from '../../lib/live.ts';
import { usePathname } from '../../lib/navigation.tsx';
import { pb } from '../../lib/paths.ts';
import { toast } from '../../ui/toast.tsx';
import { followCells, type Run } from './run-progress.ts';
import { t } from './texts.ts';

/** The bar moves four times a second at most, however many answers come. */
const drawPause = 250;

/** Stands once in the shell: runs of lists that are not on screen go into the tray of jobs; a list shows its own itself. */
export function ResearchWatcher() {
  const client = useQueryClient();
  const runs = useRef(new Map<number, Run>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pathname = usePathname();
  const latestPath = useRef(pathname);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // A list that is left hands its run to the tray; one that is opened takes it back.
    latestPath.current = pathname;
    drawSoon();
  });

  function drawSoon() {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      for (const [searchId, run] of runs.current) {
        void showRun(client, searchId, run, latestPath.current);
        if (run.loading === 0) runs.current.delete(searchId);
      }
    }, drawPause);
  }
  useLiveEvent('research_changed', ({ search_id, loading_count }) => {
    const known = runs.current.get(search_id);
    if (known === undefined && loading_count === 0) return;
    runs.current.set(search_id, followCells(known, loading_count, Date.now()));
    drawSoon();
  });
  useLiveEvent('prompt_completed', ({ search_id, answer }) => {
    const known = search_id === null ? undefined : runs.current.get(search_id);
    if (search_id === null || known === undefined || (answer as unknown as EnrichmentAnswer).state === 'loading')
      return;
    runs.current.set(search_id, followCells(known, Math.max(0, known.loading - 1), Date.now()));
    drawSoon();
  });
  return null;
}

async function showRun(client: QueryClient, searchId: number, run: Run, pathname: string) {
  const id = `research-${searchId}`;
  if (pathname === pb.search(searchId)) return dismissJob(id);
  const { search } = await client.ensureQueryData(
    queryOptions(searchesEndpoints.getSearch, { params: { id: searchId } }),
  );
  const done = run.total - run.loading;
  showJob({
    id,
    label: t('job', { name: search.name }),
    done,
    total: run.total,
    count: t('job_count', { done: formatNumber(done), total: formatNumber(run.total) }),
    rate: run.rate > 0 ? formatNumber(run.rate) : undefined,
    state: run.loading > 0 ? 'running' : 'finished',
    to: pb.search(searchId),
    onStop: run.loading > 0 ? () => void stop(searchId) : undefined,
  });
}

async function stop(searchId: number) {
  try {
    await call(enrichmentEndpoints.cancelResearch, { params: { searchId } });
  } catch (error) {
    toast.error(errorMessage(error, t('stop_failed')));
  }
}
