import { Textarea } from '@mantine/core';
import { type PrivacyRequest, privacyEndpoints } from '@overture/contract/privacy';
import { PRIVACY_LIMITS } from '@overture/domain/privacy/privacy-notice';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatDate } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useDiscardGuard } from '../../ui/forms/discard-guard.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { t } from './notice-texts.ts';

/** Says how a request ended. */
export function CloseDialog({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const [suggested] = useState(() => (request.kind === 'access' ? t('sent_on', { date: formatDate(new Date()) }) : ''));
  const [note, setNote] = useState(suggested);
  const guard = useDiscardGuard(note !== suggested, onClose);
  const close = useMutation({
    ...mutationOptions(privacyEndpoints.closePrivacyRequest),
    onSuccess: async () => {
      onClose();
      toast.success(t('closed'));
      await whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('close_failed'))),
  });
  const submit = (state: 'done' | 'declined') => {
    // A request that is declined was not answered with the file.
    const said = state === 'declined' && note === suggested ? '' : note;
    close.mutate({ params: { id: request.id }, body: { state, note: said } });
  };
  return (
    <>
      <Dialog
        opened
        onClose={guard.close}
        closeOnOutside={false}
        title={t('close_title')}
        footer={
          <>
            <AppButton onClick={guard.close}>{t('cancel')}</AppButton>
            <AppButton loading={close.isPending} onClick={() => submit('declined')}>
              {t('close_declined')}
            </AppButton>
            <AppButton kind="primary" loading={close.isPending} onClick={() => submit('done')}>
              {t('close_done')}
            </AppButton>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <p className="text-ink-2">{t('close_text')}</p>
          {request.kind === 'access' && !request.is_verified ? (
            <p className="font-medium">{t('unverified_warning')}</p>
          ) : null}
          {request.note ? (
            <blockquote className="m-0 wrap-anywhere whitespace-pre-wrap">{request.note}</blockquote>
          ) : null}
          <Textarea
            label={t('close_note')}
            value={note}
            maxLength={PRIVACY_LIMITS.closing_note_max}
            autosize
            minRows={2}
            data-autofocus
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </div>
      </Dialog>
      {guard.question}
    </>
  );
}
