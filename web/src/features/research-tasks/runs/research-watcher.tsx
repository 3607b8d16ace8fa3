import { campaignEnrichmentEndpoints } from '@overture/contract/campaign-enrichment';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { enrichmentEndpoints } from '@overture/contract/enrichment';
import { searchesEndpoints } from '@overture/contract/searches';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, errorMessage, queryOptions } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { formatNumber } from '../../../lib/format.ts';
import { dismissJob, showJob } from '../../../lib/jobs.ts';
import { usePathname } from '../../../lib/navigation/navigation.tsx';
import { type Path, pb } from '../../../lib/navigation/paths.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { followCells, type Run } from './run-progress.ts';
import { t } from './texts.ts';

/** The bar moves four times a second at most, however many answers come. */
const drawPause = 250;

/** Mounted once in the shell: shows runs of lists and campaigns that are not on screen in the jobs tray. */
export function ResearchWatcher() {
  const client = useQueryClient();
  const runs = useRef(new Map<string, { location: RunLocation; run: Run }>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pathname = usePathname();
  const latestPath = useRef(pathname);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // A list or campaign that is left hands its run to the tray; one that is opened takes it back.
    latestPath.current = pathname;
    drawSoon();
  });

  function drawSoon() {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      for (const [key, { location, run }] of runs.current) {
        void showRun(client, location, run, latestPath.current);
        if (run.loading === 0) runs.current.delete(key);
      }
    }, drawPause);
  }
  function follow(location: RunLocation | undefined, loadingOf: (known: Run | undefined) => number | undefined) {
    if (location === undefined) return;
    const known = runs.current.get(location.job)?.run;
    const loading = loadingOf(known);
    if (loading === undefined || (known === undefined && loading === 0)) return;
    runs.current.set(location.job, { location, run: followCells(known, loading, Date.now()) });
    drawSoon();
  }
  useLiveEvent('research_changed', (event) => follow(findPlace(event), () => event.loading_count));
  useLiveEvent('prompt_completed', (event) => {
    if (event.answer.state === 'loading') return;
    follow(findPlace(event), (known) => known && Math.max(0, known.loading - 1));
  });
  return null;
}

/** A list or a campaign in which a run was started. */
interface RunLocation {
  /** Its job in the tray. */
  job: string;
  path: Path;
  nameOf: (client: QueryClient) => Promise<string>;
  stop: () => Promise<unknown>;
}

function findPlace({ search_id, campaign_id }: { search_id: number | null; campaign_id: number | null }) {
  if (search_id !== null) return listLocation(search_id);
  return campaign_id === null ? undefined : campaignLocation(campaign_id);
}

const listLocation = (searchId: number): RunLocation => ({
  job: `research-${searchId}`,
  path: pb.search(searchId),
  nameOf: async (client) =>
    (await client.ensureQueryData(queryOptions(searchesEndpoints.getSearch, { params: { id: searchId } }))).search.name,
  stop: () => call(enrichmentEndpoints.cancelResearch, { params: { searchId } }),
});

const campaignLocation = (id: number): RunLocation => ({
  job: `look-ups-${id}`,
  path: pb.campaign(id),
  nameOf: async (client) =>
    (await client.ensureQueryData(queryOptions(campaignsEndpoints.getCampaign, { params: { id } }))).campaign.name,
  stop: () => call(campaignEnrichmentEndpoints.cancelCampaignLookups, { params: { id } }),
});

async function showRun(client: QueryClient, { job, path, nameOf, stop }: RunLocation, run: Run, pathname: string) {
  if (pathname === path) return dismissJob(job);
  const name = await nameOf(client);
  const done = run.total - run.loading;
  showJob({
    id: job,
    label: t('job', { name }),
    done,
    total: run.total,
    count: t('job_count', { done: formatNumber(done), total: formatNumber(run.total) }),
    rate: run.rate > 0 ? formatNumber(run.rate) : undefined,
    state: run.loading > 0 ? 'running' : 'finished',
    to: path,
    onStop: run.loading > 0 ? () => void stopRun(stop) : undefined,
  });
}

async function stopRun(stop: RunLocation['stop']) {
  try {
    await stop();
  } catch (error) {
    toast.error(errorMessage(error, t('stop_failed')));
  }
}
