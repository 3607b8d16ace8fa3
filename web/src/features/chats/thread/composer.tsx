import { Textarea } from '@mantine/core';
import { chatAnswersEndpoints } from '@overture/contract/chat-answers';
import type { ChatAccount, ChatProspect } from '@overture/contract/chats';
import { isEmailAccount } from '@overture/domain/accounts';
import { CHARACTER_LIMITS, INBOX_LIMITS } from '@overture/domain/limits';
import { IconAlertTriangle, IconMailPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { call, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { leadName } from '../../leads/index.ts';
import { ComposerFiles } from '../composer/composer-files.tsx';
import { ComposerFoot } from '../composer/composer-foot.tsx';
import { fillReply, findUnfilled } from '../composer/fill-reply.ts';
import { MailFields } from '../composer/mail-fields.tsx';
import { SavedRepliesDialog } from '../composer/saved-replies-dialog.tsx';
import { SendLaterDialog } from '../composer/send-later-dialog.tsx';
import { SenderChoice } from '../composer/sender-choice.tsx';
import { SignatureChoice } from '../composer/signature-choice.tsx';
import type { useComposeExtras } from '../composer/use-compose-draft.ts';
import { useSend } from '../composer/use-send.ts';
import { useUploads } from '../composer/use-uploads.ts';
import { useAnswering } from '../presence/use-answering.ts';
import { t } from '../texts.ts';
import classes from './thread.module.css';

interface ComposerProps {
  prospect: ChatProspect;
  /** The sender of the last message, until all are known. */
  account: ChatAccount | null;
  draft: string;
  onDraft: (text: string) => void;
  extras: ReturnType<typeof useComposeExtras>;
  /** The newest message on screen. */
  newest: number;
  textRef: React.RefObject<HTMLTextAreaElement | null>;
  /** Called by Ctrl-Shift-Enter once it was sent. */
  onGoOn: () => void;
}

/** Where a message is written: 60 to 300 px, at most 1900 characters (8000 by mail), Ctrl-Enter sends. */
const inputClasses = {
  input: 'min-h-15 max-h-[300px] py-2.25 px-3 overflow-y-auto leading-[1.45] field-sizing-content',
};

export function Composer(props: ComposerProps) {
  const { prospect, draft, onDraft, textRef, onGoOn } = props;
  const { id } = prospect;
  const name = leadName(prospect);
  const { extras, change, clear } = props.extras;
  const answering = useAnswering(id);
  const files = useUploads(id);
  const { senders, chosen, isMail, subject, blocked, setSignature } = useSenders(props);
  const [dialog, setDialog] = useState<'replies' | 'later' | undefined>();
  const [showsCc, setShowsCc] = useState(false);
  const goesOn = useRef(false);
  // What the writer had before their eyes when they began; what came since is told before anything leaves.
  const seen = useRef(props.newest);
  const sending = useSend({
    id,
    seen,
    onSent: () => {
      onDraft('');
      clear();
      setShowsCc(false);
      files.replace([]);
      answering.stop();
      if (goesOn.current) onGoOn();
      else textRef.current?.focus();
    },
  });
  const limit = isMail ? CHARACTER_LIMITS.message : CHARACTER_LIMITS.chat_message;
  const count = [...draft].length;
  const problem = draftProblem(draft, count, limit, isMail);
  const lacksSubject = isMail && subject === null && !(extras.subject ?? '').trim();
  const mayNotSend =
    draft.trim() === '' ||
    problem !== null ||
    blocked !== null ||
    lacksSubject ||
    files.sending.length > 0 ||
    sending.isPending;
  function submit(at?: Date) {
    if (mayNotSend) return;
    sending.send({
      message: draft,
      account_id: chosen?.account.id ?? null,
      upload_ids: files.uploads.map((file) => file.id),
      ...(isMail ? { cc: extras.cc ?? [], quotes: true, signature_id: chosen?.signature_id ?? null } : {}),
      ...(isMail && subject === null ? { subject_line: extras.subject ?? '' } : {}),
      ...(at ? { send_at: at.toISOString() } : { undo_in_seconds: INBOX_LIMITS.undo_in_seconds }),
    });
  }
  function write(text: string) {
    if (draft === '') seen.current = props.newest;
    onDraft(text);
    answering.note();
  }
  function insert(message: string) {
    const field = textRef.current;
    const [from, to] = [field?.selectionStart ?? draft.length, field?.selectionEnd ?? draft.length];
    write(draft.slice(0, from) + fillReply(message, prospect) + draft.slice(to));
    requestAnimationFrame(() => field?.focus());
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      goesOn.current = event.shiftKey;
      submit();
    }
    const { value, selectionStart } = event.currentTarget;
    if (event.key === '/' && (selectionStart === 0 || value[selectionStart - 1] === '\n')) {
      event.preventDefault();
      setDialog('replies');
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      event.currentTarget.blur();
    }
  }
  return (
    // What a dialog submits must not send the message below it.
    <>
      <form
        className="relative pt-3 px-4 pb-4 border-t border-line bg-surface max-sm:pt-2 max-sm:px-3 max-sm:pb-3"
        onSubmit={(event) => {
          event.preventDefault();
          goesOn.current = false;
          submit();
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void files.add([...event.dataTransfer.files]);
        }}
      >
        {blocked ? (
          <p className="flex items-center gap-2 mb-2 text-amber text-table [&_a]:whitespace-nowrap [&_svg]:flex-none">
            <IconAlertTriangle size={16} aria-hidden />
            <span>{blocked}</span>
            <AppLink to={pb.senders()}>{t('to_senders')}</AppLink>
          </p>
        ) : null}
        {sending.refusal ? (
          <p className={classes.refusal} role="alert">
            {sending.refusal}
          </p>
        ) : null}
        <div className="flex items-center gap-2 min-h-6.5 mb-1.5">
          <SenderChoice senders={senders} chosen={chosen} onChoose={(account_id) => change({ account_id })} />
          {isMail && !showsCc && !extras.cc?.length ? (
            <IconButton size="small" label={t('cc_add')} onClick={() => setShowsCc(true)}>
              <IconMailPlus size={16} aria-hidden />
            </IconButton>
          ) : null}
        </div>
        {isMail ? (
          <MailFields
            extras={extras}
            onChange={change}
            asksSubject={subject === null}
            showsCc={showsCc || Boolean(extras.cc?.length)}
          />
        ) : null}
        <Textarea
          ref={textRef}
          aria-label={t('composer', { name })}
          placeholder={t('placeholder', { name })}
          value={draft}
          readOnly={sending.isPending}
          classNames={inputClasses}
          error={problem}
          onChange={(event) => write(event.currentTarget.value)}
          onBlur={answering.stop}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = [...event.clipboardData.files];
            if (pasted.length > 0) event.preventDefault();
            void files.add(pasted);
          }}
        />
        <ComposerFiles files={files} />
        <ComposerFoot
          files={files}
          count={count}
          limit={limit}
          mayNotSend={mayNotSend}
          isPending={sending.isPending}
          onReplies={() => setDialog('replies')}
          onLater={() => setDialog('later')}
        >
          {isMail ? <SignatureChoice chosen={chosen?.signature_id ?? null} onChoose={setSignature} /> : null}
        </ComposerFoot>
      </form>
      {dialog === 'replies' ? (
        <SavedRepliesDialog written={draft} onClose={() => setDialog(undefined)} onInsert={insert} />
      ) : null}
      {dialog === 'later' ? (
        <SendLaterDialog name={name} onClose={() => setDialog(undefined)} onChoose={submit} />
      ) : null}
      <ConfirmDialog
        opened={sending.meanwhile !== undefined}
        onClose={sending.closeMeanwhile}
        title={t('meanwhile')}
        confirmLabel={t('send_anyway')}
        onConfirm={sending.sendAnyway}
      >
        {sending.meanwhile?.words}
      </ConfirmDialog>
    </>
  );
}

function draftProblem(draft: string, count: number, limit: number, isMail: boolean): string | null {
  if (count > limit) {
    return isMail ? `You are above the ${limit} character limit!` : `Message cannot be longer than ${limit} characters`;
  }
  const unfilled = findUnfilled(draft);
  return unfilled === null ? null : t('fill_in', { variable: unfilled });
}

/** By whom it leaves: who was chosen, else the sender of the last message, else the first that can. */
function useSenders({ prospect, account, extras: { extras } }: Pick<ComposerProps, 'prospect' | 'account' | 'extras'>) {
  const client = useQueryClient();
  const params = { id: prospect.id };
  const { data } = useQuery(queryOptions(chatAnswersEndpoints.listAnswerSenders, { params }));
  const known = account && { account, address: null, signature_id: null, blocked: null, is_last: true };
  const senders = data?.senders ?? (known ? [known] : []);
  const chosen =
    senders.find((sender) => sender.account.id === extras.account_id) ??
    senders.find((sender) => sender.is_last) ??
    senders.find((sender) => sender.blocked === null) ??
    senders[0];
  async function setSignature(signature_id: number | null) {
    if (!chosen) return;
    await call(chatAnswersEndpoints.setSenderSignature, { params: { id: chosen.account.id }, body: { signature_id } });
    await refetch(client, chatAnswersEndpoints.listAnswerSenders);
  }
  return {
    senders,
    chosen,
    isMail: chosen !== undefined && isEmailAccount(chosen.account.account_type),
    /** Subject of the thread; null where a mail begins one. Until it is known none is asked for. */
    subject: data ? data.subject_line : '',
    blocked: data && senders.length === 0 ? t('no_sender_reaches') : (chosen?.blocked ?? null),
    setSignature: (id: number | null) => void setSignature(id),
  };
}
