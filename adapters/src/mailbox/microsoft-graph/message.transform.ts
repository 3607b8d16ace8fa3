import type { MailSource } from '../mailbox.port.ts';
import type { GraphMessage } from './graph-shapes.api.ts';

type Recipient = GraphMessage['from'];

/** A mail whose bytes are unavailable, built from Graph's fields: headers and text, no attachments. */
export function composeGraphMessage(message: GraphMessage): MailSource {
  const { body } = message;
  const isHtml = body?.contentType?.toLowerCase() === 'html';
  const fields = [
    ...headersOf(message),
    `Content-Type: text/${isHtml ? 'html' : 'plain'}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
  ];
  const content = Buffer.from(body?.content ?? '')
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n');
  const raw = Buffer.from(`${fields.join('\r\n')}\r\n\r\n${content}\r\n`);
  return { raw, size_in_bytes: raw.length, is_partial: true };
}

/** As they were received; sent mail has none, so they are made of the fields. */
function headersOf(message: GraphMessage): string[] {
  const given = (message.internetMessageHeaders ?? [])
    .filter(({ name }) => /^[\w-]{1,100}$/.test(name) && !/^content-/i.test(name))
    .map(({ name, value }) => `${name}: ${oneLine(value)}`);
  const has = (name: string): boolean => given.some((field) => field.toLowerCase().startsWith(`${name}:`));
  const { internetMessageId, subject, from, toRecipients, ccRecipients, sentDateTime } = message;
  const made: [string, string | null | undefined][] = [
    ['message-id', internetMessageId],
    ['subject', subject],
    ['from', addressOf(from)],
    ['to', addressesOf(toRecipients)],
    ['cc', addressesOf(ccRecipients)],
    ['date', dateOf(sentDateTime)],
  ];
  const lacking = made.filter(([name, value]) => value && !has(name));
  return [...given, ...lacking.map(([name, value]) => `${name}: ${oneLine(value ?? '')}`)];
}

function addressesOf(list: readonly Recipient[] | null | undefined): string {
  return (list ?? []).slice(0, 500).map(addressOf).filter(Boolean).join(', ');
}

function addressOf(recipient: Recipient): string {
  const { name, address } = recipient?.emailAddress ?? {};
  if (!address || /[\s<>,]/.test(address)) return '';
  const words = oneLine(name ?? '').replace(/["\\]/g, '');
  return words === '' ? `<${address}>` : `"${words}" <${address}>`;
}

function dateOf(text: string | null | undefined): string | null {
  const at = new Date(text ?? '');
  return Number.isNaN(at.getTime()) ? null : at.toUTCString();
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
