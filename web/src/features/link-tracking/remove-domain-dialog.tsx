import { linkTrackingEndpoints, type TrackingDomain } from '@overture/contract/link-tracking';
import { useMutation } from '@tanstack/react-query';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { t } from './texts.ts';

/** Asks before a tracking domain is removed. */
export function RemoveDomainDialog({ domain, onClose }: { domain: TrackingDomain; onClose: () => void }) {
  const remove = useMutation({
    ...mutationOptions(linkTrackingEndpoints.deleteTrackingDomain),
    async onSuccess() {
      await whenRefetched();
      onClose();
      toast.success(t('removed'));
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('remove_title', { name: domain.host })}
      confirmLabel={t('remove')}
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: domain.id } })}
    >
      {t('remove_text')}
    </ConfirmDialog>
  );
}
