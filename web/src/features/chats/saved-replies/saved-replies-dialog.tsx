import { Select } from '@mantine/core';
import type { ChatAccount, ChatProspect } from '@overture/contract/chats';
import { type ChatUpload, outgoingMessagesEndpoints } from '@overture/contract/outgoing-messages';
import { type SavedReply, type SavedReplyFigures, savedRepliesEndpoints } from '@overture/contract/saved-replies';
import { savedReplyFilesEndpoints } from '@overture/contract/saved-reply-files';
import { LANGUAGES } from '@overture/domain/message/languages';
import { IconPaperclip, IconPencil, IconPlus, IconUser, IconUsers } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type RefCallback, useState } from 'react';
import { call, errorMessage, queryKey, queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { messageLanguageLabel } from '../../../lib/labels/inbox/message-language.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { DiscardScope, useDiscardScope } from '../../../ui/forms/discard-guard.tsx';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { MarkedEntry } from '../../../ui/inputs/marked-entry.tsx';
import { SearchInput } from '../../../ui/inputs/search-input.tsx';
import { usePicker } from '../../../ui/inputs/use-picker.ts';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { fillReply } from './fill-reply.ts';
import { groupReplies, ownName } from './group-replies.ts';
import { SavedReplyForm } from './saved-reply-form.tsx';
import { words } from './texts.ts';

interface SavedRepliesDialogProps {
  /** What was written so far: a new reply begins with it. */
  written: string;
  /** Whose values are filled in. */
  prospect: ChatProspect;
  sender: ChatAccount | null;
  onClose: () => void;
  onInsert: (message: string, savedReplyId: number) => void;
}

/** Saved replies: found by a word, chosen by arrows and Enter; made, changed and deleted here too. */
export function SavedRepliesDialog(props: SavedRepliesDialogProps) {
  const { written, prospect, sender, onClose, onInsert } = props;
  const [edited, setEdited] = useState<SavedReply | 'new' | undefined>();
  const guard = useDiscardScope(onClose);
  const back = () => setEdited(undefined);
  const insert = useInsert(prospect.id, (reply) => {
    onClose();
    onInsert(fillReply(reply.message, prospect, sender), reply.id);
    void call(savedRepliesEndpoints.noteSavedReplyUsed, { params: { id: reply.id } }).catch(() => undefined);
  });
  return (
    <>
      <Dialog
        opened
        onClose={guard.close}
        title={words(
          edited === undefined ? 'saved_replies' : edited === 'new' ? 'saved_reply_new' : 'saved_reply_edit',
        )}
      >
        {edited === undefined ? (
          <Choice insert={insert} onEdit={setEdited} />
        ) : (
          <DiscardScope value={guard.scope}>
            <SavedReplyForm
              reply={edited === 'new' ? undefined : edited}
              written={written}
              onDone={back}
              onCancel={() => guard.leave(back)}
            />
          </DiscardScope>
        )}
      </Dialog>
      {guard.question}
    </>
  );
}

/** Puts a saved reply into the message. Its files come first: a message that leaves without them says something else. */
function useInsert(id: number, onReady: (reply: SavedReply) => void) {
  const client = useQueryClient();
  const attach = useMutation({
    mutationFn: (reply: SavedReply) =>
      call(savedReplyFilesEndpoints.attachSavedReplyFiles, { params: { id }, body: { saved_reply_id: reply.id } }),
    onSuccess: ({ uploads }, reply) => {
      client.setQueryData<{ uploads: ChatUpload[] }>(
        queryKey(outgoingMessagesEndpoints.listChatUploads, { params: { id } }),
        (known) => ({ uploads: [...(known?.uploads ?? []), ...uploads] }),
      );
      onReady(reply);
    },
  });
  return {
    error: attach.error,
    pending: attach.isPending ? attach.variables : undefined,
    insert(reply: SavedReply) {
      if (attach.isPending) return;
      if (reply.files.length === 0) onReady(reply);
      else attach.mutate(reply);
    },
  };
}

function FilesFailed({ error }: { error: Error | null }) {
  if (error === null) return null;
  return (
    <p className="mb-2 text-red text-table" role="alert">
      {errorMessage(error, words('reply_files_failed'))}
    </p>
  );
}

interface ChoiceProps {
  insert: ReturnType<typeof useInsert>;
  onEdit: (reply: SavedReply | 'new') => void;
}

function Choice({ insert: { insert: onInsert, pending, error }, onEdit }: ChoiceProps) {
  const list = useQuery(queryOptions(savedRepliesEndpoints.listSavedReplies));
  const [query, setQuery] = useState('');
  const language = useLanguage(list.data?.saved_replies ?? []);
  const wanted = query.trim().toLowerCase();
  const grouped = groupReplies(
    language.replies.filter(({ name, message }) => `${name}\n${message}`.toLowerCase().includes(wanted)),
  );
  const found = grouped.map(({ reply }) => reply);
  const { index, onKeyDown, showMarked } = usePicker({ typed: query, entries: found, onChoose: onInsert });
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field inside. */}
      <div className="flex gap-2 mb-2" onKeyDown={onKeyDown}>
        <div className="flex-1">
          <SearchInput
            label={words('find_reply')}
            placeholder={words('find_reply')}
            value={query}
            width="100%"
            autofocus
            onType={setQuery}
            onChange={setQuery}
          />
        </div>
        <AppButton icon={<IconPlus size={15} aria-hidden />} onClick={() => onEdit('new')}>
          {words('saved_reply_new')}
        </AppButton>
      </div>
      <LanguageFilter {...language} />
      <FilesFailed error={error} />
      {list.isPending ? <Skeleton width="70%" height={40} /> : null}
      {queryFailure(list)}
      {list.data && found.length === 0 ? (
        <p className="py-4 text-ink-3 text-table">
          {words(wanted === '' ? 'saved_replies_none' : 'saved_replies_not_found')}
        </p>
      ) : null}
      <MarkedEntry name={found[index]?.name} place={index} count={found.length} />
      <ul className="m-0 p-0 max-h-[360px] overflow-y-auto list-none" aria-label={words('saved_replies')}>
        {grouped.map(({ reply, heading }, place) => (
          <Fragment key={reply.id}>
            {heading === null ? null : <li className="pt-3 pb-1 px-2 text-ink-3 text-meta font-medium">{heading}</li>}
            <ReplyRow
              reply={reply}
              figures={list.data?.figures.find(({ id }) => id === reply.id)}
              isPending={pending?.id === reply.id}
              activeRef={place === index ? showMarked : undefined}
              onInsert={() => onInsert(reply)}
              onEdit={() => onEdit(reply)}
            />
          </Fragment>
        ))}
      </ul>
    </>
  );
}

/** The replies of the language that was last chosen, and those of any. One that no reply has any longer hides nothing. */
function useLanguage(all: readonly SavedReply[]) {
  const [stored, setStored] = useState(() => readStored('reply-language', ''));
  const languages = LANGUAGES.filter((code) => all.some(({ language }) => language === code));
  const chosen = languages.some((used) => used === stored) ? stored : '';
  return {
    languages,
    chosen,
    replies: all.filter(({ language }) => chosen === '' || language === null || language === chosen),
    onChoose(next: string) {
      setStored(next);
      writeStored('reply-language', next);
    },
  };
}

function LanguageFilter({ languages, chosen, onChoose }: Omit<ReturnType<typeof useLanguage>, 'replies'>) {
  if (languages.length === 0) return null;
  return (
    <div className="mb-2">
      <Select
        aria-label={words('reply_language')}
        value={chosen}
        allowDeselect={false}
        data={[
          { value: '', label: words('reply_languages_all') },
          ...languages.map((code) => ({ value: code, label: messageLanguageLabel(code) })),
        ]}
        onChange={(value) => onChoose(value ?? '')}
      />
    </div>
  );
}

function FileCount({ count, isPending }: { count: number; isPending: boolean }) {
  if (count === 0) return null;
  return (
    <span
      className="flex flex-none items-center gap-1 text-ink-3 text-meta font-normal"
      role={isPending ? 'status' : undefined}
    >
      <IconPaperclip size={13} aria-hidden />
      {words(isPending ? 'reply_files_adding' : 'reply_file_count', { count })}
    </span>
  );
}

interface ReplyRowProps {
  reply: SavedReply;
  /** Undefined before a message was sent with it. */
  figures: SavedReplyFigures | undefined;
  /** Its files are being added to the message. */
  isPending: boolean;
  /** Of the marked row. */
  activeRef: RefCallback<HTMLElement> | undefined;
  onInsert: () => void;
  onEdit: () => void;
}

function ReplyRow({ reply, figures, isPending, activeRef, onInsert, onEdit }: ReplyRowProps) {
  return (
    <li
      ref={activeRef}
      className="flex items-center gap-1 rounded-control data-active:bg-hover hover:bg-hover"
      data-active={activeRef !== undefined || undefined}
    >
      <button
        type="button"
        className="bare flex flex-1 flex-col gap-0.5 min-w-0 py-2 px-2 text-start text-ink cursor-pointer"
        onClick={onInsert}
      >
        <span className="flex items-center gap-1.5 font-medium">
          <span className="truncate">{ownName(reply)}</span>
          <span className="inline-flex flex-none text-ink-3" title={words(reply.is_own ? 'reply_own' : 'reply_team')}>
            {reply.is_own ? <IconUser size={13} aria-hidden /> : <IconUsers size={13} aria-hidden />}
          </span>
          {reply.language === null ? null : (
            <span className="flex-none text-ink-3 text-meta font-normal">{messageLanguageLabel(reply.language)}</span>
          )}
          <FileCount count={reply.files.length} isPending={isPending} />
        </span>
        <span className="text-ink-3 text-table truncate">{reply.message}</span>
        {figures === undefined ? null : (
          <span className="text-ink-3 text-meta number">{words('reply_figures', { ...figures })}</span>
        )}
      </button>
      <IconButton size="small" label={words('edit_reply', { name: reply.name })} onClick={onEdit}>
        <IconPencil size={15} aria-hidden />
      </IconButton>
    </li>
  );
}
