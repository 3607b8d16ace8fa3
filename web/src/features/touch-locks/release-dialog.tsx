import { Textarea } from '@mantine/core';
import { touchLocksEndpoints } from '@overture/contract/touch-locks';
import { TOUCH_LOCK_REASON_MAX } from '@overture/domain/campaign/touch-locks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { t } from './texts.ts';

interface ReleaseDialogProps {
  /** Null: everybody whose lead was deleted. */
  lead: { id: number; name: string } | null;
  onClose: () => void;
}

/** Asks why a person is released, or all whose leads were deleted. */
export function ReleaseDialog({ lead, onClose }: ReleaseDialogProps) {
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const name = lead?.name ?? t('deleted_name');
  const settled = {
    onSuccess: async () => {
      onClose();
      toast.success(lead ? t('released', { name }) : t('released_deleted'));
      await whenRefetched();
    },
    onError: (error: Error) => toast.error(errorMessage(error, t('release_failed'))),
  };
  const releaseOne = useMutation({ ...mutationOptions(touchLocksEndpoints.releaseTouchLock), ...settled });
  const releaseDeleted = useMutation({ ...mutationOptions(touchLocksEndpoints.releaseDeletedLeads), ...settled });
  const problem = reason.trim() === '' ? t('release_needed') : undefined;
  function submit() {
    setAsked(true);
    if (problem !== undefined) return;
    const body = { reason: reason.trim() };
    if (lead) releaseOne.mutate({ params: { id: lead.id }, body });
    else releaseDeleted.mutate({ body });
  }
  return (
    <FormDialog
      onClose={onClose}
      isChanged={reason !== ''}
      title={t('release_title', { name })}
      confirmLabel={t('release')}
      pending={releaseOne.isPending || releaseDeleted.isPending}
      confirm={submit}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{t(lead ? 'release_text' : 'release_deleted_text')}</p>
        <Textarea
          label={t('release_reason')}
          description={t('release_reason_hint')}
          value={reason}
          maxLength={TOUCH_LOCK_REASON_MAX}
          autosize
          minRows={2}
          data-autofocus
          error={isAsked && problem}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </FormDialog>
  );
}
