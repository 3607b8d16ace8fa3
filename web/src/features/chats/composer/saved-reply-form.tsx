import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { type SavedReply, savedRepliesEndpoints } from '@overture/contract/saved-replies';
import { CHARACTER_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { VARIABLES } from '@overture/domain/message/tokens';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { t } from '../texts.ts';

interface SavedReplyFormProps {
  reply: SavedReply | undefined;
  /** What a new reply begins with. */
  written: string;
  onDone: () => void;
}

/** A reply that is saved or changed: its name, its words with variables, and whose it is. */
export function SavedReplyForm({ reply, written, onDone }: SavedReplyFormProps) {
  const client = useQueryClient();
  const textRef = useRef<HTMLTextAreaElement>(null);
  const [name, setName] = useState(reply?.name ?? '');
  const [message, setMessage] = useState(reply?.message ?? written);
  const [isOwn, setOwn] = useState(reply?.is_own ?? true);
  const [isDeleting, setDeleting] = useState(false);
  const finish = async () => {
    await refetch(client, savedRepliesEndpoints.listSavedReplies);
    onDone();
  };
  const save = useMutation({
    mutationFn: () => {
      const body = { name, message, is_own: isOwn };
      return reply
        ? call(savedRepliesEndpoints.updateSavedReply, { params: { id: reply.id }, body })
        : call(savedRepliesEndpoints.createSavedReply, { body });
    },
    onSuccess: finish,
  });
  const remove = useMutation({
    mutationFn: () => call(savedRepliesEndpoints.deleteSavedReply, { params: { id: reply?.id ?? 0 } }),
    onSuccess: finish,
  });
  function insert(variable: string) {
    const field = textRef.current;
    const [from, to] = [field?.selectionStart ?? message.length, field?.selectionEnd ?? message.length];
    setMessage(`${message.slice(0, from)}{{${variable}}}${message.slice(to)}`);
    field?.focus();
  }
  const failed = save.error ?? remove.error;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextInput
        data-autofocus
        label={t('reply_name')}
        value={name}
        maxLength={TEXT_LIMITS.label_name_max}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        ref={textRef}
        label={t('reply_message')}
        value={message}
        maxLength={CHARACTER_LIMITS.message}
        classNames={{ input: 'min-h-30 max-h-[260px] overflow-y-auto field-sizing-content' }}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-1">
        {VARIABLES.map((variable) => (
          <AppButton key={variable} size="small" kind="quiet" onClick={() => insert(variable)}>
            {`{{${variable}}}`}
          </AppButton>
        ))}
      </div>
      <SegmentedControl
        aria-label={t('reply_whose')}
        value={isOwn ? 'own' : 'team'}
        onChange={(value) => setOwn(value === 'own')}
        data={[
          { value: 'own', label: t('reply_own') },
          { value: 'team', label: t('reply_team') },
        ]}
      />
      {failed ? (
        <p className="text-red text-table" role="alert">
          {errorMessage(failed, t('reply_failed'))}
        </p>
      ) : null}
      <div className="flex items-center gap-2">
        {reply ? (
          <AppButton kind="quiet" icon={<IconTrash size={15} aria-hidden />} onClick={() => setDeleting(true)}>
            {t('delete')}
          </AppButton>
        ) : null}
        <span className="flex-1" />
        <AppButton onClick={onDone}>{t('cancel')}</AppButton>
        <AppButton
          kind="primary"
          type="submit"
          loading={save.isPending}
          disabled={name.trim() === '' || message.trim() === ''}
        >
          {t('note_save')}
        </AppButton>
      </div>
      <ConfirmDialog
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        title={t('reply_delete')}
        confirmLabel={t('delete')}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {t('reply_delete_text', { name: reply?.name ?? '' })}
      </ConfirmDialog>
    </form>
  );
}
