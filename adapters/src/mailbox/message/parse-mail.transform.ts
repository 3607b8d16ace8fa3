import { cutText } from '@overture/domain/text/text-bounds';
import { type AddressObject, type ParsedMail as LibraryMail, simpleParser } from 'mailparser';
import type { MailAddress, ParsedAttachment, ParsedMail } from '../mailbox.port.ts';
import { parseCalendar } from './calendar.transform.ts';
import { parseDeliveryStatuses, parseReturnedHead, parseReturnedMessageId } from './delivery-status.transform.ts';
import { type FlowedMail, unflow, withoutFlow } from './flowed.transform.ts';
import { parseHtmlText } from './html-text.transform.ts';
import { findHiddenPart, isSignature, parseArmored, withoutWrapping } from './secured-mail.transform.ts';

/**
 * Parses an untrusted mail. Never throws: an unparsable mail is returned as headers only (`is_truncated`), because one
 * hostile mail must not stop an inbox.
 */

/** Larger mails are read by their headers only. */
export const LARGEST_MAIL_IN_BYTES = 25_000_000;
/** A larger head is read field by field, as far as each makes sense: parsers take the square of an endless one. */
const LARGEST_HEAD_IN_BYTES = 128_000;
const LARGEST_FIELD = 16_000;
const MOST_FIELDS = 300;
/** Real mail nests four or five levels and has some dozens of parts. */
const MOST_MULTIPARTS = 40;
const MOST_PARTS = 400;
const MOST_REFERENCES = 100;

/** @param size_in_bytes of the whole mail, which may be more than `raw` when only its head was fetched */
export function parseMail(raw: Buffer, size_in_bytes: number): Promise<ParsedMail> {
  return parseLayer(raw, size_in_bytes, 0);
}

/** Signed, encrypted and signed again is what RFC 2634 knows. */
const MOST_LAYERS = 3;

async function parseLayer(raw: Buffer, size_in_bytes: number, layer: number): Promise<ParsedMail> {
  const isWhole = raw.length >= size_in_bytes && raw.length <= LARGEST_MAIL_IN_BYTES && !isTooNested(raw);
  if (isWhole) {
    try {
      const flow = withoutFlow(raw);
      const parsed = await simpleParser(withBoundedHead(flow.raw), {
        skipTextToHtml: true,
        skipHtmlToText: true,
        skipImageLinks: true,
      });
      const written = isTorn(parsed) ? bodyOf(raw) : await textOf(parsed, raw, flow);
      const { text, is_encrypted } = parseArmored(written);
      const mail = { ...present(parsed, raw, size_in_bytes, false), text, is_encrypted };
      return await unwrap(mail, parsed, raw, layer);
    } catch {
      // Read as headers only, below.
    }
  }
  const head = headOf(raw);
  try {
    return present(await simpleParser(head, { skipTextToHtml: true }), head, size_in_bytes, true);
  } catch {
    return { ...present({} as LibraryMail, Buffer.alloc(0), size_in_bytes, true) };
  }
}

/** The signed content replaces its wrapper and precedes text that a gateway added around it. */
async function unwrap(mail: ParsedMail, parsed: LibraryMail, raw: Buffer, layer: number): Promise<ParsedMail> {
  const hidden = findHiddenPart(typeOf(parsed), parsed.attachments);
  if (hidden === null) return mail;
  if (hidden === 'encrypted' || layer === MOST_LAYERS) return { ...mail, is_encrypted: true };
  const whole = withoutWrapping(raw.subarray(0, endOfHead(raw)), hidden.signed);
  const inner = await parseLayer(whole, whole.length, layer + 1);
  const text = [inner.text, mail.text].filter((part) => part.trim() !== '').join('\n\n');
  return { ...mail, text, html: inner.html, attachments: inner.attachments, is_encrypted: inner.is_encrypted === true };
}

function typeOf({ headers }: LibraryMail): string {
  const type = headers.get('content-type');
  return typeof type === 'object' && 'value' in type ? String(type.value).toLowerCase() : '';
}

const MOST_TORN_BODY = 100_000;

/** A multipart that cannot be split, because its boundary was lost in transit. */
function isTorn(parsed: LibraryMail): boolean {
  const { text, html, attachments } = parsed;
  return (
    typeOf(parsed).startsWith('multipart/') &&
    !text?.trim() &&
    !html &&
    attachments.every(({ content }) => content.length === 0)
  );
}

const bodyOf = (raw: Buffer): string => {
  const start = endOfHead(raw);
  return clean(raw.subarray(start, start + MOST_TORN_BODY).toString('utf8')).trim();
};

/** As it was written; of a mail, or of its parts, in HTML only, as it is seen. */
async function textOf(parsed: LibraryMail, raw: Buffer, flow: FlowedMail): Promise<string> {
  const written = clean(parsed.text ?? '');
  const plain = flow.is_flowed ? unflow(written, flow.deletes_space) : written;
  const html = typeof parsed.html === 'string' ? parsed.html : '';
  const isSaidTwice = plain.trim() !== '' && raw.includes('multipart/alternative');
  if (html === '' || isSaidTwice) return plain;
  const seen = clean(await parseHtmlText(html));
  return plain.trim() === '' ? seen : `${seen}\n\n${plain}`;
}

/** A mail with a head that costs no more to read than its length. */
function withBoundedHead(raw: Buffer): Buffer {
  const end = endOfHead(raw);
  if (end <= LARGEST_HEAD_IN_BYTES) return raw;
  const fields = raw
    .subarray(0, Math.min(end, 2_000_000))
    .toString('latin1')
    .split(/\r?\n(?![ \t])/, MOST_FIELDS)
    .map((field) => cutText(field, LARGEST_FIELD));
  const head = cutText(fields.join('\r\n'), LARGEST_HEAD_IN_BYTES);
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from('\r\n\r\n'), raw.subarray(end)]);
}

function endOfHead(raw: Buffer): number {
  const ends = [raw.indexOf('\r\n\r\n'), raw.indexOf('\n\n')].filter((index) => index !== -1);
  return Math.min(...ends, raw.length);
}

function present(parsed: LibraryMail, raw: Buffer, size_in_bytes: number, is_truncated: boolean): ParsedMail {
  const headers = headersOf(parsed);
  const parts = is_truncated ? [] : (parsed.attachments ?? []);
  return {
    message_id: idsOf(headers.get('message-id')?.[0], parsed.messageId)[0] ?? null,
    message_ref: idsIn(headers.get('x-message-ref')?.[0])[0] ?? null,
    in_reply_to: idsOf(headers.get('in-reply-to')?.[0], parsed.inReplyTo)[0] ?? null,
    references: idsOf(headers.get('references')?.[0], parsed.references).slice(-MOST_REFERENCES),
    from: addressesOf(parsed.from)[0] ?? null,
    to: addressesOf(parsed.to),
    cc: addressesOf(parsed.cc),
    subject: cutText(clean(parsed.subject ?? ''), 2_000),
    text: clean(parsed.text ?? ''),
    html: typeof parsed.html === 'string' ? clean(parsed.html) : null,
    headers,
    date: isValidDate(parsed.date) ? parsed.date : null,
    attachments: parts.filter(isFile).map(presentAttachment),
    delivery_statuses: parseDeliveryStatuses(raw),
    returned_message_id: parseReturnedMessageId(raw),
    returned_head: parseReturnedHead(raw),
    calendar: is_truncated ? null : parseCalendar(parts.slice(0, MOST_PARTS).map(toCalendarPart)),
    size_in_bytes,
    is_truncated,
  };
}

const isValidDate = (date: Date | undefined): date is Date => date !== undefined && !Number.isNaN(date.getTime());

const isFile = ({ contentType }: LibraryMail['attachments'][number]): boolean => !isSignature(contentType);

function presentAttachment(attachment: LibraryMail['attachments'][number]): ParsedAttachment {
  return {
    filename: attachment.filename === undefined ? null : cutText(clean(attachment.filename), 255),
    content_type: attachment.contentType,
    content_id: attachment.contentId?.replace(/^<|>$/g, '') ?? null,
    is_inline: attachment.related || attachment.contentDisposition === 'inline',
    size_in_bytes: attachment.content.length,
    content: attachment.content,
  };
}

function headersOf(parsed: LibraryMail): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const { key, line } of (parsed.headerLines ?? []).slice(0, 500)) {
    const value = clean(line.slice(line.indexOf(':') + 1).replace(/\r?\n[ \t]*/g, ' ')).trim();
    headers.set(key, [...(headers.get(key) ?? []), cutText(value, 20_000)]);
  }
  return headers;
}

function addressesOf(field: AddressObject | AddressObject[] | undefined): MailAddress[] {
  const entries = [field ?? []].flat().flatMap((object) => object.value);
  return entries
    .flatMap((entry) => entry.group ?? [entry])
    .filter((entry) => entry.address !== undefined && entry.address !== '')
    .slice(0, 500)
    .map((entry) => ({ name: clean(entry.name ?? '').trim() || null, address: clean(entry.address ?? '').trim() }));
}

const toCalendarPart = ({ contentType, content }: LibraryMail['attachments'][number]) => ({
  content_type: contentType,
  content,
});

/** As the header has them; without brackets, as the library parses them: bare, or written as encoded words. */
function idsOf(header: string | undefined, read: string | string[] | undefined): string[] {
  const written = idsIn(header);
  return written.length > 0 ? written : idsIn(cutText([read ?? []].flat().join(' '), LARGEST_FIELD));
}

/** Ids without their angle brackets. */
function idsIn(value: string | undefined): string[] {
  return [...decodeIds(value ?? '').matchAll(/<([^<>\s]{1,900})>/g)].map((match) => match[1] ?? '');
}

/** Some libraries write long ids as encoded words, which RFC 2047 forbids them. Ids are ASCII. */
function decodeIds(value: string): string {
  if (!value.includes('=?')) return value;
  return value.replace(/=\?[\w-]{1,40}\?([bq])\?([^?\s]{0,900})\?=/gi, (_, kind: string, text: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString('latin1')
      : text
          .replaceAll('_', ' ')
          .replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  );
}

function isTooNested(raw: Buffer): boolean {
  let multiparts = 0;
  let parts = 0;
  for (const match of raw.toString('latin1').matchAll(/^content-type:[ \t\r\n]*(multipart\/|message\/rfc822)?/gim)) {
    parts += 1;
    if (match[1] !== undefined) multiparts += 1;
    if (multiparts > MOST_MULTIPARTS || parts > MOST_PARTS) return true;
  }
  return false;
}

function headOf(raw: Buffer): Buffer {
  const end = Math.min(endOfHead(raw), LARGEST_HEAD_IN_BYTES);
  // Without its body the content type means nothing; a plain empty text keeps the parser out of it.
  return Buffer.concat([raw.subarray(0, end), Buffer.from('\r\n\r\n')]);
}

/** PostgreSQL takes no NUL, and a lone surrogate is no text. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
