import type { Campaign } from '@overture/contract/campaigns';
import { type RevisionCopy, revisionsEndpoints } from '@overture/contract/revisions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { ApiError, call, errorMessage, queryKey, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { type CopyNode, copyNodesOf, type WorkingCopy } from '../flow-canvas/index.ts';
import { t } from './texts.ts';

/** The working copy of a campaign, and how it is written: one change after the other, each on top of the newest. */
export function useRevision(campaignId: number) {
  const client = useQueryClient();
  const params = { id: campaignId };
  const query = useQuery(queryOptions(revisionsEndpoints.getRevision, { params }));
  useLiveRevision(campaignId);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const copy = useMemo<WorkingCopy>(() => {
    const input = { params: { id: campaignId } };
    const key = queryKey(revisionsEndpoints.getRevision, input);
    const show = (revision: RevisionCopy) => client.setQueryData(key, { revision });
    async function write(apply: (nodes: CopyNode[]) => CopyNode[]): Promise<Campaign> {
      const { revision } = client.getQueryData<{ revision: RevisionCopy }>(key) ?? (await fetchNow());
      const body = { version: revision.version, nodes: apply(copyNodesOf(revision.campaign)) };
      try {
        const answer = await call(revisionsEndpoints.saveRevision, { ...input, body });
        show(answer.revision);
        return answer.revision.campaign;
      } catch (error) {
        throw applyCurrent(error, show);
      }
    }
    const fetchNow = () => client.fetchQuery(queryOptions(revisionsEndpoints.getRevision, input));
    return {
      change(apply) {
        const next = last.current.then(() => write(apply));
        last.current = next.catch(() => undefined);
        return next;
      },
    };
  }, [client, campaignId]);
  return { query, copy };
}

/** A time of publishing was chosen, taken back, kept or missed. */
function useLiveRevision(campaignId: number): void {
  const client = useQueryClient();
  const refetchRevision = () => void refetch(client, revisionsEndpoints.getRevision, revisionsEndpoints.listRevisions);
  useLiveEvent('campaign_status', ({ campaign_id }) => {
    if (campaign_id === campaignId) refetchRevision();
  });
  useLiveEvent('campaign_revision', ({ campaign_id, not_published }) => {
    if (campaign_id !== campaignId) return;
    toast.error(`${t('not_published_toast')} ${not_published}`, { duration: 8000 });
    refetchRevision();
  });
}

/** Shows what is stored by now; forms find the campaign of it where they look for it. */
function applyCurrent(error: unknown, show: (revision: RevisionCopy) => void): unknown {
  if (!(error instanceof ApiError) || !error.current) return error;
  const { revision } = error.current as { revision: RevisionCopy };
  show(revision);
  return new ApiError(error.status, error.code, error.message, error.details, { campaign: revision.campaign });
}

/** Takes the time back. */
export function useUnschedule(campaignId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: number) =>
      call(revisionsEndpoints.unscheduleRevision, { params: { id: campaignId }, body: { version } }),
    onSuccess: ({ revision }) => {
      client.setQueryData(queryKey(revisionsEndpoints.getRevision, { params: { id: campaignId } }), { revision });
      toast.success(t('unscheduled'));
    },
    onError: (error) => {
      toast.error(errorMessage(error, t('unschedule_failed')));
      void refetch(client, revisionsEndpoints.getRevision);
    },
  });
}
