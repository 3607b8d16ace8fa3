const MAX_LENGTH = 100_000;

/**
 * Message-ID, without angle brackets, of the mail that a bounce quotes in its text. Null when it names none. Bounces in the standard
 * form carry it apart; this is for servers that write a letter.
 */
export function readQuotedMessageId(text: string | null): string | null {
  const quoted = (text ?? '').slice(0, MAX_LENGTH);
  const match = /^[ \t>]*(?:original-)?message-id:[ \t]*\r?\n?[ \t]*<([^<>\s]{3,500})>/im.exec(quoted);
  return match?.[1] ?? null;
}
