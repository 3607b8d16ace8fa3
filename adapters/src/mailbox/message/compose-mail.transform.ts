import { createHash } from 'node:crypto';
import { contentId } from '@overture/domain/message/rich/rich-text';
import { cutText } from '@overture/domain/text/text-bounds';
import MailComposer from 'nodemailer/lib/mail-composer';
import { ProviderError } from '../../kit/errors.ts';
import type { ComposedMail, MailAddress, OutgoingMail } from '../mailbox.port.ts';

/**
 * Text of users and leads (subjects, names) may contain anything: line breaks become spaces. Values that control
 * delivery (addresses, ids, URLs) are refused unless valid, because a repaired one could reach another recipient.
 */

/** The bytes of a mail; the same mail gives the same bytes. @throws ProviderError rejected/message */
export async function composeMail(mail: OutgoingMail): Promise<ComposedMail> {
  const message_id = checkMessageId(mail.message_id);
  const to = [mail.to, ...(mail.also_to ?? [])].map(checkAddress);
  const cc = (mail.cc ?? []).map(checkAddress);
  const bcc = (mail.bcc ?? []).map(checkAddress).map(({ address }) => address);
  const from = checkAddress(mail.from);
  const inline = new Set<string>();
  const composer = new MailComposer({
    from,
    to,
    ...(cc.length === 0 ? {} : { cc }),
    ...(mail.reply_to ? { replyTo: checkAddress(mail.reply_to) } : {}),
    subject: oneLine(mail.subject),
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    messageId: `<${message_id}>`,
    date: mail.date,
    ...(mail.in_reply_to ? { inReplyTo: `<${checkMessageId(mail.in_reply_to)}>` } : {}),
    references: (mail.references ?? []).map((id) => `<${checkMessageId(id)}>`),
    headers: [...unsubscribeHeaders(mail), asItStands(MESSAGE_REF, `<${message_id}>`)],
    attachments: (mail.attachments ?? []).map((attachment) => ({
      filename: oneLine(attachment.filename).replace(/[/\\]/g, '_'),
      contentType: checkContentType(attachment.content_type),
      content: attachment.content,
      ...inlineOf(attachment.filename, mail.html, inline),
    })),
    // nodemailer's default is random; ours depends on the id, which makes recomposing a mail reproducible.
    baseBoundary: createHash('sha256').update(message_id).digest('hex').slice(0, 24),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const raw = await build(composer);
  const recipients = [...to, ...cc].map((recipient) => recipient.address);
  const envelope = { from: from.address, to: [...new Set([...recipients, ...bcc])] };
  return { message_id, answers: answersOf(mail), envelope, bcc, raw };
}

/** The bytes for a provider that takes no envelope: it reads blind copies from this header, and removes it. */
export function withBlindCopies({ raw, bcc }: Pick<ComposedMail, 'raw' | 'bcc'>): Buffer {
  if (bcc.length === 0) return raw;
  return Buffer.concat([Buffer.from(`Bcc: ${bcc.map((address) => `<${address}>`).join(',\r\n ')}\r\n`), raw]);
}

/** A file that the HTML shows lies beside it under its Content-ID. Of two with one name the second stays a file: mail programs would hide it. */
function inlineOf(filename: string, html: string | null, used: Set<string>) {
  const cid = contentId(filename);
  if (used.has(cid) || !html?.includes(`"cid:${cid}"`)) return {};
  used.add(cid);
  return { cid, contentDisposition: 'inline' as const };
}

function answersOf({ in_reply_to, references = [] }: OutgoingMail): string[] {
  const chain = [...references, ...(in_reply_to ? [in_reply_to] : [])].map(checkMessageId);
  return [...new Set(chain.reverse())];
}

function build(composer: MailComposer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    composer
      .compile()
      .build((error, message) => (error === null ? resolve(message as Buffer) : reject(refusal(error.message))));
  });
}

/** Our id in a header of our own: providers replace the Message-ID, and leave headers alone that they do not know. */
export const MESSAGE_REF = 'X-Message-Ref';

type HeaderEntry = { key: string; value: { prepared: true; value: string } };

/** Not folded or encoded: every part of these values was checked to be plain ASCII without a line break. */
const asItStands = (key: string, value: string): HeaderEntry => ({ key, value: { prepared: true, value } });

function unsubscribeHeaders(mail: OutgoingMail): HeaderEntry[] {
  const headers: HeaderEntry[] = [];
  const add = (key: string, value: string) => headers.push(asItStands(key, value));
  if (mail.list_unsubscribe) {
    const { url, mailto } = mail.list_unsubscribe;
    const targets = [`<${checkUrl(url)}>`, ...(mailto ? [`<mailto:${checkPlain(mailto)}>`] : [])];
    add('List-Unsubscribe', targets.join(',\r\n '));
    add('List-Unsubscribe-Post', 'List-Unsubscribe=One-Click');
  }
  return headers;
}

function checkAddress(input: MailAddress): { name: string; address: string } {
  const isAddress = /^[^\s<>()[\]\\,;:"@\p{Cc}]+@[^\s<>()[\]\\,;:"@\p{Cc}]+$/u.test(input.address);
  if (!isAddress || input.address.length > 320) throw refusal(`"${oneLine(input.address)}" is not a mail address.`);
  return { name: oneLine(input.name ?? ''), address: input.address };
}

/** Without its angle brackets. */
export function checkMessageId(input: string): string {
  const id = input.replace(/^<(.*)>$/s, '$1');
  if (!/^[\x21-\x3b\x3d\x3f-\x7e]{1,900}$/.test(id))
    throw refusal(`"${cutText(oneLine(input), 100)}" is not a Message-ID.`);
  return id;
}

function checkUrl(input: string): string {
  const url = URL.parse(checkPlain(input));
  if (url === null || !/^https?:$/.test(url.protocol)) throw refusal('The unsubscribe address is not a web address.');
  return url.href;
}

function checkPlain(input: string): string {
  if (!/^[\x21-\x3b\x3d\x3f-\x7e]{1,900}$/.test(input))
    throw refusal('The unsubscribe address holds characters that are not allowed.');
  return input;
}

function checkContentType(input: string): string {
  if (!/^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(input))
    throw refusal(`"${cutText(oneLine(input), 100)}" is not a content type.`);
  return input;
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function refusal(reason: string): ProviderError {
  return new ProviderError('rejected', reason, { concerns: 'message' });
}
