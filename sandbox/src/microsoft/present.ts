import { cutText } from '@overture/domain/text/text-bounds';
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import { folderId, type GraphMailbox, type Item, mutableId, toConversationId } from './mailbox.ts';
import { finishMail } from './mime.ts';

const MOST_HEADERS = 200;

const parsedMails = new WeakMap<Buffer, Promise<ParsedMail>>();

function parse(raw: Buffer): Promise<ParsedMail> {
  const parsed = parsedMails.get(raw) ?? simpleParser(raw, { skipImageLinks: true, skipTextToHtml: true });
  parsedMails.set(raw, parsed);
  return parsed;
}

/** @param select the names asked for; null for the usual ones */
export async function presentMessage(
  mailbox: GraphMailbox,
  item: Item,
  select: readonly string[] | null,
  isImmutable: boolean,
): Promise<Record<string, unknown>> {
  const parsed = await parse(item.raw);
  const received = new Date(item.received_at).toISOString().replace(/\.\d{3}Z$/, 'Z');
  const isHtml = typeof parsed.html === 'string';
  const from = addressesOf(parsed.from)[0] ?? { emailAddress: { name: mailbox.email, address: mailbox.email } };
  const all: Record<string, unknown> = {
    createdDateTime: received,
    receivedDateTime: received,
    sentDateTime: (parsed.date ?? new Date(item.received_at)).toISOString(),
    hasAttachments: parsed.attachments.length + item.attachments.length > 0,
    internetMessageId: item.message_id,
    subject: parsed.subject ?? '',
    bodyPreview: cutText(parsed.text ?? '', 255),
    importance: 'normal',
    parentFolderId: folderId(mailbox.email, item.folder),
    conversationId: toConversationId(mailbox.email, item),
    isRead: item.is_read,
    isDraft: item.is_draft,
    body: { contentType: isHtml ? 'html' : 'text', content: isHtml ? parsed.html : (parsed.text ?? '') },
    sender: from,
    from,
    toRecipients: addressesOf(parsed.to),
    ccRecipients: addressesOf(parsed.cc),
    bccRecipients: addressesOf(parsed.bcc),
    replyTo: addressesOf(parsed.replyTo),
  };
  // Only when asked for by name.
  if (select?.includes('internetMessageHeaders')) all.internetMessageHeaders = headersOf(parsed);
  const chosen = Object.entries(all).filter(([name]) => select === null || select.includes(name));
  const etag = { '@odata.etag': `W/"${item.is_read ? 2 : 1}${item.folder}"` };
  return { ...etag, id: isImmutable ? item.id : mutableId(item), ...Object.fromEntries(chosen) };
}

/** The bytes of a mail; of a draft, as it would be sent. */
export const mimeOf = (item: Item): Buffer => (item.is_draft ? finishMail(item.raw, item.attachments) : item.raw);

function addressesOf(field: AddressObject | AddressObject[] | undefined) {
  return [field ?? []]
    .flat()
    .flatMap((object) => object.value)
    .filter((entry) => entry.address)
    .map((entry) => ({ emailAddress: { name: entry.name || entry.address, address: entry.address } }));
}

function headersOf(parsed: ParsedMail) {
  return parsed.headerLines.slice(0, MOST_HEADERS).map(({ line }) => {
    const colon = line.indexOf(':');
    return {
      name: line.slice(0, colon),
      value: line
        .slice(colon + 1)
        .replace(/\r?\n[ \t]*/g, ' ')
        .trim(),
    };
  });
}
