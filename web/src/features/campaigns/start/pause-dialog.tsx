import type { Campaign } from '@overture/contract/campaigns';
import { errorMessage } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { t } from '../texts.ts';
import { useActivation } from './use-activation.ts';

/** Asks before a running campaign holds. */
export function PauseDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const activation = useActivation(campaign, onClose);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('pause_title')}
      confirmLabel={t('pause')}
      pending={activation.isPending}
      onConfirm={() =>
        activation.mutate({}, { onError: (error) => toast.error(errorMessage(error, t('action_failed'))) })
      }
    >
      {t('pause_text')}
    </ConfirmDialog>
  );
}
