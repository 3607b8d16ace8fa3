import { SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { type SavedReply, savedRepliesEndpoints } from '@overture/contract/saved-replies';
import { LEAD_PLACES } from '@overture/domain/leads/lead-fields';
import { CHARACTER_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { isLanguage, LANGUAGES } from '@overture/domain/message/languages';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { messageLanguageLabel } from '../../../lib/labels/inbox/message-language.ts';
import { useUnsavedText } from '../../../ui/forms/discard-guard.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { t } from '../texts.ts';
import { ReplyFiles, useReplyFiles } from './reply-files.tsx';
import { words } from './texts.ts';

interface SavedReplyFormProps {
  reply: SavedReply | undefined;
  /** What a new reply begins with. */
  written: string;
  onDone: () => void;
  /** Asks first while something is not saved. */
  onCancel: () => void;
}

type Written = Pick<SavedReply, 'name' | 'message' | 'is_own' | 'language'>;

/** A reply that is saved or changed: its name, its words with variables, and whose it is. */
export function SavedReplyForm({ reply, written, onDone, onCancel }: SavedReplyFormProps) {
  const client = useQueryClient();
  const [initial] = useState<Written>(reply ?? { name: '', message: written, is_own: true, language: null });
  const [body, setBody] = useState(initial);
  const files = useReplyFiles(reply?.files ?? []);
  // One that was created, and whose files failed, is not created again.
  const savedId = useRef(reply?.id);
  const save = useMutation({
    mutationFn: async ({ name, message, is_own, language }: Written) => {
      savedId.current = await saveWords(savedId.current, { name, message, is_own, language });
      await files.save(savedId.current);
    },
    onSuccess: onDone,
    onSettled: () => refetch(client, savedRepliesEndpoints.listSavedReplies),
  });
  const isChanged = body.name !== initial.name || body.message !== initial.message || files.isChanged;
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
      <ReplyFiles replyId={savedId.current} files={files} />
      {save.error ? (
        <p className="text-red text-table" role="alert">
          {errorMessage(save.error, words('reply_failed'))}
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

/** @returns the id of the saved reply */
async function saveWords(id: number | undefined, body: Written): Promise<number> {
  const { saved_reply } =
    id === undefined
      ? await call(savedRepliesEndpoints.createSavedReply, { body })
      : await call(savedRepliesEndpoints.updateSavedReply, { params: { id }, body });
  return saved_reply.id;
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
        label={words('reply_name')}
        description={words('reply_name_hint')}
        value={body.name}
        maxLength={TEXT_LIMITS.label_name_max}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Textarea
        ref={textRef}
        label={words('reply_message')}
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
      <Select
        label={words('reply_language')}
        value={body.language ?? ''}
        allowDeselect={false}
        data={[
          { value: '', label: words('reply_language_any') },
          ...LANGUAGES.map((code) => ({ value: code, label: messageLanguageLabel(code) })),
        ]}
        onChange={(value) => onChange({ language: value !== null && isLanguage(value) ? value : null })}
      />
      <SegmentedControl
        aria-label={words('reply_whose')}
        value={body.is_own ? 'own' : 'team'}
        onChange={(value) => onChange({ is_own: value === 'own' })}
        data={[
          { value: 'own', label: words('reply_own') },
          { value: 'team', label: words('reply_team') },
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
        title={words('reply_delete')}
        confirmLabel={t('delete')}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {remove.error
          ? errorMessage(remove.error, t('action_failed'))
          : words('reply_delete_text', { name: reply.name })}
      </ConfirmDialog>
    </>
  );
}
