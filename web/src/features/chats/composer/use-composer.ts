import type { ChatAccount, ChatMessage, ChatProspect } from '@overture/contract/chats';
import type { WaitingDraft } from '@overture/contract/waiting-drafts';
import { type AccountType, isEmailAccount, messageLimit } from '@overture/domain/accounts';
import { DEFAULT_CAMPAIGN_CHOICE } from '@overture/domain/campaign/campaign-choice';
import { findUnfilled } from '@overture/domain/message/unfilled';
import { say } from '@overture/domain/text/say';
import { useRef, useState } from 'react';
import type { ComposeExtras } from '../../../lib/storage.ts';
import { useAnswering } from '../presence/use-answering.ts';
import type { TextField } from '../text-field.ts';
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
  /** Those on screen, the newest first. */
  messages: readonly ChatMessage[];
  textRef: React.RefObject<TextField | null>;
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
  const { newest, seen } = useSeen(props.messages);
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
  const { forward, words, isReady } = describeState(draft, senders, extras);
  const mayNotSend = !isReady || words.problem !== null || files.sending.length > 0 || sending.isPending;
  function write(text: string, formatted_text = '') {
    if (draft === '') seen.current = newest;
    changeFormatted(props, formatted_text);
    onDraft(text);
    answering.note();
  }
  return {
    ...senders,
    ...words,
    forward,
    /** What holds back a message to the lead holds back no mail to others. */
    blocked: forward ? null : senders.blocked,
    files,
    ...usePasting({ isMail: senders.isMail || forward !== null, files, draft, extras, textRef, write }),
    sending,
    dialog,
    setDialog,
    mayNotSend,
    write,
    show(text: string) {
      seen.current = newest;
      changeFormatted(props, '');
      written.show(text);
    },
    stopAnswering: answering.stop,
    submit(options: { at?: Date; after?: AfterSending } = {}) {
      if (mayNotSend) return;
      after.current = options.after ?? 'stay';
      written.cancelSave();
      sending.send(toSent(props, senders, { uploads: files.uploads, at: options.at, forward }));
    },
    insert: (words: string, reply: number) => insert(words, { field: textRef.current, draft, write, reply, ...props }),
  };
}

/** The figures of saved replies count the messages that were written with them. */
function addSavedReply({ extras, change }: ComposerProps['extras'], draft: string, id: number): void {
  // What was inserted before is gone with the words.
  const present = draft.trim() === '' ? [] : (extras.saved_reply_ids ?? []);
  const others = present.filter((known) => known !== id);
  change({ saved_reply_ids: [...others, id].slice(-10) });
}

/** What the writer saw when they started; newer messages are shown before anything is sent. */
function useSeen(messages: readonly ChatMessage[]) {
  const newest = Math.max(0, ...messages.map((message) => message.id));
  return { newest, seen: useRef(newest) };
}

interface Pasted {
  isMail: boolean;
  files: ReturnType<typeof useUploads>;
  draft: string;
  extras: ComposeExtras;
  textRef: ComposerProps['textRef'];
  write: (text: string, formatted?: string) => void;
}

function usePasting({ isMail, files, draft, extras, textRef, write }: Pasted) {
  const now = { draft, formatted: extras.formatted_text ?? '', write };
  const written = useRef(now);
  written.current = now;
  /** An editor that takes the place of the field takes its focus too. */
  const takesFocus = useRef(false);
  async function paste(pasted: readonly File[]) {
    takesFocus.current = true;
    // Without that file, what was pasted goes beside the text.
    const part = await import('../files/paste-files.ts').catch(() => undefined);
    await (part ? part.pasteFiles(pasted, isMail, { files, textRef, written }) : files.add(pasted));
  }
  return { paste, takesFocus };
}

/** Words without formatting end what was formatted before. */
function changeFormatted({ extras }: ComposerProps, formatted_text: string): void {
  if ((extras.extras.formatted_text ?? '') !== formatted_text) extras.change({ formatted_text });
}

interface Inserting extends Pick<ComposerProps, 'extras'> {
  /** The saved reply that the words are from. */
  reply: number;
  field: TextField | null;
  draft: string;
  write: (text: string) => void;
}

/** Puts words where the caret is, which takes the focus back. */
function insert(words: string, { field, draft, write, reply, extras }: Inserting): void {
  addSavedReply(extras, draft, reply);
  requestAnimationFrame(() => field?.focus());
  if (field?.insert) {
    field.insert(words);
    return;
  }
  const text = field instanceof HTMLTextAreaElement ? field : null;
  const [from, to] = [text?.selectionStart ?? draft.length, text?.selectionEnd ?? draft.length];
  write(draft.slice(0, from) + words + draft.slice(to));
}

/** What is being written, and whether it could leave. */
function describeState(draft: string, senders: ReturnType<typeof useSenders>, extras: ComposeExtras) {
  const forward = extras.forward ?? null;
  const accountType = forward ? 'IMAP' : (senders.chosen?.account.account_type ?? 'LINKEDIN');
  const words = { accountType, ...describeWords(draft, accountType) };
  return { forward, words, isReady: forward ? isForwardReady(draft, forward) : isReplyReady(draft, senders, extras) };
}

/** A mail can be sent on without a word. */
const isForwardReady = (draft: string, { to, as_reply }: NonNullable<ComposeExtras['forward']>): boolean =>
  to.length > 0 && (!as_reply || draft.trim() !== '');

const isReplyReady = (draft: string, senders: ReturnType<typeof useSenders>, extras: ComposeExtras): boolean =>
  draft.trim() !== '' && senders.blocked === null && !lacksSubject(senders, extras);

const lacksSubject = ({ isMail, subject }: ReturnType<typeof useSenders>, extras: ComposeExtras): boolean =>
  isMail && subject === null && !(extras.subject ?? '').trim();

/** Length and problems: too long for the channel, or a variable not filled in. */
function describeWords(draft: string, type: AccountType): { count: number; limit: number; problem: string | null } {
  const limit = messageLimit(type);
  const count = [...draft].length;
  if (count > limit) {
    const problem = isEmailAccount(type)
      ? say('You are above the {limit} character limit!', { limit })
      : say('Message cannot be longer than {limit} characters', { limit });
    return { count, limit, problem };
  }
  const unfilled = findUnfilled(draft);
  return { count, limit, problem: unfilled === null ? null : t('fill_in', { variable: unfilled }) };
}

interface Leaving {
  uploads: readonly { id: number }[];
  at: Date | undefined;
}

const timesOf = (at: Date | undefined) => (at ? { send_at: at.toISOString() } : { undo_in_seconds: undoSeconds() });

function toSent(
  props: ComposerProps,
  senders: ReturnType<typeof useSenders>,
  { forward, ...given }: Leaving & { forward: ComposeExtras['forward'] },
): Outgoing {
  return forward ? toForward(props, senders, { ...given, forward }) : toOutgoing(props, senders, given);
}

const madeFrom = ({ draft_id, saved_reply_ids }: ComposeExtras) => ({
  draft_id: draft_id ?? null,
  saved_reply_ids: saved_reply_ids ?? [],
});

/** Nothing is asked where no campaign runs. */
const chosenFor = (campaigns: readonly unknown[], { campaign = DEFAULT_CAMPAIGN_CHOICE }: ComposeExtras) =>
  campaigns.length === 0 ? {} : { campaign };

function toOutgoing(
  { written: { draft }, extras: { extras } }: ComposerProps,
  { chosen, isMail, subject, campaigns }: ReturnType<typeof useSenders>,
  { uploads, at }: Leaving,
): Outgoing {
  return {
    message: draft,
    ...madeFrom(extras),
    account_id: chosen?.account.id ?? null,
    upload_ids: uploads.map((file) => file.id),
    ...chosenFor(campaigns, extras),
    ...(isMail
      ? {
          formatted_text: extras.formatted_text || null,
          address: chosen?.address ?? null,
          cc: extras.cc ?? [],
          bcc: extras.bcc ?? [],
          quotes: true,
          signature_id: chosen?.signature_id ?? null,
        }
      : {}),
    ...(isMail && subject === null ? { subject_line: extras.subject ?? '' } : {}),
    ...timesOf(at),
  };
}

function toForward(
  { written: { draft }, extras: { extras } }: ComposerProps,
  { chosen, isMail }: ReturnType<typeof useSenders>,
  { forward, uploads, at }: Leaving & { forward: NonNullable<ComposeExtras['forward']> },
): Outgoing {
  return {
    forwards: forward.message_id,
    to: forward.to,
    ...(forward.as_reply ? { as_reply: true } : {}),
    cc: extras.cc ?? [],
    bcc: extras.bcc ?? [],
    message: draft,
    formatted_text: extras.formatted_text || null,
    subject_line: extras.subject ?? '',
    attachment_ids: forward.attachment_ids,
    upload_ids: uploads.map((file) => file.id),
    ...(isMail && chosen ? { account_id: chosen.account.id, signature_id: chosen.signature_id } : {}),
    ...timesOf(at),
  };
}
