/** Longest text before the subject of a test mail. */
export const TEST_PREFIX_MAX = 30;

/** Longer chains keep their beginning and their end, as RFC 5322 recommends: some servers refuse very long headers. */
const MAX_REFERENCES = 50;

/** A mail as far as an answer to it needs it. Ids are without angle brackets. */
export type ThreadMail = { message_id: string; references?: readonly string[] };

/** Headers that put a mail into a thread: the mail it answers, and the whole chain, oldest first. */
export type ThreadHeaders = { in_reply_to: string | null; references: string[] };

/** Thread headers of an answer or follow-up to a mail; none for the first mail of a thread. */
export function threadAfter(mail: ThreadMail | null): ThreadHeaders {
  if (mail === null) return { in_reply_to: null, references: [] };
  const chain = [...new Set([...(mail.references ?? []), mail.message_id])];
  // The answered mail comes last even where a program listed it earlier.
  const ordered = [...chain.filter((id) => id !== mail.message_id), mail.message_id];
  const references =
    ordered.length <= MAX_REFERENCES ? ordered : [ordered[0] as string, ...ordered.slice(1 - MAX_REFERENCES)];
  return { in_reply_to: mail.message_id, references };
}

/** 'Re:' and what programs of other languages write for it, also several times and numbered: `AW: Re[2]: x`. */
const REPLY_MARK =
  /^(?:(?:re|rép|aw|antw|antwoord|sv|vs|rif|r|rv|res|tr|odp|ynt|bls|vá|отв|на|回复|回覆|答复|返信|답장)(?:\[\d+\])?[\s\u00a0]?[:：][\s\u00a0]*)+/iu;

/** Subject of an answer: exactly one 'Re:'. An empty subject stays empty but for it. */
export function replySubject(subject: string): string {
  return `Re: ${stripReplyMarks(subject)}`.trim();
}

/** A subject without its reply marks, for comparing. */
export function stripReplyMarks(subject: string): string {
  return subject.trim().replace(REPLY_MARK, '').trim();
}

/** Forwards in Danish and Norwegian, and replies in Finnish. */
const AMBIGUOUS_MARK = /^vs[\s\u00a0]?[:：]/iu;

/** 'Fwd:' and what programs of other languages write for it, several times too. */
const FORWARD_MARK =
  /^(?:(?:fwd?|wg|tr|rv|i|enc|doorst|vb|vs|vl|pd|转发|轉寄|転送|전달)[\s\u00a0]?[:：][\s\u00a0]*)+/iu;

/** Whether a mail was certainly sent on. */
export const isForwardSubject = (subject: string): boolean =>
  FORWARD_MARK.test(subject.trim()) && !AMBIGUOUS_MARK.test(subject.trim());

/** Subject of a mail that is sent on: exactly one 'Fwd:'. */
export function forwardSubject(subject: string): string {
  return `Fwd: ${subject.trim().replace(FORWARD_MARK, '').trim()}`.trim();
}
