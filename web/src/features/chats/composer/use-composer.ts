import type { ChatAccount, ChatProspect } from '@overture/contract/chats';
import type { WaitingDraft } from '@overture/contract/waiting-drafts';
import { type AccountType, isEmailAccount, messageLimit } from '@overture/domain/accounts';
import { findUnfilled } from '@overture/domain/message/unfilled';
import { useRef, useState } from 'react';
import type { ComposeExtras } from '../../../lib/storage.ts';
import { useAnswering } from '../presence/use-answering.ts';
import { t } from '../texts.ts';
import { undoSeconds } from './undo-time.tsx';
import type { useComposeExtras } from './use-compose-draft.ts';
import { type Outgoing, useSend } from './use-send.ts';
import { useSenders } from './use-senders.ts';
import { useUploads } from './use-uploads.ts';
import type { useUserDraft } from './use-user-draft.ts';

export interface ComposerProps {
  prospect: ChatProspect;
  /** The sender of the last message, until all are known. */
  account: ChatAccount | null;
  written: ReturnType<typeof useUserDraft>;
  /** The model's draft for the last reply. */
  waiting: WaitingDraft | null;
  extras: ReturnType<typeof useComposeExtras>;
  /** The newest message on screen. */
  newest: number;
  textRef: React.RefObject<HTMLTextAreaElement | null>;
  /** Called after a message was sent with "open the next". */
  onGoOn: () => void;
  onDiscarded: () => void;
  /** The same, of one whose conversation is done. */
  onArchive: () => void;
}

/** What follows once it was sent. */
export type AfterSending = 'stay' | 'next' | 'archive';

/** What the composer knows and does; the component only shows it. */
export function useComposer(props: ComposerProps) {
  const { prospect, textRef, written } = props;
  const { draft, change: onDraft } = written;
  const { extras, clear } = props.extras;
  const answering = useAnswering(prospect.id);
  const files = useUploads(prospect.id);
  const senders = useSenders(prospect.id, props.account, extras.account_id, draft !== '');
  const [dialog, setDialog] = useState<'replies' | 'later' | undefined>();
  const after = useRef<AfterSending>('stay');
  // What the writer saw when they started; newer messages are shown before anything is sent.
  const seen = useRef(props.newest);
  const sending = useSend({
    id: prospect.id,
    seen,
    onSent: () => {
      onDraft('');
      clear();
      files.replace([]);
      answering.stop();
      if (after.current === 'stay') textRef.current?.focus();
      else props.onGoOn();
      if (after.current === 'archive') props.onArchive();
    },
  });
  const words = describeWords(draft, senders.chosen?.account.account_type ?? 'LINKEDIN');
  const isReady = draft.trim() !== '' && words.problem === null && senders.blocked === null;
  const mayNotSend = !isReady || lacksSubject(senders, extras) || files.sending.length > 0 || sending.isPending;
  function write(text: string) {
    if (draft === '') seen.current = props.newest;
    onDraft(text);
    answering.note();
  }
  return {
    ...senders,
    ...words,
    files,
    sending,
    dialog,
    setDialog,
    mayNotSend,
    write,
    show(text: string) {
      seen.current = props.newest;
      written.show(text);
    },
    stopAnswering: answering.stop,
    submit(options: { at?: Date; after?: AfterSending } = {}) {
      if (mayNotSend) return;
      after.current = options.after ?? 'stay';
      written.cancelSave();
      sending.send(toOutgoing(props, senders, { uploads: files.uploads, at: options.at }));
    },
    insert(message: string) {
      const field = textRef.current;
      const [from, to] = [field?.selectionStart ?? draft.length, field?.selectionEnd ?? draft.length];
      write(draft.slice(0, from) + message + draft.slice(to));
      requestAnimationFrame(() => field?.focus());
    },
  };
}

const lacksSubject = ({ isMail, subject }: ReturnType<typeof useSenders>, extras: ComposeExtras): boolean =>
  isMail && subject === null && !(extras.subject ?? '').trim();

/** Length and problems: too long for the channel, or a variable not filled in. */
function describeWords(draft: string, type: AccountType): { count: number; limit: number; problem: string | null } {
  const limit = messageLimit(type);
  const count = [...draft].length;
  if (count > limit) {
    const problem = isEmailAccount(type)
      ? `You are above the ${limit} character limit!`
      : `Message cannot be longer than ${limit} characters`;
    return { count, limit, problem };
  }
  const unfilled = findUnfilled(draft);
  return { count, limit, problem: unfilled === null ? null : t('fill_in', { variable: unfilled }) };
}

function toOutgoing(
  { written: { draft }, extras: { extras } }: ComposerProps,
  { chosen, isMail, subject }: ReturnType<typeof useSenders>,
  { uploads, at }: { uploads: readonly { id: number }[]; at: Date | undefined },
): Outgoing {
  return {
    message: draft,
    draft_id: extras.draft_id ?? null,
    account_id: chosen?.account.id ?? null,
    upload_ids: uploads.map((file) => file.id),
    ...(isMail
      ? {
          address: chosen?.address ?? null,
          cc: extras.cc ?? [],
          quotes: true,
          signature_id: chosen?.signature_id ?? null,
        }
      : {}),
    ...(isMail && subject === null ? { subject_line: extras.subject ?? '' } : {}),
    ...(at ? { send_at: at.toISOString() } : { undo_in_seconds: undoSeconds() }),
  };
}
