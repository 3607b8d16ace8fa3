import { cutText } from '@overture/domain/text/text-bounds';
import type { MailAddress, ParsedMail } from '../mailbox.port.ts';

/** The head of a mail that cannot be parsed as a whole: each line is scanned once, with any content. */

const MOST_FIELDS = 300;
const LONGEST_FIELD = 4_000;
const MOST_REFERENCES = 100;

/** @param head the beginning of a mail */
export function parseHead(head: Buffer, size_in_bytes: number): ParsedMail {
  const headers = fieldsOf(head);
  const first = (name: string): string => headers.get(name)?.[0] ?? '';
  const date = new Date(cutText(first('date'), 100));
  return {
    message_id: idsIn(first('message-id'))[0] ?? null,
    message_ref: idsIn(first('x-message-ref'))[0] ?? null,
    in_reply_to: idsIn(first('in-reply-to'))[0] ?? null,
    references: idsIn(first('references')).slice(-MOST_REFERENCES),
    from: addressesIn(first('from'))[0] ?? null,
    to: addressesIn(first('to')),
    cc: addressesIn(first('cc')),
    subject: decodeWords(cutText(first('subject'), 2_000)),
    text: '',
    html: null,
    headers,
    date: Number.isNaN(date.getTime()) ? null : date,
    attachments: [],
    delivery_statuses: [],
    returned_message_id: null,
    size_in_bytes,
    is_truncated: true,
  };
}

function fieldsOf(head: Buffer): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  let field = '';
  let count = 0;
  const keep = (): void => {
    const colon = field.indexOf(':');
    const name = field.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    field = field.slice(colon + 1, colon + 1 + LONGEST_FIELD).trim();
    if (colon > 0 && name.length <= 100 && count < MOST_FIELDS) {
      count += 1;
      headers.set(name, [...(headers.get(name) ?? []), field.replaceAll('\0', '').toWellFormed()]);
    }
    field = '';
  };
  for (const line of head.toString('utf8').split('\n')) {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text === '') break;
    if (text.startsWith(' ') || text.startsWith('\t')) {
      if (field.length < LONGEST_FIELD) field += ` ${cutText(text, LONGEST_FIELD).trim()}`;
      continue;
    }
    keep();
    field = cutText(text, LONGEST_FIELD);
  }
  keep();
  return headers;
}

/** Ids without their angle brackets. */
function idsIn(value: string): string[] {
  return value
    .split('<')
    .slice(1)
    .map((part) => part.slice(0, part.indexOf('>')))
    .filter((id) => id !== '' && id.length <= 900 && !/\s/.test(id));
}

/** Good enough for one who is asked nothing more: `Name <address>` or the bare address. */
function addressesIn(value: string): MailAddress[] {
  const parts = value.includes('<') ? value.split('>').filter((part) => part.includes('<')) : value.split(',');
  return parts.slice(0, 50).flatMap((part) => {
    const begin = part.lastIndexOf('<');
    const address = part.slice(begin + 1).trim();
    const name = begin === -1 ? '' : decodeWords(part.slice(0, begin)).replace(/[",]/g, ' ').trim();
    return address.includes('@') && !/\s/.test(address) ? [{ name: cutText(name, 200) || null, address }] : [];
  });
}

/** RFC 2047: `=?utf-8?B?...?=`. A word that cannot be decoded stays as it is. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s{1,10}=\?/g, '?==?')
    .replace(/=\?([\w-]{1,40})\?([bq])\?([^?\s]{0,2000})\?=/gi, (word, charset: string, how: string, coded: string) => {
      const bytes = how.toLowerCase() === 'b' ? Buffer.from(coded, 'base64') : unquote(coded);
      try {
        return new TextDecoder(charset).decode(bytes);
      } catch {
        return word;
      }
    })
    .replace(/\p{Cc}/gu, ' ')
    .trim();
}

function unquote(coded: string): Buffer {
  const bytes = coded
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
