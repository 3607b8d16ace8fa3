import { Textarea } from '@mantine/core';
import { linkedinTasksEndpoints as endpoints, type LinkedinContact } from '@overture/contract/linkedin-tasks';
import { BY_HAND } from '@overture/domain/linkedin/by-hand';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useDiscardGuard } from '../../ui/forms/discard-guard.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

/** What a person wrote on LinkedIn, pasted: it becomes a reply like any other. */
export function ReplyDialog({ contact, onClose }: { contact: LinkedinContact; onClose: () => void }) {
  const [text, setText] = useState('');
  const guard = useDiscardGuard(text.trim() !== '', onClose);
  const add = useMutation({
    ...mutationOptions(endpoints.addLinkedinReply),
    onSuccess: () => {
      toast.success(t('reply_saved'));
      onClose();
    },
  });
  const { prospect_id: id, account, name } = contact;
  return (
    <Dialog
      opened
      onClose={guard.close}
      closeOnOutside={text === ''}
      title={t('reply_title', { name })}
      footer={
        <>
          <AppButton onClick={guard.close}>{t('cancel')}</AppButton>
          <AppButton
            kind="primary"
            loading={add.isPending}
            disabled={text.trim() === ''}
            onClick={() => add.mutate({ params: { id }, body: { account_id: account.id, text } })}
          >
            {t('reply_save')}
          </AppButton>
        </>
      }
    >
      <p className="mb-3 text-ink-2 text-table">{t('reply_text')}</p>
      <Textarea
        label={t('reply_label')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={BY_HAND.reply_max}
        autosize
        minRows={4}
        maxRows={12}
        data-autofocus
        error={add.error ? errorMessage(add.error, t('save_failed')) : undefined}
      />
      {guard.question}
    </Dialog>
  );
}
