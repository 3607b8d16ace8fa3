import { classifyMail, type InboundMail, type MailKind } from '@overture/domain/mail/mail-classify';
import { separateOwnWords } from '@overture/domain/mail/own-words';
import { trimReply } from '@overture/domain/mail/reply-trim';

/** A mail whose text decides what it is. */
type ReplyKind = Extract<MailKind, 'reply' | 'auto_reply' | 'unsubscribe_request'>;

export interface OwnWordsOrder {
  letter: InboundMail;
  /** Texts of messages of ours that it may quote. */
  ours: string[];
}

export interface OwnWordsAnswer {
  kind: ReplyKind;
  /** What the person wrote; empty where the mail only quotes. */
  message: string;
  quoted_text: string;
}

const isReplyKind = (kind: MailKind): kind is ReplyKind =>
  kind === 'reply' || kind === 'auto_reply' || kind === 'unsubscribe_request';

/** The work of a thread: what a reply is and says without the words of ours that it quotes; null where it quotes none. */
export function run({ letter, ours }: OwnWordsOrder): OwnWordsAnswer | null {
  const text = letter.text ?? '';
  const separated = separateOwnWords(text, ours);
  if (separated === null) return null;
  const { reply, quoted } = trimReply(text, separated);
  const { kind } = classifyMail({ ...letter, text: separated.own_text });
  // Reports and receipts were told apart before: what is left of their words is a reply.
  return { kind: isReplyKind(kind) ? kind : 'reply', message: reply, quoted_text: quoted };
}
