import { type RevisionCopy, revisionsEndpoints } from '@overture/contract/revisions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, queryKey, refetch } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { t } from './texts.ts';

interface DiscardDialogProps {
  campaignId: number;
  revision: RevisionCopy;
  onClose: () => void;
  onDone: () => void;
}

/** Before a working copy is deleted. */
export function DiscardDialog({ campaignId, revision, onClose, onDone }: DiscardDialogProps) {
  const discard = useDiscard(campaignId, onDone);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('discard_title')}
      confirmLabel={t('discard')}
      danger
      pending={discard.isPending}
      onConfirm={() => discard.mutate(revision.version)}
    >
      {t('discard_text')}
    </ConfirmDialog>
  );
}

/** Discards the working copy. */
function useDiscard(campaignId: number, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: number) =>
      call(revisionsEndpoints.discardRevision, { params: { id: campaignId }, body: { version } }),
    onSuccess: ({ revision }) => {
      const key = queryKey(revisionsEndpoints.getRevision, { params: { id: campaignId } });
      client.setQueryData(key, { revision });
      toast.success(t('discarded'));
      onDone();
    },
    onError: (error) => {
      toast.error(errorMessage(error, t('discard_failed')));
      void refetch(client, revisionsEndpoints.getRevision);
    },
  });
}
