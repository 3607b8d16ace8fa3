import { senderName } from '@overture/domain/accounts';
import { useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { t } from '../texts.ts';
import type { useLeadActions } from './use-lead-actions.ts';

type Actions = Pick<ReturnType<typeof useLeadActions>, 'handOver' | 'restart' | 'closeRestart'>;

/** Before leads are invited a second time, by another account: how many they are, and what they get. */
export function BeginAgainDialog({ actions: { handOver, restart, closeRestart } }: { actions: Actions }) {
  const [shown, setShown] = useState(restart);
  // The words stay while the dialog closes.
  if (restart !== undefined && restart !== shown) setShown(restart);
  const count = shown?.prospect_ids.length ?? 0;
  const words = {
    count,
    shown: formatNumber(count),
    name: shown ? senderName(shown.account) : '',
  };
  return (
    <ConfirmDialog
      opened={restart !== undefined}
      onClose={closeRestart}
      title={t('begin_again_title', words)}
      confirmLabel={t('begin_again_action')}
      pending={handOver.isPending}
      onConfirm={() => restart && handOver.mutate({ ...restart, restarts: true })}
    >
      <p>{t('begin_again', words)}</p>
      <p className="mt-2">{t('begin_again_text', words)}</p>
    </ConfirmDialog>
  );
}
