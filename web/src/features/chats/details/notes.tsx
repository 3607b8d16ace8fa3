import { Textarea } from '@mantine/core';
import { chatNotesEndpoints, type Note } from '@overture/contract/chat-notes';
import type { Listed } from '@overture/contract/endpoint';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useUnsavedText } from '../../../ui/forms/discard-guard.tsx';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import classes from '../chats.module.css';
import { t } from '../texts.ts';

/** Notes on a lead: written, changed and deleted in place. */
export function Notes({ id }: { id: number }) {
  const list = useQuery(queryOptions(chatNotesEndpoints.listNotes, { params: { id } }));
  useLiveEvent('chat_updated', ({ prospect_id }) => {
    if (prospect_id === id) void list.refetch();
  });
  const [edited, setEdited] = useState<number | undefined>();
  const [deleted, setDeleted] = useState<Note | undefined>();
  return (
    <>
      <NoteForm id={id} />
      {list.isPending ? <Skeleton width="80%" height={36} radius={8} /> : null}
      {list.isError && !list.data ? <p className="text-table text-red">{t('notes_failed')}</p> : null}
      {list.data?.notes.length === 0 ? <p className="text-ink-3 text-table">{t('notes_none')}</p> : null}
      <ul className="flex flex-col gap-2 m-0 p-0 list-none">
        {list.data?.notes.map((note) => (
          <li key={note.id}>
            {edited === note.id ? (
              <NoteForm id={id} note={note} onDone={() => setEdited(undefined)} />
            ) : (
              <NoteText note={note} onEdit={() => setEdited(note.id)} onDelete={() => setDeleted(note)} />
            )}
          </li>
        ))}
      </ul>
      <DeleteNote id={id} note={deleted} onClose={() => setDeleted(undefined)} />
    </>
  );
}

function describeMaker({ author, acting_key, created_at }: Note): string {
  const time = formatDateTime(created_at);
  if (acting_key) return t(acting_key.is_app ? 'note_by_app' : 'note_by_key', { name: acting_key.name, time });
  return author ? t('note_by', { author, time }) : time;
}

function NoteText({ note, onEdit, onDelete }: { note: Listed<Note>; onEdit: () => void; onDelete: () => void }) {
  return (
    <article className="pt-2.5 pe-2 pb-1 ps-3 rounded-control bg-sunken">
      <p className="whitespace-pre-wrap wrap-anywhere">{note.content}</p>
      <footer className={`${classes.noteFoot} flex items-center gap-0.5 text-ink-3 text-meta`}>
        <span>{describeMaker(note)}</span>
        <IconButton size="small" label={t('note_edit')} onClick={onEdit}>
          <IconPencil size={15} aria-hidden />
        </IconButton>
        {note.may_delete ? (
          <IconButton size="small" label={t('note_delete')} onClick={onDelete}>
            <IconTrash size={15} aria-hidden />
          </IconButton>
        ) : null}
      </footer>
    </article>
  );
}

/** A new note, or one that is changed. Blank text is never saved; a failed save keeps the text. */
function NoteForm({ id, note, onDone }: { id: number; note?: Note; onDone?: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState(note?.content ?? '');
  const save = useMutation({
    mutationFn: (content: string) =>
      note
        ? call(chatNotesEndpoints.updateNote, { params: { id, noteId: note.id }, body: { content } })
        : call(chatNotesEndpoints.createNote, { params: { id }, body: { content } }),
    onSuccess: async () => {
      await refetch(client, chatNotesEndpoints.listNotes);
      setText('');
      onDone?.();
    },
    onError: (error) => toast.error(errorMessage(error, t('note_failed'))),
  });
  const isBlank = text.trim() === '';
  useUnsavedText(!isBlank && text !== (note?.content ?? '') && !save.isPending);
  return (
    <form
      className="flex flex-col gap-2 mb-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlank) save.mutate(text.trim());
      }}
    >
      <Textarea
        aria-label={t(note ? 'note_edit' : 'note_add')}
        placeholder={t('note_placeholder')}
        value={text}
        maxLength={TEXT_LIMITS.note_max}
        autoFocus={note !== undefined}
        classNames={{ input: 'min-h-15 max-h-[240px] field-sizing-content' }}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="flex justify-end gap-2">
        {onDone ? (
          <AppButton size="small" kind="quiet" onClick={onDone}>
            {t('cancel')}
          </AppButton>
        ) : null}
        <AppButton size="small" type="submit" disabled={isBlank} loading={save.isPending}>
          {t(note ? 'note_save' : 'note_add')}
        </AppButton>
      </div>
    </form>
  );
}

function DeleteNote({ id, note, onClose }: { id: number; note: Note | undefined; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (noteId: number) => call(chatNotesEndpoints.deleteNote, { params: { id, noteId } }),
    onSuccess: async () => {
      await refetch(client, chatNotesEndpoints.listNotes);
      onClose();
    },
    onError: (error) => toast.error(errorMessage(error, t('note_delete_failed'))),
  });
  return (
    <ConfirmDialog
      opened={note !== undefined}
      onClose={onClose}
      title={t('note_delete')}
      confirmLabel={t('delete')}
      danger
      pending={remove.isPending}
      onConfirm={() => note && remove.mutate(note.id)}
    >
      {t('note_delete_text')}
    </ConfirmDialog>
  );
}
