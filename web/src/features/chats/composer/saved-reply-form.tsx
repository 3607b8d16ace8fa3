import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { type SavedReply, savedRepliesEndpoints } from '@overture/contract/saved-replies';
import { LEAD_PLACES } from '@overture/domain/leads/lead-fields';
import { CHARACTER_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { useUnsavedText } from '../../../ui/forms/discard-guard.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { t } from '../texts.ts';

interface SavedReplyFormProps {
  reply: SavedReply | undefined;
  /** What a new reply begins with. */
  written: string;
  onDone: () => void;
  /** Asks first while something is not saved. */
  onCancel: () => void;
}

type Written = Pick<SavedReply, 'name' | 'message' | 'is_own'>;

/** A reply that is saved or changed: its name, its words with variables, and whose it is. */
export function SavedReplyForm({ reply, written, onDone, onCancel }: SavedReplyFormProps) {
  const client = useQueryClient();
  const [initial] = useState<Written>(reply ?? { name: '', message: written, is_own: true });
  const [body, setBody] = useState(initial);
  const save = useMutation({
    mutationFn: ({ name, message, is_own }: Written) =>
      reply
        ? call(savedRepliesEndpoints.updateSavedReply, { params: { id: reply.id }, body: { name, message, is_own } })
        : call(savedRepliesEndpoints.createSavedReply, { body: { name, message, is_own } }),
    onSuccess: async () => {
      await refetch(client, savedRepliesEndpoints.listSavedReplies);
      onDone();
    },
  });
  const isChanged = body.name !== initial.name || body.message !== initial.message;
  useUnsavedText(isChanged && !save.isSuccess);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(body);
      }}
    >
      <Fields body={body} onChange={(next) => setBody({ ...body, ...next })} />
      {save.error ? (
        <p className="text-red text-table" role="alert">
          {errorMessage(save.error, t('reply_failed'))}
        </p>
      ) : null}
      <div className="flex items-center gap-2">
        {reply ? <DeleteReply reply={reply} onDone={onDone} /> : null}
        <span className="flex-1" />
        <AppButton onClick={onCancel}>{t('cancel')}</AppButton>
        <AppButton
          kind="primary"
          type="submit"
          loading={save.isPending}
          disabled={body.name.trim() === '' || body.message.trim() === ''}
        >
          {t('note_save')}
        </AppButton>
      </div>
    </form>
  );
}

function Fields({ body, onChange }: { body: Written; onChange: (next: Partial<Written>) => void }) {
  const textRef = useRef<HTMLTextAreaElement>(null);
  const { message } = body;
  function insert(variable: string) {
    const field = textRef.current;
    const [from, to] = [field?.selectionStart ?? message.length, field?.selectionEnd ?? message.length];
    onChange({ message: `${message.slice(0, from)}{{${variable}}}${message.slice(to)}` });
    field?.focus();
  }
  return (
    <>
      <TextInput
        data-autofocus
        label={t('reply_name')}
        description={t('reply_name_hint')}
        value={body.name}
        maxLength={TEXT_LIMITS.label_name_max}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Textarea
        ref={textRef}
        label={t('reply_message')}
        value={message}
        maxLength={CHARACTER_LIMITS.message}
        classNames={{ input: 'min-h-30 max-h-[260px] overflow-y-auto field-sizing-content' }}
        onChange={(event) => onChange({ message: event.currentTarget.value })}
      />
      <div className="flex flex-wrap gap-1">
        {LEAD_PLACES.messages.map((variable) => (
          <AppButton key={variable} size="small" kind="quiet" onClick={() => insert(variable)}>
            {`{{${variable}}}`}
          </AppButton>
        ))}
      </div>
      <SegmentedControl
        aria-label={t('reply_whose')}
        value={body.is_own ? 'own' : 'team'}
        onChange={(value) => onChange({ is_own: value === 'own' })}
        data={[
          { value: 'own', label: t('reply_own') },
          { value: 'team', label: t('reply_team') },
        ]}
      />
    </>
  );
}

function DeleteReply({ reply, onDone }: { reply: SavedReply; onDone: () => void }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => call(savedRepliesEndpoints.deleteSavedReply, { params: { id: reply.id } }),
    onSuccess: async () => {
      await refetch(client, savedRepliesEndpoints.listSavedReplies);
      onDone();
    },
  });
  return (
    <>
      <AppButton kind="quiet" icon={<IconTrash size={15} aria-hidden />} onClick={() => setAsking(true)}>
        {t('delete')}
      </AppButton>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('reply_delete')}
        confirmLabel={t('delete')}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {remove.error ? errorMessage(remove.error, t('action_failed')) : t('reply_delete_text', { name: reply.name })}
      </ConfirmDialog>
    </>
  );
}
