import { normalizeEmail } from './email-address.ts';

/** One recipient of a delivery status notification (RFC 3464). */
export type RecipientStatus = {
  recipient: string | null;
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded' | null;
  /** Enhanced status such as `5.1.1`. */
  status: string | null;
  diagnostic: string;
};

const ACTIONS = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;
const MAX_LENGTH = 100_000;

/** Recipients of a `message/delivery-status` part. Groups are parted by blank lines; the first one is about the whole message. */
export function readDeliveryStatus(part: string): RecipientStatus[] {
  return part
    .slice(0, MAX_LENGTH)
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map(readFields)
    .filter((fields) => fields.has('action') || fields.has('final-recipient') || fields.has('original-recipient'))
    .map(readRecipient);
}

function readRecipient(fields: Map<string, string>): RecipientStatus {
  const action = fields
    .get('action')
    ?.toLowerCase()
    .match(/[a-z]+/)?.[0];
  const address = fields.get('original-recipient') ?? fields.get('final-recipient') ?? '';
  return {
    recipient: normalizeEmail(address.replace(/^[\w-]+\s*;/, '')),
    action: ACTIONS.find((known) => known === action) ?? null,
    status: fields.get('status')?.match(/[245]\.\d{1,3}\.\d{1,3}/)?.[0] ?? null,
    diagnostic: (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, ''),
  };
}

/** Header-like lines as lower-case names and values; folded lines joined. */
function readFields(group: string): Map<string, string> {
  const fields = new Map<string, string>();
  let name = '';
  for (const line of group.split('\n')) {
    if (/^[ \t]/.test(line) && name !== '') {
      fields.set(name, `${fields.get(name)} ${line.trim()}`);
      continue;
    }
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    name = line.slice(0, colon).trim().toLowerCase();
    if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** Message-ID of the mail a report is about, from its returned headers or from the text it quotes; null when neither names one. */
export function readOriginalMessageId(returned: string | null, text: string | null): string | null {
  for (const source of [returned, text]) {
    const match = /^[ \t>]*(?:original-)?message-id:[ \t]*\r?\n?[ \t]*(<[^<>\s]{3,500}>)/im.exec(
      (source ?? '').slice(0, MAX_LENGTH),
    );
    if (match?.[1] !== undefined) return match[1];
  }
  return null;
}
