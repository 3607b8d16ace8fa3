import { paymentEndpoints } from '@overture/contract/payments';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { formatDate } from '../../../lib/format.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

const SUCCESS_IN_MS = 2000;

interface CancelDialogProps {
  /** Until when the plan runs. */
  periodEndsAt: string | null;
  onClose: () => void;
}

/** Asks for CANCEL, then says for two seconds that it is done. */
export function CancelDialog({ periodEndsAt, onClose }: CancelDialogProps) {
  const date = periodEndsAt ? formatDate(periodEndsAt) : '';
  const cancel = useMutation({
    ...mutationOptions(paymentEndpoints.cancelSubscription),
    onSuccess: whenRefetched,
    onError: (error) => toast.error(errorMessage(error, t('cancel_failed'))),
  });
  const { isSuccess } = cancel;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(onClose, SUCCESS_IN_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, onClose]);
  if (isSuccess)
    return (
      <Dialog opened onClose={onClose} size="small" title={t('cancel_title')}>
        <div role="status" className="grid justify-items-center gap-2 py-4 text-center">
          <IconCircleCheck size={36} aria-hidden className="text-green" />
          <p className="font-semibold">{t('cancel_done')}</p>
          <p className="text-ink-2">{t('cancel_done_text', { date })}</p>
        </div>
      </Dialog>
    );
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={t('cancel_title')}
      confirmLabel={t('cancel_title')}
      pending={cancel.isPending}
      typed={{ expected: 'CANCEL', label: t('cancel_typed'), mismatch: t('cancel_mismatch') }}
      onConfirm={() => cancel.mutate({})}
    >
      {t('cancel_text', { date })}
    </ConfirmDialog>
  );
}
