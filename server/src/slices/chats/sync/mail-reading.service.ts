import { parseSource } from '@overture/adapters/mailbox/mail-source.port';
import type { ParsedMail, SyncedMail } from '@overture/adapters/mailbox/mailbox.port';
import { type MailAuthentication, readAuthentication } from '@overture/domain/mail/mail-authentication';
import { type Classification, classifyMail, type InboundMail } from '@overture/domain/mail/mail-classify';
import { NO_TRACES, type ReturnedTraces, readTraces } from '@overture/domain/mail/returned-traces';
import { cutText, TEXT_BOUNDS } from '@overture/domain/text/text-bounds';
import {
  cleanHeaders,
  cleanText,
  computeDigest,
  extractContent,
  type MailContent,
} from '../mail/mail-parts.service.ts';

/** What a thread is given: the bytes, and what they mean depends on. */
export type ReadingOrder = Pick<SyncedMail, 'folder' | 'received_at' | 'source'> & { own_address: string };

/** What of a mail's head decides whose it is. */
export type MailFacts = Pick<
  ParsedMail,
  'message_id' | 'message_ref' | 'in_reply_to' | 'references' | 'from' | 'to' | 'cc' | 'subject' | 'date'
> & { dkim_signatures: string[] };

/** A mail as it was read: plain data, cleaned and bounded. */
export interface ReadMail {
  mail: MailFacts;
  report: Classification;
  /** What a report names besides the mail that came back; nothing for other mails. */
  traces: ReturnedTraces;
  /** By which `report` was decided. */
  letter: InboundMail;
  /** What the receiving server says about who wrote it. */
  authentication: MailAuthentication;
  content: MailContent;
  digest: Buffer;
}

/** The work of a thread: everything about a mail that touches what a stranger wrote. */
export async function run(order: ReadingOrder): Promise<ReadMail> {
  return interpretMail(await parseSource(order.source), order);
}

/** What a parsed mail says and means; nothing is looked up. */
export function interpretMail(parsed: ParsedMail, order: Omit<ReadingOrder, 'source'>): ReadMail {
  const mail = cleanHeaders(parsed);
  const { message_id, message_ref, in_reply_to, references, from, to, cc, subject, date } = mail;
  const letter: InboundMail = {
    from: from?.address ?? null,
    own_addresses: [order.own_address],
    subject,
    headers: boundHeaders(mail.headers),
    text: cleanText(mail.text),
    delivery_statuses: mail.delivery_statuses,
    returned_message_id: mail.returned_message_id,
    has_appointment: mail.calendar != null,
  };
  const dkim_signatures = (mail.headers.get('dkim-signature') ?? []).slice(0, 20);
  const report = classifyMail(letter);
  return {
    mail: { message_id, message_ref, in_reply_to, references, from, to, cc, subject, date, dkim_signatures },
    report,
    traces: isReport(report) ? readTraces(cleanText(`${mail.returned_head ?? ''}\n${mail.text}`)) : NO_TRACES,
    letter,
    authentication: readAuthentication(mail.headers, order.own_address),
    content: extractContent(mail),
    digest: computeDigest(order.folder, mail, order.received_at),
  };
}

const isReport = ({ kind }: Classification): boolean => kind.startsWith('bounce') || kind === 'complaint';

const MAX_NAMES = 300;
const MAX_VALUES = 50;

/** Headers as far as rules look at them. */
function boundHeaders(headers: ParsedMail['headers']): InboundMail['headers'] {
  return new Map(
    [...headers]
      .slice(0, MAX_NAMES)
      .map(([name, values]) => [
        name,
        values.slice(0, MAX_VALUES).map((value) => cutText(value, TEXT_BOUNDS.mail_header)),
      ]),
  );
}
