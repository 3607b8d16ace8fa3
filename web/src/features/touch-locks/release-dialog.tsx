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
  lead: { id: number; name: string };
  onClose: () => void;
}

/** Asks why a person is released. */
export function ReleaseDialog({ lead: { id, name }, onClose }: ReleaseDialogProps) {
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const release = useMutation({
    ...mutationOptions(touchLocksEndpoints.releaseTouchLock),
    onSuccess: async () => {
      onClose();
      toast.success(t('released', { name }));
      await whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('release_failed'))),
  });
  const problem = reason.trim() === '' ? t('release_needed') : undefined;
  function submit() {
    setAsked(true);
    if (problem === undefined) release.mutate({ params: { id }, body: { reason: reason.trim() } });
  }
  return (
    <FormDialog
      onClose={onClose}
      isChanged={reason !== ''}
      title={t('release_title', { name })}
      confirmLabel={t('release')}
      pending={release.isPending}
      confirm={submit}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{t('release_text')}</p>
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
