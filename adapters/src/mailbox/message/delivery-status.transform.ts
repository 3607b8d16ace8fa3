import { cutText } from '@overture/domain/text/text-bounds';
import type { DeliveryStatus } from '../mailbox.port.ts';

/** Delivery reports (RFC 3464), read from the bytes: parsers treat their parts as text or as attachments, by taste. */

const MOST_RECIPIENTS = 50;

const DELIVERY_STATUS = /^content-type:[ \t]{0,20}(?:\r?\n[ \t]{1,20})?message\/(?:global-)?delivery-status/im;
const RETURNED_MAIL =
  /^content-type:[ \t]{0,20}(?:\r?\n[ \t]{1,20})?(?:message\/(?:rfc822|global)(?:-headers)?|text\/rfc822-headers)/im;

/** One entry per recipient block; empty for anything that is not a delivery report. */
export function parseDeliveryStatuses(raw: Buffer): DeliveryStatus[] {
  const part = findPart(raw, DELIVERY_STATUS);
  if (part === null) return [];
  return part
    .split(/\r?\n\r?\n/)
    .map(parseFields)
    .filter((fields) => fields.has('final-recipient') || fields.has('action') || fields.has('original-recipient'))
    .slice(0, MOST_RECIPIENTS)
    .map((fields) => ({
      action: fields.get('action')?.toLowerCase() ?? null,
      status: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0] ?? null,
      diagnostic: withoutType(fields.get('diagnostic-code')),
      final_recipient: recipientOf(fields),
    }));
}

/** Our own id of the mail that came back, else its Message-ID, without angle brackets: a relay writes its own Message-ID. */
export function parseReturnedMessageId(raw: Buffer): string | null {
  const returned = findPart(raw, RETURNED_MAIL);
  const ref = /^x-message-ref:[ \t]{0,20}(?:\r?\n[ \t]{1,20})?<([^<>\s]{1,900})>/im.exec(returned ?? '')?.[1];
  return ref ?? /^message-id:[ \t]{0,20}(?:\r?\n[ \t]{1,20})?<([^<>\s]{1,900})>/im.exec(returned ?? '')?.[1] ?? null;
}

const LONGEST_HEAD = 16_000;

/** What a report says of a mail that came back: its status and the head of that mail, as written. Null when it is no report. */
export function parseReturnedHead(raw: Buffer): string | null {
  const status = findPart(raw, DELIVERY_STATUS);
  const returned = findPart(raw, RETURNED_MAIL);
  if (status === null && returned === null) return null;
  return [status, returned?.split(/\r?\n\r?\n/, 1)[0]].map((part) => cutText(part ?? '', LONGEST_HEAD)).join('\n');
}

/** The decoded body of the first part of a type, up to the next line that looks like a boundary. */
function findPart(raw: Buffer, type: RegExp): string | null {
  const text = raw.toString('latin1');
  const start = type.exec(text);
  if (start === null) return null;
  const partHead = text.lastIndexOf('\n--', start.index);
  const bodyStart = /\r?\n\r?\n/g;
  bodyStart.lastIndex = start.index;
  const gap = bodyStart.exec(text);
  if (gap === null) return null;
  const end = text.indexOf('\n--', gap.index + gap[0].length);
  const body = text.slice(gap.index + gap[0].length, end === -1 ? undefined : end);
  const encoding = /^content-transfer-encoding:\s*([\w-]+)/im.exec(text.slice(Math.max(partHead, 0), gap.index))?.[1];
  return decode(cutText(body, 500_000), encoding?.toLowerCase());
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString('utf8');
  return body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function parseFields(block: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), cutText(line.slice(colon + 1).trim(), 2_000));
  }
  return fields;
}

/** To whom the sender wrote comes before what an alias or a forwarding made of it. */
function recipientOf(fields: Map<string, string>): string | null {
  const original = withoutType(fields.get('original-recipient'));
  return original?.includes('@') ? original : withoutType(fields.get('final-recipient'));
}

/** 'rfc822; jane@example.com' -> 'jane@example.com'. */
function withoutType(value: string | undefined): string | null {
  const text = value?.replace(/^[\w-]{1,40}\s{0,40};/, '').trim();
  return text === undefined || text === '' ? null : text;
}
