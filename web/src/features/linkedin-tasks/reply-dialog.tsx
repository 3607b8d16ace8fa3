import { Textarea } from '@mantine/core';
import { linkedinTasksEndpoints as endpoints, type LinkedinContact } from '@overture/contract/linkedin-tasks';
import { BY_HAND } from '@overture/domain/linkedin/by-hand';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { t } from './texts.ts';

/** What a person wrote on LinkedIn, pasted: it becomes a reply like any other. */
export function ReplyDialog({ contact, onClose }: { contact: LinkedinContact; onClose: () => void }) {
  const [text, setText] = useState('');
  const add = useMutation({
    ...mutationOptions(endpoints.addLinkedinReply),
    onSuccess: () => {
      toast.success(t('reply_saved'));
      onClose();
    },
  });
  const { prospect_id: id, account, name } = contact;
  return (
    <FormDialog
      onClose={onClose}
      isChanged={text.trim() !== ''}
      closeOnOutside={text === ''}
      title={t('reply_title', { name })}
      confirmLabel={t('reply_save')}
      pending={add.isPending}
      disabled={text.trim() === ''}
      confirm={() => add.mutate({ params: { id }, body: { account_id: account.id, text } })}
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
    </FormDialog>
  );
}
