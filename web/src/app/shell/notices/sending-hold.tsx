import { appInfoEndpoints } from '@overture/contract/app-info';
import type { Role } from '@overture/domain/access/permissions';
import { IconPlayerPause } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { t } from './texts.ts';

/** Says that nothing is sent after a restore or a failover, since when and why, and who can change that. */
export function SendingHold({ role, heldSince, reason }: { role: Role; heldSince: string; reason: string | null }) {
  const [isAsking, setAsking] = useState(false);
  const release = useMutation({
    ...mutationOptions(appInfoEndpoints.releaseSendingHold),
    onSuccess: async () => {
      setAsking(false);
      await whenRefetched();
      toast.success(t('hold_released'));
    },
    onError: (error) => toast.error(errorMessage(error, t('hold_not_released'))),
  });
  const canRelease = role === 'ADMIN';
  return (
    <section
      className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 px-4 bg-amber-soft text-amber"
      aria-label={t('hold_title')}
    >
      <IconPlayerPause size={18} aria-hidden className="flex-none max-sm:self-start max-sm:mt-0.5" />
      <p className="flex-[1_1_16rem]">
        <strong>{t('hold_title')}</strong> {t('hold_since', { time: formatDateTime(heldSince) })} {reason}{' '}
        {t(canRelease ? 'hold_admin' : 'hold_member')}
      </p>
      {canRelease ? <AppButton onClick={() => setAsking(true)}>{t('hold_release')}</AppButton> : null}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('hold_confirm')}
        confirmLabel={t('hold_release')}
        pending={release.isPending}
        onConfirm={() => release.mutate({})}
      >
        {t('hold_confirm_text')}
      </ConfirmDialog>
    </section>
  );
}
