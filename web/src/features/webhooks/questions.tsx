import { type Webhook, webhooksEndpoints } from '@overture/contract/webhooks';
import { useMutation } from '@tanstack/react-query';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useStepUp } from '../security/index.ts';
import { SigningSecretDialog } from './signing-secret-dialog.tsx';
import { t } from './texts.ts';

interface QuestionsProps {
  what: 'rotate' | 'delete';
  webhook: Webhook;
  onClose: () => void;
}

/** Asks before a secret is rotated or an endpoint deleted; a new secret is shown once. */
export function Questions({ what, webhook: { id, url }, onClose }: QuestionsProps) {
  const onError = (error: Error) => toast.error(errorMessage(error, t('change_failed')));
  const stepUp = useStepUp();
  const rotate = useMutation(mutationOptions(webhooksEndpoints.rotateWebhookSecret));
  const rotateSecret = () =>
    rotate.mutate({ params: { id } }, { onError: (error) => stepUp.ask(error, rotateSecret) || onError(error) });
  const remove = useMutation({
    ...mutationOptions(webhooksEndpoints.deleteWebhook),
    onError,
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('deleted'));
    },
  });
  if (rotate.data) return <SigningSecretDialog secret={rotate.data.secret} onClose={onClose} />;
  return (
    <>
      <ConfirmDialog
        opened
        onClose={onClose}
        title={t(`${what}_title`, { url })}
        confirmLabel={t(what)}
        danger={what === 'delete'}
        pending={rotate.isPending || remove.isPending}
        onConfirm={() => (what === 'rotate' ? rotateSecret() : remove.mutate({ params: { id } }))}
      >
        {t(`${what}_text`)}
      </ConfirmDialog>
      {stepUp.dialog}
    </>
  );
}
