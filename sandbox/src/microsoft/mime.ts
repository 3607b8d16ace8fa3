import MailComposer from 'nodemailer/lib/mail-composer';
import { fieldsOf, joinMail, nameOf, parseHeader, splitMail } from '../mail/mail-header.ts';

export type GraphAttachment = {
  id: string;
  name: string;
  content_type: string;
  /** Of one that the text shows; null for a file beside it. */
  content_id: string | null;
  content: Buffer;
};

/** Addresses of a header field, in lower case, without names. */
export function addressesIn(raw: Buffer, name: string): string[] {
  const value = parseHeader(raw, name) ?? '';
  return [...value.matchAll(/[^\s<>,;:"]+@[^\s<>,;:"]+/g)].map((match) => match[0].toLowerCase());
}

/** To, Cc and Bcc, each once. */
export function recipientsOf(raw: Buffer): string[] {
  return [...new Set(['to', 'cc', 'bcc'].flatMap((name) => addressesIn(raw, name)))];
}

/** The mail as it is sent: blind recipients are not told, attachments that were added later follow the body. */
export function finishMail(raw: Buffer, attachments: readonly GraphAttachment[]): Buffer {
  const { head, body } = splitMail(raw);
  const fields = fieldsOf(head).filter((field) => nameOf(field) !== 'bcc');
  if (attachments.length === 0) return joinMail(fields, body);
  const isContent = (field: string) => nameOf(field).startsWith('content-');
  const boundary = `_004_${attachments.map(({ id }) => id.slice(-6)).join('')}_`;
  const first = joinMail(fields.filter(isContent), body);
  const parts = attachments.map(({ name, content_type, content_id, content }) => {
    const lines = content.toString('base64').match(/.{1,76}/g) ?? [];
    const filename = encodeURIComponent(name);
    const partHead = [
      `Content-Type: ${content_type}`,
      `Content-Disposition: ${content_id === null ? 'attachment' : 'inline'}; filename*=utf-8''${filename}`,
      ...(content_id === null ? [] : [`Content-ID: <${content_id}>`]),
      'Content-Transfer-Encoding: base64',
    ];
    return joinMail(partHead, Buffer.from(lines.join('\r\n')));
  });
  const pieces = [first, ...parts].flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]);
  const top = fields.filter((field) => !isContent(field));
  top.push(`Content-Type: multipart/mixed; boundary="${boundary}"`);
  return joinMail(top, Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]));
}

/** What a draft in JSON becomes. */
export function composeDraft(options: ConstructorParameters<typeof MailComposer>[0]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const composer = new MailComposer({ ...options, disableFileAccess: true, disableUrlAccess: true }).compile();
    composer.keepBcc = true;
    composer.build((error, message) => (error === null ? resolve(message as Buffer) : reject(error)));
  });
}
