import type { Campaign } from '@overture/contract/campaigns';
import { errorMessage } from '../../lib/api-client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { t } from './texts.ts';
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
