import type { ChatAccount, ChatProspect } from '@overture/contract/chats';
import { type SavedReply, savedRepliesEndpoints } from '@overture/contract/saved-replies';
import { IconPencil, IconPlus, IconUser, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type RefCallback, useState } from 'react';
import { call, queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { DiscardScope, useDiscardScope } from '../../../ui/forms/discard-guard.tsx';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { MarkedEntry } from '../../../ui/inputs/marked-entry.tsx';
import { SearchInput } from '../../../ui/inputs/search-input.tsx';
import { usePicker } from '../../../ui/inputs/use-picker.ts';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from '../texts.ts';
import { fillReply } from './fill-reply.ts';
import { groupReplies, ownName } from './group-replies.ts';
import { SavedReplyForm } from './saved-reply-form.tsx';

interface SavedRepliesDialogProps {
  /** What was written so far: a new reply begins with it. */
  written: string;
  /** Whose values are filled in. */
  prospect: ChatProspect;
  sender: ChatAccount | null;
  onClose: () => void;
  onInsert: (message: string) => void;
}

/** Saved replies: found by a word, chosen by arrows and Enter; made, changed and deleted here too. */
export function SavedRepliesDialog(props: SavedRepliesDialogProps) {
  const { written, prospect, sender, onClose, onInsert } = props;
  const [edited, setEdited] = useState<SavedReply | 'new' | undefined>();
  const guard = useDiscardScope(onClose);
  const back = () => setEdited(undefined);
  return (
    <>
      <Dialog
        opened
        onClose={guard.close}
        title={t(edited === undefined ? 'saved_replies' : edited === 'new' ? 'saved_reply_new' : 'saved_reply_edit')}
      >
        {edited === undefined ? (
          <Choice
            onInsert={(reply) => {
              onClose();
              onInsert(fillReply(reply.message, prospect, sender));
              void call(savedRepliesEndpoints.noteSavedReplyUsed, { params: { id: reply.id } }).catch(() => undefined);
            }}
            onEdit={setEdited}
          />
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

interface ChoiceProps {
  onInsert: (reply: SavedReply) => void;
  onEdit: (reply: SavedReply | 'new') => void;
}

function Choice({ onInsert, onEdit }: ChoiceProps) {
  const list = useQuery(queryOptions(savedRepliesEndpoints.listSavedReplies));
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const grouped = groupReplies(
    (list.data?.saved_replies ?? []).filter(({ name, message }) =>
      `${name}\n${message}`.toLowerCase().includes(wanted),
    ),
  );
  const found = grouped.map(({ reply }) => reply);
  const { index, onKeyDown, showMarked } = usePicker({ typed: query, entries: found, onChoose: onInsert });
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field inside. */}
      <div className="flex gap-2 mb-2" onKeyDown={onKeyDown}>
        <div className="flex-1">
          <SearchInput
            label={t('find_reply')}
            placeholder={t('find_reply')}
            value={query}
            width="100%"
            autofocus
            onType={setQuery}
            onChange={setQuery}
          />
        </div>
        <AppButton icon={<IconPlus size={15} aria-hidden />} onClick={() => onEdit('new')}>
          {t('saved_reply_new')}
        </AppButton>
      </div>
      {list.isPending ? <Skeleton width="70%" height={40} /> : null}
      {queryFailure(list)}
      {list.data && found.length === 0 ? (
        <p className="py-4 text-ink-3 text-table">
          {t(wanted === '' ? 'saved_replies_none' : 'saved_replies_not_found')}
        </p>
      ) : null}
      <MarkedEntry name={found[index]?.name} place={index} count={found.length} />
      <ul className="m-0 p-0 max-h-[360px] overflow-y-auto list-none" aria-label={t('saved_replies')}>
        {grouped.map(({ reply, heading }, place) => (
          <Fragment key={reply.id}>
            {heading === null ? null : <li className="pt-3 pb-1 px-2 text-ink-3 text-meta font-medium">{heading}</li>}
            <ReplyRow
              reply={reply}
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

interface ReplyRowProps {
  reply: SavedReply;
  /** Of the marked row. */
  activeRef: RefCallback<HTMLElement> | undefined;
  onInsert: () => void;
  onEdit: () => void;
}

function ReplyRow({ reply, activeRef, onInsert, onEdit }: ReplyRowProps) {
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
          <span className="inline-flex flex-none text-ink-3" title={t(reply.is_own ? 'reply_own' : 'reply_team')}>
            {reply.is_own ? <IconUser size={13} aria-hidden /> : <IconUsers size={13} aria-hidden />}
          </span>
        </span>
        <span className="text-ink-3 text-table truncate">{reply.message}</span>
      </button>
      <IconButton size="small" label={t('edit_reply', { name: reply.name })} onClick={onEdit}>
        <IconPencil size={15} aria-hidden />
      </IconButton>
    </li>
  );
}
