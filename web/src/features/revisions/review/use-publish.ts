import { type Campaign, campaignsEndpoints } from '@overture/contract/campaigns';
import { type RevisionChange, revisionsEndpoints } from '@overture/contract/revisions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, errorMessage, queryKey, refetch } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { showCampaign } from '../../flow-canvas/index.ts';
import { countSentSince } from './revision-words.ts';
import { t } from './texts.ts';

/** Makes an earlier revision run again, and names the new one and what was sent since. */
export function useRestore(campaignId: number, onDone: () => void = () => undefined) {
  const client = useQueryClient();
  const shown = useShowPublished();
  return useMutation({
    mutationFn: (body: { number: number; running: number; moves_waiting?: boolean }) =>
      call(revisionsEndpoints.restoreRevision, { params: { id: campaignId }, body }),
    onSuccess: async ({ campaign, number }, restored) => {
      shown(campaign);
      onDone();
      // A sentence more is not worth an error.
      const count = await sentSince(campaignId, restored.number).catch(() => 0);
      const words = [t('published', { number }), ...(count > 0 ? [t('restore_sent', { count })] : [])];
      toast.success(words.join(' '), count > 0 ? { duration: 5000 } : {});
    },
    onError: (error) => {
      toast.error(errorMessage(error, t('publish_failed')), { duration: 5000 });
      void refetch(client, revisionsEndpoints.getRevision, revisionsEndpoints.listRevisions);
    },
  });
}

async function sentSince(campaignId: number, number: number): Promise<number> {
  const { revisions } = await call(revisionsEndpoints.listRevisions, { params: { id: campaignId } });
  return countSentSince(revisions, number);
}

/** How long an Undo is offered after publishing. The list of revisions offers it for ever. */
const UNDO_IN_MS = 15_000;

interface PublishOptions {
  onDone: () => void;
  /** Leads have moved on: the counts are asked for again. */
  onMoved: () => void;
}

/** Why the working copy is not published, now or at its time. */
function showRefusal(error: unknown, otherwise: string, onMoved: () => void): void {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'impact_moved') onMoved();
  else if (code === 'changed_meanwhile') toast.error(t('copy_changed'), { duration: 5000 });
  else toast.error(errorMessage(error, otherwise), { duration: 5000 });
}

/** Publishes the working copy; the toast takes it back. */
export function usePublish(campaignId: number, { onDone, onMoved }: PublishOptions) {
  const client = useQueryClient();
  const shown = useShowPublished();
  const restore = useRestore(campaignId);
  return useMutation({
    mutationFn: (body: Parameters<typeof publishCall>[1]) => publishCall(campaignId, body),
    onSuccess: ({ campaign, number }, { moves_waiting }) => {
      shown(campaign);
      const undo = () => restore.mutate({ number: number - 1, running: number, moves_waiting });
      toast.success(t('published', { number }), {
        duration: UNDO_IN_MS,
        action: { label: t('undo'), onSelect: undo },
      });
      onDone();
    },
    onError: (error) => {
      showRefusal(error, t('publish_failed'), onMoved);
      void refetch(client, revisionsEndpoints.getRevision);
    },
  });
}

/** Publishes the working copy at a time. */
export function useSchedule(campaignId: number, { onDone, onMoved }: PublishOptions) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PublishBody & { at: string }) =>
      call(revisionsEndpoints.scheduleRevision, { params: { id: campaignId }, body }),
    onSuccess: ({ revision }) => {
      client.setQueryData(queryKey(revisionsEndpoints.getRevision, { params: { id: campaignId } }), { revision });
      toast.success(t('scheduled'));
      onDone();
    },
    onError: (error) => {
      showRefusal(error, t('schedule_failed'), onMoved);
      void refetch(client, revisionsEndpoints.getRevision);
    },
  });
}

interface PublishBody {
  version: number;
  moves_waiting: boolean;
  reopens: boolean;
  lookup_credits?: number;
  seen: Pick<RevisionChange, 'kind' | 'node_id' | 'not_there_yet' | 'waiting' | 'past'>[];
}

const publishCall = (id: number, body: PublishBody) =>
  call(revisionsEndpoints.publishRevision, { params: { id }, body });

/** Puts what runs by now onto the screen. */
function useShowPublished() {
  const client = useQueryClient();
  return (campaign: Campaign) => {
    showCampaign(client, campaign);
    void refetch(client, revisionsEndpoints.getRevision, revisionsEndpoints.listRevisions);
    void refetch(client, campaignsEndpoints.getCampaign);
  };
}
