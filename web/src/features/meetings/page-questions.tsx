import { type BookingConnection, meetingsEndpoints } from '@overture/contract/meetings';
import { useMutation } from '@tanstack/react-query';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { ConnectedDialog } from './connected-dialog.tsx';
import { t } from './texts.ts';

interface QuestionsProps {
  what: 'rotate' | 'delete';
  page: BookingConnection;
  onClose: () => void;
}

/** Asks before a page gets a new secret or is disconnected; a new secret is shown once. */
export function PageQuestions({ what, page: { id, name }, onClose }: QuestionsProps) {
  const onError = (error: Error) => toast.error(errorMessage(error, t('failed')));
  const rotate = useMutation({ ...mutationOptions(meetingsEndpoints.rotateBookingSecret), onError });
  const remove = useMutation({
    ...mutationOptions(meetingsEndpoints.deleteBookingConnection),
    onError,
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('deleted'));
    },
  });
  if (rotate.data)
    return <ConnectedDialog page={rotate.data.booking_connection} secret={rotate.data.secret} onClose={onClose} />;
  const act = what === 'rotate' ? rotate : remove;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`${what}_title`, { name })}
      confirmLabel={t(what)}
      danger={what === 'delete'}
      pending={act.isPending}
      onConfirm={() => act.mutate({ params: { id } })}
    >
      {t(`${what}_text`)}
    </ConfirmDialog>
  );
}
