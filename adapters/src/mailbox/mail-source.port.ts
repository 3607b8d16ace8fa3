import type { MailSource, ParsedMail } from './mailbox.port.ts';
import { parseHead } from './message/mail-head.transform.ts';
import { parseMail } from './message/parse-mail.transform.ts';

/** Reads a mail of a stranger. Never throws, but may take long: not for the event loop. */
export async function parseSource({ raw, size_in_bytes, is_partial }: MailSource): Promise<ParsedMail> {
  const mail = await parseMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), size_in_bytes);
  return is_partial ? { ...mail, is_truncated: true } : mail;
}

/** Bytes from the beginning of a mail that `parseSourceHead` looks at. */
export const HEAD_IN_BYTES = 65_536;

/** Sender, recipients, date, subject and references of a mail: a plain scan, fast for any content. */
export function parseSourceHead({ raw, size_in_bytes }: MailSource): ParsedMail {
  return parseHead(Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, HEAD_IN_BYTES)), size_in_bytes);
}
